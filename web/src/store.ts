// SPDX-License-Identifier: MIT
// store.ts - all that the client knows, in one place. Engines put messages in, screens read signals out, and what a
// person does goes to the engine as a message. No rule is decided here.
import { batch, computed, signal } from "@preact/signals";
import { assets } from "virtual:assets";
import { enter, t } from "./i18n";
import type { ClientMessage, Engine, GameInfo, Line, Moment, Phase, Refusing, TableEvent, TableMessage, TableState } from "./message";
import { type Row, readOffer, toAsk } from "./offer";
import { forget, keep, readKept } from "./settings";
import { sound } from "./sound";
import { type Act, type Held, Stage } from "./stage";
import { countRound } from "./stats";
import { gamePart } from "./ui";

export const games: readonly GameInfo[] = assets.games;
export const gameInfo = (id: string): GameInfo | undefined => games.find((g) => g.id === id);
export const reasonKinds = (id: string): Record<string, string> => assets.games.find((g) => g.id === id)?.reasons ?? {};
export const eventKinds = (id: string): Record<string, string> => assets.games.find((g) => g.id === id)?.events ?? {};

/* ---- where we are ------------------------------------------------------------ */

export type Route =
  | { at: "start" }
  | { at: "table"; code: string; here: boolean; key?: string }
  | { at: "tv"; code: string }
  | { at: "replay"; code: string; round: number; here: boolean }
  | { at: "review"; code: string; round: number; here: boolean }
  | { at: "check"; code: string; round: number; here: boolean };
export function readPath(path: string, hash: string): Route {
  const [, first = "", code = "", third = ""] = path.split("/");
  const safe = code.toLowerCase();
  if (first === "t" && safe) {
    const key = /^#key=([0-9a-f]{32})$/.exec(hash)?.[1];
    return { at: "table", code: safe, here: false, ...(key ? { key } : {}) };
  }
  if (first === "tv" && safe) return { at: "tv", code: safe };
  if (first === "here" && safe) return { at: "table", code: safe, here: true };
  if (first === "replay" && safe) return { at: "replay", code: safe, round: Number(third) || 1, here: false };
  if (first === "replay-here" && safe) return { at: "replay", code: safe, round: Number(third) || 1, here: true };
  if ((first === "review" || first === "review-here") && safe)
    return { at: "review", code: safe, round: Number(third) || 1, here: first === "review-here" };
  if (first === "check" || first === "check-here")
    return { at: "check", code: safe, round: Number(third) || 1, here: first === "check-here" };
  return { at: "start" };
}
export const replayPath = (code: string, round: number, here: boolean): string => `/${here ? "replay-here" : "replay"}/${code}/${round}`;
export const checkPath = (code: string, round: number, here: boolean): string => `/${here ? "check-here" : "check"}/${code}/${round}`;
export const reviewPath = (code: string, round: number, here: boolean): string => `/${here ? "review-here" : "review"}/${code}/${round}`;
export const route = signal<Route>(readPath(location.pathname, location.hash));
export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  route.value = readPath(location.pathname, location.hash);
  scrollTo(0, 0);
}
addEventListener("popstate", () => { route.value = readPath(location.pathname, location.hash); });

/* ---- my tables: seats kept by this browser -------------------------------------- */

export interface KeptTable {
  code: string;
  here: boolean;
  game: string;
  token?: string;
  at: number;
  phase?: Phase;
  /** Which seat was mine in each round. */
  sat?: Record<number, number>;
  /** No game of its own but what might have become of another: it does not count. */
  whatIf?: boolean;
  /** A first round with a guide: the lessons given so far. It does not count. Null: the guide was sent away. */
  guided?: string[] | null;
}
const TABLES = "ninelives.tables", TABLES_MOST = 30;
const readTables = (): KeptTable[] => {
  const kept = readKept<KeptTable[]>(TABLES);
  return Array.isArray(kept) ? kept.filter((k): k is KeptTable => !!k && typeof k.code === "string") : [];
};
export const tables = signal<KeptTable[]>(readTables());
export function keepTable(part: Partial<KeptTable> & { code: string; here: boolean }): void {
  const old = tables.peek().find((k) => k.code === part.code && k.here === part.here);
  const row: KeptTable = { game: "", ...old, ...part, at: Date.now() };
  tables.value = [row, ...tables.peek().filter((k) => k !== old)].slice(0, TABLES_MOST);
  keep(TABLES, tables.peek());
}
export function dropTable(code: string, here: boolean): void {
  tables.value = tables.peek().filter((k) => k.code !== code || k.here !== here);
  keep(TABLES, tables.peek());
  if (here) forget(`ninelives.here.${code}`);
}
export const keptTable = (code: string, here: boolean): KeptTable | undefined =>
  tables.peek().find((k) => k.code === code && k.here === here);

