// SPDX-License-Identifier: MIT
// stage.ts - the director between what is heard and what is seen. Every event has a beat: so long people want to look at it
// (Game.beats in core/game.h). What happens is shown one thing after the other, and what comes meanwhile waits in
// line; bots and clocks of the table wait as well (server/play.c, host.ts). Nothing is decided here, and nothing is lost:
// whatever waits can be shown at once (hurry).
//
// A step brings several events and the table as it is after all of them. Its acts are played in order; scenes that are
// early play over the table as it was, then the step is shown, then the rest of its acts are played over it.
import { signal } from "@preact/signals";
import type { Scene } from "./game";
import type { TableEvent, TableMessage } from "./message";
import type { Sound } from "./sound";

export type Held = Extract<TableMessage, { t: "table" | "view" | "step" }>;
export interface Act {
  event: TableEvent;
  ms: number;
  scene: Scene | null;
  sound: Sound | undefined;
}
export interface Shown extends Scene {
  event: TableEvent;
  ms: number;
}
/** What plays on the stage now. */
export const scene = signal<Shown | null>(null);
/** Something is being shown: what is asked next is asked afterwards. */
export const showing = signal(false);

export interface Director {
  /** The acts of a step, in order; none: it is shown at once. */
  acts(m: Held): Act[];
  /** Shows a message. `wait`: so many milliseconds until the act of this event begins; null: its scene is over already. */
  apply(m: Held, wait: (e: TableEvent) => number | null): void;
  sound(name: Sound): void;
  later(ms: number, what: () => void): number;
  never(timer: number): void;
}

/* More than this need not wait in line: whoever looked away wants to see how things are. */
const MOST = 12;

export class Stage {
  private readonly line: Held[] = [];
  private timer = 0;
  private act: (() => void) | null = null;

  constructor(private readonly director: Director) {}

  hear(m: Held): void {
    this.line.push(m);
    if (m.t === "view" || this.line.length > MOST) this.hurry();
    else if (!this.act) this.next();
  }

  /** All that waits is shown now. */
  hurry(): void {
    const act = this.act;
    this.director.never(this.timer);
    this.act = null;
    act?.();
    for (let m = this.line.shift(); m; m = this.line.shift()) this.director.apply(m, () => 0);
    this.end();
  }

  /** Nothing that waits is of interest any more. */
  clear(): void {
    this.director.never(this.timer);
    this.line.length = 0;
    this.act = null;
    this.end();
  }

  private end(): void {
    scene.value = null;
    showing.value = false;
  }

  private next(): void {
    for (let m = this.line.shift(); m; m = this.line.shift()) {
      const acts = this.director.acts(m);
      if (acts.length) return this.play(m, acts);
      this.director.apply(m, () => 0);
    }
    this.end();
  }

  private play(m: Held, acts: Act[]): void {
    const first = acts.findIndex((a) => !a.scene?.early), early = first < 0 ? acts.length : first;
    const offset = (from: number, to: number): number => acts.slice(from, to).reduce((sum, a) => sum + a.ms, 0);
    let applied = false, i = 0;
    const show = (at: (e: TableEvent) => number | null): void => {
      if (applied) return;
      applied = true;
      this.director.apply(m, at);
    };
    const wait = (e: TableEvent): number | null => {
      const k = acts.findIndex((a) => a.event === e);
      return k < 0 ? 0 : k < early ? null : offset(early, k);
    };
    const go = (): void => {
      const act = acts[i++];
      if (i > early) show(wait);
      if (!act) { this.act = null; return this.next(); }
      scene.value = act.scene && act.ms > 0 ? { ...act.scene, event: act.event, ms: act.ms } : null;
      if (act.sound) this.director.sound(act.sound);
      if (act.ms > 0) this.timer = this.director.later(act.ms, go);
      else go();
    };
    this.act = () => show(() => 0);
    showing.value = true;
    go();
  }
}
