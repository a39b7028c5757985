// SPDX-License-Identifier: MIT
// position.mjs - tables in a position that a test wants. No position is set up by hand: random games are played, seed after
// seed, until one reaches it; its log is kept as "play here" keeps tables, and the page goes on from there.
import assert from "node:assert/strict";
import { appears, dice } from "./browser.mjs";
import { load, loadEngine, TRUTH } from "./parts.mjs";

const { readOffer, expand } = await load("offer.ts");
const { newTable } = await load("saved.ts");
const engine = await loadEngine();
const ME = 0, MOST_MOVES = 400, MOST_GAMES = 4000;
const WORDS = ["telescope", "avalanche", "lighthouse", "orchestra", "saffron", "glacier"];

const secretOf = (n) => n.toString(16).padStart(64, "0");
/** The moves of an offer, written out; an open place gets one of WORDS. */
const anyWord = (throws) => WORDS[Math.floor(throws() * WORDS.length)];
const movesOf = (offer, throws) => expand(readOffer(offer), 300).map((m) => m.replace("WORD N", `${anyWord(throws)} 2`));

/** Plays one game until the position is reached; returns its log, or null. */
function reach(p, n) {
  const throws = dice(n * 7919 + 1), table = engine.table(p.game, { players: p.seats, ...p.options }, { secret: secretOf(n), luck: [] });
  table.settle();
  for (let i = 0; i < MOST_MOVES; i++) {
    const { asked, view: truth } = table.step(TRUTH);
    if (!asked.length) return (p.over ? p.over(truth) : !p.when) ? table.log() : null;
    const mine = p.when && (p.idle || asked.includes(ME)) ? table.step(ME) : null;
    if (mine && p.when({ ...mine, truth })) return table.log();
    const seat = asked[Math.floor(throws() * asked.length)], moves = movesOf(table.step(seat).offer, throws);
    const liked = p.prefer ? moves.filter((m) => p.prefer(m, truth, seat)) : moves, from = liked.length ? liked : moves;
    try { table.play(seat, from[Math.floor(throws() * from.length)]); } catch { return null; }
  }
  return null;
}

/** A table in such a position, as the browser would have kept it: {name, game, seats, options, clock, when, prefer};
 * without `when` it is a finished game, any or one with such an `over`. `silent`: nobody in the other chairs answers; `idle`: a
 * position in which I need not be asked. */
export function tableAt(p) {
  const game = { seats: 3, ...p };
  for (let n = 1; n <= MOST_GAMES; n++) {
    const log = reach(game, n);
    if (!log) continue;
    const code = p.name.replace(/[^a-z]/g, ""), saved = newTable(code, p.game, "Dana", game.seats, "easy", secretOf(n));
    if (p.silent) saved.seats.slice(1).forEach((s) => Object.assign(s, { name: "Noa", bot: null, playing: "person" }));
    return {
      ...saved, options: p.options ?? {}, clock: p.clock ?? "off", pace: "instant", phase: "playing", round: 1, log,
    };
  }
  return assert.fail(`no game came by "${p.name}"`);
}

/** Sits down at that table. */
export async function sitDown(page, url, saved) {
  await page.goto(`${url}/check`);                                  // a page of ours that keeps nothing
  await page.evaluate((s) => localStorage.setItem(`ninelives.here.${s.code}`, JSON.stringify(s)), saved);
  await page.goto(`${url}/here/${saved.code}`);
  await appears(page, ".board > *");
}
