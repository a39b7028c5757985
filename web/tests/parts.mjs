// SPDX-License-Identifier: MIT
// parts.mjs - what the tests share: a source file as a module, the built client, a browser.
import { build } from "esbuild";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { languagesModule } from "../languages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
export const web = dirname(here), root = dirname(web), built = join(root, "build/web");

/** What is much the same many times over is sampled, unless WHOLE is set (WHOLE=1 ./test web). */
export const whole = Boolean(process.env.WHOLE);

/** The engine: the package as it is packed, for the tests and for the sources they load. */
const enginePackage = join(root, "build/js/node.js");
export const { load: loadEngine, TRUTH } = await import(enginePackage);
const engineModule = {
  name: "engine",
  setup(b) { b.onResolve({ filter: /^ninelives$/ }, () => ({ path: enginePackage, external: true })); },
};

/** Test files run side by side: each process builds what it loads in a folder of its own, once. */
const scratch = join(root, `build/web-tests/${process.pid}`), loaded = new Map();
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

export function load(file) {
  if (!loaded.has(file)) loaded.set(file, bundle(file));
  return loaded.get(file);
}
async function bundle(file) {
  const out = join(scratch, file.replace(/\W/g, "-") + ".mjs");
  mkdirSync(scratch, { recursive: true });
  await build({
    entryPoints: [join(web, "src", file)], bundle: true, format: "esm", outfile: out, logLevel: "warning",
    plugins: [languagesModule, engineModule], loader: { ".tsv": "text", ".def": "text" }, tsconfig: join(web, "tsconfig.json"),
  });
  return import(out);
}
