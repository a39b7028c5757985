// SPDX-License-Identifier: MIT
// player.mjs - plays at this table by clicking, for browser tests: one decision a call.
const CLUES = ["telescope", "avalanche", "lighthouse", "orchestra", "saffron", "glacier", "carnival", "compass", "lantern", "harvest", "voyage", "thunder"];
let next = 0;

const shown = async (page, selector) => {
  const found = page.locator(selector).first();
  return (await found.isVisible().catch(() => false)) ? found : null;
};

export async function decide(page) {
  if (await shown(page, "#d-word")) {
    const words = page.locator(".mode-clue .d-cell.can:not(.meant)");
    if (await words.count()) await words.first().click();
    await page.fill("#d-word", CLUES[next++ % CLUES.length]);
    return page.locator(".d-give .button.main:enabled").click();
  }
  const confirm = await shown(page, ".d-guess .d-go .button.main:enabled, .d-guess .d-go .button.danger:enabled");
  if (confirm) return confirm.click();
  const stop = await shown(page, ".d-guess .d-go .button.plain:enabled");
  if (stop) return stop.click();
  const open = page.locator(".mode-guess .d-cell.can"), n = await open.count();
  if (n) return open.nth(Math.floor(Math.random() * n)).click();
}
