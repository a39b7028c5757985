// SPDX-License-Identifier: MIT
// say.ts - filling the holes of a sentence. The marks are those of tools/gen-text, so that the browser says of an
// event exactly what the terminal says of it.
import type { Json, TableEvent } from "./message";

export interface Hole {
  text: string;
  number?: number;
  /** Several cells instead of one. */
  cells?: number[];
  hidden?: boolean;
  nothing?: boolean;
}
export type Holes = Record<string, Hole>;

export interface Voice {
  /** A catalogue's text, or undefined. */
  word(key: string): string | undefined;
  /** The name of a seat as a subject ("You") or otherwise ("you"). */
  seat(seat: number, subject: boolean): string;
  viewer: number | null;
  seats: number;
  /** The arguments of the game's events and their types: "card:C target:@". */
  kinds: Record<string, string>;
  /** What lies in a cell, where the game has words. */
  cell?(cell: number): string | undefined;
  /** Names in a row. */
  listing?(names: string[]): string;
}

const MARKS: Record<string, string> = { "{": "}", "[": "]", "<": ">" };

/** Does it end as a sentence does, perhaps within marks of direction? */
const ended = (text: string): boolean => /[.!?。！？]\u2069*$/.test(text);

/** What fills a hole may end as a sentence does ("Nope!"): then no full stop follows it. */
export function fill(v: Voice, text: string, holes: Holes, mine: boolean): string {
  let out = "", filled = false;
  for (let i = 0; i < text.length; i++) {
    const open = text.charAt(i), close = MARKS[open];
    const end = close ? text.indexOf(close, i) : -1, doubled = filled && ".。".includes(open) && ended(out);
    filled = end >= 0;
    if (end < 0) { out += doubled ? "" : open; continue; }
    const inner = text.slice(i + 1, end);
    out += open === "{" ? hole(v, inner, holes, mine) : open === "<" ? choice(v, inner, holes, mine) : person(inner, mine);
    i = end;
  }
  return out;
}

const person = (both: string, mine: boolean): string => both.split("|")[mine ? 1 : 0] ?? "";

/* {key} {key:when hidden} {key+} {#key} {&key} {@key} */
function hole(v: Voice, inner: string, holes: Holes, mine: boolean): string {
  const colon = inner.indexOf(":");
  let key = colon < 0 ? inner : inner.slice(0, colon);
  const mark = key.length > 1 && "#&@".includes(key.charAt(0)) ? key.charAt(0) : "";
  if (mark) key = key.slice(1);
  const next = key.length > 1 && key.endsWith("+");
  if (next) key = key.slice(0, -1);
  const h = holes[key];
  if (!h || h.hidden || (colon >= 0 && h.nothing)) return colon >= 0 ? fill(v, inner.slice(colon + 1), holes, mine) : "?";
  const n = h.number ?? 0;
  if (mark === "#") return cells(v, h.cells ?? [n]);
  if (mark === "&") return side(v, n);
  if (mark === "@") return v.seat(n, false);
  return next ? String(n + 1) : h.text;
}

function cells(v: Voice, at: readonly number[]): string {
  const names = at.map((n) => v.cell?.(n) ?? String(n));
  return v.listing?.(names) ?? names.join(", ");
}

/** When what stands under a mark is said: if the value is there, is not there, can be read, is any number but one. */
const CHOSEN: Record<string, (h: Hole | undefined) => boolean> = {
  "": (h) => !!h && !h.hidden && !h.nothing,
  "!": (h) => !h || !!h.hidden || !!h.nothing,
  "~": (h) => !!h && !h.hidden,
  "+": (h) => !!h && !h.hidden && h.number !== 1,
};
/* <key:...> <!key:...> <~key:...> <+key:...> */
function choice(v: Voice, inner: string, holes: Holes, mine: boolean): string {
  const colon = inner.indexOf(":"), first = inner.charAt(0), mark = CHOSEN[first] ? first : "";
  const said = colon >= 0 && CHOSEN[mark]?.(holes[inner.slice(mark.length, colon)]);
  return said ? fill(v, inner.slice(colon + 1), holes, mine) : "";
}

/** The names of a side: even seats are side 0, odd ones side 1; any other number means all seats. */
function side(v: Voice, n: number): string {
  const seats = [...Array(v.seats).keys()].filter((s) => n > 1 || s % 2 === n);
  return seats.map((s) => v.seat(s, false)).join(v.word("and") ?? ", ");
}

/** The name of a card, a city, or any other word of the game. */
export function cardName(v: Pick<Voice, "word">, card: string): string {
  return v.word(`card.${card}`) ?? v.word(`text.${card}`) ?? v.word(`val.${card}`) ?? card;
}

