// SPDX-License-Identifier: MIT
// check.mjs - what a machine can check of the client: every key in every language, none unused, and no physical
// (left, right) property in a style sheet, because pages must also work from right to left.
//   node check.mjs
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { LANGS } from "./languages.mjs";
import { compare, gameFolders, keysAsked, tableWords, webWords } from "./text.mjs";

function walk(folder, pattern) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name === "node_modules") return [];
    return statSync(path).isDirectory() ? walk(path, pattern) : pattern.test(name) ? [path] : [];
  });
}
const webFolders = (root) => [join(root, "web/src"), ...gameFolders(root).map((f) => join(f.folder, "web"))];
const files = (root, pattern) => webFolders(root).flatMap((f) => walk(f, pattern));
export const sourcesOf = (root) => [...files(root, /\.tsx?$/), join(root, "web/build.mjs")].map((f) => readFileSync(f, "utf8"));

const PHYSICAL = new RegExp([
  String.raw`(?:^|[\s;{])((?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*`,
  String.raw`|left|right|border-(?:top|bottom)-(?:left|right)-radius|float|clear)\s*:`,
  String.raw`|text-align\s*:\s*(left|right)`,
].join(""));
export function physical(path, text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, (c) => c.replace(/[^\n]/g, " ")).split("\n").flatMap((line, i) => {
    const found = PHYSICAL.exec(line);
    return found ? [`${path}:${i + 1}: "${(found[1] ?? found[2]).trim()}" is a physical property`] : [];
  });
}

/** Keys that sources use and no catalogue has, and keys of the web's own catalogue that nothing uses. */
export function orphans(root) {
  const wrong = [], web = webWords(root).en, table = tableWords(root).en, folders = gameFolders(root);
  const asked = keysAsked(sourcesOf(root));
  const known = new Set([...Object.keys(web), ...Object.keys(table), ...folders.flatMap((f) => Object.keys(f.words.en))]);
  for (const key of asked.keys) if (!known.has(key)) wrong.push(`nobody has the words for "${key}"`);
  const own = [["web/text", web], ...folders.map((f) => [`games/${f.name}/web`, f.own.en])];
  for (const [where, words] of own)
    for (const key of Object.keys(words))
      if (!asked.keys.has(key) && !asked.prefixes.some((p) => key.startsWith(p))) wrong.push(`${where}: nobody asks for "${key}"`);
  return wrong;
}

export function checkAll(root) {
  return [
    ...compare("web/text", webWords(root)),
    ...gameFolders(root).flatMap((f) => compare(`games/${f.name}`, f.words)),
    ...orphans(root),
    ...files(root, /\.css$/).flatMap((f) => physical(relative(root, f), readFileSync(f, "utf8"))),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = checkAll(dirname(dirname(fileURLToPath(import.meta.url))));
  console.log(wrong.length ? wrong.join("\n") : `words in ${LANGS.length} languages and styles are in order`);
  process.exit(wrong.length ? 1 : 0);
}
