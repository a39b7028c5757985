// SPDX-License-Identifier: MIT
// meant.test.mjs - "I meant ...": what clues were for is said after the round, in the result and in the replay.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { launch, open, playHere, playToEnd } from "../../../web/tests/browser.mjs";
import { built, load, loadEngine, root } from "../../../web/tests/parts.mjs";
import { serve } from "../../../web/tests/serve.mjs";

const { readMeant, readReplay } = await load("replay.ts");
const { sideOf } = await load("../../games/duet/web/view.ts");
const engine = async (lore) => {
  const nl = await loadEngine();
  if (lore) nl.shelve(readFileSync(`${root}/games/duet/lore/${lore}.lore`));
  return nl;
};

/** A round of two bots. */
function played(nl, lang) {
  const table = nl.table("duet", { players: 2, lang }, { secret: "5a".repeat(32), luck: [] });
  [0, 1].forEach((seat) => table.bot(seat, "sharp", 7));
  return table.run(1).log();
}

for (const [lang, lore] of [["en", "web/en"], ["he", "he"]])
  test(`clues in ${lang} were for green words of their giver that nobody had found`, async () => {
    const nl = await engine(lore), log = played(nl, lang), meant = readMeant(nl, log);
    const { frames } = readReplay(nl, log, 255), clues = frames.filter((f) => /^clue \S+ [1-9]/.test(f.move));
    assert.ok(clues.length > 0);
    assert.deepEqual(meant.map((m) => m.event), clues.map((f) => f.events[0]));
    for (const [i, f] of clues.entries()) {
      assert.ok(meant[i].cells.length > 0 && meant[i].cells.length <= Number(f.move.split(" ")[2]), f.move);
      for (const c of meant[i].cells)
        assert.ok(f.view.keys[sideOf(f.by)][c] === "g" && f.view.marks[c] !== "g", `${f.move}: ${f.view.words[c]}`);
    }
    assert.deepEqual(readMeant(await engine(null), log), [], "without lore nobody knows");
  });

/** A round in which the bot gave a clue for something. Its first guess may find an assassin and end the round before
 * that, one time in twenty or so: then another is dealt, and ten times in a row that does not happen. */
async function playUntilTheBotSpoke(page) {
  for (let round = 1; round <= 10; round++) {
    await playToEnd([page], "duet", 3 + round);
    const log = await page.evaluate(() => JSON.parse(localStorage.getItem(`ninelives.here.${location.pathname.split("/").pop()}`)).log);
    if (/^\d+ 1 clue \S+ [1-9]/m.test(log)) return;
    await page.locator(".result .button.main").click();
    await page.waitForSelector(".result", { state: "detached" });
  }
  assert.fail("the bot never got to speak");
}

test("the result and the replay say what was meant", async (t) => {
  const site = await serve(built), browser = await launch();
  t.after(async () => { await browser.close(); site.close(); });
  const page = await open(browser, site.url, { lang: "it" });
  await playHere(page, "duet");
  await playUntilTheBotSpoke(page);
  await page.locator(".meanings summary").click();
  const lines = page.locator(".meanings .log-meant"), said = await lines.first().textContent();
  const all = await lines.evaluateAll((x) => x.map((l) => [l.parentElement.classList.contains("by-0"), l.textContent]));
  for (const [mine, text] of all) assert.match(text, mine ? /^Forse intendeva: \S/ : /^Intendeva: \S/);
  await page.locator(".result .button:has(.sy-fair)").click();
  await page.locator(".replay-bar input[type=range]").press("End");
  assert.equal(await page.locator(".side .log-meant").first().textContent(), said);
  assert.deepEqual(page.wrong, []);
});
