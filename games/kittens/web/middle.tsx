// SPDX-License-Identifier: MIT
// middle.tsx - the middle of the table: the two piles, the mat, and what is being played.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button, Card, Dialog, Icon, Ring, type TableProps, nameOf, number, seatCalled, t, tn } from "web/kit";
import { type Action, type View, backOf, knownTop } from "./view";

interface PileProps {
  view: View;
  game: string;
  onDraw?: (() => void) | undefined;
}
export function Pile({ view, game, onDraw }: PileProps): JSX.Element {
  const n = view.pile.length, known = knownTop(view);
  const face = (
    <>
      <span class={`k-stack ${n > 20 ? "tall" : n > 8 ? "mid" : ""}`} data-at="pile">
        {n > 0 ? <Card card={null} back={backOf(game)} /> : <span class="k-nopile" />}
      </span>
      <span class="k-count" aria-hidden="true">{number(n)}</span>
    </>
  );
  return (
    <div class="k-pile">
      {onDraw ? (
        <button type="button" class="k-draw" onClick={onDraw}>
          <span class="read-aloud">{t("mv.draw")}. {tn("k.pile", n)}</span>{face}
        </button>
      ) : (
        <div class="k-draw" role="img" aria-label={tn("k.pile", n)}>{face}</div>
      )}
      {known.length > 0 && (
        <ol class="k-known" aria-label={t("k.known")}>
          {known.map((c, i) => <li key={i}><Card card={c} bare /><span class="read-aloud">{nameOf(c)}</span></li>)}
        </ol>
      )}
    </div>
  );
}

export function Discard({ view }: { view: View }): JSX.Element {
  const [open, setOpen] = useState(false), n = view.discard.length, on = view.discard[0];
  const top = view.discard.slice(0, 3).reverse(), kinds = [...new Set(view.discard)];
  const howMany = (card: string): number => view.discard.filter((c) => c === card).length;
  return (
    <div class="k-discard">
      <button type="button" class="k-draw" data-at="discard" onClick={() => setOpen(true)} disabled={!n}>
        <span class="read-aloud">{on ? t("k.discard", { n, t: nameOf(on) }) : t("k.discard.none")}</span>
        {top.map((c, i) => <span key={`${n - top.length + i}${c}`} class={`k-laid laid-${(n + i) % 4}`}><Card card={c} /></span>)}
        {!top.length && <span class="k-nopile" />}
        {n > 0 && <span class="k-count" aria-hidden="true">{number(n)}</span>}
      </button>
      {open && (
        <Dialog title={t("k.discard.all")} onClose={() => setOpen(false)} sheet>
          <ul class="k-grid">{kinds.map((c) => <li key={c}><Card card={c} /><b>×{number(howMany(c))}</b></li>)}</ul>
        </Dialog>
      )}
    </div>
  );
}

/** The mat of the two cats, in the edition that has them. */
export function Mat({ view }: { view: View }): JSX.Element | null {
  if (view.godcat === null) return null;
  const there = view.godcat === "mat" && !["set", "choice"].includes(view.phase);
  return (
    <div class="k-mat" role="img" aria-label={there ? t("k.mat") : t("k.mat.gone")}>
      <span class={there ? "" : "away"}><Card card="godcat" bare /></span>
      <span class={view.phase === "set" || view.phase === "choice" ? "away" : ""}><Card card="devilcat" bare /></span>
    </div>
  );
}

/** What lies on the table, by whom and against whom, in a sentence. */
export function actionText(a: Action): string {
  return t("k.action", {
    who: seatCalled(a.by, true),
    card: nameOf(a.card),
    target: a.target === undefined ? "" : seatCalled(a.target, false),
    named: a.named ? nameOf(a.named) : "",
  });
}

/** How many cards a combo is; whatever else is played is one. */
const COMBOS: Record<string, number> = { pair: 2, trio: 3, five: 5 };

/** The window in which everybody may say no. It looks the same whatever you hold. */
export function NopeWindow({ p, view }: { p: TableProps; view: View }): JSX.Element | null {
  const a = view.action;
  if (!a || view.phase !== "nope") return null;
  const pass = p.rows.find((r) => r.verb === "pass"), nope = p.rows.find((r) => r.verb === "nope");
  /* Naming the depth makes a late answer stale instead of an answer to something else. */
  const write = (verb: string): string => `${verb} #${a.nopes}`;
  const stopped = a.nopes % 2 === 1, combo = COMBOS[a.card];
  const faces = combo ? view.discard.slice(a.nopes, a.nopes + combo) : [a.card];
  return (
    <section class={`k-window ${stopped ? "stopped" : ""}`} aria-label={t("k.window")}>
      <Ring clock={p.replay ? null : p.clock} class="k-ring">
        <div class="k-window-cards">
          {faces.map((c, i) => <Card key={i} card={c} />)}
          {a.nopes > 0 && <span class="k-nopes"><Icon name="nope" />×{number(a.nopes)}</span>}
        </div>
      </Ring>
      <div class="k-window-text">
        <p class="k-window-what">{actionText(a)}</p>
        <p class="k-window-how">{a.nopes === 0 ? t("k.window.open") : stopped ? t("k.window.no") : t("k.window.yes")}</p>
      </div>
      {!p.replay && <div class="k-window-go">
        <Button kind="danger" icon="nope" onClick={() => p.play(write("nope"))} disabled={!nope || p.busy}>{t("mv.nope")}</Button>
        <Button kind="main" icon="check" onClick={() => p.play(write("pass"))} disabled={!pass || p.busy}>
          {pass || p.me === null ? t("mv.pass") : t("k.window.wait")}
        </Button>
      </div>}
    </section>
  );
}
