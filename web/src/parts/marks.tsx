// SPDX-License-Identifier: MIT
// marks.tsx - how good a decision was, as a shape of its own: nothing is told by colour alone.
import type { JSX } from "preact";
import { t } from "../i18n";
import type { Mark } from "../review";

/* Shapes around (0, 0), 16 wide. */
const SHAPES: Record<Mark, string> = {
  best: "M0-8A8 8 0 1 1 0 8 8 8 0 1 1 0-8z",
  fine: "M-5-7H5a2 2 0 0 1 2 2V5a2 2 0 0 1-2 2H-5a2 2 0 0 1-2-2V-5a2 2 0 0 1 2-2z",
  doubtful: "M0-8.5L9 7H-9z",
  blunder: "M-3.7-9H3.7L9-3.7V3.7L3.7 9H-3.7L-9 3.7V-3.7z",
};
const SIGNS: Record<Mark, string> = {
  best: "M-3.6.2l2.5 2.6 4.7-5.4", fine: "M-3 0h6", doubtful: "M0-3.2v4.4M0 4.2v.2", blunder: "M-3.2-3.2l6.4 6.4M3.2-3.2l-6.4 6.4",
};
/** The sign of a mark, to be drawn within an SVG. */
export function MarkShape({ mark, x, y, scale = 1 }: { mark: Mark; x: number; y: number; scale?: number }): JSX.Element {
  return (
    <g class={`mark mark-${mark}`} transform={`translate(${x} ${y}) scale(${scale})`}>
      <path class="mark-body" d={SHAPES[mark]} /><path class="mark-sign" d={SIGNS[mark]} />
    </g>
  );
}
/** The sign and the word. */
export function MarkWord({ mark }: { mark: Mark }): JSX.Element {
  return (
    <span class={`mark-word mark-word-${mark}`}>
      <svg viewBox="-10 -10 20 20" aria-hidden="true"><MarkShape mark={mark} x={0} y={0} /></svg>{t(`review.${mark}`)}
    </span>
  );
}
