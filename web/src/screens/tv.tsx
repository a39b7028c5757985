// SPDX-License-Identifier: MIT
// tv.tsx - the large screen in the room: the table for everybody, phones are the hands. It is told what any watcher is told,
// needs no input, and sounds here instead of on the phones.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { isLang, t } from "../i18n";
import { Bdi, Icon } from "../parts/basic";
import { Face } from "../parts/person";
import { usePart } from "../parts/parttable";
import { Qr } from "../parts/qr";
import { SceneView } from "../parts/scene";
import { Bubbles } from "../parts/talk";
import { change } from "../settings";
import { connect } from "../socket";
import { playAlways } from "../sound";
import { clock, engine, gameInfo, hear, leaveTable, line, log, moment, ready, seatName, table } from "../store";
import { story } from "../voice";
import { Podium } from "./result";
import { prompt, useMover } from "./table";

function useWatching(code: string): void {
  useEffect(() => {
    const wished = new URLSearchParams(location.search).get("lang") ?? "", root = document.documentElement;
    if (isLang(wished)) change({ lang: wished });
    root.dataset["tv"] = "";
    playAlways();
    leaveTable();
    engine.value = connect(code, { message: hear, line: (l) => { line.value = l; } }, {
      token: () => undefined, keep: () => undefined, advise: () => Promise.resolve(null), screen: true,
      have: () => { const m = moment.peek(); return m ? { round: m.round, n: m.n } : undefined; },
    });
    return () => { leaveTable(); delete root.dataset["tv"]; };
  }, [code]);
}

const link = (code: string): string => `${location.origin}/t/${code}`;

/** Before it starts: how to join, large enough to be read and photographed from the sofa, and who is there. */
function Waiting(): JSX.Element | null {
  const s = table.value;
  if (!s) return null;
  return (
    <main class="tv-lobby">
      <h1>{t(`game.${s.game}`)}</h1>
      <div class="tv-invite">
        <Qr text={link(s.code)} />
        <p>{t("tv.join")}<strong dir="ltr">{link(s.code).replace(/^https?:\/\//, "")}</strong></p>
      </div>
      <ul class="tv-people">
        {s.seats.map((c, i) => (
          <li key={i} class={c.name || c.bot ? "" : "free"}>
            {c.name || c.bot ? <Face seat={i} /> : <span class="face nobody"><Icon name="person" /></span>}<Bdi>{seatName(i)}</Bdi>
          </li>
        ))}
      </ul>
    </main>
  );
}

/** The latest thing that happened, as a headline. */
function Headline(): JSX.Element {
  const last = story(log.value).pop();
  return <p class="tv-headline" key={last?.e.n} role="status">{last?.text}</p>;
}

function Playing(): JSX.Element {
  const s = table.value, m = moment.value, part = usePart(s?.game);
  useMover(part);
  if (!s || !m || !part || ready.value !== s.game) return <main class="loading"><Icon name="paw" /></main>;
  const last = s.rounds[s.rounds.length - 1], won = s.phase === "over" ? last?.winners ?? [] : [];
  return (
    <main class={`tv-table table table-${gameInfo(s.game)?.folder ?? ""} game-${s.game}`}>
      <h1 class="read-aloud">{t(`game.${s.game}`)}</h1>
      <div class="banner">
        {s.phase === "playing" && m.asked.slice(0, 3).map((seat) => <Face key={seat} seat={seat} />)}
        <span class="banner-text">{prompt(part.prompt)}</span>
        <small class="tv-code" dir="ltr">{s.code}</small>
      </div>
      <div class="felt" aria-hidden="true" />
      <div class="board">
        <part.Table game={s.game} view={m.view} me={null} seats={s.seats.length} asked={m.asked} rows={[]} play={() => undefined}
          busy options={s.options} clock={clock.value} replay={false} />
      </div>
      <div class="dock"><Headline /></div>
      {s.phase === "over" && (
        <div class="tv-over"><Podium seats={won} crowned={won.length > 0} paper={won.length > 0} />
          <p>{won.length ? won.map(seatName).join(", ") : t("over")}</p></div>
      )}
    </main>
  );
}

export function TvScreen({ code }: { code: string }): JSX.Element {
  useWatching(code);
  const s = table.value, l = line.value;
  if (l === "gone" && !s) return <main class="sorry"><h1>{t("table.none")}</h1><p>{t("table.none.why")}</p></main>;
  return (
    <>
      {(l === "waiting" || l === "connecting") && s && <div class="line" role="status"><Icon name="wifi-off" />{t("line.waiting")}</div>}
      {!s ? <main class="loading"><Icon name="paw" /></main> : s.phase === "lobby" ? <Waiting /> : <Playing />}
      <SceneView />
      <Bubbles />
    </>
  );
}