/** The types of arguments: C card, @ seat, N number, W an open word. */
function typesOf(kind: string | undefined): Record<string, string> {
  const args = (kind ?? "").replace(/^~/, "").split(" ").filter(Boolean);
  return Object.fromEntries(args.map((a) => [a.split(":")[0], a.split(":")[1]?.charAt(0) ?? ""]));
}

function asHole(v: Voice, type: string, value: Json | undefined): Hole {
  if (value === null || value === undefined) return { text: "", hidden: true, nothing: true };
  if (type === "@" && typeof value === "number") return { text: v.seat(value, false), number: value };
  if (type === "C" && typeof value === "string") return { text: cardName(v, value) };
  return { text: String(value), number: Number(value), nothing: value === 0 || value === "" };
}

/** What happened, as a sentence from the viewer's seat; null when nothing is said of it. */
export function sentence(v: Voice, e: TableEvent): string | null {
  const text = v.word(`ev.${e.e}`);
  if (!text || text === "-") return null;
  const seat = e.seat;
  const holes: Holes = { who: { text: seat === undefined ? v.word("table") ?? "" : v.seat(seat, true), nothing: seat === undefined } };
  for (const [key, type] of Object.entries(typesOf(v.kinds[e.e]))) holes[key] = asHole(v, type, e[key]);
  return fill(v, text, holes, seat !== undefined && seat === v.viewer);
}

export type Reasoned = Record<string, string | number>;
const alike = (a: Reasoned, b: Reasoned): boolean => Object.keys({ ...a, ...b }).every((k) => k === "cell" || a[k] === b[k]);

/** Facts for or against a move, in words; `kinds` says what their arguments are. What is said of several words of the table is
 *  said once. Left out is what no words are for. */
export function reasonSentences(v: Voice, kinds: Record<string, string>, reasons: readonly Reasoned[]): string[] {
  return reasons.flatMap((r, i) => {
    const is = String(r["is"]), text = v.word(`why.${is}`), same = reasons.filter((x) => "cell" in x && alike(x, r));
    if (!text || (same.length > 1 && same[0] !== reasons[i])) return [];
    const holes: Holes = Object.fromEntries(Object.entries(typesOf(kinds[is])).map(([key, type]) => [key, asHole(v, type, r[key])]));
    if (holes["cell"] && same.length > 1) holes["cell"].cells = same.map((x) => Number(x["cell"]));
    return [fill(v, text, holes, false)];
  });
}

/** A move as a sentence: the catalogue's form whose words fit, its arguments filled in. */
export function moveSentence(v: Voice, forms: readonly string[], move: string): string {
  const words = move.replace(/ #\d+$/, "").split(" ");
  for (const form of forms) {
    const args = matchForm(form.split(" "), words);
    if (args) return fill(v, v.word(`mv.${form}`) ?? move, Object.fromEntries(args.map((a, i) => [String(i + 1), moveHole(v, a)])), false);
  }
  return move;
}

function moveHole(v: Voice, word: string | undefined): Hole {
  if (word === undefined) return { text: "", nothing: true };
  if (word.startsWith("@")) return { text: v.seat(Number(word.slice(1)), false), number: Number(word.slice(1)) };
  const name = v.word(`card.${word}`);
  if (name) return { text: name };
  return /^\d+$/.test(word) ? { text: word, number: Number(word) } : { text: cardName(v, word) };
}

function matchForm(form: string[], words: string[]): (string | undefined)[] | null {
  const args: (string | undefined)[] = [];
  for (let i = 0; i < Math.max(form.length, words.length); i++) {
    const token = form[i], word = words[i];
    if (token === undefined) return null;
    const optional = token.endsWith("?"), bare = optional ? token.slice(0, -1) : token;
    if (word === undefined) {
      if (!optional) return null;
      args.push(undefined);
      continue;
    }
    const arg = matchToken(bare, word);
    if (arg === null) return null;
    if (arg !== "") args.push(arg);
  }
  return args;
}

/* "" when the token is itself, null when it does not fit. */
function matchToken(token: string, word: string): string | null {
  const colon = token.indexOf(":");
  if (colon >= 0) {
    if (!word.startsWith(token.slice(0, colon + 1))) return null;
    return matchToken(token.slice(colon + 1), word.slice(colon + 1));
  }
  if (token === "@S") return /^@\d+$/.test(word) ? word : null;
  if (["C", "P", "A"].includes(token)) return word.includes(":") || word.startsWith("@") ? null : word;
  if (token === "N" || /^\d+-\d+$/.test(token)) return /^\d+$/.test(word) ? word : null;
  if (token === "W") return word;
  return token === word ? "" : null;
}
