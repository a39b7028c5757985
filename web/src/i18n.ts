// SPDX-License-Identifier: MIT
// i18n.ts - the words, in the reader's language. Catalogues are fetched when they are needed. The language can change at
// any time: words are read from signals, so everything that shows them is drawn again.
import { computed, signal } from "@preact/signals";
import { assets } from "virtual:assets";
import { type Lang, type Language, languages } from "virtual:languages";
import { insist } from "./insist";
import { fill, type Holes } from "./say";

export { type Lang, languages };
export const isLang = (x: string): x is Lang => languages.some((l) => l.code === x);
const languageOf = (code: Lang): Language => languages.find((l) => l.code === code) ?? languages[0];

type Words = Record<string, string | string[]>;
const catalogues = signal<Record<string, Words>>({});
export const lang = signal<Lang>(languages[0].code);
export const dir = computed(() => languageOf(lang.value).dir);
/** The folder of the game at the table: its words are looked up before the common ones. */
export const scope = signal<string | null>(null);

async function fetchJson(url: string): Promise<unknown> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

const loading = new Map<string, Promise<void>>();
export function load(name: string): Promise<void> {
  const url = assets.text[name];
  if (!url || catalogues.peek()[name]) return Promise.resolve();
  const running = loading.get(name) ?? insist(() => fetchJson(url)).then((words) => {
    catalogues.value = { ...catalogues.peek(), [name]: words as Words };
  }).finally(() => loading.delete(name));
  loading.set(name, running);
  return running;
}

/** Shows everything in another language, once its words are here. */
export async function speak(next: Lang): Promise<void> {
  await Promise.all([load(`ui.${next}`), scope.peek() ? load(`${scope.peek()}.${next}`) : null]);
  lang.value = next;
  document.documentElement.lang = next;
  document.documentElement.dir = dir.peek();
}

/** Fetches the words of a game and uses them from now on. */
export async function enter(folder: string): Promise<void> {
  await load(`${folder}.${lang.peek()}`);
  scope.value = folder;
}

export function lookUp(key: string, folder: string | null = scope.value): string | string[] | undefined {
  const all = catalogues.value;
  return (folder ? all[`${folder}.${lang.value}`]?.[key] : undefined) ?? all[`ui.${lang.value}`]?.[key];
}
export function word(key: string, folder?: string | null): string | undefined {
  const text = folder === undefined ? lookUp(key) : lookUp(key, folder);
  return typeof text === "string" ? text : text?.[text.length - 1];
}

export type Args = Record<string, string | number>;
const voice = { word, seat: () => "", viewer: null, seats: 0, kinds: {} };
const asHole = (v: Args[string]): Holes[string] => ({ text: typeof v === "number" ? number(v) : v, number: Number(v), nothing: v === "" });
const asHoles = (args: Args): Holes => Object.fromEntries(Object.entries(args).map(([k, v]) => [k, asHole(v)]));

/** The words for a key; the key itself if there are none, which web/check.mjs prevents. */
export function t(key: string, args?: Args): string {
  const text = word(key) ?? key;
  return text === "-" ? "" : args ? fill(voice, text, asHoles(args), false) : text;
}

/** The same with a number in it that decides the form. */
export function tn(key: string, n: number, args: Args = {}): string {
  const forms = lookUp(key);
  if (!Array.isArray(forms)) return t(key, { ...args, n });
  const form = languageOf(lang.value).plurals.indexOf(new Intl.PluralRules(lang.value).select(n));
  return fill(voice, forms[form < 0 ? forms.length - 1 : form] ?? key, asHoles({ ...args, n }), false);
}

export const number = (n: number): string => new Intl.NumberFormat(lang.value, { useGrouping: n >= 10000 }).format(n);
/** A chance as a whole number of hundredths, and "43 %". */
export const hundredths = (x: number): number => Math.round(100 * x);
export const percent = (x: number): string => t("percent", { n: hundredths(x) }).replace(" ", "\u00a0");
/** A change in hundredths, always with its sign, which stays in front of it from right to left, too. */
export const signed = (x: number): string =>
  `\u2066${new Intl.NumberFormat(lang.value, { signDisplay: "exceptZero" }).format(hundredths(x))}\u2069`;
/** Names in a row: "Dana, Noa and Tom". */
export const listing = (names: string[]): string => new Intl.ListFormat(lang.value, { type: "conjunction" }).format(names);

/** The forms of moves the game at the table has sentences for. */
export function moveForms(): string[] {
  const folder = scope.value;
  const words = folder ? catalogues.value[`${folder}.${lang.value}`] : undefined;
  return Object.keys(words ?? {}).filter((k) => k.startsWith("mv.")).map((k) => k.slice(3));
}

const rulesKept = new Map<string, string>();
export async function rulesText(game: string, language: Lang): Promise<string> {
  const url = assets.text[`rules.${game}.${language}`];
  if (!url) return "";
  const kept = rulesKept.get(url);
  if (kept !== undefined) return kept;
  const text = await insist(async () => (await fetch(url)).text());
  rulesKept.set(url, text);
  return text;
}

/** The language a visitor most likely reads: that of the first tag we know, the longest of our tags first (core/language.c). */
export function guessLang(wanted: readonly string[]): Lang {
  const ours = languages
    .flatMap((l) => l.tags.map((tag) => ({ tag: tag.toLowerCase(), code: l.code })))
    .sort((a, b) => b.tag.length - a.tag.length);
  for (const w of wanted.map((tag) => tag.toLowerCase())) {
    const found = ours.find(({ tag }) => w === tag || w.startsWith(`${tag}-`));
    if (found) return found.code;
  }
  return languages[0].code;
}
