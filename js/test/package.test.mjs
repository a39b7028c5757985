// SPDX-License-Identifier: MIT
// package.test.mjs - the package as people get it: packed, installed into an empty project, used from node, from TypeScript and
// in a browser that is served plain files.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { chromium } from "../../web/node_modules/playwright-core/index.mjs";
import { serve } from "../../web/tests/serve.mjs";
import { block, failure, project, root, run, tsc } from "./project.mjs";

const PATIENCE = 300000;
const { home, packed, put } = project(), installed = join(home, "node_modules/ninelives");

test("it contains the modules, their types, the engine and nothing else", () => {
  const modules = ["batch", "engine", "index", "library", "node", "table", "thought", "types"];
  const others = ["protocol.d.ts", "ninelives.wasm", "package.json", "README.md", "LICENSE"];
  assert.deepEqual(packed, [...modules.flatMap((m) => [`${m}.js`, `${m}.d.ts`]), ...others].sort());
  const { version, dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  assert.match(readFileSync(join(root, "CMakeLists.txt"), "utf8"), new RegExp(`project\\(ninelives VERSION ${version} `));
  assert.equal(dependencies, undefined);
});

test("the README's program prints what the README says", () => {
  put("program.js", block("js"));
  assert.equal(run(home, process.execPath, "program.js"), block(""));
});

test("the program of docs/LIBRARY.md prints what its last line says", () => {
  const text = block("js", 0, "docs/LIBRARY.md");
  put("page.js", text);
  assert.equal(run(home, process.execPath, "page.js").trim(), /\/\/ (.*)$/.exec(text.trim())[1]);
});

/** Compiles a file in the project as its owner would, with the two ways in which packages are found today. */
const compile = (how, file) => how(home, tsc, "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--types", "", ...file);
const NODE = ["--module", "nodenext"], BUNDLER = ["--module", "esnext", "--moduleResolution", "bundler"];

test("the types compile, and refuse what is not there", () => {
  put("program.ts", block("js"));
  put("typed.ts", `
import { type Advice, CHANCE, load, Refused, type Table, TRUTH, type Verdict } from "ninelives";
const nl = await load(new Uint8Array()), t: Table = nl.table("kittens", { players: 3 }, { secret: new Uint8Array(32) });
const mark: bigint = t.settle().mark(), asked: boolean = t.toAct().includes(CHANCE), advice: Advice = t.advise(0, 10);
const verdict: Verdict = nl.verify(t.log()), cards: unknown = t.tell(TRUTH)["hands"];
try { t.play(0, "draw"); } catch (e) { if (e instanceof Refused) console.log(e.code, mark, asked, advice, verdict, cards); }
`);
  for (const how of [NODE, BUNDLER]) compile(run, [...how, "program.ts", "typed.ts"]);
  put("wrong.ts", 'import { load } from "ninelives";\nconst t = (await load()).table("kittens");\nt.play("draw");\n');
  assert.match(compile(failure, [...NODE, "wrong.ts"]), /^wrong\.ts\(3,/m);
  put("inside.ts", 'import { Table } from "ninelives";\nnew Table();\n');
  assert.match(compile(failure, [...NODE, "inside.ts"]), /^inside\.ts\(2,5\)/m, "tables are made by the library");
});

const PAGE = `
import { load, Refused } from "./node_modules/ninelives/index.js";
const out = {};
try {
  const nl = await load();
  out.games = nl.games.map((g) => g.id);
  out.played = nl.games.map((g) => {
    const t = nl.table(g.id, { players: g.seats[1] }, { seed: 5 });
    for (let seat = 0; seat < t.seats; seat++) t.bot(seat, "easy", seat);
    const log = t.settle().run(1).log();
    return { over: t.over(), mark: t.mark().toString(16), log, status: nl.verify(log).status,
      secret: nl.verify(log.replace(/^secret ../m, "secret fe")).status,
      move: nl.verify(log.replace(/^(\\d+ 0) .*/m, "$1 dance")).status };
  });
  const t = nl.table("kittens", {}, { seed: 1 }).settle();
  try { t.play(t.toAct()[0], "dance"); } catch (e) { out.refused = e instanceof Refused && e.code; }
  out.elsewhere = (await load("engine.bin")).games.length;
  out.absent = await load("absent.wasm").catch((e) => e.message);
} catch (e) { out.wrong = String(e.stack); }
globalThis.out = out;
document.body.append(Object.assign(document.createElement("p"), { id: "done" }));
`;

test("a page without a bundler plays every game to the end and verifies its log; the same games as in node", async (t) => {
  put("index.html", '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="page.js"></script>\n');
  put("page.js", PAGE);
  copyFileSync(join(installed, "ninelives.wasm"), join(home, "engine.bin"));                // served as application/octet-stream
  const site = await serve(home);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox", "--disable-gpu"] });
  t.after(async () => { await browser.close(); site.close(); });
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(site.url);
  await page.waitForSelector("#done", { state: "attached" });
  const { wrong, games, played, refused, elsewhere, absent } = await page.evaluate(() => globalThis.out);
  assert.equal(wrong, undefined);
  assert.equal(refused, "bad_move");
  assert.equal(elsewhere, games.length);
  assert.match(absent, /404/);
  const { load } = await import(join(installed, "node.js")), nl = await load();
  assert.deepEqual(nl.games.map((g) => g.id), games);
  for (const [i, { over, mark, log, status, secret, move }] of played.entries()) {
    assert.deepEqual([over, status, secret, move], [true, "ok", "unfair", "bad_log"], games[i]);
    assert.equal(nl.verify(log).status, "ok");
    assert.equal(nl.read(log).mark().toString(16), mark);
  }
  const loads = site.sent.filter((s) => s.path.endsWith(".wasm"));
  assert.deepEqual(loads.map((s) => s.path), ["/node_modules/ninelives/ninelives.wasm"], "all tables share one module");
});
