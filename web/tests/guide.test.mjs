// SPDX-License-Identifier: MIT
// guide.test.mjs - the first round of every game (in one language each, with WHOLE in every one), played by somebody who knows
// nothing and only does what the guide says: presses whatever it marks as next, until the result says "now play". Every
// sentence on the way is of the chosen language. Also: going on after a reload, sending the guide away, and what everybody can
// see and reach.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { A_GAME, axe, becomes, choose, dice, games, launch, open, playerOf } from "./browser.mjs";
import { LANGS } from "../languages.mjs";
import { built, root, whole } from "./parts.mjs";
import { serve } from "./serve.mjs";
import { gameFolders, rulesOf, webWords } from "../text.mjs";

let site, browser;
before(async () => { site = await serve(built); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

const SMALL = { width: 360, height: 640 };
const folders = gameFolders(root), ui = webWords(root);
const folderOf = (id) => folders.find((f) => f.name === games.find((g) => g.id === id).folder);

/** Bots of tables that are made here answer at once. */
const quick = () => {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, text) {
    setItem.call(this, key, key.startsWith("ninelives.here.") ? text.replace('"pace":"human"', '"pace":"instant"') : text);
  };
};
const settle = { motion: "less", alone: true, script: quick };
/** From the start page to the first words of the guide. */
async function begin(page, id) {
  await page.goto(site.url);
  await choose(page, id);
  await page.locator(".newtable .learn").click();
  await page.waitForSelector(".guide[data-lesson]");
}
async function learn(id, settings = {}, viewport = undefined) {
  const page = await open(browser, site.url, { ...settle, ...settings }, viewport);
  await begin(page, id);
  return page;
}

/** Runs in the page, as an obedient finger: it presses what the guide marks as next, wherever that can be seen, because cards lie
 *  over each other; and writes down what is said, and what the guide's own button did. `stop`: when the result is there, or
 *  already when a move is proposed. */
async function finger({ stop, ms }) {
  const told = {}, unseen = [], done = [], parts = [0.5, 0.15, 0.3, 0.7, 0.85];
  const aWhile = () => new Promise((done) => setTimeout(done, 50));
  const topmost = (e) => {
    for (const { left, top, width, height } of [e, ...e.querySelectorAll("*")].map((x) => x.getBoundingClientRect()))
      for (const x of parts)
        for (const y of parts) {
          const hit = document.elementFromPoint(left + width * x, top + height * y);
          if (hit && e.contains(hit)) return hit;
        }
    return null;
  };
  let last = "", at = 0;
  for (const until = performance.now() + ms; performance.now() < until; await aWhile()) {
    const guide = document.querySelector(".guide"), { lesson = "", move = "" } = guide?.dataset ?? {};
    const next = document.querySelector("[data-next]:not(:disabled)"), over = document.querySelector(".now-play");
    if (lesson || move) told[lesson || `move ${move}`] = guide.querySelector("p").textContent;
    if (over || (stop === "move" && move)) return { told, unseen, done };
    if (!next || (lesson && lesson === last && performance.now() < at + 2000)) continue;       // the next one is on its way
    const hit = topmost(next);
    [last, at] = [lesson, performance.now()];
    if (next.matches(".guide-do")) done.push(move);
    if (hit) hit.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    else {
      unseen.push(lesson || move);
      next.scrollIntoView({ block: "nearest", inline: "nearest" });
      await new Promise((done) => setTimeout(done, 400));
    }
  }
  throw new Error(`no end: ${document.querySelector(".guided")?.outerHTML}; ${document.querySelector("[data-next]")?.outerHTML}`);
}
async function obey(page, stop = "result") {
  const { told, unseen, done } = await page.evaluate(finger, { stop, ms: A_GAME });
  return { told, unseen, done, lessons: Object.keys(told).filter((k) => !k.startsWith("move ")) };
}

/* ---- what is said ------------------------------------------------------------------------- */

/** A catalogue's text as a pattern: its holes take anything. */
const patternOf = (text) => new RegExp(`^${text.replace(/[.*+?^$()|\\]/g, "\\$&").replace(/\{[^}]*\}/g, ".+")}$`, "su");
/** Is this what the language says for the lesson? Lessons about cards are lines of the rules. */
function isSaid(id, lang, key, text) {
  const { folder, words } = folderOf(id), card = /^card\.(.*)/.exec(key)?.[1];
  if (card) return rulesOf(folder, id)[lang].includes(text.slice(words[lang][key].length).replace(/^[:：]\s*/, ""));
  const said = key.startsWith("move ") ? ["hint.say", "hint.plain", "guide.only", "guide.any"].map((k) => ui[lang][k]) : [words[lang][key]];
  return said.some((x) => patternOf(x).test(text));
}
const letters = { he: /\p{Script=Hebrew}/u, "zh-Hant": /\p{Script=Han}/u };

/** Is the nth game played in this language? Games take turns with the languages. */
const inTurn = (lang, n) => whole || LANGS[n % LANGS.length] === lang;
for (const lang of LANGS)
  describe(lang, () => {
    let page;
    before(async () => { page = await open(browser, site.url, { ...settle, lang }); });
    after(() => page.context().close());
    for (const { id } of games.filter((_, n) => inTurn(lang, n)))
      test(`${id}: a first round in ${lang}, doing only what the guide says`, async () => {
        await begin(page, id);
        const { told, lessons, done } = await obey(page);
        for (const [key, text] of Object.entries(told)) {
          assert.ok(isSaid(id, lang, key, text), `${key}: ${text}`);
          assert.doesNotMatch(text, /undefined|NaN|\{\w+\}/, key);
          if (letters[lang] && !key.startsWith("move clue")) assert.match(text, letters[lang], key);
        }
        assert.ok(lessons.length > 5, `only ${lessons.join()}`);
        assert.ok(Object.keys(told).length > lessons.length, "moves were proposed");
        assert.deepEqual(done.filter((move) => !move.startsWith("clue ")), [], "all but words is done on the table itself");
        assert.deepEqual(page.wrong, []);
      });
  });

/* ---- coming and going ------------------------------------------------------------------------ */

const someGame = games[0].id;
const lessonsOf = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("ninelives.tables"))[0].guided);

