// SPDX-License-Identifier: MIT
// wasm.ts - the engine as functions of strings and numbers (wasm/play.c says what each does).
import type { ErrorCode, Moment, TableEvent } from "./message";
import type { Advice, Review, SeatLine, Step } from "./review";

export interface Told extends Pick<Moment, "n" | "view" | "asked" | "offer"> {
  events: TableEvent[];
  /** This is a reaction window: everybody may answer before a card takes effect. */
  window: boolean;
  /** Grows when somebody is asked something new. */
  decision: number;
}
export interface Outcome {
  over: boolean;
  winners: number[];
  points: number[];
  place: number[];
  moves: number;
}
export const SPECTATOR = 13, TRUTH = 255;

/** The arguments of a game's events. Milliseconds for an answer, 0 no clock; how long bots seem to think; how long people look
 *  at what happens (`beats` of a game, in milliseconds) and how much of that everybody waits (`beats` of a pace, in percent). */
export interface Times {
  games: { id: string; events: Record<string, string>; beats: Record<string, number> }[];
  clocks: Record<string, { turn: number; window: number }>;
  paces: Record<string, { low: number; high: number; beats: number }>;
}

export interface Rules {
  times: Times;
  /** Lays out the table; bots sit down before the deal, so that they hear it. */
  start(header: string, secret: string, lucks: (string | null)[]): string | null;
  deal(): void;
  move(seat: number, text: string): ErrorCode | null;
  /** A move that a person makes now: its word must be legible to others. Kept moves are played by move(). */
  hear(seat: number, text: string): ErrorCode | null;
  /** What is wrong with a name, if anything. */
  name(text: string): ErrorCode | null;
  /** Plays the default move of a silent seat; `lot` draws where the rules want a move drawn by lot. */
  silent(seat: number, lot: number): ErrorCode | null;
  /** The game's own clock: after how many minutes it may end the round now; 0 is never. */
  minutes(): number;
  timeUp(): ErrorCode | null;
  bot(seat: number, level: string, seed: number): boolean;
  choose(seat: number, iterations: number): string | null;
  step(seat: number): Told;
  result(): Outcome;
  /** What a team has won so far, in a game of several rounds. */
  progress(): string[];
  journal(): string;
  /** The whole log of a round that is over: how it ended, and the secret. */
  reveal(): string;
  open(header: string): string | null;
  line(text: string): string | null;
  /** The cells that the clue this seat has just given was for, nearest first. */
  meant(seat: number): number[];
  /** What a word means in another language; null: the lore does not say. */
  gloss(game: string, word: string, from: string, to: string): string | null;
  /** The table becomes a world that this seat cannot tell from the real one; why it cannot, or null. */
  branch(seat: number, secret: string): string | null;
  /** Begins advice for a seat of the table here, which goes on by adviseMore(), false at its end. */
  advise(seat: number): boolean;
  /** The same for a table elsewhere, from what its server sent for this. */
  adviseFrom(game: string, seat: number, view: string, notes: string): boolean;
  adviseMore(): boolean;
  advice(): Advice | null;
  /** Opens a log to be reviewed; why it cannot be, or null. */
  review(log: string): string | null;
  reviewOf(): number;
  /** The next move; null: there is none. */
  reviewStep(): Step | null;
  reviewSums(players: number): Pick<Review, "lines" | "moments">;
  /** Lends the bots a volume of lore. */
  shelve(volume: Uint8Array): void;
  commit(secret: string): string;
}

/** Worlds in which advice tries moves out between two looks around. */
const WORLDS = 25;
type Exports = Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory };
const ENOSYS = 52;

/** The engine needs nothing from outside: whatever libc imports is refused. */
function refusals(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: WebAssembly.Imports = {};
  for (const i of WebAssembly.Module.imports(module)) (imports[i.module] ??= {})[i.name] = () => ENOSYS;
  return imports;
}

