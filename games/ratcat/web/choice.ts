// SPDX-License-Identifier: MIT
// choice.ts - what has been tapped so far, and the move it makes. What cannot be undone takes two steps: choose, confirm.
import { useState } from "preact/hooks";
import { type Row, choicesAt, narrow, offered, rowsOf, seatsAt } from "web/kit";

export interface Choice {
  mine?: number;
  theirs?: { seat: number; slot: number };
  throwIt?: boolean;
  knock?: boolean;
}

/** A choice is about one question: another question forgets it. */
export function useChoice(rows: readonly Row[]): [Choice, (c: Choice) => void] {
  const question = JSON.stringify(rows), [kept, setKept] = useState<{ question: string; choice: Choice }>({ question: "", choice: {} });
  return [kept.question === question ? kept.choice : {}, (choice) => setKept({ question, choice })];
}

const slots = (rows: readonly Row[], place: number): number[] => choicesAt(rows, place).map(Number);

/** My places that may be tapped now. */
export function mySlots(rows: readonly Row[]): number[] {
  return [...new Set(["replace", "peek", "swap"].flatMap((verb) => slots(rowsOf(rows, verb), 0)))];
}

/** Their places that may be tapped: for a Swap. */
export function theirSlots(rows: readonly Row[], seat: number, c: Choice): number[] {
  const swaps = rowsOf(rows, "swap").filter((r) => r.places[1]?.includes(`@${seat}`));
  return slots(c.mine ? narrow(swaps, [String(c.mine)]) : swaps, 2);
}
export const swapSeats = (rows: readonly Row[]): number[] => seatsAt(rowsOf(rows, "swap"), 1);

/** The move that the choice amounts to, if it is whole. */
export function moveOf(rows: readonly Row[], c: Choice): string | null {
  const moves = [
    c.knock && "knock",
    c.throwIt && "discard",
    c.mine && `replace ${c.mine}`,
    c.mine && `peek ${c.mine}`,
    c.mine && c.theirs && `swap ${c.mine} @${c.theirs.seat} ${c.theirs.slot}`,
  ];
  return moves.find((m): m is string => !!m && offered(rows, m)) ?? null;
}
