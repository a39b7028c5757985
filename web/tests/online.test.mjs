// SPDX-License-Identifier: MIT
// online.test.mjs - people at one table over the real server: two browsers and a bot, each in their own language.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { DESKTOP, becomes, choose, dice, games, largest, launch, open, pace, pick, playToEnd, playerOf, withPlayers } from "./browser.mjs";
import { web } from "./parts.mjs";
import { startServer } from "./server.mjs";
import { wireTo } from "./wire.mjs";

let server, browser;
before(async () => { server = await startServer(); browser = await launch(); });
after(async () => { await browser.close(); await server.end(); });

/** Dana makes a table, Noa joins by its link, bots take the rest; the cards are dealt. */
async function twoAndBots(id, langs = ["he", "it"], how = "instant", { hostAt = server.url, script, absent } = {}) {
  const dana = await open(browser, hostAt, { lang: langs[0], name: "Dana", ...(script ? { script, alone: true } : {}) });
  await choose(dana, id);
  const seats = await dana.locator(".newtable .stepper output").first().textContent();
  if (seats === "2") await dana.locator(".newtable .stepper .button:has(.sy-plus)").first().click();       // a chair for a bot
  await pace(dana, how);
  await dana.locator(".newtable-go .button:has(.sy-link)").click();
  await dana.waitForSelector(".lobby");
  const code = new URL(dana.url()).pathname.split("/").pop();
  const noa = await open(browser, server.url, { lang: langs[1], name: "Noa" }, DESKTOP);
  await noa.locator("#join-code").fill(code.toUpperCase());
  await noa.locator(".join .button").click();
  await noa.locator(".join-in .button.main").click();
  await noa.waitForSelector(".chair.mine");
  await dana.locator(".chair", { hasText: "Noa" }).waitFor();                  // else Dana would put a bot on her chair
  if (absent) {
    await dana.locator(".wishes summary").click();
    await pick(dana, `input[name=absent][value=${absent}]`);
  }
  await dana.locator(".lobby-go .button:has(.sy-bot)").click();
  await dana.locator(".lobby-go .button.main:enabled").click();
  await Promise.all([dana, noa].map((p) => p.waitForSelector(".board > *")));
  return { dana, noa, code };
}
/** The client's text for a key in a language. */
const said = (lang, key) => new RegExp(`^msgid "${key}"\nmsgstr "(.*)"`, "m").exec(readFileSync(`${web}/text/ui.${lang}.po`, "utf8"))[1];
/** The cards in a player's hand, as the page shows them. */
const hand = (page) => page.locator(".board [aria-pressed]")
  .evaluateAll((all) => all.map((b) => b.dataset.card ?? b.getAttribute("aria-label")).sort());
const end = (...pages) => Promise.all(pages.map((p) => p.context().close()));

/** The large screen in the room, and all that it is sent. */
async function screenAt(code) {
  const tv = await open(browser, server.url, { lang: "zh-Hant", name: "" }, { width: 1280, height: 720 });
  tv.heard = [];
  tv.on("websocket", (ws) => ws.on("framereceived", (f) => tv.heard.push(String(f.payload))));
  await tv.goto(`${server.url}/tv/${code}?lang=zh-Hant`);
  await tv.waitForSelector(".tv-table .board > *");
  return tv;
}
/** What only a seat is sent: moves to choose from, keys. */
const secretsIn = (text) => [...text.matchAll(/"(?:offer|token|key|let)":(?!\[\]|null)[^,}]*/g)].map((m) => m[0]);

for (const { id } of withPlayers())
  test(`${id}: two browsers and bots play to the end, in two languages, beside a large screen`, async () => {
    const { dana, noa, code } = await twoAndBots(id), tv = await screenAt(code);
    const at = await (await fetch(`${server.url}/api/tables/${code}`)).json();
    assert.ok(at.seats.some((x) => x.bot) && ["Dana", "Noa"].every((n) => at.seats.some((x) => x.name === n)), "two people and a bot");
    assert.deepEqual(await Promise.all([dana, noa].map((p) => p.getAttribute("html", "lang"))), ["he", "it"]);
    await playToEnd([dana, noa], id, 5);
    await Promise.all([dana, noa].map((p) => p.waitForSelector(".result")));
    await tv.waitForSelector(".tv-over");
    assert.ok((await tv.locator(".tv-headline").textContent()).trim(), "the screen tells what happened");
    const frames = tv.heard.filter((f) => /"t":"(step|view)"/.test(f));
    assert.ok(frames.length > 3, `${frames.length} frames`);
    assert.deepEqual(frames.flatMap(secretsIn), [], "it is sent what a watcher is sent");
    await dana.locator(".result .button:has(.sy-fair)").click();
    await dana.waitForSelector(".fairness.good");
    assert.deepEqual([...dana.wrong, ...noa.wrong, ...tv.wrong], []);
    await end(dana, noa, tv);
  });

