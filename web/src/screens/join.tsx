// SPDX-License-Identifier: MIT
// join.tsx - what somebody sees who opens an invitation: who invites, to which game, who is there; a name, a cat, sit down.
import type { JSX } from "preact";
import { Button } from "../parts/basic";
import { GamePicture } from "../parts/gamepicture";
import { MyFields, myCat, myName } from "../parts/me";
import { Face } from "../parts/person";
import { listing, t } from "../i18n";
import { change } from "../settings";
import { gameInfo, say, seatName, table } from "../store";

const isolated = (text: string): string => `\u2068${text}\u2069`;

export function Join(): JSX.Element | null {
  const s = table.value, game = s ? gameInfo(s.game) : undefined, cat = myCat();
  if (!s) return null;
  const here = s.seats.map((c, i) => (c.name || c.bot ? i : -1)).filter((i) => i >= 0);
  return (
    <main class={`lobby join-in table-${game?.folder ?? ""} game-${s.game}`}>
      <div class="ticket">
        {game && <GamePicture game={game} />}
        <h1>{t("join.by", { name: isolated(seatName(s.host)), game: isolated(t(`game.${s.game}`)) })}</h1>
      </div>
      <section class="join-me"><MyFields cat={cat} onCat={(c) => change({ cat: c })} /></section>
      <p class="join-here"><span aria-hidden="true">{here.map((i) => <Face key={i} seat={i} />)}</span>
        {t("join.here", { t: listing(here.map((i) => isolated(seatName(i)))) })}</p>
      <div class="lobby-go">
        <Button kind="main" icon="check" onClick={() => say({ t: "sit", name: myName(), cat })}>{t("join.sit")}</Button>
      </div>
    </main>
  );
}
