// SPDX-License-Identifier: MIT
// browser.mjs - a real browser for the tests: pages that remember what went wrong in them, whole games by clicking,
// and axe.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";
import { built, root } from "./parts.mjs";

/** How long to wait before it counts as a failure, in ms: a busy machine is slow. */
export const PATIENCE = 90000, A_GAME = 600000;
export const PHONE = { width: 390, height: 844 }, DESKTOP = { width: 1280, height: 800 };
export const games = JSON.parse(readFileSync(join(built, "games.json"), "utf8"));
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const start = (program, more) => chromium.launch({
  executablePath: `/usr/bin/${program}`, args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu", ...more],
});
/** Chromium without its windows, which takes a fifth less of the processor; and the whole of it, for notices. */
export const launch = (...more) => start("chromium-headless-shell", more);
export const launchWhole = (...more) => start("chromium", more);

/** A page in a browser profile of its own, with these settings and a `script` that runs first. `page.wrong` collects errors
 *  and requests to other sites. */
export async function open(browser, url, settings = {}, viewport = PHONE) {
  const context = await browser.newContext({
    viewport, serviceWorkers: settings.alone ? "block" : "allow",
    reducedMotion: settings.motion === "less" ? "reduce" : "no-preference",
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.wrong = [];
  page.on("pageerror", (e) => page.wrong.push(e.message));
  page.on("console", (m) => {
    if (m.type() === "error" && !/Failed to load resource|WebSocket connection/.test(m.text())) page.wrong.push(m.text());
  });
  const ours = (to) => to.startsWith(url) || to.startsWith(url.replace("http", "ws")) || /^(data|blob):/.test(to);
  page.on("request", (r) => { if (!ours(r.url())) page.wrong.push(`asked for ${r.url()}`); });
  page.open = new Set();                                           // what it has asked for and not got yet
  page.on("request", (r) => page.open.add(r));
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (r) => page.open.delete(r));
  const { script, ...wished } = settings;
  if (script) await context.addInitScript(script);
  // Nothing plays by itself: on a busy machine it would be over before a test has looked.
  const all = { lang: "en", name: "Dana", theme: "light", sound: 0, auto: false, ...wished };
  await context.addInitScript((s) => {
    if (!localStorage.getItem("ninelives.settings")) localStorage.setItem("ninelives.settings", JSON.stringify(s));
  }, all);
  await page.goto(url);
  return page;
}

/** Waits for this on a page; if it does not come, the error says what the page shows and waits for. */
export const appears = (page, selector) => page.waitForSelector(selector).catch(async (e) => {
  const shown = await page.locator("body").innerHTML().catch(String), open = [...page.open].map((r) => r.url());
  throw new Error(`${e.message}\nwrong: ${page.wrong.join("; ")}\nopen: ${open.join(" ")}\nshown: ${shown.slice(0, 2000)}`);
});
/** Chooses a game on the start page; leaves the sheet open. */
export async function choose(page, id) {
  await page.locator(".tile button").nth(games.findIndex((g) => g.id === id)).click();
  await page.waitForSelector(".newtable");
}
/** Picks a choice or a switch by its label, as a person does, and waits until the page shows it as picked: the answer may
 *  have to come from the server or from a file first. */
export async function pick(page, selector) {
  await page.locator(selector).locator("xpath=ancestor::label").click();
  await page.waitForSelector(`${selector}:checked`, { state: "attached" });
}
export async function pace(page, value) {
  await page.locator("details.more summary").click();
  await pick(page, `input[name=pace][value=${value}]`);
  await pick(page, "input[name=clock][value=off]");
}
export async function playHere(page, id, how = "instant") {
  await choose(page, id);
  await pace(page, how);
  await page.locator(".newtable-go .button.main").click();
  await page.waitForSelector(".board > *");
}

/** The players that games bring for tests: one decision by clicking, or by keys where the game has that. */
export async function playerOf(id, how = "decide") {
  const file = join(root, "games", games.find((g) => g.id === id).folder, "web/player.mjs");
  return existsSync(file) ? (await import(file))[how] ?? null : null;
}
/** Presses Tab until the nth of these has the focus; returns whether it was reached. */
export async function tabTo(page, selector, nth = 0, most = 90) {
  const there = () => page.evaluate(([s, n]) => document.activeElement === document.querySelectorAll(s)[n], [selector, nth]);
  for (let i = 0; i < most; i++) {
    if (await there()) return true;
    await page.keyboard.press("Tab");
  }
  return false;
}
export const withPlayers = () => games.filter((g) => existsSync(join(root, "games", g.folder, "web/player.mjs")));

/** The game with the most seats: for tests in which any game will do. */
export const largest = () => withPlayers().sort((a, b) => b.seats[1] - a.seats[1])[0];

export function dice(seed) {
  let r = seed;
  return () => (r = (r * 48271) % 2147483647) / 2147483647;
}

/** Waits until `get` returns `wanted`: a page shows things a little after it has heard of them. Playwright's own
 *  waitForFunction does not wait here: it evaluates text in the page, which our pages forbid after the first look. */
export async function becomes(get, wanted, message) {
  let got;
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    got = await get();
    if (isDeepStrictEqual(got, wanted)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.deepEqual(got, wanted, message);
}

/** Waits until the page's service worker has everything that the page needs without a network. */
export const keptHere = (page) => becomes(() => page.evaluate(async () =>
  (await navigator.serviceWorker.getRegistration())?.active?.state), "activated");

/** Plays until the result is shown. */
export async function playToEnd(pages, id, seed = 1, how = "decide") {
  const decide = await playerOf(id, how), throws = dice(seed), until = Date.now() + A_GAME;
  let made = 0;
  for (;;) {
    let any = false;
    for (const page of pages) {
      const state = await page.evaluate(() => {
        if (document.querySelector(".result")) return "over";
        return document.querySelector(".banner.mine, dialog[open], .board [class*=ended]") ? "mine" : "";
      });
      if (state === "over") return made;
      if (!state) continue;
      const did = await decide(page, throws).catch((e) => {
        if (!/Timeout|detached|not attached|closed/.test(e.message)) throw e;
        return false;
      });
      if (did) { made++; any = true; }
    }
    if (!any) await pages[0].waitForTimeout(60);
    if (Date.now() < until) continue;
    for (const [i, page] of pages.entries()) await page.screenshot({ path: join(root, `build/web-tests/stuck-${id}-${i}.png`) });
    assert.fail(`no end after ${made} decisions; see build/web-tests/stuck-${id}-*.png`);
  }
}

const STANDARD = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
/** What axe finds, one line each, by the rules of STANDARD or by these. */
export async function axe(page, rules) {
  if (!await page.evaluate(() => !!window.axe)) await page.evaluate(axeSource);
  const found = await page.evaluate(
    async (runOnly) => (await window.axe.run(document, { runOnly, resultTypes: ["violations"] })).violations,
    rules ? { type: "rule", values: rules } : STANDARD,
  );
  return found.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(" ")} ${n.failureSummary?.split("\n")[1]?.trim() ?? ""}`));
}
