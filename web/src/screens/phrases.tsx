// SPDX-License-Identifier: MIT
// phrases.tsx - quick phrases that arrive in each reader's language; there is no free chat.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button, Dialog } from "../parts/basic";
import { t } from "../i18n";
import { say } from "../store";

const PHRASES = [
  "hello", "ready", "your_turn", "think", "hurry", "nice", "wow", "oops", "sorry", "thanks",
  "laugh", "cry", "luck", "again", "well_played", "bye",
] as const;

export function Phrases(): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" icon="chat" label={t("phrases")} onClick={() => setOpen(true)} />
      {open && (
        <Dialog title={t("phrases")} sheet onClose={() => setOpen(false)}>
          <div class="phrases">
            {PHRASES.map((p) => (
              <Button key={p} onClick={() => { say({ t: "say", phrase: p }); setOpen(false); }}>{t(`phrase.${p}`)}</Button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
