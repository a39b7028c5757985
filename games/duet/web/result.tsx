// SPDX-License-Identifier: MIT
// result.tsx - how it ended for all of us, and where to next.
import type { JSX } from "preact";
import { Icon, type TableProps, number, picture, say, t, table } from "web/kit";
import { MissionField, Progress } from "./map";
import { AGENTS, type View, agentAt, asView, cityOf } from "./view";

/* CND-34: more than five is fine, nine or ten excellent, above ten the missions wait. */
const praise = (score: number): string =>
  t(score > 10 ? "d.score.map" : score > 8 ? "d.score.top" : score > 5 ? "d.score.fine" : "d.score.won");

function whyOver(view: View): string {
  if (view.winner) return t("d.end.won");
  if (view.marks.includes("x")) return t("d.end.assassin");
  return view.bank.bystander + view.bank.green === 0 ? t("d.end.time") : t("ev.unpaid");
}

export function Result(p: TableProps): JSX.Element {
  const view = asView(p.view), s = table.value, city = view.winner ? cityOf(view, p.options["mission"]) : null;
  return (
    <div class="d-result">
      <div class="d-found-row" role="img" aria-label={t("fact.found", { n: view.found })}>
        {Array.from({ length: AGENTS }, (_, i) => (
          <span key={i} class={i < view.found ? "" : "none"}>{i < view.found && <img src={picture("duet", agentAt(i))} alt="" />}</span>
        ))}
      </div>
      <p class="d-why"><Icon name={view.winner ? "trophy" : view.marks.includes("x") ? "assassin" : "clock"} />{whyOver(view)}</p>
      {view.score !== null && <p class="d-score"><b>{number(view.score)}</b> {praise(view.score)}</p>}
      {s?.you.host && !p.replay
        ? <MissionField label={t("d.next")} value={s.options["mission"] ?? "none"} values={[]} progress={[...s.progress, ...view.done]}
            onSet={(mission) => say({ t: "set", options: { mission } })} />
        : <Progress done={view.done} chosen={city} />}
    </div>
  );
}
