// SPDX-License-Identifier: MIT
// bar.tsx - the bar on top: always the same place for the way back, the rules, and the settings.
import type { ComponentChildren, JSX } from "preact";
import { Button } from "./basic";
import { t } from "../i18n";
import { picture } from "../pictures";
import { go } from "../store";
import { rulesOpen, settingsOpen } from "../ui";

export function TopBar({ game, back, children }: { game?: string | undefined; back?: boolean; children?: ComponentChildren }): JSX.Element {
  const mark = picture("web", "icon");
  return (
    <header class="bar">
      {back
        ? <Button icon="back" kind="quiet" label={t("back")} onClick={() => go("/")} />
        : (
          <a class="brand" href="/" onClick={(e) => { e.preventDefault(); go("/"); }}>
            {mark && <img src={mark} alt="" />}<span>Ninelives</span>
          </a>
        )}
      <div class="bar-in">{children}</div>
      {game && <Button icon="help" kind="quiet" label={t("rules")} onClick={() => { rulesOpen.value = { game }; }} />}
      <Button icon="settings" kind="quiet" label={t("settings")} onClick={() => { settingsOpen.value = true; }} />
    </header>
  );
}
