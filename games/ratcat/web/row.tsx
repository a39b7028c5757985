// SPDX-License-Identifier: MIT
// row.tsx - four places on the table, mine or somebody else's; and the person they belong to.
import type { JSX } from "preact";
import { Icon, Person, number, seatCalled, t } from "web/kit";
import { RatCard, cardText } from "./card";
import { type View, heldAt, slotAt } from "./view";

interface SlotProps {
  seat: number;
  slot: number;
  card: string | null;
  mine: boolean;
  /** Seen by nobody but me. */
  secret: boolean;
  chosen: boolean;
  touched: boolean;
  onTap?: (() => void) | undefined;
}
function Slot({ seat, slot, card, mine, secret, chosen, touched, onTap }: SlotProps): JSX.Element {
  const place = { n: slot, t: cardText(card) };
  const label = mine ? t("r.place.mine", place) : t("r.place", { who: seatCalled(seat, true), ...place });
  const inner = (
    <>
      <RatCard key={card ?? ""} card={card} class={card === null ? "" : "r-turned"} />
      <span class="r-slot-n" aria-hidden="true">{number(slot)}</span>
      {secret && card !== null && !chosen && <Icon name="eye" class="r-eye" />}
      {chosen && <Icon name="check" class="r-tick" />}
    </>
  );
  const cls = `r-slot ${chosen ? "on" : ""} ${touched ? "touched" : ""}`, at = slotAt(seat, slot);
  return onTap
    ? <button type="button" class={cls} data-at={at} aria-pressed={chosen} aria-label={label} onClick={onTap}>{inner}</button>
    : <span class={cls} data-at={at} role="img" aria-label={label}>{inner}</span>;
}

interface RowProps {
  seat: number;
  view: View;
  mine?: boolean;
  secret?: boolean;
  open: number[];
  chosen?: number | undefined;
  touched: string[];
  onTap(slot: number): void;
}
/** Places are 1 to 4 from the left of their owner, for readers of any direction. */
export function Row({ seat, view, mine = false, secret = false, open, chosen, touched, onTap }: RowProps): JSX.Element {
  return (
    <div class="r-row" dir="ltr" data-at={`row-${seat}`} role="group" aria-label={seatCalled(seat, true)}>
      {(view.rows[seat] ?? []).map((card, i) => (
        <Slot key={i} seat={seat} slot={i + 1} card={card} mine={mine} secret={secret}
          chosen={chosen === i + 1} touched={touched.includes(slotAt(seat, i + 1))}
          onTap={open.includes(i + 1) ? () => onTap(i + 1) : undefined} />
      ))}
    </div>
  );
}

export function Badges({ seat, view, words }: { seat: number; view: View; words?: boolean }): JSX.Element {
  return (
    <span class="r-badges">
      {!words && <span class="r-badge" aria-hidden="true">{number(view.scores[seat] ?? 0)}</span>}
      <span class={words ? "r-badge" : "read-aloud"}>{t("seat.scores", { n: view.scores[seat] ?? 0 })}</span>
      {view.knocked === seat && <span class="r-badge knock"><Icon name="knock" /><span class="read-aloud">{t("r.knocked")}</span></span>}
      {view.dealer === seat && <span class="r-badge dealer"><Icon name="shuffle" /><span class="read-aloud">{t("r.dealer")}</span></span>}
    </span>
  );
}

/** The card somebody else has taken and not laid down yet. */
function Holding({ seat, view }: { seat: number; view: View }): JSX.Element {
  const holds = view.turn === seat && view.card !== undefined && view.phase !== "over";
  return (
    <span class={`r-holding ${holds ? "" : "none"}`} data-at={heldAt(seat)} role={holds ? "img" : undefined}
      aria-label={holds ? t("r.holds", { t: cardText(view.card ?? null) }) : undefined}>
      {holds && <RatCard card={view.card ?? null} />}
    </span>
  );
}

export function Other(p: Omit<RowProps, "mine">): JSX.Element {
  const { seat, view } = p, turn = view.turn === seat && view.phase !== "over", out = view.out[seat] ?? false;
  return (
    <div class={`r-seat ${turn ? "turn" : ""} ${out ? "out" : ""}`}>
      <Person seat={seat} turn={turn && !out} out={out}><Badges seat={seat} view={view} /></Person>
      <div class="r-cards"><Row {...p} /><Holding seat={seat} view={view} /></div>
    </div>
  );
}
