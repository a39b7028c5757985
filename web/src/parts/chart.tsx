// SPDX-License-Identifier: MIT
// chart.tsx - a game at a glance: everybody's chances to win after every move, and below them, for one player, how much
// luck and play have added up to so far.
//
// Time runs in the reading direction, from the right in Hebrew: so do the slider below the chart, the buttons beside it and
// the replay's, and a chart that ran the other way would have its moments on the wrong side of the slider's thumb.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { dir, number, percent, signed, t } from "../i18n";
import type { Review, Step } from "../review";
import { seatName } from "../store";
import { MarkShape } from "./marks";

/** The size of the drawing in pixels, and of 1 rem, as they are now. */
interface Size { width: number; rem: number }
function useSize(): [Size, (e: HTMLElement | null) => void] {
  const [size, setSize] = useState<Size>({ width: 600, rem: 16 }), ref = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const measure = (): void => setSize({
      width: Math.max(240, ref.current?.clientWidth ?? 600), rem: parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
    });
    const observer = new ResizeObserver(measure);
    if (ref.current) observer.observe(ref.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return [size, (e) => { ref.current = e; }];
}

/** Where things are drawn. Move 0 is before the first one. */
interface Frame { x(move: number): number; y(chance: number): number; width: number; top: number; bottom: number; rem: number }
function frameOf({ width, rem }: Size, of: number): Frame {
  const start = 3.1 * rem, end = width - 1.9 * rem, top = 2.3 * rem, bottom = 14.5 * rem;
  const along = (move: number): number => start + (end - start) * (of ? move / of : 0);
  return {
    x: (move) => (dir.value === "rtl" ? width - along(move) : along(move)), y: (chance) => bottom - (bottom - top) * chance,
    width, top, bottom, rem,
  };
}
const path = (points: readonly [number, number][]): string =>
  points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** Where partners win or lose together, everybody has the same chances, and one line is enough. */
export const isTogether = (steps: readonly Step[]): boolean =>
  steps.length > 0 && steps.every((s) => s.chances.every((c) => c === s.chances[0])) && (steps[0]?.chances.length ?? 0) > 1;

/** Moves apart what would lie on each other. */
function apart(at: readonly number[], gap: number, low: number, high: number): number[] {
  const order = at.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y), out = [...at];
  let last = low - gap;
  for (const o of order) out[o.i] = last = Math.max(o.y, last + gap);
  for (let i = order.length - 1, room = high; i >= 0; i--, room -= gap) {
    const nth = order[i]?.i ?? 0;
    out[nth] = room = Math.min(out[nth] ?? 0, room);
  }
  return out;
}

const CAT =
  "M-7.2-8.2l4.5 2.6c1.8-.5 3.7-.5 5.5 0l4.5-2.6c1.1 3.1 1.3 5.2 1.2 8.7-.1 5-3.5 8.1-8.5 8.1s-8.4-3.1-8.5-8.1c0-3.5.2-5.6 1.3-8.7z";
function Heads({ f, steps }: { f: Frame; steps: readonly Step[] }): JSX.Element {
  const last = steps[steps.length - 1]?.chances ?? [], scale = f.rem / 11;
  const ys = apart(last.map(f.y), 1.45 * f.rem, f.top, f.bottom), x = f.x(steps.length) + (dir.value === "rtl" ? -1 : 1) * 0.95 * f.rem;
  return (
    <>
      {last.map((_, i) => (
        <g key={i} class={`chart-cat seat-hue-${i % 10}`} transform={`translate(${x} ${ys[i] ?? 0}) scale(${scale})`}>
          <path d={CAT} /><text y="4">{[...seatName(i).trim()][0] ?? "?"}</text>
        </g>
      ))}
    </>
  );
}

function Grid({ f, of }: { f: Frame; of: number }): JSX.Element {
  const edge = f.x(0) + (dir.value === "rtl" ? 1 : -1) * 0.4 * f.rem;
  return (
    <g class="chart-grid">
      {[0, 0.25, 0.5, 0.75, 1].map((c) => (
        <g key={c}><path d={`M${f.x(0)} ${f.y(c)}H${f.x(of)}`} class={c === 0 ? "chart-floor" : ""} />
          {c * 4 % 2 === 0 && <text x={edge} y={f.y(c) + 0.3 * f.rem} class="chart-scale">{percent(c)}</text>}</g>
      ))}
    </g>
  );
}

interface ChartProps {
  review: Review;
  /** Whose line is drawn above the others, and whose luck and play are shown. */
  focus: number;
  /** The move that is looked at; null: none yet. */
  at: number | null;
  onPick(move: number): void;
}
function Lines({ f, review, focus }: { f: Frame; review: Review; focus: number }): JSX.Element {
  const together = isTogether(review.steps), seats = together ? [focus] : review.lines.map((l) => l.seat);
  const line = (seat: number): string => path([
    [f.x(0), f.y(review.lines[seat]?.first ?? 0)],
    ...review.steps.map((s): [number, number] => [f.x(s.n), f.y(s.chances[seat] ?? 0)]),
  ]);
  return (
    <>
      {seats.filter((s) => s !== focus).concat(focus).map((s) => (
        <g key={s} class={`chart-line seat-hue-${s % 10} ${s === focus ? "focus" : ""}`}>
          {s === focus && <path class="chart-halo" d={line(s)} />}<path d={line(s)} />
        </g>
      ))}
    </>
  );
}
/** What was decided badly: by everybody if it was a blunder, by the player in focus if it was doubtful. */
function Slips({ f, review, focus }: { f: Frame; review: Review; focus: number }): JSX.Element {
  const slips = review.steps.filter((s) => s.mark === "blunder" || (s.mark === "doubtful" && s.seat === focus));
  return <>{slips.map((s) => s.mark && s.seat !== null && (
    <MarkShape key={s.n} mark={s.mark} x={f.x(s.n)} y={f.y(s.chances[s.seat] ?? 0)} scale={f.rem / 22} />
  ))}</>;
}
function Moments({ f, moments, at }: { f: Frame; moments: readonly number[]; at: number | null }): JSX.Element {
  const flags = apart(moments.map(f.x), 1.6 * f.rem, f.rem, f.width - f.rem);
  return <>{moments.map((n, i) => (
    <g key={n} class={`chart-moment ${n === at ? "on" : ""}`}>
      <path d={`M${flags[i]} ${f.top - 0.8 * f.rem}L${f.x(n)} ${f.top}V${f.bottom}`} />
      <circle cx={flags[i]} cy={f.top - 1.2 * f.rem} r={0.72 * f.rem} /><text x={flags[i]} y={f.top - 0.88 * f.rem}>{number(i + 1)}</text>
    </g>
  ))}</>;
}

