// SPDX-License-Identifier: MIT
// review.ts - what the engine says of a game that is over (protocol/reviewed.c writes it): every decision with all that
// could have been done, everybody's chances after every move, and how much of it was luck.
import type { Rules } from "./wasm";

/** A fact for or against a move: `is` names the sentence, the rest are its arguments. */
export type Reason = { is: string } & Record<string, string | number>;
export interface Prospect {
  move: string;
  /** The chance to win, and the interval in which it lies in 95 of 100 cases. */
  chance: number;
  low: number;
  high: number;
  /** What the game counts besides: points, words; and how likely it loses at once. */
  tally: number;
  danger: number;
  why: Reason[];
}
export interface Advice {
  moves: number;
  cost: number;
  /** Which option was played; null where nothing has been played yet. */
  played: number | null;
  /** The best first. */
  options: Prospect[];
}
export const MARKS = ["best", "fine", "doubtful", "blunder"] as const;
export type Mark = (typeof MARKS)[number];
/** One move: whose, how good it was if it was a decision, and everybody's chances after it. */
export interface Step {
  n: number;
  seat: number | null;
  move: string;
  mark?: Mark;
  cost?: number;
  chances: number[];
  /** How the chances changed, for each seat: luck, its own decisions, those of others. */
  luck: number[];
  own: number[];
  others: number[];
  /** All that could have been done, of a decision. */
  advice?: Advice;
}
/** What became of a seat. */
export interface SeatLine {
  seat: number;
  decisions: number;
  marks: Record<Mark, number>;
  /** How much of what was possible was played, 0 to 1. */
  share: number;
  first: number;
  last: number;
  luck: number;
  own: number;
  others: number;
}
export interface Review {
  /** How many moves there are; fewer steps: it is not finished. */
  of: number;
  steps: Step[];
  lines: SeatLine[];
  /** The numbers of the moves that decided the game. */
  moments: number[];
}

/** How much is worked out between two reports, in milliseconds. */
const A_WHILE = 80;

/** Reviews a finished game and reports now and then how far it is. Returns why it cannot be, or null. */
export async function reviewGame(rules: Rules, log: string, players: number, report: (r: Review) => void): Promise<string | null> {
  const why = rules.review(log);
  if (why) return why;
  const review: Review = { of: rules.reviewOf(), steps: [], lines: [], moments: [] };
  let since = performance.now();
  for (let step = rules.reviewStep(); step; step = rules.reviewStep()) {
    review.steps.push(step);
    if (performance.now() - since < A_WHILE) continue;
    report({ ...review, ...rules.reviewSums(players) });
    review.steps = [];
    await new Promise((done) => setTimeout(done));
    since = performance.now();
  }
  report({ ...review, ...rules.reviewSums(players) });
  return null;
}
