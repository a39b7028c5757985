// SPDX-License-Identifier: MIT
// message.ts - what client and table say to each other (protocol/PROTOCOL.md), as types. The worker and the server
// speak the same; nothing else in the client knows which of the two is at the other end.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Facts = { [key: string]: Json };

export interface GameOption {
  name: string;
  role?: "minutes" | "lang";
  values?: string[];
  range?: [number, number];
  usual: string | number;
}
export interface GameInfo {
  id: string;
  seats: [number, number];
  options: GameOption[];
  folder: string;
}

export interface TableEvent {
  n: number;
  e: string;
  seat?: number;
  [key: string]: Json | undefined;
}

export interface SeatInfo {
  name: string | null;
  bot: string | null;
  here: boolean;
  playing: "person" | "bot" | null;
}
export interface RoundInfo {
  round: number;
  game: string;
  winners: number[];
  points: number[];
  moves: number;
}
export interface Fair {
  commit: string | null;
  luck: (string | null)[];
  secret: string | null;
}
export type Phase = "lobby" | "playing" | "paused" | "over";
export type ClockName = "off" | "relaxed" | "quick" | "slow";
export type Pace = "human" | "brisk" | "instant";

export interface TableState {
  code: string;
  phase: Phase;
  round: number;
  game: string;
  options: Record<string, string>;
  seats: SeatInfo[];
  host: number;
  watching: number;
  open: boolean;
  clock: ClockName;
  pace: Pace;
  absent: string;
  fair: Fair | null;
  /** Between rounds, the commitment of the one to come. */
  next?: string | null;
  progress: string[];
  rounds: RoundInfo[];
  you: { seat: number | null; host: boolean };
}

export interface ClockState {
  left: number;
  of: number;
}
export interface Moment {
  round: number;
  n: number;
  view: Facts;
  asked: number[];
  offer: string[];
  clock: ClockState | null;
}

export type TableMessage =
  | { t: "welcome"; v: number; server: string; heartbeat: number; seat: number | null; token?: string }
  | ({ t: "table" } & TableState)
  | ({ t: "view" } & Moment)
  | ({ t: "step"; events: TableEvent[] } & Moment)
  | { t: "seated"; seat: number; token: string }
  | { t: "ack"; id: string; n: number }
  | { t: "err"; code: string; id?: string; re?: string }
  | { t: "said"; seat: number; phrase: string }
  | { t: "handover"; key: string; seconds: number }
  | { t: "pong" }
  | { t: "bye"; after: number };

/** What the host may wish for between rounds. */
export interface Wishes {
  game?: string;
  options?: Record<string, string>;
  seats?: number;
  clock?: ClockName;
  pace?: Pace;
  absent?: string;
  open?: boolean;
}

export type ClientMessage =
  | { t: "sit"; name: string; seat?: number }
  | { t: "stand"; seat?: number }
  | { t: "name"; name: string }
  | { t: "swap"; seats: [number, number] }
  | { t: "bot"; seat: number; level: string | null }
  | ({ t: "set" } & Wishes)
  | { t: "host"; seat: number }
  | { t: "luck"; value: string }
  | { t: "start" }
  | { t: "pause"; on: boolean }
  | { t: "move"; id: string; round: number; move: string; at?: number }
  | { t: "say"; phrase: string }
  | { t: "handover" }
  | { t: "ping" };

/** How the line to the table is. */
export type Line = "connecting" | "open" | "waiting" | "elsewhere" | "gone" | "closed";

/** Whoever answers: the server over a socket, or the worker on this device. */
export interface Engine {
  say(message: ClientMessage): void;
  close(): void;
  /** Take the seat back from another tab, or try again now. */
  retry(): void;
  /** Bots on this device may be hurried; a server ignores it. */
  hurry?(): void;
  /** The log of a finished round, as text. */
  log(round: number): Promise<string>;
}
export interface Hearing {
  message(m: TableMessage): void;
  line(l: Line): void;
}