/* ---- luck and play, added up ---------------------------------------------------- */

const PARTS = ["luck", "own", "others"] as const;
type Part = (typeof PARTS)[number];
export const partName = (part: Part): string => t(`review.part.${part}`);

/** The sums after every move, from 0 before the first. */
function sums(steps: readonly Step[], seat: number, part: Part): number[] {
  let sum = 0;
  return [0, ...steps.map((s) => (sum += s[part][seat] ?? 0))];
}
function Bands({ f, review, focus, at }: { f: Frame; review: Review; focus: number; at: number | null }): JSX.Element {
  const rows = PARTS.map((part) => ({ part, sum: sums(review.steps, focus, part) }));
  const all = rows.flatMap((r) => r.sum), high = Math.max(0.05, ...all), low = Math.min(-0.05, ...all);
  const top = f.bottom + 1.7 * f.rem, bottom = top + 5.2 * f.rem;
  const y = (v: number): number => top + ((high - v) / (high - low)) * (bottom - top);
  const edge = f.x(0) + (dir.value === "rtl" ? 1 : -1) * 0.4 * f.rem;
  const points = (sum: readonly number[]): [number, number][] => sum.map((v, i) => [f.x(i), y(v)]);
  return (
    <g class="bands">
      {rows.map(({ part, sum }) => (
        <g key={part} class={`band band-${part}`}>
          <path class="band-area" d={`${path([[f.x(0), y(0)], ...points(sum), [f.x(sum.length - 1), y(0)]])}z`} />
          <path class="band-edge" d={path(points(sum))} />
        </g>
      ))}
      <path class="chart-floor" d={`M${f.x(0)} ${y(0)}H${f.x(review.of)}`} />
      <text class="chart-scale" x={edge} y={y(high) + 0.35 * f.rem}>{signed(high)}</text>
      <text class="chart-scale" x={edge} y={y(low) + 0.25 * f.rem}>{signed(low)}</text>
      {at !== null && <path class="chart-at" d={`M${f.x(at)} ${top}V${bottom}`} />}
    </g>
  );
}

export function Chart({ review, focus, at, onPick }: ChartProps): JSX.Element {
  const [size, measure] = useSize(), f = frameOf(size, review.of), done = review.steps.length;
  const pick = (e: PointerEvent & { currentTarget: SVGSVGElement }): void => {
    if (e.type === "pointermove" && !(e.buttons & 1)) return;
    const box = e.currentTarget.getBoundingClientRect(), x = e.clientX - box.left, span = f.x(review.of) - f.x(0);
    const move = Math.round(((x - f.x(0)) / span) * review.of);
    if (done) onPick(Math.min(done, Math.max(1, move)));
  };
  const high = f.bottom + 7.6 * f.rem;
  return (
    <div class="chart" ref={measure}>
      <svg width={size.width} height={high} viewBox={`0 0 ${size.width} ${high}`} aria-hidden="true"
        onPointerDown={pick} onPointerMove={pick}>
        <defs>
          <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" /></pattern>
          <pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1.2" /></pattern>
        </defs>
        <Grid f={f} of={review.of} />
        {at !== null && <path class="chart-at" d={`M${f.x(at)} ${f.top}V${f.bottom}`} />}
        <Moments f={f} moments={review.moments} at={at} />
        <Lines f={f} review={review} focus={focus} />
        <Slips f={f} review={review} focus={focus} />
        {at !== null && review.steps[at - 1] && (
          <circle class={`chart-dot seat-hue-${focus % 10}`} r={0.42 * f.rem} cx={f.x(at)}
            cy={f.y(review.steps[at - 1]?.chances[focus] ?? 0)} />
        )}
        {!isTogether(review.steps) && <Heads f={f} steps={review.steps} />}
        <Bands f={f} review={review} focus={focus} at={at} />
      </svg>
    </div>
  );
}

/** What the bands mean, and what they have come to. */
export function BandLegend({ review, focus }: { review: Review; focus: number }): JSX.Element | null {
  const line = review.lines.find((l) => l.seat === focus);
  if (!line) return null;
  return (
    <ul class="band-legend">
      {PARTS.map((part) => (
        <li key={part}>
          <svg class={`band band-${part}`} viewBox="0 0 20 14" aria-hidden="true"><path class="band-area" d="M1 13V4L7 1l6 5 6-3v10z" />
            <path class="band-edge" d="M1 4L7 1l6 5 6-3" /></svg>
          {partName(part)} <strong>{signed(line[part])}</strong>
        </li>
      ))}
    </ul>
  );
}
