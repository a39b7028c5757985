// SPDX-License-Identifier: MIT
// table.tsx - a table, wherever it is: before, during and after a round.
import type { JSX } from "preact";
import { Suspense } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Dialog, Icon } from "../parts/basic";
import { TopBar } from "../parts/bar";
import { type Hint, HintLine, mayAsk, useHint, useLit } from "../parts/hint";
import { Log } from "../parts/log";
import { Face } from "../parts/person";
import { usePart } from "../parts/parttable";
import { lang, listing, number, t, tn, word } from "../i18n";
import { adviceFrom, playHere, savedTable } from "../here";
import type { GamePart } from "../game";
import type { Hearing, TableMessage } from "../message";
import { mover } from "../motion";
import { noticeHear, noticeLeave, notifyTurn } from "../notices";
import { fetched } from "../part";
import { SceneView } from "../parts/scene";
import { Bubbles, Talk } from "../parts/talk";
import { picture } from "../pictures";
import type { Origin } from "../saved";
import { calm, settings } from "../settings";
import { connect } from "../socket";
import { beQuiet, buzz, sound } from "../sound";
import {
  clock, engine, gameInfo, go, hear, keepTable, keptTable, leaveTable, line, log, me, moment, movers, myTurn, pending, play,
  ready, rows, say, seatName, since, stage, table, tables, unsent,
} from "../store";
import { showing } from "../stage";
import { called, guideSilent, spoken } from "../ui";
import { type Sentence, story } from "../voice";
import { Invite, Lobby, OtherDevice } from "./lobby";
import { Join } from "./join";
import { ResultDialog } from "./result";

const LAST_LOOK = 1700;
const GuidePanel = fetched(() => import("../parts/guide").then((m) => m.GuidePanel));

function useTable(code: string, here: boolean, key?: string): void {
  useEffect(() => {
    leaveTable();
    const message = here ? hear : (m: TableMessage): void => { hear(m); noticeHear(m); };
    const hearing: Hearing = { message, line: (l) => { line.value = l; }, unsent: (n) => { unsent.value = n; } };
    engine.value = here ? playHere(code, hearing) : connect(code, hearing, {
      token: () => keptTable(code, false)?.token,
      keep: (token) => keepTable({ code, here: false, token }),
      have: () => { const m = moment.peek(); return m ? { round: m.round, n: m.n } : undefined; },
      advise: (known) => {
        const s = table.peek(), seat = me.peek();
        return s && seat !== null ? adviceFrom(s.game, s.options, seat, known) : Promise.resolve(null);
      },
      ...(key ? { key } : {}),
    });
    if (key) history.replaceState(null, "", location.pathname);
    return () => { leaveTable(); noticeLeave(); };
  }, [code, here]);
}

/** Says whose decision it is, in a sentence. */
export function prompt(own: GamePart["prompt"]): string {
  const m = moment.value, s = table.value;
  if (!m || !s) return "";
  if (s.phase === "paused") return t("table.paused");
  if (s.phase === "over") return t("over");
  const mine = myTurn.value, said = own?.({ view: m.view, me: me.value, mine });
  if (said) return said;
  if (mine) return word(`ph.${String(m.view["phase"])}`) ?? t("seat.yours");
  const others = m.asked.filter((a) => a !== me.value).map((a) => `\u2068${seatName(a)}\u2069`);
  return others.length === 0 ? "" : others.length > 3 ? t("waiting.many", { n: others.length }) : t("waiting", { t: listing(others) });
}

/** Sounds, vibration, and words for screen readers when something happens or it becomes my turn. */
function useSenses(text: string): void {
  const mine = myTurn.value, last = log.value[log.value.length - 1]?.n;
  const heard = useRef(0);
  useEffect(() => {
    if ((last ?? 0) < heard.current) heard.current = 0;         // a new round counts from one again
    const all = log.value, from = all.findIndex((e) => e.n > Math.max(heard.current, since.value));
    const lines = story(all, from < 0 ? all.length : from).map((x) => x.text);
    heard.current = last ?? 0;
    if (lines.length) spoken.value = lines.slice(-6).join(" ");
  }, [last]);
  useEffect(() => {
    if (!mine) return;
    called.value = text;
    sound(rows.peek().length > 2 ? "turn" : "tick");
    buzz(60);
    void notifyTurn(text);
  }, [mine, text]);
}

