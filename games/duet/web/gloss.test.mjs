// SPDX-License-Identifier: MIT
// gloss.test.mjs - a clue in another language, in mine.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { axe, choose, launch, open, pace, pick } from "../../../web/tests/browser.mjs";
import { built, loadEngine, root } from "../../../web/tests/parts.mjs";
import { serve } from "../../../web/tests/serve.mjs";

test("the engine glosses by the books it has", async () => {
  const nl = await loadEngine(), gloss = (word, from, to) => nl.gloss("duet", word, from, to);
  assert.equal(gloss("שולחן", "he", "en"), null);
  for (const lang of ["he", "it"]) nl.shelve(readFileSync(`${root}/games/duet/lore/${lang}.lore`));
  assert.match(gloss("שולחן", "he", "en"), /\btable\b/);
  assert.equal(gloss("table", "en", "it"), "tavolo");
  assert.equal(gloss("שולחן", "he", "it"), "tavolo");
  assert.equal(gloss("qwertyuiop", "it", "en"), null);
  assert.equal(nl.gloss("nothing", "שולחן", "he", "en"), null);
});

test("somebody who reads English asks what a Hebrew clue means", async (t) => {
  const site = await serve(built), browser = await launch();
  t.after(async () => { await browser.close(); site.close(); });
  const page = await open(browser, site.url, { lang: "en" });
  await choose(page, "duet");
  await pace(page, "instant");
  await pick(page, "input[name=option-lang][value=he]");
  await page.locator(".newtable-go .button.main").click();
  await page.waitForSelector(".board > *");
  await page.locator("button.d-gloss").click();
  assert.match(await page.locator("p.d-gloss").textContent(), /^[a-z][a-z ,'-]+$/);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(page.wrong, []);
});
