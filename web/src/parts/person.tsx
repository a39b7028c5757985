// SPDX-License-Identifier: MIT
// person.tsx - somebody at the table: a face of their own colour and shape, a name, and how they are.
import type { ComponentChildren, JSX } from "preact";
import { t } from "../i18n";
import { me, moment, seatName, table } from "../store";
import { Bdi, Icon } from "./basic";

export const CATS = 10;

interface HeadProps {
  cat: number;
  name: string;
  class?: string;
  children?: ComponentChildren;
}
/** A cat's head in a colour of its own, with the first letter of a name. */
export function Head({ cat, name, class: cls = "", children }: HeadProps): JSX.Element {
  return (
    <span class={`face face-${cat % CATS} ${cls}`} aria-hidden="true">
      <svg viewBox="0 0 40 40">
        <path class="face-head"
          d="M5.5 3.5l9 5.2c3.6-1 7.4-1 11 0l9-5.2c2.2 6.2 2.6 10.5 2.5 17.5-.2 10-7 16.2-17 16.2S3.2 31 3 21C2.9 14 3.3 9.7 5.5 3.5z" />
        <path class="face-ears" d="M7 8.5l4 2.5-4.3 3.5zM33 8.5l-4 2.5 4.3 3.5z" />
      </svg>
      <b>{[...name.trim()][0] ?? "?"}</b>
      {children}
    </span>
  );
}

export function Face({ seat, class: cls = "" }: { seat: number; class?: string }): JSX.Element {
  const s = table.value?.seats[seat], name = seatName(seat);
  return (
    <Head cat={s?.cat ?? seat} name={name} class={cls}>
      {s?.bot && <Icon name="bot" class="face-badge" />}
      {s && !s.bot && s.name && !s.here && <Icon name="wifi-off" class="face-badge away" />}
    </Head>
  );
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
  const classes = [
    "person", turn && "turn", asked && "asked", out && "gone", onPick && "pickable", seat === me.value && "mine", cls,
  ].filter(Boolean).join(" ");
  const inner = (
    <>
      <Face seat={seat} />
      <span class="person-name"><Bdi>{seatName(seat)}</Bdi></span>
      <span class="read-aloud">{state}</span>
      {children}
    </>
  );
  return onPick
    ? (
      <button type="button" class={classes} data-at={`seat-${seat}`} onClick={onPick}>
        <span class="read-aloud">{pickLabel}</span>{inner}
      </button>
    )
    : <div class={classes} data-at={`seat-${seat}`}>{inner}</div>;
}