test("what a person lets happen is chosen at the table, stays with the seat, and is asked for only where there are windows", async () => {
  const windows = games.find((g) => g.windows), without = games.find((g) => !g.windows);
  const { dana, noa } = await twoAndBots(windows.id, ["it", "zh-Hant"]);
  const settings = (page) => page.locator(".button:has(.sy-settings)").first().click();
  await settings(dana);
  await pick(dana, "input[name=let][value=choiceless]");
  await dana.locator(".settings .fine", { hasText: said("it", "let.how") }).waitFor();
  await dana.reload();
  await dana.waitForSelector(".board > *");
  await settings(dana);
  assert.ok(await dana.locator("input[name=let][value=choiceless]").isChecked());
  await settings(noa);
  assert.ok(await noa.locator("input[name=let][value=nothing]").isChecked(), "it is nobody else's");
  const other = await twoAndBots(without.id);
  await settings(other.dana);
  await other.dana.locator(".settings input[name=lang]").first().waitFor({ state: "attached" });
  assert.equal(await other.dana.locator("input[name=let]").count(), 0);
  assert.deepEqual([...dana.wrong, ...noa.wrong], []);
  await end(dana, noa, other.dana, other.noa);
});

test("refresh, a second tab, no network, a restart: the same seat and the same hand", async () => {
  const { id } = largest(), { dana, noa } = await twoAndBots(id, ["en", "zh-Hant"], "human");
  await dana.locator(".dock .button:has(.sy-pause)").click();                  // so that no seat changes her hand
  await noa.locator(".banner", { hasText: said("zh-Hant", "table.paused") }).waitFor();
  const held = await hand(noa);
  assert.ok(held.length > 0);
  await noa.reload();
  await becomes(() => hand(noa), held, "after a refresh");

  const tab = await noa.context().newPage();
  await tab.goto(noa.url());
  await noa.waitForSelector(".line-elsewhere");
  await becomes(() => hand(tab), held, "in the second tab");
  await noa.locator(".line-elsewhere .button").click();
  await tab.waitForSelector(".line-elsewhere");
  await tab.close();
  await noa.waitForSelector(".line", { state: "detached" });

  await server.down();
  await noa.waitForSelector(".line-waiting, .line-connecting");
  await server.up();
  await noa.waitForSelector(".line", { state: "detached" });
  await becomes(() => hand(noa), held, "after the server came back");
  await dana.waitForSelector(".line", { state: "detached" });
  await end(dana, noa);
});

/** Runs in the page: window.taken lists its acknowledged moves, each once, however often it was sent. */
function keepMoves() {
  const sent = new Map(), taken = [], { send } = WebSocket.prototype;
  const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  WebSocket.prototype.send = function heard(text) {
    const m = JSON.parse(text);
    if (m.t === "move") sent.set(m.id, m.move);
    return send.call(this, text);
  };
  const acknowledge = ({ t, id }) => { if (t === "ack" && sent.has(id)) { taken.push(sent.get(id)); sent.delete(id); } };
  Object.defineProperty(WebSocket.prototype, "onmessage", { ...own, set(f) {
    own.set.call(this, f && function heard(e) { acknowledge(JSON.parse(e.data)); return f.call(this, e); });
  } });
  window.taken = taken;
}
/** Everybody plays until it is this page's turn to decide; false: the game is over. */
async function untilAsked(page, others, id, throws) {
  const decide = await playerOf(id);
  for (let i = 0; i < 2000 && !await page.locator(".result").count(); i++) {
    if (await page.locator(".banner.mine").count()) return true;
    for (const other of others) await decide(other, throws).catch(() => false);
    await page.waitForTimeout(40);
  }
  return false;
}

