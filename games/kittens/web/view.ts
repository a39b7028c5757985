// SPDX-License-Identifier: MIT
// view.ts - the facts of the kittens family with their types, and what moves when something happens.
import type { Facts, Flight, TableEvent } from "web/kit";

export interface Action {
  card: string;
  by: number;
  target?: number;
  named?: string;
  nopes: number;
  devilcat?: number;
}
export interface View {
  phase: string;
  turn: number;
  owed: number;
  attacked: boolean;
  hands: (string | null)[][];
  pile: (string | null)[];
  discard: string[];
  alive: boolean[];
  godcat: "mat" | number | null;
  winner: number | null;
  action: Action | null;
}
/* The engine tells these facts in this shape (games/kittens/view.c, kittens_tell). */
export const asView = (facts: Facts): View => facts as unknown as View;

export const backOf = (game: string, card?: string): string => (card === "godcat" || card === "devilcat" ? "back-divine" : `back-${game}`);

/** The cards on top of the pile that this viewer knows. */
export function knownTop(v: View): string[] {
  const end = v.pile.findIndex((c) => c === null);
  return v.pile.slice(0, end < 0 ? v.pile.length : end).filter((c): c is string => c !== null).slice(0, 3);
}

const text = (x: TableEvent[string]): string | null => (typeof x === "string" ? x : null);
const COMBO = ["card1", "card2", "card3", "card4", "card5"];

/** Where a card was and where it is, for every event that moves one. */
export function flights(e: TableEvent, me: number | null): Flight[] {
  const at = (seat: TableEvent[string]): string => (seat === me ? "hand" : `seat-${String(seat)}`);
  const who = at(e.seat), card = text(e["card"]);
  switch (e.e) {
    case "got": case "drew": case "bottom": case "topped": return [{ from: "pile", to: who, card, turns: true }];
    case "played": return [{ from: who, to: "discard", card }];
    case "invoked": return [{ from: who, to: "discard", card: "godcat" }];
    case "paired": case "trio": case "five":
      return COMBO.map((k) => text(e[k])).filter((c) => c !== null).map((c) => ({ from: who, to: "discard", card: c }));
    case "noped": return [{ from: who, to: "discard", card: "nope" }];
    case "defused": return [{ from: who, to: "discard", card: text(e["with"]) }];
    case "gave": return [{ from: who, to: at(e["to"]), card }];
    case "stole": return [{ from: at(e["from"]), to: who, card }];
    case "took": return [{ from: "discard", to: who, card }];
    case "lost": return [{ from: who, to: "discard", card }];
    case "kitten": return [{ from: "pile", to: "stage", card: "kitten", turns: true }];
    case "buried": return [{ from: "stage", to: "pile", card: "kitten" }];
    case "exploded": return [{ from: "stage", to: e.seat === me ? "stage" : who, card: null, kind: "burst" }];
    default: return [];
  }
}

const HELD = ["play", "pair", "trio", "five", "give"];
/** Where a move is made on this table: cards of the hand, seats, piles, buttons. */
export function lit(move: string): string[] {
  const [verb = "", ...words] = move.replace(/ #\d+$/, "").split(" ");
  if (verb === "draw") return ['[data-at="pile"]', ".k-bar .button:has(.sy-draw)"];
  if (verb === "pass" || verb === "nope") return [`.k-window-go .${verb === "nope" ? "danger" : "main"}`];
  const seats = words.filter((w) => w.startsWith("@")).map((w) => `[data-at="seat-${w.slice(1)}"]`);
  const named = words.findIndex((w) => w.startsWith("@")), mine = named < 0 ? words : words.slice(0, named);
  if (HELD.includes(verb)) return [...mine.map((w) => `.k-held:has([data-card="${w.replace(/:.*/, "")}"])`), ...seats];
  return [...words.map((w) => `.k-ask .k-pick:has([data-card="${w}"])`), ".k-ask .button.main", ...seats];
}

/** Did somebody say Nope to what then happened? */
function wasContested(at: number, events: readonly TableEvent[]): boolean {
  let i = at - 1;
  while (events[i]?.e === "passed") i--;
  return events[i]?.e === "noped";
}
/** That a turn begins, ends by a Skip, and that nobody minds is seen without words; so are looks at cards not shown to me. */
export function minor(e: TableEvent, at: number, events: readonly TableEvent[]): boolean {
  if (e.e === "happened") return !wasContested(at, events);
  return e.e === "started" || e.e === "skipped" || ((e.e === "saw" || e.e === "altered") && e["card"] === null);
}
