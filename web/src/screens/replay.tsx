// SPDX-License-Identifier: MIT
// replay.tsx - a finished round, step by step and with words, from any seat or open; and whether its shuffles were fair.
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Button, Icon } from "../parts/basic";
import { TopBar } from "../parts/bar";
import { Log } from "../parts/log";
import { usePart } from "../parts/parttable";
import { Face } from "../parts/person";
import { Share } from "../parts/share";
import { enter, lang, number, t, tn } from "../i18n";
import { fetchPlayed, type Played, showPlayed } from "../played";
import { meantIn, replayLog } from "../here";
import type { Frame, Meant, Replayed } from "../replay";
import { gameInfo, go, leaveTable, moment, ready, replayPath, reviewPath, seatName } from "../store";
import { gamePart } from "../ui";
import { type Sentence, inOne, story } from "../voice";

const SPECTATOR = 13, TRUTH = 255;
/* A replay that runs by itself stays at a step for so long, and for so long more for each letter of its caption. */
const STEP = 900, READ = 18;

function Fairness({ replay }: { replay: Replayed }): JSX.Element {
  if (replay.wrong)
    return (
      <div class="fairness bad" role="status"><Icon name="warning" />
        <p>
          <strong>{t("fair.bad")}</strong> {t("fair.line", { n: number(replay.wrong.line) })} {t(`fair.why.${replay.wrong.what}`)}{" "}
          <code lang="en" dir="ltr">{replay.wrong.why}</code>
        </p>
      </div>
    );
  const text = !replay.revealed ? t("fair.open") : replay.committed ? tn("fair.good", replay.shuffles) : tn("fair.secret", replay.shuffles);
  return (
    <div class="fairness good" role="status"><Icon name="fair" />
      <p><strong>{t("fair.holds")}</strong> {text} {replay.committed && replay.lucks > 0 && tn("fair.luck", replay.lucks)}</p>
    </div>
  );
}

/* ---- what there is to show ---------------------------------------------------------- */

const NOTHING: Played = { log: "", seats: null, me: null };
interface Shown {
  replay: Replayed | null;
  meant: Meant[];
  /** There is no log, or it cannot be read. */
  missing: boolean;
}
/** Plays a log again, as these eyes saw it. */
function useReplay({ log, seats }: Played, eyes: number): Shown {
  const [replay, setReplay] = useState<Replayed | null>(null), [meant, setMeant] = useState<Meant[]>([]);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (!log) return;
    void replayLog(log, eyes).then((r) => {
      const folder = gameInfo(r.game)?.folder;
      showPlayed(r, seats, null);
      setReplay(r);
      if (folder) void enter(folder).then(() => { ready.value = r.game; });
    }).catch(() => setMissing(true));
  }, [log, eyes, seats]);
  useEffect(() => { if (log) void meantIn(log).then(setMeant).catch(() => undefined); }, [log]);
  return { replay, meant, missing };
}

/** Where a replay stops: after a move of which something is told. Moves without a word, such as most passes, belong to the
 *  next one. */
interface Stop {
  frame: number;
  lines: Sentence[];
}
function stopsOf(frames: readonly Frame[]): Stop[] {
  const events = frames.flatMap((f) => f.events), stops: Stop[] = [];
  let from = 0, told: Sentence[] = [];
  for (const [frame, f] of frames.entries()) {
    told = [...told, ...story(events, from, from += f.events.length, f.view)];
    if (!told.length && frame < frames.length - 1) continue;
    stops.push({ frame, lines: told });
    told = [];
  }
  return stops;
}

/* ---- the parts of the page ------------------------------------------------------------- */

/** What happens in this step. Of much that happens at once, as when a round is counted: how it began and how it ended. */
function Caption({ lines }: { lines: readonly Sentence[] }): JSX.Element {
  const who = lines[0]?.e.seat, few = lines.length > 3 ? [...lines.slice(0, 1), ...lines.slice(-2)] : lines;
  return <div class="replay-caption" role="status">{who !== undefined && <Face seat={who} />}<p>{inOne(few)}</p></div>;
}

interface StepsProps { stops: readonly Stop[]; at: number; onStep(at: number): void }
/** From step to step, or by itself. A film runs from left to right for everybody. */
function Steps({ stops, at, onStep }: StepsProps): JSX.Element {
  const [runs, setRuns] = useState(false), last = stops.length - 1;
  useEffect(() => {
    if (!runs) return;
    if (at >= last) return setRuns(false);
    const timer = setTimeout(() => onStep(at + 1), STEP + READ * inOne(stops[at]?.lines ?? []).length);
    return () => clearTimeout(timer);
  }, [runs, at, last]);
  const run = (): void => { if (!runs && at >= last) onStep(0); setRuns(!runs); };
  return (
    <div class="replay-steps" dir="ltr">
      <Button icon="step-back" label={t("replay.back")} disabled={at === 0} onClick={() => onStep(at - 1)} />
      <Button icon={runs ? "pause" : "play"} kind="main" label={t(runs ? "table.pause" : "replay.run")} onClick={run} />
      <Button icon="step-forward" label={t("replay.next")} disabled={at >= last} onClick={() => onStep(at + 1)} />
      <input type="range" min={0} max={last} value={at} aria-label={t("replay.at")}
        aria-valuetext={`${at + 1} / ${last + 1}`} onInput={(e) => onStep(Number(e.currentTarget.value))} />
      <span class="replay-n">{at + 1}/{last + 1}</span>
    </div>
  );
}

