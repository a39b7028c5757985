// SPDX-License-Identifier: MIT
// intent.ts - what the chosen cards could be played as. Nothing is decided here: the offer is narrowed down.
import { type Row, choicesAt, fitting, narrow, offered, rowsOf } from "web/kit";

export interface Intent {
  kind: "play" | "as" | "pair" | "trio" | "five" | "give";
  /** The move so far, its cards in an order that was offered. */
  stem: string;
  /** Seats that may be named next; empty: the move is whole. */
  seats: number[];
}

/** Combos by how many cards they take. */
const COMBOS: Record<number, "pair" | "trio" | "five"> = { 2: "pair", 3: "trio", 5: "five" };
const seatsOf = (rows: readonly Row[], place: number): number[] =>
  choicesAt(rows, place).filter((w) => /^@\d+$/.test(w)).map((w) => Number(w.slice(1)));

export function intentOf(rows: readonly Row[], cards: readonly string[]): Intent | null {
  const [only] = cards;
  if (cards.length === 1 && only) {
    if (offered(rows, `give ${only}`)) return { kind: "give", stem: `give ${only}`, seats: [] };
    const plays = narrow(rowsOf(rows, "play"), [only]);
    if (plays.length) return { kind: "play", stem: `play ${only}`, seats: seatsOf(plays, 1) };
    return null;
  }
  const kind = COMBOS[cards.length];
  if (!kind) return null;
  const found = fitting(rowsOf(rows, kind), cards), first = found[0];
  if (!first) return null;
  const seats = [...new Set(found.flatMap((f) => seatsOf([f.row], cards.length)))];
  return { kind, stem: `${kind} ${first.order.join(" ")}`, seats };
}

/** What the Godcat may be played as. */
export const divine = (rows: readonly Row[]): string[] =>
  [...new Set(rowsOf(rows, "play").flatMap((r) => r.places[0] ?? []))].filter((w) => w.startsWith("godcat:"));
export const divineSeats = (rows: readonly Row[], as: string): number[] => seatsOf(narrow(rowsOf(rows, "play"), [as]), 1);

/** The cards that may be asked for with three of a kind. */
export function namedBy(rows: readonly Row[], stem: string): string[] {
  const words = stem.split(" ").slice(1);
  return choicesAt(narrow(rowsOf(rows, "trio"), words), words.length);
}

/** Could this card be part of anything now? */
export function useful(rows: readonly Row[], card: string): boolean {
  const spends = (r: Row): boolean => ["play", "pair", "trio", "five", "give"].includes(r.verb);
  return rows.some((r) => spends(r) && r.places.some((p) => p.some((w) => w === card || w.startsWith(`${card}:`))));
}
