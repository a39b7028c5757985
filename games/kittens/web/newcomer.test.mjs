// SPDX-License-Identifier: MIT
// newcomer.test.mjs - two people who have never been here: from the start page to the first card played, with nothing
// but what can be seen and read on the page. Clicks are counted, and there are to be few.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, launch } from "../../../web/tests/browser.mjs";
import { startServer } from "../../../web/tests/server.mjs";

let server, browser;
before(async () => { server = await startServer(); browser = await launch(); });
after(async () => { await browser.close(); await server.end(); });

const MOST_CLICKS = 9, MOST_SECONDS = 60;
const SIMPLE = ["Skip", "Shuffle", "See the Future", "Attack"];          // cards that ask nothing more

/** Somebody with an empty browser and one finger. */
async function newcomer() {
  const page = await (await browser.newContext({ viewport: PHONE, locale: "en-GB", hasTouch: true })).newPage();
  const me = { page, clicks: 0, wrong: [] };
  page.on("pageerror", (e) => me.wrong.push(e.message));
  me.tap = async (what) => {
    await what.waitFor({ state: "visible", timeout: 15000 });
    await what.tap({ timeout: 15000 });
    me.clicks++;
  };
  me.button = (name, within = page) => within.getByRole("button", { name }).first();
  await page.goto(server.url);
  return me;
}

/** Whose turn it is plays a simple card, or draws where there is none. */
async function playFirst(me) {
  const hand = me.page.getByRole("group", { name: "Your hand" });
  for (const name of SIMPLE) {
    const card = hand.getByRole("button", { name, exact: true });
    if (!await card.count()) continue;
    await me.tap(card.last());
    await me.tap(me.page.getByRole("button", { name: "Play", exact: true }));
    return true;
  }
  await me.page.getByRole("button", { name: "Draw", exact: true }).tap();        // bad luck is not counted
  return false;
}

test("from nothing to the first card played", async () => {
  const dana = await newcomer(), noa = await newcomer(), begun = Date.now();
  await dana.tap(dana.button(/^Exploding Kittens /));
  await dana.tap(dana.button(/friends/i));
  const code = (await dana.page.locator(".code").first().textContent()).trim();
  assert.match(code, /^[a-z]{8}$/, "a code that can be read out");

  const box = noa.page.getByRole("textbox", { name: /code/i });
  await noa.tap(box);
  await box.fill(code);
  await noa.tap(noa.button(/join/i));
  await noa.tap(noa.button(/sit/i));

  await dana.tap(dana.button(/bots/i));
  await dana.tap(dana.button(/^(start|deal)/i));
  for (let played = false; !played;) {
    assert.ok(Date.now() < begun + MOST_SECONDS * 1000, "it takes too long");
    for (const me of [dana, noa]) {
      const pass = me.page.getByRole("button", { name: "Let it happen", exact: true });
      if (await pass.count() && await pass.isEnabled()) await pass.tap().catch(() => undefined);
      if (!played && await me.page.getByRole("button", { name: "Draw", exact: true }).count()) played = await playFirst(me);
    }
    await dana.page.waitForTimeout(100);
  }
  await Promise.race([dana, noa].map((me) => me.page.getByRole("region", { name: /nope/i }).waitFor({ timeout: 15000 })));
  const seconds = (Date.now() - begun) / 1000, clicks = dana.clicks + noa.clicks;
  console.log(`${clicks} clicks, of which ${dana.clicks} by who invites; ${seconds.toFixed(1)} s`);
  assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
  assert.ok(seconds < MOST_SECONDS);
  assert.deepEqual([...dana.wrong, ...noa.wrong], []);
});
