// SPDX-License-Identifier: MIT
// voice.ts - events and moves of this table as sentences for this viewer.
import { listing, moveForms, t, word } from "./i18n";
import type { Facts, TableEvent } from "./message";
import type { Reason } from "./review";
import { type Voice, moveSentence, reasonSentences, sentence } from "./say";
import { eventKinds, me, moment, reasonKinds, seatCalled, table } from "./store";
import { gamePart } from "./ui";

export function tableVoice(view = moment.value?.view): Voice {
  const s = table.value;
  return {
    word: (key) => word(key), seat: seatCalled, viewer: me.value, seats: s?.seats.length ?? 0, kinds: eventKinds(s?.game ?? ""),
    cell: (i) => view && gamePart.value?.cell?.(view, i), listing,
  };
}
export const tell = (e: TableEvent): string | null => sentence(tableVoice(), e);
export interface Sentence { e: TableEvent; text: string }
/** The events that are worth a sentence, and their sentences: all of them, or those from one to before another, said of the
 *  table as this view has it. */
export function story(events: readonly TableEvent[], from = 0, to = events.length, view?: Facts): Sentence[] {
  const voice = tableVoice(view), minor = gamePart.value?.minor;
  return events.slice(from, to).flatMap((e, i) => {
    const text = minor?.(e, from + i, events) ? null : sentence(voice, e);
    return text ? [{ e, text }] : [];
  });
}
/** Several sentences as one text. */
export const inOne = (lines: readonly Pick<Sentence, "text">[]): string =>
  lines.map(({ text }) => (/[。！？]$/.test(text) ? text : /[.!?]$/.test(text) ? `${text} ` : `${text}. `)).join("").trimEnd();
export const tellMove = (move: string): string => moveSentence(tableVoice(), moveForms(), move);
const hasWord = (verb: string): boolean => moveForms().some((f) => f.startsWith(`${verb} W`));
/** A move among others: one with an open word is that word. */
export function tellOption(move: string): string {
  const [verb = "", ...rest] = move.split(" ");
  return hasWord(verb) ? rest.join(" ").replaceAll("_", " ") : tellMove(move);
}
/** Is it a move that may not be judged although there was a choice: a word that no book has, or what no hint proposes? */
export function isBeyond(move: string): boolean {
  const [verb = ""] = move.split(" ");
  return hasWord(verb) || (gamePart.value?.unadvised?.includes(verb) ?? false);
}
export const tellReasons = (all: readonly Reason[]): string[] =>
  reasonSentences(tableVoice(), reasonKinds(table.value?.game ?? ""), all);
/** Which cells a clue was for, in the reader's language. For a bot's clue it is certain, for a person's a guess. */
export function tellMeant(seat: number | undefined, cells: readonly number[]): string {
  const { cell } = tableVoice(), bot = seat !== undefined && table.value?.seats[seat]?.bot;
  return t(bot ? "meant" : "meant.maybe", { words: listing(cells.map((i) => cell?.(i) ?? String(i + 1))) });
}
