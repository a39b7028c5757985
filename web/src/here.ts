// SPDX-License-Identifier: MIT
// here.ts - the table is on this device: a worker with the engine in it, kept in the browser's storage.
import { assets } from "virtual:assets";
import { lang } from "./i18n";
import type { Engine, GameInfo, GameOption, Hearing, Options } from "./message";
import { putAway, recall } from "./kept";
import { insistOnWorker } from "./insist";
import type { Meant, Replayed } from "./replay";
import type { Advice, Review } from "./review";
import type { Saved } from "./saved";
import { keep, readKept } from "./settings";
import type { FromWorker, ToWorker } from "./worker";

const key = (code: string): string => `ninelives.here.${code}`;
export const savedTable = (code: string): Saved | null => readKept<Saved>(key(code)) as Saved | null;
export const saveTable = (s: Saved): void => keep(key(s.code), s);

/* So often a short hint tries a few worlds out: about a third of a long one. */
const SHORT = 16;

type Helper = ReturnType<typeof startWorker>;
const startWorker = (begin: (post: (m: ToWorker) => void) => void, hear: (m: FromWorker) => void) =>
  insistOnWorker<ToWorker, FromWorker>(assets.worker, begin, hear);

const infoOf = (game: string): GameInfo | undefined => assets.games.find((g) => g.id === game);
/** The option by which a game chooses the language of the words on its table; most games have no words. */
const wordsOption = (game: string): GameOption | undefined => infoOf(game)?.options.find((o) => o.role === "lang");
const usualLang = (game: string): string => String(wordsOption(game)?.usual ?? "");
const chosenLang = (game: string, options: Options): string => options[wordsOption(game)?.name ?? ""] ?? usualLang(game);

/** The lore for bots at such a table: the book in the language of its words. */
const loreFor = (game: string, lang: string): string | undefined => assets.lore[`${infoOf(game)?.folder ?? ""}.${lang}`];
/** Does this game have lore, so that the meaning of clues can be shown afterwards? */
export const hasLore = (game: string): boolean => loreFor(game, usualLang(game)) !== undefined;

export function playHere(code: string, hearing: Hearing): Engine {
  const saved = savedTable(code), lent = new Set<string>();
  /* Bots read the words of the table and what this person may say: one language or two. */
  const lend = (s: Saved, post: (m: ToWorker) => void): void => [chosenLang(s.game, s.options), lang.peek()].forEach((l) => {
    const url = loreFor(s.game, l);
    if (!url || lent.has(url)) return;
    lent.add(url);
    post({ do: "lore", url });
  });
  const hinted = new Map<number, (advice: Advice | null) => void>();
  let asks = 0;
  hearing.line("connecting");
  const begin = (post: (m: ToWorker) => void): void => {
    if (!saved) return queueMicrotask(() => hearing.line("gone"));
    post({ do: "open", wasm: assets.wasm, saved });
    lent.clear();
    lend(saved, post);
  };
  const worker = startWorker(begin, (m) => {
    if (m.is === "save") {
      saveTable(m.saved);
      lend(m.saved, worker.post);
    }
    if (m.is === "hint") hinted.get(m.ask)?.(m.advice);
    if (m.is === "broken") hearing.line("gone");
    if (m.is !== "message") return;
    if (m.message.t === "welcome") hearing.line("open");
    hearing.message(m.message);
  });
  return {
    say: (message) => worker.post({ do: "say", message }),
    hurry: () => worker.post({ do: "hurry" }),
    hint: (short) => new Promise((done) => {
      hinted.clear();
      hinted.set(++asks, done);
      worker.post({ do: "hint", ask: asks, looks: short ? SHORT : Infinity });
    }),
    retry: () => undefined,
    close: () => worker.end(),
    log: () => Promise.resolve(savedTable(code)?.log ?? ""),
  };
}

