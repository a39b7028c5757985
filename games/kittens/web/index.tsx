// SPDX-License-Identifier: MIT
// index.tsx - the table of the kittens family: people around, piles in the middle, my fan below.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import {
  Bdi, Button, Card, Dialog, Face, type GamePart, Icon, Person, type TableProps,
  cardHelp, log, nameOf, number, rulesOpen, seatName, t, table, tell, tn, useLooked, useRules,
} from "web/kit";
import { Asked, Pick, Seen } from "./asks";
import { Hand, useHeld } from "./hand";
import { type Intent, divine, divineSeats, intentOf, namedBy, useful } from "./intent";
import { Discard, Mat, NopeWindow, Pile } from "./middle";
import { sceneOf } from "./scene";
import { type View, asView, backOf, flights, lit, minor } from "./view";

/** The others, clockwise from the seat after mine. */
const around = (me: number | null, seats: number): number[] =>
  Array.from({ length: seats }, (_, i) => ((me ?? -1) + 1 + i) % seats).filter((s) => s !== me);

interface OtherProps {
  seat: number;
  view: View;
  onPick?: (() => void) | undefined;
  label?: string | undefined;
}
function Other({ seat, view, onPick, label }: OtherProps): JSX.Element {
  const n = view.hands[seat]?.length ?? 0, alive = view.alive[seat] ?? false, turn = view.turn === seat && view.phase !== "over";
  const known = (view.hands[seat] ?? []).filter((c): c is string => c !== null);
  return (
    <Person seat={seat} turn={turn && alive} out={!alive} onPick={onPick} pickLabel={label} about={alive ? tn("k.cards", n) : ""}>
      <span class="k-badges" aria-hidden="true">
        {alive ? <span class="k-badge"><Icon name="card" />{number(n)}</span> : <span class="k-badge out"><Icon name="bomb" /></span>}
        {turn && alive && view.owed > 1 && <span class="k-badge owed"><Icon name="attack" />{number(view.owed)}</span>}
        {view.godcat === seat && <span class="k-badge god"><Icon name="star" /></span>}
      </span>
      {known.length > 0 && alive && <span class="read-aloud">{t("k.sure", { t: [...new Set(known)].map(nameOf).join(", ") })}</span>}
    </Person>
  );
}

/** The cards I have just been shown, and a way to put them aside. */
function useSeen(): [{ card: string; depth: number }[], () => void] {
  const [looked, setLooked] = useLooked();
  const all = log.value, seen: { card: string; depth: number; n: number }[] = [];
  for (const e of all) {
    if (e.n <= looked) continue;
    if ((e.e === "saw" || e.e === "revealed") && typeof e["card"] === "string" && typeof e["depth"] === "number" && e["depth"] < 3) {
      if (e["depth"] === 0) seen.length = 0;
      seen.push({ card: e["card"], depth: e["depth"], n: e.n });
    }
  }
  return [seen, () => setLooked(all[all.length - 1]?.n ?? looked)];
}

interface BarProps {
  p: TableProps;
  cards: string[];
  intent: Intent | null;
  as: string | null;
  onAs(as: string): void;
  onSeat(seat: number): void;
  onClear(): void;
}
/** The cards that the Godcat may stand for: each is written `godcat:` and its name. */
function AsCards({ choices, onAs }: { choices: string[]; onAs(as: string): void }): JSX.Element {
  return (
    <div class="k-as">
      {choices.map((as) => {
        const card = as.slice(7), name = nameOf(card);
        return (
          <button type="button" key={as} class="button" aria-label={t("k.as", { card: name })} onClick={() => onAs(as)}>
            <Card card={card} bare /><span>{name}</span><Icon name="star" />
          </button>
        );
      })}
    </div>
  );
}

