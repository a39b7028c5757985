// SPDX-License-Identifier: MIT
// words.ts - the words of the box in every language, so that everybody reads the table in their own; and which words a
// clue comes too close to. The engine judges clues; this only says beforehand what it would point out.
import { languages } from "virtual:languages";
import rows from "../words/words.tsv";

/* The languages the box has words in: its columns, which its first line names. */
const LANGS = (rows.split("\n", 1)[0] ?? "").split("\t").slice(1);
const concepts = rows.split("\n").filter((l) => l && !l.startsWith("#")).map((l) => l.split("\t").slice(1));
const index = LANGS.map((_, i) => new Map(concepts.map((names, n) => [names[i] ?? "", n])));

/** The language that most of these words are in, a table's own words aside; null if none is in the box. */
export function langOf(words: readonly string[]): string | null {
  const known = index.map((names) => words.filter((w) => names.has(w)).length), most = Math.max(...known);
  return most ? LANGS[known.indexOf(most)] ?? null : null;
}
/** The same word in another language. */
export function translate(word: string, from: string | null, to: string): string {
  const n = from === null ? undefined : index[LANGS.indexOf(from)]?.get(word);
  return (n === undefined ? undefined : concepts[n]?.[LANGS.indexOf(to)]) ?? word;
}

/** The languages a clue at such a table may be in, for somebody who does not read it; none when they probably do. */
export function foreign(clue: string, table: string | null, mine: string): string[] {
  const letter = clue.codePointAt(0) ?? 0;
  const written: string[] = languages.filter(({ letters: [first, last] }) => letter >= first && letter <= last).map((l) => l.code);
  const likely = written.sort((a, b) => Number(b === table) - Number(a === table));
  return likely[0] === mine ? [] : likely.filter((l) => l !== mine);
}

/* ---- clues that come too close (games/duet/clue.c) -------------------------------------- */

const FINALS: Record<string, string> = { ך: "כ", ם: "מ", ן: "נ", ף: "פ", ץ: "צ" };
const fold = (word: string): string =>
  word.normalize("NFKD").toLowerCase().replace(/[\p{M}\s_\-־]/gu, "").replace(/[ךםןףץ]/g, (c) => FINALS[c] ?? c);

interface Script {
  shortest: number;
  endings: string[];
}
const LATIN: Script = { shortest: 3, endings: ["ings", "ing", "ies", "ed", "es", "ers", "er", "ly", "s", "y", "e", "a", "i", "o"] };
const HEBREW: Script = { shortest: 2, endings: ["ימ", "ות", "ית", "ה", "ת", "י"] };
const OTHER: Script = { shortest: 1, endings: [] };
const scriptOf = (word: string): Script => (/^[\u0590-\u05ff]/.test(word) ? HEBREW : /^[^\u0590-\uffff]/.test(word) ? LATIN : OTHER);

function stem(s: Script, word: string): string {
  const end = s.endings.find((e) => word.length >= e.length + s.shortest && word.endsWith(e));
  return end ? word.slice(0, -end.length) : word;
}
function alike(clue: string, word: string): boolean {
  const s = scriptOf(clue), [little, big] = clue.length < word.length ? [clue, word] : [word, clue];
  return (little.length >= s.shortest && big.includes(little)) || (stem(s, clue).length >= s.shortest && stem(s, clue) === stem(s, word));
}

export type Close = { kind: "same" | "alike"; word: string } | { kind: "several" } | null;
/** What would be pointed out about a clue, given the words still open. */
export function tooClose(clue: string, open: readonly string[], most: number): Close {
  const said = fold(clue);
  if (!said) return null;
  if (clue.trim().split(/[\s_]+/).length > most) return { kind: "several" };
  const same = open.find((w) => fold(w) === said);
  if (same) return { kind: "same", word: same };
  const near = open.find((w) => alike(said, fold(w)));
  return near ? { kind: "alike", word: near } : null;
}

const MOST_BYTES = 47;
/** A clue as the notation writes it, no longer than it may be. An emoji of several parts is not left with a loose end. */
export const asTyped = (text: string): string => {
  let out = text.replace(/^\s+/, "");
  while (new TextEncoder().encode(out).length > MOST_BYTES) out = out.replace(/.$/su, "").replace(/(\u200d|[0-9#*]\ufe0f)$/, "");
  return out;
};
export const asSent = (text: string): string => text.trim().replace(/\s+/g, "_");
