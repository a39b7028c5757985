// SPDX-License-Identifier: MIT
// message.ts - what client and table say to each other. The messages themselves are types of "protocol", which
// web/types.mjs writes from the schemas in protocol/; here is what only this client knows. The worker and the server
// speak the same; nothing else in the client knows which of the two is at the other end.
import type { Advice } from "./review";
import type { ClientMessage, Game, Options, Refusal, TableMessage, Wishes } from "protocol";

export type * from "protocol";

/** A game, and the folder that has its words and its table. */
export type GameInfo = Game & { folder: string };

/** Why something was not done: a code of the protocol, or that nobody answered. */
export type Refusing = Refusal["code"] | "no_server";

/** Options may be wished for as numbers; a table knows them as text. */
export const optionTexts = (wished: Wishes["options"]): Options =>
  Object.fromEntries(Object.entries(wished ?? {}).map(([name, value]) => [name, String(value)]));

/** The state of the connection to the table. */
export type Line = "connecting" | "open" | "waiting" | "elsewhere" | "gone" | "closed";

/** What answers: the server over a socket, or the worker on this device. */
export interface Engine {
  say(message: ClientMessage): void;
  close(): void;
  /** Take the seat back from another tab, or try again now. */
  retry(): void;
  /** Bots on this device may be hurried; a server ignores it. */
  hurry?(): void;
  /** What looks best for me now; null: nobody can say. A short one is thought about less, where that can be chosen. */
  hint(short?: boolean): Promise<Advice | null>;
  /** The log of a finished round, as text. */
  log(round: number): Promise<string>;
}
export interface Hearing {
  message(m: TableMessage): void;
  line(l: Line): void;
  /** So much waits to be said until the line is open again. */
  unsent?(n: number): void;
}
