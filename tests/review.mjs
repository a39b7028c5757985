// SPDX-License-Identifier: MIT
//
// review.mjs - a review in the WASM build says what the native program says, move by move, and can be stopped:
// node tests/review.mjs NINELIVES.wasm NINELIVES
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TRIES = 60, ROLLOUTS = 10, NEAR = 0.002;       // rounding may differ in the last digit that is written
const [wasm, program] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "review-"));
let passed = 0, failed = 0;

function check(what, fine) {
  if (fine) passed++;
  else failed++, console.log(`FAILED: ${what}`);
}

// Nothing from outside is needed: whatever libc imports is refused.
function load(path) {
  const module = new WebAssembly.Module(readFileSync(path));
  const wanted = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (wanted[from] ??= {})[name] = () => 52;
  const { exports } = new WebAssembly.Instance(module, wanted);
  exports._initialize();
  return exports;
}

const nl = load(wasm);

function text(at) {
  const bytes = new Uint8Array(nl.memory.buffer);
  return at ? new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at))) : null;
}

function give(string) {
  const bytes = new TextEncoder().encode(`${string}\0`), at = nl.nl_alloc(bytes.length);
  new Uint8Array(nl.memory.buffer).set(bytes, at);
  return at;
}

// Equal, but for numbers, which may be a little off.
function same(a, b) {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= NEAR;
  if (a === null || b === null || typeof a !== "object") return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => same(a[key], b[key]));
}

function review(log, seat) {
  const at = give(log), why = text(nl.nl_review(at, seat, TRIES, ROLLOUTS)), steps = [];
  for (let step; !why && (step = text(nl.nl_review_step()));) steps.push(JSON.parse(step));
  nl.nl_free(at);
  return { why, steps };
}

function compare(game, seats) {
  const path = join(folder, "log");
  execFileSync(program, ["arena", game, "--seats", seats, "--games", "1", "--seed", "3", "--log", path]);
  const log = readFileSync(path, "utf8");
  const args = ["review", path, "--json", "--tries", TRIES, "--rollouts", ROLLOUTS].map(String);
  const native = JSON.parse(execFileSync(program, args, { maxBuffer: 1 << 28 }));
  const here = review(log, 255);
  check(`${game}: as many steps`, here.steps.length === native.steps.length && nl.nl_review_of() === native.steps.length);
  check(`${game}: the same steps`, here.steps.every((step, i) => same(step, native.steps[i])));
  check(`${game}: the same moments`, same(JSON.parse(text(nl.nl_review_moments())), native.moments));
  native.lines.forEach((line) => check(`${game}: seat ${line.seat}`, same(JSON.parse(text(nl.nl_review_line(line.seat))), line)));
  const half = log.split("\n").slice(0, 20).join("\n");
  check(`${game}: not before the end`, review(half, 255).why === "not_over");
  check(`${game}: one's own seat`, review(half, 1).steps.every((step) => !step.mark || step.seat === 1));
}

compare("kittens", "easy,sharp,easy");
compare("ratcat", "easy,sharp");
rmSync(folder, { recursive: true });
console.log(`review: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
