// SPDX-License-Identifier: MIT
// index.ts - the engine of Ninelives for browsers, and for whatever fetches; node.ts is the same for node.
import { Ninelives } from "./library.js";

export { Refused } from "./engine.js";
export * from "./types.js";
export type { Batch, Features, Numbered, Size } from "./batch.js";
export type { Table } from "./table.js";
export type { Effort, Review, Thought } from "./thought.js";
export type { Ninelives };

/** Where the module may come from: an address, its bytes, or what WebAssembly.compile() made of them. */
export type Source = string | URL | BufferSource | WebAssembly.Module;

/** Servers that do not know .wasm send another type, which cannot be compiled while it arrives. */
async function fetched(from: string | URL): Promise<WebAssembly.Module> {
  const answer = await fetch(from);
  if (!answer.ok) throw new Error(`the engine could not be fetched (${answer.status})`);
  const known = answer.headers.get("content-type") === "application/wasm";
  return known ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/** The library, from the file beside this one unless it is said from where. */
export async function load(from: Source = new URL("./ninelives.wasm", import.meta.url)): Promise<Ninelives> {
  if (from instanceof WebAssembly.Module) return new Ninelives(from);
  return new Ninelives(typeof from === "string" || from instanceof URL ? await fetched(from) : await WebAssembly.compile(from));
}
