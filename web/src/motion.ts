// SPDX-License-Identifier: MIT
// motion.ts - cards move from where they were to where they are. Places are elements with data-at; what flies is a
// copy above the table that catches no clicks, so nothing ever waits for it.
import type { Flight, GamePart } from "./game";
import type { TableEvent } from "./message";
import { cardFace, picture } from "./pictures";
import { calm } from "./settings";
import { sound } from "./sound";
import type { Mover } from "./store";

const FLIGHT = 420, APART = 110, MOST = 14;

const placeOf = (name: string): DOMRect | null => {
  const element = document.querySelector(`[data-at="${name}"]`);
  const box = element?.getBoundingClientRect();
  return box && box.width ? box : null;
};

/** A mover for one game at one seat. */
export function mover(part: GamePart, game: string, folder: string, seat: () => number | null): Mover {
  let were = new Map<string, DOMRect>();
  const flightsOf = (events: TableEvent[]): Flight[] => events.flatMap((e) => part.flights?.(e, seat()) ?? []).slice(-MOST);
  return {
    before(events) {
      were = new Map();
      for (const f of flightsOf(events)) {
        const box = placeOf(f.from);
        if (box) were.set(f.from, box);
      }
    },
    after(events) {
      for (const e of events) {
        const heard = part.sounds?.[e.e];
        if (heard) { sound(heard); break; }
      }
      const flights = flightsOf(events), from = were;
      requestAnimationFrame(() => flights.forEach((f, i) => fly(f, from.get(f.from) ?? placeOf(f.from), i, part, game, folder)));
    },
  };
}

function fly(f: Flight, from: DOMRect | null, i: number, part: GamePart, game: string, folder: string): void {
  const to = placeOf(f.to);
  if (f.kind === "burst") { if (to) burst(to); return; }
  if (!from || !to) return;
  if (calm()) { glow(f.to); return; }
  const copy = document.createElement("div");
  copy.className = `flying ${f.kind ?? ""}`;
  copy.append(cardFace(folder, f.card, part.back?.(game, f.card ?? undefined) ?? "back"));
  document.body.append(copy);
  const box = copy.getBoundingClientRect();
  const centre = (r: DOMRect): string => `translate(${r.x + r.width / 2 - box.width / 2}px, ${r.y + r.height / 2 - box.height / 2}px)`;
  const grown = Math.min(1.25, Math.max(0.45, to.width / box.width)), small = Math.min(1.25, Math.max(0.45, from.width / box.width));
  copy.animate(
    [
      { transform: `${centre(from)} scale(${small}) rotate(-4deg)`, opacity: 0.4 },
      { transform: `${centre(from)} scale(${small}) rotate(-4deg)`, opacity: 1, offset: 0.1 },
      { transform: `${centre(to)} scale(${grown}) rotate(0)`, opacity: 1, offset: 0.88 },
      { transform: `${centre(to)} scale(${grown})`, opacity: 0 },
    ],
    { duration: FLIGHT, delay: Math.min(i, 8) * APART, easing: "cubic-bezier(.3,.7,.2,1)", fill: "both" },
  ).finished.catch(() => undefined).finally(() => copy.remove());
}

/** Without motion: the place where something arrived is marked for a moment. */
function glow(place: string): void {
  const element = document.querySelector(`[data-at="${place}"]`);
  element?.classList.add("glow");
  setTimeout(() => element?.classList.remove("glow"), 900);
}

/** One slow swell. Nothing flashes. */
function burst(at: DOMRect): void {
  const b = document.createElement("div");
  b.className = "burst";
  const drawn = picture("web", "boom");
  if (drawn) {
    const img = document.createElement("img");
    img.src = drawn;
    img.alt = "";
    b.append(img);
  }
  document.body.append(b);
  b.style.translate = `${at.x + at.width / 2}px ${at.y + at.height / 2}px`;
  const frames = calm() ? [{ opacity: 0.9 }, { opacity: 0 }] : [{ scale: "0.2", opacity: 0.95 }, { scale: "1.6", opacity: 0.8, offset: 0.5 }, { scale: "2", opacity: 0 }];
  b.animate(frames, { duration: 1300, easing: "ease-out", fill: "both" }).finished.catch(() => undefined).finally(() => b.remove());
}
