// SPDX-License-Identifier: MIT
// access.test.mjs - everything fits: on 320 pixels, with text twice as large, and every target can be hit.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, choose, games, launch, open } from "./browser.mjs";
import { built } from "./parts.mjs";
import { serve } from "./serve.mjs";

let site, browser;
before(async () => { site = await serve(built); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

const SMALL = { width: 320, height: 640 };
/** Elements that stick out sideways. A map or a sheet of its own may be wider: it is a region that scrolls. Cards of a fan lie over each other; what they hide can be scrolled to or is shown when chosen. */
const stickingOut = (page) => page.evaluate(() => {
  const width = document.documentElement.clientWidth, out = [];
  if (document.documentElement.scrollWidth > width) out.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const e of document.querySelectorAll("button, input, select, h1, h2, .banner")) {
    const r = e.getBoundingClientRect();
    if (r.width && !e.closest(".k-fan, .read-aloud, [role=region][tabindex]") && getComputedStyle(e).visibility === "visible" && (r.left < -2 || r.right > width + 2)) out.push(`${e.className || e.tagName} ${Math.round(r.left)}-${Math.round(r.right)}`);
  }
  return out;
});
/** Controls smaller than 24 pixels in a direction (WCAG 2.5.8); radio buttons are as large as their labels. */
const tooSmall = (page) => page.evaluate(() => [...document.querySelectorAll("button, summary, select, a[href], label:has(input)")].flatMap((e) => {
  const r = e.getBoundingClientRect();
  return r.width && !e.matches(".link") && (r.width < 24 || r.height < 24) ? [`${e.className} ${Math.round(r.width)}x${Math.round(r.height)}`] : [];
}));

for (const [what, viewport, settings] of [["320 pixels", SMALL, {}], ["text at 200 %", PHONE, { size: 2 }], ["320 pixels, right to left", SMALL, { lang: "he" }]])
  test(`everything fits: ${what}`, async () => {
    const page = await open(browser, site.url, { motion: "less", ...settings }, viewport);
    const check = async (where) => {
      await page.waitForTimeout(250);
      assert.deepEqual(await stickingOut(page), [], where);
      assert.deepEqual(await tooSmall(page), [], where);
    };
    await page.waitForSelector(".tiles");
    await check("start");
    await page.locator(".bar .button:has(.sy-settings)").click();
    await check("settings");
    await page.keyboard.press("Escape");
    for (const { id } of games) {
      await choose(page, id);
      await check(`${id}: new table`);
      await page.locator(".newtable-go .button.main").click();
      await page.waitForSelector(".board > *");
      await check(`${id}: table`);
      await page.locator(".bar .button:has(.sy-back)").click();
      await page.waitForSelector(".tiles");
    }
    await page.context().close();
  });
