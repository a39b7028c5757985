// SPDX-License-Identifier: MIT
// build.mjs - makes the npm package in build/js: the modules and their types, the engine, what belongs to it.
//   node js/build.mjs        after tools/build wasm; the compiler is the one of the web client's packages
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isPart, place } from "../web/place.mjs";
import { typesOf } from "../web/types.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** The package's own description with the version of the whole project. */
function description(root) {
  const [, version] = /project\(ninelives VERSION (\S+)/.exec(readFileSync(join(root, "CMakeLists.txt"), "utf8"));
  const { name, ...rest } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  return `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`;
}

/** Compiles the sources; their names and contents. */
function compiled(root) {
  const out = join(root, `build/js.${process.pid}`);
  try {
    const done = spawnSync(join(root, "web/node_modules/.bin/tsc"), ["-p", here, "--outDir", out], { stdio: "inherit" });
    if (done.status !== 0) process.exit(1);
    return readdirSync(out).map((name) => [name, readFileSync(join(out, name))]);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

export function writePackage(root, wasm = join(root, "build/wasm/ninelives.wasm")) {
  const folder = join(root, "build/js");
  place(join(folder, "protocol.d.ts"), typesOf(root));
  const files = [
    ...compiled(root), ["ninelives.wasm", readFileSync(wasm)], ["package.json", description(root)],
    ["README.md", readFileSync(join(here, "README.md"))], ["LICENSE", readFileSync(join(root, "LICENSE"))],
  ];
  for (const [name, bytes] of files) place(join(folder, name), bytes);
  const old = (name) => name !== "protocol.d.ts" && !isPart(name) && !files.some(([known]) => known === name);
  for (const name of readdirSync(folder).filter(old)) rmSync(join(folder, name), { recursive: true });
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(writePackage(dirname(here)));
