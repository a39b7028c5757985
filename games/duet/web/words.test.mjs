// SPDX-License-Identifier: MIT
// words.test.mjs - words in every language, clues that come too close, and the map.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, root } from "../../../web/tests/parts.mjs";

const { asSent, asTyped, foreign, langOf, tooClose, translate } = await load("../../games/duet/web/words.ts");
const { CITIES, ROADS, opened } = await load("../../games/duet/web/cities.ts");
const table = readFileSync(`${root}/games/duet/words/words.tsv`, "utf8").split("\n").map((l) => l.split("\t"));
const LANGS = table[0].slice(1), rows = table.filter(([id]) => id && !id.startsWith("#")).map(([, ...names]) => names);

test("every word of the box has its like in every language", () => {
  assert.equal(rows.length, 400);
  for (const names of rows) LANGS.forEach((from, i) => LANGS.forEach((to, j) => assert.equal(translate(names[i], from, to), names[j])));
});
test("the language is known by the words; words of no box stay as they are", () => {
  LANGS.forEach((lang, i) => assert.equal(langOf(rows.slice(40, 65).map((r) => r[i])), lang));
  assert.equal(langOf(["qwerty", rows[0][0]]), LANGS[0], "own words lie among ours");
  assert.equal(langOf(["qwerty"]), null);
  assert.equal(langOf([]), null);
  assert.equal(translate("qwerty", null, "it"), "qwerty");
});

test("a clue that lies on the table, looks like a word there, or is several", () => {
  const close = (clue, open, most = 1) => tooClose(clue, open, most);
  assert.deepEqual(close("Triangle", ["triangle"]), { kind: "same", word: "triangle" });
  assert.deepEqual(close("triangles", ["ocean", "triangle"]), { kind: "alike", word: "triangle" });
  assert.deepEqual(close("mules", ["mulo", "violino"]), { kind: "alike", word: "mulo" });
  assert.deepEqual(close("מלכים", ["מלך"]), { kind: "alike", word: "מלך" });
  assert.deepEqual(close("שָׁלוֹם", ["שלום"]), { kind: "same", word: "שלום" });
  assert.deepEqual(close("火車站", ["火車"]), { kind: "alike", word: "火車" });
  assert.deepEqual(close("new york", ["ocean"]), { kind: "several" });
  assert.equal(close("new york", ["ocean"], 2), null);
  assert.deepEqual(close("rio de janeiro", ["ocean"], 2), { kind: "several" });
  assert.equal(close("rio de janeiro", ["ocean"], Infinity), null);
  assert.equal(close("sunrise", ["ocean", "triangle"]), null);
  assert.equal(close("  ", ["ocean"]), null);
});
test("a clue is no longer than the notation allows, and has no spaces", () => {
  assert.ok(new TextEncoder().encode(asTyped("字".repeat(40))).length <= 47);
  assert.equal(asTyped(`${"x".repeat(45)}😀`), "x".repeat(45));
  assert.equal(asTyped(`${"x".repeat(38)}👩\u200d🚀`), `${"x".repeat(38)}👩`);
  assert.equal(asSent(asTyped("  new   york ")), "new_york");
});

test("a clue is foreign when its reader most likely does not read it", () => {
  assert.deepEqual(foreign("מטבח", "he", "en"), ["he"]);
  assert.deepEqual(foreign("廚房", "en", "it"), ["zh-Hant"]);
  assert.deepEqual(foreign("cucina", "it", "en"), ["it"]);
  assert.deepEqual(foreign("kitchen", "he", "it"), ["en"]);
  for (const [clue, table, mine] of [["kitchen", "en", "en"], ["cucina", "it", "it"], ["kitchen", "he", "en"], ["מטבח", "it", "he"]])
    assert.deepEqual(foreign(clue, table, mine), []);
});

test("26 cities, all on the map, all to be reached from the first", () => {
  assert.equal(CITIES.length, 26);
  for (const c of CITIES) assert.ok(c.x > 0 && c.x < 1000 && c.y > 0 && c.y < 640, c.id);
  assert.equal(ROADS.length, 25);
  const won = new Set();
  for (let grew = true; grew;) {
    const n = won.size;
    opened([...won]).forEach((c) => won.add(c));
    grew = won.size > n;
  }
  assert.equal(won.size, 26);
  assert.deepEqual(opened([]), ["prague"]);
  assert.deepEqual(new Set(opened(["prague"])), new Set(["prague", "berlin", "tel_aviv", "moscow"]));
});
