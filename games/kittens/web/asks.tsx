// SPDX-License-Identifier: MIT
// asks.tsx - the questions of the kittens family that are not "which card": where the kitten goes, in which order,
// which of the two cats. Each is a panel on the table; the hand stays in sight.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import {
  Button, Card, Face, Icon, type Row, type TableProps, choicesAt, nameOf, number, rowsOf, seatCalled, seatsAt, t, tn,
} from "web/kit";
import { type View, backOf } from "./view";

function Panel({ title, children, class: cls = "" }: { title: string; children: ComponentChildren; class?: string }): JSX.Element {
  return <section class={`k-ask ${cls}`} aria-label={title}><h2>{title}</h2>{children}</section>;
}
const placeName = (at: number, of: number): string =>
  at === 0 ? t("k.place.top") : at === of ? t("k.place.bottom") : tn("k.place.under", at);

/** A kitten was drawn and can be survived: how deep does it go back? */
function Defuse({ p, rows }: { p: TableProps; rows: Row[] }): JSX.Element {
  const plain = rows.filter((r) => r.places.length === 1), divine = rows.filter((r) => r.places[0]?.[0] === "godcat");
  const [godcat, setGodcat] = useState(plain.length === 0), use = godcat ? divine : plain;
  const depths = choicesAt(use, godcat ? 1 : 0).map(Number), most = Math.max(0, ...depths), [at, setAt] = useState(0);
  const go = (): void => p.play(godcat ? `defuse godcat ${at}` : `defuse ${at}`);
  return (
    <Panel title={t("ph.defuse")} class="k-defuse">
      <div class="k-deep" aria-hidden="true">
        <span class="k-deep-pile">{Array.from({ length: Math.min(12, most) }, (_, i) => <i key={i} />)}</span>
        <span class="k-deep-kitten" style={{ insetBlockStart: `${most ? (at / most) * 82 : 0}%` }}><Card card="kitten" bare /></span>
      </div>
      <div class="k-deep-set">
        <output aria-live="polite">{placeName(at, most)}</output>
        <input type="range" min={0} max={most} value={at} onInput={(e) => setAt(Number(e.currentTarget.value))}
          aria-label={t("ph.defuse")} aria-valuetext={placeName(at, most)} />
        <div class="k-deep-steps">
          <Button icon="up" label={t("k.place.up")} onClick={() => setAt(Math.max(0, at - 1))} disabled={at === 0} />
          <Button onClick={() => setAt(0)}>{t("k.place.top")}</Button>
          <Button icon="down" label={t("k.place.down")} onClick={() => setAt(Math.min(most, at + 1))} disabled={at === most} />
          <Button onClick={() => setAt(most)}>{t("k.place.bottom")}</Button>
        </div>
        {plain.length > 0 && divine.length > 0 && (
          <Button icon="star" pressed={godcat} onClick={() => setGodcat(!godcat)}>{nameOf("godcat")}</Button>
        )}
        <Button kind="main" icon="defuse" onClick={go} disabled={p.busy}>{t("k.defuse")}</Button>
        <p class="fine">{t("k.defuse.secret")}</p>
      </div>
    </Panel>
  );
}

/** Alter the Future: tap the cards in their new order. */
function Order({ p, view, rows }: { p: TableProps; view: View; rows: Row[] }): JSX.Element {
  const n = Math.max(...rows.map((r) => r.places.length)), cards = view.pile.slice(0, n).map((c) => c ?? "?");
  const [order, setOrder] = useState<number[]>([]);
  const tap = (i: number): void => setOrder(order.includes(i) ? order.filter((x) => x !== i) : [...order, i]);
  const go = (): void => p.play(`order ${order.map((i) => cards[i]).join(" ")}`);
  return (
    <Panel title={t("ph.order")}>
      <div class="k-row">
        {cards.map((c, i) => (
          <button key={i} type="button" class={`k-pick ${order.includes(i) ? "on" : ""}`}
            onClick={() => tap(i)} aria-pressed={order.includes(i)}
            aria-label={order.includes(i) ? t("k.order.at", { card: nameOf(c), n: order.indexOf(i) + 1 }) : nameOf(c)}>
            <Card card={c} />{order.includes(i) && <b class="k-number">{number(order.indexOf(i) + 1)}</b>}
          </button>
        ))}
      </div>
      <p>{t("k.order.how")}</p>
      <div class="k-row">
        <Button onClick={() => setOrder(cards.map((_, i) => i))}>{t("k.order.same")}</Button>
        <Button kind="main" icon="check" disabled={order.length < n || p.busy} onClick={go}>{t("ok")}</Button>
      </div>
    </Panel>
  );
}

function Take({ p, rows }: { p: TableProps; rows: Row[] }): JSX.Element {
  const [card, setCard] = useState<string | null>(null);
  return (
    <Panel title={t("ph.take")}>
      <Pick cards={choicesAt(rows, 0)} chosen={card} onPick={setCard} />
      <Button kind="main" icon="check" disabled={!card || p.busy} onClick={() => p.play(`take ${card ?? ""}`)}>
        {card ? t("k.take", { card: nameOf(card) }) : t("ok")}
      </Button>
    </Panel>
  );
}

