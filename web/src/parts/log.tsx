// SPDX-License-Identifier: MIT
// log.tsx - what has happened, in words, from my seat, as far as it is worth telling. The newest is last and in sight.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import type { TableEvent } from "../message";
import type { Meant } from "../replay";
import { type Sentence, tellMeant } from "../voice";

/** One event; for a clue also which words it was for, where that is known. */
export function Line({ e, text, meant }: { e: TableEvent; text: string | null; meant: readonly number[] | undefined }): JSX.Element {
  return (
    <li class={`log-${e.e} ${e.seat === undefined ? "" : `by-${e.seat % 10}`}`}>
      {text}{meant && <small class="log-meant">{tellMeant(e.seat, meant)}</small>}
    </li>
  );
}

export function Log({ lines, meant = [] }: { lines: readonly Sentence[]; meant?: readonly Meant[] }): JSX.Element {
  const ref = useRef<HTMLOListElement>(null);
  /* In the next frame, because a dialog has no height before it is open. */
  useEffect(() => {
    const soon = requestAnimationFrame(() => ref.current?.scrollTo({ top: ref.current.scrollHeight }));
    return () => cancelAnimationFrame(soon);
  }, [lines.length]);
  return (
    <ol class="log" ref={ref} tabIndex={0} aria-label={t("log")}>
      {lines.length === 0 && <li class="log-none">{t("log.none")}</li>}
      {lines.map(({ e, text }) => <Line key={e.n} e={e} text={text} meant={meant.find((m) => m.event.n === e.n)?.cells} />)}
    </ol>
  );
}
