// SPDX-License-Identifier: MIT
// person.tsx - somebody at the table: a face of their own colour and shape, a name, and how they are.
import type { ComponentChildren, JSX } from "preact";
import { t } from "../i18n";
import { me, moment, said, seatName, table } from "../store";
import { Bdi, Icon } from "./basic";

export function Face({ seat, class: cls = "" }: { seat: number; class?: string }): JSX.Element {
  const s = table.value?.seats[seat], name = seatName(seat);
  return (
    <span class={`face face-${seat % 10} ${cls}`} aria-hidden="true">
      <i class="face-ears" /><b>{[...name.trim()][0] ?? "?"}</b>
      {s?.bot && <Icon name="bot" class="face-badge" />}
      {s && !s.bot && s.name && !s.here && <Icon name="wifi-off" class="face-badge away" />}
    </span>
  );
}

/** What a person said last, for a few seconds. */
export function Said({ seat }: { seat: number }): JSX.Element | null {
  const last = [...said.value].reverse().find((x) => x.seat === seat);
  if (!last || Date.now() - last.at > 6000) return null;
  return <span class="said" key={last.at}>{t(`phrase.${last.phrase}`)}</span>;
}

interface PersonProps {
  seat: number;
  /** Can be chosen now: a target. */
  onPick?: (() => void) | undefined;
  pickLabel?: string | undefined;
  out?: boolean;
  turn?: boolean;
  children?: ComponentChildren;
  class?: string;
  /** What a screen reader says of the rest. */
  about?: string;
}
export function Person({ seat, onPick, pickLabel, out, turn, children, class: cls = "", about }: PersonProps): JSX.Element {
  const asked = moment.value?.asked.includes(seat) && table.value?.phase === "playing";
  const state = [turn && t("seat.turn"), out && t("seat.out"), about].filter(Boolean).join(", ");
  const classes = `person ${turn ? "turn" : ""} ${asked ? "asked" : ""} ${out ? "gone" : ""} ${onPick ? "pickable" : ""} ${seat === me.value ? "mine" : ""} ${cls}`;
  const inner = (
    <>
      <Face seat={seat} />
      <span class="person-name"><Bdi>{seatName(seat)}</Bdi></span>
      <span class="read-aloud">{state}</span>
      {children}
      <Said seat={seat} />
    </>
  );
  return onPick
    ? <button type="button" class={classes} data-at={`seat-${seat}`} onClick={onPick}><span class="read-aloud">{pickLabel}</span>{inner}</button>
    : <div class={classes} data-at={`seat-${seat}`}>{inner}</div>;
}
