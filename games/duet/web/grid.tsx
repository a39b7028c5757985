// SPDX-License-Identifier: MIT
// grid.tsx - 25 words. The grid lies the same way for everybody, whatever direction they read; one tab stop, arrows
// inside. My side of the key is colour and symbol at once.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon, lang, number, picture, seatCalled, t, listing } from "web/kit";
import { ACROSS, CELLS, type View, agentAt, nearSide, seatsOf } from "./view";
import { langOf, translate } from "./words";

export const SYMBOLS: Record<string, string> = { g: "agent", x: "assassin", ".": "bystander" };
const KEYS: Record<string, string> = { g: "green", x: "black", ".": "tan" };
const ARROWS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: ACROSS, ArrowUp: -ACROSS };

/** The words as this reader sees them. */
export function wordsFor(view: View, tableLang: boolean): string[] {
  const from = langOf(view.words);
  return tableLang ? view.words : view.words.map((w) => translate(w, from, lang.value));
}
const colourName = (c: string | undefined): string => (c ? t(`card.${c}`) : "");
/** About how wide a word is, in letters of usual width: its longest part decides the size of its type. */
const letterWidth = (c: string): number =>
  /[\u2e80-\uffff]/.test(c) ? 1.85 : /[mwMW]/.test(c) ? 1.55 : /[iljtfrיון']/.test(c) ? 0.68 : 1.06;
const partWidth = (part: string): number => [...part].reduce((sum, c) => sum + letterWidth(c), 0);
const longest = (word: string): number => Math.max(...word.split(/[\s-]/).map(partWidth), 4);
/** The widths that decide the type of a board: most of its words fit the first, all of them the second. Words of any one
 *  board are so written in two sizes at most. */
function fitting(words: readonly string[]): { usual: number; long: number } {
  const wide = words.map(longest).sort((a, b) => a - b), long = wide.at(-1) ?? 4, usual = wide[Math.floor(wide.length * 0.8)] ?? long;
  return { usual: usual * 1.2 > long ? long : usual, long };
}

/** The token that was laid on a word, its arrow towards whoever guessed. */
function Arrow({ side, near, second }: { side: number; near: number; second: boolean }): JSX.Element {
  const cls = `d-arrow ${side === near ? "near" : "far"} ${second ? "second" : ""}`;
  return <img class={cls} src={picture("duet", "token-bystander")} alt="" />;
}

function whatLies(mark: string, seats: number): string {
  if (mark === "g") return t("mark.g");
  if (mark === "x") return t("mark.x");
  if (mark === "01") return t("mark.01");
  return mark ? t("d.missed", { t: listing(seatsOf(Number(mark), seats).map((s) => seatCalled(s, false))) }) : "";
}

interface CellProps {
  cell: number;
  word: string;
  usual: number;
  under: string | null;
  view: View;
  me: number | null;
  seats: number;
  can: boolean;
  chosen: boolean;
  meant: boolean;
  tab: boolean;
  onTap(): void;
  onFocus(): void;
}
function Cell({ cell, word, usual, under, view, me, seats, can, chosen, meant, tab, onTap, onFocus }: CellProps): JSX.Element {
  const near = nearSide(me), mark = view.marks[cell] ?? "";
  const key = view.keys[near]?.charAt(cell), open = me === null || view.phase === "over";
  const other = open ? view.keys[1 - near]?.charAt(cell) : undefined;
  const face = mark === "g" ? agentAt(cell) : mark === "x" ? "assassin" : null;
  const lies = `key-${KEYS[key ?? ""] ?? "none"} ${face ? "covered" : ""} ${mark === "01" ? "closed" : ""}`;
  const more = [key && me !== null && t("d.key.is", { t: colourName(key) }), whatLies(mark, seats), meant && t("d.meant")];
  const aloud = more.filter(Boolean).join(", ");
  return (
    <button type="button" id={`cell-${cell}`} data-at={`cell-${cell}`} data-cell={cell}
      tabIndex={tab ? 0 : -1} onFocus={onFocus} onClick={onTap}
      aria-disabled={!can} aria-pressed={can ? chosen || meant : undefined}
      class={`d-cell ${lies} ${can ? "can" : ""} ${chosen ? "on" : ""} ${meant ? "meant" : ""}`}>
      {face && <img class="d-face" src={picture("duet", face)} alt="" />}
      <span class="d-word" style={longest(word) > usual ? { "--n": "var(--long)" } : { "--n": usual }} dir="auto">{word}</span>
      {under && under !== word && <> <span class="d-under" dir="auto">{under}</span></>}
      <span class="read-aloud">{aloud && `, ${aloud}`}</span>
      {key && <span class="d-key"><Icon name={SYMBOLS[key] ?? ""} /></span>}
      {other && <span class={`d-key other key-${KEYS[other] ?? "none"}`}><Icon name={SYMBOLS[other] ?? ""} /></span>}
      {[...mark].filter((m) => m === "0" || m === "1").map((m, i) => <Arrow key={m} side={Number(m)} near={near} second={i > 0} />)}
      {chosen && <Icon name="check" class="d-tick" />}
      {meant && !chosen && <Icon name="target" class="d-tick" />}
    </button>
  );
}

interface GridProps {
  view: View;
  me: number | null;
  seats: number;
  tableLang: boolean;
  /** How much of my key is shown: all of it when I give clues, its symbols when I guess. */
  mode: "clue" | "guess";
  can(cell: number): boolean;
  chosen: number | null;
  meant: readonly number[];
  onTap(cell: number): void;
}
export function Grid({ view, me, seats, tableLang, mode, can, chosen, meant, onTap }: GridProps): JSX.Element {
  const [at, setAt] = useState(0), words = wordsFor(view, tableLang), { usual, long } = fitting(words);
  const walk = (e: KeyboardEvent): void => {
    const step = ARROWS[e.key], to = at + (step ?? 0);
    const sameRow = Math.floor(to / ACROSS) === Math.floor(at / ACROSS);
    if (step === undefined || to < 0 || to >= CELLS || (Math.abs(step) === 1 && !sameRow)) return;
    e.preventDefault();
    document.getElementById(`cell-${to}`)?.focus();
  };
  return (
    <div class={`d-grid mode-${mode}`} dir="ltr" role="group" aria-label={t("d.grid", { n: number(CELLS) })}
      style={{ "--long": long }} onKeyDown={walk}>
      {words.map((word, i) => (
        <Cell key={i} cell={i} word={word} usual={usual}
          under={tableLang ? translate(view.words[i] ?? "", langOf(view.words), lang.value) : null}
          view={view} me={me} seats={seats} can={can(i)} chosen={chosen === i} meant={meant.includes(i)}
          tab={at === i} onFocus={() => setAt(i)} onTap={() => { if (can(i)) onTap(i); }} />
      ))}
    </div>
  );
}
