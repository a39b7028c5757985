// SPDX-License-Identifier: MIT
//
// marks.mjs - plays the same games in the WASM build and in native ones and compares their
// marks, line by line: node tests/marks.mjs NINELIVES.wasm MARKS-PROGRAM...
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const GAMES = 64, SEED = 1n;                 // of every line; the native programs are told the same
const ENOSYS = 52, EXIT = "proc_exit";

// The engine needs nothing from outside. Whatever libc imports is refused; stopping is an error.
function refusals(module) {
  const refuse = (name) => (...args) => {
    if (name === EXIT) throw new Error(`the engine stopped with code ${args[0]}`);
    return ENOSYS;
  };
  const wanted = WebAssembly.Module.imports(module);
  return Object.fromEntries([...new Set(wanted.map((i) => i.module))].map((from) =>
    [from, Object.fromEntries(wanted.filter((i) => i.module === from).map((i) => [i.name, refuse(i.name)]))]));
}

function load(path) {
  const module = new WebAssembly.Module(readFileSync(path));
  const { exports } = new WebAssembly.Instance(module, refusals(module));
  exports._initialize();
  return exports;
}

// When the memory grows, old views of it become invalid, so every text takes a new one.
function text(nl, at) {
  const bytes = new Uint8Array(nl.memory.buffer);
  return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

function* lines(nl) {
  const [low, high] = [Number(SEED & 0xffffffffn), Number(SEED >> 32n)];
  for (let g = 0; g < nl.nl_games(); g++)
    for (let players = nl.nl_min_seats(g); players <= nl.nl_max_seats(g); players++)
      for (let s = 0; s < nl.nl_settings(g); s++) {
        const mark = BigInt.asUintN(64, nl.nl_mark(g, players, s, low, high, GAMES));
        const what = `${text(nl, nl.nl_game_id(g))} ${players} ${text(nl, nl.nl_setting_name(g, s))}`;
        yield [what, mark.toString(16).padStart(16, "0")];
      }
}

function native(program) {
  const out = execFileSync(program, [String(GAMES), String(SEED)], { encoding: "utf8" });
  return new Map(out.trim().split("\n").map((line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)]));
}

function compare(wasm, program) {
  const marks = native(program);
  const wrong = [...new Set([...wasm.keys(), ...marks.keys()])].filter((what) => wasm.get(what) !== marks.get(what));
  for (const what of wrong) console.log(`${what}: wasm ${wasm.get(what)}, ${program} ${marks.get(what)}`);
  return { passed: marks.size - wrong.filter((what) => marks.has(what)).length, failed: wrong.length };
}

const [path, ...programs] = process.argv.slice(2);
if (!programs.length) {
  console.error("usage: node marks.mjs NINELIVES.wasm MARKS-PROGRAM...");
  process.exit(2);
}
const wasm = new Map(lines(load(path)));
const results = programs.map((program) => compare(wasm, program));
const sum = (key) => results.reduce((n, r) => n + r[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") ? 1 : 0);
