// SPDX-License-Identifier: MIT
// screens.mjs - a picture of every screen, in every language, on every size, for people to look through.
//   node screens.mjs FOLDER [LANG...] [KIND...]          kinds: phone, phone-dark, desk, 360x640, ... (sizes.mjs)
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { LANGS } from "../languages.mjs";
import { DESKTOP, PHONE, launch } from "./browser.mjs";
import { startServer } from "./server.mjs";
import { SIZES } from "./sizes.mjs";
import { films, shoot, strip } from "./films.mjs";
import { walk } from "./walk.mjs";

const [folder = "build/screens", ...words] = process.argv.slice(2);
const NAMES = { en: "Dana", he: "נועה", "zh-Hant": "小美", it: "Giulia" };
const MORE = ["360x640", "375x553", "1024x768", "1366x640", "2560x1440"];
const KINDS = [
  ["phone", PHONE, "light"], ["phone-dark", PHONE, "dark"], ["desk", DESKTOP, "light"], ...MORE.map((s) => [s, SIZES[s], "light"]),
];
const chosen = (list, name) => { const some = list.filter((x) => words.includes(name(x))); return some.length ? some : list; };
/* Pages that are longer than a screen are pictured whole. */
const LONG = /^(start|lobby|no such|check)|: review$/;
const server = await startServer(), browser = await launch();
let taken = 0;

async function tour(lang, [kind, viewport, theme]) {
  const into = join(folder, lang, kind);
  mkdirSync(into, { recursive: true });
  const visit = async (name, page) => {
    await page.bringToFront();                         // a tab in the background is not painted
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(into, `${name.replace(/[^a-z]+/g, "-")}.png`), fullPage: LONG.test(name) });
    taken++;
  };
  await walk({ browser, server, viewport, settings: { lang, theme, name: NAMES[lang] ?? NAMES.en, alone: true }, visit });
}

/** Every great moment as a strip of five pictures. */
async function cinema(lang, [kind, viewport, theme]) {
  for (const film of films) {
    const page = await shoot(browser, server.url, film, { lang, theme, name: NAMES[lang] ?? NAMES.en }, viewport);
    await strip(page, join(folder, lang, kind, `film-${film.game}-${film.name}.png`));
    await page.context().close();
    taken++;
  }
}

for (const lang of chosen(LANGS, (l) => l))
  for (const kind of chosen(KINDS, ([name]) => name)) {
    await tour(lang, kind);
    if (!MORE.includes(kind[0])) await cinema(lang, kind);
    console.log(`${lang} ${kind[0]}: ${taken} pictures so far`);
  }
await browser.close();
await server.end();
