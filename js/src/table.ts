// SPDX-License-Identifier: MIT
// table.ts - a game being played, and its log. A table has an engine of its own, so it is gone when nobody refers to it.
import { Engine, Refused } from "./engine.js";
import { Thought } from "./thought.js";
import { type Advice, CLOCK, type Code, type Deal, type Facts, type MoveCode, type Outcome, type TableEvent, type Told,
  type Wished } from "./types.js";

const SECRET = 32, TRIES = 1200;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

/** The secret of a deal, as 64 digits. */
function secretOf({ secret, seed }: Deal): string {
  if (secret !== undefined) return typeof secret === "string" ? secret : hex(secret);
  const bytes = new Uint8Array(SECRET);
  if (seed === undefined) crypto.getRandomValues(bytes);
  else new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, BigInt(seed)), true);
  return hex(bytes);
}

/** Options as they stand in a log's first line. */
export function settings(wished: Wished): string {
  const words = Object.entries(wished).map(([name, value]) => `${name}=${value}`), wrong = words.find((word) => /\s/.test(word));
  if (wrong !== undefined) throw new Refused<Code>("bad_option", `"${wrong}" is no word`);
  return words.join(" ");
}

/** A log's first lines: what is played, and the words that the table brings along. */
function headOf(game: string, wished: Wished, { own = [], without = [] }: Deal): string {
  return [`ninelives 1 ${game} ${settings(wished)}`, ...own.map((w) => `own ${w}`), ...without.map((w) => `without ${w}`)].join("\n");
}

/** Throws what the engine says is wrong: a code, or a sentence. */
function refuse(wrong: string | null, usual: Code): void {
  if (wrong === null) return;
  throw wrong.includes(" ") ? new Refused<Code>(usual, wrong) : new Refused<Code>(wrong as Code);
}

export class Table {
  /** Seats whose bot run() plays. */
  private bots = new Set<number>();

  /** The log's first line. */
  private header = "";

  /** Tables are made by Ninelives. @internal */
  constructor(private readonly engine: Engine) {}

  get game(): string { return this.header.split(" ")[2] ?? ""; }
  get seats(): number { return this.result().points.length; }

  /* ---- rounds -------------------------------------------------------------------------- */

  /** Lays out a round; it follows from the last one at this table who begins, and which words are left out. Nothing is dealt
   *  yet: bots sit down first, then settle(). */
  next(game: string, wished: Wished, deal: Deal = {}): this {
    return this.start(headOf(game, wished, deal), deal);
  }

  /** The same from a log's first lines. @internal */
  start(head: string, deal: Deal): this {
    const luck = deal.luck?.map((l) => l ?? "-").join(" ") ?? null;
    refuse(this.engine.text("nl_start", head, secretOf(deal), luck), "bad_option");
    return this.laidOut(head);
  }

  /** An empty table for the log that begins with this line. @internal */
  open(header: string): this {
    refuse(this.engine.text("nl_open", header), "bad_log");
    return this.laidOut(header);
  }

  private laidOut(head: string): this {
    this.header = head.split("\n")[0] ?? "";
    this.bots.clear();
    return this;
  }

  /** A table like this one, bots included, that goes its own way. */
  copy(): Table {
    const twin = new Table(this.engine.copy()).laidOut(this.header);
    twin.bots = new Set(this.bots);
    return twin;
  }

  /** A table that this seat, or TABLE, cannot tell from the real one: for searches. Its chance comes from the secret or seed
   *  too. Nobody has a bot there yet. */
  imagine(seat: number, deal: Pick<Deal, "secret" | "seed"> = {}): Table { return this.world("nl_imagine", seat, deal); }

  /** The same for a seat that is asked, which also remembers what it was told so far and believes some things more than
   *  others: what would have been, had it done something else. */
  branch(seat: number, deal: Pick<Deal, "secret" | "seed"> = {}): Table { return this.world("nl_branch", seat, deal); }

  private world(how: string, seat: number, deal: Deal): Table {
    const world = this.copy();
    refuse(world.engine.text(how, seat, secretOf(deal)), "bad_argument");
    return world.laidOut(this.header);
  }

  /* ---- how it stands ------------------------------------------------------------------- */