/** What the chosen cards do, and the button that does it. */
function Bar({ p, cards, intent, as, onAs, onSeat, onClear }: BarProps): JSX.Element {
  const rules = useRules(p.game), only = cards.length === 1 ? cards[0] : undefined;
  const draw = p.rows.some((r) => r.verb === "draw");
  const seats = as ? divineSeats(p.rows, as) : intent?.seats ?? [];
  const asCards = only === "godcat" ? divine(p.rows) : [];
  if (!cards.length)
    return (
      <div class="k-bar">
        {draw ? <Button kind="main" icon="draw" onClick={() => p.play("draw")} disabled={p.busy}>{t("k.draw")}</Button> : null}
      </div>
    );
  const name = only ? nameOf(only) : intent ? t(`card.${intent.kind}`) : cards.map(nameOf).join(" + ");
  const help = only ? cardHelp(rules, nameOf(only)) ?? t("k.single")
    : intent ? t(`k.combo.${intent.kind}`)
    : cards.length > 1 ? t("k.combo.none") : null;
  const doIt = intent?.kind === "give" ? t("k.give", { card: nameOf(only ?? "") })
    : as ? t("k.as", { card: nameOf(as.slice(7)) }) : t("k.play");
  return (
    <div class="k-bar chosen">
      <div class="k-what">
        <p class="k-help"><strong>{name}</strong> <span>{help}</span></p>
        <div class="k-row">
          {asCards.length > 0 && !as && <AsCards choices={asCards} onAs={onAs} />}
          {(intent || as) && seats.length > 0 && seats.map((s) => (
            <button type="button" key={s} class="button main k-target" disabled={p.busy} onClick={() => onSeat(s)}>
              <Face seat={s} /><span>{seatName(s)}</span>
            </button>
          ))}
          {(intent || as) && seats.length === 0 && (
            <Button kind="main" icon="play" disabled={p.busy} onClick={() => onSeat(-1)}>{doIt}</Button>
          )}
        </div>
      </div>
      <div class="k-aside">
        <Button kind="quiet" icon="close" label={t("k.clear")} onClick={onClear} />
        {only && (
          <Button kind="quiet" icon="help" label={t("k.about", { card: nameOf(only) })}
            onClick={() => { rulesOpen.value = { game: p.game, card: only }; }} />
        )}
      </div>
    </div>
  );
}

interface AskForProps {
  names: string[];
  named: string | null;
  onName(card: string): void;
  onAsk(): void;
  onClose(): void;
}
/** Three of a kind: which card is asked for. */
function AskFor({ names, named, onName, onAsk, onClose }: AskForProps): JSX.Element {
  return (
    <Dialog title={t("k.name")} onClose={onClose} sheet>
      <Pick cards={names} chosen={named} onPick={onName} />
      <div class="k-row">
        <Button kind="main" icon="check" disabled={!named} onClick={onAsk}>{named ? t("k.ask", { card: nameOf(named) }) : t("ok")}</Button>
      </div>
    </Dialog>
  );
}

