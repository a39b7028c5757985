// SPDX-License-Identifier: MIT
// motion.ts - cards move from where they were to where they are. Places are elements with data-at; what flies is a
// copy above the table that catches no clicks, so nothing ever waits for it.
import type { Flight, GamePart } from "./game";
import type { TableEvent } from "./message";
import { cardFace, picture } from "./pictures";
import { nameOf } from "./parts/basic";
import { calm } from "./settings";
import type { Mover } from "./store";

const FLIGHT = 480, APART = 110, MOST = 14;

/** The element of a card at a place, if it is drawn on its own; else the place. Of equal cards the last one is taken
 * first. */
function spot(place: string, card: string | null, nth: number): HTMLElement | null {
  const at = document.querySelector<HTMLElement>(`[data-at="${place}"]`);
  const same = card === null ? [] : [...(at?.querySelectorAll<HTMLElement>(`.card[data-card="${card}"]`) ?? [])];
  return same[same.length - 1 - nth] ?? at;
}
const boxOf = (e: HTMLElement | null): DOMRect | null => {
  const box = e?.getBoundingClientRect();
  return box && box.width ? box : null;
};
/** How many flights before this one are the same at this end. */
const sooner = (flights: readonly Flight[], i: number, end: "from" | "to"): number =>
  flights.slice(0, i).filter((f) => f[end] === flights[i]?.[end] && f.card === flights[i]?.card).length;

/** A mover for one game at one seat. */
export function mover(part: GamePart, game: string, folder: string, seat: () => number | null): Mover {
  let were: (DOMRect | null)[] = [];
  const flightsOf = (events: TableEvent[]): Flight[] => events.flatMap((e) => part.flights?.(e, seat()) ?? []).slice(-MOST);
  return {
    before(events) {
      const flights = flightsOf(events);
      were = flights.map((f, i) => boxOf(spot(f.from, f.card, sooner(flights, i, "from"))));
    },
    after(events, wait) {
      const flights = flightsOf(events), from = were, starts = startsOf(part, events, seat(), wait).slice(-MOST);
      requestAnimationFrame(() => flights.forEach((f, i) => {
        const to = spot(f.to, f.card, sooner(flights, i, "to")), start = starts[i];
        const back = part.back?.(game, f.card ?? undefined) ?? "back";
        if (start === null || start === undefined) return;
        fly(f, from[i] ?? boxOf(spot(f.from, null, 0)), to, start, (card) => named(cardFace(folder, card, back), card, f));
      }));
    },
  };
}

/** When each flight begins: with its event, one after the other. Null: its event has been shown already. */
function startsOf(part: GamePart, events: TableEvent[], me: number | null, wait: (e: TableEvent) => number | null): (number | null)[] {
  const starts: (number | null)[] = [];
  let busy = 0;
  for (const e of events)
    for (const f of part.flights?.(e, me) ?? []) {
      const at = wait(e);
      if (at === null) { starts.push(null); continue; }
      const start = Math.min(Math.max(at, busy), at + 8 * APART);
      starts.push(start);
      busy = start + (f.kind === "burst" ? FLIGHT * 0.8 : APART);
    }
  return starts;
}

/** A card keeps its name while it flies. */
function named(face: HTMLElement, card: string | null, f: Flight): HTMLElement {
  if (card === null || f.kind === "token" || face.classList.contains("plain")) return face;
  const whole = document.createElement("div"), name = document.createElement("span");
  whole.className = "flying-card";
  name.className = "card-name";
  name.textContent = nameOf(card);
  whole.append(face, name);
  return whole;
}

function fly(f: Flight, from: DOMRect | null, goal: HTMLElement | null, start: number, face: (card: string | null) => HTMLElement): void {
  const to = boxOf(goal) ?? boxOf(goal?.closest<HTMLElement>("[data-at]") ?? null), lands = !!goal && goal.matches(".card");
  if (f.kind === "burst") { if (to) burst(to, start); return; }
  if (!from || !to || !goal) return;
  if (calm()) { setTimeout(() => glow(f.to), start); return; }
  const copy = document.createElement("div");
  copy.className = `flying ${f.kind ?? ""}`;
  copy.append(face(f.card));
  document.body.append(copy);
  const box = copy.getBoundingClientRect();
  const centre = (r: DOMRect): string => `translate(${r.x + r.width / 2 - box.width / 2}px, ${r.y + r.height / 2 - box.height / 2}px)`;
  const size = (r: DOMRect): number => Math.min(1.6, Math.max(0.45, r.width / box.width));
  const timing = { duration: FLIGHT, delay: start, easing: "cubic-bezier(.4,.1,.2,1)", fill: "both" } as const;
  if (f.turns && f.card !== null) turnOver(copy, face(null), timing);
  if (lands) goal.style.visibility = "hidden";
  copy.animate(
    [
      { transform: `${centre(from)} scale(${size(from)}) rotate(-3deg)`, opacity: lands ? 1 : 0.6 },
      { transform: `${centre(to)} scale(${size(to)}) rotate(0)`, opacity: 1, offset: lands ? 1 : 0.85 },
      { transform: `${centre(to)} scale(${size(to)})`, opacity: lands ? 1 : 0 },
    ],
    timing,
  ).finished.catch(() => undefined).finally(() => {
    if (lands) goal.style.visibility = "";
    copy.remove();
  });
}

/** A card from a pile leaves it with its back up and is turned on its way. */
function turnOver(copy: HTMLElement, back: HTMLElement, timing: KeyframeAnimationOptions): void {
  const front = copy.firstElementChild;
  back.classList.add("flying-back");
  copy.append(back);
  back.animate([{ transform: "rotateY(0)" }, { transform: "rotateY(90deg)", offset: 0.45 }, { transform: "rotateY(90deg)" }], timing);
  front?.animate([
    { transform: "rotateY(-90deg)" }, { transform: "rotateY(-90deg)", offset: 0.45 },
    { transform: "rotateY(0)", offset: 0.9 }, { transform: "rotateY(0)" },
  ], timing);
}

/** Without motion: the place where something arrived is marked for a moment. */
function glow(place: string): void {
  const element = document.querySelector(`[data-at="${place}"]`);
  element?.classList.add("glow");
  setTimeout(() => element?.classList.remove("glow"), 900);
}

/** An explosion: it swells slowly, once, and does not flash. */
function burst(at: DOMRect, delay: number): void {
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
  const fade = [{ opacity: 0 }, { opacity: 0.9, offset: 0.2 }, { opacity: 0 }];
  const swell = [
    { scale: "0.2", opacity: 0 }, { scale: "0.4", opacity: 1, offset: 0.08 },
    { scale: "1.6", opacity: 0.8, offset: 0.5 }, { scale: "2", opacity: 0 },
  ];
  const frames = calm() ? fade : swell;
  b.animate(frames, { duration: 1300, delay, easing: "ease-out", fill: "both" }).finished.catch(() => undefined).finally(() => b.remove());
}