/** On this device only: plays by itself where there is only one answer. */
function useAutoAnswer(here: boolean): void {
  const only = rows.value.length === 1 && rows.value[0]?.places.every((p) => p.length === 1) ? moment.value?.offer[0] : undefined;
  const n = moment.value?.n;
  useEffect(() => {
    if (!here || !only || !/^pass\b/.test(only) || !settings.value.auto || !myTurn.value) return;
    const timer = setTimeout(() => play(only), calm() ? 700 : 1100);
    return () => clearTimeout(timer);
  }, [here, only, n]);
}

/** The page's title says when it is my turn, for when I look at another tab. */
function useTurnTitle(): void {
  const mine = myTurn.value, game = table.value?.game;
  useEffect(() => {
    const name = game ? t(`game.${game}`) : "Ninelives";
    document.title = mine ? `● ${t("title.turn")} – ${name}` : `${name} – Ninelives`;
    return () => { document.title = t("page.title"); };
  }, [mine, game, lang.value]);
}

/** At a table where somebody goes on from a moment of another game: that it is one, and the way back. */
function WhatIf({ from }: { from: Origin }): JSX.Element {
  return (
    <div class="line what-if" role="status">
      <Icon name="chart" /><span>{t("whatif.from", { n: number(from.n) })}</span>
      <Button onClick={() => go(from.path)}>{t("whatif.back")}</Button>
    </div>
  );
}

function LineState(): JSX.Element | null {
  const l = line.value, n = unsent.value;
  if (l === "open" || l === "closed") return null;
  if (l === "connecting" && !table.value) return null;
  return (
    <div class={`line line-${l}`} role="status">
      <Icon name="wifi-off" /><span>{n > 0 && (l === "waiting" || l === "connecting") ? tn("line.unsent", n) : t(`line.${l}`)}</span>
      {l !== "connecting" && (
        <Button kind="main" onClick={() => engine.peek()?.retry()}>{t(l === "elsewhere" ? "line.take" : "line.retry")}</Button>
      )}
    </div>
  );
}

/** May I tell bots to hurry? At a shared table only the host, while only bots are asked. */
function canHurry(here: boolean): boolean {
  const s = table.value, asked = moment.value?.asked ?? [];
  if (!s || s.phase !== "playing" || myTurn.value) return false;
  if (showing.value) return true;
  return here || (s.you.host && s.pace !== "instant" && asked.length > 0 && asked.every((a) => s.seats[a]?.playing === "bot"));
}
function hurry(here: boolean): void {
  if (showing.peek()) { stage.hurry(); if (!here) return; }
  if (here) engine.peek()?.hurry?.();
  else say({ t: "set", pace: table.peek()?.pace === "human" ? "brisk" : "instant" });
}

/** What just happened, at the bottom of the screen; a tap opens the whole log. */
function Latest({ last, onOpen }: { last: Sentence | undefined; onOpen(): void }): JSX.Element {
  return (
    <button type="button" class="button quiet dock-log" onClick={onOpen}>
      <Icon name="menu" /><span class="read-aloud">{t("log")}</span>
      <span key={last?.e.n} aria-hidden={last ? "true" : undefined}>{last?.text ?? t("log")}</span>
    </button>
  );
}

/** True once the result may cover the table: after a moment in which the last move can be seen, or at once if the round
 *  was over when the page was opened. */
