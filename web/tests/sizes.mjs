// SPDX-License-Identifier: MIT
// sizes.mjs - the sizes of screens that tests look at, the tables that are hard to fit on them (games/*/web/crowds.mjs), and
// what is wrong with such a table on the page's present size.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { games } from "./browser.mjs";
import { root } from "./parts.mjs";

/* Small and large phones, one on its side; tablets; desks. */
export const SIZES = Object.fromEntries([
  "320x568", "360x640", "375x553", "390x844", "844x390", "768x1024", "1024x768", "1024x1366", "1280x800", "1366x640", "2560x1440",
].map((name) => { const [width, height] = name.split("x").map(Number); return [name, { width, height }]; }));

const files = [...new Set(games.map((g) => g.folder))].map((f) => join(root, "games", f, "web/crowds.mjs")).filter(existsSync);
export const crowds = (await Promise.all(files.map((f) => import(f)))).flatMap((m) => m.crowds);

const FINGER = 44, PHONES = 600;      // pixels; below it is a phone

/** How much of each of these elements can be seen and hit, pixel by pixel along the row and the column that show most of it on
 *  a net of points (of several the one next to the middle, because corners are round). `scroll`: each is scrolled to first. */
const hittable = (page, selector, scroll = false) => page.evaluate(([s, to]) => {
  const NET = 10, span = (list) => (list.length ? Math.max(...list) - Math.min(...list) + 1 : 0);
  return [...document.querySelectorAll(s)].filter((e) => e.offsetParent).map((e) => {
    if (to) e.scrollIntoView({ block: "nearest" });
    const r = e.getBoundingClientRect(), net = Array.from({ length: NET }, (_, i) => (i + 0.5) / NET);
    const hit = (x, y) => e.contains(document.elementFromPoint(x, y)), x = (i) => r.left + r.width * i, y = (j) => r.top + r.height * j;
    const most = (points, hits) => points.map((p) => [hits(p), p])
      .sort(([a, p], [b, q]) => b - a || Math.abs(p - 0.5) - Math.abs(q - 0.5))[0][1];
    const row = y(most(net, (j) => net.filter((i) => hit(x(i), y(j))).length));
    const column = x(most(net, (i) => net.filter((j) => hit(x(i), y(j))).length));
    const pixels = (from, length) => Array.from({ length: Math.ceil(length) }, (_, k) => from + k + 0.5);
    return {
      width: span(pixels(r.left, r.width).filter((p) => hit(p, row))), height: span(pixels(r.top, r.height).filter((p) => hit(column, p))),
    };
  });
}, [selector, scroll]);
const tooSmall = (list) => list.filter((r) => r.width < FINGER || r.height < FINGER);
const text = (r) => `${r.width}x${r.height}`;

/** Which part of the screen these elements take up together. */
const shareOf = (page, selector) => page.evaluate((s) => {
  const all = [...document.querySelectorAll(s)].map((e) => e.getBoundingClientRect());
  const wide = Math.max(...all.map((r) => r.right)) - Math.min(...all.map((r) => r.left));
  const high = Math.max(...all.map((r) => r.bottom)) - Math.min(...all.map((r) => r.top));
  return (wide * high) / (innerWidth * innerHeight);
}, selector);

const typesOf = (page, selector) => page.evaluate(
  (s) => [...new Set([...document.querySelectorAll(s)].map((e) => getComputedStyle(e).fontSize))], selector);

/** Waits until the layout has followed the size of the window. */
export const settled = (page) => page.evaluate(() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))));

/** What is wider than its place. */
export const sideways = (page) => page.evaluate(() => [document.documentElement, document.querySelector(".board")]
  .filter((e) => e && e.scrollWidth > e.clientWidth + 1).map((e) => `${e.className || "the page"} is ${e.scrollWidth} wide`));

/** What cannot be used of a table when text is very large: there is scrolling, but only up and down, and everything is reached. */
export async function unreachable(page, { own }) {
  const lost = tooSmall(await hittable(page, own, true));
  return [...await sideways(page), ...lost.map((r) => `cannot be reached: ${text(r)}`)];
}

/** What is wrong with a table: `own` is what I choose from, without scrolling; `reach` what else I choose from; `act` the buttons
 *  that make the choice so (once it is made); `share` how much of a large screen `own` takes; `type` what is written in one
 *  size, or two. */
export async function misfits(page, { own, reach, share, type }, act) {
  const wrong = await sideways(page), mine = await hittable(page, own), { width, height } = page.viewportSize();
  const small = tooSmall(mine);
  if (small.length) wrong.push(`${small.length} of ${mine.length} are too small: ${small.map(text).join(" ")}`);
  const far = reach ? tooSmall(await hittable(page, reach, true)) : [];
  if (far.length) wrong.push(`${far.length} of the others are too small: ${far.map(text).join(" ")}`);
  if (act) wrong.push(...(await hittable(page, act)).filter((r) => r.height < FINGER).map((r) => `the button has ${text(r)}`));
  const part = await shareOf(page, own), types = type ? await typesOf(page, type) : [];
  if (Math.min(width, height) >= PHONES && part < share) wrong.push(`mine takes only ${(100 * part).toFixed(1)} % of the screen`);
  if (types.length > 2) wrong.push(`${types.length} sizes of type: ${types.join(" ")}`);
  return wrong;
}
