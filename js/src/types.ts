// SPDX-License-Identifier: MIT
// types.ts - what the engine tells. Facts, events and games are those of the protocol: protocol.d.ts is written from its
// schemas.
import type { Facts, Game, TableEvent } from "./protocol.js";

export type { Facts, Game, GameOption, Json, TableEvent } from "./protocol.js";

/** Seats that are nobody's chair: the spectators', chance's and the clock's; and, for whoever runs the table, all of it. */
export const TABLE = 13, CHANCE = 14, CLOCK = 15, TRUTH = 255;

/** Why a move is refused. */
export type MoveCode = "bad_move" | "over" | "stale" | "not_asked" | "illegal";
/** Why something else is. */
export type Code = MoveCode | "bad_option" | "bad_value" | "bad_words" | "bad_argument" | "bad_log" | "not_over";

/** A game that can be played. */
export interface GameInfo extends Game {
  /** The arguments of every event and of every reason, with their types: "to:@ card:C!" (docs/NOTATION.md). */
  events: Record<string, string>;
  reasons: Record<string, string>;
  /** How long people look at an event, in milliseconds; of most events they take no time. */
  beats: Record<string, number>;
}

/** Names and values of options: { players: 3, combos: "off" }. */
export type Wished = Record<string, string | number>;

/** Where chance comes from, and the words that a table brings along. */
export interface Deal {
  /** 32 bytes, or their 64 hexadecimal digits; without it a fresh one is drawn. */
  secret?: string | Uint8Array | undefined;
  /** Instead of a secret: a number, for experiments that are to be repeated. */
  seed?: number | bigint;
  /** What each seat adds to the secret (64 digits or null), so that nobody chose the deal. With it, and be it [], the log
   *  begins with a commitment to the secret. */
  luck?: (string | null)[] | undefined;
  /** Own words for a game of words, and words that are left out. */
  own?: readonly string[];
  without?: readonly string[];
}

/** What one seat is told of a moment. */
export interface Told {
  /** The number of the last event. */
  n: number;
  /** What the last change made happen. */
  events: TableEvent[];
  view: Facts;
  asked: number[];
  /** The moves of this seat in few lines: "play skip|nap @1|@2" (docs/NOTATION.md). */
  offer: string[];
  /** This is a reaction window: everybody may answer before a card takes effect. */
  window: boolean;
  /** Grows when somebody is asked something new. */
  decision: number;
}

export interface Outcome {
  over: boolean;
  winners: number[];
  points: number[];
  /** 1 is first, equal places are shared, 0: still playing. */
  place: number[];
  /** Played so far, those of chance included. */
  moves: number;
}

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
  /** How often it was tried out. */
  tried: number;
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

export type Mark = "best" | "fine" | "doubtful" | "blunder";
/** One move: whose, how good it was if it was a decision, and everybody's chances after it. Of a game that is not over there
 *  are no chances, and of moves that are no decision of the reviewed seat only `n` and `seat`. */
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

/** Does every shuffle of a log come from its secret, and does the secret fit what was promised? */
export interface Verdict {
  status: "ok" | "bad_log" | "unfair" | "no_secret";
  /** The first line that is wrong, from 1, and why. */
  line?: number;
  why?: string;
}
