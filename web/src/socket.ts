// SPDX-License-Identifier: MIT
// socket.ts - the table is elsewhere: a WebSocket that comes back by itself, continues where it was, and sends again
// what was not answered.
import type { ClientMessage, Create, Engine, Have, Hearing, Refusal, Refusing, TableMessage } from "./message";
import type { Advice } from "./review";
import { sentElsewhere, socketPath, wayTo } from "./way";

export interface Memory {
  token(): string | undefined;
  keep(token: string): void;
  have(): Have | undefined;
  /** Works a hint out from what the server sent for it. */
  advise(known: Extract<TableMessage, { t: "hint" }>): Promise<Advice | null>;
  key?: string;
  /** This is a large screen in the room. */
  screen?: boolean;
}

/** Where tables were made that this page has not connected to yet: the node that made a table runs it. */
const madeAt = new Map<string, string>();
export function expectAt(code: string, node: string | undefined): void { if (node) madeAt.set(code, node); }

const FIRST_WAIT = 500, LONGEST_WAIT = 30000;
/* A connection that does not answer for so long counts as dead, even if the socket still looks open: a phone slept, a wire
 * was cut. */
const SILENCE = 5000;
/* Close codes after which it does not reconnect: the seat was taken over elsewhere, refused, no such table, or an error of
 * this client. */
const FINAL: Record<number, "elsewhere" | "gone"> = {
  4000: "elsewhere", 4001: "gone", 4003: "gone", 1002: "gone", 1003: "gone", 1007: "gone", 1009: "gone",
};

/* What may be said twice, since the second time changes nothing. Of the rest nobody is sure whether it arrived when the
 * connection broke. */
const TWICE: readonly ClientMessage["t"][] = ["sit", "stand", "name", "bot", "set", "host", "luck", "start", "pause", "let", "past"];
/* What the client says by itself: nobody waits for it. */
const ITSELF: readonly ClientMessage["t"][] = ["luck", "past", "hidden", "subscribe", "unsubscribe"];

