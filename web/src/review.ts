// SPDX-License-Identifier: MIT
// review.ts - what the engine says of a game that is over (protocol/reviewed.c writes it): every decision with all that
// could have been done, everybody's chances after every move, and how much of it was luck.
import { type Mark, type Ninelives, Refused, type Review as Reviewing, type SeatLine, type Step } from "ninelives";

export type { Advice, Mark, Prospect, Reason, SeatLine, Step } from "ninelives";
export const MARKS: readonly Mark[] = ["best", "fine", "doubtful", "blunder"];
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
export async function reviewGame(engine: Ninelives, log: string, players: number, report: (r: Review) => void): Promise<string | null> {
  let reviewing: Reviewing;
  try { reviewing = engine.review(log); } catch (e) {
    if (e instanceof Refused) return e.message;
    throw e;
  }
  const review: Review = { of: reviewing.moves, steps: [], lines: [], moments: [] };
  const sums = (): Review => ({ ...review, lines: reviewing.lines(players), moments: reviewing.moments() });
  let since = performance.now();
  for (let step = reviewing.step(); step; step = reviewing.step()) {
    review.steps.push(step);
    if (performance.now() - since < A_WHILE) continue;
    report(sums());
    review.steps = [];
    await new Promise((done) => setTimeout(done));
    since = performance.now();
  }
  report(sums());
  return null;
}
