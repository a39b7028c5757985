// SPDX-License-Identifier: MIT
// meant.test.mjs - "I meant ...": what clues were for is said after the round, in the result and in the replay.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { launch, open, playHere, playToEnd } from "../../../web/tests/browser.mjs";
import { built, load, root, wasmFile } from "../../../web/tests/parts.mjs";
import { serve } from "../../../web/tests/serve.mjs";

const { loadRules } = await load("wasm.ts");
const { readMeant, readReplay } = await load("replay.ts");
const { sideOf } = await load("../../games/duet/web/view.ts");
const engine = async (lore) => {
  const rules = await loadRules(readFileSync(wasmFile));
  if (lore) rules.shelve(readFileSync(`${root}/games/duet/lore/${lore}.lore`));
  return rules;
};

/** A round of two bots. */
function played(rules, lang) {
  rules.start(`ninelives 1 duet players=2 lang=${lang}`, "5a".repeat(32), [null, null]);
  [0, 1].forEach((seat) => rules.bot(seat, "sharp", 7));
  rules.deal();
  for (let i = 0; i < 300 && !rules.result().over; i++) {
    const [seat] = rules.step(255).asked;
    assert.equal(rules.move(seat, rules.choose(seat, 1)), null);
  }
  return rules.journal();
}

for (const [lang, lore] of [["en", "web/en"], ["he", "he"]])
  test(`clues in ${lang} were for green words of their giver that nobody had found`, async () => {
    const rules = await engine(lore), log = played(rules, lang), meant = readMeant(rules, log);
    const { frames } = readReplay(rules, log, 255), clues = frames.filter((f) => /^clue \S+ [1-9]/.test(f.move));
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
