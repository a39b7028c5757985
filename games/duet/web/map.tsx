// SPDX-License-Identifier: MIT
// map.tsx - the mission map, drawn: cities won, cities that lie next to them, and the roads between.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button, type FieldProps, Icon, number, picture, t, table } from "web/kit";
import { CITIES, type City, HIGH, ROADS, WIDE, cityAt, opened } from "./cities";

/** What this browser has helped to win, at any table. */
const KEY = "ninelives.missions";
function kept(): string[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? all.filter((c): c is string => typeof c === "string" && cityAt.has(c)) : [];
  } catch {
    return [];
  }
}
export function useKeepWon(done: readonly string[]): void {
  useEffect(() => {
    if (!done.length) return;
    try { localStorage.setItem(KEY, JSON.stringify([...new Set([...kept(), ...done])])); } catch { /* then only the table remembers */ }
  }, [done.join()]);
}
export const wonBy = (progress: readonly string[], done: readonly string[] = []): string[] =>
  [...new Set([...kept(), ...progress, ...done])];

type Road = (typeof ROADS)[number];
const bend = ({ a, b }: Road): string => {
  const mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2 - Math.hypot(b.x - a.x, b.y - a.y) * 0.12;
  return `M${a.x} ${a.y}Q${mx} ${my} ${b.x} ${b.y}`;
};
export const numbers = (c: City): JSX.Element => <span class="d-pair" dir="ltr">{number(c.tokens)}–{number(c.mistakes)}</span>;
const about = (c: City, state: string): string => `${t("d.city.is", { tokens: c.tokens, mistakes: c.mistakes })}, ${t(`d.city.${state}`)}`;

interface TownProps {
  city: City;
  state: string;
  on: boolean;
  onPick?: ((city: string) => void) | undefined;
}
function Town({ city, state, on, onPick }: TownProps): JSX.Element {
  const cls = `d-town ${state} ${on ? "on" : ""}`, name = t(`val.${city.id}`);
  const style = { insetInlineStart: `${(city.x / WIDE) * 100}%`, insetBlockStart: `${(city.y / HIGH) * 100}%` };
  const inner = (
    <>
      <i aria-hidden="true">{state === "done" ? <Icon name="check" /> : number(city.tokens)}</i>
      <span dir="auto">{name}</span>
    </>
  );
  if (!onPick) return <div class={cls} style={style} role="img" aria-label={`${name}, ${about(city, state)}`}>{inner}</div>;
  return (
    <button type="button" class={cls} style={style} aria-pressed={on} onClick={() => onPick(city.id)}>
      {inner}<span class="read-aloud">, {about(city, state)}</span>
    </button>
  );
}

interface MapProps {
  won: readonly string[];
  /** The city chosen, or just won. */
  chosen: string | null;
  onPick?: ((city: string) => void) | undefined;
}
export function MissionMap({ won, chosen, onPick }: MapProps): JSX.Element {
  const open = opened(won), box = useRef<HTMLDivElement>(null), focus = cityAt.get(chosen ?? "") ?? CITIES[0];
  useEffect(() => {
    const centre = (): void => {
      const b = box.current;
      if (b && focus) b.scrollLeft = (focus.x / WIDE) * b.scrollWidth - b.clientWidth / 2;
    };
    const soon = requestAnimationFrame(centre);                  // a dialog has no width before it is open
    return () => cancelAnimationFrame(soon);
  }, [focus?.id]);
  const state = (c: City): string => (won.includes(c.id) ? "done" : open.includes(c.id) ? "open" : "far");
  const roadState = ({ a, b }: Road): string => {
    const ends = [a, b].filter((c) => won.includes(c.id)).length;
    return ends === 2 ? "done" : ends === 1 ? "open" : "";
  };
  return (
    <div class="d-map" ref={box} dir="ltr" tabIndex={0} role="region" aria-label={t("d.map")}>
      <div class="d-world" style={{ backgroundImage: `url(${picture("duet", "map") ?? ""})` }}>
        <svg viewBox={`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">
          {ROADS.map((r) => <path key={r.a.id + r.b.id} class={roadState(r)} d={bend(r)} />)}
        </svg>
        {CITIES.map((c) => <Town key={c.id} city={c} state={state(c)} on={c.id === chosen} onPick={onPick} />)}
      </div>
    </div>
  );
}

/** The city chosen, in words: what it asks of the players. */
export function CityCard({ id, won }: { id: string; won: readonly string[] }): JSX.Element | null {
  const c = cityAt.get(id);
  if (!c) return null;
  const s = won.includes(id) ? "done" : opened(won).includes(id) ? "open" : "far";
  return (
    <p class={`d-citycard ${s}`}>
      <Icon name={s === "done" ? "check" : s === "open" ? "map" : "lock"} />
      <strong>{t(`val.${id}`)}</strong> {numbers(c)}
      <span>{t("d.city.is", { tokens: c.tokens, mistakes: c.mistakes })}</span>
      <em>{t(`d.city.${s}`)}</em>
    </p>
  );
}

/** The choice of a mission as an option of the table: any city, those that are open first. */
export function MissionField({ label, value, progress, onSet }: FieldProps): JSX.Element {
  const won = wonBy(progress), chosen = cityAt.has(value) ? value : null, open = opened(won);
  const listed = CITIES.filter((c) => open.includes(c.id) || c.id === chosen);
  return (
    <fieldset class="d-missions">
      <legend>{label}</legend>
      <MissionMap won={won} chosen={chosen} onPick={onSet} />
      <div class="d-towns">
        <Button pressed={chosen === null} onClick={() => onSet("none")}>{t("d.nomission")}</Button>
        {listed.map((c) => (
          <Button key={c.id} pressed={c.id === chosen} icon={won.includes(c.id) ? "check" : "map"} onClick={() => onSet(c.id)}>
            {t(`val.${c.id}`)} {numbers(c)}
          </Button>
        ))}
      </div>
      {chosen && <CityCard id={chosen} won={won} />}
    </fieldset>
  );
}

/** For looking at: how far this team has come. */
export function Progress({ done, chosen }: { done: readonly string[]; chosen: string | null }): JSX.Element {
  const won = wonBy(table.value?.progress ?? [], done);
  return (
    <div class="d-progress">
      <MissionMap won={won} chosen={chosen} />
      <p class="fine"><Icon name="check" />{t("d.won.of", { n: won.length, of: CITIES.length })}</p>
      {chosen && <CityCard id={chosen} won={won} />}
    </div>
  );
}
