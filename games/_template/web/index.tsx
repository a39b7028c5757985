// SPDX-License-Identifier: MIT
// index.tsx - the table of Pebbles in the browser: everybody around, what lies in the middle, my pebbles and what I may do
// with them below. web/README.md says what a game's part may hold. No rule is decided here: the offer says what is legal.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import {
  Button, Card, type Facts, type GamePart, Person, type TableProps, choicesAt, nameOf, narrow, rowsOf, t, tellMove, tn,
} from "web/kit";

/* The engine tells these facts in this shape (rules.c, tell). */
interface View {
  phase: string;
  turn: number;
  hands: (string | null)[][];
  shown: string[];
  pebble: string | null;
  claim: string | null;
  points: number[];
}
const asView = (facts: Facts): View => facts as unknown as View;
const BACK = "back-template";

/** What lies face down, and what it is said to be. Its owner sees it. */
function Middle({ view }: { view: View }): JSX.Element {
  return (
    <div class="p-middle" data-at="middle">
      {view.claim !== null && (
        <>
          <span role="img" aria-label={view.pebble === null ? t("p.lies") : nameOf(view.pebble)}>
            <Card card={view.pebble} back={BACK} />
          </span>
          <p>{t("fact.claim", { t: nameOf(view.claim) })}</p>
        </>
      )}
    </div>
  );
}

/** First a pebble, then what it is said to be. */
function Hand({ p, hand }: { p: TableProps; hand: (string | null)[] }): JSX.Element {
  const [picked, setPicked] = useState(-1), pebble = hand[picked] ?? null, rows = rowsOf(p.rows, "lay");
  const moves = pebble === null ? [] : choicesAt(narrow(rows, [pebble]), 2).map((as) => `lay ${pebble} as ${as}`);
  const lay = (move: string): void => { setPicked(-1); p.play(move); };
  return (
    <>
      <div class="p-say" role="group" aria-label={t("p.say")}>
        {moves.map((move) => <Button key={move} disabled={p.busy} onClick={() => lay(move)}>{tellMove(move)}</Button>)}
      </div>
      <div class="p-hand" data-at="hand" role="group" aria-label={t("hand")}>
        {hand.map((held, i) => held !== null && (
          <button key={i} type="button" class="p-pebble" aria-label={nameOf(held)} aria-pressed={picked === i}
            disabled={!rows.length} onClick={() => setPicked(i)}>
            <Card card={held} />
          </button>
        ))}
      </div>
    </>
  );
}

/** The answers name the pebble that they are about: one that comes too late is stale, and hits no other. */
function Answers({ p, view }: { p: TableProps; view: View }): JSX.Element {
  const about = `#${view.shown.length}`;
  return (
    <div class="p-answers">
      {["pass", "doubt"].filter((verb) => rowsOf(p.rows, verb).length).map((verb) => (
        <Button key={verb} kind={verb === "pass" ? "main" : "danger"} disabled={p.busy} onClick={() => p.play(`${verb} ${about}`)}>
          {tellMove(verb)}
        </Button>
      ))}
    </div>
  );
}

function Table(p: TableProps): JSX.Element {
  const view = asView(p.view), turn = view.phase === "over" ? -1 : view.turn;
  return (
    <div class="p-table">
      <div class="p-people">
        {view.points.map((points, seat) => (
          <Person key={seat} seat={seat} turn={turn === seat}>
            <span class="p-badge">{t("seat.points", { n: points })}</span>
            <span class="p-badge">{tn("p.held", view.hands[seat]?.length ?? 0)}</span>
          </Person>
        ))}
      </div>
      <Middle view={view} />
      <Answers p={p} view={view} />
      {p.me !== null && <Hand p={p} hand={view.hands[p.me] ?? []} />}
    </div>
  );
}

const part: GamePart = {
  Table, back: () => BACK, minor: (e) => e.e === "passed",
  flights: (e, me) => (e.e === "laid" ? [{ from: e.seat === me ? "hand" : `seat-${String(e.seat)}`, to: "middle", card: null }] : []),
  sounds: { drew: "card", laid: "card", doubted: "thud", shown: "soft" },
};
export default part;
