// SPDX-License-Identifier: MIT
// access.test.mjs - a whole game with nothing but the accessibility tree and the keyboard: controls are found by role
// and name, reached by focus, and pressed with Enter. What a screen reader is told is checked on the way.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { A_GAME, launch, open } from "../../../web/tests/browser.mjs";
import { built } from "../../../web/tests/parts.mjs";
import { serve } from "../../../web/tests/serve.mjs";

let site, browser;
before(async () => { site = await serve(built); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

/** Presses the first of these buttons that is there, by keyboard alone. */
async function press(page, ...names) {
  for (const name of names) {
    const button = page.getByRole("button", { name, exact: true, disabled: false }).first();
    if (!await button.count()) continue;
    try {
      await button.focus({ timeout: 1000 });
      await page.keyboard.press("Enter");
      return name;
    } catch { /* it was gone by then */ }
  }
  return null;
}

/** Keeps all that the page says aloud, however shortly it stands there. */
function keepTold() {
  window.told = new Set();
  const look = () => document.querySelectorAll("[aria-live]").forEach((e) => window.told.add(e.textContent));
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Plays until the result is shown. A Skip is played as soon as there is one. */
async function playRound(page) {
  const hand = page.getByRole("group", { name: "Your hand" }), until = Date.now() + A_GAME;
  let played = false;
  await hand.waitFor();
  while (!await page.getByRole("dialog").count() && Date.now() < until) {
    const skip = hand.getByRole("button", { name: "Skip" }), draw = page.getByRole("button", { name: "Draw", exact: true });
    if (!played && await skip.count() && await draw.count()) {
      await skip.first().focus();
      await page.keyboard.press(" ");
      played = await press(page, "Play") !== null;
    }
    const did = await press(page, "Let it happen", "Put the kitten there", "Draw");
    if (!did && await page.getByText("Which card do you give?").count()) {
      const give = page.getByRole("button", { name: /^Give / });
      if (!await give.count()) {
        await hand.getByRole("button").first().focus();
        await page.keyboard.press("Enter");
      }
      await give.focus({ timeout: 2000 }).then(() => page.keyboard.press("Enter"), () => undefined);
    }
    if (!did && await page.locator(".k-bar.chosen").count())         // a card chosen in the hurry is put down again
      await hand.getByRole("button").first().focus({ timeout: 2000 }).then(() => page.keyboard.press("Escape"), () => undefined);
    await page.waitForTimeout(40);
  }
  await page.getByRole("dialog").getByRole("heading", { name: /won|You win/ }).waitFor();
}

test("a whole game by keyboard and accessibility tree only", async () => {
  const page = await open(browser, site.url, { lang: "en", auto: false, script: keepTold });
  await page.getByRole("button", { name: /^Exploding Kittens A game of nerve/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Exploding Kittens" }).waitFor();
  await page.getByText("Options and clock").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "Like people" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.ok(await page.getByRole("radio", { name: "At once" }).isChecked());
  await press(page, "Play here with 3 bots");
  const told = (what) => page.evaluate((like) => [...window.told].some((x) => new RegExp(like).test(x)), what);
  await playRound(page);
  for (let more = 0; more < 4 && !await told("Let it happen, or Nope"); more++) {        // nobody played a card before I was out
    await press(page, "Play again");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await playRound(page);
  }
  assert.ok(await told("Play a card, or draw"), "my turn is announced");
  assert.ok(await told("Let it happen, or Nope"), "the Nope window is announced");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
