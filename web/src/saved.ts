// SPDX-License-Identifier: MIT
// saved.ts - a table on this device as it is kept in the browser, and what a new one is like.
import { type Options, type Phase, type RoundInfo, type SeatInfo, type TableState, type Wishes, optionTexts } from "./message";

/** A moment of another game from which somebody goes on: its log up to there, and where that game is. */
export interface Origin {
  log: string;
  /** The number of the move that was made there. */
  n: number;
  /** The page with its review. */
  path: string;
}

/** All of a table, as it is kept in the browser. */
export interface Saved {
  code: string;
  game: string;
  options: Options;
  seats: SeatInfo[];
  clock: TableState["clock"];
  pace: TableState["pace"];
  phase: Phase;
  round: number;
  rounds: RoundInfo[];
  progress: string[];
  /** Own words, in a game that has words. */
  own?: string[];
  secret: string;
  luck: string | null;
  /** The log of the round in progress, or of the last one. */
  log: string;
  /** Which chair is this person's; the first, if it is not said. */
  me?: number;
  /** This is no game of its own but what might have become of another. */
  from?: Origin;
  /** For how long that round has been played, in milliseconds: some games end by the clock. */
  played?: number;
}
const botSeat = (level: string): SeatInfo => ({ name: null, bot: level, here: true, playing: "bot" });
export function newTable(code: string, game: string, name: string, seats: number, level: string, secret: string): Saved {
  const me: SeatInfo = { name, bot: null, here: true, playing: "person" };
  return {
    code, game, options: {}, seats: [me, ...Array.from({ length: seats - 1 }, () => botSeat(level))], clock: "relaxed", pace: "human",
    phase: "lobby", round: 0, rounds: [], progress: [], secret, luck: null, log: "",
  };
}

/** A table at which `me` goes on from a moment of another game; bots sit on all other chairs. */
export function whatIf(
  code: string, played: { game: string; options: Options }, seats: readonly SeatInfo[], me: number, from: Origin, secret: string,
): Saved {
  const chairs = seats.map((s, i): SeatInfo => (i === me
    ? { name: s.name, bot: null, here: true, playing: "person" }
    : { ...botSeat(s.bot ?? "sharp"), name: s.name }));
  return {
    code, game: played.game, options: played.options, seats: chairs, clock: "off", pace: "brisk", phase: "playing",
    round: 1, rounds: [], progress: [], secret, luck: null, log: "", me, from,
  };
}

/** What the host of a table wishes for; nothing of it may change in the middle of a round but clock and pace. */
export function grant(s: Saved, w: Wishes): void {
  if (w.game && w.game !== s.game) Object.assign(s, { game: w.game, options: {}, own: [] });
  if (w.options) s.options = { ...s.options, ...optionTexts(w.options) };
  if (w.own) s.own = w.own;
  if (w.clock) s.clock = w.clock;
  if (w.pace) s.pace = w.pace;
  if (w.seats) resize(s.seats, w.seats);
}
function resize(seats: SeatInfo[], n: number): void {
  const level = seats[1]?.bot ?? "easy";
  while (seats.length < n) seats.push(botSeat(level));
  seats.length = Math.min(seats.length, n);
}
