// SPDX-License-Identifier: MIT
// languages.mjs - the languages of core/languages.def, for the build and the tests; and for the client, which imports them as
// "virtual:languages" (types: src/assets.d.ts).
import { readFileSync } from "node:fs";

const list = new URL("../core/languages.def", import.meta.url);
export const LANGUAGES = [...readFileSync(list, "utf8").matchAll(/^LANGUAGE\((.*)\)$/gm)].map(([, row]) => {
  const cells = [...row.matchAll(/"([^"]*)"|\w+/g)].map((m) => m[1] ?? m[0]);
  if (cells.length !== 9) throw new Error(`core/languages.def: ${cells.length} columns, not 9: ${row}`);
  const [code, name, english, direction, locale, tags, plurals, first, last] = cells;
  return {
    code, name, english, dir: direction.toLowerCase(), locale,
    tags: tags.split(" "), plurals: plurals.split(" "), letters: [Number(first), Number(last)],
  };
});
export const LANGS = LANGUAGES.map((l) => l.code);
export const languageOf = (code) => LANGUAGES.find((l) => l.code === code);

/** For esbuild: answers an import of "virtual:languages" with the list. */
export const languagesModule = {
  name: "languages",
  setup(b) {
    b.onResolve({ filter: /^virtual:languages$/ }, (a) => ({ path: a.path, namespace: "languages" }));
    const contents = `export const languages = ${JSON.stringify(LANGUAGES)};`;
    b.onLoad({ filter: /.*/, namespace: "languages" }, () => ({ contents, loader: "js" }));
  },
};
