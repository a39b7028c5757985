// SPDX-License-Identifier: MIT
// player.mjs - plays Pebbles in a browser for tests, one decision at a time: by clicking, or by keys alone.
import { tabTo } from "../../../web/tests/browser.mjs";

const pressers = {
  click: (page, selector, nth) => page.locator(selector).nth(nth).click({ timeout: 2000 }),
  key: async (page, selector, nth) => { if (await tabTo(page, selector, nth)) await page.keyboard.press("Enter"); },
};

async function act(page, dice, by) {
  const press = async (selector) => {
    const n = await page.locator(selector).count();
    if (n) await pressers[by](page, selector, Math.floor(dice() * n));
    return n > 0;
  };
  if (!await page.locator(".banner.mine").count()) return false;
  return await press(".p-answers .button:enabled") || await press(".p-say .button:enabled") || press(".p-pebble:enabled");
}

/** One decision, if there is one to make. */
export const decide = (page, dice = Math.random) => act(page, dice, "click");
export const keys = (page, dice = Math.random) => act(page, dice, "key");
