// SPDX-License-Identifier: MIT
// sizes.test.mjs - tables that are hard to fit, on every size of screen: what belongs to me is in view without scrolling and
// large enough for a finger, also after a choice; nothing sticks out sideways; a large screen is used.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { built } from "./parts.mjs";
import { sitDown, tableAt } from "./position.mjs";
import { serve } from "./serve.mjs";
import { SIZES, crowds, misfits, settled, unreachable } from "./sizes.mjs";

const ALL = Object.keys(SIZES), SOME = ["320x568", "390x844", "1024x768", "1366x640"];
let browser, site;
before(async () => { browser = await launch(); site = await serve(built); });
after(async () => { await browser.close(); site.close(); });

/** The same table on one size after the other; it is laid out anew, not loaded anew. */
async function onSizes(page, names, look) {
  const wrong = [];
  for (const name of names) {
    await page.setViewportSize(SIZES[name]);
    await settled(page);
    wrong.push(...(await look()).map((x) => `${name}: ${x}`));
  }
  return wrong;
}
async function tableOf(to, crowd) {
  const page = await open(to, site.url, { motion: "less", alone: true });
  await sitDown(page, site.url, tableAt({ silent: true, ...crowd }));
  await page.waitForSelector(crowd.own);
  return page;
}

describe("every size", () => {
  for (const crowd of crowds)
    test(`${crowd.game}: ${crowd.name}`, async () => {
      const page = await tableOf(browser, crowd);
      assert.deepEqual(await onSizes(page, ALL, () => misfits(page, crowd)), []);
      await crowd.choose(page);
      await page.waitForSelector(crowd.act);
      assert.deepEqual(await onSizes(page, ALL, () => misfits(page, crowd, crowd.act)), [], "after a choice");
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    });
});

test("with the browser's text twice as large everything can be reached", async () => {
  const large = await launch("--blink-settings=defaultFontSize=32"), wrong = [];
  for (const crowd of crowds) {
    const page = await tableOf(large, crowd);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), "32px");
    wrong.push(...(await onSizes(page, SOME, () => unreachable(page, crowd))).map((x) => `${crowd.name}: ${x}`));
    await page.context().close();
  }
  await large.close();
  assert.deepEqual(wrong, []);
});
