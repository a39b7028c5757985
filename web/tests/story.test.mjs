// SPDX-License-Identifier: MIT
// story.test.mjs - what happened: the log of somebody who came late, replays with words, links to hand on, checking a log.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { becomes, choose, dice, launch, open, pace, playerOf, withPlayers } from "./browser.mjs";
import { built, load, loadEngine, web } from "./parts.mjs";
import { sitDown, tableAt } from "./position.mjs";
import { serve } from "./serve.mjs";
import { startServer } from "./server.mjs";
import { wireTo } from "./wire.mjs";

const { packLog } = await load("link.ts"), { standings } = await load("standings.ts"), engine = await loadEngine();
const SMALL = { width: 360, height: 640 };
let site, browser;
before(async () => { site = await serve(built); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

/** The client's text for a key in a language. */
const said = (lang, key) => new RegExp(`^msgid "${key}"\nmsgstr "(.*)"`, "m").exec(readFileSync(`${web}/text/ui.${lang}.po`, "utf8"))[1];
const linesOf = (page) => page.locator(".side .log li").evaluateAll((all) => all.map((l) => l.textContent));

/** The log of a whole game between bots. */
function botsPlayed(game, seats) {
  const table = engine.table(game, { players: seats }, { secret: "5a".repeat(32), luck: [] });
  for (let seat = 0; seat < seats; seat++) table.bot(seat, "easy", seat + 1);
  return table.run(1).log();
}

/* ---- the log -------------------------------------------------------------------------------- */

/** Dana and bots have played a little at a shared table. */
async function playedALittle(url) {
  const dana = await open(browser, url, { lang: "it", name: "Dana" }), throws = dice(3);
  await choose(dana, "kittens");
  await pace(dana, "instant");
  await dana.locator(".newtable-go .button:has(.sy-link)").click();
  await dana.locator(".lobby-go .button:has(.sy-bot)").click();
  await dana.locator(".lobby-go .button.main:enabled").click();
  await dana.waitForSelector(".board > *");
  const decide = await playerOf("kittens");
  for (let made = 0; made < 3 && !await dana.locator(".k-outside, .result").count();)
    if (await decide(dana, throws).catch(() => false)) made++;
  return dana;
}

test("who loads the page again or comes late reads all that happened, as far as they may know", async (t) => {
  const server = await startServer();
  t.after(() => server.end());
  const dana = await playedALittle(server.url), told = await linesOf(dana);
  assert.ok(told.length > 3, `${told.length} lines`);
  await dana.reload();
  await dana.waitForSelector(".side .log li:not(.log-none)", { state: "attached" });
  await becomes(async () => (await linesOf(dana)).slice(0, told.length), told, "the same from the beginning");
  const late = await open(browser, server.url, { lang: "it", name: "Noa" });
  await late.goto(dana.url());
  await late.waitForSelector(".side .log li:not(.log-none)", { state: "attached" });
  await becomes(async () => (await linesOf(late))[0], told[0], "it begins with the deal");
  await becomes(async () => (await linesOf(late)).length >= told.length, true, "nothing is left out");
  assert.deepEqual([...dana.wrong, ...late.wrong], []);
  await Promise.all([dana, late].map((p) => p.context().close()));
});

test("a table on this device has its log after a reload", async () => {
  const page = await open(browser, site.url, { lang: "zh-Hant" });
  await sitDown(page, site.url, tableAt({ name: "middle", game: "ratcat", silent: true, when: ({ n }) => n > 30 }));
  await page.waitForSelector(".side .log li:nth-child(8)", { state: "attached" });
  assert.match((await linesOf(page))[0], /第 1 /, "from the first deal");
  assert.equal(await page.locator(".r-ended").count(), 0, "nobody is called to look at what is long over");
  await page.context().close();
});

/* ---- replays --------------------------------------------------------------------------------- */

for (const { id } of withPlayers())
  test(`${id}: a replay shows the table and says what happens, both at once on a small phone`, async () => {
    const log = await botsPlayed(id, 4), page = await open(browser, site.url, { lang: "it" }, SMALL);
    await page.goto(`${site.url}/replay/link/1#${await packLog(log)}`);
    await page.waitForSelector(".replay-caption p");
    const caption = () => page.locator(".replay-caption p").textContent();
    const next = page.locator(".replay-steps .button:has(.sy-step-forward)");
    for (let i = 0; i < 5; i++) {
      const before = await linesOf(page), words = await caption();
      assert.ok(words.trim() && before.length, `step ${i}`);
      assert.ok(words.includes(before.at(-1).replace(/[.!]$/, "").slice(0, 12)), `${words} / ${before.at(-1)}`);
      await next.click();
      await becomes(async () => (await linesOf(page)).length > before.length, true, "every step tells something");
    }
    const seen = await page.evaluate(() => {
      const box = (s) => document.querySelector(s).getBoundingClientRect(), { top } = box(".board");
      return { scrolled: scrollY, top, board: box(".replay-bar").top - top, said: box(".replay-caption").bottom, of: innerHeight };
    });
    assert.deepEqual([seen.scrolled, seen.top < 80, seen.said < seen.of, seen.board > 400], [0, true, true, true], JSON.stringify(seen));
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });

test("symbols of a player are not mirrored; a film runs from left to right", async () => {
  const page = await open(browser, site.url, { lang: "he" }, SMALL);
  await page.goto(`${site.url}/replay/link/1#${await packLog(await botsPlayed("kittens", 2))}`);
  await page.waitForSelector(".replay-steps");
  const scales = await page.locator(".replay-steps .sy").evaluateAll((all) => all.map((s) => getComputedStyle(s).scale));
  assert.deepEqual(scales, ["none", "none", "none"]);
  const [back, on] = await Promise.all(["back", "forward"].map((x) => page.locator(`.sy-step-${x}`).boundingBox()));
  assert.ok(back.x < on.x);
  await page.context().close();
});

/** Keeps what is shared or copied. */
const sharing = () => {
  globalThis.shared = [];
  navigator.share = async (what) => { globalThis.shared.push(what); };
};
const copying = () => {
  globalThis.shared = [];
  delete Navigator.prototype.share;
  navigator.clipboard.writeText = async (url) => { globalThis.shared.push({ url }); };
};
const WAYS = [["by the device", sharing, null], ["by copying its link, with a word that it was", copying, "share.copied"]];
for (const [name, script, word] of WAYS)
  test(`a replay is handed on ${name}, and opens elsewhere`, async () => {
    const table = tableAt({ name: "over", game: "kittens", seats: 3 }), page = await open(browser, site.url, { lang: "he", script });
    await sitDown(page, site.url, table);
    await page.locator(".result .button:has(.sy-fair)").click();
    await page.locator(".bar .button:has(.sy-share)").click();
    if (word) await page.locator(".toast", { hasText: said("he", word) }).waitFor();
    await becomes(() => page.evaluate(() => globalThis.shared.length), 1);
    const [{ url }] = await page.evaluate(() => globalThis.shared), other = await open(browser, site.url, { lang: "en" });
    assert.match(url, /\/replay\/link\/1#/);
    await other.goto(url);
    await other.waitForSelector(".fairness.good");
    assert.deepEqual([...page.wrong, ...other.wrong], []);
    await Promise.all([page, other].map((p) => p.context().close()));
  });

/* ---- the result -------------------------------------------------------------------------------- */

test("the result leads to the page that checks the shuffles, with the log in hand", async () => {
  const page = await open(browser, site.url, { lang: "it" });
  await sitDown(page, site.url, tableAt({ name: "over", game: "ratcat", options: { rounds: "1" } }));
  await page.locator(".result a", { hasText: said("it", "result.check") }).click();
  await page.waitForSelector("#paste-log");
  await becomes(async () => /^ninelives 1 ratcat /.test(await page.locator("#paste-log").inputValue()), true);
  const log = await page.locator("#paste-log").inputValue();
  await page.locator(".paste .button.main").click();
  await page.waitForSelector(".fairness.good");
  await page.reload();
  await page.locator("#paste-log").fill(log.replace(/^1 c deal ./m, (l) => l.slice(0, -1) + (l.endsWith("0") ? "1" : "0")));
  await page.locator(".paste .button.main").click();
  await page.waitForSelector(".fairness.bad");
  await page.context().close();
});

test("standings: the best first, and who has the same points shares the place", () => {
  assert.deepEqual(standings([3, 9, 3, 7]), [{ seat: 1, place: 1 }, { seat: 3, place: 2 }, { seat: 0, place: 3 }, { seat: 2, place: 3 }]);
  assert.deepEqual(standings([2, 2]).map((s) => s.place), [1, 1]);
  assert.deepEqual(standings([]), []);
});

/* ---- what is done without a connection ------------------------------------------------------------ */

for (const how of ["cut", "silence"])
  test(`what is tapped in the lobby while the wire is ${how === "cut" ? "cut" : "silent"} is done later, and that is said`, async (t) => {
    // Alone, because the service worker might be fetched just when there is no wire, which the browser calls an error.
    const server = await startServer(), wire = await wireTo(server.url), page = await open(browser, wire.url, { lang: "en", alone: true });
    t.after(() => { wire.close(); return server.end(); });
    await choose(page, "kittens");
    await page.locator(".newtable-go .button:has(.sy-link)").click();
    await page.waitForSelector(".lobby .chair.free");
    const free = await page.locator(".chair.free").count();
    wire[how]();
    if (how === "cut") await page.waitForSelector(".line");
    await page.locator(".lobby-go .button:has(.sy-bot)").click();
    await page.locator(".line", { hasText: `${free} things` }).waitFor();
    assert.equal(await page.locator(".chair.free").count(), free);
    wire.mend();
    await becomes(() => page.locator(".chair.free").count(), 0, "all bots sit down");
    await page.waitForSelector(".line", { state: "detached" });
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