/** Several cards, one of which is meant. */
export function Pick({ cards, chosen, onPick }: { cards: string[]; chosen: string | null; onPick(card: string): void }): JSX.Element {
  return (
    <div class="k-grid">
      {cards.map((c) => (
        <button key={c} type="button" class={`k-pick ${c === chosen ? "on" : ""}`}
          aria-pressed={c === chosen} aria-label={nameOf(c)} onClick={() => onPick(c)}>
          <Card card={c} />
        </button>
      ))}
    </div>
  );
}

/** Armageddon: one cat before another player, the other before oneself. */
function SetCats({ p, rows }: { p: TableProps; rows: Row[] }): JSX.Element {
  const cats = choicesAt(rows, 0), [cat, setCat] = useState(cats[0] ?? "godcat");
  const seats = seatsAt(rows, 1), [seat, setSeat] = useState(seats.length === 1 ? seats[0] : undefined);
  const other = cat === "godcat" ? "devilcat" : "godcat";
  const go = (): void => p.play(`set ${cat} @${seat ?? 0}`);
  return (
    <Panel title={t("ph.set")} class="k-armageddon">
      <p>{t("k.set.how")}</p>
      <div class="k-row">
        {seats.map((s) => (
          <button type="button" key={s} class="button k-target" data-seat={s} aria-pressed={s === seat} onClick={() => setSeat(s)}>
            <Face seat={s} /><span>{seatCalled(s, false)}</span>
          </button>
        ))}
      </div>
      <div class="k-cats">
        <figure><figcaption>{seat === undefined ? t("k.set.them") : seatCalled(seat, false)}</figcaption><Card card={cat} /></figure>
        <Button icon="swap" label={t("mv.swap")} onClick={() => setCat(other)} />
        <figure><figcaption>{t("k.before.me")}</figcaption><Card card={other} /></figure>
      </div>
      <Button kind="main" icon="check" disabled={seat === undefined || p.busy} onClick={go}>{t("k.set.go")}</Button>
      <p class="fine"><Icon name="eyeoff" />{t("k.set.secret")}</p>
    </Panel>
  );
}

function Choice({ p, view }: { p: TableProps; view: View }): JSX.Element {
  const by = view.action?.by ?? 0;
  return (
    <Panel title={t("ph.choice")} class="k-armageddon">
      <div class="k-cats">
        <figure><figcaption>{seatCalled(by, false)}</figcaption><Card card={null} back={backOf(p.game, "godcat")} /></figure>
        <figure><figcaption>{t("k.before.me")}</figcaption><Card card={null} back={backOf(p.game, "godcat")} /></figure>
      </div>
      <div class="k-row">
        <Button kind="main" icon="hand" onClick={() => p.play("stay")} disabled={p.busy}>{t("k.stay")}</Button>
        <Button kind="main" icon="swap" onClick={() => p.play("swap")} disabled={p.busy}>{t("mv.swap")}</Button>
      </div>
    </Panel>
  );
}

function Heck({ p, view }: { p: TableProps; view: View }): JSX.Element {
  return (
    <Panel title={t("ph.heck")}>
      <div class="k-row"><Card card={view.pile[view.pile.length - 1] ?? null} back={backOf(p.game)} /></div>
      <div class="k-row">
        <Button kind="main" onClick={() => p.play("keep")} disabled={p.busy}>{t("mv.keep")}</Button>
        <Button kind="main" onClick={() => p.play("top")} disabled={p.busy}>{t("mv.top")}</Button>
      </div>
    </Panel>
  );
}

function Steal({ p }: { p: TableProps }): JSX.Element {
  return (
    <Panel title={t("ph.steal")}>
      <div class="k-row">
        <button type="button" class="k-pick" onClick={() => p.play("steal other")} disabled={p.busy}>
          <Card card={null} back={backOf(p.game)} /><span>{t("mv.steal other")}</span>
        </button>
        <button type="button" class="k-pick" onClick={() => p.play("steal godcat")} disabled={p.busy}>
          <Card card="godcat" /><span>{t("mv.steal godcat")}</span>
        </button>
      </div>
    </Panel>
  );
}

/** The cards just seen, large, until they have been looked at. */
export function Seen({ cards, onClose }: { cards: { card: string; depth: number }[]; onClose(): void }): JSX.Element {
  useEffect(() => { const timer = setTimeout(onClose, 15000); return () => clearTimeout(timer); }, []);
  return (
    <Panel title={t("k.seen")} class="k-seen">
      <ol class="k-row">
        {cards.map((c) => (
          <li key={c.depth}>
            <Card card={c.card} /><b class="k-number">{number(c.depth + 1)}</b><span class="read-aloud">{nameOf(c.card)}</span>
          </li>
        ))}
      </ol>
      <Button kind="main" icon="check" onClick={onClose}>{t("ok")}</Button>
    </Panel>
  );
}

/** The panel for the question I am asked, if it needs one. */
export function Asked({ p, view }: { p: TableProps; view: View }): JSX.Element | null {
  if (!p.rows.length) return null;
  switch (view.phase) {
    case "defuse": return <Defuse p={p} rows={rowsOf(p.rows, "defuse")} />;
    case "order": return <Order p={p} view={view} rows={rowsOf(p.rows, "order")} />;
    case "take": return <Take p={p} rows={rowsOf(p.rows, "take")} />;
    case "set": return <SetCats p={p} rows={rowsOf(p.rows, "set")} />;
    case "choice": return <Choice p={p} view={view} />;
    case "heck": return <Heck p={p} view={view} />;
    case "steal": return <Steal p={p} />;
    default: return null;
  }
}
