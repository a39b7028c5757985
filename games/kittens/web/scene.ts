// SPDX-License-Identifier: MIT
// scene.ts - the moments of the kittens family that are shown large.
import type { Facts, Scene, TableEvent } from "web/kit";
import { actionText } from "./middle";
import { asView } from "./view";

const seat = (x: TableEvent[string]): number | undefined => (typeof x === "number" ? x : undefined);
const card = (x: TableEvent[string]): string | null => (typeof x === "string" ? x : null);
/** Cards that turn the whole table upside down when they are played. */
const GREAT = new Set(["armageddon"]);

export function sceneOf(e: TableEvent, _me: number | null, facts: Facts): Scene | null {
  const action = asView(facts).action;
  switch (e.e) {
    case "kitten": return { kind: "flip", early: true, seat: e.seat, card: "kitten", tone: "bad" };
    case "godcat": case "devilcat": return { kind: "flip", early: true, seat: e.seat, card: e.e };
    case "exploded": return { kind: "boom", early: true, seat: e.seat, tone: "bad" };
    case "noped": return { kind: "stamp", seat: e.seat, card: "nope", ...(action ? { about: actionText(action) } : {}) };
    case "stole": return { kind: "between", seat: seat(e["from"]), other: e.seat, card: card(e["card"]) };
    case "gave": return { kind: "between", seat: e.seat, other: seat(e["to"]), card: card(e["card"]) };
    case "played": return GREAT.has(String(e["card"])) ? { kind: "cats", seat: e.seat, card: String(e["card"]) } : null;
    case "won": return { kind: "cats", seat: e.seat, tone: "good" };
    default: return null;
  }
}
