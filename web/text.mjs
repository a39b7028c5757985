// SPDX-License-Identifier: MIT
// text.mjs - the catalogues: .po and .tsv files of the web client, the terminal and every game, made into one
// dictionary for each language and scope. Also finds keys that are missing, unused or different between languages.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LANGS, languageOf } from "./languages.mjs";

const unquote = (line) =>
  line.slice(line.indexOf('"') + 1, line.lastIndexOf('"')).replace(/\\(.)/g, (_, c) => (c === "n" ? "\n" : c));

/** Keys and texts of one catalogue; a plural is an array. */
export function readPo(path) {
  const words = {};
  let key = "", into = null;
  readFileSync(path, "utf8").split("\n").forEach((line, i) => {
    const plural = /^msgstr\[(\d)\] /.exec(line);
    if (line.startsWith("msgid ")) {
      key = unquote(line);
      into = null;
      if (key in words) throw new Error(`${path}:${i + 1}: a second "${key}"`);
    } else if (line.startsWith("msgid_plural ")) into = null;
    else if (plural) (words[key] ??= [])[Number(plural[1])] = unquote(line);
    else if (line.startsWith("msgstr ")) {
      words[key] = unquote(line);
      into = key;
    } else if (line.startsWith('"') && into !== null) words[into] += unquote(line);
    else if (line.trim() && !line.startsWith("#")) throw new Error(`${path}:${i + 1}: neither msgid nor msgstr`);
  });
  delete words[""];
  return words;
}

/** The columns of a table of names, one dictionary for each language; its first line names the columns' languages. */
function readTsv(path, prefix) {
  const out = Object.fromEntries(LANGS.map((lang) => [lang, {}]));
  const [head, ...lines] = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [""];
  const columns = head.split("\t").slice(1);
  for (const line of lines) {
    if (!line || line.startsWith("#")) continue;
    const [id, ...names] = line.split("\t");
    for (const lang of LANGS) out[lang][prefix + id] = names[columns.indexOf(lang)];
  }
  return out;
}

function readCatalogues(folder, name) {
  return Object.fromEntries(
    LANGS.map((lang) => {
      const path = join(folder, `${name}.${lang}.po`);
      return [lang, existsSync(path) ? readPo(path) : {}];
    }),
  );
}

const merge = (...parts) => Object.fromEntries(LANGS.map((lang) => [lang, Object.assign({}, ...parts.map((p) => p[lang]))]));

/** Every folder of games/ with its games' ids (their "game.ID" keys) and words. */
export function gameFolders(root) {
  const games = join(root, "games");
  return readdirSync(games)
    .filter((name) => /^[a-z]/.test(name) && existsSync(join(games, name, "rules.c")))
    .sort()
    .map((name) => {
      const folder = join(games, name), text = join(folder, "text");
      const words = readCatalogues(text, "ui");
      const own = readCatalogues(join(folder, "web"), "text");
      const names = merge(readTsv(join(text, "cards.tsv"), "card."), readTsv(join(text, "cities.tsv"), "val."));
      const ids = Object.keys(words.en).filter((k) => k.startsWith("game.")).map((k) => k.slice(5));
      return { name, folder, ids, own, words: merge(names, words, own) };
    });
}

/** The rules help of a game: its text in every language. */
export function rulesOf(folder, id) {
  return Object.fromEntries(LANGS.map((lang) => [lang, readFileSync(join(folder, "text", `${id}.${lang}.txt`), "utf8")]));
}

/** What a game is, in its own first sentence. */
export const pitchOf = (rules) => rules.split("\n").filter((l) => l && !l.startsWith("#"))[0] ?? "";

const own = (root, name) => readCatalogues(join(root, "web", "text"), name);
export const webWords = (root) => merge(own(root, "ui"), own(root, "review"), own(root, "guide"));
export const tableWords = (root) => readCatalogues(join(root, "terminal", "text"), "ui");

const holes = (text) =>
  [...new Set([...(Array.isArray(text) ? text : [text]).join(" ").matchAll(/\{[#&@]?(\w+)/g)].map((m) => m[1]))]
    .filter((h) => h !== "name" && h !== "n")
    .sort()
    .join();

const formsOf = (lang) => languageOf(lang).plurals.length;

/** What is wrong with catalogues that should say the same in every language. */
export function compare(where, words) {
  const wrong = [];
  const keys = new Set(LANGS.flatMap((lang) => Object.keys(words[lang])));
  for (const key of keys)
    for (const lang of LANGS) {
      const text = words[lang][key], english = words.en[key];
      if (!text) wrong.push(`${where}, ${lang}: no "${key}"`);
      else if (english && Array.isArray(text) !== Array.isArray(english))
        wrong.push(`${where}, ${lang}: "${key}" is plural in one language only`);
      else if (Array.isArray(text) && text.length !== formsOf(lang)) wrong.push(`${where}, ${lang}: "${key}" needs ${formsOf(lang)} forms`);
      else if (english && holes(text) !== holes(english)) wrong.push(`${where}, ${lang}: "${key}" has other holes than in English`);
    }
  return wrong;
}

/** Keys that sources ask for: t("key"), t(x ? "one" : "other"), word("key"), lesson("key", ...), and t(`prefix.${...}`) as a prefix. */
export function keysAsked(sources) {
  const keys = new Set(), prefixes = new Set();
  for (const text of sources) {
    for (const [, first] of text.matchAll(/\b(?:t[nx]?|word|lesson)\(([^,()]*)/g))
      for (const m of first.matchAll(/(?:^|[^?]\?|:)\s*"([^"]+)"/g)) keys.add(m[1]);
    for (const m of text.matchAll(/\bt[nx]?\(\s*`([\w.-]+)\$\{/g)) prefixes.add(m[1]);
  }
  return { keys, prefixes: [...prefixes] };
}
