// SPDX-License-Identifier: MIT
// view.test.mjs - what is kept of what only I saw: nothing; and what moves when cards change places.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../../web/tests/parts.mjs";

const { flights, remember, touched } = await load("../../games/ratcat/web/view.ts");

test("the log forgets what only I saw, unless the table plays with the memory aid", () => {
  for (const e of [{ e: "looked", slot: 1, card: "7" }, { e: "peeked", slot: 2, card: "0" }, { e: "drew", card: "9" }]) {
    assert.equal(remember({ n: 1, seat: 0, ...e }, {}).card, null, e.e);
    assert.equal(remember({ n: 1, seat: 0, ...e }, { aid: "on" }).card, e.card, e.e);
  }
  const replaced = remember({ n: 1, e: "replaced", seat: 0, slot: 3, out: "8", in: "1" }, { aid: "off" });
  assert.deepEqual([replaced.in, replaced.out], [null, "8"]);
  assert.equal(remember({ n: 1, e: "revealed", seat: 1, slot: 1, card: "4" }, {}).card, "4");
});
test("two cards change places, and the last places touched are known", () => {
  const swap = { n: 5, e: "swapped", seat: 0, slot: 2, with: 3, theirs: 4 };
  assert.deepEqual(flights(swap).map((f) => [f.from, f.to, f.card]), [["slot-0-2", "slot-3-4", null], ["slot-3-4", "slot-0-2", null]]);
  assert.deepEqual(touched([swap, { n: 6, e: "started", seat: 1 }]), ["slot-0-2", "slot-3-4"]);
  assert.deepEqual(touched([swap, { n: 6, e: "drew", seat: 1 }]), []);
});
