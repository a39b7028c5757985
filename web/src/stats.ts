// SPDX-License-Identifier: MIT
// stats.ts - how often this person has played and won, counted in this browser.
import { signal } from "@preact/signals";
import type { TableState } from "./message";
import { keep, readKept } from "./settings";

export interface Tally {
  played: number;
  won: number;
}
interface Stats {
  games: Record<string, Tally>;
  /** The last round counted at each table, so that a refresh does not count it again. */
  counted: Record<string, number>;
}
const KEY = "ninelives.stats", MOST = 60;
const kept = readKept<Stats>(KEY);
export const stats = signal<Stats>({ games: kept?.games ?? {}, counted: kept?.counted ?? {} });

export function countRound(s: TableState): void {
  const last = s.rounds[s.rounds.length - 1], seat = s.you.seat, old = stats.peek();
  if (s.phase !== "over" || !last || seat === null || (old.counted[s.code] ?? 0) >= last.round) return;
  const was = old.games[last.game] ?? { played: 0, won: 0 };
  const others = Object.entries(old.counted).filter(([code]) => code !== s.code).slice(-MOST);
  const now = { played: was.played + 1, won: was.won + (last.winners.includes(seat) ? 1 : 0) };
  stats.value = { games: { ...old.games, [last.game]: now }, counted: Object.fromEntries([...others, [s.code, last.round]]) };
  keep(KEY, stats.peek());
}
