// SPDX-License-Identifier: MIT
// tv.test.mjs - an evening together: two phones in two languages and the large screen in the room. They join and talk; rounds of
// each game with the screen beside them are in online.test.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, becomes, choose, launch, open, pace } from "./browser.mjs";
import { startServer } from "./server.mjs";

const TV = { width: 1280, height: 720 };
let server, browser;
before(async () => { server = await startServer(); browser = await launch(); });
after(async () => { await browser.close(); await server.end(); });
const end = (...pages) => Promise.all(pages.map((p) => p.context().close()));

/** Dana's table for two, Noa who sits down by the invitation, and the screen. */
async function together(game) {
  const dana = await open(browser, server.url, { name: "Dana", sound: 0.5 });
  await choose(dana, game);
  await pace(dana, "instant");
  await dana.locator(".newtable-go .button:has(.sy-link)").click();
  await dana.waitForSelector(".lobby .invite");
  const noa = await open(browser, server.url, { name: "נועה", lang: "he" });
  await noa.goto(dana.url());
  await noa.locator(".join-in .button.main").click();
  await noa.waitForSelector(".chair.mine");
  return { dana, noa };
}
/** The screen, as it opens by one tap in the lobby. It runs by itself from then on. */
async function screenOf(dana, lang = "en") {
  const tv = await open(browser, server.url, { lang, name: "" }, TV);
  await tv.goto(`${dana.url().replace("/t/", "/tv/")}?lang=${lang}`);
  return tv;
}
/** As few chairs as the game has, all taken. */
async function fewest(dana) {
  await dana.locator("details.wishes summary").click();
  const less = dana.locator(".wishes .stepper .button:has(.sy-minus)").first();
  while (await less.isEnabled() && await dana.locator(".chair").count() > 2) {
    const n = await dana.locator(".chair").count();
    await less.click();
    await becomes(() => dana.locator(".chair").count(), n - 1);
  }
}

test("the screen opens by one tap, shows how to join and who is there, and phones hear of it", async () => {
  const { dana, noa } = await together("kittens");
  const [opened] = await Promise.all([dana.context().waitForEvent("page"), dana.locator(".to-tv .button").click()]);
  await opened.waitForSelector(".tv-lobby");
  assert.match(opened.url(), /\/tv\/[a-z]+\?lang=en$/);
  await opened.close();
  const tv = await screenOf(dana, "zh-Hant");
  await tv.waitForSelector(".tv-invite");
  await becomes(() => tv.locator(".tv-people li:not(.free)").allTextContents().then((all) => all.map((x) => x.slice(1))), ["Dana", "נועה"]);
  assert.equal(await tv.evaluate(() => document.documentElement.lang), "zh-Hant");
  assert.deepEqual(await axe(tv), []);
  await fewest(dana);
  await dana.locator(".lobby-go .button.main").click();
  await dana.waitForSelector(".table.handheld");
  await tv.waitForSelector(".tv-table .board > *");
  assert.deepEqual(await axe(tv), []);
  await end(tv);
  await dana.waitForSelector(".table:not(.handheld)");
  assert.deepEqual([...dana.wrong, ...noa.wrong, ...tv.wrong], []);
  await end(dana, noa);
});

test("what somebody says is seen by all, also by themselves, in each language, and goes away; or not at all", async () => {
  const { dana, noa } = await together("ratcat"), tv = await screenOf(dana, "zh-Hant");
  await tv.waitForSelector(".tv-lobby");
  await noa.locator(".reactions .button:has(.sy-chat)").click();
  await noa.locator(".reactions .button:has(.sy-cat-wow)").click();
  for (const page of [dana, noa, tv]) await page.waitForSelector(".bubble:has(.sy-cat-wow)");
  const words = await Promise.all([dana, noa, tv].map((p) => p.locator(".bubble-said").textContent()));
  assert.equal(new Set(words).size, 3, `each in their language: ${words}`);
  for (const page of [dana, noa, tv]) await page.waitForSelector(".bubble", { state: "detached" });
  await dana.locator(".reactions .button:has(.sy-chat)").click();
  await dana.locator(".reactions .button:has(.sy-more)").click();
  await dana.locator(".muting .button").click();
  await dana.keyboard.press("Escape");
  await noa.locator(".reactions .button:has(.sy-cat-laugh)").click();
  await tv.waitForSelector(".bubble:has(.sy-cat-laugh)");
  assert.equal(await dana.locator(".bubble").count(), 0, "Dana does not want to see it");
  assert.deepEqual([...dana.wrong, ...noa.wrong, ...tv.wrong], []);
  await end(dana, noa, tv);
});
