// SPDX-License-Identifier: MIT
// join.test.mjs - somebody opens an invitation and sits down: what they see, in how many taps, on a small phone; and what
// can be changed afterwards.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { axe, becomes, choose, largest, launch, open } from "./browser.mjs";
import { LANGS } from "../languages.mjs";
import { web } from "./parts.mjs";
import { startServer } from "./server.mjs";

const SMALL = { width: 360, height: 640 }, TAPS = 4;
let server, browser;
before(async () => { server = await startServer(); browser = await launch(); });
after(async () => { await browser.close(); await server.end(); });

const said = (lang, key) => new RegExp(`^msgid "${key}"\nmsgstr "(.*)"`, "m").exec(readFileSync(`${web}/text/ui.${lang}.po`, "utf8"))[1];
const end = (...pages) => Promise.all(pages.map((p) => p.context().close()));

/** Dana's new table. */
async function host(lang = "en") {
  const dana = await open(browser, server.url, { lang, name: "Dana" });
  await choose(dana, largest().id);
  await dana.locator(".newtable-go .button:has(.sy-link)").click();
  await dana.waitForSelector(".lobby .invite");
  return dana;
}
/** Somebody new to this, on a small phone, who opens the link. Their taps are counted. */
async function invited(link, lang) {
  const page = await open(browser, server.url, { lang, name: "" }, SMALL);
  await page.goto(link);
  await page.waitForSelector(".join-in");
  return page;
}
/** Is all of it on the screen, without scrolling? */
async function inView(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box, selector);
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= SMALL.width && box.y + box.height <= SMALL.height;
}
const chair = (page, name) => page.locator(".chair", { hasText: name });
const codeOf = (page) => new URL(page.url()).pathname.split("/").pop();
const seats = async (page) => (await (await fetch(`${server.url}/api/tables/${codeOf(page)}`)).json()).seats;

for (const lang of LANGS)
  test(`${lang}: who is invited sees by whom, to what, and sits down in ${TAPS} taps at most`, async () => {
    const dana = await host(), noa = await invited(dana.url(), lang);
    const heading = await noa.locator(".join-in h1").textContent();
    assert.ok(heading.includes("Dana"), heading);
    for (const part of [".join-in h1", "#my-name", ".cats", ".join-in .button.main"]) assert.ok(await inView(noa, part), part);
    assert.equal(await noa.locator(".join-in .invite").count(), 0, "to invite others is the host's");
    assert.equal(await noa.locator(".join-in .button").count(), 1, "one button");
    assert.deepEqual(await axe(noa), []);
    let taps = 0;
    const tap = async (what) => { taps++; await noa.locator(what).click(); };
    await tap("#my-name");
    await noa.keyboard.type("Noa");
    await tap(".cats label:has(input[value='6'])");
    await tap(".join-in .button.main");
    await noa.waitForSelector(".chair.mine");
    assert.ok(taps <= TAPS, `${taps} taps`);
    await chair(dana, "Noa").waitFor();
    assert.deepEqual((await seats(dana)).slice(0, 2).map((s) => [s.name, s.cat]), [["Dana", 0], ["Noa", 6]]);
    assert.equal(await chair(dana, "Noa").locator(".face-6").count(), 1, "Dana sees that cat");
    assert.equal(await noa.locator(".lobby .invite").count(), 0);
    assert.deepEqual([...dana.wrong, ...noa.wrong], []);
    await end(dana, noa);
  });

test("name and cat can be changed, a chair can be freed, and bots are called the same by all", async () => {
  const dana = await host("it"), noa = await invited(dana.url(), "he");
  assert.ok(await noa.locator(".cats input[value='0']").isDisabled(), "Dana's cat is taken");
  await noa.locator("#my-name").fill("Noa");
  await noa.locator(".join-in .button.main").click();
  await noa.locator(".chair.mine .button:has(.sy-person)").click();
  await noa.locator("dialog #my-name").fill("Noa B.");
  await noa.locator("dialog .cats label:has(input[value='8'])").click();
  await noa.locator("dialog .button.main").click();
  await becomes(async () => { const s = (await seats(dana))[1]; return [s.name, s.cat]; }, ["Noa B.", 8], "another name and cat");
  await dana.locator(".lobby-go .button:has(.sy-bot)").click();
  const names = (page) => page.locator(".chair-name strong").allTextContents();
  await becomes(async () => (await seats(dana)).every((s) => s.name || s.called), true, "bots have names");
  await becomes(async () => JSON.stringify(await names(noa)) === JSON.stringify(await names(dana)), true, "the same for both");
  await chair(dana, "Noa B.").locator(".button:has(.sy-leave)").click();
  await noa.waitForSelector(".join-in");
  assert.equal((await seats(dana))[1].name, null, "the chair is free");
  assert.ok((await noa.locator(".join-in .button.main").textContent()).includes(said("he", "join.sit")), "and may be taken again");
  assert.deepEqual([...dana.wrong, ...noa.wrong], []);
  await end(dana, noa);
});
