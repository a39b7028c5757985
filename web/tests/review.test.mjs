// SPDX-License-Identifier: MIT
// review.test.mjs - a finished game is looked at again, in a real browser: progress, chart, table, options, going on from a
// moment, kept for next time, without a network, by a link; and hints, here and at shared tables.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, choose, dice, games, keptHere, largest, launch, open, pace, pick, playToEnd, playerOf } from "./browser.mjs";
import { built, load } from "./parts.mjs";
import { sitDown, tableAt } from "./position.mjs";
import { serve } from "./serve.mjs";
import { startServer } from "./server.mjs";

const { offered, readOffer } = await load("offer.ts");
let site, server, browser;
before(async () => { site = await serve(built); server = await startServer(); browser = await launch(); });
after(async () => { await browser.close(); site.close(); await server.end(); });

const { id } = largest();
/** Notes what the page asks of its workers. */
const asks = () => {
  const post = Worker.prototype.postMessage;
  window.asked = [];
  Worker.prototype.postMessage = function (m) { window.asked.push(m.do); return post.call(this, m); };
};
const reviewed = (page) => page.waitForSelector(".progress", { state: "detached" });
const onDisk = (page) => page.evaluate(() => new Promise((done) => {
  const r = indexedDB.open("ninelives", 1);
  r.onsuccess = () => {
    if (!r.result.objectStoreNames.length) return done(0);
    const q = r.result.transaction("kept").objectStore("kept").getAllKeys();
    q.onsuccess = () => { r.result.close(); done(q.result.filter((k) => k.startsWith("review ")).length); };
  };
}));
/** A game that was played here to its end, and its page with the result. */
async function played(settings = {}, game = id, url = site.url) {
  const page = await open(browser, url, settings), saved = tableAt({ name: `${game} over`, game, seats: 3 });
  await sitDown(page, url, saved);
  await page.waitForSelector(".result");
  return { page, code: saved.code };
}
async function toReview(page) {
  await page.locator(".result .button:has(.sy-chart)").click();
  await page.waitForSelector(".chart svg");
}
const at = (page) => page.locator(".review-bar input").inputValue().then(Number);

