// SPDX-License-Identifier: MIT
// looked.ts - what is shown until somebody has looked at it: cards seen, the end of a round.
import { useState } from "preact/hooks";
import { moment, since } from "../store";

/** The number of the last event that I have looked at, or that happened before I came; and a way to have looked at more. */
export function useLooked(): [number, (n: number) => void] {
  const round = moment.value?.round ?? 0, [looked, setLooked] = useState({ round, n: 0 });
  return [Math.max(since.value, looked.round === round ? looked.n : 0), (n) => setLooked({ round, n })];
}