export function connect(code: string, hearing: Hearing, memory: Memory): Engine {
  let socket: WebSocket | null = null, wait = FIRST_WAIT, timer = 0, beat = 0, doubt = 0, over = false, open = false, key = memory.key;
  let way = wayTo(madeAt.get(code));
  madeAt.delete(code);
  const unanswered = new Map<string, ClientMessage>();
  /** What is said when the line is open again; and what was said, up to which ping, and may not have arrived. */
  let waiting: ClientMessage[] = [], unsure: { m: ClientMessage; ping: number }[] = [], pings = 0, pongs = 0;
  let hinted: ((known: Extract<TableMessage, { t: "hint" }> | null) => void) | undefined;

  const send = (m: ClientMessage): void => { if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(m)); };

  /** An answer must come within SILENCE. */
  function expect(): void { doubt ||= window.setTimeout(lost, SILENCE); }
  function calm(): void { clearTimeout(doubt); doubt = 0; }
  function ask(): void { pings++; send({ t: "ping" }); expect(); }
  /** An answered ping: what was said before it has arrived. */
  function answered(): void { pongs++; unsure = unsure.filter((u) => u.ping > pongs); }
  function later(m: ClientMessage[]): void {
    waiting = [...waiting, ...m].slice(-20);
    hearing.unsent?.(waiting.filter((x) => !ITSELF.includes(x.t)).length);
  }

  function hangUp(): void {
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null;
    socket?.close();
  }
  /** The socket is given up, even if it does not know yet that it is dead. */
  function lost(): void { hangUp(); closed(0); }

  /** Another node has the table. */
  function redirected(node: string): void {
    const next = sentElsewhere(way, node);
    hangUp();
    way = next.way;
    if (next.atOnce) start();
    else comeBack();
  }

  function start(): void {
    clearTimeout(timer);
    if (over) return;
    hearing.line("connecting");
    expect();
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${socketPath(code, way)}`, "ninelives.v1");
    socket.onopen = () => {
      const token = memory.token(), have = memory.have();
      send({ t: "hello", v: 1, table: code, ...(key ? { key } : token ? { token } : {}), ...(have && !key ? { have } : {}),
        ...(memory.screen ? { screen: true } : {}) });
    };
    socket.onmessage = (e: MessageEvent<string>) => hear(e.data);
    socket.onclose = (e) => closed(e.code);
  }

  function hear(text: string): void {
    let m: TableMessage;
    calm();
    try { m = JSON.parse(text) as TableMessage; } catch { return; }
    if (m.t === "elsewhere") { redirected(m.node); return; }
    if (m.t === "welcome") welcomed(m.heartbeat, m.token);
    if (m.t === "seated") memory.keep(m.token);
    if (m.t === "ack" || m.t === "err") { if (m.id) unanswered.delete(m.id); }
    if (m.t === "hint") hinted?.(m);
    if (m.t === "err" && m.re === "hint") hinted?.(null);
    if (m.t === "pong") answered();
    if (m.t === "bye") wait = m.after;
    hearing.message(m);
  }

  function welcomed(heartbeat: number, token?: string): void {
    if (token) memory.keep(token);
    key = undefined;
    open = true;
    wait = FIRST_WAIT;
    clearInterval(beat);
    beat = window.setInterval(ask, Math.max(5, heartbeat || 40) * 1000);
    hearing.line("open");
    unanswered.forEach(send);
    const said = waiting;
    waiting = [];
    hearing.unsent?.(0);
    said.forEach(tell);
  }

  /** Says something, and asks whether it has arrived. */
  function tell(m: ClientMessage): void {
    send(m);
    unsure.push({ m, ping: pings + 1 });
    ask();
  }

  function closed(reason: number): void {
    open = false;
    way = wayTo();
    clearInterval(beat);
    calm();
    pings = pongs = 0;
    if (over) return;
    later(unsure.splice(0).map((u) => u.m).filter((m) => TWICE.includes(m.t)));
    const final = FINAL[reason];
    if (final) hearing.line(final);
    else comeBack();
  }

  function comeBack(): void {
    hearing.line("waiting");
    timer = window.setTimeout(start, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }

  /** The page is seen again, or the network is back: do not wait. */
  function wake(): void {
    if (over || document.visibilityState === "hidden" || socket?.readyState === WebSocket.CONNECTING) return;
    wait = FIRST_WAIT;
    if (open) ask();
    else start();
  }
  const watch = (): void => { if (document.visibilityState === "visible") wake(); };
  const sever = (): void => { if (open) lost(); };
  document.addEventListener("visibilitychange", watch);
  addEventListener("online", wake);
  addEventListener("offline", sever);
  start();

  return {
    say(m) {
      if (m.t === "move") {
        unanswered.set(m.id, m);
        if (open) expect();
      }
      if (open) (m.t === "move" ? send : tell)(m);
      else if (m.t !== "move") later([m]);
    },
    async hint() {
      const known = await new Promise<Extract<TableMessage, { t: "hint" }> | null>((done) => { hinted = done; send({ t: "hint" }); });
      return known && memory.advise(known);
    },
    retry() { wait = FIRST_WAIT; over = false; if (!open) start(); },
    close() {
      over = true;
      clearTimeout(timer);
      clearInterval(beat);
      calm();
      document.removeEventListener("visibilitychange", watch);
      removeEventListener("online", wake);
      removeEventListener("offline", sever);
      socket?.close(1000);
    },
    async log(round) {
      const answer = await fetch(`/api/tables/${code}/rounds/${round}`);
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    },
  };
}

/* ---- the few things asked over HTTP -------------------------------------------------- */

export class Refused extends Error {
  constructor(readonly code: Refusing) { super(code); }
}
export async function api<T>(path: string, body?: Create): Promise<T> {
  const post = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, post ?? {});
  const value: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused((value as Refusal | null)?.code ?? "no_server");
  if (!value || typeof value !== "object") throw new Refused("no_server");
  return value as T;
}
