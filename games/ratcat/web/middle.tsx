// SPDX-License-Identifier: MIT
// middle.tsx - the middle of the table: the draw pile, the card in my hand, the discard pile.
import type { JSX } from "preact";
import { Icon, type TableProps, nameOf, number, offered, rulesOpen, t, tn } from "web/kit";
import { RatCard } from "./card";
import type { Choice } from "./choice";
import { type View, heldAt } from "./view";

function Pile({ p, view }: { p: TableProps; view: View }): JSX.Element {
  const n = view.pile.length, can = offered(p.rows, "take pile") && !p.busy;
  const face = (
    <>
      <span class={`r-stack ${n > 20 ? "tall" : n > 6 ? "mid" : ""}`} data-at="pile">
        {n > 0 ? <RatCard card={view.pile[0] ?? null} /> : <span class="r-nopile" />}
      </span>
      <span class="r-count" aria-hidden="true">{number(n)}</span>
    </>
  );
  if (!can) return <div class="r-pile" role="img" aria-label={tn("r.pile", n)}>{face}</div>;
  return (
    <button type="button" class="r-pile" onClick={() => p.play("take pile")}>
      <span class="read-aloud">{t("mv.take pile")}. {tn("r.pile", n)}</span>{face}
    </button>
  );
}

interface DiscardProps {
  p: TableProps;
  view: View;
  choice: Choice;
  onThrow(): void;
}
function Discard({ p, view, choice, onThrow }: DiscardProps): JSX.Element {
  const top = view.discard.slice(0, 3).reverse(), on = view.discard[0], under = view.discard.length - top.length;
  const take = offered(p.rows, "take discard"), lay = offered(p.rows, "discard");
  const label = on ? t("r.discard", { t: nameOf(on) }) : t("r.discard.none");
  const face = (
    <>
      {top.map((c, i) => <span key={`${under + i}${c}`} class={`r-laid laid-${(under + i) % 4}`}><RatCard card={c} /></span>)}
      {!top.length && <span class="r-nopile" />}
      {choice.throwIt && <Icon name="check" class="r-tick" />}
    </>
  );
  if (!take && !lay) return <div class="r-discard" data-at="discard" role="img" aria-label={label}>{face}</div>;
  return (
    <button type="button" class={`r-discard ${choice.throwIt ? "on" : ""}`} data-at="discard" disabled={p.busy}
      aria-pressed={lay ? !!choice.throwIt : undefined} onClick={() => (take ? p.play("take discard") : onThrow())}>
      <span class="read-aloud">{take ? t("mv.take discard") : t("mv.discard")}. {label}</span>{face}
    </button>
  );
}

/** What I have taken, large: nobody else sees a card from the pile. */
function Held({ p, view }: { p: TableProps; view: View }): JSX.Element | null {
  if (p.me === null || view.turn !== p.me || !view.card || view.phase === "over")
    return <span class="r-held none" data-at={p.me === null ? undefined : heldAt(p.me)} />;
  const card = view.card, label = `${t("r.hand", { card: nameOf(card) })} ${t("r.about", { card: nameOf(card) })}`;
  return (
    <button type="button" class="r-held" data-at={heldAt(p.me)} aria-label={label}
      onClick={() => { rulesOpen.value = { game: p.game, card }; }}>
      <RatCard card={card} />
    </button>
  );
}

/** Which round it is; behind it the score sheet. */
export function RoundChip({ p, view, onSheet }: { p: TableProps; view: View; onSheet(): void }): JSX.Element {
  const rounds = p.options["end"] === undefined || p.options["end"] === "rounds" ? Number(p.options["rounds"] ?? 4) : 0;
  const round = view.up ? t("fact.up")
    : rounds && !p.replay ? t("r.round.of", { n: view.round, of: rounds })
    : t("fact.round", { n: view.round });
  return (
    <button type="button" class="r-round" onClick={onSheet} aria-label={`${round}. ${t("r.sheet")}`}>
      <Icon name="trophy" /><span>{round}</span>
    </button>
  );
}

export function Middle({ p, view, choice, onThrow }: DiscardProps): JSX.Element {
  return (
    <div class="r-middle">
      <div class="r-piles">
        <Pile p={p} view={view} />
        <Held p={p} view={view} />
        <Discard p={p} view={view} choice={choice} onThrow={onThrow} />
      </div>
    </div>
  );
}
