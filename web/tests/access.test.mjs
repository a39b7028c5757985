// SPDX-License-Identifier: MIT
// access.test.mjs - every screen: axe finds nothing in the light and the dark theme; everything fits on 320 pixels, on one
// other size (they take turns) and with text twice as large; every control is large enough. Half of the screens are looked at
// from left to right and half from right to left, with WHOLE each in both directions.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PHONE, axe, games, launch } from "./browser.mjs";
import { whole } from "./parts.mjs";
import { startServer } from "./server.mjs";
import { SIZES } from "./sizes.mjs";
import { walk } from "./walk.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const SMALL = { width: 320, height: 640 };
/** Elements that stick out sideways. A map or a sheet in a region that scrolls may be wider. Cards of a fan lie over each
 *  other; the hidden ones can be scrolled to or are shown when chosen. */
const stickingOut = (page) => page.evaluate(() => {
  const width = document.documentElement.clientWidth, out = [];
  if (document.documentElement.scrollWidth > width) out.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const e of document.querySelectorAll("button, input, select, h1, h2, .banner")) {
    const r = e.getBoundingClientRect();
    const seen = r.width && !e.closest(".k-fan, .read-aloud, [role=region][tabindex]") && getComputedStyle(e).visibility === "visible";
    if (seen && (r.left < -2 || r.right > width + 2)) out.push(`${e.className || e.tagName} ${Math.round(r.left)}-${Math.round(r.right)}`);
  }
  return out;
});
/** Controls smaller than 24 pixels in a direction (WCAG 2.5.8); radio buttons are as large as their labels. */
const tooSmall = (page) => page.evaluate(() => {
  const controls = [...document.querySelectorAll("button, summary, select, a[href], label:has(input)")];
  return controls.flatMap((e) => {
    const r = e.getBoundingClientRect(), small = r.width && !e.matches(".link") && (r.width < 24 || r.height < 24);
    return small ? [`${e.className} ${Math.round(r.width)}x${Math.round(r.height)}`] : [];
  });
});
/** Sets theme and size of text as the settings do, without transitions, and waits until the layout has followed. */
const set = (page, theme, size) => page.evaluate(([t, s]) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { transition: none !important; }");
  document.adoptedStyleSheets = [sheet];
  document.documentElement.dataset.theme = t;
  document.documentElement.style.setProperty("--size", s);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
}, [theme, size]);

const sizes = Object.entries(SIZES);

/** All that is wrong with the nth screen, a line each. */
async function look(page, n) {
  const wrong = [], add = (how, list) => wrong.push(...list.map((x) => `${how}: ${x}`));
  const fits = async (how, viewport, text) => {
    await page.setViewportSize(viewport);
    await set(page, "light", text);
    add(how, [...await stickingOut(page), ...await tooSmall(page)]);
  };
  const [name, size] = sizes[n % sizes.length];
  await fits(name, size, "1");
  await fits("text at 200 %", PHONE, "2");
  await fits("320 pixels", SMALL, "1");
  // Other sizes have scrolled it elsewhere, perhaps half behind a bar: what has the focus comes into view, as by keyboard.
  await page.evaluate(() => document.activeElement !== document.body && document.activeElement?.scrollIntoView({ block: "nearest" }));
  add("light", await axe(page));
  await set(page, "dark", "1");
  add("dark", await axe(page, ["color-contrast"]));
  await set(page, "light", "1");
  return wrong;
}

/** Which games and which parts of the walk are looked at in a language. */
const ids = games.map((g) => g.id);
const half = (n) => ids.filter((_, i) => i % 2 === n);
const WALKS = whole ? { en: { only: ids }, he: { only: ids } }
  : {
    en: { only: half(0), parts: ["atTheStart", "eachGame", "eachMoment"] },
    he: { only: half(1), parts: ["eachGame", "eachMoment", "shared"] },
  };

describe("every screen", { concurrency: 2 }, () => {
  for (const [turn, [lang, what]] of Object.entries(WALKS).entries())
    test(`can be seen, read and hit by everybody: ${lang}`, async (t) => {
      const server = await startServer(), wrong = [];
      let screens = 0;
      t.after(() => server.end());
      wrong.push(...await walk({
        browser, server, viewport: SMALL, settings: { lang, theme: "light", motion: "less", alone: true }, ...what,
        visit: async (name, page) => {
          const n = screens++ + turn * 5;                            // so that a screen has another size in each language
          wrong.push(...(await look(page, n)).map((x) => `${name}: ${x}`));
        },
      }));
      assert.deepEqual(wrong, []);
      assert.ok(screens > (whole ? 80 : 40), `only ${screens} screens`);
    });
});
