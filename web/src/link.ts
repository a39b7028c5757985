// SPDX-License-Identifier: MIT
// link.ts - links that hold the log of a whole game.

/** In place of a table's code: the log is in the link itself, after the #. For games that no server has. */
export const LINK = "link";

const through = (bytes: Uint8Array, how: CompressionStream | DecompressionStream): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(how)).arrayBuffer();

/** A log as part of a link: compressed, in letters that a link may hold. */
export async function packLog(log: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(log), new CompressionStream("deflate-raw"));
  const bytes = Array.from(new Uint8Array(packed), (b) => String.fromCharCode(b)).join("");
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
export async function unpackLog(text: string): Promise<string> {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const log = await through(Uint8Array.from(bytes, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  return new TextDecoder().decode(log);
}
