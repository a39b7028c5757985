// SPDX-License-Identifier: MIT
// hand.tsx - my cards as a fan: tapping chooses, choosing several makes a combo.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Card, Icon, dir, nameOf, t } from "web/kit";

export interface Held {
  id: number;
  card: string;
}

/** Keeps the order in which cards came, as views only say what is held. */
export function useHeld(cards: readonly string[]): [Held[], () => void] {
  const held = useRef<Held[]>([]), next = useRef(1), [, redraw] = useState(0);
  const left = [...cards], kept: Held[] = [];
  for (const h of held.current) {
    const i = left.indexOf(h.card);
    if (i >= 0) { kept.push(h); left.splice(i, 1); }
  }
  held.current = [...kept, ...left.map((card) => ({ id: next.current++, card }))];
  const sort = (): void => {
    const rank = new Map(cards.map((c, i) => [c, i]));
    held.current = [...held.current].sort((a, b) => (rank.get(a.card) ?? 0) - (rank.get(b.card) ?? 0));
    redraw((n) => n + 1);
  };
  return [held.current, sort];
}

/* What is seen of a card that lies under the next one, in pixels: enough for a finger (as in style.css). */
const SLOT = 44;
/** How many cards fit in a row without hiding their corners. */
function usePerRow(): [{ current: HTMLDivElement | null }, number] {
  const ref = useRef<HTMLDivElement>(null), [per, setPer] = useState(8);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const watch = new ResizeObserver(() => {
      const card = box.querySelector<HTMLElement>(".card")?.offsetWidth ?? 84;
      setPer(Math.max(3, Math.floor((box.clientWidth - 16 - card) / SLOT) + 1));
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return [ref, per];
}

/** Arrows walk along the fan. */
function walk(e: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key] ?? 0;
  if (!step || !(e.target instanceof HTMLElement) || !e.target.matches(".k-held")) return;
  const all = [...(e.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(".k-held")];
  all[all.indexOf(e.target) + (dir.peek() === "rtl" ? -step : step)]?.focus();
  e.preventDefault();
}

interface HandProps {
  held: Held[];
  chosen: number[];
  usable: (card: string) => boolean;
  active: boolean;
  onTap(id: number): void;
  onSort(): void;
}
export function Hand({ held, chosen, usable, active, onTap, onSort }: HandProps): JSX.Element {
  const [ref, per] = usePerRow();
  const rows = Math.max(1, Math.ceil(held.length / per)), each = Math.ceil(held.length / rows) || 1;
  const slices = Array.from({ length: rows }, (_, r) => held.slice(r * each, (r + 1) * each)), rtl = dir.value === "rtl";
  return (
    <div class="k-hand" ref={ref} data-at="hand" role="group" aria-label={t("hand")} onKeyDown={walk}>
      {slices.map((slice, r) => (
        <div class="k-fan" key={r}>
          {slice.map((h, i) => {
            const on = chosen.includes(h.id), tilt = (i - (slice.length - 1) / 2) * Math.min(2.4, 15 / slice.length);
            const style = {
              "--tilt": `${rtl ? -tilt : tilt}deg`,
              "--drop": `${Math.abs(tilt) ** 1.5 * 0.9}px`,
              zIndex: rtl ? slice.length - i : i + 1,
            };
            return (
              <button key={h.id} type="button" class={`k-held ${on ? "on" : ""} ${active && !usable(h.card) ? "idle" : ""}`}
                style={style} aria-pressed={on} aria-label={nameOf(h.card)} onClick={() => onTap(h.id)}>
                <Card card={h.card} />
                {on && <Icon name="check" class="k-tick" />}
              </button>
            );
          })}
        </div>
      ))}
      {held.length === 0 && <p class="k-empty">{t("hand.empty")}</p>}
      {held.length > 2 && <Button kind="quiet" icon="sort" label={t("k.sort")} onClick={onSort} class="k-sort" />}
    </div>
  );
}
