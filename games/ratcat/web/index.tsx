// SPDX-License-Identifier: MIT
// index.tsx - the table of Rat-a-Tat Cat: everybody's four places around, the piles in the middle, my row below. A card
// is shown as long as the view shows it; what was seen before is for the player to remember.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import {
  Button, Dialog, type GamePart, Icon, type Scene, type TableEvent, type TableProps, log, offered, rowsOf, t, tell, tellMove, tn,
} from "web/kit";
import { type Choice, moveOf, mySlots, swapSeats, theirSlots, useChoice } from "./choice";
import { Middle, RoundChip } from "./middle";
import { Badges, Other, Row } from "./row";
import { Result, RoundOver, Sheet } from "./sheet";
import { BACK, type View, asView, flights, lit, minor, remember, touched } from "./view";

/** The others, clockwise from the seat after mine. */
const around = (me: number | null, seats: number): number[] =>
  Array.from({ length: seats }, (_, i) => ((me ?? -1) + 1 + i) % seats).filter((s) => s !== me);

/** What to do with the card in hand, in one line. */
function hint(p: TableProps, c: Choice): string {
  if (rowsOf(p.rows, "swap").length) return c.mine ? t("r.hint.theirs") : t("r.hint.swap");
  if (rowsOf(p.rows, "peek").length) return t("r.hint.peek");
  if (rowsOf(p.rows, "replace").length) return offered(p.rows, "discard") ? t("r.hint.card") : t("r.hint.place");
  return offered(p.rows, "draw2") ? t(p.options["draw2"] === "hebrew" ? "r.hint.turns" : "r.hint.draw2") : "";
}

/** How many of my own cards I see for now and have to remember; none where the table leaves them open. */
function lookingAt(p: TableProps, view: View): number {
  if (p.me === null || view.phase === "over" || view.card !== undefined) return 0;
  if (p.options["aid"] === "on" || p.options["young"] === "on") return 0;
  return (view.rows[p.me] ?? []).filter((c) => c !== null).length;
}

interface BarProps {
  p: TableProps;
  view: View;
  choice: Choice;
  onChoice(c: Choice): void;
}
/** The question, the choice made so far, and the button that makes it so. */
function Bar({ p, view, choice, onChoice }: BarProps): JSX.Element {
  const move = moveOf(p.rows, choice), can = (m: string): boolean => offered(p.rows, m);
  const say = (m: string, icon: string, kind: "main" | "plain" = "plain"): JSX.Element | null =>
    can(m) ? <Button key={m} kind={kind} icon={icon} disabled={p.busy} onClick={() => p.play(m)}>{tellMove(m)}</Button> : null;
  if (move)
    return (
      <div class="r-bar chosen" role="status">
        {choice.knock && <p>{t("r.knock.sure")}</p>}
        <Button kind="main" icon={choice.knock ? "knock" : "check"} disabled={p.busy} onClick={() => p.play(move)}>{tellMove(move)}</Button>
        <Button kind="quiet" icon="close" label={t("r.again")} onClick={() => onChoice({})} />
      </div>
    );
  const looking = lookingAt(p, view), line = looking > 0 ? tn("r.look", looking) : hint(p, choice);
  return (
    <div class="r-bar">
      {line && <p class={looking ? "r-looking" : ""}>{looking > 0 && <Icon name="eye" />}{line}</p>}
      {say("draw2", "draw", "main")}
      {can("discard") && <Button icon="down" onClick={() => onChoice({ throwIt: true })}>{t("mv.discard")}</Button>}
      {say("end", "check", "main")}
      {can("knock") && <Button icon="knock" onClick={() => onChoice({ knock: true })}>{t("mv.knock")}</Button>}
    </div>
  );
}

function Mine({ p, view, choice, onChoice, marks, onSheet }: BarProps & { marks: string[]; onSheet(): void }): JSX.Element | null {
  if (p.me === null) return null;
  const out = view.out[p.me] ?? false, swap = rowsOf(p.rows, "swap").length > 0;
  const secret = view.phase !== "over" && p.options["young"] !== "on";
  const theirs = swap && choice.theirs ? { theirs: choice.theirs } : {};
  const tap = (slot: number): void => onChoice(choice.mine === slot ? {} : { mine: slot, ...theirs });
  return (
    <div class={`r-mine ${view.turn === p.me && view.phase !== "over" ? "turn" : ""}`} data-at={`seat-${p.me}`}>
      {!p.replay && <Bar p={p} view={view} choice={choice} onChoice={onChoice} />}
      {out && <p class="r-out">{t("r.out")}</p>}
      <Row seat={p.me} view={view} mine secret={secret} open={mySlots(p.rows)} chosen={choice.mine} touched={marks} onTap={tap} />
      <div class="r-foot"><Badges seat={p.me} view={view} words /><RoundChip p={p} view={view} onSheet={onSheet} /></div>
    </div>
  );
}

function Table(p: TableProps): JSX.Element {
  const view = asView(p.view), [choice, onChoice] = useChoice(p.rows), [sheet, setSheet] = useState(false);
  const others = around(p.me, p.seats), marks = p.replay ? [] : touched(log.value), swapping = swapSeats(p.rows).length > 0;
  const over = view.phase === "over";
  return (
    <div class={`r-table ${p.rows.length ? "active" : ""} ${swapping ? "swapping" : ""} ${over ? "over" : ""}`}
      onKeyDown={(e) => { if (e.key === "Escape") onChoice({}); }}>
      <div class={`r-others n-${others.length}`} role="group" aria-label={t("r.others")}>
        {others.map((s) => (
          <Other key={s} seat={s} view={view} touched={marks} open={theirSlots(p.rows, s, choice)}
            chosen={choice.theirs?.seat === s ? choice.theirs.slot : undefined}
            onTap={(slot) => onChoice({ ...choice, theirs: { seat: s, slot } })} />
        ))}
      </div>
      <Middle p={p} view={view} choice={choice} onThrow={() => onChoice({ throwIt: true })} />
      {view.knocked !== null && !over && (
        <p class="r-knocked"><Icon name="knock" />{tell({ n: 0, e: "knocked", seat: view.knocked })}</p>
      )}
      <Mine p={p} view={view} choice={choice} onChoice={onChoice} marks={marks} onSheet={() => setSheet(true)} />
      {p.me === null && <div class="r-foot"><RoundChip p={p} view={view} onSheet={() => setSheet(true)} /></div>}
      {!p.replay && <RoundOver view={view} />}
      {sheet && (
        <Dialog title={t("r.sheet")} onClose={() => setSheet(false)} sheet>
          <Sheet view={view} order={Array.from({ length: p.seats }, (_, i) => i)} />
        </Dialog>
      )}
    </div>
  );
}

/** The moments that are shown large. */
function sceneOf(e: TableEvent): Scene | null {
  switch (e.e) {
    case "knocked": return { kind: "sign", icon: "knock", seat: e.seat };
    case "swapped": return { kind: "between", seat: e.seat, other: Number(e["with"]), card: null };
    case "up": return { kind: "cats" };
    case "won": return { kind: "cats", seat: e.seat, tone: "good" };
    default: return null;
  }
}

const part: GamePart = {
  Table, Result, flights, scene: sceneOf, lit, remember, back: () => BACK, minor,
  rounds: { opened: ["revealed", "cleared", "filled"], counted: "scored" },
  sounds: {
    knocked: "thud", revealed: "riffle", dealt: "riffle", shuffled: "riffle", swapped: "riffle",
    drew: "card", took: "card", replaced: "card", discarded: "card", peeked: "soft", draw2: "card",
  },
};
export default part;