export async function loadRules(bytes: BufferSource): Promise<Rules> {
  const module = await WebAssembly.compile(bytes);
  const e = (await WebAssembly.instantiate(module, refusals(module))).exports as unknown as Exports;
  const call = (name: string, ...args: number[]): number => e[name]?.(...args) ?? 0;
  call("_initialize");

  /* When memory has grown, old views of it are invalid: every text takes a new one. */
  function read(at: number): string | null {
    if (!at) return null;
    const all = new Uint8Array(e.memory.buffer);
    return new TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
  }
  const code = (at: number): ErrorCode | null => read(at) as ErrorCode | null;
  function put(text: string): number {
    const bytes8 = new TextEncoder().encode(text), p = call("nl_alloc", bytes8.length + 1);
    if (!p) throw new RangeError("the text is too long for the engine");
    const all = new Uint8Array(e.memory.buffer);
    all.set(bytes8, p);
    all[p + bytes8.length] = 0;
    return p;
  }
  function withTexts(texts: string[], then: (...at: number[]) => number): number {
    const at = texts.map(put);
    try { return then(...at); } finally { if (at[0]) call("nl_free", at[0]); }
  }
  const asked = (name: string, ...args: number[]): string => {
    const text = read(call(name, ...args));
    if (text === null) throw new Error(`${name} has no answer`);
    return text;
  };
  const parsed = <T>(name: string, ...args: number[]): T | null => JSON.parse(read(call(name, ...args)) ?? "null") as T | null;
  function reviewStep(): Step | null {
    const step = parsed<Step>("nl_review_step"), advice = step?.mark ? parsed<Advice>("nl_review_options") : null;
    return step && advice ? { ...step, advice } : step;
  }
  return {
    times: JSON.parse(asked("nl_list")) as Times,
    start: (header, secret, lucks) =>
      read(withTexts([header, secret, lucks.map((l) => l ?? "-").join(" ")], (...p) => call("nl_start", ...p))),
    move: (seat, text) => code(withTexts([text], (t = 0) => call("nl_move", seat, t))),
    hear: (seat, text) => code(withTexts([text], (t = 0) => call("nl_hear", seat, t))),
    name: (text) => code(withTexts([text], (t = 0) => call("nl_name", t))),
    deal: () => { call("nl_deal"); },
    silent: (seat, lot) => code(call("nl_silent", seat, lot >>> 0)),
    minutes: () => call("nl_minutes"),
    timeUp: () => code(call("nl_time_up")),
    bot: (seat, level, seed) => withTexts([level], (l = 0) => call("nl_bot", seat, l, seed >>> 0, 0)) === 1,
    choose: (seat, iterations) => read(call("nl_choose", seat, iterations)),
    step: (seat) => JSON.parse(asked("nl_step", seat)) as Told,
    result: () => JSON.parse(asked("nl_result")) as Outcome,
    progress: () => JSON.parse(asked("nl_progress")) as string[],
    journal: () => asked("nl_journal"),
    reveal: () => asked("nl_reveal"),
    open: (header) => read(withTexts([header], (h = 0) => call("nl_open", h))),
    line: (text) => read(withTexts([text], (t = 0) => call("nl_line", t))),
    meant: (seat) => parsed<number[]>("nl_meant", seat) ?? [],
    gloss: (...texts) => read(withTexts(texts, (...p) => call("nl_gloss", ...p))),
    branch: (seat, secret) => read(withTexts([secret], (s = 0) => call("nl_branch", seat, s))),
    advise: (seat) => call("nl_advise", seat, 0) === 1,
    adviseFrom: (game, seat, view, notes) =>
      withTexts([game, view, notes], (g = 0, v = 0, n = 0) => call("nl_advise_from", g, seat, v, n, 0)) === 1,
    adviseMore: () => call("nl_advise_step", WORLDS) === 1,
    advice: () => parsed<Advice>("nl_advice"),
    review: (log) => read(call("nl_review", put(log), TRUTH, 0, 0)),           // the text is read until the last step
    reviewOf: () => call("nl_review_of"),
    reviewStep,
    reviewSums: (players) => ({
      lines: Array.from({ length: players }, (_, i) => parsed<SeatLine>("nl_review_line", i)).filter((l): l is SeatLine => !!l),
      moments: parsed<number[]>("nl_review_moments") ?? [],
    }),
    shelve: (volume) => {
      const at = call("nl_shelf", volume.length);
      if (at) new Uint8Array(e.memory.buffer).set(volume, at);
    },
    commit: (secret) => read(withTexts([secret], (s = 0) => call("nl_commit", s))) ?? "",
  };
}
