// SPDX-License-Identifier: MIT
// voice.ts - events and moves of this table as sentences for this viewer.
import { listing, moveForms, t, word } from "./i18n";
import type { TableEvent } from "./message";
import type { Reason } from "./review";
import { type Voice, moveSentence, reasonSentence, sentence } from "./say";
import { eventKinds, me, moment, reasonKinds, seatCalled, table } from "./store";
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
export interface TellTale { e: TableEvent; text: string }
/** The events that are worth a sentence, and their sentences; `from`: only those from that one on. */
export function story(events: readonly TableEvent[], from = 0): TellTale[] {
  const voice = tableVoice(), minor = gamePart.value?.minor;
  return events.flatMap((e, at) => {
    const text = at < from || minor?.(e, at, events) ? null : sentence(voice, e);
    return text ? [{ e, text }] : [];
  });
}
export const tellMove = (move: string): string => moveSentence(tableVoice(), moveForms(), move);
/** A move among others: one with an open word is that word. */
export function tellOption(move: string): string {
  const [verb = "", ...rest] = move.split(" "), open = moveForms().some((f) => f.startsWith(`${verb} W`));
  return open ? rest.join(" ").replaceAll("_", " ") : tellMove(move);
}
export const tellReason = (r: Reason): string | null => reasonSentence(tableVoice(), reasonKinds(table.value?.game ?? ""), r);
/** Which cells a clue was for, in the reader's language. For a bot's clue it is certain, for a person's a guess. */
export function tellMeant(seat: number | undefined, cells: readonly number[]): string {
  const { cell } = tableVoice(), bot = seat !== undefined && table.value?.seats[seat]?.bot;
  return t(bot ? "meant" : "meant.maybe", { words: listing(cells.map((i) => cell?.(i) ?? String(i + 1))) });
}
