// SPDX-License-Identifier: MIT
// view.ts - the facts of Rat-a-Tat Cat with their types, what moves when something happens, and what the log may keep.
import type { Facts, Flight, TableEvent } from "web/kit";

export interface View {
  phase: string;
  turn: number;
  /** The card in hand; null: somebody holds one that I may not see; absent: nobody holds one. */
  card?: string | null;
  rows: (string | null)[][];
  pile: (string | null)[];
  discard: string[];
  knocked: number | null;
  scores: number[];
  round: number;
  dealer: number;
  out: boolean[];
  winner: number[] | null;
  left: number;
  aside: number;
  up: boolean;
}
/* The engine tells these facts in this shape (games/ratcat/view.c, ratcat_tell). */
export const asView = (facts: Facts): View => facts as unknown as View;

export const SLOTS = [1, 2, 3, 4], MOST_SEATS = 6;
export const BACK = "back-ratcat";
export const isNumber = (card: string): boolean => /^\d$/.test(card);
export const valueOf = (row: readonly (string | null)[]): number => row.reduce((sum, c) => sum + (c && isNumber(c) ? Number(c) : 0), 0);
export const slotAt = (seat: TableEvent[string], slot: TableEvent[string]): string => `slot-${String(seat)}-${String(slot)}`;
export const heldAt = (seat: TableEvent[string]): string => `held-${String(seat)}`;

const text = (x: TableEvent[string]): string | null => (typeof x === "string" ? x : null);

/** Where a card was and where it is, for every event that moves one. */
export function flights(e: TableEvent): Flight[] {
  const card = text(e["card"]), slot = slotAt(e.seat, e["slot"]), held = heldAt(e.seat);
  switch (e.e) {
    case "dealt": return Array.from({ length: MOST_SEATS }, (_, s) => ({ from: "pile", to: `row-${s}`, card: null }));
    case "turned": return [{ from: "pile", to: "discard", card, turns: true }];
    case "drew": return [{ from: "pile", to: held, card, turns: true }];
    case "took": return [{ from: "discard", to: held, card }];
    case "replaced": return [{ from: slot, to: "discard", card: text(e["out"]) }, { from: held, to: slot, card: text(e["in"]) }];
    case "discarded": case "draw2": return [{ from: held, to: "discard", card: card ?? "draw2" }];
    case "swapped": {
      const theirs = slotAt(e["with"], e["theirs"]);
      return [{ from: slot, to: theirs, card: null }, { from: theirs, to: slot, card: null }];
    }
    case "cleared": return [{ from: slot, to: "discard", card }];
    case "filled": return [{ from: "pile", to: slot, card }];
    case "shuffled": return [{ from: "discard", to: "pile", card: null }, { from: "discard", to: "pile", card: null }];
    default: return [];
  }
}

/** What only I saw, I have to remember myself: the log forgets it, unless the table plays with the memory aid. */
const PRIVATE: Record<string, string> = { looked: "card", peeked: "card", drew: "card", replaced: "in" };
export function remember(e: TableEvent, options: Record<string, string>): TableEvent {
  const key = PRIVATE[e.e];
  return key && options["aid"] !== "on" ? { ...e, [key]: null } : e;
}

/** The places that the last thing that happened was about. */
export function touched(events: readonly TableEvent[]): string[] {
  for (const e of [...events].reverse().slice(0, 8)) {
    if (e.e === "swapped") return [slotAt(e.seat, e["slot"]), slotAt(e["with"], e["theirs"])];
    if (e.e === "replaced" || e.e === "peeked") return [slotAt(e.seat, e["slot"])];
    if (e.e === "discarded" || e.e === "drew" || e.e === "took" || e.e === "dealt") return [];
  }
  return [];
}

const BUTTONS: Record<string, string> = { draw2: "draw", end: "check", knock: "knock" };
/* What cannot be undone is confirmed. */
const SURE = ".r-bar.chosen .button.main";
/** Where a move is made on this table, in the order in which it is done: piles, places, buttons. */
export function lit(move: string, me: number): string[] {
  const [verb = "", first = "", seat = "", theirs = ""] = move.split(" "), at = (place: string): string => `[data-at="${place}"]`;
  const button = BUTTONS[verb], mine = at(slotAt(me, Number(first)));
  if (verb === "take") return [at(first)];
  if (verb === "discard") return [at("discard"), SURE];
  if (verb === "swap") return [mine, at(slotAt(Number(seat.slice(1)), Number(theirs))), SURE];
  return button ? [`.r-bar:not(.chosen) .button:has(.sy-${button})`, SURE] : [mine, SURE];
}

/** That a turn begins is seen without words; where everybody looks before the first turn, and what they see is their own. */
export const minor = (e: TableEvent): boolean => e.e === "started" || (e.e === "looked" && e["card"] === null);
