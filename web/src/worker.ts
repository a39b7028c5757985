// SPDX-License-Identifier: MIT
// worker.ts - the engine in its own thread: a table on this device, or a log being replayed.
import { Host } from "./host";
import { insist } from "./insist";
import type { Saved } from "./saved";
import type { ClientMessage, TableMessage } from "./message";
import { type Meant, readMeant, readReplay, type Replayed } from "./replay";
import { type Advice, type Review, reviewGame } from "./review";
import { load as loadEngine, type Ninelives, type Thought } from "ninelives";

export type ToWorker =
  | { do: "open"; wasm: string; saved: Saved }
  | { do: "lore"; url: string }
  | { do: "say"; message: ClientMessage }
  | { do: "hurry" }
  | { do: "replay"; wasm: string; log: string; seat: number }
  | { do: "meant"; wasm: string; log: string; lore: string }
  | { do: "review"; wasm: string; log: string; players: number; lore: string | undefined }
  | { do: "hint"; ask: number; looks: number }
  | { do: "advise"; wasm: string; game: string; seat: number; view: string; notes: string; lore: string | undefined }
  | { do: "gloss"; wasm: string; lore: string[]; game: string; word: string; from: string[]; to: string };
export type FromWorker =
  | { is: "message"; message: TableMessage }
  | { is: "save"; saved: Saved }
  | { is: "replay"; replay: Replayed }
  | { is: "meant"; meant: Meant[] }
  | { is: "review"; review: Review }
  | { is: "unreviewed"; why: string }
  | { is: "hint"; ask: number; advice: Advice | null }
  | { is: "gloss"; text: string | null }
  | { is: "broken"; why: string };

const reply = (m: FromWorker): void => { postMessage(m); };
const entropy = (): string => Array.from(crypto.getRandomValues(new Uint8Array(32)), (b) => b.toString(16).padStart(2, "0")).join("");
let host: Host | null = null, engine: Promise<Ninelives> | null = null;
/* Books on their way, and the number of the latest question for a hint. */
let shelf: Promise<unknown> = Promise.resolve(), latest = 0;

const load = (url: string): Promise<Ninelives> => (engine ??= insist(() => loadEngine(url)));

/** Fetches lore for the bots. If it cannot be had, they play by rules of thumb. */
async function shelve(to: Ninelives, url: string): Promise<void> {
  const bytes = await fetch(url).then((r) => (r.ok ? r.arrayBuffer() : null)).catch(() => null);
  if (bytes) to.shelve(new Uint8Array(bytes));
}

/** Goes on with advice that was begun, so often at most; in between others are heard. */
async function advise(thought: Thought | null, looks = Infinity, wanted = (): boolean => true): Promise<Advice | null> {
  for (let i = 0; i < looks && wanted() && thought?.more(); i++) await new Promise((done) => setTimeout(done));
  return wanted() ? thought?.advice() ?? null : null;
}
/** A hint at the table here. Bots and hints know the same books; who has asked anew wants no answer to what was asked before. */
async function hint(table: Host, ask: number, looks: number): Promise<void> {
  latest = ask;
  await shelf;
  const wanted = (): boolean => ask === latest;
  if (wanted()) reply({ is: "hint", ask, advice: await advise(table.think(), looks, wanted) });
}

async function review(m: Extract<ToWorker, { do: "review" }>): Promise<void> {
  const nl = await load(m.wasm);
  if (m.lore) await shelve(nl, m.lore);
  const why = await reviewGame(nl, m.log, m.players, (r) => reply({ is: "review", review: r }));
  if (why) reply({ is: "unreviewed", why });
}

async function hear(m: ToWorker): Promise<void> {
  if (m.do === "say") host?.hear(m.message);
  if (m.do === "hurry") host?.hurry();
  if (m.do === "lore" && engine) {
    const book = shelve(await engine, m.url);
    shelf = Promise.all([shelf, book]);
    host?.reads(book);
    await book;
  }
  if (m.do === "replay") reply({ is: "replay", replay: readReplay(await load(m.wasm), m.log, m.seat) });
  if (m.do === "meant") {
    const nl = await load(m.wasm);
    await shelve(nl, m.lore);
    reply({ is: "meant", meant: readMeant(nl, m.log) });
  }
  if (m.do === "review") await review(m);
  if (m.do === "hint" && host) await hint(host, m.ask, m.looks);
  if (m.do === "advise") {
    const nl = await load(m.wasm);
    if (m.lore) await shelve(nl, m.lore);
    reply({ is: "hint", ask: 0, advice: await advise(nl.adviseFrom(m.game, m.seat, m.view, m.notes)) });
  }
  if (m.do === "gloss") {
    const nl = await load(m.wasm);
    await Promise.all(m.lore.map((url) => shelve(nl, url)));
    reply({ is: "gloss", text: m.from.map((from) => nl.gloss(m.game, m.word, from, m.to)).find(Boolean) ?? null });
  }
  if (m.do !== "open") return;
  host = new Host(await load(m.wasm), m.saved, {
    send: (message) => reply({ is: "message", message }),
    save: (saved) => reply({ is: "save", saved }),
    later: (ms, what) => setTimeout(what, ms) as unknown as number,
    never: (timer) => clearTimeout(timer),
    random: Math.random, entropy, now: () => performance.now(),
  });
  host.open();
}
onmessage = (e: MessageEvent<ToWorker>) => { hear(e.data).catch((x: unknown) => reply({ is: "broken", why: String(x) })); };
