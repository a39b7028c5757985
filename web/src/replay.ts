// SPDX-License-Identifier: MIT
// replay.ts - a log, played again by the engine: what was seen at every step, and whether the log is valid.
import type { Facts, TableEvent } from "./message";
import { type Ninelives, type Outcome, Refused, type Table, TRUTH } from "ninelives";

export interface Frame {
  n: number;
  move: string;
  by: number | null;
  events: TableEvent[];
  view: Facts;
  asked: number[];
}
/** What a line of a log says: which game it is, how far it has come, what the shuffles are made of, or a move. */
export type What = "head" | "mark" | "secret" | "move";
export interface Replayed {
  game: string;
  players: number;
  frames: Frame[];
  /** The line that is wrong, what kind of line it is, and why in the engine's words; null: all lines are valid. */
  wrong: { line: number; what: What; why: string } | null;
  committed: boolean;
  revealed: boolean;
  shuffles: number;
  lucks: number;
  outcome: Outcome | null;
}
/** A word that was said, and the cells it was for. */
export interface Meant {
  event: TableEvent;
  cells: number[];
}

const linesOf = (log: string): string[] => log.split("\n").map((l) => l.trimEnd()).filter(Boolean);

const whatOf = (line: string): What => (line.startsWith("mark ") ? "mark" : /^(commit|luck|secret) /.test(line) ? "secret" : "move");

/** Why the engine does not do it, in its words; null: it has been done. */
function wrongWith(deed: () => void): string | null {
  try { deed(); } catch (e) {
    if (e instanceof Refused) return e.message;
    throw e;
  }
  return null;
}

export function readReplay(engine: Ninelives, log: string, seat: number): Replayed {
  const lines = linesOf(log);
  const header = lines[0] ?? "";
  const out: Replayed = {
    game: header.split(" ")[2] ?? "", players: Number(/players=(\d+)/.exec(header)?.[1] ?? 0), frames: [], wrong: null,
    committed: lines.some((l) => l.startsWith("commit ")), revealed: lines.some((l) => l.startsWith("secret ")),
    shuffles: lines.filter((l) => /^\d+ c /.test(l)).length, lucks: lines.filter((l) => l.startsWith("luck ")).length, outcome: null,
  };
  let table: Table | undefined;
  const bad = wrongWith(() => { table = engine.open(header); });
  if (!table) return { ...out, wrong: { line: 1, what: "head", why: bad ?? "" } };
  for (const [i, line] of lines.slice(1).entries()) {
    const why = wrongWith(() => table?.replay(line));
    if (why) return { ...out, wrong: { line: i + 2, what: whatOf(line), why } };
    const found = /^(\d+) (\w) (.*)$/.exec(line);
    if (found) out.frames.push(frame(table, seat, found[2] ?? "", found[3] ?? ""));
  }
  out.outcome = table.result();
  return out;
}

function frame(table: Table, seat: number, by: string, text: string): Frame {
  const { n, events, view, asked } = table.step(seat);
  return { n, move: text, by: /\d/.test(by) ? Number(by) : null, events, view, asked };
}

/** Which words each clue of a round was for, where the engine has lore to tell. */
export function readMeant(engine: Ninelives, log: string): Meant[] {
  const [header = "", ...lines] = linesOf(log), out: Meant[] = [];
  wrongWith(() => {
    const table = engine.open(header);
    for (const line of lines) {
      const by = /^\d+ (\d) /.exec(line)?.[1];
      table.replay(line);
      const cells = by ? table.meant(Number(by)) : [], event = cells.length ? table.events(TRUTH)[0] : undefined;
      if (event) out.push({ event, cells });
    }
  });
  return out;
}
