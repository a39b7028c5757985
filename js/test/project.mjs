// SPDX-License-Identifier: MIT
// project.mjs - what the tests of the package share: the package as npm packs it, installed into an empty project.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const program = join(root, "build/dev/ninelives"), tsc = join(root, "web/node_modules/.bin/tsc");

/** The n-th block of a page in this language; "" is what a program prints. */
export const block = (lang, n = 0, page = "js/README.md") =>
  [...readFileSync(join(root, page), "utf8").matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter(([, l]) => l === lang)[n][2];

/** Runs a command in a folder; what it prints. */
export const run = (folder, command, ...args) =>
  execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** What a command that fails prints. */
export function failure(folder, command, ...args) {
  try { run(folder, command, ...args); } catch (e) { return `${e.stdout}${e.stderr}`; }
  throw new Error(`${command} ${args.join(" ")} did not fail`);
}

/** An empty project with the packed package in it, its folder and what was packed. Nothing is asked of the network. */
export function project() {
  const folder = mkdtempSync(join(tmpdir(), "ninelives-js-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const [{ filename, files }] = JSON.parse(run(join(root, "build/js"), "npm", "pack", "--json", "--pack-destination", folder));
  const home = join(folder, "project");
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), '{ "name": "empty", "private": true, "type": "module" }\n');
  run(home, "npm", "install", "--offline", "--no-audit", "--no-fund", join(folder, filename));
  return { home, packed: files.map((f) => f.path).sort(), put: (name, text) => writeFileSync(join(home, name), text) };
}