/** Whose eyes see it. */
function Eyes({ players, eyes, onEyes }: { players: number; eyes: number; onEyes(eyes: number): void }): JSX.Element {
  return (
    <label class="replay-eyes"><Icon name="eye" /><span class="read-aloud">{t("replay.eyes")}</span>
      <select value={eyes} onChange={(e) => onEyes(Number(e.currentTarget.value))}>
        <option value={TRUTH}>{t("replay.all")}</option>
        {Array.from({ length: players }, (_, i) => <option key={i} value={i}>{seatName(i)}</option>)}
        <option value={SPECTATOR}>{t("replay.spectator")}</option>
      </select></label>
  );
}

interface FilmProps { replay: Replayed; meant: readonly Meant[]; eyes: number; onEyes(eyes: number): void }
/** The table, what happened up to here, and the way on. */
function Film({ replay, meant, eyes, onEyes }: FilmProps): JSX.Element | null {
  usePart(replay.game);
  const part = gamePart.value, named = ready.value === replay.game, [now, setNow] = useState(0);
  const stops = useMemo(() => (part && named ? stopsOf(replay.frames) : []), [replay, part, named, lang.value]);
  /* Other eyes are told of other moves: the step is the first one not before this frame. */
  const found = stops.findIndex((s) => s.frame >= now), at = found < 0 ? stops.length - 1 : found;
  const frame = replay.frames[stops[at]?.frame ?? 0];
  if (frame) moment.value = { round: 1, n: frame.n, view: frame.view, asked: frame.asked, offer: [], clock: null };
  if (!frame || !part || !named) return null;
  return (
    <>
      <div class="board">
        <part.Table game={replay.game} view={frame.view} me={eyes < replay.players ? eyes : null} seats={replay.players}
          asked={frame.asked} rows={[]} play={() => undefined} busy options={{}} clock={null} replay />
      </div>
      <aside class="side"><Log lines={stops.slice(0, at + 1).flatMap((s) => s.lines)} meant={meant} /></aside>
      <div class="replay-bar" role="group" aria-label={t("replay")}>
        <Caption lines={stops[at]?.lines ?? []} />
        <Steps stops={stops} at={at} onStep={(n) => setNow(stops[n]?.frame ?? 0)} />
        <Eyes players={replay.players} eyes={eyes} onEyes={onEyes} />
      </div>
    </>
  );
}

/* ---- the pages --------------------------------------------------------------------------- */

/** Finds the round, at a server or on this device; null while it is looked for. */
function usePlayed(code: string, round: number, here: boolean): Played | null {
  const [played, setPlayed] = useState<Played | null>(null);
  useEffect(() => {
    leaveTable();
    if (code) void fetchPlayed(code, round, here).then(setPlayed).catch(() => setPlayed(NOTHING));
    return leaveTable;
  }, [code, round, here]);
  return played;
}

const classOf = (replay: Replayed | null): string =>
  `replay replay-${(replay && gameInfo(replay.game)?.folder) ?? ""} game-${replay?.game ?? ""}`;

interface PageProps { code: string; round: number; here: boolean }
export function ReplayScreen({ code, round, here }: PageProps): JSX.Element {
  const played = usePlayed(code, round, here), [eyes, setEyes] = useState(TRUTH);
  const { replay, meant, missing } = useReplay(played ?? NOTHING, eyes), over = replay?.outcome?.over;
  return (
    <>
      <TopBar back game={replay?.game}>
        <span class="bar-title"><strong>{t("replay")}</strong></span>
        {over && (
          <span class="bar-more">
            <Button kind="quiet" icon="chart" label={t("review")} onClick={() => go(reviewPath(code, round, here) + location.hash)} />
            <Share title={t("replay")} label={t("replay.link")} code={code} round={round} here={here} log={played?.log ?? ""}
              path={(c, n) => replayPath(c, n, false)} />
          </span>
        )}
      </TopBar>
      <main class={classOf(replay)}>
        <h1 class="read-aloud">{t("replay")}</h1>
        {(missing || played?.log === "") && <p class="sorry" role="status">{t("replay.none")}</p>}
        {replay && <Fairness replay={replay} />}
        {replay && <Film replay={replay} meant={meant} eyes={eyes} onEyes={setEyes} />}
      </main>
    </>
  );
}

/** Anybody can check a log: that of a round, or one that somebody has sent. */
export function CheckScreen({ code, round, here }: PageProps): JSX.Element {
  const played = usePlayed(code, round, here), [typed, setTyped] = useState<string | null>(null), [checked, setChecked] = useState(NOTHING);
  const [eyes, setEyes] = useState(TRUTH), { replay, meant, missing } = useReplay(checked, eyes), text = typed ?? played?.log ?? "";
  return (
    <>
      <TopBar back game={replay?.game}><span class="bar-title"><strong>{t("check.title")}</strong></span></TopBar>
      <main class={`checking ${classOf(replay)}`}>
        {checked.log && <h1 class="read-aloud">{t("check.title")}</h1>}
        {!checked.log && (
          <section class="paste">
            <h1>{t("check.title")}</h1>
            <p>{t("check.why")}</p>
            <label for="paste-log">{t(code ? "check.log" : "check.paste")}</label>
            <textarea id="paste-log" dir="ltr" rows={10} value={text} onInput={(e) => setTyped(e.currentTarget.value)} />
            <Button kind="main" icon="fair" disabled={!text.trim()}
              onClick={() => setChecked({ ...NOTHING, log: text, seats: typed === null ? played?.seats ?? null : null })}>
              {t("check.go")}
            </Button>
          </section>
        )}
        {missing && <p class="sorry" role="status">{t("replay.none")}</p>}
        {replay && <Fairness replay={replay} />}
        {replay && <Film replay={replay} meant={meant} eyes={eyes} onEyes={setEyes} />}
      </main>
    </>
  );
}