function keepSeat(at: { code: string; here: boolean }, s: TableState, seat: number): void {
  const sat = { ...keptTable(at.code, at.here)?.sat, [s.round]: seat };
  keepTable({ code: at.code, here: at.here, game: s.game, phase: s.phase, sat });
}

/* ---- the table ------------------------------------------------------------------ */

export const engine = signal<Engine | null>(null);
export const line = signal<Line>("closed");
/** How much of what I did waits for the line. */
export const unsent = signal(0);
export const table = signal<TableState | null>(null);
export const moment = signal<Moment | null>(null);
export const clock = signal<{ ends: number; of: number } | null>(null);
/** The events of this round, as far as I may know. */
export const log = signal<TableEvent[]>([]);
/** Those up to this number happened before I looked: they are in the log, and nobody is called to look at them. */
export const since = signal(0);
export const said = signal<{ seat: number; phrase: string; n: number }[]>([]);
/** Chairs whose phrases I do not want to see. */
export const muted = signal<ReadonlySet<number>>(new Set());
export const refusal = signal<Refusing | null>(null);
export const handover = signal<string | null>(null);
/** The move that waits for its answer. */
export const pending = signal<string | null>(null);
/** The game whose words and table are loaded. */
export const ready = signal<string | null>(null);

export const me = computed<number | null>(() => table.value?.you.seat ?? null);
export const rows = computed<Row[]>(() => readOffer(toAsk(moment.value?.offer ?? [], moment.value?.let)));
export const myTurn = computed(() => table.value?.phase === "playing" && rows.value.length > 0 && me.value !== null
  && (moment.value?.asked.includes(me.value) ?? false));

/** Called around a step, so that motion knows where things were. */
export interface Mover {
  before(events: TableEvent[]): void;
  /** `wait`: so many milliseconds until an event has its beat; null: it has been shown already. */
  after(events: TableEvent[], wait: (e: TableEvent) => number | null): void;
}
export const movers = new Set<Mover>();
export const hearers = new Set<(m: TableMessage) => void>();

const LOG_MOST = 2000;
function showMoment(m: Moment): void {
  moment.value = m;
  clock.value = m.clock ? { ends: performance.now() + m.clock.left, of: m.clock.of } : null;
}

/* A view says how things stand, and not what led to it: that is asked for, unless it was heard. */
function hearView(m: Moment): void {
  const known = moment.peek(), heard = known?.round === m.round && known.n === m.n;
  batch(() => {
    if (known?.round !== m.round) log.value = [];
    showMoment(m);
    if (!heard) since.value = m.n;
  });
  if (!heard) say({ t: "past" });
}
/* What is still waiting to be shown comes into the log when it is. */
function hearPast(p: Extract<TableMessage, { t: "past" }>): void {
  const m = moment.peek();
  if (m?.round !== p.round) return;
  log.value = [...p.events.filter((e) => e.n <= m.n), ...log.peek().filter((e) => e.n > p.n)].slice(-LOG_MOST);
}

type Step = Extract<TableMessage, { t: "step" }>;
function hearStep(m: Step, wait: (e: TableEvent) => number | null): void {
  const known = moment.peek();
  const fresh = known && known.round === m.round ? m.events.filter((e) => e.n > known.n) : m.events;
  movers.forEach((x) => x.before(fresh));
  batch(() => {
    showMoment(m);
    const old = known && known.round === m.round ? log.peek() : [];
    log.value = [...old, ...fresh].slice(-LOG_MOST);
    if (known?.round !== m.round) since.value = (m.events[0]?.n ?? 1) - 1;
  });
  movers.forEach((x) => x.after(fresh, wait));
}

/* What happened is shown at its own pace (stage.ts). Whoever looks at another tab misses nothing: it is shown at once. */
function actsOf(m: Held): Act[] {
  const known = moment.peek(), s = table.peek(), part = gamePart.peek();
  if (m.t !== "step" || !s || !part || document.hidden) return [];
  const pace = (assets.beats[s.pace] ?? 0) / 100, beats = assets.games.find((g) => g.id === s.game)?.beats ?? {};
  return m.events.filter((e) => known?.round !== m.round || e.n > known.n).map((event) => {
    const ms = Math.round((beats[event.e] ?? 0) * pace);
    return { event, ms, scene: ms ? part.scene?.(event, me.peek(), m.view) ?? null : null, sound: part.sounds?.[event.e] };
  }).filter((a) => a.ms > 0 || a.sound !== undefined);
}
let soundAt = 0;
export const stage = new Stage({
  acts: actsOf,
  apply: (m, wait) => {
    if (m.t === "table") hearTable(m);
    else if (m.t === "step") hearStep(m, wait);
    else hearView(m);
  },
  sound: (name) => {                           // of sounds that begin together the first is enough
    const now = performance.now();
    if (now - soundAt < 80) return;
    soundAt = now;
    sound(name);
  },
  later: (ms, what) => window.setTimeout(what, ms),
  never: (timer) => clearTimeout(timer),
});
document.addEventListener("visibilitychange", () => { if (document.hidden) stage.hurry(); });

