// SPDX-License-Identifier: MIT
// What build.mjs knows and the client asks for.
declare module "virtual:assets" {
  export const assets: {
    text: Record<string, string>;
    pictures: Record<string, string>;
    wasm: string;
    /** Volumes of lore, by folder and language. */
    lore: Record<string, string>;
    worker: string;
    plurals: Record<string, string[]>;
    games: (import("./message").GameInfo & { events: Record<string, string> })[];
    bots: string[];
    clocks: import("./message").ClockName[];
    paces: import("./message").Pace[];
  };
}
declare module "virtual:tables" {
  export const tables: Record<string, () => Promise<{ default: import("./game").GamePart }>>;
}
declare module "*.tsv" {
  const rows: string;
  export default rows;
}
declare module "*.def" {
  const rows: string;
  export default rows;
}
declare const KEEP: string[];
declare const VERSION: string;
