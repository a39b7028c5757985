// SPDX-License-Identifier: MIT
// player.mjs - plays Rat-a-Tat Cat in a browser for tests, one decision at a time: by clicking, or by keys alone.
import { tabTo } from "../../../web/tests/browser.mjs";

const LOW = 4;                                         // a discard worth taking

/** How a button is pressed: any of those that fit the selector. */
const pressers = {
  click: (page, selector, nth) => page.locator(selector).nth(nth).click({ timeout: 2000 }),
  key: async (page, selector, nth) => { if (await tabTo(page, selector, nth)) await page.keyboard.press("Enter"); },
};
/** The top discard, where it is a number that may be taken. */
async function topDiscard(page) {
  const low = page.locator("button.r-discard:not([aria-pressed]) .r-laid:last-of-type .r-num");
  return (await low.count()) ? Number(await low.textContent({ timeout: 2000 })) : LOW + 1;
}

async function act(page, dice, by) {
  const press = async (selector) => {
    const n = await page.locator(selector).count();
    if (n) await pressers[by](page, selector, Math.floor(dice() * n));
    return n > 0;
  };
  if (await press(".r-ended .button.main")) return true;
  if (!await page.locator(".banner.mine").count()) return false;
  if (await press(".r-bar.chosen .button.main:enabled")) return true;
  if (await topDiscard(page) <= LOW && await press("button.r-discard")) return true;
  if (await press("button.r-pile")) return true;
  const mine = await page.locator(".r-mine .r-slot.on").count();
  if (mine && await press(".swapping .r-seat button.r-slot")) return true;
  return await press(".r-mine button.r-slot") || press(".r-bar:not(.chosen) .button:enabled");
}

/** One decision, if there is one to make. */
export const decide = (page, dice = Math.random) => act(page, dice, "click");
export const keys = (page, dice = Math.random) => act(page, dice, "key");
