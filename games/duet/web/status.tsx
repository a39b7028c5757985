// SPDX-License-Identifier: MIT
// status.tsx - the two sides, the bank of time tokens, the agents found, and the clues so far.
import type { JSX } from "preact";
import { Bdi, Button, Icon, Person, type TableProps, listing, number, picture, seatName, t, tn } from "web/kit";
import { AGENTS, type View, gives, guesses, nearSide, readClue, seatsOf } from "./view";

/** What a side does now, in a word. */
function roleOf(view: View, side: number): string {
  if (view.phase === "over") return "";
  if (gives(view, side)) return t("d.gives");
  return guesses(view, side) ? t("d.guesses") : "";
}

function Side({ p, view, side }: { p: TableProps; view: View; side: number }): JSX.Element {
  const near = side === nearSide(p.me), role = roleOf(view, side), people = seatsOf(side, p.seats);
  const label = p.me === null ? listing(people.map(seatName)) : near ? t("d.side.mine") : t("d.side.theirs");
  return (
    <section class={`d-side ${near ? "near" : "far"}`} aria-label={label}>
      <div class="d-people">{people.map((s) => <Person key={s} seat={s} turn={!!role && p.asked.includes(s)} />)}</div>
      <p class="d-role">
        {role && <span class="d-does"><Icon name={gives(view, side) ? "chat" : "target"} /><span>{role}</span></span>}
        {view.complete.includes(side) && <span class="d-complete"><Icon name="check" /><span>{t("d.complete")}</span></span>}
      </p>
    </section>
  );
}

/** Each token is a turn. Bystander side up it forgives a mistake, green side up it does not. */
export function Bank({ view }: { view: View }): JSX.Element {
  const { bystander, green } = view.bank, left = bystander + green;
  return (
    <div class="d-bank" role="img" aria-label={`${tn("d.turns", left)} ${t("fact.bank", { bystander, green })}`}>
      <span class="d-tokens" data-at="bank">
        {Array.from({ length: green }, (_, i) => <img key={`g${i}`} src={picture("duet", "token-agent")} alt="" />)}
        {Array.from({ length: bystander }, (_, i) => <img key={`b${i}`} src={picture("duet", "token-bystander")} alt="" />)}
        {left === 0 && <span class="d-empty">{t("d.bank.empty")}</span>}
      </span>
      <span class="d-taken" data-at="taken">
        {view.taken > 0 && <><img src={picture("duet", "token-agent")} alt="" /><b dir="ltr">×{number(view.taken)}</b></>}
      </span>
    </div>
  );
}

export function Status({ p, view, onMap }: { p: TableProps; view: View; onMap(): void }): JSX.Element {
  const near = nearSide(p.me), mission = p.options["mission"];
  return (
    <div class="d-status">
      <Side p={p} view={view} side={1 - near} />
      <div class="d-count">
        <span class="d-found" data-at="agents" role="img" aria-label={t("fact.found", { n: view.found })}>
          <img src={picture("duet", "token-agent")} alt="" /><b dir="ltr">{number(view.found)}/{number(AGENTS)}</b>
        </span>
        <Button kind="quiet" icon="map" onClick={onMap} class="d-city">
          {mission && mission !== "none" ? t(`val.${mission}`) : t("d.map")}
        </Button>
      </div>
      <Side p={p} view={view} side={near} />
    </div>
  );
}

/** Old clues may still be used, so they stay in sight. */
export function Clues({ view, me }: { view: View; me: number | null }): JSX.Element | null {
  const old = view.clue === null ? view.clues : view.clues.slice(0, -1), near = nearSide(me);
  if (!old.length) return null;
  return (
    <ol class="d-clues" aria-label={t("list.clues")}>
      {[...old].reverse().map((c, i) => {
        const clue = readClue(c.clue), mine = c.side === near;
        return (
          <li key={old.length - i} class={mine ? "near" : "far"}>
            <Icon name={mine ? "down" : "up"} /><Bdi>{clue.word}</Bdi><b>{number(clue.number)}</b>
          </li>
        );
      })}
    </ol>
  );
}