function useRipe(over: boolean): [boolean, () => void] {
  const [ripe, setRipe] = useState(over);
  useEffect(() => {
    if (!over) return setRipe(false);
    const timer = setTimeout(() => setRipe(true), calm() ? 700 : LAST_LOOK);
    return () => clearTimeout(timer);
  }, [over]);
  return [ripe, () => setRipe(true)];
}

/** Cards fly while this table is shown. */
export function useMover(part: GamePart | null): void {
  const game = table.value?.game;
  useEffect(() => {
    const folder = game ? gameInfo(game)?.folder : undefined;
    if (!part || !game || !folder) return;
    const x = mover(part, game, folder, () => me.peek());
    movers.add(x);
    return () => { movers.delete(x); };
  }, [part, game]);
}

/** Is this a first round with a guide who has not been sent away? */
const isGuided = (here: boolean, code?: string): boolean => here && !!tables.value.find((k) => k.here && k.code === code)?.guided;
/** From now on it is an ordinary game: what the guide was about to advise goes too. */
function LeaveGuide({ code, hint }: { code: string; hint: Hint }): JSX.Element {
  const leave = (): void => { hint.close(); keepTable({ code, here: true, guided: null }); };
  return <Button kind="quiet" icon="close" class="guide-leave" onClick={leave}>{t("guide.leave")}</Button>;
}

/** With a large screen in the room this is the hand: sounds are heard there. */
function useScreen(): boolean {
  const on = table.value?.screen ?? false;
  useEffect(() => { beQuiet(on); return () => beQuiet(false); }, [on]);
  return on;
}

function Board({ here, from, onChange }: { here: boolean; from: Origin | undefined; onChange(): void }): JSX.Element | null {
  const s = table.value, m = moment.value, part = usePart(s?.game);
  const [logOpen, setLogOpen] = useState(false), [seen, setSeen] = useState(-1), [ripe, setRipe] = useRipe(s?.phase === "over");
  const text = prompt(part?.prompt), board = useRef<HTMLDivElement>(null);
  /* When a focused button disappears the focus is lost; it is moved to the table. */
  useEffect(() => { if (document.activeElement === document.body) board.current?.focus({ preventScroll: true }); }, [m?.n]);
  const hint = useHint(), guided = isGuided(here, s?.code);
  useLit(part, guided ? undefined : hint.best?.move);
  useSenses(text);
  useAutoAnswer(here && (!guided || guideSilent.value));
  useMover(part);
  const states = [myTurn.value && "is-mine", useScreen() && "handheld"].filter(Boolean).join(" ");
  if (!s || !m || !part || ready.value !== s.game) return <main class="loading"><Icon name="paw" /></main>;
  const over = s.phase === "over" && ripe && seen !== s.round;
  const others = !here && me.value !== null;
  const awaited = s.phase === "playing" && !myTurn.value ? m.asked.filter((a) => a !== me.value).slice(0, 3) : [];
  const told = story(part.remember ? log.value.map((e) => part.remember?.(e, s.options) ?? e) : log.value);
  const banner = (
    <div class={`banner ${myTurn.value ? "mine" : ""}`}>
      {awaited.map((seat) => <Face key={seat} seat={seat} />)}
      <span class="banner-text">{text}</span>
      {canHurry(here) && <Button kind="quiet" icon="hurry" onClick={() => hurry(here)}>{t("hurry")}</Button>}
    </div>
  );
  return (
    <main class={`table table-${gameInfo(s.game)?.folder ?? ""} game-${s.game} ${states}`}>
      <h1 class="read-aloud">{t(`game.${s.game}`)}</h1>
      {!guided ? banner : (
        <div class="guided">
          {banner}<Suspense fallback={null}><GuidePanel code={s.code} part={part} hint={hint} /></Suspense>
        </div>
      )}
      <div class="felt" aria-hidden="true" />
      <div class="board" ref={board} tabIndex={-1}>
        <part.Table game={s.game} view={m.view} me={me.value} seats={s.seats.length} asked={m.asked}
          rows={myTurn.value ? rows.value : []} play={play} busy={pending.value !== null} options={s.options}
          clock={clock.value} replay={false} />
      </div>
      <aside class="side" aria-label={t("log")}><Log lines={told} /></aside>
      <div class="dock">
        {!guided && <HintLine hint={hint} />}
        <Latest last={told[told.length - 1]} onOpen={() => setLogOpen(true)} />
        {me.value === null && s.phase !== "over" && <span class="watching"><Icon name="eye" />{t("watching")}</span>}
        {mayAsk() && !guided && <Button kind="quiet" icon="bulb" label={t("hint")} onClick={() => hint.ask()} class="hint-ask" />}
        {guided && s.phase !== "over" && <LeaveGuide code={s.code} hint={hint} />}
        {others && <Talk />}
        {s.you.host && !guided && (s.phase === "playing" || s.phase === "paused") && (
          <Button kind="quiet" icon={s.phase === "paused" ? "play" : "pause"}
            label={t(s.phase === "paused" ? "table.resume" : "table.pause")}
            onClick={() => say({ t: "pause", on: s.phase !== "paused" })} />
        )}
        {s.phase === "over" && <Button kind="main" icon="trophy" onClick={() => { setRipe(); setSeen(-1); }}>{t("result.show")}</Button>}
      </div>
      {logOpen && <Dialog title={t("log")} onClose={() => setLogOpen(false)} sheet class="log-sheet"><Log lines={told} /></Dialog>}
      {over && <ResultDialog here={here} from={from} guided={guided} part={part} onClose={() => setSeen(s.round)} onChange={onChange} />}
    </main>
  );
}

