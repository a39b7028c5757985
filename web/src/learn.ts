// SPDX-License-Identifier: MIT
// learn.ts - new tables on this device: as somebody wishes, or for a first round with a guide.
import { guides } from "virtual:tables";
import { newCode, saveTable } from "./here";
import { lang, t } from "./i18n";
import { type GameInfo, type Options, type Wishes, optionTexts } from "./message";
import { newTable } from "./saved";
import { settings } from "./settings";
import { gameInfo, go, keepTable, table } from "./store";

const hex = (): string => Array.from(crypto.getRandomValues(new Uint8Array(32)), (b) => b.toString(16).padStart(2, "0")).join("");
export const myName = (): string => settings.value.name.trim() || t("name.guest");

/** What a new table offers where nothing else was chosen; and words on the table are in the host's language, if the game
 *  has them. */
export function offered(game: GameInfo, wished: Wishes["options"]): Options {
  const words = game.options.find((o) => o.role === "lang");
  const offers = game.options.flatMap((o) => (o.offer === undefined ? [] : [[o.name, o.offer] as const]));
  const options = { ...Object.fromEntries(offers), ...optionTexts(wished) };
  return words?.values?.includes(lang.peek()) && !options[words.name] ? { ...options, [words.name]: lang.peek() } : options;
}

export function startHere(game: GameInfo, seats: number, level: string, wish: Wishes, guided: string[] | null = null): void {
  const saved = newTable(newCode(), game.id, myName(), seats, level, hex());
  saved.options = offered(game, wish.options);
  if (wish.own) saved.own = wish.own;
  saved.clock = wish.clock ?? "relaxed";
  saved.pace = wish.pace ?? "human";
  saveTable(saved);
  keepTable({ code: saved.code, here: true, game: game.id, phase: "lobby", guided });
  go(`/here/${saved.code}`);
}

/** Games that bring lessons can be learnt by playing. */
export const canLearn = (game: GameInfo): boolean => game.folder in guides;
/** A first round: bots that make mistakes, no clock, and somebody who explains. */
export async function learn(game: GameInfo): Promise<void> {
  const guide = (await guides[game.folder]?.())?.default;
  if (guide) startHere(game, guide.seats, "easy", { options: guide.options ?? {}, clock: "off" }, []);
}
/** After it: an ordinary game of the same kind. */
export function nowPlay(): void {
  const s = table.peek(), game = s && gameInfo(s.game);
  if (game) startHere(game, s.seats.length, "easy", {});
}