let luckFor = "";
/** Adds my part to the next shuffles, once for every commitment. */
function sendLuck(s: TableState): void {
  const commit = s.next ?? (s.phase === "lobby" ? s.fair.commit : null);
  if (s.you.seat === null || !commit || luckFor === commit) return;
  luckFor = commit;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  engine.peek()?.say({ t: "luck", value: Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("") });
}

function hearTable(s: TableState): void {
  const folder = gameInfo(s.game)?.folder;
  if (folder && ready.peek() !== s.game) void enter(folder).then(() => { ready.value = s.game; });
  if (table.peek()?.round !== s.round) { log.value = []; }
  table.value = s;
  const r = route.peek();
  if (r.at === "table" && s.you.seat !== null) keepSeat(r, s, s.you.seat);
  sendLuck(s);
  const kept = r.at === "table" ? keptTable(r.code, r.here) : undefined;
  if (!kept?.whatIf && !kept?.guided) countRound(s);
}

/* What somebody says is seen for a few seconds. */
const SAID_MS = 5000, SAID_MOST = 4;
let phrases = 0;
function hearPhrase(seat: number, phrase: string): void {
  const n = ++phrases;
  if (muted.peek().has(seat)) return;
  said.value = [...said.peek().filter((x) => x.seat !== seat).slice(1 - SAID_MOST), { seat, phrase, n }];
  setTimeout(() => { said.value = said.peek().filter((x) => x.n !== n); }, SAID_MS);
}

export function hear(m: TableMessage): void {
  switch (m.t) {
    case "table": case "view": case "step": stage.hear(m); break;
    case "ack": pending.value = null; break;
    case "err": pending.value = null; if (m.re !== "past") refuse(m.code); break;
    case "past": hearPast(m); break;
    case "said": hearPhrase(m.seat, m.phrase); break;
    case "handover": handover.value = m.key; break;
    case "welcome": case "hint": case "seated": case "pong": case "bye": case "elsewhere": case "notices": break;
  }
  hearers.forEach((h) => h(m));
}

let refusalTimer = 0;
export function refuse(code: Refusing): void {
  refusal.value = code;
  clearTimeout(refusalTimer);
  refusalTimer = window.setTimeout(() => { refusal.value = null; }, 5000);
}

/* ---- what I do -------------------------------------------------------------------- */

export const say = (m: ClientMessage): void => engine.peek()?.say(m);

let moveCount = 0;
const moveStem = Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => b.toString(36)).join("").slice(0, 10);
export function play(move: string): void {
  const m = moment.peek();
  if (!m || pending.peek()) return;
  stage.hurry();
  if (moment.peek() !== m) return;             // what was asked is over, though it could not be seen yet
  pending.value = move;
  say({ t: "move", id: `${moveStem}-${++moveCount}`, round: m.round, move, at: m.n });
}

export function leaveTable(): void {
  engine.peek()?.close();
  stage.clear();
  batch(() => {
    engine.value = null;
    table.value = moment.value = clock.value = pending.value = handover.value = refusal.value = ready.value = null;
    log.value = [];
    since.value = unsent.value = 0;
    said.value = [];
    muted.value = new Set();
    line.value = "closed";
    luckFor = "";
  });
}

/* ---- names ------------------------------------------------------------------------- */

const isolate = (name: string): string => `\u2068${name}\u2069`;
/** A seat's name: a person's own, or one for the bot in the reader's language. */
export function seatName(seat: number): string {
  const s = table.value?.seats[seat];
  if (s?.name) return s.name;
  return s?.bot ? s.called ?? botName(seat) : t("seat.free");
}
/** A name for a bot on this chair, in my language. Whoever seats one at a shared table gives it, and all others read the same. */
export function botName(seat: number): string {
  const names = t("name.bots").split(",");
  return names[seat % names.length] ?? `${seat}`;
}
export const seatBot = (seat: number, level: string | null): void =>
  say({ t: "bot", seat, level, ...(level && !table.peek()?.seats[seat]?.called ? { called: botName(seat) } : {}) });
export function seatCalled(seat: number, subject: boolean): string {
  return seat === me.value ? t(subject ? "who.you" : "object.you", { name: isolate(seatName(seat)) }) : isolate(seatName(seat));
}