/* The test cuts Dana's connection, and later makes it silent while she moves. In the end the log has each of her moves
 * once. No bot takes her seat while she is away, and while she is asked no other seat changes her hand. */
test("the network goes away in the middle of a game and comes back", async (t) => {
  const { id } = largest(), wire = await wireTo(server.url), throws = dice(4);
  t.after(() => wire.close());
  const { dana, noa, code } = await twoAndBots(id, ["en", "it"], "instant", { hostAt: wire.url, script: keepMoves, absent: "wait" });
  const away = async () => {
    await dana.waitForSelector(".line-waiting, .line-connecting");
    assert.ok((await dana.locator(".line").textContent()).trim().length > 8, "the page says what is going on");
  };
  const back = () => dana.waitForSelector(".line", { state: "detached" });

  assert.ok(await untilAsked(dana, [noa], id, throws));
  const held = await hand(dana);
  assert.ok(held.length > 0);
  wire.cut();
  await dana.context().setOffline(true);
  await away();
  await noa.waitForSelector(".board .face-badge.away");
  await becomes(() => hand(dana), held, "the table stays in sight");
  wire.mend();
  await dana.context().setOffline(false);
  await back();
  await noa.waitForSelector(".board .face-badge.away", { state: "detached" });
  await becomes(() => hand(dana), held, "the same hand in the same seat");

  const decide = await playerOf(id);
  assert.ok(await untilAsked(dana, [noa], id, throws));
  wire.silence();
  for (let i = 0; i < 500 && !await decide(dana, throws).catch(() => false); i++) await dana.waitForTimeout(50);
  await away();
  wire.mend();
  await back();
  await playToEnd([dana, noa], id, 4);
  const log = await (await fetch(`${server.url}/api/tables/${code}/rounds/1`)).text();
  const logged = log.split("\n").flatMap((l) => /^\d+ 0 (.*)$/.exec(l)?.[1] ?? []), bare = (m) => m.replace(/ #\d+$/, "");
  assert.deepEqual((await dana.evaluate(() => window.taken)).map(bare), logged.map(bare), "nothing lost, nothing twice");
  assert.deepEqual([...dana.wrong, ...noa.wrong], []);
  await end(dana, noa);
});

test("an open table is on the first page, with its free chairs", async () => {
  const { id } = largest(), dana = await open(browser, server.url, { name: "Dana" });
  await choose(dana, id);
  await dana.locator(".newtable-go .button:has(.sy-link)").click();
  await dana.locator(".wishes summary").click();
  await pick(dana, '.wishes label:has-text("Anybody may join") input[role=switch]');
  const code = new URL(dana.url()).pathname.split("/").pop();
  const listed = async () => (await (await fetch(`${server.url}/api/tables`)).json()).tables.find((o) => o.code === code);
  await becomes(async () => Boolean(await listed()), true, "the server knows that it is open");
  const { seats, taken } = await listed(), noa = await open(browser, server.url, { name: "Noa" });
  const row = noa.locator(`.kept a[href="/t/${code}"]`);
  assert.equal(await row.locator("small").textContent(), `${seats - taken} chairs are free`);
  await row.click();
  await noa.waitForSelector(".lobby");
  assert.deepEqual([...dana.wrong, ...noa.wrong], []);
  await end(dana, noa);
});

test("the host hands the table on, and gets it back", async () => {
  const dana = await open(browser, server.url, { lang: "en", name: "Dana" });
  await choose(dana, largest().id);
  await dana.locator(".newtable-go .button:has(.sy-link)").click();
  await dana.waitForSelector(".lobby");
  assert.equal(await dana.locator(".chair .sy-crown").count(), 0, "to nobody but a person");
  const noa = await open(browser, server.url, { lang: "he", name: "Noa" });
  await noa.goto(dana.url());
  await noa.locator(".join-in .button.main").click();
  await noa.waitForSelector(".chair.mine");
  assert.equal(await noa.locator(".chair .sy-crown").count(), 0, "only by the host");
  for (const [from, to] of [[dana, noa], [noa, dana]]) {
    await from.locator(".chair .button:has(.sy-crown)").click();
    await to.waitForSelector(".lobby-go .button.main");
    await from.waitForSelector(".lobby-go p[role=status]");
  }
  assert.deepEqual([...dana.wrong, ...noa.wrong], []);
  await end(dana, noa);
});
