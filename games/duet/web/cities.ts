// SPDX-License-Identifier: MIT
// cities.ts - the cities of the mission map. Cities and roads are the rules' own rows (missions.def); where they lie is
// the picture's (map.tsv).
import rules from "../missions.def";
import places from "../pictures/map.tsv";

export interface City {
  id: string;
  tokens: number;
  mistakes: number;
  x: number;
  y: number;
}
export const WIDE = 1000, HIGH = 640;
const at = new Map(places.split("\n").filter((l) => l && !l.startsWith("#")).map((l) => {
  const [id = "", x, y] = l.split("\t");
  return [id, { x: Number(x), y: Number(y) }];
}));
const rows = [...rules.matchAll(/^CITY\(\w+,\s*"(\w+)",\s*(\d+),\s*(\d+)\)/gm)];
export const CITIES: City[] = rows.map(([, id = "", tokens, mistakes]) =>
  ({ id, tokens: Number(tokens), mistakes: Number(mistakes), ...(at.get(id) ?? { x: 0, y: 0 }) }));
export const cityAt = new Map(CITIES.map((c) => [c.id, c]));
export const ROADS = [...rules.matchAll(/^ROAD\((\w+),\s*(\w+),/gm)].flatMap(([, from = "", to = ""]) => {
  const a = cityAt.get(from.toLowerCase()), b = cityAt.get(to.toLowerCase());
  return a && b ? [{ a, b }] : [];
});

/** Cities next to one that was won; the first is always open. */
export const opened = (won: readonly string[]): string[] => [
  CITIES[0]?.id ?? "", ...ROADS.flatMap(({ a, b }) => [...(won.includes(a.id) ? [b.id] : []), ...(won.includes(b.id) ? [a.id] : [])]),
];
