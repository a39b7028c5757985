// SPDX-License-Identifier: MIT
// review.test.mjs - a phone of 2020 reviews a game of four in less than half a minute. Such a phone is about four times as slow
// as the machines that tests run on; the browser's own throttling does not slow workers down, so the time that the processor
// spends on the worker's code is measured, and multiplied.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, loadEngine } from "../../../web/tests/parts.mjs";
import { tableAt } from "../../../web/tests/position.mjs";

const SLOWER = 4, SECONDS = 30;

test("a game of four is reviewed in less than half a minute on a slow phone", async () => {
  const { reviewGame } = await load("review.ts"), nl = await loadEngine(), { log } = tableAt({ name: "four", game: "kittens", seats: 4 });
  let steps = 0, of = 0;
  const before = process.cpuUsage();
  assert.equal(await reviewGame(nl, log, 4, (r) => { steps += r.steps.length; of = r.of; }), null);
  const { user, system } = process.cpuUsage(before), seconds = (user + system) / 1e6;
  assert.ok(of > 30 && steps === of, `${steps} of ${of}`);
  assert.ok(SLOWER * seconds < SECONDS, `${seconds} s`);
});
