// SPDX-License-Identifier: MIT
// index.tsx - the table of Codenames: Duet: the other side above, 25 words between, my side and what is asked below.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import {
  Button, Dialog, type Facts, type GamePart, type Row, type Scene, type TableEvent, type TableProps, keep, lang, readKept, rowsOf, t, table,
} from "web/kit";
import { Grid, wordsFor } from "./grid";
import { MissionField, Progress, useKeepWon } from "./map";
import { Asked } from "./panel";
import { Result } from "./result";
import { Bank, Clues, Status } from "./status";
import { type View, agentAt, asView, flights, lit, nearSide } from "./view";
import { langOf, translate } from "./words";

/** What was tapped is about one question; another question forgets it. */
function useTapped<T>(rows: readonly Row[], none: T): [T, (v: T) => void] {
  const question = JSON.stringify(rows), [kept, setKept] = useState({ question, value: none });
  return [kept.question === question ? kept.value : none, (value) => setKept({ question, value })];
}

interface Meant {
  /** Which table and round, and which words lie there. */
  at: string;
  /** The cells that each clue was for, by its number. */
  of: Record<number, number[]>;
}
const MEANT = "ninelives.duet.meant";
/** The clue that I look for or that others guess at now, by its number; -1: there is none of mine. */
function myClue(view: View, me: number | null, giving: boolean): number {
  const last = view.clues.length - 1;
  if (giving) return last + 1;
  return view.clue !== null && me !== null && view.clues[last]?.side === nearSide(me) ? last : -1;
}
/** The words that I mean: while I look for a clue, and then while it is guessed at. A page that is loaded again still has them. */
function useMeant(view: View, clue: number): [number[], (cells: number[]) => void] {
  const s = table.value, at = `${s?.code ?? ""} ${s?.round ?? 0} ${view.words.join()}`;
  const [kept, setKept] = useState(() => readKept<Meant>(MEANT)), of = kept?.at === at ? kept.of ?? {} : {};
  const set = (cells: number[]): void => {
    const now = { at, of: { ...of, [clue]: cells } };
    setKept(now);
    keep(MEANT, now);
  };
  return [of[clue] ?? [], set];
}

/** Reading the words as the table has them, for those who read them in another language. */
function LangSwitch({ view, on, onSet }: { view: View; on: boolean; onSet(on: boolean): void }): JSX.Element | null {
  const theirs = langOf(view.words);
  if (!theirs || theirs === lang.value) return null;
  const name = t(`val.${theirs}`);
  return (
    <Button icon="globe" pressed={on} label={t("d.words.in", { t: name })} onClick={() => onSet(!on)} class="d-lang">{name}</Button>
  );
}

function Table(p: TableProps): JSX.Element {
  const view = asView(p.view), near = nearSide(p.me);
  const [chosen, onChosen] = useTapped<number | null>(p.rows, null);
  const [tableLang, setTableLang] = useState(false), [map, setMap] = useState(false);
  const guess = rowsOf(p.rows, "guess"), clue = rowsOf(p.rows, "clue").length > 0;
  const [meant, setMeant] = useMeant(view, p.replay ? -1 : myClue(view, p.me, clue));
  const cells = new Set(guess.flatMap((r) => r.places[0] ?? []).map(Number));
  const forThem = (i: number): boolean => view.keys[near]?.charAt(i) === "g" && view.marks[i] !== "g";
  const can = (i: number): boolean => (guess.length ? cells.has(i) : clue && forThem(i));
  const mission = p.options["mission"];
  const tap = (i: number): void => {
    if (guess.length) onChosen(chosen === i ? null : i);
    else setMeant(meant.includes(i) ? meant.filter((x) => x !== i) : [...meant, i]);
  };
  useKeepWon(view.winner && p.me !== null ? view.done : []);
  return (
    <div class={`d-table phase-${view.phase} ${p.rows.length ? "active" : ""}`}
      onKeyDown={(e) => { if (e.key === "Escape") onChosen(null); }}>
      <Status p={p} view={view} onMap={() => setMap(true)} />
      <div class="d-board">
        <Grid view={view} me={p.me} seats={p.seats} tableLang={tableLang} mode={guess.length ? "guess" : "clue"}
          can={can} chosen={chosen} meant={meant} onTap={tap} />
        <div class="d-under-grid"><Bank view={view} /><LangSwitch view={view} on={tableLang} onSet={setTableLang} /></div>
      </div>
      <div class="d-below">
        {!p.replay && <Asked p={p} view={view} chosen={chosen} onChosen={onChosen} meant={meant} />}
        <Clues view={view} me={p.me} />
      </div>
      {map && (
        <Dialog title={t("d.map")} onClose={() => setMap(false)} class="d-mapdialog">
          <Progress done={view.done} chosen={mission && mission !== "none" ? mission : null} />
        </Dialog>
      )}
    </div>
  );
}

const FOUND: Record<string, Scene["tone"]> = { g: "good", ".": "plain", x: "bad" };

/** A guess is turned over slowly; agents, bystanders and assassins are each unlike the others. */
function sceneOf(e: TableEvent, _me: number | null, facts: Facts): Scene | null {
  const view = asView(facts), cell = Number(e["cell"]), colour = String(e["colour"]);
  switch (e.e) {
    case "guessed": return {
      kind: "word", early: true, seat: e.seat, tone: FOUND[colour] ?? "plain", text: wordsFor(view, false)[cell] ?? "",
      face: colour === "g" ? agentAt(cell) : colour === "x" ? "assassin" : "token-bystander",
    };
    case "won": return { kind: "cats", tone: "good" };
    case "lost": return { kind: "cats", tone: "bad" };
    default: return null;
  }
}

const part: GamePart = {
  Table, Result, flights, scene: sceneOf, lit, back: () => "back-duet", minor: (e) => e.e === "turn", fields: { mission: MissionField },
  unadvised: ["object", "anew", "concede", "insist"],
  cell: (facts, i) => { const v = asView(facts); return translate(v.words[i] ?? "", langOf(v.words), lang.value); },
  sounds: { clue: "tick", guessed: "card", marked: "thud", took: "soft", objected: "thud", hope: "thud", lost: "boom" },
  prompt: ({ view, me, mine }) => {
    const v = asView(view);
    if (v.phase === "clue" && v.side === null) return mine ? t("d.first.mine") : t("d.first");
    if (v.phase === "guess" && mine && me !== null) return t("d.yours");
    return null;
  },
};
export default part;
