// SPDX-License-Identifier: MIT
// played.ts - finished rounds, for replays and reviews: where their logs are, and showing one where every part of the client
// looks for a table.
import { savedTable } from "./here";
import { putAway, recall } from "./kept";
import { LINK, unpackLog } from "./link";
import type { SeatInfo, Table } from "./message";
import { api } from "./socket";
import { keptTable, table } from "./store";

export interface Played {
  /** Empty: there is none, or the round is not over. */
  log: string;
  seats: SeatInfo[] | null;
  /** Which seat was mine; null: none, or nobody knows. */
  me: number | null;
}

/* ---- where logs are ------------------------------------------------------------- */

function playedHere(code: string): Played {
  const saved = savedTable(code), over = saved?.phase === "over" && !saved.from;
  return { log: over ? saved.log : "", seats: saved?.seats ?? null, me: saved?.me ?? 0 };
}
async function playedElsewhere(code: string, round: number): Promise<Played> {
  const [log, about] = await Promise.all([
    fetch(`/api/tables/${code}/rounds/${round}`).then((r) => (r.ok ? r.text() : "")),
    api<Table>(`/api/tables/${code}`).catch(() => null),
  ]);
  return { log, seats: about?.seats ?? null, me: keptTable(code, false)?.sat?.[round] ?? null };
}
/** A finished round. One that was fetched before is found without a network, too. */
export async function fetchPlayed(code: string, round: number, here: boolean): Promise<Played> {
  if (code === LINK) return { log: await unpackLog(location.hash.slice(1)), seats: null, me: null };
  if (here) return playedHere(code);
  const key = `played ${code} ${round}`, played = await playedElsewhere(code, round).catch(() => null);
  if (played?.log) void putAway(key, played);
  return played ?? (await recall<Played>(key)) ?? { log: "", seats: null, me: null };
}

/* ---- showing one -------------------------------------------------------------------- */

const chair = (i: number): SeatInfo => ({ name: null, bot: `${i}`, here: true, playing: "bot" });

/** Puts a finished table where every part looks for a table, as this seat; null: as somebody who looks on. */
export function showPlayed(r: { game: string; players: number }, seats: SeatInfo[] | null, me: number | null): void {
  const people = Array.from({ length: r.players }, (_, i) => seats?.[i] ?? chair(i));
  table.value = {
    code: "", phase: "over", round: 1, game: r.game, options: {}, seats: people, host: 0, watching: 0, screen: false, open: false,
    hints: false,
    clock: "off", pace: "human", absent: "wait", fair: { commit: "", luck: [], secret: null }, next: null,
    progress: [], own: 0, rounds: [], you: { seat: me, host: false },
  };
}
