// SPDX-License-Identifier: MIT
// review.tsx - a finished game looked at again: what was luck, what was play, what else could have been done. It is worked
// out in the worker while the first moves can already be looked at.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Bdi, Button, Icon } from "../parts/basic";
import { TopBar } from "../parts/bar";
import { BandLegend, Chart, isTogether } from "../parts/chart";
import { MarkWord } from "../parts/marks";
import { Options } from "../parts/options";
import { usePart } from "../parts/parttable";
import { Face } from "../parts/person";
import { Share } from "../parts/share";
import { enter, hundredths, number, percent, signed, t } from "../i18n";
import { gist } from "../gist";
import { headOf, newCode, replayLog, reviewLog, saveTable } from "../here";
import { fetchPlayed, type Played, showPlayed } from "../played";
import type { Frame, Replayed } from "../replay";
import { MARKS, type Review, type SeatLine, type Step } from "../review";
import { whatIf } from "../saved";
import { gameInfo, go, keepTable, leaveTable, moment, ready, replayPath, reviewPath, seatCalled, seatName } from "../store";
import { gamePart } from "../ui";
import { inOne, isBeyond, story, tellOption } from "../voice";

const TRUTH = 255;
const LOOKING: Played = { log: "", seats: null, me: null };

/* ---- what there is to show ------------------------------------------------------- */

interface Shown {
  played: Played;
  replay: Replayed | null;
  review: Review | null;
  /** Why there is nothing to show: the log is missing, or the game is not over. */
  missing: boolean;
  refused: boolean;
}
function useReview(code: string, round: number, here: boolean): Shown {
  const [played, setPlayed] = useState(LOOKING), [replay, setReplay] = useState<Replayed | null>(null);
  const [review, setReview] = useState<Review | null>(null);
  const [missing, setMissing] = useState(false), [refused, setRefused] = useState(false);
  useEffect(() => {
    leaveTable();
    void fetchPlayed(code, round, here).then((p) => { setPlayed(p); setMissing(!p.log); }).catch(() => setMissing(true));
    return leaveTable;
  }, []);
  useEffect(() => {
    if (!played.log) return;
    void replayLog(played.log, TRUTH).then((r) => {
      const folder = gameInfo(r.game)?.folder;
      showPlayed(r, played.seats, played.me);
      setReplay(r);
      if (folder) void enter(folder).then(() => { ready.value = r.game; });
    }).catch(() => setMissing(true));
    return reviewLog(played.log, setReview, () => setRefused(true));
  }, [played]);
  return { played, replay, review, missing, refused };
}

/** What this seat saw before a move, once the worker has played it again for these eyes. */
function useEyes(log: string, seat: number | null): Frame[] | null {
  const [seen, setSeen] = useState<Record<number, Frame[]>>({});
  useEffect(() => {
    if (!log || seat === null || seen[seat]) return;
    void replayLog(log, seat).then((r) => setSeen((old) => ({ ...old, [seat]: r.frames }))).catch(() => undefined);
  }, [log, seat]);
  return seat === null ? null : seen[seat] ?? null;
}

/* ---- words ------------------------------------------------------------------------- */

/** What happened in a move, in words. `who`: the player it mattered to. */
function happened(frame: Frame | undefined, who: number | null = null): string {
  const { deed, over, rest } = gist(story(frame?.events ?? []), who, gamePart.value?.rounds);
  return inOne([...deed, ...(over ? [{ text: t("review.round") }] : []), ...rest]);
}
/** A move in a few words: what somebody did, or what chance brought. */
const called = (s: Step, frames: readonly Frame[]): string =>
  s.seat === null ? happened(frames[s.n - 1]) : t("review.did", { who: seatCalled(s.seat, true), t: `\u2068${tellOption(s.move)}\u2069` });
/** Whose chances a step moved most. */
function moverOf(before: readonly number[], after: readonly number[]): number {
  const by = (i: number): number => Math.abs((after[i] ?? 0) - (before[i] ?? 0));
  return after.reduce((most, _, i) => (by(i) > by(most) ? i : most), 0);
}
const chancesBefore = (review: Review, n: number): number[] => review.steps[n - 2]?.chances ?? review.lines.map((l) => l.first);