  over(): boolean { return this.result().over; }
  /** How many moves were played, those of chance included. */
  moves(): number { return this.result().moves; }
  /** One number of 64 bits for all its bytes: equal marks, equal tables, in whatever language they were played. */
  mark(): bigint { return this.engine.wide("nl_state_mark"); }
  result(): Outcome { return this.engine.told("nl_result"); }
  /** Who may act now. CHANCE: a shuffle is due. CLOCK: whoever keeps the time may say that it is up. Nobody: it is over. */
  toAct(): number[] {
    const bits = this.engine.call("nl_to_act");
    return Array.from({ length: CLOCK + 1 }, (_, seat) => seat).filter((seat) => bits >> seat & 1);
  }
  /** The moves of a seat, the one of the silent first. Where people say a word or a number, it says WORD or N. */
  legal(seat: number): string[] { return this.engine.told("nl_legal", seat); }
  /** All that a seat is told of this moment; TABLE for spectators, TRUTH for everything. */
  step(seat: number): Told { return this.engine.told("nl_step", seat); }
  /** The table as a seat is shown it. */
  tell(seat: number): Facts { return this.step(seat).view; }
  /** What the last settle, play or replay made happen, as a seat is told it. */
  events(seat: number): TableEvent[] { return this.step(seat).events; }
  /** What a team has won so far, in a game of several rounds. */
  progress(): string[] { return this.engine.told("nl_progress"); }
  /** The cells that the clue this seat has just given was for, nearest first; [] without lore. */
  meant(seat: number): number[] { return this.engine.json("nl_meant", seat) ?? []; }

  /* ---- playing ------------------------------------------------------------------------- */

  /** Plays the chance moves that are due, the deal among them. */
  settle(): this {
    this.engine.call("nl_deal");
    return this;
  }

  /** Plays a move, such as "draw", and what chance owes then. Throws a Refused if it cannot be played. */
  play(seat: number, move: string): this { return this.moved("nl_move", seat, move); }
  /** The same for what a person says now: a word must be legible to others. */
  hear(seat: number, move: string): this { return this.moved("nl_hear", seat, move); }
  /** Plays for a seat that says nothing. `lot`, any number, draws where the rules want a move drawn by lot. */
  silent(seat: number, lot: number): this { return this.moved("nl_silent", seat, lot >>> 0); }
  /** The game's own clock: after how many minutes it may end the round now; 0 is never. */
  minutes(): number { return this.engine.call("nl_minutes"); }
  timeUp(): this { return this.moved("nl_time_up"); }

  private moved(how: string, ...args: (number | string)[]): this {
    const code = this.engine.text(how, ...args) as MoveCode | null;
    if (code) throw new Refused<Code>(code, `${args.join(" ")}: ${code}`);
    return this;
  }

  /* ---- bots and advice ----------------------------------------------------------------- */

  /** Seats a bot. It knows what its seat has been told and hears the rest: before the deal, usually. */
  bot(seat: number, level: string, seed: number | bigint = 0): this {
    const wide = BigInt.asUintN(64, BigInt(seed)), low = Number(wide & 0xffffffffn), high = Number(wide >> 32n);
    const sits = this.engine.call("nl_bot", seat, level, low, high);
    if (!sits) throw new Refused<Code>("bad_argument", `there is no bot "${level}" for seat ${seat}`);
    this.bots.add(seat);
    return this;
  }

  /** The move that the bot of a seat would make, from its view alone; null if it has none, or is not asked. */
  choose(seat: number, iterations = TRIES): string | null { return this.engine.text("nl_choose", seat, iterations); }

  /** Bots play on until somebody without a bot is asked, or it is over. */
  run(iterations = TRIES): this {
    for (this.settle(); ;) {
      const seat = this.toAct().find((s) => this.bots.has(s)), move = seat === undefined ? null : this.choose(seat, iterations);
      if (seat === undefined || move === null) return this;
      this.play(seat, move);
    }
  }

  /** Every sensible move of a seat that is asked, with its chance and reasons, from its view alone. */
  advise(seat: number, iterations = 0): Advice {
    const thought = this.think(seat, iterations);
    if (!thought) throw new Refused<Code>("not_asked");
    while (thought.more()) continue;
    return thought.advice();
  }

  /** The same a little at a time; null if the seat is not asked. */
  think(seat: number, iterations = 0): Thought | null {
    return this.engine.call("nl_advise", seat, iterations) ? new Thought(this.engine) : null;
  }

  /* ---- logs ---------------------------------------------------------------------------- */

  /** The log so far; once it is over, with its mark and its secret. */
  log(): string { return this.engine.text("nl_reveal") ?? ""; }

  /** Plays a line of a log, as it stands there; throws a Refused if it does not fit. */
  replay(line: string): this {
    refuse(this.engine.text("nl_line", line), "bad_log");
    return this;
  }

  /** After the last line: chance goes on from the log's secret, or from its text if it does not say one. @internal */
  goOn(log: string): this {
    this.engine.call("nl_go_on", log);
    return this;
  }

  /** What the lines so far prove: that all shuffles come from the secret, or that they do not; null: there was no secret. */
  fair(): boolean | null { return [null, true, false][this.engine.call("nl_proof")] ?? null; }
}
