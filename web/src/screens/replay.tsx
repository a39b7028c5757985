// SPDX-License-Identifier: MIT
// replay.tsx - a finished round, step by step, from any seat or open; and whether its shuffles were fair.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, Icon } from "../parts/basic";
import { TopBar } from "../parts/bar";
import { Log } from "../parts/log";
import { usePart } from "../parts/parttable";
import { enter, number, t, tn } from "../i18n";
import { fetchPlayed, type Played, showPlayed } from "../played";
import { meantIn, replayLog } from "../here";
import type { Meant, Replayed } from "../replay";
import { gameInfo, go, leaveTable, moment, ready, reviewPath, seatName } from "../store";
import { story } from "../voice";

const SPECTATOR = 13, TRUTH = 255;

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

function PasteLog({ onLog }: { onLog(log: string): void }): JSX.Element {
  const [text, setText] = useState("");
  return (
    <section class="paste">
      <h1>{t("check.title")}</h1>
      <label for="paste-log">{t("check.paste")}</label>
      <textarea id="paste-log" dir="ltr" rows={10} value={text} onInput={(e) => setText(e.currentTarget.value)} />
      <Button kind="main" onClick={() => onLog(text)} disabled={!text.trim()}>{t("check.go")}</Button>
    </section>
  );
}

export function ReplayScreen({ code, round, here }: { code: string; round: number; here: boolean }): JSX.Element {
  const [{ log, seats }, setPlayed] = useState<Played>({ log: "", seats: null, me: null }), [missing, setMissing] = useState(false);
  const [meant, setMeant] = useState<Meant[]>([]), [eyes, setEyes] = useState(TRUTH);
  const [replay, setReplay] = useState<Replayed | null>(null), [at, setAt] = useState(0), [runs, setRuns] = useState(false);
  useEffect(() => {
    leaveTable();
    if (code)
      void fetchPlayed(code, round, here)
        .then((x) => { setPlayed(x); setMissing(!x.log); })
        .catch(() => setMissing(true));
    return leaveTable;
  }, [code, round, here]);
  useEffect(() => {
    if (!log) return;
    void replayLog(log, eyes).then((r) => {
      showPlayed(r, seats, null);
      setReplay(r);
      setAt((a) => Math.min(a, Math.max(0, r.frames.length - 1)));
      const folder = gameInfo(r.game)?.folder;
      if (folder) void enter(folder).then(() => { ready.value = r.game; });
    }).catch(() => setMissing(true));
  }, [log, eyes, seats]);
  useEffect(() => { if (log) void meantIn(log).then(setMeant).catch(() => undefined); }, [log]);
  const last = (replay?.frames.length ?? 1) - 1, frame = replay?.frames[at];
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setAt((a) => { if (a >= last) setRuns(false); return Math.min(last, a + 1); }), 900);
    return () => clearInterval(timer);
  }, [runs, last]);
  const part = usePart(replay?.game);
  if (frame) moment.value = { round: 1, n: frame.n, view: frame.view, asked: frame.asked, offer: [], clock: null };
  return (
    <>
      <TopBar back game={replay?.game}>
        <span class="bar-title"><strong>{t("replay")}</strong></span>
        {code && replay?.outcome?.over && (
          <Button kind="quiet" icon="chart" label={t("review")} onClick={() => go(reviewPath(code, round, here) + location.hash)} />
        )}
      </TopBar>
      <main class={`replay replay-${(replay && gameInfo(replay.game)?.folder) ?? ""} game-${replay?.game ?? ""}`}>
        <h1 class="read-aloud">{t("replay")}</h1>
        {!code && !log && <PasteLog onLog={(pasted) => setPlayed({ log: pasted, seats: null, me: null })} />}
        {missing && <p class="sorry" role="status">{t("replay.none")}</p>}
        {replay && <Fairness replay={replay} />}
        {replay && frame && part && ready.value === replay.game && (
          <>
            <div class="board">
              <part.Table game={replay.game} view={frame.view} me={eyes < replay.players ? eyes : null} seats={replay.players}
                asked={frame.asked} rows={[]} play={() => undefined} busy options={{}} clock={null} replay />
            </div>
            <aside class="side"><Log lines={story(replay.frames.slice(0, at + 1).flatMap((f) => f.events))} meant={meant} /></aside>
            <div class="replay-bar" role="group" aria-label={t("replay")}>
              <Button icon="step-back" label={t("replay.back")} disabled={at === 0} onClick={() => setAt(at - 1)} />
              <Button icon={runs ? "pause" : "play"} kind="main" label={t(runs ? "table.pause" : "replay.run")}
                onClick={() => setRuns(!runs)} />
              <Button icon="step-forward" label={t("replay.next")} disabled={at >= last} onClick={() => setAt(at + 1)} />
              <input type="range" min={0} max={last} value={at} aria-label={t("replay.at")}
                aria-valuetext={`${at + 1} / ${last + 1}`} onInput={(e) => setAt(Number(e.currentTarget.value))} />
              <span class="replay-n" dir="ltr">{at + 1}/{last + 1}</span>
              <label class="replay-eyes"><Icon name="eye" /><span class="read-aloud">{t("replay.eyes")}</span>
                <select value={eyes} onChange={(e) => setEyes(Number(e.currentTarget.value))}>
                  <option value={TRUTH}>{t("replay.all")}</option>
                  {Array.from({ length: replay.players }, (_, i) => <option key={i} value={i}>{seatName(i)}</option>)}
                  <option value={SPECTATOR}>{t("replay.spectator")}</option>
                </select></label>
            </div>
          </>
        )}
      </main>
    </>
  );
}
