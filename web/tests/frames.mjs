// SPDX-License-Identifier: MIT
// frames.mjs - measures speed: plays every game in a real browser, here and over the server, on a phone and a desk, and
// reads from the browser's own trace how smoothly things moved and how soon a move was on the screen; and how long a review takes.
//   node frames.mjs [--seconds N] [GAME...]        exit 1: a goal of web/README.md is missed
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { DESKTOP, PHONE, choose, dice, games, launch, open, pace, playHere, playerOf } from "./browser.mjs";
import { built, load } from "./parts.mjs";
import { serve } from "./serve.mjs";
import { program, startServer } from "./server.mjs";
import { LATE, heavy, markSteps, motion, painted, quantile, startTrace } from "./trace.mjs";

const args = process.argv.slice(2), at = args.indexOf("--seconds"), seconds = at < 0 ? 12 : Number(args.splice(at, 2)[1]);
const wanted = args.length ? games.filter((g) => args.includes(g.id)) : games;
const SCREENS = { phone: PHONE, desk: DESKTOP }, VISITS = 7;
const WISH = { interactive: 1000, start: 150, table: 400, painted: 100, review: 30 };
const REVIEWS = 3, OLD_PHONE = 4;                              // times as slow as this machine: the browser slows no worker down
const server = await startServer(), browser = await launch();
const missed = [];
const wish = (what, value, most) => { if (!(value <= most)) missed.push(`${what}: ${Math.round(value)}, wanted at most ${most}`); };

/** Compressed bytes of the start page, and of a table here with its pictures and the engine. Lore is fetched later and not
 *  counted (here.test.mjs counts it). */
async function weigh(id) {
  const site = await serve(built), page = await open(browser, site.url, { alone: true });
  const kB = () => site.sent.filter((f) => !f.path.endsWith(".lore")).reduce((n, f) => n + f.bytes, 0) / 1000;
  await page.waitForSelector(".tiles button");
  await page.waitForTimeout(400);
  const start = kB();
  await playHere(page, id, "human");
  await page.waitForTimeout(1000);
  const table = kB();
  await page.context().close();
  site.close();
  return { start, table };
}
const fresh = async (size) => {
  const page = await open(browser, "about:blank", { alone: true, auto: true, motion: "full" }, size);
  page.removeAllListeners("request");
  await page.addInitScript(markSteps);
  return page;
};

/** The first visit: milliseconds until a tap on a game has an effect. */
async function firstVisit() {
  const page = await fresh(PHONE);
  await page.goto(server.url);
  await page.waitForSelector(".tiles button");
  const ms = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())))));
  await page.context().close();
  return ms;
}

/** Sits down at a table of this game. */
async function sit(page, id, online) {
  await page.goto(server.url);
  await page.waitForSelector(".tiles button");
  await choose(page, id);
  await pace(page, "brisk");
  await page.locator(online ? ".newtable-go .button:has(.sy-link)" : ".newtable-go .button.main").click();
  if (online) {
    await page.waitForSelector(".lobby");
    await page.locator(".lobby-go .button:has(.sy-bot)").click();
    await page.locator(".lobby-go .button.main:enabled").click();
  }
  await page.waitForSelector(".board > *");
  await page.waitForTimeout(500);
}

/** Plays on; a round that ends is followed by another. */
async function playFor(page, id, ms) {
  const decide = await playerOf(id), throws = dice(7), until = Date.now() + ms;
  while (Date.now() < until) {
    if (await page.locator(".result .button.main").count()) await page.locator(".result .button.main").click();
    else if (!await decide(page, throws).catch(() => false)) await page.waitForTimeout(80);
  }
}

async function watch(id, screen, online) {
  const page = await fresh(SCREENS[screen]);
  await sit(page, id, online);
  const stop = await startTrace(page);
  await playFor(page, id, seconds * 1000);
  const events = await stop();
  await page.context().close();
  const steps = painted(events);
  if (process.env.NL_SHOW) console.log(heavy(events));
  return { stood: motion(events), shown: steps.map((s) => s.ms), work: steps.map((s) => s.work) };
}

/** A whole game of bots, at a table of four where the game has one: its log. */
function gameOfFour({ id, seats }, seed) {
  const folder = mkdtempSync(join(tmpdir(), "review-")), log = join(folder, "log");
  const bots = Array(Math.min(4, seats[1])).fill("sharp").join();
  execFileSync(program(), ["arena", id, "--seats", bots, "--games", "1", "--seed", String(seed), "--log", log]);
  const text = readFileSync(log, "utf8");
  rmSync(folder, { recursive: true });
  return text;
}

/** Seconds from opening a shared game until all of its review is there. */
async function review(log) {
  const { packLog } = await load("link.ts"), page = await open(browser, server.url, { alone: true });
  const link = `${server.url}/review/link/1#${await packLog(log)}`, begun = Date.now();
  await page.goto(link);
  await page.waitForSelector(".chart svg");
  await page.waitForSelector(".progress", { state: "detached" });
  const ms = Date.now() - begun;
  await page.context().close();
  return ms / 1000;
}

const n = (x, digits = 0) => (Number.isFinite(x) ? x.toFixed(digits) : "-").padStart(6);
const row = (...cells) => console.log(cells.join("  "));
const ms = [];
for (let i = 0; i < VISITS; i++) ms.push(await firstVisit());
const usable = `${Math.round(quantile(ms, 0.5))} ms (at most ${Math.round(Math.max(...ms))})`;
console.log(`first visit, ${VISITS} times: can be used after ${usable}; load ${loadavg()[0].toFixed(1)}`);
wish("ms until the start page can be used", quantile(ms, 0.5), WISH.interactive);
for (const { id } of wanted) {
  const { start, table } = await weigh(id);
  console.log(`${id}: start page ${Math.round(start)} kB, with its table ${Math.round(table)} kB`);
  wish("kB of the start page", start, WISH.start);
  wish(`kB of ${id}`, table, WISH.table);
}
for (const game of wanted) {
  const s = [];
  for (let seed = 1; seed <= REVIEWS; seed++) s.push(await review(gameOfFour(game, seed)));
  const here = Math.max(...s), old = OLD_PHONE * here;
  console.log(`${game.id}: a review takes ${here.toFixed(1)} s, ${old.toFixed(1)} s on a phone ${OLD_PHONE} times as slow`);
  wish(`s for a review of ${game.id} on an old phone`, old, WISH.review);
}
row("game".padEnd(9), "where ", "screen", " frames", "  fps", " late %", "longest",
  " steps", "   p50", "   p99", "   max", "  work", " load");
for (const { id } of wanted)
  for (const online of [false, true])
    for (const screen of Object.keys(SCREENS)) {
      const { stood, shown, work } = await watch(id, screen, online), where = online ? "server" : "here";
      const time = stood.reduce((a, b) => a + b, 0), late = stood.filter((x) => x > LATE).length;
      row(id.padEnd(9), where.padEnd(6), screen.padEnd(6), n(stood.length), n(1000 * stood.length / time, 1),
        n(100 * late / stood.length, 1), n(Math.max(...stood)), n(shown.length), n(quantile(shown, 0.5)), n(quantile(shown, 0.99)),
        n(Math.max(...shown)), n(quantile(work, 0.5)), loadavg()[0].toFixed(1).padStart(5));
      wish(`ms until a step of ${id} is on the screen (p99, ${where}, ${screen})`, quantile(shown, 0.99), WISH.painted);
    }
await browser.close();
await server.end();
console.log(missed.length ? missed.join("\n") : "everything as wished for");
process.exitCode = missed.length ? 1 : 0;
