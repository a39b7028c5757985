// SPDX-License-Identifier: MIT
// batch.ts - many tables of one game, played in step: for programs that learn to play. What every seat sees and may do are rows of
// numbers in the engine's own memory (lib/ninelives.h, "batches").
import { Engine, Refused } from "./engine.js";
import { settings } from "./table.js";
import type { Code, Wished } from "./types.js";

/** As lib/ninelives.h numbers them. */
const STATUS = ["ok", "bad_move", "over", "stale", "not_asked", "illegal", "bad_seats", "bad_option", "bad_argument"] as const;
const OBSERVE = 1, FORCED = 2;

export interface Size {
  /** How many; 1 unless it is said. */
  tables?: number;
  /** Table i is dealt from this and its number, and dealt again when it is over. */
  seed?: number | bigint;
  /** Make observations. */
  observe?: boolean;
  /** Also ask where only one action is possible; otherwise it is played at once. */
  forced?: boolean;
}

/** Some actions or features: their numbers are first, first + 1, ... */
export interface Numbered {
  name: string;
  first: number;
  count: number;
  meaning: string;
  /** The cards that they stand for, in order. */
  cards?: string[];
}
export interface Features {
  game: string;
  seats: number;
  actions: Numbered[];
  /** `most`: the largest value. */
  features: (Numbered & { most: number })[];
}

export class Batch {
  readonly tables: number;
  readonly seats: number;
  /** Actions are numbered from 0 to below this. */
  readonly actions: number;
  /** Bytes of one observation. */
  readonly features: number;
  private readonly at: number;
  private readonly taken: number;

  /** Batches are made by Ninelives. @internal */
  constructor(private readonly engine: Engine, game: string, wished: Wished, size: Size) {
    const flags = (size.observe ? OBSERVE : 0) | (size.forced ? FORCED : 0);
    const seed = BigInt.asUintN(64, BigInt(size.seed ?? 0));
    this.tables = size.tables ?? 1;
    this.at = engine.call("nl_batch_new", engine.call("nl_batch_game", game), settings(wished), this.tables, seed, flags, 1);
    if (!this.at) throw new Refused<Code>("bad_option", engine.text("nl_batch_why") ?? "");
    this.seats = this.ask("seats");
    this.actions = this.ask("actions");
    this.features = this.ask("features");
    this.taken = engine.call("nl_batch_room", 4 * this.tables);
    if (!this.taken) throw new RangeError("there is not enough memory");
  }

  private ask(what: string, ...args: (number | bigint | string)[]): number {
    return this.engine.call(`nl_batch_${what}`, this.at, ...args);
  }
  private checked(status: number): this {
    if (status) throw new Refused<Code>(STATUS[status] as Code, this.engine.text("nl_batch_why") ?? "");
    return this;
  }

  /* ---- where it stands: views of the engine's memory, which change with every step ------------------------ */

  /** [tables]: who decides now. */
  get seat(): Int8Array { return this.engine.array(Int8Array, this.ask("seat"), this.tables); }
  /** [tables][actions]: 1 where it is possible. */
  get mask(): Uint8Array { return this.engine.array(Uint8Array, this.ask("mask"), this.tables * this.actions); }
  /** [tables][features]: of that seat's view. */
  get observation(): Uint8Array { return this.engine.array(Uint8Array, this.ask("observation"), this.tables * this.features); }
  /** [tables]: the game ended in this step. */
  get done(): Uint8Array { return this.engine.array(Uint8Array, this.ask("done"), this.tables); }
  /** [tables][seats]: where it ended; else 0. */
  get reward(): Float32Array { return this.engine.array(Float32Array, this.ask("reward"), this.tables * this.seats); }
  /** [tables]: what step() does, for the caller to fill. */
  get action(): Int32Array { return this.engine.array(Int32Array, this.taken, this.tables); }
  /** Equal marks: the same game of that table, at the same point. */
  mark(table: number): bigint { return this.engine.wide("nl_batch_mark", this.at, table); }

  /** What every action and every feature is. */
  describe(): Features {
    const n = this.ask("describe", 0, 0) + 1, at = this.engine.call("nl_alloc", n);
    if (!at) throw new RangeError("there is not enough memory");
    this.ask("describe", at, n);
    const text = this.engine.textAt(at);
    this.engine.call("nl_free", at);
    return JSON.parse(text) as Features;
  }

  /* ---- playing ------------------------------------------------------------------------------------------- */

  /** One action for each table; without, those that stand in `action`. A big move takes up to three. Throws a Refused, and
   *  nothing has changed at any table, if one of them is not possible. */
  step(action?: ArrayLike<number>): this {
    if (action && action.length !== this.tables) throw new Refused<Code>("bad_argument", `there are ${this.tables} tables`);
    if (action) this.action.set(action);
    return this.checked(this.ask("step", this.taken));
  }

  /** Draws a possible action for each table, the same ones for the same seed and step; returns `action`. */
  random(seed: number | bigint = 0): Int32Array {
    this.checked(this.ask("random", BigInt.asUintN(64, BigInt(seed)), this.taken));
    return this.action;
  }

  /** A bot plays this seat at every table; it is not asked any more. Before the first step. */
  bot(seat: number, level: string, iterations = 1): this { return this.checked(this.ask("bot", seat, level, iterations)); }
  /** Deals all tables anew. */
  reset(seed: number | bigint): this { return this.checked(this.ask("reset", BigInt.asUintN(64, BigInt(seed)))); }
}
