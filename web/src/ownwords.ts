// SPDX-License-Identifier: MIT
// ownwords.ts - own words as somebody pastes them: which are fit to play with.
import { visible } from "./visible";

const MOST = 400, MOST_BYTES = 31;
export interface Checked { words: string[]; wrong: string[] }

/** One word a line, or with commas between. A word that comes twice counts once; one that is too long is wrong. */
export function checkWords(text: string): Checked {
  const out: Checked = { words: [], wrong: [] }, seen = new Set<string>();
  for (const word of visible(text).split(/[\n\r,;，、；\t]+/).map((w) => w.trim().replace(/\s+/g, " ")).filter(Boolean)) {
    const key = word.normalize("NFKC").toLowerCase();
    if (seen.has(key)) continue;
    seen.add(key);
    const fits = new TextEncoder().encode(word).length <= MOST_BYTES && /[\p{L}\p{N}\p{S}]/u.test(word) && out.words.length < MOST;
    (fits ? out.words : out.wrong).push(word);
  }
  return out;
}
