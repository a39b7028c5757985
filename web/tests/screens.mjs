// SPDX-License-Identifier: MIT
// screens.mjs - a picture of every screen, in every language, on a phone and a desk, for people to look through.
//   node screens.mjs FOLDER [LANG...]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DESKTOP, PHONE, choose, dice, games, launch, open, pace, playerOf } from "./browser.mjs";
import { startServer } from "./server.mjs";

const [folder = "build/screens", ...wanted] = process.argv.slice(2);
const LANGS = wanted.length ? wanted : ["en", "he", "zh-Hant", "it"], NAMES = { en: "Dana", he: "נועה", "zh-Hant": "小美", it: "Giulia" };
const KINDS = [["phone", PHONE, "light"], ["phone-dark", PHONE, "dark"], ["desk", DESKTOP, "light"]];
/* Panels that are pictured when they first appear in a game. */
const MOMENTS = { window: ".k-window", defuse: ".k-defuse", seen: ".k-seen", order: ".k-ask", chosen: ".k-bar.chosen", out: ".person.gone", turn: ".banner.mine" };
const server = await startServer(), browser = await launch();
let taken = 0;

async function tour(lang, [kind, size, theme]) {
  const into = join(folder, lang, kind);
  mkdirSync(into, { recursive: true });
  const page = await open(browser, server.url, { lang, theme, name: NAMES[lang], alone: true }, size);
  const shot = async (name, fullPage = false) => { await page.waitForTimeout(250); await page.screenshot({ path: join(into, `${name}.png`), fullPage }); taken++; };
  await page.waitForSelector(".tiles");
  await shot("start", true);
  await page.locator(".bar .button:has(.sy-settings)").click();
  await shot("settings");
  await page.keyboard.press("Escape");
  for (const { id } of games) {
    await choose(page, id);
    await shot(`${id}-new`);
    await page.locator(".newtable .link").click();
    await shot(`${id}-rules`);
    await page.keyboard.press("Escape");
    await play(page, id, shot);
    await page.goto(server.url);
    await page.waitForSelector(".tiles");
  }
  await choose(page, games[0].id);
  await page.locator(".newtable-go .button:has(.sy-link)").click();
  await page.waitForSelector(".lobby");
  await shot("lobby", true);
  await page.context().close();
}

/** Plays a game for a while or to its end, with an eye on what has not been pictured. */
async function play(page, id, shot) {
  await pace(page, "instant");
  await page.locator(".newtable-go .button.main").click();
  await page.waitForSelector(".board > *");
  await shot(`${id}-table`);
  const decide = await playerOf(id), throws = dice(11), seen = new Set(), until = Date.now() + 25000;
  while (decide && Date.now() < until && !await page.locator(".result").count()) {
    for (const [name, selector] of Object.entries(MOMENTS))
      if (!seen.has(name) && await page.locator(selector).count()) { seen.add(name); await shot(`${id}-${name}`); }
    if (!await decide(page, throws).catch(() => false)) await page.waitForTimeout(60);
  }
  if (!await page.locator(".result").count()) return shot(`${id}-later`);
  await shot(`${id}-result`);
  await page.locator(".result .button:has(.sy-fair)").click();
  await page.waitForSelector(".replay-bar");
  await page.locator(".replay-bar input[type=range]").fill("30").catch(() => undefined);
  await shot(`${id}-replay`);
}

for (const lang of LANGS)
  for (const kind of KINDS) {
    await tour(lang, kind);
    console.log(`${lang} ${kind[0]}: ${taken} pictures so far`);
  }
await browser.close();
await server.end();
