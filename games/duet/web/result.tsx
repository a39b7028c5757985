// SPDX-License-Identifier: MIT
// result.tsx - how it ended for all of us, and where to next.
import type { JSX } from "preact";
import { Button, Icon, type TableProps, number, picture, say, t, table } from "web/kit";
import { MissionField, Progress } from "./map";
import { AGENTS, agentAt, asView, cityOf } from "./view";

/* One token more than now, if the verdict advises it (CND-42). */
const moreTokens = (verdict: string | null): string | null => /^late(1[01])$/.exec(verdict ?? "")?.[1] ?? null;

/** How often the team has won and lost at this table. */
function Tally(): JSX.Element | null {
  const rounds = (table.value?.rounds ?? []).filter((r) => r.game === table.value?.game);
  const won = rounds.filter((r) => r.winners.length).length;
  return rounds.length > 1 ? <p class="d-record">{t("d.record", { won, lost: rounds.length - won })}</p> : null;
}

export function Result(p: TableProps): JSX.Element {
  const view = asView(p.view), s = table.value, more = moreTokens(view.verdict), host = s?.you.host && !p.replay;
  const city = view.winner ? cityOf(view, p.options["mission"]) : null;
  return (
    <div class="d-result">
      <div class="d-found-row" role="img" aria-label={t("fact.found", { n: view.found })}>
        {Array.from({ length: AGENTS }, (_, i) => (
          <span key={i} class={i < view.found ? "" : "none"}>{i < view.found && <img src={picture("duet", agentAt(i))} alt="" />}</span>
        ))}
      </div>
      {view.score !== null && <p class="d-score"><b>{number(view.score)}</b> {t("d.points")}</p>}
      <p class="d-why">
        <Icon name={view.winner ? "trophy" : view.marks.includes("x") ? "assassin" : "clock"} />{view.verdict && t(`text.${view.verdict}`)}
      </p>
      <Tally />
      {more && host && (
        <Button icon="clock" disabled={s.options["tokens"] === more} onClick={() => say({ t: "set", options: { tokens: more } })}>
          {t("d.tokens", { n: more })}
        </Button>
      )}
      {host
        ? <MissionField label={t("d.next")} value={s.options["mission"] ?? "none"} values={[]} progress={[...s.progress, ...view.done]}
            onSet={(mission) => say({ t: "set", options: { mission } })} />
        : <Progress done={view.done} chosen={city} />}
    </div>
  );
}
