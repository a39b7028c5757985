// SPDX-License-Identifier: MIT
// offer.ts - reading an offer. A row such as "play favor @1|@2" stands for every combination of its choices. The
// client only ever narrows offers down to one move; the engine that made them decides what is legal.

export interface Row {
  verb: string;
  /** The choices at each place after the verb. */
  places: string[][];
}

/** What of an offer is to be asked. Where the server answers for me, there is nothing to ask, or not about staying silent,
 *  which is the first move: how soon I said so could tell others that I had a choice. */
export function toAsk(offer: readonly string[], left?: "quiet" | "asked"): readonly string[] {
  return left === "quiet" ? [] : left === "asked" ? offer.slice(1) : offer;
}

export function readOffer(offer: readonly string[]): Row[] {
  return offer.map((text) => {
    const [verb = "", ...rest] = text.split(" ");
    return { verb, places: rest.map((token) => token.split("|")) };
  });
}

export const rowsOf = (rows: readonly Row[], verb: string): Row[] => rows.filter((r) => r.verb === verb);

/** The rows that remain when the first places are fixed to these words. */
export function narrow(rows: readonly Row[], words: readonly string[]): Row[] {
  return rows.filter((r) => words.every((w, i) => r.places[i]?.includes(w)));
}

/** What may stand at a place, over all rows, without doubles. */
export function choicesAt(rows: readonly Row[], place: number): string[] {
  return [...new Set(rows.flatMap((r) => r.places[place] ?? []))];
}

/** Seats named at a place: "@2" is 2. */
export const seatsAt = (rows: readonly Row[], place: number): number[] =>
  choicesAt(rows, place).filter((w) => w.startsWith("@")).map((w) => Number(w.slice(1)));

/** The rows whose leading places can be filled with exactly these words, in any order; and the order that fits. */
export function fitting(rows: readonly Row[], words: readonly string[]): { row: Row; order: string[] }[] {
  return rows.flatMap((row) => {
    const order = place(row.places, 0, [...words]);
    return order ? [{ row, order }] : [];
  });
}

function place(places: readonly string[][], i: number, left: string[]): string[] | null {
  if (!left.length) return [];
  for (const word of new Set(left)) {
    if (!places[i]?.includes(word)) continue;
    const rest = [...left];
    rest.splice(rest.indexOf(word), 1);
    const tail = place(places, i + 1, rest);
    if (tail) return [word, ...tail];
  }
  return null;
}

/** All moves of an offer written out, up to a limit. */
export function expand(rows: readonly Row[], limit = 500): string[] {
  const out: string[] = [];
  for (const r of rows) {
    let texts = [r.verb];
    for (const choices of r.places) texts = texts.flatMap((t) => choices.map((c) => `${t} ${c}`)).slice(0, limit);
    out.push(...texts);
  }
  return out.slice(0, limit);
}

/** Is this one of the moves offered? Open places (WORD, N) take anything. */
export function offered(rows: readonly Row[], move: string): boolean {
  const [verb, ...words] = move.split(" ");
  return rows.some((r) => r.verb === verb && r.places.length === words.length
    && r.places.every((choices, i) => choices.includes(words[i] ?? "") || /^[A-Z]+$/.test(choices[0] ?? "")));
}
