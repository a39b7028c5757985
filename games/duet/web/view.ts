// SPDX-License-Identifier: MIT
// view.ts - the facts of Codenames: Duet with their types, and what moves when something happens.
import type { Facts, Flight, TableEvent } from "web/kit";

export interface View {
  phase: string;
  side: number | null;
  words: string[];
  keys: (string | null)[];
  marks: string[];
  bank: { bystander: number; green: number };
  clue: string | null;
  clues: { side: number; clue: string }[];
  found: number;
  taken: number;
  complete: number[];
  winner: boolean | null;
  score: number | null;
  verdict: string | null;
  done: string[];
  next: string[];
}
/* The engine tells these facts in this shape (games/duet/view.c, duet_tell). */
export const asView = (facts: Facts): View => facts as unknown as View;

export const CELLS = 25, ACROSS = 5, AGENTS = 15, GREENS = 9;
/** Sides sit in turns round the table. */
export const sideOf = (seat: number): number => seat % 2;
export const seatsOf = (side: number, seats: number): number[] =>
  Array.from({ length: seats }, (_, i) => i).filter((s) => sideOf(s) === side);
/** The side that is drawn nearest: mine, or the first for those who look on. */
export const nearSide = (me: number | null): number => (me === null ? 0 : sideOf(me));
export const isCovered = (mark: string): boolean => mark === "g" || mark === "x" || mark === "01";
/** Three faces, so that neighbours differ. */
export const agentAt = (cell: number): string => ["agent", "agent2", "agent3"][(cell + Math.floor(cell / ACROSS)) % 3] ?? "agent";
export const cityOf = (view: View, mission: string | undefined): string | null =>
  (mission && mission !== "none" ? mission : view.done[0] ?? null);

/** A clue is told as "word number"; its spaces are written as low lines. */
export function readClue(text: string): { word: string; number: number } {
  const at = text.lastIndexOf(" ");
  return { word: text.slice(0, at).replaceAll("_", " "), number: Number(text.slice(at + 1)) };
}

/** Whose turn it is to guess: the other side; in the last hope both. */
export const guesses = (view: View, side: number): boolean =>
  (view.phase === "hope" ? !view.complete.includes(1 - side) : view.phase === "guess" && view.side !== side);
export const gives = (view: View, side: number): boolean =>
  (view.phase === "clue" ? view.side === side || view.side === null : view.phase === "ruling" && view.side === side);

/** Tokens go from the bank to words and people. */
export function flights(e: TableEvent, me: number | null): Flight[] {
  const cell = `cell-${String(e["cell"])}`;
  switch (e.e) {
    case "guessed":
      if (e["colour"] === "x") return [{ from: cell, to: cell, card: null, kind: "burst" }];
      return e["colour"] === "g" ? [{ from: "agents", to: cell, card: agentAt(Number(e["cell"])), kind: "token" }] : [];
    case "marked": return [{ from: "bank", to: cell, card: "token-bystander", kind: "token" }];
    case "took": return [{ from: "bank", to: e.seat === me ? "taken" : `seat-${String(e.seat)}`, card: "token-agent", kind: "token" }];
    case "fined": return [{ from: "bank", to: "clue", card: "token-bystander", kind: "token" }];
    default: return [];
  }
}

const BUTTONS: Record<string, string> = { stop: "check", object: "object", insist: "chat", concede: "check", anew: "replay" };
/** Where a move is made on this table, in the order in which it is done: a word of the grid, the field for a clue, a button. */
export function lit(move: string): string[] {
  const [verb = "", cell = ""] = move.split(" ");
  if (verb === "guess") return [`[data-at="cell-${cell}"]`, ".d-go .button:has(.sy-target)"];
  return [verb === "clue" ? "#d-word" : `.d-go .button:has(.sy-${BUTTONS[verb] ?? ""})`];
}