test("a reload goes on with the guide, and no lesson is given twice", async () => {
  const page = await learn(someGame), { lessons } = await obey(page, "move");
  assert.deepEqual(await lessonsOf(page), lessons, "what was said is kept");
  await page.reload();
  await page.waitForSelector(".guide:is([data-lesson], [data-move])");
  const later = await obey(page, "move");
  assert.deepEqual(later.lessons.filter((key) => lessons.includes(key)), [], "said again");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("sent away, the guide leaves an ordinary game behind, also after a reload", async () => {
  const page = await learn(someGame);
  await page.locator(".guide-leave").click();
  await page.waitForSelector(".guide", { state: "detached" });
  assert.equal(await page.locator("[data-lit], [data-next]").count(), 0, "nothing is lit any more");
  assert.ok(await page.locator(".hint-ask").count(), "hints are for the asking");
  await page.reload();
  await page.waitForSelector(".banner.mine");
  assert.equal(await page.locator(".guided").count(), 0);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("who goes home finds the first round among the tables and goes on there", async () => {
  const page = await learn(someGame);
  await page.locator(".bar .button:has(.sy-back)").click();
  await page.locator(".kept a", { hasText: ui.en.guide }).click();
  await page.waitForSelector(".guide[data-lesson]");
  await page.context().close();
});

test("whoever plays otherwise is not held up", async () => {
  const page = await learn(someGame), before = await lessonsOf(page);
  await page.locator(".banner.mine").waitFor({ state: "attached" });
  const decide = await playerOf(someGame), throws = dice(3);
  await becomes(() => decide(page, throws).catch(() => false), true);
  await becomes(async () => (await lessonsOf(page)).length > before.length, true, "the lesson on the screen counts as given");
  await page.context().close();
});

test("the rules lead there too, and the round ends in an ordinary game that counts", async () => {
  const page = await open(browser, site.url, settle);
  await choose(page, someGame);
  await page.locator(".newtable .link").click();
  await page.locator(".rules .learn").click();
  await page.waitForSelector(".guide[data-lesson]");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  const code = new URL(page.url()).pathname;
  await obey(page);
  assert.equal(await page.evaluate(() => localStorage.getItem("ninelives.stats")), null, "a first round is no game won or lost");
  await page.locator(".now-play").click();
  await page.waitForURL((url) => url.pathname !== code);
  await page.waitForSelector(".banner");
  assert.equal(await page.locator(".guided").count(), 0);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

/* ---- what everybody can see and reach ------------------------------------------------------------ */

for (const { id } of games)
  test(`${id}: on a small phone the first lessons and moves are all in sight`, async () => {
    const page = await learn(id, { lang: "he" }, SMALL), { unseen } = await obey(page, "move");
    assert.deepEqual(unseen, []);
    const small = await page.locator(".guide .button, .guide-leave").evaluateAll((all) =>
      all.map((e) => e.getBoundingClientRect()).filter((r) => r.width < 44 || r.height < 44).length);
    assert.equal(small, 0, "every control is 44 pixels large");
    assert.deepEqual(await axe(page), []);
    await page.context().close();
  });

test("a screen reader is told each sentence politely, and keys go on", async () => {
  const page = await learn(someGame), status = page.locator(".guide [role=status]");
  const first = await status.textContent();
  assert.equal(await page.locator(".guide [aria-live=assertive]").count(), 0);
  await page.locator(".guide-on").focus();
  await page.keyboard.press("Enter");
  await becomes(async () => (await status.textContent()) !== first, true);
  await page.context().close();
});
