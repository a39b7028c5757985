// SPDX-License-Identifier: MIT
// ui.ts - what is open above the screen, and what is read aloud.
import { signal } from "@preact/signals";
import type { GamePart } from "./game";

export const settingsOpen = signal(false);
/** The game whose rules are shown, and the card they were asked about. */
export const rulesOpen = signal<{ game: string; card?: string } | null>(null);
/** A word for everybody to see, for a few seconds. */
export const notice = signal("");
let noticeTimer = 0;
export function toast(text: string): void {
  notice.value = text;
  clearTimeout(noticeTimer);
  noticeTimer = window.setTimeout(() => { notice.value = ""; }, 4000);
}
/** Read aloud when they change: quietly, and at once. */
export const spoken = signal(""), called = signal("");
/** The guide of a first round has nothing to explain now: what has only one answer may be answered by itself. */
export const guideSilent = signal(false);
/** What the game at the table brings. */
export const gamePart = signal<GamePart | null>(null);
