// SPDX-License-Identifier: MIT
// node.ts - index.ts for node, which reads the file beside it itself.
import { webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";
import { load as loadFrom, type Source } from "./index.js";
import type { Ninelives } from "./library.js";

export * from "./index.js";

// Node 18 has it, but not under the name that browsers use.
globalThis.crypto ??= webcrypto as Crypto;

/** The library, from the file beside this one unless it is said from where. */
export async function load(from?: Source): Promise<Ninelives> {
  return loadFrom(from ?? await readFile(new URL("./ninelives.wasm", import.meta.url)));
}
