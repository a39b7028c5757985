// SPDX-License-Identifier: MIT
// player.mjs - plays at this table by clicking, for browser tests: one decision a call.
const LOW = 4;                                         // a discard worth taking; a row worth knocking with is luck

const shown = async (page, selector) => {
  const found = page.locator(selector).first();
  return (await found.isVisible().catch(() => false)) ? found : null;
};
const anyOf = async (page, selector) => {
  const n = await page.locator(selector).count();
  return n ? page.locator(selector).nth(Math.floor(Math.random() * n)) : null;
};

const press = async (button) => {
  await button.click({ timeout: 2000 });
  return true;
};

export async function decide(page) {
  const over = await shown(page, ".r-ended .button.main");
  if (over) return press(over);
  const confirm = await shown(page, ".r-bar.chosen .button.main:enabled");
  if (confirm) return press(confirm);
  const low = page.locator("button.r-discard[data-at]:not([aria-pressed]) .r-laid:last-of-type .r-num");
  if ((await low.count()) && Number(await low.textContent()) <= LOW) return press(page.locator("button.r-discard"));
  const pile = await shown(page, "button.r-pile");
  if (pile) return press(pile);
  const theirs = await anyOf(page, ".swapping .r-seat button.r-slot");
  if (theirs && (await page.locator(".r-mine .r-slot.on").count())) return press(theirs);
  const mine = await anyOf(page, ".r-mine button.r-slot");
  if (mine) return press(mine);
  const buttons = await anyOf(page, ".r-bar:not(.chosen) .button:enabled");
  return buttons ? press(buttons) : false;
}
