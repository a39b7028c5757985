// SPDX-License-Identifier: MIT
// own.tsx - own words for a game of words: pasted or typed, checked, and mixed with the game's.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { visible } from "../visible";
import { Button } from "./basic";

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

export function OwnWords({ count, onSet }: { count: number; onSet(words: string[]): void }): JSX.Element {
  const [text, setText] = useState(""), { words, wrong } = checkWords(text);
  return (
    <div class="field own-words">
      <label for="own-words">{t("own.title")}</label>
      <small>{count ? tn("own.count", count) : t("own.how")}</small>
      <textarea id="own-words" dir="auto" rows={4} value={text} placeholder={t("own.how")}
        onInput={(e) => setText(e.currentTarget.value)} />
      {wrong.length > 0 && <p class="fine" role="alert">{t("own.wrong", { t: wrong.slice(0, 5).join(" · ") })}</p>}
      <div class="own-go">
        <Button icon="check" disabled={!words.length} onClick={() => { onSet(words); setText(""); }}>{tn("own.use", words.length)}</Button>
        {count > 0 && <Button kind="quiet" icon="close" onClick={() => onSet([])}>{t("own.none")}</Button>}
      </div>
    </div>
  );
}
