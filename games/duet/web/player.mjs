// SPDX-License-Identifier: MIT
// player.mjs - plays Codenames: Duet in a browser by clicking, one decision at a time, for tests. It knows nothing of
// meaning: what is played is the table, not the words.
const CLUES = ["telescope", "avalanche", "lighthouse", "orchestra", "saffron", "glacier", "carnival", "compass", "lantern", "harvest", "voyage", "thunder"];

/** Clicks one of these, if any is there. */
async function click(page, dice, selector) {
  const found = page.locator(selector), n = await found.count();
  if (!n) return false;
  await found.nth(Math.floor(dice() * n)).click({ timeout: 2000 });
  return true;
}
async function giveClue(page, dice) {
  await click(page, dice, ".mode-clue .d-cell.can:not(.meant)");
  await page.fill("#d-word", CLUES[Math.floor(dice() * CLUES.length)], { timeout: 2000 });
  return click(page, dice, ".d-give .button.main:enabled");
}

/** One decision, if there is one to make. */
export async function decide(page, dice = Math.random) {
  if (!await page.locator(".banner.mine").count()) return false;
  if (await page.locator("#d-word").count()) return giveClue(page, dice);
  if (await click(page, dice, ".d-guess .d-go .button:is(.main, .danger):enabled")) return true;
  if (dice() < 0.3 && await click(page, dice, ".d-guess .d-go .button:not(.round):enabled")) return true;   /* stop, object, concede */
  return click(page, dice, ".mode-guess .d-cell.can");
}
