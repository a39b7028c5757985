// SPDX-License-Identifier: MIT
// player.mjs - plays Rat-a-Tat Cat in a browser by clicking, one decision at a time, for tests.
const LOW = 4;                                         // a discard worth taking

/** Clicks one of these, if any is there. */
async function click(page, dice, selector) {
  const found = page.locator(selector), n = await found.count();
  if (!n) return false;
  await found.nth(Math.floor(dice() * n)).click({ timeout: 2000 });
  return true;
}
/** The top discard, where it is a number that may be taken. */
async function topDiscard(page) {
  const low = page.locator("button.r-discard:not([aria-pressed]) .r-laid:last-of-type .r-num");
  return (await low.count()) ? Number(await low.textContent({ timeout: 2000 })) : LOW + 1;
}

/** One decision, if there is one to make. */
export async function decide(page, dice = Math.random) {
  if (await click(page, dice, ".r-ended .button.main")) return true;
  if (!await page.locator(".banner.mine").count()) return false;
  if (await click(page, dice, ".r-bar.chosen .button.main:enabled")) return true;
  if (await topDiscard(page) <= LOW && await click(page, dice, "button.r-discard")) return true;
  if (await click(page, dice, "button.r-pile")) return true;
  const mine = await page.locator(".r-mine .r-slot.on").count();
  if (mine && await click(page, dice, ".swapping .r-seat button.r-slot")) return true;
  return await click(page, dice, ".r-mine button.r-slot") || click(page, dice, ".r-bar:not(.chosen) .button:enabled");
}
