// SPDX-License-Identifier: MIT
// sheet.tsx - the end of a round: all rows turned up; and the score sheet over the rounds.
import type { JSX } from "preact";
import {
  Bdi, Button, Dialog, Face, Icon, type Standing, type TableEvent, type TableProps, log, nameOf, number, seatName, standings, t, table,
  useLooked,
} from "web/kit";
import { RatCard } from "./card";
import { type View, asView, valueOf } from "./view";

interface Ended {
  /** The number of the last event of the round: 0 while it goes on. */
  n: number;
  round: number;
  knocked: number | null;
  rows: Map<number, (string | null)[]>;
  points: Map<number, number>;
  totals: Map<number, number>;
}
const begin = (round: number): Ended => ({ n: 0, round, knocked: null, rows: new Map(), points: new Map(), totals: new Map() });

function lay(r: Ended, e: TableEvent): void {
  const row = r.rows.get(e.seat ?? 0) ?? [null, null, null, null];
  row[Number(e["slot"]) - 1] = typeof e["card"] === "string" ? e["card"] : null;
  r.rows.set(e.seat ?? 0, row);
}

/** The rounds that ended while we were here, read from what happened. */
export function roundsIn(events: readonly TableEvent[], round: number): Ended[] {
  const ended: Ended[] = [];
  let now = begin(round);
  for (const e of events) {
    if (e.e === "dealt") {
      const next = Number(e["round"]);
      if (now.n) ended.push({ ...now, round: next - 1 });
      now = begin(next);
    } else if (e.e === "knocked") now.knocked = e.seat ?? null;
    else if (e.e === "revealed" || e.e === "filled") lay(now, e);
    else if (e.e === "scored") {
      now.n = e.n;
      now.points.set(e.seat ?? 0, Number(e["points"]));
      now.totals.set(e.seat ?? 0, Number(e["total"]));
    }
  }
  return now.n ? [...ended, { ...now, round }] : ended;
}

/* ---- all rows turned up ------------------------------------------------------------ */

interface OpenRowProps {
  seat: number;
  row: (string | null)[];
  points: number;
  total: number;
  /** In the whole game; null while it goes on. */
  place: number | null;
  first: boolean;
  lowest: boolean;
  knocked: boolean;
  delay: number;
}
/** One player's row, open, with its sum. */
function OpenRow({ seat, row, points, total, place, first, lowest, knocked, delay }: OpenRowProps): JSX.Element {
  return (
    <li class={`r-open ${first ? "first" : ""}`}>
      <span class="r-open-who">
        {place !== null && <b class="r-place">{number(place)}</b>}<Face seat={seat} /><strong><Bdi>{seatName(seat)}</Bdi></strong>
        {lowest && <span class="r-tag"><Icon name="crown" />{t("r.lowest")}</span>}
        {knocked && <span class="r-tag knock"><Icon name="knock" />{t("r.knocked")}</span>}
      </span>
      <span class="r-open-row" dir="ltr" role="img" aria-label={row.map((c) => (c ? nameOf(c) : "?")).join(", ")}>
        {row.map((c, i) => <span key={i} class="r-turn-up" style={{ animationDelay: `${delay + i * 120}ms` }}><RatCard card={c} /></span>)}
      </span>
      <span class="r-sum"><b>{number(points)}</b><small>{t("r.total.is", { n: total })}</small></span>
    </li>
  );
}

/** Everybody's rows, best first: by this round's points, or by the standings when the game is over. */
function OpenRows({ ended, final }: { ended: Ended; final?: readonly Standing[] }): JSX.Element {
  const pointsOf = (seat: number): number => ended.points.get(seat) ?? 0, lowest = Math.min(...ended.points.values());
  const byPoints = [...ended.points.keys()].sort((a, b) => pointsOf(a) - pointsOf(b)).map((seat) => ({ seat, place: null }));
  const order: readonly { seat: number; place: number | null }[] = final?.filter((o) => ended.points.has(o.seat)) ?? byPoints;
  return (
    <ol class="r-opens">
      {order.map(({ seat, place }, i) => (
        <OpenRow key={seat} seat={seat} row={ended.rows.get(seat) ?? []} points={pointsOf(seat)} total={ended.totals.get(seat) ?? 0}
          place={place} first={place === null ? pointsOf(seat) === lowest : place === 1} lowest={pointsOf(seat) === lowest}
          knocked={ended.knocked === seat} delay={i * 180} />
      ))}
    </ol>
  );
}

/** The round just over, until it has been looked at. The last one is part of the result. */
export function RoundOver({ view }: { view: View }): JSX.Element | null {
  const [looked, setLooked] = useLooked();
  const last = roundsIn(log.value, view.round).pop();
  if (!last || last.n <= looked || view.phase === "over") return null;
  return (
    <Dialog title={t("r.over", { n: last.round })} onClose={() => setLooked(last.n)} class="r-ended">
      <OpenRows ended={last} />
      <Button kind="main" icon="play" onClick={() => setLooked(last.n)}>{t("r.next")}</Button>
    </Dialog>
  );
}

/* ---- the score sheet ------------------------------------------------------------------ */

/** Rounds down, players across, in this order. What the log does not reach back to is one line. */
export function Sheet({ view, order }: { view: View; order: readonly number[] }): JSX.Element {
  const ended = roundsIn(log.value, view.round);
  const before = order.map((s) => (view.scores[s] ?? 0) - ended.reduce((sum, r) => sum + (r.points.get(s) ?? 0), 0));
  const lowest = Math.min(...order.filter((s) => !view.out[s]).map((s) => view.scores[s] ?? 0));
  const leads = (s: number): boolean => view.scores[s] === lowest && !view.out[s] && view.scores.some((n) => n > 0);
  const inRound = (r: Ended, s: number): string => (r.points.has(s) ? number(r.points.get(s) ?? 0) : "–");
  return (
    <div class="r-sheet" role="region" tabIndex={0} aria-label={t("r.sheet")}>
      <table>
        <thead>
          <tr>
            <th scope="col"><span class="read-aloud">{t("r.round")}</span></th>
            {order.map((s) => <th key={s} scope="col" class={view.out[s] ? "out" : ""}><Face seat={s} /><Bdi>{seatName(s)}</Bdi></th>)}
          </tr>
        </thead>
        <tbody>
          {before.some((n) => n > 0) && <tr><th scope="row">{t("r.before")}</th>{before.map((n, i) => <td key={i}>{number(n)}</td>)}</tr>}
          {ended.map((r) => (
            <tr key={r.round}><th scope="row">{number(r.round)}</th>{order.map((s) => <td key={s}>{inRound(r, s)}</td>)}</tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("r.total")}</th>
            {order.map((s) => <td key={s} class={leads(s) ? "first" : ""}>{number(view.scores[s] ?? 0)}</td>)}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The last round as it lies on the table, for those who were not there when it ended. */
const endedIn = (view: View): Ended => ({
  ...begin(view.round),
  n: 1,
  knocked: view.knocked,
  rows: new Map(view.rows.map((r, s) => [s, r])),
  points: new Map(view.rows.flatMap((r, s) => (r.length ? [[s, valueOf(r)] as const] : []))),
  totals: new Map(view.scores.map((n, s) => [s, n])),
});

export function Result(p: TableProps): JSX.Element {
  const view = asView(p.view), now = roundsIn(log.value, view.round).pop() ?? endedIn(view);
  const order = standings(table.value?.rounds[table.value.rounds.length - 1]?.points ?? []);
  return <><OpenRows ended={now} final={order} /><Sheet view={view} order={order.map((o) => o.seat)} /></>;
}
