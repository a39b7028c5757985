// SPDX-License-Identifier: MIT
// standings.ts - who came where: the best first, and whoever has the same points shares a place.
export interface Standing {
  seat: number;
  place: number;
}
export const standings = (points: readonly number[]): Standing[] =>
  points.map((mine, seat) => ({ seat, place: 1 + points.filter((p) => p > mine).length })).sort((a, b) => a.place - b.place);
