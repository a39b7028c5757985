// SPDX-License-Identifier: MIT
// batch.test.mjs - many tables in step: the same marks, masks, observations and rewards as the library compiled for this machine.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { root, run } from "./project.mjs";

const { load, Refused } = await import(join(root, "build/js/node.js")), nl = await load();
const TABLES = 5, STEPS = 400, SEED = 2n ** 63n + 7n;

/** The hash of tests/batches.c. */
function hash(h, array) {
  for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) h = Math.imul(h ^ byte, 16777619);
  return h;
}
const hashShown = (h, b) => [b.seat, b.mask, b.observation, b.done, b.reward].reduce(hash, h);
const hex = (n, digits) => n.toString(16).padStart(digits, "0");

function played({ id, seats }) {
  const b = nl.batch(id, { players: seats[1] }, { tables: TABLES, seed: SEED, observe: true });
  let h = 2166136261, ended = 0;
  for (let i = 0; i < STEPS; i++) {
    h = hashShown(h, b);
    b.step(b.random(SEED));
    ended += b.done.reduce((n, done) => n + done, 0);
  }
  assert.ok(ended > 0, `${id}: some games ended`);
  return [id, ...Array.from({ length: TABLES }, (_, i) => hex(b.mark(i), 16)), hex(hashShown(h, b) >>> 0, 8)].join(" ");
}

test("the same tables as in C, step by step", () => {
  const native = run(root, join(root, "build/dev/batches"), String(TABLES), String(STEPS), String(SEED)).trim().split("\n");
  assert.deepEqual(nl.games.map(played), native);
});

test("one action for each table, and only possible ones", () => {
  const b = nl.batch("kittens", { players: 3 }, { tables: 4, seed: 1, observe: true });
  assert.deepEqual([b.tables, b.seats, b.seat.length, b.mask.length, b.observation.length], [4, 3, 4, 4 * b.actions, 4 * b.features]);
  const marks = () => [0, 1, 2, 3].map((i) => b.mark(i)), before = marks(), possible = b.random(1).slice();
  const impossible = possible.slice();
  impossible[2] = b.mask.subarray(2 * b.actions, 3 * b.actions).indexOf(0);
  assert.throws(() => b.step(impossible), (e) => e instanceof Refused && e.code === "illegal" && /table 2/.test(e.message));
  assert.throws(() => b.step([0]), Refused);
  assert.deepEqual(marks(), before);
  assert.notDeepEqual(b.step(possible) && marks(), before);
  assert.deepEqual(b.reset(1) && marks(), before);
});

test("what the numbers mean, bots, and what is refused", () => {
  const b = nl.batch("kittens", { players: 2 }, { tables: 2, seed: 3 }), { actions, features } = b.describe();
  const sum = (rows) => rows.reduce((n, r) => n + r.count, 0);
  assert.deepEqual([sum(actions), sum(features)], [b.actions, b.features]);
  b.bot(1, "easy");
  for (let i = 0; i < 60; i++) {
    assert.deepEqual([...b.seat], [0, 0], "the bot is not asked");
    b.step(b.random(i));
  }
  assert.throws(() => b.bot(0, "easy"), Refused);
  assert.throws(() => nl.batch("kittens", { players: 77 }), Refused);
  assert.throws(() => nl.batch("kittens", {}, { tables: 0 }), Refused);
  assert.throws(() => nl.batch("chess"), Refused);
});
