// SPDX-License-Identifier: MIT
// library.ts - the whole library: which games there are, and how one comes to tables, logs and reviews.
import { Engine, Refused } from "./engine.js";
import { Batch, type Size } from "./batch.js";
import { Table } from "./table.js";
import { type Effort, Review, Thought } from "./thought.js";
import type { Code, Deal, GameInfo, Verdict, Wished } from "./types.js";

/** What a server and a table on one device share: milliseconds for an answer (0: no clock); how long bots seem to think, and how
 *  much of the beats of a game everybody waits, in percent. */
interface Times {
  clocks: Record<string, { turn: number; window: number }>;
  paces: Record<string, { low: number; high: number; beats: number }>;
}

const linesOf = (log: string): string[] => log.split("\n").map((line) => line.trimEnd()).filter(Boolean);

/** The luck of each seat as a log tells it; undefined where nothing was promised. */
function luckOf(lines: string[]): (string | null)[] | undefined {
  if (!lines.some((line) => line.startsWith("commit "))) return undefined;
  const luck: (string | null)[] = [];
  for (const [, seat, value] of lines.map((line) => /^luck (\d) (\w+)/.exec(line) ?? [])) if (value) luck[Number(seat)] = value;
  return Array.from(luck, (value) => value ?? null);
}

export class Ninelives {
  readonly games: readonly GameInfo[];
  /** Levels of bots, the weakest first. */
  readonly bots: readonly string[];
  readonly clocks: Times["clocks"];
  readonly paces: Times["paces"];
  private readonly engine: Engine;
  private readonly shelf: Uint8Array[] = [];

  /** load() makes it. */
  constructor(private readonly module: WebAssembly.Module) {
    this.engine = this.another();
    ({ games: this.games, bots: this.bots, clocks: this.clocks, paces: this.paces } =
      this.engine.told<Times & { games: GameInfo[]; bots: string[] }>("nl_list"));
  }

  private another(): Engine { return new Engine(this.module, this.shelf); }

  /* ---- tables and logs ------------------------------------------------------------------ */

  /** Sets up a table, of the fewest players unless the options say how many. Nothing is dealt yet: bots sit down first, then
   *  settle(). */
  table(game: string, options: Wished = {}, deal: Deal = {}): Table {
    return new Table(this.another()).next(game, { players: this.info(game).seats[0], ...options }, deal);
  }

  private info(game: string): GameInfo {
    const info = this.games.find((g) => g.id === game);
    if (!info) throw new Refused<Code>("bad_argument", `there is no game "${game}"`);
    return info;
  }

  /** Many tables of one game, played in step by numbered actions: for programs that learn. */
  batch(game: string, options: Wished = {}, size: Size = {}): Batch {
    return new Batch(this.another(), game, { players: this.info(game).seats[0], ...options }, size);
  }

  /** An empty table for the log that begins with this line; its replay() plays the others. */
  open(header: string): Table { return new Table(this.another()).open(header); }

  /** A table from a log, played as far as the log goes. Chance goes on from the secret that is given, or that the log says, or
   *  from the text of the log. `each` looks at the table after every line. */
  read(log: string, { secret, each }: Pick<Deal, "secret"> & { each?: (table: Table) => void } = {}): Table {
    const [header = "", ...rest] = linesOf(log);
    const play = (table: Table, line: string): Table => {
      table.replay(line);
      each?.(table);
      return table;
    };
    if (secret === undefined) return rest.reduce(play, this.open(header)).goOn(log);
    const head = [header, ...rest.filter((line) => /^(own|without) /.test(line))].join("\n");
    const table = new Table(this.another()).start(head, { secret, luck: luckOf(rest) });
    return rest.filter((line) => /^\d/.test(line)).reduce(play, table);
  }

  /** Does every shuffle come from the secret that the log ends with, and the secret fit what was promised? */
  verify(log: string): Verdict {
    let table: Table | undefined, line = 0;
    try {
      for (const text of log.split("\n").map((l) => l.trimEnd())) {
        line++;
        if (table && text) table.replay(text);
        table ??= this.open(text);
      }
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      return { status: table?.fair() === false ? "unfair" : "bad_log", line, why: e.message };
    }
    return { status: table?.fair() ? "ok" : "no_secret" };
  }

  /** Reviews a finished game, or one seat of any, move by move. */
  review(log: string, effort: Effort = {}): Review { return new Review(this.another(), log, effort); }

  /** Advice at a table that is elsewhere, from what its server sends for that (PROTOCOL.md, "Hints"); null: that is no view. */
  adviseFrom(game: string, seat: number, view: string, notes: string): Thought | null {
    const engine = this.another();
    return engine.call("nl_advise_from", game, seat, view, notes, 0) ? new Thought(engine) : null;
  }

  /* ---- words, names, secrets ------------------------------------------------------------ */

  /** Lends all bots, present and to come, a volume of lore: what they know about words in one language. */
  shelve(volume: Uint8Array): void { this.shelf.push(volume); }

  /** What a word means in another language; null: the lore does not say. */
  gloss(game: string, word: string, from: string, to: string): string | null {
    return this.engine.text("nl_gloss", game, word, from, to);
  }

  /** May somebody be called that: can others read it? */
  legible(name: string): boolean { return this.engine.call("nl_name", name) === 0; }

  /** What is shown of a secret (64 digits) before the deal. */
  commit(secret: string): string {
    const shown = this.engine.text("nl_commit", secret);
    if (shown === null) throw new Refused<Code>("bad_value", "a secret is 64 hexadecimal digits");
    return shown;
  }
}
