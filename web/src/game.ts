// SPDX-License-Identifier: MIT
// game.ts - what a game brings to the browser: the default export of games/<folder>/web/index.tsx. web/README.md
// explains it with an example.
import type { ComponentType } from "preact";
import type { Rounds } from "./gist";
import type { Facts, TableEvent } from "./message";
import type { Row } from "./offer";
import type { Sound } from "./sound";

export interface TableProps {
  /** The game, for folders with several. */
  game: string;
  /** What this viewer may know now: the facts that `ninelives scenario` prints. */
  view: Facts;
  /** My seat; null: I look on (also in a replay). */
  me: number | null;
  seats: number;
  asked: number[];
  /** The moves I may make now, to be narrowed down; empty when I am not asked. */
  rows: Row[];
  /** Plays a move, written as text. */
  play(move: string): void;
  /** A move is on its way: nothing can be played until it is answered. */
  busy: boolean;
  options: Record<string, string>;
  /** The end of the time to answer (performance.now()) and how long it was in all. */
  clock: { ends: number; of: number } | null;
  replay: boolean;
}

/** A card that moves: from one place of the table to another (elements with data-at). */
export interface Flight {
  from: string;
  to: string;
  /** A card's name, or null for its back. */
  card: string | null;
  /** It leaves with its back up and shows its face on the way. */
  turns?: boolean;
  /** "burst" marks the place instead: an explosion that swells once and does not flash. A "token" is round. */
  kind?: "card" | "burst" | "stamp" | "token";
}

/** What is shown large while an event has its beat. Everything with words is in the reader's language. */
export interface Scene {
  /** flip: a card is held back up for a breath, then turned. boom: an explosion over the whole screen, with everybody's
   *  faces. stamp: a card's name stamped over the table. between: a card goes from one person to another. sign: a
   *  symbol shakes three times. word: a word is turned over. cats: all people look up. */
  kind: "flip" | "boom" | "stamp" | "between" | "sign" | "word" | "cats";
  /** It plays over the table as it was before. */
  early?: boolean;
  /** Who does it, and the other one whom it concerns. */
  seat?: number | undefined;
  other?: number | undefined;
  /** A card's name, or null for its back. */
  card?: string | null;
  /** Another picture than the card's. */
  face?: string;
  /** A symbol's name. */
  icon?: string;
  /** What stands on it. */
  text?: string;
  /** What it is about, in a sentence: what was stopped. */
  about?: string;
  /** How it feels: nobody needs colours to see it. */
  tone?: "good" | "plain" | "bad";
}

/** A field for one option, when a table is made and in the lobby. */
export interface FieldProps {
  label: string;
  value: string;
  values: readonly string[];
  /** What the table has won so far. */
  progress: readonly string[];
  onSet(value: string): void;
}

export interface GamePart {
  Table: ComponentType<TableProps>;
  /** What moves when this happens. `me` is my seat. */
  flights?(e: TableEvent, me: number | null): Flight[];
  /** What is shown large while this happens; most events are just shown on the table. */
  scene?(e: TableEvent, me: number | null, view: Facts): Scene | null;
  /** Where a move is made on the table, as selectors, in the order in which it is done: hints and the guide light what is
   *  there and not pressed yet. One that is given twice means two. */
  lit?(move: string, me: number): string[];
  /** Verbs that no hint proposes and no review judges: what they are worth is not for the engine to say. */
  unadvised?: readonly string[];
  /** What is heard when this happens. */
  sounds?: Record<string, Sound>;
  /** The name of the picture of a card's back. */
  back?(game: string, card?: string): string;
  /** An event not worth a sentence, because others say it already or it only says whose turn it is. `events`: all up to
   *  now, of which this is the one at `at`. */
  minor?(e: TableEvent, at: number, events: readonly TableEvent[]): boolean;
  /** How a round ends, if several of them make a game. */
  rounds?: Rounds;
  /** More of the result than who won: a score sheet, a map. */
  Result?: ComponentType<TableProps>;
  /** What the log shows of an event in games where players must remember things themselves. */
  remember?(e: TableEvent, options: Record<string, string>): TableEvent;
  /** The word in a cell in the reader's language, for sentences; without it they speak of cells by number. */
  cell?(view: Facts, cell: number): string | undefined;
  /** Own fields for options, by the option's name, where a list of values would say too little. */
  fields?: Record<string, ComponentType<FieldProps>>;
  /** Whose decision it is, in words, where "waiting for NAME" would say too little. */
  prompt?(p: { view: Facts; me: number | null; mine: boolean }): string | null;
}