function Table(p: TableProps): JSX.Element {
  const view = asView(p.view), mine = p.me === null ? [] : (view.hands[p.me] ?? []).filter((c): c is string => c !== null);
  const [held, sort] = useHeld(mine), [picked, setPicked] = useState<number[]>([]), [as, setAs] = useState<string | null>(null);
  const [asking, setAsking] = useState<string | null>(null), [named, setNamed] = useState<string | null>(null);
  const [seen, closeSeen] = useSeen();
  const chosen = picked.filter((id) => held.some((h) => h.id === id));
  const cards = chosen.map((id) => held.find((h) => h.id === id)?.card ?? "");
  const intent = as ? null : intentOf(p.rows, cards), seats = as ? divineSeats(p.rows, as) : intent?.seats ?? [];
  const clear = (): void => { setPicked([]); setAs(null); setAsking(null); setNamed(null); };
  const go = (move: string): void => { p.play(move); clear(); };
  const onSeat = (seat: number): void => {
    const stem = as ? `play ${as}` : intent?.stem ?? "", whole = seat < 0 ? stem : `${stem} @${seat}`;
    if (intent?.kind === "trio") setAsking(whole);
    else go(whole);
  };
  const tap = (id: number): void => {
    setAs(null);
    setPicked(chosen.includes(id) ? chosen.filter((x) => x !== id) : [...chosen, id].slice(-5));
  };
  const others = around(p.me, p.seats), alive = p.me !== null && (view.alive[p.me] ?? false);
  const turn = view.turn === p.me && view.phase !== "over";
  const drawn = view.phase === "defuse", names = asking ? namedBy(p.rows, asking) : [];
  return (
    <div class={`k-table seats-${p.seats} ${p.rows.length ? "active" : ""}`} onKeyDown={(e) => { if (e.key === "Escape") clear(); }}>
      <div class={`k-people n-${others.length}`} role="group" aria-label={t("k.people")}>
        {others.map((s) => (
          <Other key={s} seat={s} view={view} onPick={seats.includes(s) ? () => onSeat(s) : undefined}
            label={seats.includes(s) ? t("k.pick") : undefined} />
        ))}
      </div>
      <div class="k-middle" data-at="stage">
        <Mat view={view} />
        <Pile view={view} game={p.game} onDraw={p.rows.some((r) => r.verb === "draw") && !p.busy ? () => go("draw") : undefined} />
        <Discard view={view} />
        {drawn && !p.rows.length && <div class="k-boom"><Card card="kitten" /><p>{tell({ n: 0, e: "kitten", seat: view.turn })}</p></div>}
      </div>
      <NopeWindow p={p} view={view} />
      {p.rows.length > 0 && <Asked p={p} view={view} />}
      {seen.length > 0 && !p.replay && <Seen cards={seen} onClose={closeSeen} />}
      {p.me !== null && (
        <div class={`k-mine ${turn ? "turn" : ""} ${alive ? "" : "gone"}`}>
          {turn && view.owed > 1 && <p class="k-owed"><Icon name="attack" />{tn("k.owed", view.owed)}</p>}
          {!alive && !p.replay && view.phase !== "over" && <Outside view={view} me={p.me} />}
          {alive && !p.replay && <Bar p={p} cards={cards} intent={intent} as={as} onAs={setAs} onSeat={onSeat} onClear={clear} />}
          {alive && (
            <Hand held={held} chosen={chosen} usable={(c) => useful(p.rows, c)}
              active={p.rows.length > 0 && ["turn", "give"].includes(view.phase)} onTap={tap} onSort={sort} />
          )}
        </div>
      )}
      {p.me === null && p.replay && <Open view={view} />}
      {asking && names.length > 0 && (
        <AskFor names={names} named={named} onName={setNamed}
          onAsk={() => go(`${asking} ${named ?? ""}`)} onClose={() => setAsking(null)} />
      )}
    </div>
  );
}

/** Who has exploded looks on: how far they came, who is still in, and what there is to do meanwhile. */
function Outside({ view, me }: { view: View; me: number }): JSX.Element {
  const seats = view.alive.length, gone = log.value.filter((e) => e.e === "exploded").findIndex((e) => e.seat === me);
  const company = table.value?.seats.some((s, i) => i !== me && s.name && !s.bot) ?? false;
  return (
    <section class="k-outside" aria-label={t("k.out")}>
      <h2><Icon name="bomb" />{t("k.out")}</h2>
      {gone >= 0 && <p>{t("k.out.place", { n: number(seats - gone), of: number(seats) })}</p>}
      <p class="k-still"><span>{t("k.out.in")}</span>
        {view.alive.map((alive, s) => alive && <span key={s} class="k-still-one"><Face seat={s} /><Bdi>{seatName(s)}</Bdi></span>)}</p>
      <p>{company ? t("k.out.talk") : t("k.out.watch", { t: t("hurry") })}</p>
    </section>
  );
}

/** In an open replay every hand can be seen. */
function Open({ view }: { view: View }): JSX.Element {
  return (
    <div class="k-open">
      {view.hands.map((hand, s) => (
        <div key={s}>
          <Face seat={s} />
          <span class="k-open-hand">{hand.map((c, i) => <Card key={i} card={c} bare />)}</span>
          <span class="read-aloud">{seatName(s)}: {hand.map((c) => (c ? nameOf(c) : "?")).join(", ")}</span>
        </div>
      ))}
    </div>
  );
}

const part: GamePart = {
  Table, flights, scene: sceneOf, lit, back: backOf, minor,
  sounds: {
    exploded: "boom", kitten: "boom", noped: "thud", shuffled: "riffle", defused: "soft",
    drew: "card", played: "card", paired: "card", trio: "card", five: "card", gave: "card", stole: "card",
  },
};
export default part;
