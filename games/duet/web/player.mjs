// SPDX-License-Identifier: MIT
// player.mjs - plays Codenames: Duet in a browser for tests, one decision at a time: by clicking, or by keys alone. It
// knows nothing of meaning: what is played is the table, not the words.
import { tabTo } from "../../../web/tests/browser.mjs";

const CLUES = [
  "telescope", "avalanche", "lighthouse", "orchestra", "saffron", "glacier",
  "carnival", "compass", "lantern", "harvest", "voyage", "thunder",
];
const ACROSS = 5;

/** The grid is one tab stop; arrows walk inside it. */
async function walkTo(page, cell) {
  if (!await tabTo(page, ".d-cell[tabindex='0']")) return false;
  const at = await page.evaluate(() => Number(document.activeElement.dataset.cell));
  const down = Math.floor(cell / ACROSS) - Math.floor(at / ACROSS), along = cell % ACROSS - at % ACROSS;
  for (let i = 0; i < Math.abs(down); i++) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
  for (let i = 0; i < Math.abs(along); i++) await page.keyboard.press(along > 0 ? "ArrowRight" : "ArrowLeft");
  return page.evaluate((c) => Number(document.activeElement.dataset.cell) === c, cell);
}
const hands = {
  click: {
    button: (page, selector, nth) => page.locator(selector).nth(nth).click({ timeout: 2000 }),
    cell: (page, cell) => page.locator(`#cell-${cell}`).click({ timeout: 2000 }),
    word: async (page, word) => {
      await page.fill("#d-word", word, { timeout: 2000 });
      await page.locator(".d-give .button.main:enabled").click({ timeout: 2000 });
    },
  },
  key: {
    button: async (page, selector, nth) => { if (await tabTo(page, selector, nth)) await page.keyboard.press("Enter"); },
    cell: async (page, cell) => { if (await walkTo(page, cell)) await page.keyboard.press("Enter"); },
    word: async (page, word) => {
      if (!await tabTo(page, "#d-word")) return;
      await page.keyboard.type(word);
      await page.keyboard.press("Enter");
    },
  },
};

async function act(page, dice, { button, cell, word }) {
  const press = async (selector) => {
    const n = await page.locator(selector).count();
    if (n) await button(page, selector, Math.floor(dice() * n));
    return n > 0;
  };
  const tap = async (selector) => {
    const cells = await page.locator(selector).evaluateAll((all) => all.map((c) => Number(c.dataset.cell)));
    if (cells.length) await cell(page, cells[Math.floor(dice() * cells.length)]);
    return cells.length > 0;
  };
  if (!await page.locator(".banner.mine").count()) return false;
  if (await page.locator("#d-word").count()) {
    await tap(".mode-clue .d-cell.can:not(.meant)");
    await word(page, CLUES[Math.floor(dice() * CLUES.length)]);
    return true;
  }
  if (await press(".d-guess .d-go .button:is(.main, .danger):enabled")) return true;
  if (dice() < 0.3 && await press(".d-guess .d-go .button:not(.round):enabled")) return true;       // stop, object, concede
  return tap(".mode-guess .d-cell.can");
}

/** One decision, if there is one to make. */
export const decide = (page, dice = Math.random) => act(page, dice, hands.click);
export const keys = (page, dice = Math.random) => act(page, dice, hands.key);
