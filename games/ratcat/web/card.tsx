// SPDX-License-Identifier: MIT
// card.tsx - a card of this game: the number stands on the plate that the picture leaves free for it.
import type { JSX } from "preact";
import { Card, nameOf, number, t } from "web/kit";
import { BACK, isNumber } from "./view";

/** Pictures are never mirrored, so the plate is on the left for everybody. */
export function RatCard({ card, class: cls = "" }: { card: string | null; class?: string }): JSX.Element {
  const value = card !== null && isNumber(card);
  return (
    <span class={`r-card ${cls}`} dir={value ? "ltr" : undefined}>
      <Card card={card} back={BACK} bare={value} />
      {value && <b class="r-num" aria-hidden="true">{number(Number(card))}</b>}
    </span>
  );
}
export const cardText = (card: string | null): string => (card === null ? t("r.down") : nameOf(card));
