// SPDX-License-Identifier: MIT
// voice.ts - the voice in which events and moves are told at this table, to this viewer.
import { listing, moveForms, t, word } from "./i18n";
import type { TableEvent } from "./message";
import { type Voice, moveSentence, sentence } from "./say";
import { eventKinds, me, moment, seatCalled, table } from "./store";
import { gamePart } from "./ui";

export function tableVoice(): Voice {
  const s = table.value;
  return {
    word: (key) => word(key), seat: seatCalled, viewer: me.value, seats: s?.seats.length ?? 0, kinds: eventKinds(s?.game ?? ""),
    cell: (i) => {
      const view = moment.value?.view;
      return view && gamePart.value?.cell?.(view, i);
    },
  };
}
export const tell = (e: TableEvent): string | null => sentence(tableVoice(), e);
export const tellMove = (move: string): string => moveSentence(tableVoice(), moveForms(), move);
/** What a word was for: the cells, in the reader's language. Of people nobody can be sure. */
export function tellMeant(seat: number | undefined, cells: readonly number[]): string {
  const { cell } = tableVoice(), bot = seat !== undefined && table.value?.seats[seat]?.bot;
  return t(bot ? "meant" : "meant.maybe", { words: listing(cells.map((i) => cell?.(i) ?? String(i + 1))) });
}