interface PickProps { review: Review; frames: readonly Frame[]; at: number | null; onPick(n: number): void }
/** The three moments that decided the game. */
function Moments({ review, frames, at, onPick }: PickProps): JSX.Element | null {
  const together = isTogether(review.steps);
  if (!review.moments.length) return null;
  return (
    <section class="panel moments" aria-labelledby="moments-title">
      <h2 id="moments-title">{t("review.moments")}</h2>
      <ol>
        {review.moments.map((n, i) => {
          const before = chancesBefore(review, n), after = review.steps[n - 1]?.chances ?? [], who = moverOf(before, after);
          const whose = together ? t("review.together") : seatCalled(who, true);
          return (
            <li key={n}>
              <button type="button" class={`moment ${n === at ? "on" : ""}`} aria-pressed={n === at} onClick={() => onPick(n)}>
                <b class="moment-n" aria-hidden="true">{number(i + 1)}</b>
                <span>{t("review.moment", {
                  n: number(n), t: happened(frames[n - 1], together ? null : who), who: whose,
                  from: hundredths(before[who] ?? 0), to: hundredths(after[who] ?? 0),
                })}</span>
                {!together && <Face seat={who} />}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/* ---- one move ------------------------------------------------------------------------- */

/** By how much a move changed everybody's chances, where one can see it. */
function Changes({ review, step }: { review: Review; step: Step }): JSX.Element | null {
  const before = chancesBefore(review, step.n), together = isTogether(review.steps);
  const moved = step.chances.map((c, seat) => ({ seat, from: before[seat] ?? 0, to: c }))
    .filter((m) => hundredths(m.from) !== hundredths(m.to) && (!together || m.seat === 0));
  if (!moved.length) return null;
  return (
    <ul class="changes" aria-label={t("review.changes")}>
      {moved.map(({ seat, from, to }) => (
        <li key={seat}>
          {!together && <Face seat={seat} />}<span class="read-aloud">{together ? t("review.together") : seatName(seat)}:</span>
          {together && <span aria-hidden="true">{t("review.together")}</span>}
          <span>
            {percent(from)} <span class="changes-to" aria-hidden="true">{to > from ? "↗" : "↘"}</span> <strong>{percent(to)}</strong>
          </span>
        </li>
      ))}
    </ul>
  );
}

interface MoveProps { shown: Shown; review: Review; step: Step; onGoOn(): void }
function TheMove({ shown, review, step, onGoOn }: MoveProps): JSX.Element {
  const { replay, played } = shown, who = step.seat, part = usePart(replay?.game), eyes = useEyes(played.log, who);
  const seen = eyes?.[step.n - 2], frame = replay?.frames[step.n - 1];
  const choice = step.advice !== undefined && who !== null;
  const why = who === null ? "review.chance" : isBeyond(step.move) ? "review.unjudged" : "review.forced";
  return (
    <section class="panel the-move" aria-labelledby="move-title">
      <header>
        {who !== null && <Face seat={who} />}
        <h2 id="move-title"><small>{t("review.nth", { n: number(step.n) })}</small> {called(step, replay?.frames ?? [])}</h2>
        {step.mark && <MarkWord mark={step.mark} />}
      </header>
      {who !== null && <p class="the-move-then">{happened(frame)}</p>}
      <Changes review={review} step={step} />
      {!choice && <p class="fine">{t(why)}</p>}
      {step.advice && <Options key={step.n} advice={step.advice} mark={step.mark} />}
      {choice && seen && replay && part && ready.value === replay.game && (
        <details class="the-table"><summary>{t("review.seen", { who: seatCalled(who, false) })}</summary>
          <div class="board">
            <part.Table game={replay.game} view={seen.view} me={who} seats={replay.players} asked={seen.asked} rows={[]}
              play={() => undefined} busy options={{}} clock={null} replay />
          </div>
        </details>
      )}
      {choice && (
        <div class="go-on">
          <Button kind="main" icon="play" onClick={onGoOn}>
            {who === played.me ? t("review.go") : t("review.go.as", { who: seatName(who) })}
          </Button>
          <p class="fine">{t("review.go.why")}</p>
        </div>
      )}
    </section>
  );
}

/** Goes on from a decision at a table of its own; the game that was played stays as it was. */
function goOn({ played, replay }: Shown, step: Step): void {
  const lines = played.log.split("\n"), seat = step.seat;
  if (!replay || seat === null) return;
  const log = lines.slice(0, lines.findIndex((l) => l.startsWith(`${step.n} `))).join("\n"), code = newCode();
  const seats = Array.from({ length: replay.players }, (_, i) =>
    played.seats?.[i] ?? { name: null, bot: "sharp", here: true, playing: "bot" as const });
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(32)), (b) => b.toString(16).padStart(2, "0")).join("");
  const chairs = seats.map((s, i) => (i === seat ? { ...s, name: seatName(seat) } : s)), path = location.pathname + location.hash;
  saveTable(whatIf(code, headOf(played.log), chairs, seat, { log, n: step.n, path }, secret));
  keepTable({ code, here: true, game: replay.game, phase: "playing", whatIf: true });
  go(`/here/${code}`);
}

/* ---- everybody -------------------------------------------------------------------------- */

/** A player's whole game: how much of what was possible was played, and what came of luck and play. */
function Line({ line, on, onPick }: { line: SeatLine; on: boolean; onPick(): void }): JSX.Element {
  const who = seatCalled(line.seat, true);
  const sums = {
    from: hundredths(line.first), to: hundredths(line.last),
    luck: signed(line.luck), own: signed(line.own), others: signed(line.others),
  };
  return (
    <li>
      <button type="button" class={`player ${on ? "on" : ""}`} aria-pressed={on} onClick={onPick}>
        <Face seat={line.seat} />
        <span class="player-name"><strong><Bdi>{who}</Bdi></strong>
          <span class="player-share">{t("review.share", { n: hundredths(line.share) })}</span></span>
        <span class="player-marks">
          {MARKS.map((mark) => line.marks[mark] > 0 && <span key={mark}>{number(line.marks[mark])} <MarkWord mark={mark} /></span>)}
        </span>
        <span class="player-sums">{t("review.sums", sums)}</span>
      </button>
    </li>
  );
}
function Players({ review, focus, onFocus }: { review: Review; focus: number; onFocus(seat: number): void }): JSX.Element {
  return (
    <section class="panel players" aria-labelledby="players-title">
      <h2 id="players-title">{t("review.players")}</h2>
      <ul>{review.lines.map((l) => <Line key={l.seat} line={l} on={l.seat === focus} onPick={() => onFocus(l.seat)} />)}</ul>
    </section>
  );
}

/** Every move with everybody's chances after it. */
function Moves({ review, frames, onPick }: Omit<PickProps, "at">): JSX.Element {
  const together = isTogether(review.steps), seats = together ? review.lines.slice(0, 1) : review.lines;
  return (
    <table>
      <caption class="read-aloud">{t("review.chart")}</caption>
      <thead><tr>
        <th scope="col">{t("review.at")}</th><th scope="col">{t("review.happened")}</th>
        {seats.map((l) => <th key={l.seat} scope="col">{together ? t("review.together") : <Bdi>{seatName(l.seat)}</Bdi>}</th>)}
        <th scope="col">{t("review.judged")}</th>
      </tr></thead>
      <tbody>
        {review.steps.map((s) => (
          <tr key={s.n} class={review.moments.includes(s.n) ? "deciding" : ""}>
            <th scope="row"><button type="button" class="link" onClick={() => onPick(s.n)}>{number(s.n)}</button></th>
            <td>{happened(frames[s.n - 1])}{review.moments.includes(s.n) && <em>{t("review.deciding")}</em>}</td>
            {seats.map((l) => <td key={l.seat} class="figure">{percent(s.chances[l.seat] ?? 0)}</td>)}
            <td>{s.mark && <MarkWord mark={s.mark} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
/** The chart as a table, for everybody who would rather read it. It is long, and made when it is opened. */
function AsTable(p: Omit<PickProps, "at">): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details class="panel as-table" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary><h2>{t("review.table")}</h2></summary>
      <div role="region" tabIndex={0} aria-label={t("review.table")}>{open && <Moves {...p} />}</div>
    </details>
  );
}

/* ---- the page ----------------------------------------------------------------------------- */

function Progress({ review }: { review: Review | null }): JSX.Element | null {
  const done = review?.steps.length ?? 0, of = review?.of ?? 0;
  if (of && done >= of) return null;
  return (
    <div class="progress">
      <span id="progress-text">{of ? t("review.working", { n: number(done), of: number(of) }) : t("review.begins")}</span>
      <progress aria-labelledby="progress-text" max={of || 1} value={done} />
    </div>
  );
}

interface StepperProps { review: Review; at: number | null; label: string; onPick(n: number): void }
/** From decision to decision by buttons, from move to move by the slider. */
function Steps({ review, at, label, onPick }: StepperProps): JSX.Element {
  const last = review.steps.length, decisions = review.steps.filter((s) => s.mark).map((s) => s.n), now = at ?? 0;
  const before = decisions.filter((n) => n < now).pop(), after = decisions.find((n) => n > now);
  return (
    <div class="replay-bar review-bar" role="group" aria-label={t("review.steps")}>
      <Button icon="step-back" label={t("review.back")} disabled={before === undefined} onClick={() => onPick(before ?? 1)} />
      <input type="range" min={1} max={Math.max(1, last)} value={at ?? 1} aria-label={t("review.at")} aria-valuetext={label}
        onInput={(e) => onPick(Number(e.currentTarget.value))} />
      <span class="replay-n" dir="ltr">{number(now)}/{number(review.of)}</span>
      <Button icon="step-forward" label={t("review.next")} disabled={after === undefined} onClick={() => onPick(after ?? last)} />
    </div>
  );
}

export function ReviewScreen({ code, round, here }: { code: string; round: number; here: boolean }): JSX.Element {
  const shown = useReview(code, round, here), { played, replay, review, missing, refused } = shown;
  usePart(replay?.game);
  const [chosen, setChosen] = useState<number | null>(null), [looked, setLooked] = useState<number | null>(null);
  const frames = replay?.frames ?? [], done = !!review && review.steps.length >= review.of;
  const at = chosen ?? (done ? review.moments[0] ?? review.of : null), step = review?.steps[(at ?? 0) - 1];
  const focus = looked ?? step?.seat ?? played.me ?? 0;
  /* Sentences about cells of a table are said of the table as it was before the move. */
  const view = frames[Math.max(0, (at ?? 1) - 2)];
  if (view && moment.peek()?.view !== view.view)
    moment.value = { round: 1, n: view.n, view: view.view, asked: view.asked, offer: [], clock: null };
  const folder = replay ? gameInfo(replay.game)?.folder ?? "" : "";
  const readyNow = review && replay && ready.value === replay.game && review.steps.length > 0;
  return (
    <>
      <TopBar back game={replay?.game}>
        <span class="bar-title"><strong>{t("review")}</strong></span>
        <span class="bar-more">
          {replay && (
            <Button kind="quiet" icon="replay" label={t("replay")} onClick={() => go(replayPath(code, round, here) + location.hash)} />
          )}
          {done && (
            <Share title={t("review.title")} label={t("review.link")} code={code} round={round} here={here} log={played.log}
              path={(c, n) => reviewPath(c, n, false)} />
          )}
        </span>
      </TopBar>
      <main class={`review replay-${folder} game-${replay?.game ?? ""}`}>
        <h1>{t("review.title")}</h1>
        {missing && <p class="sorry" role="status">{t("review.none")}</p>}
        {refused && <p class="sorry" role="status"><Icon name="lock" />{t("review.refused")}</p>}
        {!missing && !refused && <Progress review={review} />}
        {readyNow && (
          <>
            <section class="panel the-chart" aria-labelledby="chart-title">
              <h2 id="chart-title">{t("review.chart")}</h2>
              <Chart review={review} focus={focus} at={at} onPick={setChosen} />
              <p class="band-title">{t("review.bands", { who: seatCalled(focus, false) })}</p>
              <BandLegend review={review} focus={focus} />
            </section>
            {step && <TheMove shown={shown} review={review} step={step} onGoOn={() => goOn(shown, step)} />}
            <Moments review={review} frames={frames} at={at} onPick={setChosen} />
            <Players review={review} focus={focus} onFocus={setLooked} />
            <AsTable review={review} frames={frames} onPick={setChosen} />
            <Steps review={review} at={at} label={step ? `${number(step.n)}: ${called(step, frames)}` : ""} onPick={setChosen} />
          </>
        )}
      </main>
    </>
  );
}
