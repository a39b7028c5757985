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
/* Moves that are one press of a button. */
const BUTTONS: Record<string, string> = {
  pass: ".k-window-go .main", nope: ".k-window-go .danger",
  stay: ".k-ask .button:has(.sy-hand)", swap: ".k-ask .button.main:has(.sy-swap)",
  keep: ".k-ask .k-row .button:first-child", top: ".k-ask .k-row .button:last-child",
  "steal other": ".k-ask .k-pick:first-child", "steal godcat": ".k-ask .k-pick:last-child",
};
/* What has just been seen is put aside first. */
const SEEN = ".k-seen .button.main", GO = ".k-ask .button.main", PLAY = ".k-bar.chosen .button.main";
const holds = (card: string): string => `:has([data-card="${card}"])`;
const seatAt = (word: string): string => `[data-at="seat-${word.slice(1)}"]`;

/** Cards of the hand, then whom they are aimed at, then a card that is asked for by name; or the button that plays them. */
function litHeld(words: readonly string[]): string[] {
  const at = words.findIndex((w) => w.startsWith("@")), mine = at < 0 ? words : words.slice(0, at), as = words[0]?.split(":")[1];
  const named = at < 0 ? undefined : words[at + 1];
  return [
    ...mine.map((w) => `.k-held${holds(w.replace(/:.*/, ""))}`),
    ...(as ? [`.k-as .button${holds(as)}`] : []),
    at < 0 ? PLAY : seatAt(words[at] ?? ""),
    ...(named ? [`.k-pick${holds(named)}`, "dialog .button.main"] : []),
  ];
}

/** How deep the kitten would be put now decides where to press. */
function litDefuse(words: readonly string[]): string[] {
  const depth = document.querySelector<HTMLInputElement>(".k-deep-set input"), at = Number(depth?.value ?? 0), to = Number(words.at(-1));
  const step = to === Number(depth?.max) ? ":last-child" : to > at ? ":has(.sy-down)" : ":has(.sy-up)";
  const star = words[0] === "godcat" ? [".k-deep-set .button:has(.sy-star)"] : [];
  return [...star, at === to ? GO : `.k-deep-steps .button${step}`];
}

/** Which cat lies before whom: turn them round if need be. */
function litSet([cat = "", seat = ""]: readonly string[]): string[] {
  const wrong = `.k-cats:not(:has(figure:first-child [data-card="${cat}"]))`;
  return [`.k-target[data-seat="${seat.slice(1)}"]`, `${wrong} .button:has(.sy-swap)`, GO];
}

/** Where a move is made on this table, in the order in which it is done: cards of the hand, seats, piles, buttons. */
export function lit(move: string): string[] {
  const whole = move.replace(/ #\d+$/, ""), [verb = "", ...words] = whole.split(" "), button = BUTTONS[whole];
  if (button) return [SEEN, button];
  if (verb === "draw") return [SEEN, '[data-at="pile"]', ".k-bar .button:has(.sy-draw)"];
  if (HELD.includes(verb)) return [SEEN, ...litHeld(words)];
  if (verb === "defuse") return [SEEN, ...litDefuse(words)];
  return [SEEN, ...(verb === "set" ? litSet(words) : [...words.map((w) => `.k-ask .k-pick${holds(w)}`), GO])];
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
