// SPDX-License-Identifier: MIT
// rare.test.mjs - the rare moves of the kittens family, each made by clicking in a real browser, from positions that
// real games came by (moments.mjs); what then happened is read in the log at the side.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, PATIENCE, becomes, launch, open } from "../../../web/tests/browser.mjs";
import { built } from "../../../web/tests/parts.mjs";
import { sitDown, tableAt } from "../../../web/tests/position.mjs";
import { serve } from "../../../web/tests/serve.mjs";
import { moments } from "./moments.mjs";

let site, browser, page;
before(async () => {
  site = await serve(built);
  browser = await launch();
  page = await open(browser, site.url, { auto: false, motion: "less", alone: true }, DESKTOP);
});
after(async () => { assert.deepEqual(page.wrong, []); await browser.close(); site.close(); });

const happened = (...events) => page.waitForSelector(events.map((e) => `.side .log-${e}`).join());
const click = (selector) => page.locator(selector).first().click();
const hand = () => page.locator(".k-held .card").evaluateAll((all) => all.map((c) => c.dataset.card).sort());
/** What the engine was sent: told by the log that this device keeps. */
const moves = () => page.evaluate(() => {
  const { log } = JSON.parse(localStorage.getItem(`ninelives.here.${location.pathname.split("/").pop()}`));
  return log.split("\n").flatMap((l) => /^\d+ 0 (.*)$/.exec(l)?.[1] ?? []);
});
const lastMove = async (like) => {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    const m = (await moves()).at(-1) ?? "";
    if (like.test(m)) return m;
    await page.waitForTimeout(50);
  }
  return assert.fail(`${(await moves()).at(-1)} is not like ${like}`);
};
/** Nobody can change my hand without asking me, so it stays as it becomes. */
const handIs = (n) => becomes(async () => (await hand()).length, n, "so many cards");
const holds = (card, yes = true) => becomes(async () => (await hand()).includes(card), yes, card);

/** From a moment of the list on. */
const rare = (what, name, game, play, otherwise) => test(what, async () => {
  const m = { ...moments.find((x) => x.name === name && x.game === game), ...otherwise };
  await sitDown(page, site.url, tableAt(m));
  await m.then?.(page);
  await page.waitForSelector(m.show);
  await play();
});

rare("three of a kind ask for a card by name", "trio", "kittens", async () => {
  await click("dialog .k-grid .k-pick");
  await click("dialog .button.main");
  await lastMove(/^trio (\w+) \1 \1 @\d \w+$/);
  await happened("stole", "missed");
});
rare("five different cards", "five", "kittens", async () => {
  const before = await hand();
  await click(".k-bar.chosen .button.main");
  assert.equal(new Set((await lastMove(/^five( \w+){5}$/)).split(" ")).size, 6);
  await page.waitForSelector(".k-ask .k-grid");
  const card = await page.locator(".k-ask .k-pick .card").first().getAttribute("data-card");
  await click(".k-ask .k-pick");
  await click(".k-ask .button.main");
  await lastMove(new RegExp(`^take ${card}$`));
  await happened("took");
  await handIs(before.length - 4);
});
rare("a pair with a Feral Cat steals", "feral", "party", async () => {
  const before = (await hand()).length;
  await click(".k-target");
  await lastMove(/^pair \w+ feral @\d$/);
  await happened("stole");
  await handIs(before - 1);
});
rare("whose hand I steal from may hold the Godcat: I take that", "steal", "goodevil", async () => {
  assert.ok(!(await hand()).includes("godcat"));
  await click(".k-ask .k-pick:has([data-card=godcat])");
  await lastMove(/^steal godcat$/);
  await happened("stole");
  await holds("godcat");
});
rare("... or another card", "steal", "goodevil", async () => {
  const before = (await hand()).length;
  await click(".k-ask .k-pick:not(:has([data-card=godcat]))");
  await lastMove(/^steal other$/);
  await happened("stole");
  await handIs(before + 1);
  assert.ok(!(await hand()).includes("godcat"));
});
rare("a Favor: I choose what I give, and confirm it", "favor", "kittens", async () => {
  const before = (await hand()).length, card = await page.locator(".k-held.on .card").getAttribute("data-card");
  await click(".k-bar.chosen .button.main");
  await lastMove(new RegExp(`^give ${card}$`));
  await happened("gave");
  await handIs(before - 1);
});
rare("the future is altered by clicks alone", "alter", "party", async () => {
  const cards = await page.locator(".k-ask .k-pick .card").evaluateAll((all) => all.map((c) => c.dataset.card));
  for (const i of cards.keys()) await page.locator(".k-ask .k-pick").nth(cards.length - 1 - i).click();
  await click(".k-ask .button.main");
  await lastMove(new RegExp(`^order ${[...cards].reverse().join(" ")}$`));
  const top = () => page.locator(".k-known .card").evaluateAll((all) => all.map((c) => c.dataset.card));
  await becomes(top, [...cards].reverse(), "what lies on top now");
});
rare("a Targeted Attack at whom I point", "targeted", "party", async () => {
  const names = await page.locator(".k-target").allTextContents();
  assert.ok(names.length > 1);
  await page.locator(".person.pickable").last().click();
  await lastMove(/^play targeted @\d$/);
  await happened("attacked");
});
rare("a card from the bottom", "bottom", "party", async () => {
  const before = (await hand()).length;
  await click(".k-bar.chosen .button.main");
  await lastMove(/^play bottom$/);
  await happened("bottom");
  await handIs(before);
});
rare("the Godcat as another card", "godcat", "goodevil", async () => {
  await click(".k-bar.chosen .button:has(.sy-star)");
  await click(".k-bar.chosen .button.main");
  await lastMove(/^play godcat:\w+( @\d)?$/);
  await happened("invoked");
  await holds("godcat", false);
});
rare("the Godcat saves from a kitten, as deep as I say", "godcat saves", "goodevil", async () => {
  const star = page.locator(".k-defuse .button:has(.sy-star)");
  if (await star.count()) await star.click();
  await click(".k-deep-steps .button:has(.sy-down)");
  await click(".k-defuse .button.main");
  await lastMove(/^defuse godcat [1-9]\d*$/);
  await happened("buried");
});
rare("Raising Heck: the bottom card goes to the top", "heck", "goodevil", async () => {
  await page.locator(".k-ask .button.main").last().click();
  await lastMove(/^top$/);
});
rare("Armageddon: I lay the two cats", "set", "goodevil", async () => {
  const person = page.locator(".k-armageddon .k-target");
  if (await person.count() > 1) await person.last().click();
  await click(".k-armageddon .button:has(.sy-swap)");
  await click(".k-armageddon .button.main");
  await lastMove(/^set (godcat|devilcat) @\d$/);
  await happened("laid");
});
rare("Armageddon: I keep what lies before me, or not", "choice", "goodevil", async () => {
  await page.locator(".k-armageddon .button:has(.sy-swap)").click();
  await lastMove(/^swap$/);
  await happened("chose");
});
rare("a Nope stops it", "window clock", "kittens", async () => {
  await click(".k-window-go .danger");
  await lastMove(/^nope #\d$/);
  await happened("noped");
}, { clock: "off", show: ".k-window" });         // a busy machine may not be as quick as the clock