/** Asks a new worker one question. */
function ask(what: ToWorker): Promise<FromWorker> {
  let worker: Helper | null = null;
  return new Promise<FromWorker>((done, fail) => {
    worker = startWorker((post) => post(what), (m) => (m.is === "broken" ? fail(new Error(m.why)) : done(m)));
  }).finally(() => worker?.end());
}

/** Replays a log, as seen from a seat (13 a spectator, 255 everything). */
export async function replayLog(log: string, seat: number): Promise<Replayed> {
  const answer = await ask({ do: "replay", wasm: assets.wasm, log, seat });
  if (answer.is !== "replay") throw new Error("no replay");
  return answer.replay;
}

/** What the first line of a log says. */
export function headOf(log: string): { game: string; players: number; options: Options } {
  const [, , game = "", ...rest] = (log.split("\n", 1)[0] ?? "").split(" ");
  const { rules: _, players = "0", ...options } = Object.fromEntries(rest.map((pair) => pair.split("=", 2) as [string, string]));
  return { game, players: Number(players), options };
}

/** Which words the clues of a finished round were for. */
export async function meantIn(log: string): Promise<Meant[]> {
  const { game, options } = headOf(log), lore = loreFor(game, chosenLang(game, options));
  if (!lore) return [];
  const answer = await ask({ do: "meant", wasm: assets.wasm, log, lore });
  return answer.is === "meant" ? answer.meant : [];
}

const added = (known: Review | null, more: Review): Review => ({ ...more, steps: [...(known?.steps ?? []), ...more.steps] });

/** Reviews a finished game; `show` is called whenever there is more of it, `sorry` if it cannot be. What was worked out
 *  before is at hand at once. Returns how to stop. */
export function reviewLog(log: string, show: (r: Review) => void, sorry: (why: string) => void): () => void {
  let worker: Helper | null = null, stopped = false, review: Review | null = null;
  const key = `review ${assets.wasm} ${log}`;                         // another engine may see it differently
  const hear = (m: FromWorker): void => {
    if (m.is === "unreviewed" || m.is === "broken") sorry(m.why);
    if (m.is !== "review") return;
    review = added(review, m.review);
    show(review);
    if (review.steps.length < review.of) return;
    worker?.end();
    void putAway(key, review);
  };
  void recall<Review>(key).then((kept) => {
    if (stopped) return;
    if (kept) return show(kept);
    const { game, players, options } = headOf(log);
    const what: ToWorker = { do: "review", wasm: assets.wasm, log, players, lore: loreFor(game, chosenLang(game, options)) };
    worker = startWorker((post) => post(what), hear);
  });
  return () => { stopped = true; worker?.end(); };
}

/** Advice at a table elsewhere, from what its server sent for this; null: none. */
export async function adviceFrom(
  game: string, options: Options, seat: number, known: { view: string; notes: string },
): Promise<Advice | null> {
  const lore = loreFor(game, chosenLang(game, options));
  const answer = await ask({ do: "advise", wasm: assets.wasm, game, seat, view: known.view, notes: known.notes, lore });
  return answer.is === "hint" ? answer.advice : null;
}

/** What a word in one of these languages means in another; null: no book says. Every book has glosses in the game's usual
 *  language, so the book of that one is not needed. */
export async function gloss(game: string, word: string, from: string[], to: string): Promise<string | null> {
  const lore = [...from, to].filter((l) => l !== usualLang(game)).flatMap((l) => loreFor(game, l) ?? []);
  const answer = await ask({ do: "gloss", wasm: assets.wasm, lore, game, word, from, to });
  return answer.is === "gloss" ? answer.text : null;
}

/** A name for a table on this device, as easy to say as the server's codes. */
export function newCode(): string {
  const from = (letters: string): string => letters.charAt(Math.floor(Math.random() * letters.length));
  return Array.from({ length: 3 }, () => from("bdfgklmnprstvz") + from("aeiou")).join("");
}
