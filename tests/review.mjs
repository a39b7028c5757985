// SPDX-License-Identifier: MIT
//
// review.mjs - a review in the WASM build says what the native program says, move by move, and can be stopped; and from any
// decision one can go on in a world that the one who decides cannot tell from the real one:
// node tests/review.mjs NINELIVES.wasm NINELIVES
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  compareHalf(game, path, log.split("\n").slice(0, 60).join("\n"));
}

// Of a game that goes on only the decisions of one seat are told, and of all else number and seat.
function compareHalf(game, path, half) {
  writeFileSync(path, half);
  const args = ["review", path, "--seat", 1, "--json", "--tries", TRIES, "--rollouts", ROLLOUTS].map(String);
  const native = JSON.parse(execFileSync(program, args, { maxBuffer: 1 << 28 })), { steps } = review(half, 1);
  const others = steps.filter((step) => !step.mark);
  check(`${game}: not before the end`, review(half, 255).why === "not_over");
  check(`${game}: one's own seat`, steps.some((step) => step.mark) && steps.every((step) => !step.mark || step.seat === 1));
  check(`${game}: nothing but number and seat of others`, others.length && others.every((step) => `${Object.keys(step)}` === "n,seat"));
  check(`${game}: the same of half a game`, steps.length === native.steps.length && same(steps, native.steps));
}

// ---- going on from a decision ---------------------------------------------------------

const TRUTH = 255, SECRETS = ["1", "2", "3"].map((d) => d.repeat(64));
const step = (seat) => JSON.parse(text(nl.nl_step(seat)));
function open(lines) {
  const at = give(lines[0]), bad = nl.nl_open(at);
  nl.nl_free(at);
  for (const line of lines.slice(1)) {
    const p = give(line);
    check(`a line of the log: ${line}`, !nl.nl_line(p));
    nl.nl_free(p);
  }
  return !bad;
}
function branch(seat, secret) {
  const at = give(secret), why = text(nl.nl_branch(seat, at));
  nl.nl_free(at);
  return why;
}
const seen = ({ view, asked, offer }) => JSON.stringify({ view, asked, offer });

// At every seventh decision: the same for the seat, another world behind it, and the game can be played to its end there.
function goOn(game, seats) {
  const path = join(folder, "log");
  execFileSync(program, ["arena", game, "--seats", seats, "--games", "1", "--seed", "4", "--log", path]);
  const lines = readFileSync(path, "utf8").split("\n").filter((l) => l && !/^(mark|secret)/.test(l)), players = seats.split(",").length;
  let others = 0, tried = 0;
  for (let i = 1; i < lines.length; i++) {
    const seat = Number(/^\d+ (\d) /.exec(lines[i])?.[1] ?? NaN);
    if (!Number.isInteger(seat) || i % 7) continue;
    for (const secret of SECRETS) {
      open(lines.slice(0, i));
      const real = seen(step(seat)), truth = JSON.stringify(step(TRUTH).view);
      const idle = [...Array(players).keys()].find((p) => !step(TRUTH).asked.includes(p));
      if (idle !== undefined) check(`${game}: only who is asked goes on`, branch(idle, secret) === "not_asked");
      check(`${game}: it can go on`, branch(seat, secret) === null);
      check(`${game}, line ${i}: seat ${seat} sees no difference`, seen(step(seat)) === real);
      const world = JSON.stringify(step(TRUTH).view);
      open(lines.slice(0, i));
      branch(seat, secret);
      check(`${game}: the same secret, the same world`, JSON.stringify(step(TRUTH).view) === world);
      others += world !== truth;
      tried++;
    }
    playOut(game, players);
  }
  check(`${game}: mostly another world (${others} of ${tried})`, tried > 5 && others > tried / 2);
}
function playOut(game, players) {
  const level = give("sharp");
  for (let p = 0; p < players; p++) check(`${game}: a bot sits down`, nl.nl_bot(p, level, 7, 0) === 1);
  nl.nl_free(level);
  for (let moves = 0; moves < 5000; moves++) {
    const { asked } = step(TRUTH);
    if (!asked.length) break;
    const move = give(text(nl.nl_choose(asked[0], 40)));
    check(`${game}: bots play legal moves there`, !nl.nl_move(asked[0], move));
    nl.nl_free(move);
  }
  check(`${game}: it comes to an end`, JSON.parse(text(nl.nl_result())).over);
}

// What is no view of a game begins no advice.
for (const [view, notes] of [["", ""], ["00", "00"], ["zz".repeat(300), ""]]) {
  const at = [give("kittens"), give(view), give(notes)];
  check("no advice from nonsense", nl.nl_advise_from(at[0], 0, at[1], at[2], 0) === 0);
  nl.nl_free(at[0]);
}
goOn("kittens", "easy,sharp,easy");
goOn("goodevil", "sharp,sharp");
goOn("ratcat", "easy,sharp");
goOn("duet", "sharp,sharp");
compare("kittens", "easy,sharp,easy");
compare("ratcat", "easy,sharp");
rmSync(folder, { recursive: true });
console.log(`review: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
