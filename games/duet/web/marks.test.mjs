// SPDX-License-Identifier: MIT
// marks.test.mjs - the words that I mean stay marked while others guess, also when the page is loaded again; and in which
// language clues are.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { becomes, choose, launch, open } from "../../../web/tests/browser.mjs";
import { built, root } from "../../../web/tests/parts.mjs";
import { sitDown, tableAt } from "../../../web/tests/position.mjs";
import { serve } from "../../../web/tests/serve.mjs";

let site, browser;
before(async () => { site = await serve(built); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

const catalogue = (lang) => readFileSync(`${root}/games/duet/web/text.${lang}.po`, "utf8");
const said = (lang, key) => new RegExp(`^msgid "${key}"\nmsgstr "(.*)"`, "m").exec(catalogue(lang))[1];
/** Only I am asked, and for a clue. */
const mine = { game: "duet", seats: 2, when: ({ asked, offer }) => asked.length === 1 && offer.some((o) => o.startsWith("clue ")) };

test("what I mean stays marked: while I look for a clue, while others guess, and after a reload", async () => {
  const page = await open(browser, site.url, { lang: "it" });
  await sitDown(page, site.url, tableAt({ ...mine, name: "marks", silent: true }));
  const marked = () => page.locator(".d-cell.meant").evaluateAll((all) => all.map((c) => c.dataset.cell));
  for (let i = 0; i < 2; i++) await page.locator(".d-cell.can:not(.meant)").first().click();
  const meant = await marked();
  assert.equal(meant.length, 2);
  await page.reload();
  await becomes(marked, meant, "before the clue");
  await page.locator("#d-word").fill("qwertz");
  await page.locator(".d-give .button.main").click();
  await page.waitForSelector(".d-watch");
  await becomes(marked, meant, "while others guess");
  await page.reload();
  await page.waitForSelector(".d-watch");
  await becomes(marked, meant, "and after a reload");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

for (const [name, silent, key] of [["among people clues are in the language of the table", true, "d.clue.in"],
  ["alone among bots they may be in mine, which the bots learn to read", false, "d.clue.any"]])
  test(name, async () => {
    const page = await open(browser, site.url, { lang: "he" }), from = site.sent.length;
    await sitDown(page, site.url, tableAt({ ...mine, name: "language", silent, options: { lang: "it" } }));
    await page.locator(".d-give .d-hint", { hasText: said("he", key).split("{")[0] }).waitFor();
    const books = () => site.sent.slice(from).map((s) => /duet\.(\w+)\.\w+\.lore/.exec(s.path)?.[1]).filter(Boolean).sort();
    await becomes(books, ["he", "it"]);
    await page.context().close();
  });

test("a new table says beforehand which language its words will be in", async () => {
  const page = await open(browser, site.url, { lang: "he" });
  await choose(page, "duet");
  await page.locator("details.more summary").click();
  await becomes(() => page.locator("input[name=option-lang]:checked").getAttribute("value"), "he");
  await page.context().close();
});
