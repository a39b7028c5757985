// SPDX-License-Identifier: MIT
// thought.ts - what takes long, a little at a time, so that a page can do something else in between, or stop: advice for a
// seat, and the review of a whole game.
import { Engine, Refused } from "./engine.js";
import { type Advice, type Code, type SeatLine, type Step, TRUTH } from "./types.js";

/** Worlds in which advice tries moves out in one go. */
const WORLDS = 25;

/** Advice in the making. */
export class Thought {
  constructor(private readonly engine: Engine) {}
  /** Goes on a little; false: it is done. */
  more(): boolean { return this.engine.call("nl_advise_step", WORLDS) === 1; }
  /** What is known so far. */
  advice(): Advice { return this.engine.told("nl_advice"); }
}

/** How thoroughly a game is reviewed; 0: as usual. For one seat it may still be going on. */
export interface Effort {
  seat?: number;
  tries?: number;
  rollouts?: number;
}

/** Every decision of a game with all that could have been done, everybody's chances, and how much of it was luck. */
export class Review {
  /** How many moves there are. */
  readonly moves: number;

  constructor(private readonly engine: Engine, log: string, { seat = TRUTH, tries = 0, rollouts = 0 }: Effort) {
    const why = engine.text("nl_review", engine.put(log), seat, tries, rollouts);            // the log is read until the last step
    if (why) throw new Refused<Code>(why === "not_over" ? why : "bad_log", why);
    this.moves = engine.call("nl_review_of");
  }

  /** Reviews the next move; null: there is none. */
  step(): Step | null {
    const step = this.engine.json<Step>("nl_review_step"), advice = step?.mark ? this.engine.json<Advice>("nl_review_options") : null;
    return step && advice ? { ...step, advice } : step;
  }
  /** What became of the first so many seats so far. */
  lines(seats: number): SeatLine[] {
    const lines = Array.from({ length: seats }, (_, seat) => this.engine.json<SeatLine>("nl_review_line", seat));
    return lines.filter((line): line is SeatLine => line !== null);
  }
  /** The numbers of the moves that decided the game so far. */
  moments(): number[] { return this.engine.told("nl_review_moments"); }
}
