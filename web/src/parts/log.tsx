// SPDX-License-Identifier: MIT
// log.tsx - what has happened, in words, from my seat. The newest is last and in sight.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import type { TableEvent } from "../message";
import { tell } from "../voice";

export function Log({ events }: { events: readonly TableEvent[] }): JSX.Element {
  const ref = useRef<HTMLOListElement>(null);
  useEffect(() => { ref.current?.scrollTo({ top: ref.current.scrollHeight }); }, [events.length]);
  const lines = events.map((e) => ({ e, text: tell(e) })).filter((x) => x.text);
  return (
    <ol class="log" ref={ref} tabIndex={0} aria-label={t("log")}>
      {lines.length === 0 && <li class="log-none">{t("log.none")}</li>}
      {lines.map(({ e, text }) => <li key={e.n} class={`log-${e.e} ${e.seat === undefined ? "" : `by-${e.seat % 10}`}`}>{text}</li>)}
    </ol>
  );
}
