// SPDX-License-Identifier: MIT
// log.test.mjs - what the log leaves out: turns that begin, effects that nobody minded, cards that I was not shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../../web/tests/parts.mjs";

const { minor } = await load("../../games/kittens/web/view.ts");
const told = (...kinds) => {
  const events = kinds.map((e, i) => ({ n: i + 1, seat: 0, ...(typeof e === "string" ? { e } : e) }));
  return events.filter((e, at) => !minor(e, at, events)).map((e) => e.e);
};

test("a turn begins without words, and so does what nobody minds", () => {
  assert.deepEqual(told("started", "played", "passed", "passed", "happened", "attacked", "started", "drew"),
    ["played", "passed", "passed", "attacked", "drew"]);
  assert.deepEqual(told("happened"), []);
});
test("what somebody minded is told to its end", () => {
  assert.deepEqual(told("played", "passed", "noped", "noped", "passed", "happened"),
    ["played", "passed", "noped", "noped", "passed", "happened"]);
  assert.deepEqual(told("noped", "stopped", "played", "passed", "happened"), ["noped", "stopped", "played", "passed"], "another play");
});
test("cards are told to whoever was shown them", () => {
  assert.deepEqual(told({ e: "saw", card: null }, { e: "saw", card: "nope" }, { e: "altered", card: null }), ["saw"]);
});
