// SPDX-License-Identifier: MIT
// online.test.mjs - people at one table over the real server: two browsers and a bot, each in their own language.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, axe, choose, largest, launch, open, pace, playToEnd, withPlayers } from "./browser.mjs";
import { startServer } from "./server.mjs";

let server, browser;
before(async () => { server = await startServer(); browser = await launch(); });
after(async () => { await browser.close(); await server.end(); });

/** Dana makes a table, Noa joins by its link, bots take the rest; the cards are dealt. */
async function twoAndBots(id, langs = ["he", "it"], how = "instant") {
  const dana = await open(browser, server.url, { lang: langs[0], name: "Dana" });
  await choose(dana, id);
  await pace(dana, how);
  await dana.locator(".newtable-go .button:has(.sy-link)").click();
  await dana.waitForSelector(".lobby");
  const code = new URL(dana.url()).pathname.split("/").pop();
  const noa = await open(browser, server.url, { lang: langs[1], name: "Noa" }, DESKTOP);
  await noa.locator("#join-code").fill(code.toUpperCase());
  await noa.locator(".join .button").click();
  await noa.locator(".chair .button.main").first().click();
  await noa.waitForSelector(".chair.mine");
  await dana.locator(".lobby-go .button:has(.sy-bot)").click({ timeout: 3000 }).catch(() => undefined);
  await dana.locator(".lobby-go .button.main:enabled").click();
  await Promise.all([dana, noa].map((p) => p.waitForSelector(".board > *")));
  return { dana, noa, code };
}
const end = (...pages) => Promise.all(pages.map((p) => p.context().close()));

for (const { id } of withPlayers())
  test(`${id}: two browsers and bots play to the end, in two languages`, async () => {
    const { dana, noa } = await twoAndBots(id);
    await playToEnd([dana, noa], id, 150000, 5);
    await Promise.all([dana, noa].map((p) => p.waitForSelector(".result")));
    await dana.locator(".result .button:has(.sy-fair)").click();
    await dana.waitForSelector(".fairness.good");
    assert.deepEqual([...dana.wrong, ...noa.wrong], []);
    await end(dana, noa);
  });

test("refresh, a second tab, no network, a restart: the same seat and the same hand", async () => {
  const { id } = largest(), { dana, noa } = await twoAndBots(id, ["en", "zh-Hant"], "human");
  const hand = (p) => p.locator(".board [aria-pressed]").evaluateAll((all) => all.map((b) => b.dataset.card ?? b.getAttribute("aria-label")).sort());
  await dana.locator(".dock .button:has(.sy-pause)").click();                  // so that nobody takes a card meanwhile
  await noa.waitForTimeout(500);
  const held = await hand(noa);
  assert.ok(held.length > 0);
  await noa.reload();
  await noa.waitForSelector(".board > *");
  assert.deepEqual(await hand(noa), held, "after a refresh");

  const tab = await noa.context().newPage();
  await tab.goto(noa.url());
  await tab.waitForSelector(".board > *");
  await noa.waitForSelector(".line-elsewhere");
  assert.deepEqual(await hand(tab), held, "in the second tab");
  await noa.locator(".line-elsewhere .button").click();
  await tab.waitForSelector(".line-elsewhere");
  await tab.close();
  await noa.waitForSelector(".line", { state: "detached" });

  await server.down();
  await noa.waitForSelector(".line-waiting, .line-connecting");
  await server.up();
  await noa.waitForSelector(".line", { state: "detached", timeout: 20000 });
  assert.deepEqual(await hand(noa), held, "after the server came back");
  await dana.waitForSelector(".line", { state: "detached", timeout: 20000 });
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
  await noa.locator(".chair .button.main").first().click();
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

test("the lobby and a spectator's table satisfy axe", async () => {
  for (const [lang, theme] of [["en", "light"], ["he", "dark"]]) {
    const dana = await open(browser, server.url, { lang, theme, motion: "less" });
    await choose(dana, largest().id);
    await dana.locator(".newtable-go .button:has(.sy-link)").click();
    await dana.waitForSelector(".lobby");
    await dana.locator(".wishes summary").click();
    await dana.waitForTimeout(300);
    assert.deepEqual(await axe(dana), [], `lobby, ${lang}`);
    await dana.locator(".lobby-go .button:has(.sy-bot)").click();
    await dana.locator(".lobby-go .button.main:enabled").click();
    await dana.waitForSelector(".board > *");
    const watcher = await open(browser, server.url, { lang, theme, motion: "less" });
    await watcher.goto(dana.url());
    await watcher.waitForSelector(".board > *");
    assert.deepEqual(await axe(watcher), [], `watching, ${lang}`);
    await end(dana, watcher);
  }
});
