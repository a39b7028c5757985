// SPDX-License-Identifier: MIT
// player.mjs - plays the kittens family in a browser by clicking, one decision at a time, for tests.

/** Clicks the first of these that is there and can be clicked. */
async function click(page, ...selectors) {
  for (const s of selectors) {
    const found = page.locator(s);
    for (let i = 0, n = await found.count(); i < n; i++)
      if (await found.nth(i).isVisible() && await found.nth(i).isEnabled()) {
        await found.nth(i).click({ timeout: 2000 });
        return true;
      }
  }
  return false;
}

/** Chooses cards of the hand until something can be done with them; then does it. */
async function playCards(page, dice) {
  const n = await page.locator(".k-held").count();
  const names = await page.locator(".k-held").evaluateAll((all) => all.map((b) => b.getAttribute("aria-label")));
  const first = Math.floor(dice() * n), twin = names.findIndex((x, i) => i !== first && x === names[first]);
  for (const i of [first, twin]) {
    if (i < 0) continue;
    await page.locator(".k-held").nth(i).focus({ timeout: 2000 });
    await page.keyboard.press("Enter");
    const buttons = page.locator(".k-bar.chosen .button.main, .k-bar.chosen .button:has(.sy-star)");
    if (await buttons.count() && (dice() < 0.8 || i === twin)) {
      await buttons.first().click({ timeout: 2000 });
      await click(page, ".k-bar.chosen .button.main");                     // a Godcat's target
      return true;
    }
  }
  await click(page, ".k-bar.chosen .button:has(.sy-close)");
  return false;
}

/** One decision, if there is one to make. */
export async function decide(page, dice = Math.random) {
  if (await page.locator("dialog .k-grid .k-pick").count()) {              // three of a kind: which card?
    await click(page, "dialog .k-grid .k-pick");
    return click(page, "dialog .button.main");
  }
  if (await click(page, ".k-seen .button.main")) return true;
  if (await page.locator(".k-window").count())
    return dice() < 0.3 ? click(page, ".k-window-go .danger", ".k-window-go .main") : click(page, ".k-window-go .main");
  if (await page.locator(".k-ask").count()) {
    const order = page.locator(".k-ask .k-row .k-pick:not(.on)");
    while (await order.count() && await page.locator(".k-ask .button.main").count()) await order.first().click({ timeout: 2000 });
    await click(page, ".k-ask .k-grid .k-pick", ".k-armageddon .k-row .k-target", ".k-ask input[type=range]");
    return click(page, ".k-ask .button.main", ".k-ask .k-pick");
  }
  const bar = page.locator(".k-bar");
  if (!await page.locator(".banner.mine").count()) return false;
  if (await bar.locator(".sy-draw").count() && dice() < 0.75) return click(page, ".k-bar .button.main");
  return await playCards(page, dice) || click(page, ".k-bar .button:has(.sy-draw)");
}
