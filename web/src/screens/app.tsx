// SPDX-License-Identifier: MIT
// app.tsx - which screen is shown, and the parts that every screen has: settings, help, what is read aloud.
import type { JSX } from "preact";
import { Suspense } from "preact/compat";
import { t } from "../i18n";
import { fetched } from "../part";
import { refusal, route } from "../store";
import { called, notice, rulesOpen, settingsOpen, spoken } from "../ui";
import { Icon } from "../parts/basic";
import { RulesDialog } from "./rules";
import { SettingsDialog } from "./settings";
import { Start } from "./start";

const TableScreen = fetched(() => import("./table").then((m) => m.TableScreen));
const TvScreen = fetched(() => import("./tv").then((m) => m.TvScreen));
const ReplayScreen = fetched(() => import("./replay").then((m) => m.ReplayScreen));
const CheckScreen = fetched(() => import("./replay").then((m) => m.CheckScreen));
const ReviewScreen = fetched(() => import("./review").then((m) => m.ReviewScreen));

function Screen(): JSX.Element {
  const r = route.value;
  switch (r.at) {
    case "start": return <Start />;
    case "table": return <TableScreen key={`${r.here}${r.code}`} code={r.code} here={r.here} handKey={r.key} />;
    case "tv": return <TvScreen code={r.code} />;
    case "replay": return <ReplayScreen code={r.code} round={r.round} here={r.here} />;
    case "review": return <ReviewScreen key={`${r.here}${r.code}${r.round}`} code={r.code} round={r.round} here={r.here} />;
    case "check": return <CheckScreen key={r.code} code={r.code} round={r.round} here={r.here} />;
  }
}

export function App(): JSX.Element {
  return (
    <>
      <Suspense fallback={<main class="loading"><Icon name="paw" /></main>}><Screen /></Suspense>
      {settingsOpen.value && <SettingsDialog />}
      {rulesOpen.value && <RulesDialog game={rulesOpen.value.game} card={rulesOpen.value.card} />}
      <div class="toasts" role="status">
        {refusal.value && <p class="toast"><Icon name="warning" />{t(`err.${refusal.value}`)}</p>}
        {notice.value && <p class="toast">{notice.value}</p>}
      </div>
      <div class="read-aloud" aria-live="polite">{spoken.value}</div>
      <div class="read-aloud" aria-live="assertive">{called.value}</div>
    </>
  );
}
