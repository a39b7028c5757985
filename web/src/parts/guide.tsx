// SPDX-License-Identifier: MIT
// guide.tsx - the guide of a first round: one sentence at a time about what is asked now, then what would be wise and why,
// with the places lit where it is done. Whoever plays otherwise is not held up. Loaded only at such a table.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { guides } from "virtual:tables";
import { cardHelp, kindHelp } from "../cardhelp";
import type { GamePart } from "../game";
import { t } from "../i18n";
import { insistOnCode } from "../insist";
import type { Guide, Lesson, Situation } from "../lesson";
import { type Row, expand } from "../offer";
import { useRules } from "../screens/rules";
import { gameInfo, keepTable, log, me, moment, myTurn, pending, play, rows, table, tables } from "../store";
import { guideSilent } from "../ui";
import { tellMove } from "../voice";
import { Button, Icon, nameOf } from "./basic";
import { type Hint, light, question, sentenceOf } from "./hint";

/* So many lessons at one question, at most: then it is time to play. */
const MOST = 3;
/* A button for the wise move appears where another has just been pressed; so long it does nothing. */
const AWAKE = 400;

function useGuide(folder: string): Guide | null {
  const [guide, setGuide] = useState<Guide | null>(null);
  useEffect(() => {
    const load = guides[folder];
    if (load) void insistOnCode(load).then((m) => setGuide(m.default));
  }, [folder]);
  return guide;
}

/* ---- what is to be said ------------------------------------------------------------- */

interface Said { key: string; text: string; at: readonly string[] }

const saidBy = (l: Lesson, s: Situation): Said => ({ key: l.key, text: t(l.key, l.args?.(s)), at: l.at ?? [] });
/** What the rules say of a card. */
function aboutCard(card: string, rules: string): Said[] {
  const name = nameOf(card), help = cardHelp(rules, name), line = help ? t("guide.card", { t: name, why: help }) : kindHelp(rules, name);
  return line ? [{ key: `card.${card}`, text: line, at: [] }] : [];
}
/** The lessons that fit and were not given before, the first first. */
function due(guide: Guide, s: Situation, given: readonly string[], rules: string): Said[] {
  const mine = s.rows.length > 0, fits = (l: Lesson): boolean => !given.includes(l.key) && mine === !l.aside && l.when(s);
  const cards = mine ? (guide.cards?.(s) ?? []).flatMap((c) => aboutCard(c, rules)).filter((x) => !given.includes(x.key)) : [];
  return [...guide.lessons.filter(fits).map((l) => saidBy(l, s)), ...cards];
}

/** The only move there is, if there is only one. */
const onlyMove = (offer: readonly Row[]): string | null => {
  const [first, second] = expand(offer, 2);
  return first !== undefined && second === undefined && !/ [A-Z]+\b/.test(first) ? first : null;
};

interface Wise { move: string; text: string }
/** What would be wise, in words; null while it is being thought about. */
function wiseNow(guide: Guide | null, hint: Hint, only: string | null): Wise | null {
  if (only) return { move: only, text: t("guide.only", { t: tellMove(only) }) };
  if (hint.best) return { move: hint.best.move, text: sentenceOf(hint.best, guide?.against) };
  const any = hint.none ? expand(rows.value, 1)[0] : undefined;
  return any === undefined ? null : { move: any, text: t("guide.any", { t: tellMove(any) }) };
}

/* ---- the panel -------------------------------------------------------------------------- */

/** Asks for advice at every question that leaves a choice. */
function useAdvice(hint: Hint, only: string | null): void {
  useEffect(() => { if (question.value && myTurn.value && !only) hint.ask(true); }, [question.value]);
}

/** Which lesson is shown. It counts as given when somebody goes on or answers; one said aside, when something is asked. */
function useLesson(code: string, guide: Guide | null, s: Situation | null, rules: string): [Said | null, () => void] {
  const given = tables.value.find((k) => k.here && k.code === code)?.guided ?? [], of = question.value;
  const [read, setRead] = useState({ of, n: 0 }), aside = useRef<string | null>(null), n = read.of === of ? read.n : 0;
  const now = (guide && s && (n < MOST || !s.rows.length) ? due(guide, s, given, rules)[0] : undefined) ?? null;
  const give = (key: string | null): void => {
    const had = tables.peek().find((k) => k.here && k.code === code)?.guided;
    if (key && had && !had.includes(key)) keepTable({ code, here: true, guided: [...had, key] });
  };
  useEffect(() => { if (pending.value && myTurn.value) give(now?.key ?? null); }, [pending.value]);
  useEffect(() => { if (now && !s?.rows.length) aside.current = now.key; });
  useEffect(() => () => { give(aside.current); aside.current = null; }, [of]);
  return [now, () => { give(now?.key ?? null); setRead({ of, n: n + 1 }); }];
}

function DoIt({ onClick }: { onClick(): void }): JSX.Element {
  const [awake, setAwake] = useState(false);
  useEffect(() => { const timer = setTimeout(() => setAwake(true), AWAKE); return () => clearTimeout(timer); }, []);
  return <Button class="guide-do" disabled={!awake} onClick={onClick}>{t("guide.do")}</Button>;
}

/** A place that can be pressed comes next; what must be typed, the guide's own button does. Nothing, once a move is made, or
 *  while the rest of it is about to be shown. */
function comesNext(first: Element | undefined, begun: boolean): Element | undefined {
  if (pending.peek()) return undefined;
  const typed = first instanceof HTMLInputElement;
  return first && !typed ? first : begun && !typed ? undefined : document.querySelector(".guide-do:enabled") ?? undefined;
}
const goesOn = (): Element | undefined => document.querySelector(".guide-on") ?? undefined;

function situationNow(wise: string): Situation | null {
  const s = table.value, m = moment.value, seat = me.value;
  if (!s || !m || seat === null || s.phase !== "playing") return null;
  const asked = myTurn.value ? rows.value : [];
  return { game: s.game, view: m.view, phase: String(m.view["phase"]), me: seat, rows: asked, wise, log: log.value };
}

export function GuidePanel({ code, part, hint }: { code: string; part: GamePart; hint: Hint }): JSX.Element | null {
  const game = table.value?.game ?? "", guide = useGuide(gameInfo(game)?.folder ?? ""), rules = useRules(game);
  const only = myTurn.value ? onlyMove(rows.value) : null, wise = myTurn.value ? wiseNow(guide, hint, only) : null, move = wise?.move ?? "";
  const [lesson, goOn] = useLesson(code, guide, situationNow(move), rules);
  const mine = myTurn.value, told = lesson?.text ?? (mine ? wise?.text ?? t("hint.thinking") : "");
  useAdvice(hint, only);
  useEffect(() => {
    guideSilent.value = mine && guide !== null && !lesson;
    return () => { guideSilent.value = false; };
  }, [mine, guide, lesson?.key]);
  useEffect(() => {
    if (lesson) return light(() => lesson.at, mine ? goesOn : undefined);
    return move ? light(() => part.lit?.(move, me.peek() ?? 0) ?? [], comesNext) : undefined;
  }, [part, lesson?.key, mine, move, question.value]);
  return (
    <div class={`guide ${told ? "" : "none"}`} data-lesson={lesson?.key} data-move={lesson ? undefined : wise?.move}>
      {told && <Icon name={lesson ? "paw" : "bulb"} />}
      <p role="status">{told}</p>
      {lesson && mine && <Button key="on" kind="main" class="guide-on" onClick={goOn}>{t("guide.on")}</Button>}
      {!lesson && wise && <DoIt key={`do ${question.value}`} onClick={() => play(wise.move)} />}
    </div>
  );
}
