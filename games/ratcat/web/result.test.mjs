// SPDX-License-Identifier: MIT
// result.test.mjs - the end of the game: everybody in the order of the standings, whoever has as many points in the same place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, open } from "../../../web/tests/browser.mjs";
import { built } from "../../../web/tests/parts.mjs";
import { sitDown, tableAt } from "../../../web/tests/position.mjs";
import { serve } from "../../../web/tests/serve.mjs";

/** Two share a place, and the order of the last round is another one than that of the whole game. */
const tied = ({ scores }) => new Set(scores).size < scores.length;
const turned = ({ scores, rows }) => {
  const sums = rows.map((r) => r.reduce((sum, c) => sum + (Number(c) || 0), 0));
  return scores.some((a, i) => scores.some((b, k) => a < b && sums[i] > sums[k]));
};

test("the best is first, and shared places are shown alike", async (t) => {
  const site = await serve(built), browser = await launch();
  t.after(async () => { await browser.close(); site.close(); });
  const table = tableAt({ name: "standings", game: "ratcat", seats: 4, options: { rounds: "2" }, over: (v) => tied(v) && turned(v) });
  const page = await open(browser, site.url, { lang: "en" });
  await sitDown(page, site.url, table);
  await page.waitForSelector(".result .r-open");
  const texts = (selector) => page.locator(selector).evaluateAll((all) => all.map((x) => x.textContent));
  const totals = (await texts(".result .r-open .r-sum small")).map((x) => Number(/\d+/.exec(x)[0]));
  assert.deepEqual(totals, [...totals].sort((a, b) => a - b));
  const places = totals.map((mine) => String(1 + totals.filter((x) => x < mine).length));
  assert.deepEqual(await texts(".result .r-place"), places);
  assert.deepEqual(await texts(".result .places .place"), places);
  assert.deepEqual((await texts(".result .r-sheet tfoot td")).map(Number), totals, "the sheet has the same order");
  assert.equal(await page.locator(".result .r-open.first").count(), places.filter((p) => p === "1").length);
});
