// SPDX-License-Identifier: MIT
// hint.tsx - one tap: what looks best, and why, in one sentence; and the move lit on the table.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GamePart } from "../game";
import { percent, t } from "../i18n";
import { type Row, offered } from "../offer";
import type { Advice, Prospect } from "../review";
import { engine, me, moment, myTurn, pending, rows, table } from "../store";
import { tellOption, tellReason } from "../voice";
import { Button } from "./basic";

/** A hint is for one question; it goes when another is asked. */
type State = { of: string; advice: Advice | null | "thinking" };
export interface Hint { ask(): void; close(): void; thinking: boolean; none: boolean; best: Prospect | null }

/** May I ask for a hint? Here always; at a shared table where its host has allowed it, as everybody is told. */
export const mayAsk = (): boolean => myTurn.value && !pending.value && (table.value?.hints ?? false);

/** Does the advice fit what is offered now? An answer to a window is written with its depth. */
const fits = (offer: readonly Row[], move: string): boolean => offered(offer, move.replace(/ #\d+$/, ""));

export function useHint(): Hint {
  const [state, setState] = useState<State | null>(null), m = moment.value, of = `${m?.round ?? 0} ${m?.offer.join() ?? ""}`;
  const now = myTurn.value && state?.of === of ? state.advice : null, best = now && now !== "thinking" ? now.options[0] ?? null : null;
  const ask = (): void => {
    if (now === "thinking") return;
    const answered = (advice: Advice | null): void => setState((s) => (s?.of === of ? { of, advice } : s));
    setState({ of, advice: "thinking" });
    void engine.peek()?.hint().then(answered, () => answered(null));
  };
  const known = best && fits(rows.value, best.move) ? best : null;
  return {
    ask, close: () => setState(null), thinking: now === "thinking", best: known,
    none: myTurn.value && state?.of === of && state.advice !== "thinking" && !known,
  };
}

/** Lights what the move is made of; whatever was lit before goes out. */
export function useLit(part: GamePart | null, best: Prospect | null): void {
  const move = best?.move;
  useEffect(() => {
    if (move === undefined) return;
    const lit: Element[] = [];
    for (const place of part?.lit?.(move, me.peek() ?? 0) ?? []) {
      const next = [...document.querySelectorAll(`.table ${place}, dialog ${place}`)].find((e) => !lit.includes(e));
      if (next) lit.push(next);
    }
    lit.forEach((e) => e.setAttribute("data-lit", ""));
    return () => lit.forEach((e) => e.removeAttribute("data-lit"));
  });
}

function sentenceOf(best: Prospect): string {
  const move = `\u2068${tellOption(best.move)}\u2069`, why = best.why.map(tellReason).find(Boolean);
  return why ? t("hint.say", { t: move, why }) : t("hint.plain", { t: move });
}

/** The sentence, until it is put away or another question is asked. */
export function HintLine({ hint }: { hint: Hint }): JSX.Element {
  const { best, thinking, none } = hint;
  return (
    <div class="hint-place" role="status">
      {(best || thinking || none) && (
        <div class="hint" data-move={best?.move}>
          <p>{best ? sentenceOf(best) : t(thinking ? "hint.thinking" : "hint.none")}
            {best && <> <small>{t("hint.chance", { t: percent(best.chance) })}</small></>}</p>
          {!thinking && <Button kind="quiet" icon="close" label={t("close")} onClick={hint.close} />}
        </div>
      )}
    </div>
  );
}
