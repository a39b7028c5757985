// SPDX-License-Identifier: MIT
// panel.tsx - what is to be done: give a clue, guess, settle an objection. What cannot be taken back has two steps.
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import {
  Bdi, Button, Icon, Stepper, type TableProps, gloss, lang, listing, number, offered, rowsOf, seatCalled, t, table, tellMove, tn, visible,
} from "web/kit";
import { type View, isCovered, nearSide, readClue } from "./view";
import { type Close, asSent, asTyped, foreign, langOf, tooClose, translate } from "./words";

function Panel({ title, class: cls = "", children }: { title: string; class?: string; children: ComponentChildren }): JSX.Element {
  return <section class={`d-panel ${cls}`} aria-label={title}>{children}</section>;
}

function warningOf(close: NonNullable<Close>, view: View): string {
  if (close.kind === "several") return t("d.warn.several");
  return t(close.kind === "same" ? "d.warn.same" : "d.warn.alike", { t: translate(close.word, langOf(view.words), lang.value) });
}

/** What the table would object to, said before it is too late. */
function Warning({ close, view }: { close: Close; view: View }): JSX.Element | null {
  if (!close) return null;
  return <p class="d-warn" role="status"><Icon name="warning" />{warningOf(close, view)}</p>;
}

/** How many words a clue may have: any number of names, or two for a place. */
const SEVERAL: Record<string, number> = { on: Infinity, places: 2 };

/** Nobody else at the table is a person: bots understand clues in any language that has words. */
const amongBots = (me: number | null): boolean => table.value?.seats.every((s, i) => i === me || s.bot) ?? false;

interface ClueProps {
  p: TableProps;
  view: View;
  meant: readonly number[];
}
/** One word and a number. Tapping words counts them; nobody else sees which. */
function GiveClue({ p, view, meant }: ClueProps): JSX.Element {
  const [word, setWord] = useState(""), [typed, setTyped] = useState<number | null>(null);
  const n = typed ?? (meant.length || 1), near = nearSide(p.me), open = view.words.filter((_, i) => !isCovered(view.marks[i] ?? ""));
  const close = tooClose(word, open, SEVERAL[p.options["names"] ?? ""] ?? 1), mine = langOf(view.words);
  const left = [...(view.keys[near] ?? "")].filter((c, i) => c === "g" && view.marks[i] !== "g").length;
  const hint = !mine || mine === lang.value ? t("d.tap.meant")
    : amongBots(p.me) ? t("d.clue.any") : t("d.clue.in", { t: t(`val.${mine}`) });
  const send = (): void => {
    if (!asSent(word) || p.busy) return;
    p.play(`clue ${asSent(word)} ${n}`);
  };
  return (
    <Panel title={t("ph.clue")} class="d-give">
      <form onSubmit={(e) => { e.preventDefault(); send(); }}>
        <label class="read-aloud" for="d-word">{t("d.word")}</label>
        <input id="d-word" dir="auto" autocomplete="off" autocapitalize="off" spellcheck={false} enterkeyhint="send"
          placeholder={t("d.word")} value={word} onInput={(e) => setWord(asTyped(visible(e.currentTarget.value)))} />
        <Warning close={close} view={view} />
        <Stepper label={t("d.number")} value={n} min={0} max={9} text={number(n)} onSet={setTyped} />
        <Button kind="main" icon="chat" onClick={send} disabled={p.busy || !asSent(word)}>
          {close?.kind === "alike" ? t("d.give.anyway") : t("d.give")}
        </Button>
      </form>
      {!close && <p class="d-hint">{tn("d.left", left)} {hint}</p>}
    </Panel>
  );
}

/** The clue as it was given, large. */
function Clue({ view }: { view: View }): JSX.Element | null {
  if (view.clue === null) return null;
  const { word, number: n } = readClue(view.clue), label = t("fact.clue", { t: `${word} ${n}` });
  return <p class="d-clue" data-at="clue" key={view.clues.length} aria-label={label}><Bdi>{word}</Bdi><b>{number(n)}</b></p>;
}

/** What a clue in another language means; looked up when somebody wants to know. */
function Gloss({ p, view }: { p: TableProps; view: View }): JSX.Element | null {
  const [found, setFound] = useState<{ of: string; text: string | null } | null>(null), to = lang.value;
  if (view.clue === null || view.side === nearSide(p.me)) return null;
  const { word } = readClue(view.clue), from = foreign(word, langOf(view.words), to), of = `${to} ${word}`;
  const look = (): void => { void gloss(p.game, word, from, to).catch(() => null).then((text) => setFound({ of, text })); };
  if (!from.length) return null;
  if (found?.of === of) return <p class="d-gloss" role="status">{found.text ?? t("d.gloss.none")}</p>;
  return <Button kind="quiet" icon="globe" onClick={look} class="d-gloss">{t("d.gloss")}</Button>;
}