export function TableScreen({ code, here, handKey }: { code: string; here: boolean; handKey?: string | undefined }): JSX.Element {
  useTable(code, here, handKey);
  const s = table.value, l = line.value, [changing, setChanging] = useState(false), [inviting, setInviting] = useState(false);
  useEffect(() => setChanging(false), [s?.round]);
  useTurnTitle();
  /* On this device there is nobody to wait for: the first round is dealt at once. */
  useEffect(() => {
    if (here && s?.phase === "lobby" && s.round === 0 && line.peek() === "open") say({ t: "start" });
  }, [here, s?.phase, s?.round, l]);
  if (l === "gone" && !s)
    return (
      <>
        <TopBar back />
        <main class="sorry">
          <img src={picture("web", "icon")} alt="" /><h1>{t("table.none")}</h1><p>{t("table.none.why")}</p>
          <Button kind="main" onClick={() => go("/")}>{t("back")}</Button>
        </main>
      </>
    );
  const joinable = me.value === null && s?.seats.some((c) => !c.name && !c.bot);
  const from = here ? savedTable(code)?.from : undefined;
  const lobby = !here && (s?.phase === "lobby" || (s?.phase === "over" && (changing || joinable)));
  return (
    <>
      <TopBar back game={s?.game}>
        {s && <span class="bar-title"><strong>{t(`game.${s.game}`)}</strong>{!here && (
          <small><bdi dir="ltr">{s.code}</bdi>{s.hints && <> · <Icon name="bulb" />{t("hints.on")}</>}</small>
        )}</span>}
        {s && !here && !lobby && (
          <Button kind="quiet" icon="share" label={t("invite.title")} onClick={() => setInviting(true)} />
        )}
      </TopBar>
      <LineState />
      {from && <WhatIf from={from} />}
      {inviting && <Dialog title={t("invite.title")} sheet onClose={() => setInviting(false)}><Invite /><OtherDevice /></Dialog>}
      {!s
        ? <main class="loading"><Icon name="paw" /><p role="status">{l === "waiting" ? t("line.waiting") : ""}</p></main>
        : lobby && joinable ? <Join /> : lobby ? <Lobby /> : <Board here={here} from={from} onChange={() => setChanging(true)} />}
      {!lobby && <SceneView />}
      {!here && <Bubbles />}
    </>
  );
}
