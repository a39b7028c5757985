// SPDX-License-Identifier: MIT
// access.test.mjs - a whole game with nothing but the accessibility tree and the keyboard: controls are found by role
// and name, reached by focus, and pressed with Enter. What a screen reader is told is checked on the way.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "../../../web/tests/browser.mjs";
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

test("a whole game by keyboard and accessibility tree only", async () => {
  const page = await open(browser, site.url, { lang: "en", auto: false });
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
  await page.getByRole("group", { name: "Your hand" }).waitFor();
  const told = new Set(), until = Date.now() + 80000;
  let played = false;
  while (!await page.getByRole("dialog").count() && Date.now() < until) {
    for (const text of await page.locator("[aria-live]").allTextContents()) told.add(text);
    const hand = page.getByRole("group", { name: "Your hand" });
    if (!played && await hand.getByRole("button", { name: "Skip" }).count() && await page.getByRole("button", { name: "Draw", exact: true }).count()) {
      await hand.getByRole("button", { name: "Skip" }).first().focus();
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
    if (!did && await page.locator(".k-bar.chosen").count()) {       // a card chosen in the hurry is put down again
      await hand.getByRole("button").first().focus();
      await page.keyboard.press("Escape");
    }
    await page.waitForTimeout(40);
  }
  await page.getByRole("dialog").getByRole("heading", { name: /won|You win/ }).waitFor({ timeout: 3000 });
  assert.ok([...told].some((x) => /Play a card, or draw/.test(x)), "my turn is announced");
  assert.ok([...told].some((x) => /Let it happen, or Nope/.test(x)), "the Nope window is announced");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