interface GuessProps {
  p: TableProps;
  view: View;
  chosen: number | null;
  onChosen(cell: number | null): void;
}
function Guess({ p, view, chosen, onChosen }: GuessProps): JSX.Element {
  const [objecting, setObjecting] = useState(false), can = (m: string): boolean => offered(p.rows, m), hope = view.phase === "hope";
  const go = (move: string): void => { setObjecting(false); p.play(move); };
  return (
    <Panel title={t("ph.guess")} class={`d-guess ${hope ? "hope" : ""}`}>
      {hope ? <p class="d-hope"><Icon name="warning" />{t("d.hope")}</p> : <><Clue view={view} /><Gloss p={p} view={view} /></>}
      <div class="d-go" aria-live="polite">
        {chosen !== null && !objecting && (
          <>
            <Button kind="main" icon="target" disabled={p.busy} onClick={() => go(`guess ${chosen}`)}>{tellMove(`guess ${chosen}`)}</Button>
            <Button kind="quiet" icon="close" label={t("d.again")} onClick={() => onChosen(null)} />
          </>
        )}
        {objecting && (
          <>
            <p class="d-hint">{t("d.object.how")}</p>
            <Button kind="danger" icon="object" disabled={p.busy} onClick={() => go("object")}>{t("mv.object")}</Button>
            <Button kind="quiet" icon="close" label={t("d.again")} onClick={() => setObjecting(false)} />
          </>
        )}
        {chosen === null && !objecting && (
          <>
            <p class="d-hint">{can("stop") ? t("d.guess.more") : t("d.guess.how")}</p>
            {can("stop") && <Button icon="check" disabled={p.busy} onClick={() => go("stop")}>{t("mv.stop")}</Button>}
            {can("object") && <Button kind="quiet" icon="object" onClick={() => setObjecting(true)}>{t("d.object")}</Button>}
          </>
        )}
      </div>
    </Panel>
  );
}

function Ruling({ p, view }: { p: TableProps; view: View }): JSX.Element {
  const [sure, setSure] = useState(false);
  return (
    <Panel title={t("ph.ruling")} class="d-guess">
      <Clue view={view} />
      <p class="d-hint">{t("d.ruling")}</p>
      <div class="d-go">
        {sure ? (
          <>
            <Button kind="danger" icon="check" disabled={p.busy} onClick={() => p.play("concede")}>{t("d.concede.sure")}</Button>
            <Button kind="quiet" icon="close" label={t("d.again")} onClick={() => setSure(false)} />
          </>
        ) : (
          <>
            <Button kind="main" icon="chat" disabled={p.busy} onClick={() => p.play("insist")}>{t("mv.insist")}</Button>
            <Button onClick={() => setSure(true)}>{t("mv.concede")}</Button>
            {rowsOf(p.rows, "anew").length > 0 && (
              <Button kind="quiet" icon="replay" disabled={p.busy} onClick={() => p.play("anew")}>{t("mv.anew")}</Button>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

/** What the others are at. */
function Watch({ p, view }: { p: TableProps; view: View }): JSX.Element {
  const who = listing(p.asked.map((s) => seatCalled(s, false)));
  const text: Record<string, string> = {
    clue: t("d.wait.clue", { who }),
    guess: t("d.wait.guess", { who }),
    ruling: t("d.wait.ruling", { who }),
    hope: t("d.hope"),
  };
  return (
    <Panel title={t("d.wait")} class="d-watch">
      <Clue view={view} />
      <p class="d-hint">{view.phase === "over" ? t(view.winner ? "ev.won" : "ev.lost") : text[view.phase] ?? ""}</p>
    </Panel>
  );
}

export function Asked(x: GuessProps & ClueProps): JSX.Element {
  const { p, view } = x;
  if (rowsOf(p.rows, "clue").length) return <GiveClue {...x} />;
  if (rowsOf(p.rows, "guess").length) return <Guess {...x} />;
  if (rowsOf(p.rows, "concede").length) return <Ruling p={p} view={view} />;
  return <Watch p={p} view={view} />;
}
