// SPDX-License-Identifier: MIT
// start.tsx - the first page: the games, a code to join with, and the tables this browser sits at.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, Icon } from "../parts/basic";
import { TopBar } from "../parts/bar";
import { GamePicture } from "../parts/gamepicture";
import { t, tn } from "../i18n";
import type { GameInfo, OpenTable, Tables } from "../message";
import { api } from "../socket";
import { type KeptTable, dropTable, gameInfo, games, go, tables } from "../store";
import { stats } from "../stats";
import { NewTable } from "./newtable";

const chosen = signal<GameInfo | null>(null);

function GameTile({ game, i }: { game: GameInfo; i: number }): JSX.Element {
  const tally = stats.value.games[game.id];
  return (
    <li class={`tile ${i === 0 ? "first" : ""}`}>
      <button type="button" onClick={() => { chosen.value = game; }} aria-haspopup="dialog">
        <GamePicture game={game} />
        <span class="tile-text">
          <strong>{t(`game.${game.id}`)}</strong>
          <span class="tile-pitch">{t(`pitch.${game.id}`)}</span>
          <span class="tile-seats">
            <Icon name="person" />{t("seats.range", { from: game.seats[0], to: game.seats[1] })}
            {tally && <span class="tile-tally"><Icon name="trophy" />{t("stats.won", { won: tally.won, n: tally.played })}</span>}
          </span>
        </span>
      </button>
    </li>
  );
}

function Join(): JSX.Element {
  const [code, setCode] = useState("");
  const clean = code.toLowerCase().replace(/[^a-z]/g, "");
  return (
    <form class="join" onSubmit={(e) => { e.preventDefault(); if (clean) go(`/t/${clean}`); }}>
      <label for="join-code">{t("join.title")}</label>
      <div class="join-in">
        <input id="join-code" value={code} onInput={(e) => setCode(e.currentTarget.value)} placeholder={t("join.example")}
          autocomplete="off" autocapitalize="none" spellcheck={false} dir="ltr" maxLength={24} />
        <button type="submit" class="button main"><span>{t("join.go")}</span></button>
      </div>
    </form>
  );
}

/** What sort of table it is; a shared one is known by its code. */
const keptAs = (row: KeptTable): string =>
  (row.whatIf ? t("whatif") : row.guided ? t("guide") : row.here ? t("kept.here") : row.code);

function Kept({ row }: { row: KeptTable }): JSX.Element {
  const game = gameInfo(row.game), path = row.here ? `/here/${row.code}` : `/t/${row.code}`;
  return (
    <li>
      <a href={path} onClick={(e) => { e.preventDefault(); go(path); }}>
        {game ? <GamePicture game={game} /> : <Icon name={row.here ? "bot" : "link"} />}
        <span>
          <strong>{t(`game.${row.game}`)}</strong>
          <small>{keptAs(row)} · {t(`phase.${row.phase ?? "lobby"}`)}</small>
        </span>
        <Icon name="forward" />
      </a>
      <Button icon="close" kind="quiet" label={t("kept.drop", { code: row.code })} onClick={() => dropTable(row.code, row.here)} />
    </li>
  );
}

/** Tables that anybody may join, if there is a server and somebody opened one. */
function OpenTables(): JSX.Element | null {
  const [list, setList] = useState<OpenTable[]>([]);
  useEffect(() => { void api<Tables>("/api/tables").then((x) => setList(x.tables.slice(0, 6))).catch(() => undefined); }, []);
  if (!list.length) return null;
  return (
    <section class="kept" aria-labelledby="open-title">
      <h2 id="open-title">{t("open.title")}</h2>
      <ul>{list.map((o) => (
        <li key={o.code}><a href={`/t/${o.code}`} onClick={(e) => { e.preventDefault(); go(`/t/${o.code}`); }}>
          {gameInfo(o.game) ? <GamePicture game={gameInfo(o.game) as GameInfo} /> : <Icon name="person" />}
          <span><strong>{t(`game.${o.game}`)}</strong><small>{tn("lobby.free", o.seats - o.taken)}</small></span>
          <Icon name="forward" /></a></li>
      ))}</ul>
    </section>
  );
}

export function Start(): JSX.Element {
  const mine = tables.value.filter((k) => k.game);
  useEffect(() => () => { chosen.value = null; }, []);
  return (
    <>
      <TopBar />
      <main class="start">
        <div class="hero">
          <div class="hero-text"><h1>{t("start.title")}</h1><p>{t("start.lead")}</p></div>
          <Join />
        </div>
        {mine.length > 0 && (
          <section class="kept" aria-labelledby="kept-title">
            <h2 id="kept-title">{t("kept.title")}</h2>
            <ul>{mine.slice(0, 4).map((row) => <Kept key={row.code} row={row} />)}</ul>
          </section>
        )}
        <section aria-labelledby="games-title">
          <h2 id="games-title" class="read-aloud">{tn("start.games", games.length)}</h2>
          <ul class="tiles">{games.map((g, i) => <GameTile key={g.id} game={g} i={i} />)}</ul>
        </section>
        <OpenTables />
        <footer class="fine"><p>{t("start.foot")}</p></footer>
      </main>
      {chosen.value && <NewTable game={chosen.value} onClose={() => { chosen.value = null; }} />}
    </>
  );
}
