// SPDX-License-Identifier: MIT
// direction.test.mjs - sentences with names of both directions read in the direction of the page: what is said first stands
// first, whoever it is about. The order is read from the browser, from where it has drawn every name.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LANGUAGES } from "../languages.mjs";
import { gameFolders, tableWords, webWords } from "../text.mjs";
import { launch, open } from "./browser.mjs";
import { load, root } from "./parts.mjs";
import { sitDown, tableAt } from "./position.mjs";
import { startServer } from "./server.mjs";

const { fill } = await load("say.ts");
const NAMES = ["Marco", "נועה", "小美", "Lía 7", "דן!"];
let server, browser, page;
before(async () => { server = await startServer(); browser = await launch(); page = await open(browser, server.url); });
after(async () => { await browser.close(); await server.end(); });

/** Every sentence with places to fill in, of the client and of all games, in this language; not what holds numbers only. */
function sentences(lang) {
  const all = [webWords(root), tableWords(root), ...gameFolders(root).map((g) => g.words)].flatMap((w) => Object.entries(w[lang]));
  return all.flatMap(([key, text]) => [text].flat().filter((s) => typeof s === "string").map((s) => [key, s]))
    .filter(([key, s]) => /\{/.test(s) && !/^(invite\.text|page|fact\.|seats\.range)/.test(key));
}
/** Filled in: each place with another name, isolated as the client isolates names. */
function filled(text, turn) {
  const keys = [...new Set([...text.matchAll(/\{[#&@]?([a-z0-9]+)/g)].map((m) => m[1]))], used = [];
  const name = (i) => `\u2068${NAMES[(i + turn) % NAMES.length]}\u2069`;
  const holes = Object.fromEntries(keys.map((k, i) => [k, { text: name(i), number: i }]));
  const voice = { word: () => undefined, seat: (n) => name(n), viewer: null, seats: 2, kinds: {}, cell: (n) => name(n) };
  const out = fill(voice, text, holes, false);
  for (const m of out.matchAll(/\u2068([^\u2069]*)\u2069/g)) used.push([m.index + 1, m[1].length]);
  return { out, used };
}

/** Draws the sentences and returns those in which names of one line do not follow each other as they are said. */
const turnedRound = (lines, dir) => page.evaluate(([all, d]) => {
  const box = document.createElement("div"), wrong = [];
  box.dir = d;
  Object.assign(box.style, { whiteSpace: "nowrap", inlineSize: "4000px" });
  document.body.replaceChildren(box);
  for (const { out, used, key } of all) {
    const p = document.createElement("p");
    p.textContent = out;
    box.replaceChildren(p);
    const spots = used.map(([from, n]) => {
      const range = document.createRange();
      range.setStart(p.firstChild, from);
      range.setEnd(p.firstChild, from + n);
      const r = range.getBoundingClientRect();
      return d === "rtl" ? -r.right : r.left;
    });
    const line = document.createRange();
    line.selectNodeContents(p);
    const edge = line.getBoundingClientRect(), begins = d === "rtl" ? -edge.right : edge.left;
    const first = used[0]?.[0] === 1 && Math.abs(spots[0] - begins) > 2;
    if (first || spots.some((x, i) => i > 0 && x <= spots[i - 1])) wrong.push(`${key}: ${out}`);
  }
  return wrong;
}, [lines, dir]);

for (const { code, dir } of LANGUAGES)
  test(`${code}: every sentence keeps its order, whoever it is about`, async () => {
    const turns = [...NAMES.keys()], all = sentences(code).flatMap(([key, s]) => turns.map((turn) => ({ key, ...filled(s, turn) })));
    const lines = all.filter((l) => l.used.length);
    assert.ok(lines.length > 200, `${lines.length} sentences`);
    assert.deepEqual(await turnedRound(lines, dir), []);
  });

/** Whether what is drawn begins with this name, for somebody who reads in that direction: on the first line, before all else there. */
const beginsWith = (view, name, dir) => view.evaluate((p, [text, d]) => {
  const walk = document.createTreeWalker(p, NodeFilter.SHOW_TEXT), whole = document.createRange(), part = document.createRange();
  whole.selectNodeContents(p);
  const start = (r) => (d === "rtl" ? -r.right : r.left), all = [...whole.getClientRects()];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const at = node.data.indexOf(text);
    if (at < 0) continue;
    part.setStart(node, at);
    part.setEnd(node, at + text.length);
    const r = part.getBoundingClientRect(), line = all.filter((x) => x.bottom > r.top + 2 && x.top < r.bottom - 2);
    return all.every((x) => x.bottom > r.top + 2) && start(r) - Math.min(...line.map(start)) < 6;
  }
  return false;
}, [name, dir]);

for (const [lang, dir, who] of [["he", "rtl", "Noa"], ["en", "ltr", "נועה"]])
  test(`${lang}: what is played by ${who} is told in the reader's direction`, async () => {
    const saved = tableAt({
      name: "aimed", game: "kittens", seats: 3, silent: true,
      when: ({ view }) => view.phase === "nope" && view.action.by !== 0 && view.action.target === 0,
    });
    saved.seats.slice(1).forEach((s) => { s.name = who; });
    const table = await open(browser, server.url, { lang, name: "Dana", alone: true });
    await sitDown(table, server.url, saved);
    const what = table.locator(".k-window-what"), text = await what.textContent();
    assert.ok(text.includes(who), text);
    assert.ok(await beginsWith(what, who, dir), `"${text}" begins with ${who}`);
    assert.deepEqual(table.wrong, []);
    await table.context().close();
  });