test("from the result to the review: progress, the chart, three moments, everybody's luck and play", async () => {
  const { page } = await played({ alone: true, script: asks });
  await page.evaluate(() => {
    window.seen = [];
    new MutationObserver(() => {
      const bar = document.querySelector("progress");
      if (bar && bar.value > 0) window.seen.push(bar.value / bar.max);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await toReview(page);
  await reviewed(page);
  const seen = await page.evaluate(() => window.seen);
  assert.ok(seen.some((x) => x < 1) && seen.every((x, i) => i === 0 || x >= seen[i - 1]), "the bar grows");
  assert.equal(await page.locator(".chart-line").count(), 3);
  assert.equal(await page.locator(".moment").count(), 3);
  assert.equal(await page.locator(".chart-moment").count(), 3);
  assert.equal(await page.locator(".player").count(), 3);
  for (const line of await page.locator(".chart-line > path:last-child").all())
    assert.doesNotMatch(await line.getAttribute("d"), /NaN|undefined/);
  const moments = await page.locator(".moment").allTextContents();
  assert.ok(moments.every((m) => /\d+ % before, \d+ % after/.test(m)), moments.join("\n"));
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("the first moves can be looked at while the rest is worked out", async () => {
  const { page } = await played({ alone: true });
  await toReview(page);
  await becomes(async () => Number(await page.locator(".review-bar input").getAttribute("max")) >= 2, true);
  await page.locator(".review-bar input").fill("2");
  assert.match(await page.locator("#move-title").innerText(), /2/);
  await reviewed(page);
  assert.equal(await at(page), 2, "and it stays there");
  await page.context().close();
});

test("the same as a table: a row for each move, a column for each player", async () => {
  const { page } = await played({ alone: true });
  await toReview(page);
  await reviewed(page);
  await page.locator(".as-table summary").press("Enter");
  await page.waitForSelector(".as-table tbody tr");
  const moves = Number(await page.locator(".review-bar input").getAttribute("max"));
  const rows = page.locator(".as-table tbody tr");
  assert.equal(await rows.count(), moves);
  assert.equal(await page.locator(".as-table thead th").count(), 3 + 3);
  assert.equal(await page.locator(".as-table .deciding").count(), 3);
  const last = await rows.last().locator(".figure").allTextContents();
  assert.deepEqual(last.map((x) => parseInt(x, 10)).sort((a, b) => a - b), [0, 0, 100], "in the end one has won");
  await rows.nth(4).locator("button").press("Enter");
  assert.equal(await at(page), 5);
  await page.context().close();
});

test("by keyboard from decision to decision: each has its options, chances, and the one that was played", async () => {
  const { page } = await played({ alone: true });
  await toReview(page);
  await reviewed(page);
  await page.locator(".review-bar input").focus();
  await page.keyboard.press("Home");
  assert.equal(await at(page), 1);
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(page), 2);
  let options = 0, reasons = 0;
  for (let i = 0; i < 12; i++) {
    await page.locator(".review-bar .button:has(.sy-step-forward)").press("Enter");
    if (!await page.locator(".option").count()) continue;
    options += await page.locator(".option").count();
    reasons += await page.locator(".option-why li").count();
    assert.equal(await page.locator(".option.played").count(), 1);
    const chances = await page.locator(".option-chance strong").allTextContents();
    assert.ok(chances.every((c) => /^\d+\s%$/.test(c)), chances.join());
    const mark = await page.locator(".the-move header .mark-word").textContent();
    assert.ok(["best", "fine", "doubtful", "blunder"].includes(mark), mark);
  }
  assert.ok(options > 20 && reasons > 5, `${options} options, ${reasons} reasons`);
  await page.context().close();
});

test("a tap on the chart goes to that moment, from the right in Hebrew", async () => {
  for (const [lang, place] of [["en", 0.8], ["he", 0.2]]) {
    const { page } = await played({ alone: true, lang });
    await toReview(page);
    await reviewed(page);
    const box = await page.locator(".chart svg").boundingBox(), of = Number(await page.locator(".review-bar input").getAttribute("max"));
    await page.mouse.click(box.x + box.width * place, box.y + 120);
    const there = (await at(page)) / of;
    assert.ok(there > 0.6 && there < 0.95, `${lang}: ${there}`);
    await page.context().close();
  }
});

test("going on from a moment is a table of its own: the real game, its log and the count stay as they were", async () => {
  const { page, code } = await played({ alone: true });
  const real = () => page.evaluate((c) => [localStorage.getItem(`ninelives.here.${c}`), localStorage.getItem("ninelives.stats")], code);
  const before = await real();
  await toReview(page);
  await reviewed(page);
  await page.locator(".review-bar input").fill("1");
  const mine = page.locator(".go-on .button", { hasText: /^Go on from here$/ });
  for (let i = 0; i < 90 && !await mine.count(); i++)
    await page.locator(".review-bar .button:has(.sy-step-forward)").click();                   // to the first decision of mine
  const n = await at(page);
  await mine.click();
  await page.waitForSelector(".what-if");
  await page.waitForSelector(".banner.mine");
  assert.notEqual(new URL(page.url()).pathname, `/here/${code}`);
  assert.match(await page.locator(".what-if").textContent(), new RegExp(`move ${n}\\b`));
  const decide = await playerOf(id), throws = dice(3);
  await becomes(() => decide(page, throws).catch(() => false), true, "something can be played there");
  await page.reload();                                                                            // it is kept, too
  await page.waitForSelector(".what-if");
  await playToEnd([page], id, 4);
  assert.deepEqual(await real(), before);
  assert.equal(await page.locator(".result .button:has(.sy-fair)").count(), 0, "there is no log of it to check");
  await page.locator(".result .button:has(.sy-chart)").click();
  await page.waitForSelector(".chart svg");
  assert.equal(new URL(page.url()).pathname, `/review-here/${code}/1`);
  await page.goto(site.url);
  await page.waitForSelector(".kept");
  assert.match(await page.locator(".kept").textContent(), /What if/);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a review that was worked out is found again", async () => {
  const { page } = await played({ alone: true, script: asks });
  await toReview(page);
  await reviewed(page);
  await becomes(() => onDisk(page), 1);
  const moments = await page.locator(".moment").allTextContents();
  await page.reload();
  await page.waitForSelector(".moment");
  const asked = await page.evaluate(() => window.asked);
  assert.ok(asked.includes("replay") && !asked.includes("review"), asked.join());
  assert.deepEqual(await page.locator(".moment").allTextContents(), moments);
  await page.context().close();
});

test("without a network: a game is played here and reviewed", async () => {
  const alone = await serve(built), page = await open(browser, alone.url);
  await keptHere(page);
  alone.close();
  await sitDown(page, alone.url, tableAt({ name: `${id} over`, game: id, seats: 2 }));
  await page.waitForSelector(".result");
  await toReview(page);
  await reviewed(page);
  assert.equal(await page.locator(".moment").count(), 3);
  await page.context().close();
});

test("a link holds the whole game: somebody else sees the same review, and the replay", async () => {
  const { page } = await played({ alone: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await toReview(page);
  await reviewed(page);
  await page.locator(".bar .button:has(.sy-share)").click();
  await page.waitForSelector(".toast");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open(browser, site.url, { alone: true, name: "Noa" });
  await other.goto(link);
  await other.waitForSelector(".chart svg");
  await reviewed(other);
  const drawn = (p) => p.locator(".chart-line > path:last-child").evaluateAll((all) => all.map((x) => x.getAttribute("d")).sort());
  assert.deepEqual(await drawn(other), await drawn(page));
  await other.locator(".bar .button:has(.sy-replay)").click();
  await other.waitForSelector(".fairness.good");
  await Promise.all([page, other].map((p) => p.context().close()));
});

test("a game that is not over is not reviewed", async () => {
  const page = await open(browser, site.url, { alone: true }), saved = tableAt({ name: `${id} begins`, game: id, when: () => true });
  await sitDown(page, site.url, saved);
  await page.goto(`${site.url}/review-here/${saved.code}/1`);
  await page.waitForSelector(".sorry");
  assert.equal(await page.locator(".chart").count(), 0);
  const packed = await (await load("link.ts")).packLog(saved.log);
  await page.goto(`${site.url}/review/link/1#${packed}`);
  await page.waitForSelector(".sorry:has(.sy-lock)");
  assert.equal(await page.locator(".chart").count(), 0);
  await page.context().close();
});

for (const folder of new Set(games.map((g) => g.folder)))
  test(`${folder}: every decision has words in every place`, async () => {
    const { page } = await played({ alone: true }, games.find((g) => g.folder === folder).id);
    await toReview(page);
    await reviewed(page);
    for (let i = 0; i < 8; i++) {
      await page.locator(".review-bar .button:enabled").first().click();
      const text = await page.locator(".the-move").innerText();
      assert.doesNotMatch(text, /undefined|NaN|\bwhy\.|\breview\.|\{\w+\}|(?<!\?)\?(?!\?)/, text);
    }
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });

/* ---- over the server ------------------------------------------------------------- */

/** A shared table of two: Dana is the host and Noa a guest, or a bot sits there. */
async function shared({ hints = false, noa = false, how = "instant" } = {}) {
  const dana = await open(browser, server.url, { alone: true });
  await choose(dana, id);
  while (await dana.locator(".newtable .stepper output").first().textContent() !== "2")
    await dana.locator(".newtable .stepper .button:has(.sy-minus)").first().click();
  await pace(dana, how);
  await dana.locator(".newtable-go .button:has(.sy-link)").click();
  await dana.waitForSelector(".lobby");
  await dana.locator(".wishes summary").click();
  if (hints) await dana.locator(".switch", { hasText: "Hints" }).click();
  let guest = null;
  if (noa) {
    guest = await open(browser, server.url, { alone: true, name: "Noa" });
    await guest.goto(dana.url());
    await guest.locator(".join-in .button.main").click();
    await guest.waitForSelector(".chair.mine");
    await dana.locator(".chair", { hasText: "Noa" }).waitFor();
  } else await dana.locator(".lobby-go .button:has(.sy-bot)").click();
  return { dana, guest, code: new URL(dana.url()).pathname.split("/").pop() };
}
const deal = async (page) => { await page.locator(".lobby-go .button.main:enabled").click(); await page.waitForSelector(".board > *"); };

test("a game over the server is reviewed after its end, by its players as themselves and by anybody with the link", async () => {
  const { dana, code } = await shared();
  await deal(dana);
  const early = await open(browser, server.url, { alone: true });
  await early.goto(`${server.url}/review/${code}/1`);
  await early.waitForSelector(".sorry");
  assert.equal(await early.locator(".chart").count(), 0, "not before its end");
  await playToEnd([dana], id, 2);
  await toReview(dana);
  await reviewed(dana);
  assert.match(await dana.locator(".players").innerText(), /You/);
  await early.reload();
  await early.waitForSelector(".chart svg");
  await reviewed(early);
  assert.match(await early.locator(".players").innerText(), /Dana/);
  await dana.locator(".bar .button:has(.sy-replay)").click();
  await dana.waitForSelector(".replay-bar");
  await server.down();                                                          // and once more, without the server
  await dana.locator(".bar .button:has(.sy-chart)").click();
  await dana.waitForSelector(".moment");
  await server.up();
  assert.deepEqual([...dana.wrong, ...early.wrong], []);
  await Promise.all([dana, early].map((p) => p.context().close()));
});

/* ---- hints ---------------------------------------------------------------------------- */

/** What the table offers this player now, as the last message said it. */
const listen = () => {
  const hear = (m) => { if (m && (m.t === "step" || m.t === "view")) window.offer = m.offer; };
  const make = window.Worker;
  window.Worker = class extends make {
    constructor(...a) { super(...a); this.addEventListener("message", (e) => hear(e.data?.message)); }
  };
};
/** What is lit follows the sentence a picture later. */
const isDark = (page) => page.waitForSelector("[data-lit]", { state: "detached" });
async function takeHint(page) {
  await page.locator(".hint-ask").click();
  await page.waitForSelector(".hint[data-move]");
  return { move: await page.locator(".hint").getAttribute("data-move"), text: await page.locator(".hint p").innerText() };
}

test("a hint at a table here: a legal move, lit, and why", async () => {
  const page = await open(browser, site.url, { alone: true, script: listen }), reasons = [];
  for (const seed of [1, 2, 3]) {
    const when = (m) => m.n > 8 * seed && !m.window && m.offer.length > 1;
    const saved = tableAt({ name: `${id} turn ${"abc"[seed - 1]}`, game: id, when });
    await sitDown(page, site.url, saved);
    await page.waitForSelector(".banner.mine");
    const { move, text } = await takeHint(page), offer = await page.evaluate(() => window.offer);
    assert.ok(offered(readOffer(offer), move), `${move} of ${offer.join("; ")}`);
    await page.waitForSelector(".board [data-lit]");
    assert.match(text, / – .+\..*Chance to win: \d+\s%/, text);
    assert.doesNotMatch(text, /undefined|why\./);
    if (!text.includes("nothing looks better")) reasons.push(text);
    await page.locator(".hint .button").click();
    await isDark(page);                                                          // put away, it lights nothing
  }
  assert.ok(reasons.length > 0, "a reason is given where there is one");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a hint goes when something else is asked", async () => {
  const page = await open(browser, site.url, { alone: true });
  await sitDown(page, site.url, tableAt({ name: `${id} turn d`, game: id, when: (m) => !m.window && m.offer.length > 1 }));
  await takeHint(page);
  const decide = await playerOf(id), throws = dice(2);
  await becomes(() => decide(page, throws).catch(() => false), true);
  await page.waitForSelector(".hint", { state: "detached" });
  await isDark(page);
  await page.context().close();
});

test("no hint at a shared table that did not agree, and the server gives none", async () => {
  const { dana } = await shared();
  const said = [];
  dana.on("websocket", (ws) => ws.on("framereceived", (f) => said.push(String(f.payload))));
  await deal(dana);
  await dana.reload();
  await dana.waitForSelector(".banner.mine");
  assert.equal(await dana.locator(".hint-ask").count(), 0);
  assert.doesNotMatch(await dana.locator(".bar").innerText(), /Hints/);
  const answer = await dana.evaluate((code) => new Promise((done) => {
    const token = JSON.parse(localStorage.getItem("ninelives.tables")).find((k) => k.code === code).token;
    const ws = new WebSocket(`${location.origin.replace("http", "ws")}/socket?table=${code}`, "ninelives.v1");
    ws.onopen = () => { ws.send(JSON.stringify({ t: "hello", v: 1, table: code, token })); ws.send(JSON.stringify({ t: "hint" })); };
    ws.onmessage = (e) => { const m = JSON.parse(e.data); if (m.t === "err" || m.t === "hint") { ws.close(); done(m); } };
  }), new URL(dana.url()).pathname.split("/").pop());
  assert.deepEqual(answer, { t: "err", re: "hint", code: "no_hints" });
  assert.ok(!said.some((x) => x.includes('"t":"hint"')));
  await dana.context().close();
});

test("at a table that agreed everybody is told, and each gets hints from their own seat", async () => {
  const { dana, guest } = await shared({ hints: true, noa: true });
  await guest.waitForSelector(".hints-on");
  await dana.waitForSelector(".hints-on");
  await deal(dana);
  await guest.waitForSelector(".board > *");
  for (const p of [dana, guest]) assert.match(await p.locator(".bar").innerText(), /Hints are allowed/);
  const decide = await playerOf(id), throws = dice(7);
  const hinted = new Set();
  for (let i = 0; i < 400 && hinted.size < 2; i++)
    for (const p of [dana, guest]) {
      if (await p.locator(".hint-ask:enabled").count() && !hinted.has(p)) {
        const { text } = await takeHint(p);
        assert.match(text, /Chance to win/);
        await p.waitForSelector("[data-lit]");
        hinted.add(p);
      }
      await decide(p, throws).catch(() => false);
    }
  assert.equal(hinted.size, 2);
  assert.deepEqual([...dana.wrong, ...guest.wrong], []);
  await Promise.all([dana, guest].map((p) => p.context().close()));
});
