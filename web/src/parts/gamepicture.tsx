// SPDX-License-Identifier: MIT
// gamepicture.tsx - a game in one picture: its emblem, or a few of its cards fanned out.
import type { JSX } from "preact";
import { assets } from "virtual:assets";
import type { GameInfo } from "../message";
import { picture } from "../pictures";

const FANNED = 3;
export function GamePicture({ game }: { game: GameInfo }): JSX.Element {
  const emblem = picture(game.folder, `emblem-${game.id}`);
  if (emblem) return <span class="game-picture"><img src={emblem} alt="" loading="lazy" /></span>;
  const cards = Object.entries(assets.pictures).filter(([k]) => k.startsWith(`${game.folder}/`) && !k.includes("back"));
  const faces = cards.map(([, url]) => url).slice(0, FANNED);
  return <span class="game-picture fan">{faces.map((url) => <img key={url} class="card" src={url} alt="" loading="lazy" />)}</span>;
}
