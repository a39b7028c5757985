// SPDX-License-Identifier: MIT
// newcomer.test.mjs - two people who have never been here: from the start page to the first card played, with nothing
// but what can be seen and read on the page. Clicks are counted, and there are to be few.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { A_GAME, PATIENCE, PHONE, launch } from "../../../web/tests/browser.mjs";
import { startServer } from "../../../web/tests/server.mjs";

let server, browser;
before(async () => { server = await startServer(); browser = await launch(); });
after(async () => { await browser.close(); await server.end(); });

const MOST_CLICKS = 9;
const SIMPLE = ["Skip", "Shuffle", "See the Future", "Attack"];          // cards that ask nothing more

/** Somebody with an empty browser and one finger. */
async function newcomer() {
  const context = await browser.newContext({ viewport: PHONE, locale: "en-GB", hasTouch: true });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const me = { page, clicks: 0, wrong: [] };
  page.on("pageerror", (e) => me.wrong.push(e.message));
  me.tap = async (what) => {
    await what.tap();
    me.clicks++;
  };
  me.button = (name, within = page) => within.getByRole("button", { name }).first();
  await page.goto(server.url);
  return me;
}

/** Taps the first of these buttons that is there; not counted: what the cards ask for, the cards decide. */
async function answer(me, ...names) {
  for (const name of names) {
    const button = me.page.getByRole("button", { name, exact: true, disabled: false }).first();
    if (await button.count() && await button.tap({ timeout: 2000 }).then(() => true, () => false)) return true;
  }
  return false;
}
/** What others' cards and kittens ask of somebody meanwhile. */
async function getBy(me) {
  if (await answer(me, "Let it happen", "Put the kitten there", "Play again")) return;
  if (!await me.page.getByText("Which card do you give?").count()) return;
  await me.page.getByRole("group", { name: "Your hand" }).getByRole("button").first().tap({ timeout: 2000 }).catch(() => undefined);
  await answer(me, /^Give /);
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
  await answer(me, "Draw");
  return false;
}

test("from nothing to the first card played", async () => {
  const dana = await newcomer(), noa = await newcomer(), begun = Date.now();
  await dana.tap(dana.button(/^Exploding Kittens /));
  await dana.tap(dana.button(/friends/i));
  const code = (await dana.page.locator(".code").first().textContent()).trim();
  assert.match(code, /^([a-z]{8}|[a-z]{10})$/, "a code that can be read out");

  const box = noa.page.getByRole("textbox", { name: /code/i });
  await noa.tap(box);
  await box.fill(code);
  await noa.tap(noa.button(/join/i));
  await noa.tap(noa.button(/sit/i));

  await dana.tap(dana.button(/bots/i));
  await dana.tap(dana.button(/^(start|deal)/i));
  for (let played = false; !played; await dana.page.waitForTimeout(100)) {
    assert.ok(Date.now() < begun + A_GAME, "nobody ever had a simple card");
    for (const me of [dana, noa]) {
      if (!await me.page.getByRole("button", { name: "Draw", exact: true }).count()) await getBy(me);
      else if ((played = await playFirst(me))) break;              // and nobody lets it happen before it has been seen
    }
  }
  await Promise.any([dana, noa].map((me) => me.page.getByRole("region", { name: /nope/i }).waitFor()));
  const seconds = (Date.now() - begun) / 1000, clicks = dana.clicks + noa.clicks;
  console.log(`${clicks} clicks, of which ${dana.clicks} by who invites; ${seconds.toFixed(1)} s`);
  assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
  assert.deepEqual([...dana.wrong, ...noa.wrong], []);
});
