// SPDX-License-Identifier: MIT
// result.tsx - how the round ended, and what next: again with the same people, a replay, the fairness check.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Bdi, Button, Dialog, Icon } from "../parts/basic";
import { Line } from "../parts/log";
import { Face } from "../parts/person";
import type { GamePart } from "../game";
import { hasLore, meantIn } from "../here";
import { listing, number, t, tn } from "../i18n";
import type { Meant } from "../replay";
import { nowPlay } from "../learn";
import type { Origin } from "../saved";
import { sound } from "../sound";
import { standings } from "../standings";
import { checkPath, engine, go, me, moment, replayPath, reviewPath, rows, say, seatName, table } from "../store";
import { tell } from "../voice";

/** "I meant ...": fetched when somebody wants to know. */
function Meanings({ round }: { round: number }): JSX.Element {
  const [meant, setMeant] = useState<Meant[] | null>(null);
  const look = (): void => { void engine.peek()?.log(round).then(meantIn).then(setMeant).catch(() => setMeant([])); };
  return (
    <details class="meanings" onToggle={() => { if (!meant) look(); }}>
      <summary>{t("meant.title")}</summary>
      {meant && !meant.length && <p>{t("meant.none")}</p>}
      {meant && <ol class="log">{meant.map((m) => <Line key={m.event.n} e={m.event} text={tell(m.event)} meant={m.cells} />)}</ol>}
    </details>
  );
}

const SHOWN = 4, SCRAPS = 16;
/** The winners, large and with crowns; if I won, scraps of paper fall once. */
export function Podium({ seats, crowned, paper }: { seats: readonly number[]; crowned: boolean; paper: boolean }): JSX.Element {
  return (
    <div class={`podium ${crowned ? "" : "sad"}`} aria-hidden="true">
      {paper && <span class="scraps">{Array.from({ length: SCRAPS }, (_, i) => <i key={i} />)}</span>}
      {seats.slice(0, SHOWN).map((seat) => (
        <span key={seat} class="podium-one">
          {crowned && <svg viewBox="0 0 24 24"><path d="M3.5 7l4.5 5 4-7.5 4 7.5 4.5-5L19 19H5z" /></svg>}<Face seat={seat} />
        </span>
      ))}
    </div>
  );
}

interface ResultProps { here: boolean; from: Origin | undefined; guided: boolean; part: GamePart; onClose(): void; onChange(): void }
export function ResultDialog({ here, from, guided, part, onClose, onChange }: ResultProps): JSX.Element | null {
  const s = table.value, m = moment.value, last = s?.rounds[s.rounds.length - 1];
  const won = last && me.value !== null && last.winners.includes(me.value);
  useEffect(() => sound(won ? "win" : "lose"), []);
  if (!s || !m) return null;
  const winners = last?.winners ?? [], order = standings(s.seats.map((_, i) => last?.points[i] ?? 0));
  const ranked = order.some((o) => o.place > 1);                       // a team wins or loses together
  const check = checkPath(s.code, s.round, here), names = listing(winners.map((w) => `\u2068${seatName(w)}\u2069`));
  const title = won ? t("result.you") : winners.length ? t("result.they", { t: names, n: winners.length }) : t("result.nobody");
  const wins = (seat: number): number => s.rounds.filter((r) => r.winners.includes(seat)).length;
  return (
    <Dialog title={title} onClose={onClose} class={`result ${won ? "won" : ""}`}>
      <Podium seats={winners.length ? winners : order.map((o) => o.seat)} crowned={winners.length > 0} paper={!!won} />
      {part.Result && (
        <part.Result game={s.game} view={m.view} me={me.value} seats={s.seats.length} asked={[]} rows={rows.value}
          play={() => undefined} busy options={s.options} clock={null} replay={false} />
      )}
      <ol class={`places ${part.Result ? "short" : ""}`}>
        {order.map(({ seat, place }) => (
          <li key={seat} class={winners.includes(seat) ? "first" : ""}>
            {ranked && <b class="place">{number(place)}</b>}<Face seat={seat} /><strong><Bdi>{seatName(seat)}</Bdi></strong>
            {winners.includes(seat) && <Icon name="crown" />}
            {s.rounds.length > 1 && <small>{tn("result.wins", wins(seat))}</small>}
          </li>
        ))}
      </ol>
      {hasLore(s.game) && !from && <Meanings round={s.round} />}
      <p class="fine">{tn("result.moves", last?.moves ?? 0)} · {t("result.round", { n: number(s.round) })}
        {!from && <> · <a class="link" href={check} onClick={(e) => { e.preventDefault(); go(check); }}>{t("result.check")}</a></>}</p>
      <div class="result-go stay">
        {guided && <Button kind="main" icon="play" class="now-play" onClick={nowPlay}>{t("guide.play")}</Button>}
        {s.you.host && !guided && <Button kind="main" icon="replay" onClick={() => { say({ t: "start" }); onClose(); }}>
          {t(from ? "whatif.again" : "result.again")}</Button>}
        {!s.you.host && <p>{t("result.wait")}</p>}
        <div class="result-more">
          {from && <Button icon="chart" onClick={() => go(from.path)}>{t("whatif.back")}</Button>}
          {!from && <Button icon="chart" onClick={() => go(reviewPath(s.code, s.round, here))}>{t("review")}</Button>}
          {!from && <Button icon="fair" onClick={() => go(replayPath(s.code, s.round, here))}>{t("result.replay")}</Button>}
          {!here && s.you.host && <Button icon="settings" onClick={onChange}>{t("result.change")}</Button>}
          <Button kind="quiet" icon="leave" onClick={() => go("/")}>{t("result.leave")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
