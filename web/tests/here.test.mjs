// SPDX-License-Identifier: MIT
// here.test.mjs - playing on this device, in a real browser: whole games, refresh, no network, sizes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, games, keptHere, largest, launch, open, pick, playHere, playToEnd, playerOf, withPlayers } from "./browser.mjs";
import { LANGS } from "../languages.mjs";
import { built } from "./parts.mjs";
import { sitDown, tableAt } from "./position.mjs";
import { serve } from "./serve.mjs";

let site, browser;
before(async () => { site = await serve(built); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

for (const [i, { id }] of withPlayers().entries())
  test(`${id}: a whole game against bots, in ${LANGS[i % LANGS.length]}`, async () => {
    const page = await open(browser, site.url, { lang: LANGS[i % LANGS.length], auto: true });
    await playHere(page, id);
    const made = await playToEnd([page], id, i + 3);
    assert.ok(made > 0);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });

for (const { id } of withPlayers())
  test(`${id}: a whole game by keyboard alone`, async (t) => {
    if (!await playerOf(id, "keys")) return t.skip("its player has no keys yet");
    const page = await open(browser, site.url, { motion: "less" });
    await playHere(page, id);
    await page.evaluate(() => {
      for (const e of ["pointerdown", "mousedown", "touchstart"])
        addEventListener(e, () => { document.body.dataset.touched = e; }, true);
    });
    assert.ok(await playToEnd([page], id, 5, "keys") > 0);
    assert.equal(await page.evaluate(() => document.body.dataset.touched), undefined, "nothing was touched");
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });

test("a refresh keeps the table and the hand", async () => {
  const page = await open(browser, site.url), { id } = largest();
  await playHere(page, id, "human");
  const hand = () => page.locator(".board [aria-pressed]").evaluateAll((all) => all.map((b) => b.getAttribute("aria-label")).sort());
  await page.waitForSelector(".banner.mine");                                  // the first turn is mine, so no other seat changes my hand
  const held = await hand();
  assert.ok(held.length > 0);
  await page.reload();
  await becomes(hand, held, "after a refresh");
  await page.context().close();
});

test("a refresh after the end shows the end, and there is another round", async () => {
  const page = await open(browser, site.url, { alone: true }), { id } = largest();
  await sitDown(page, site.url, tableAt({ name: "finished", game: id }));
  await page.waitForSelector(".result");
  const places = await page.locator(".places").textContent();
  await page.reload();
  await page.waitForSelector(".result");
  assert.equal(await page.locator(".places").textContent(), places);
  await page.locator(".result .button.main").click();
  await page.waitForSelector(".result", { state: "detached" });
  await page.waitForSelector(".board > *");
  assert.equal(await page.locator(".line").count(), 0);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

/* The server is stopped: a browser that is merely told to be offline still lets its service worker reach the network. */
test("without a network after the first visit", async () => {
  const site = await serve(built), page = await open(browser, site.url), { id } = largest();
  await keptHere(page);
  site.close();
  await page.reload();
  await playHere(page, id);
  assert.ok(await page.locator(".banner").isVisible());
  await page.context().close();
});

test("the language changes at the table without losing it", async () => {
  const page = await open(browser, site.url), { id } = largest();
  await playHere(page, id, "human");
  const table = async () => [page.url(), await page.locator(".board [data-at^=seat]").count()], before = await table();
  await page.locator(".bar .button:has(.sy-settings)").click();
  await pick(page, "input[name=lang][value=he]");
  await page.waitForSelector("html[dir=rtl]");
  await page.keyboard.press("Escape");
  assert.deepEqual(await table(), before);
  await page.context().close();
});

/* Lore is fetched after the table, and only for games whose bots use it: it is counted by itself. */
test("sizes: the start page and every table", async (t) => {
  const site = await serve(built);
  t.after(() => site.close());
  const sum = (lore) => site.sent.filter((s) => s.path.endsWith(".lore") === lore).reduce((n, s) => n + s.bytes, 0);
  for (const { id } of games) {
    site.sent.length = 0;
    const page = await open(browser, site.url, { alone: true });
    await page.waitForSelector(".tiles");
    await page.waitForLoadState("networkidle");
    const start = sum(false);
    await playHere(page, id, "human");
    await page.waitForLoadState("networkidle");
    const table = sum(false);
    const [s, all, lore] = [start, table, sum(true)].map((bytes) => `${Math.round(bytes / 1000)} kB`);
    console.log(`${id}: start page ${s}, with its table ${all}, lore ${lore}`);
    assert.ok(start <= 150000, `the start page takes ${start} bytes`);
    assert.ok(table <= 400000, `the table of ${id} takes ${table} bytes`);
    await page.context().close();
  }
});
