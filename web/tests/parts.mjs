// SPDX-License-Identifier: MIT
// parts.mjs - what the tests share: a source file as a module, the built client, a browser.
import { build } from "esbuild";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const web = dirname(here), root = dirname(web), built = join(root, "build/web"), wasmFile = join(root, "build/wasm/ninelives.wasm");

export async function load(file) {
  const out = join(root, "build/web-tests", file.replace(/\W/g, "-") + ".mjs");
  mkdirSync(dirname(out), { recursive: true });
  await build({ entryPoints: [join(web, "src", file)], bundle: true, format: "esm", outfile: out, logLevel: "warning", loader: { ".tsv": "text", ".def": "text" }, tsconfig: join(web, "tsconfig.json") });
  return import(out);
}
