// SPDX-License-Identifier: MIT
// talk.tsx - talking: what people say as bubbles, wherever somebody looks on; six reactions at a tap, more phrases behind
// them. Everything arrives in each reader's language; there is no free chat.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { change, settings } from "../settings";
import { me, muted, say, said, seatName, table } from "../store";
import { Bdi, Button, Dialog, Icon } from "./basic";
import { Face } from "./person";

const REACTIONS = ["laugh", "cry", "wow", "nice", "oops", "hurry"] as const;
const PHRASES = [
  "hello", "ready", "your_turn", "think", "hurry", "nice", "wow", "oops", "sorry", "thanks",
  "laugh", "cry", "luck", "again", "well_played", "bye",
] as const;
type Phrase = (typeof PHRASES)[number];
const isReaction = (p: string): boolean => (REACTIONS as readonly string[]).includes(p);

/** What has just been said, for everybody who looks at this page. */
export function Bubbles(): JSX.Element {
  return (
    <ul class="bubbles" aria-live="polite">
      {said.value.map((x) => (
        <li key={x.n} class={`bubble ${x.seat === me.value ? "mine" : ""}`}>
          <Face seat={x.seat} />
          <span class="bubble-said"><b><Bdi>{seatName(x.seat)}</Bdi></b> {t(`phrase.${x.phrase}`)}</span>
          {isReaction(x.phrase) && <Icon name={`cat-${x.phrase}`} />}
        </li>
      ))}
    </ul>
  );
}

/** Whose phrases are shown. */
function Muting(): JSX.Element | null {
  const others = (table.value?.seats ?? []).map((s, i) => (s.name && i !== me.value ? i : -1)).filter((i) => i >= 0);
  const toggle = (seat: number): void => {
    const next = new Set(muted.peek());
    if (!next.delete(seat)) next.add(seat);
    muted.value = next;
  };
  if (!others.length) return null;
  return (
    <div class="muting">
      {others.map((s) => (
        <Button key={s} icon={muted.value.has(s) ? "mute" : "sound"} pressed={muted.value.has(s)} onClick={() => toggle(s)}
          label={t("talk.mute", { name: seatName(s) })}>{seatName(s)}</Button>
      ))}
    </div>
  );
}

function More({ onClose }: { onClose(): void }): JSX.Element {
  const tell = (phrase: Phrase): void => { say({ t: "say", phrase }); onClose(); };
  return (
    <Dialog title={t("phrases")} sheet onClose={onClose}>
      <div class="phrases">{PHRASES.map((p) => <Button key={p} onClick={() => tell(p)}>{t(`phrase.${p}`)}</Button>)}</div>
      <Muting />
    </Dialog>
  );
}

/** Six reactions in a row, and the phrases behind them. The row stays as the person left it: open or closed. */
export function Talk(): JSX.Element {
  const [more, setMore] = useState(false), open = settings.value.reactions;
  return (
    <>
      <span class={`reactions ${open ? "open" : ""}`} role="group" aria-label={t("talk")}>
        {open && REACTIONS.map((p) => (
          <Button key={p} kind="quiet" icon={`cat-${p}`} label={t(`phrase.${p}`)} onClick={() => say({ t: "say", phrase: p })} />
        ))}
        {open && <Button kind="quiet" icon="more" label={t("phrases")} onClick={() => setMore(true)} />}
        <Button kind="quiet" icon="chat" label={t("talk")} pressed={open} onClick={() => change({ reactions: !open })} />
      </span>
      {more && <More onClose={() => setMore(false)} />}
    </>
  );
}
