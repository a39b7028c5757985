// SPDX-License-Identifier: MIT
// gist.ts - what is told of a move that made much happen, where there is room for a few sentences.
import type { TableEvent } from "./message";

/** How a round ends, where several of them make a game: kinds of events that turn cards up, and the one that counts them. */
export interface Rounds { opened: readonly string[]; counted: string }
interface Told { e: TableEvent }
export interface Gist<T> {
  /** What is told first. */
  deed: T[];
  /** Then it is said that the round is over. */
  over: boolean;
  rest: T[];
}

const FEW = 3;

/** The first, those of the player it mattered to, and then others. */
function few<T extends Told>(lines: readonly T[], who: number | null): T[] {
  const told = [...new Set([...lines.slice(0, 1), ...lines.filter(({ e }) => e.seat === who), ...lines])].slice(0, FEW);
  return lines.filter((line) => told.includes(line));
}

/** The points of the player it mattered to and of the best of the others. */
function counts<T extends Told>(lines: readonly T[], who: number | null): T[] {
  const points = ({ e }: T): number => Number(e["points"]), others = lines.filter(({ e }) => e.seat !== who);
  const best = others.find((line) => points(line) === Math.min(...others.map(points)));
  return lines.filter((line) => line.e.seat === who || line === best);
}

/** `who`: the player whose chances the move changed most; null: nobody more than others. */
export function gist<T extends Told>(lines: readonly T[], who: number | null, rounds?: Rounds): Gist<T> {
  const counted = lines.filter(({ e }) => e.e === rounds?.counted), last = counted.at(-1);
  if (!rounds || !last) return { deed: few(lines, who), over: false, rest: [] };
  const end = lines.findIndex(({ e }) => rounds.opened.includes(e.e) || e.e === rounds.counted);
  return {
    deed: lines.slice(0, Math.min(end, 1)), over: true,
    rest: [...counts(counted, who), ...lines.slice(lines.indexOf(last) + 1)],
  };
}
