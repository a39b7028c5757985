// SPDX-License-Identifier: MIT
// lesson.ts - what a game teaches in a first round: the default export of games/<folder>/web/guide.ts. web/README.md
// explains it. A lesson is one sentence; it is said once, when its situation first occurs.
import type { Args } from "./i18n";
import type { Facts, Options, TableEvent } from "./message";
import type { Row } from "./offer";

/** All that a lesson may depend on: what the learner can see anyway. */
export interface Situation {
  game: string;
  view: Facts;
  phase: string;
  me: number;
  /** The moves I may make now; none while others are asked. */
  rows: readonly Row[];
  /** What looks wise now, as a move; empty while it is being thought about. */
  wise: string;
  /** What has happened in this round. */
  log: readonly TableEvent[];
}

export interface Lesson {
  /** Its words in the game's catalogue. */
  key: string;
  when(s: Situation): boolean;
  /** What is filled into the words. */
  args?: ((s: Situation) => Args) | undefined;
  /** What it speaks of, as selectors: it is lit meanwhile. */
  at?: readonly string[] | undefined;
  /** It is said while others are asked, and nobody has to answer. */
  aside?: boolean | undefined;
}

export interface Guide {
  /** How many sit at the table, and under which options. */
  seats: number;
  options?: Options;
  /** Those that come first are said first. */
  lessons: readonly Lesson[];
  /** Kinds of reasons that speak against a move: what is wise is not explained by them. */
  against?: readonly string[];
  /** Cards that this situation is about: the line of the rules about each is a lesson too. */
  cards?(s: Situation): string[];
}

export const lesson = (key: string, when: Lesson["when"], more: Omit<Lesson, "key" | "when"> = {}): Lesson => ({ key, when, ...more });
