// SPDX-License-Identifier: MIT
// own.tsx - own words for a game of words: pasted or typed, checked, and mixed with the game's.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { checkWords } from "../ownwords";
import { Button } from "./basic";

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
