// SPDX-License-Identifier: MIT
// screens.mjs - a picture of every screen, in every language, on a phone and a desk, for people to look through.
//   node screens.mjs FOLDER [LANG...]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { LANGS } from "../languages.mjs";
import { DESKTOP, PHONE, launch } from "./browser.mjs";
import { startServer } from "./server.mjs";
import { films, shoot, strip } from "./films.mjs";
import { walk } from "./walk.mjs";

const [folder = "build/screens", ...wanted] = process.argv.slice(2);
const NAMES = { en: "Dana", he: "נועה", "zh-Hant": "小美", it: "Giulia" };
const KINDS = [["phone", PHONE, "light"], ["phone-dark", PHONE, "dark"], ["desk", DESKTOP, "light"]];
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

for (const lang of wanted.length ? wanted : LANGS)
  for (const kind of KINDS) {
    await tour(lang, kind);
    await cinema(lang, kind);
    console.log(`${lang} ${kind[0]}: ${taken} pictures so far`);
  }
await browser.close();
await server.end();
