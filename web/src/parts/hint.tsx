// SPDX-License-Identifier: MIT
// hint.tsx - one tap: what looks best, and why, in one sentence; and the move lit on the table.
import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GamePart } from "../game";
import { percent, t } from "../i18n";
import { type Row, offered } from "../offer";
import type { Advice, Prospect } from "../review";
import { engine, me, moment, myTurn, pending, rows, table } from "../store";
import { gamePart } from "../ui";
import { tellOption, tellReasons } from "../voice";
import { Button } from "./basic";

/** A hint is for one question; it goes when another is asked. */
type State = { of: number; advice: Advice | null | "thinking" };
export interface Hint { ask(short?: boolean): void; close(): void; thinking: boolean; none: boolean; best: Prospect | null }

/** Grows with every new question to me. The same moves may be offered twice in a row; while others answer the same question,
 *  nothing changes in what I see. */
export const question = signal(0);
let asked = "";
effect(() => {
  const m = moment.value, now = myTurn.value && !pending.value && m ? JSON.stringify([m.round, m.offer, m.view]) : "";
  if (now && now !== asked) question.value = question.peek() + 1;
  asked = now;
});

/** May I ask for a hint? Here always; at a shared table where its host has allowed it, as everybody is told. */
export const mayAsk = (): boolean => myTurn.value && !pending.value && (table.value?.hints ?? false);

/** Does the advice fit what is offered now? An answer to a window is written with its depth. */
const fits = (offer: readonly Row[], move: string): boolean => offered(offer, move.replace(/ #\d+$/, ""));

const firstOf = ({ options }: Advice): Prospect | null =>
  options.find((o) => !gamePart.value?.unadvised?.includes(o.move.split(" ")[0] ?? "")) ?? null;

export function useHint(): Hint {
  const [state, setState] = useState<State | null>(null), of = question.value;
  const now = myTurn.value && state?.of === of ? state.advice : null, best = now && now !== "thinking" ? firstOf(now) : null;
  const ask = (short = false): void => {
    if (now === "thinking") return;
    const answered = (advice: Advice | null): void => setState((s) => (s?.of === of ? { of, advice } : s));
    setState({ of, advice: "thinking" });
    void engine.peek()?.hint(short).then(answered, () => answered(null));
  };
  const known = best && fits(rows.value, best.move) ? best : null;
  return {
    ask, close: () => setState(null), thinking: now === "thinking", best: known,
    none: myTurn.value && state?.of === of && state.advice !== "thinking" && !known,
  };
}

const isOn = (e: Element): boolean => e.getAttribute("aria-pressed") === "true";
/** What is at these places, in that order. An open dialog covers everything else. */
function findPlaces(places: readonly string[]): Element[] {
  const within = document.querySelector("dialog[open]") ?? document.querySelector(".table"), found: Element[] = [];
  for (const place of places) {
    const all = [...(within?.querySelectorAll(place) ?? [])].filter((e) => !found.includes(e));
    const next = all.find(isOn) ?? all[0];
    if (next) found.push(next);
  }
  return found;
}

/** What comes next: the first place that is still to be pressed, or else something outside of the table. `begun`: part of the
 *  move is made, and the table has not yet shown what comes after it. */
type Next = (first: Element | undefined, begun: boolean) => Element | undefined;

/** Lights these places and keeps them lit while the table changes. What is no longer to be pressed goes out. Returns how to put
 *  all of it out. */
export function light(places: () => readonly string[], next?: Next): () => void {
  const mark = (all: readonly (Element | undefined)[], name: string): void => {
    document.querySelectorAll(`[${name}]`).forEach((e) => { if (!all.includes(e)) e.removeAttribute(name); });
    all.forEach((e) => e?.setAttribute(name, ""));
  };
  const look = (): void => {
    const found = findPlaces(places()), lit = found.filter((e) => !isOn(e));
    mark(lit, "data-lit");
    if (next) mark([next(lit[0], lit.length < found.length)], "data-next");
  };
  const watch = new MutationObserver(look), attributeFilter = ["class", "aria-pressed", "disabled", "open"];
  watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter });
  look();
  return () => { watch.disconnect(); mark([], "data-lit"); mark([], "data-next"); };
}

/** Lights what the move is made of; whatever was lit before goes out. */
export function useLit(part: GamePart | null, move: string | undefined): void {
  useEffect(() => (move === undefined ? undefined : light(() => part?.lit?.(move, me.peek() ?? 0) ?? [])), [part, move]);
}

/** The move and the first reason for it; reasons of the kinds `but` are left out. */
export function sentenceOf(best: Prospect, but: readonly string[] = []): string {
  const move = `\u2068${tellOption(best.move)}\u2069`, [why] = tellReasons(best.why.filter((r) => !but.includes(r.is)));
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
