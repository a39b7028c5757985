// SPDX-License-Identifier: MIT
// options.tsx - all that could have been done at a moment, the best first: chances with their intervals, and reasons.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { hundredths, number, percent, signed, t, tn, word } from "../i18n";
import type { Advice, Mark, Prospect } from "../review";
import { tellOption, tellReasons } from "../voice";
import { Button } from "./basic";
import { MarkWord } from "./marks";

const FEW = 4;

/** A chance as a bar; the paler end is how far it may be off. */
function ChanceBar({ p }: { p: Prospect }): JSX.Element {
  const start = `${hundredths(p.low)}%`, width = `${Math.max(1, hundredths(p.high) - hundredths(p.low))}%`;
  return (
    <span class="option-bar" aria-hidden="true">
      <i style={{ inlineSize: `${hundredths(p.chance)}%` }} /><b style={{ insetInlineStart: start, inlineSize: width }} />
    </span>
  );
}
/** What the game counts besides winning, if it has words for that. */
function tallyOf(p: Prospect): string | null {
  if (!word("review.tally")) return null;
  return t("review.tally", { n: number(Math.round(10 * p.tally) / 10), danger: hundredths(p.danger) });
}

interface OneProps { p: Prospect; played: boolean; mark: Mark | undefined; reasons: boolean }
function One({ p, played, mark, reasons }: OneProps): JSX.Element {
  const why = reasons ? [tallyOf(p), ...tellReasons(p.why)].filter(Boolean) : [];
  return (
    <li class={`option ${played ? "played" : ""}`}>
      <p class="option-head">
        <strong><bdi>{tellOption(p.move)}</bdi></strong>
        {played && <span class="option-played">{t("review.played")}</span>}
        {played && mark && <MarkWord mark={mark} />}
      </p>
      <p class="option-chance">
        <ChanceBar p={p} />
        <span><strong>{percent(p.chance)}</strong>{" "}
          <small>{t("review.between", { low: hundredths(p.low), high: hundredths(p.high) })}</small></span>
      </p>
      {why.length > 0 && <ul class="option-why">{why.map((w) => <li key={w}>{w}</li>)}</ul>}
    </li>
  );
}

export function Options({ advice, mark }: { advice: Advice; mark: Mark | undefined }): JSX.Element {
  const [all, setAll] = useState(false), { options, played } = advice;
  const shown = options.map((p, i) => ({ p, i })).filter(({ i }) => all || i < FEW || i === played), hidden = options.length - shown.length;
  return (
    <section class="options" aria-label={t("review.options")}>
      <h3>{t("review.options")}{advice.cost >= 0.005 && <small>{t("review.cost", { n: signed(-advice.cost) })}</small>}</h3>
      <ol>
        {shown.map(({ p, i }) => (
          <One key={p.move} p={p} played={i === played} mark={mark} reasons={i === 0 || i === played || all} />
        ))}
      </ol>
      {options.some((p) => p.chance > (options[0]?.chance ?? 0) + 0.005) && <p class="fine">{t("review.margin")}</p>}
      {hidden > 0 && <Button kind="quiet" icon="down" onClick={() => setAll(true)}>{tn("review.more", hidden)}</Button>}
    </section>
  );
}
