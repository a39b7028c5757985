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
    games: (import("./message").GameInfo & {
      events: Record<string, string>;
      reasons: Record<string, string>;
      beats: Record<string, number>;
    })[];
    bots: string[];
    clocks: import("./message").ClockName[];
    paces: import("./message").Pace[];
    /** How much of a beat everybody waits, in percent, by pace. */
    beats: Record<string, number>;
  };
}
/* The languages of core/languages.def, English first (languages.mjs). */
declare module "virtual:languages" {
  /** A code that stands in the list. */
  export type Lang = string & { readonly listed: true };
  export interface Language {
    code: Lang;
    name: string;
    dir: "ltr" | "rtl";
    /** What browsers ask for it by: "zh" takes "zh-TW" too. */
    tags: string[];
    /** The plural forms, in the order in which catalogues have them. */
    plurals: string[];
    /** The first and the last code point of its letters. */
    letters: [number, number];
  }
  export const languages: [Language, ...Language[]];
}
declare module "virtual:tables" {
  export const tables: Record<string, () => Promise<{ default: import("./game").GamePart }>>;
  export const guides: Record<string, () => Promise<{ default: import("./lesson").Guide }>>;
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
/** What notices say, by language: their own sentences, and the names of games. */
declare const NOTICES: Record<string, Record<string, string>>;
declare const NOTICE_ICON: string;
