// SPDX-License-Identifier: MIT
// host.ts - a table on this device: one person, bots in the other chairs. It answers with the messages of
// protocol/PROTOCOL.md, so that nobody else can tell it from a server.
import type { ClientMessage, ClockState, ErrorCode, Fair, SeatInfo, TableEvent, TableMessage, Wishes } from "./message";
import { type Saved, grant } from "./saved";
import { type Ninelives, Refused, type Table, type Thought, type Told } from "ninelives";

export interface Surroundings {
  send(m: TableMessage): void;
  save(s: Saved): void;
  later(ms: number, what: () => void): number;
  never(timer: number): void;
  random(): number;
  entropy(): string;
  now(): number;
}

const MINUTE = 60000;
const SEARCH = 400;
/* How long bots wait for a book that is on its way. */
const READING = 20000;
/* So long the table waits for what is being shown, at most. */
const LONGEST = 6000;

/** Why the table does not do it; null: it has been done. */
function refusal(deed: () => void): ErrorCode | null {
  try { deed(); } catch (e) {
    if (e instanceof Refused) return e.code as ErrorCode;
    throw e;
  }
  return null;
}

export class Host {
  /** Who is about to move, and the timer after which. */
  private readonly bots = new Map<number, number>();
  private readonly books = new Set<Promise<void>>();
  /** Which decision the clock and the bots' timers are for. */
  private decision = -1;
  private clockTimer = 0;
  private clockEnds = 0;
  private clockOf = 0;
  private endTimer = 0;
  /** When people have seen what happened: bots wait for that, and clocks. */
  private shown = 0;
  private since = 0;
  private paused = false;
  /** What this person was told in this round. */
  private past: TableEvent[] = [];

  /** The chair of the person at this device. */
  readonly me: number;
  /** Where the rounds are played; before the first there is none. */
  private laidOut: Table | null = null;

  constructor(private readonly nl: Ninelives, private readonly s: Saved, private readonly out: Surroundings) {
    this.me = s.me ?? 0;
  }

  /** Somebody opens the page: the table is as it was. */
  open(): void {
    this.out.send({ t: "welcome", v: 1, server: "here", heartbeat: 0, seat: this.me });
    if ((this.s.log || this.s.from) && !this.resume()) Object.assign(this.s, { phase: "lobby", round: 0, log: "" });
    this.table();
    if (this.s.phase !== "lobby") this.view();
    this.next();
  }

  hear(m: ClientMessage): void {
    switch (m.t) {
      case "move": this.move(m.id, m.round, m.move); break;
      case "start": this.start(); break;
      case "bot": this.setBot(m.seat, m.level); break;
      case "set": this.wish(m); break;
      case "name": case "sit": this.rename(m.t, m.name ?? ""); break;
      case "luck": this.s.luck = m.value; break;
      case "pause": this.pause(m.on); break;
      case "past": this.tellPast(); break;
      case "say": this.out.send({ t: "said", seat: this.me, phrase: m.phrase }); break;
      case "hello": case "hint": case "swap": case "stand": case "host": case "handover": case "ping": break;
    }
  }

  /** A book on its way: bots who had to speak before they have read it would say just anything, so they wait. */
  reads(book: Promise<void>): void {
    const done = (): void => { if (this.books.delete(book) && !this.books.size) this.next(); };
    this.books.add(book);
    book.then(done, done);
    this.out.later(READING, done);
  }

  /** Begins advice for the person here; null: they are not asked. */
  think(): Thought | null { return this.laidOut?.think(this.me) ?? null; }

  /** Bots answer at once for once. */
  hurry(): void {
    if (!this.isOn()) return;
    this.shown = 0;
    this.sendBotsAway();
    for (const seat of this.told().asked) if (seat !== this.me) this.botMovesIn(0, seat);
  }

  private seat(i: number): SeatInfo {
    const seat = this.s.seats[i];
    if (!seat) throw new RangeError("no such chair");
    return seat;
  }

  private get round(): Table {
    if (!this.laidOut) throw new TypeError("nothing has been dealt yet");
    return this.laidOut;
  }
  private told(): Told { return this.round.step(this.me); }
  private isOn(): boolean { return this.s.phase === "playing" && !this.paused; }
  private lot(): number { return Math.floor(this.out.random() * 2 ** 32); }

  private lucks(): (string | null)[] { return this.s.seats.map((_, i) => (i === this.me ? this.s.luck : null)); }
  private fair(): Fair {
    return { commit: this.nl.commit(this.s.secret), luck: this.lucks(), secret: this.s.phase === "over" ? this.s.secret : null };
  }

  private table(): void {
    const { code, phase, round, game, options, seats, clock, pace, progress, rounds } = this.s;
    this.out.send({
      t: "table", code, phase: this.paused && phase === "playing" ? "paused" : phase, round, game, options, seats,
      host: this.me, watching: 0, screen: false, open: false, hints: true, clock, pace, absent: "wait",
      fair: this.fair(), next: phase === "lobby" ? this.fair().commit : null, progress,
      own: this.s.own?.length ?? 0, rounds,
      you: { seat: this.me, host: true },
    });
    this.out.save(this.s);
  }

  /* ---- a round -------------------------------------------------------------- */

  private start(): void {
    if (this.s.phase === "playing") return this.refuse("start", "wrong_phase");
    if (this.s.seats.some((seat, i) => i !== this.me && !seat.bot)) return this.refuse("start", "empty_seat");
    if (this.s.phase === "over") { this.s.secret = this.out.entropy(); this.s.luck = this.out.entropy(); }
    if (refusal(() => this.layOut())) return this.refuse("start", "bad_option");
    this.seatBots();
    this.round.settle();
    this.note();
    this.s.round++;
    this.s.phase = "playing";
    this.s.log = this.round.log();
    this.s.played = 0;
    this.since = this.out.now();
    this.decision = -1;
    this.show(this.told().events);
    this.setClock();
    this.table();
    this.step();
    this.next();
  }

  private seatBots(): void {
    this.s.seats.forEach((seat, i) => { if (seat.bot) this.round.bot(i, seat.bot, this.lot()); });
  }

  /** The table before the first move: everything is still to be dealt, or somebody goes on from a moment of another game,
   *  in a world that fits what they knew then. */
  private layOut(): void {
    const { from, game, secret, own } = this.s, options = { players: this.s.seats.length, ...this.s.options };
    const deal = { secret, luck: this.lucks(), own: own ?? [] };
    this.past = [];
    if (from) this.laidOut = this.nl.read(from.log, { each: (table) => this.note(table) }).branch(this.me, { secret });
    else this.laidOut = this.laidOut?.next(game, options, deal) ?? this.nl.table(game, options, deal);
  }

  /** Plays the kept log again; false when it no longer fits these rules. */
  private resume(): boolean {
    const { from, log, secret } = this.s;
    this.since = this.out.now();
    this.past = [];
    return refusal(() => {
      if (from) this.layOut();
      else this.laidOut = this.nl.read(log, { secret, each: (table) => this.note(table) });
      this.seatBots();
      for (const line of from ? log.split("\n").filter((l) => /^\d/.test(l)) : []) this.note(this.round.replay(line));
      this.note(this.round.settle());
    }) === null;
  }

  /** Keeps what has just happened. What is shown only while it happens is not kept. */
  private note(table = this.round): void {
    const kinds = this.nl.games.find((g) => g.id === this.s.game)?.events ?? {}, last = this.past[this.past.length - 1]?.n ?? 0;
    this.past.push(...table.events(this.me).filter((e) => e.n > last && !kinds[e.e]?.startsWith("~")));
  }
  private tellPast(): void {
    if (this.s.phase === "lobby") return this.refuse("past", "wrong_phase");
    this.out.send({ t: "past", round: this.s.round, n: this.told().n, events: this.past });
  }

  private move(id: string, round: number, text: string): void {
    const code = this.s.phase !== "playing" ? "over" : this.paused ? "paused" : round !== this.s.round ? "wrong_round"
      : refusal(() => this.round.hear(this.me, text));
    if (code) return this.out.send({ t: "err", id, code });
    this.moved();
    this.out.send({ t: "ack", id, n: this.told().n });
    this.next();
  }

  private moved(): void {
    this.s.log = this.round.log();
    this.note();
    this.countTime();
    this.show(this.told().events);
    this.setClock();
    this.step();
    this.out.save(this.s);
  }

  /** Clients show one thing after the other, each for its beat (stage.ts). */
  private show(events: readonly TableEvent[]): void {
    const beats = this.nl.games.find((g) => g.id === this.s.game)?.beats ?? {}, now = this.out.now();
    const ms = Math.min(LONGEST, events.reduce((sum, e) => sum + (beats[e.e] ?? 0), 0));
    this.shown = Math.max(now, Math.min(this.shown, now + LONGEST)) + (ms * (this.nl.paces[this.s.pace]?.beats ?? 0)) / 100;
  }

  private step(): void {
    const { n, events, view, asked, offer } = this.told();
    this.out.send({ t: "step", round: this.s.round, n, events, view, asked, offer, clock: this.clock() });
  }
  private view(): void {
    const { n, view, asked, offer } = this.told();
    this.setClock();
    this.out.send({ t: "view", round: this.s.round, n, view, asked, offer, clock: this.clock() });
  }

  /** Whoever is asked now gets to it: bots after a while, the clock at last. While others answer the same question,
   *  those who have not answered keep their time. */
  private next(): void {
    if (!this.isOn()) return this.sendBotsAway();
    const { asked } = this.told(), pace = this.nl.paces[this.s.pace] ?? { low: 0, high: 0 };
    if (!asked.length) return this.finish();
    const wait = Math.max(0, this.shown - this.out.now());
    for (const seat of this.bots.keys()) if (!asked.includes(seat)) this.sendAway(seat);
    for (const seat of asked)
      if (seat !== this.me && !this.bots.has(seat)) this.botMovesIn(wait + pace.low + this.out.random() * (pace.high - pace.low), seat);
    this.mindTheClock();
  }

  private botMovesIn(ms: number, seat: number): void { this.bots.set(seat, this.out.later(ms, () => this.botMoves(seat))); }
  private sendAway(seat: number): void {
    this.out.never(this.bots.get(seat) ?? 0);
    this.bots.delete(seat);
  }
  private sendBotsAway(): void { for (const seat of [...this.bots.keys()]) this.sendAway(seat); }

  private botMoves(seat: number): void {
    this.bots.delete(seat);
    if (!this.isOn() || this.books.size) return;
    const text = this.round.choose(seat, SEARCH);
    if (text === null || (refusal(() => this.round.play(seat, text)) && this.keepSilent(seat))) return;
    this.moved();
    this.next();
  }

  /** Plays the polite move of a seat; why it cannot be, or null. */
  private keepSilent(seat: number): ErrorCode | null { return refusal(() => this.round.silent(seat, this.lot())); }

  private finish(): void {
    const { winners, points, moves } = this.round.result();
    this.s.log = this.round.log();
    this.s.rounds = [...this.s.rounds, { round: this.s.round, game: this.s.game, winners, points, moves }].slice(-20);
    this.s.phase = "over";
    this.s.progress = [...new Set([...this.s.progress, ...this.round.progress()])];
    this.table();
  }

  /* ---- clocks: one for each decision, started when somebody is asked something new; and the game's own ---------- */

  private setClock(): void {
    const { decision, asked, window } = this.told(), limits = this.nl.clocks[this.s.clock] ?? { window: 0, turn: 0 };
    if (decision === this.decision) return;
    this.decision = decision;
    this.sendBotsAway();
    this.out.never(this.clockTimer);
    this.clockOf = !asked.length ? 0 : window ? limits.window : limits.turn;
    if (this.clockOf) this.clockOf += Math.max(0, this.shown - this.out.now());
    this.clockEnds = this.out.now() + this.clockOf;
    if (this.clockOf) this.clockTimer = this.out.later(this.clockOf, () => this.outOfTime());
  }

  private clock(): ClockState | null {
    return this.clockOf ? { left: Math.max(0, this.clockEnds - this.out.now()), of: this.clockOf } : null;
  }

  /** The silent get their polite move. */
  private outOfTime(): void {
    if (!this.isOn()) return;
    const { asked, decision } = this.told();
    for (const seat of asked) if (this.told().decision === decision && !this.keepSilent(seat)) this.moved();
    this.next();
  }

  /** Adds to the time that the round has been played; pauses do not count. */
  private countTime(): void {
    const now = this.out.now();
    if (!this.paused) this.s.played = (this.s.played ?? 0) + now - this.since;
    this.since = now;
  }

  /** Some games end by time. */
  private mindTheClock(): void {
    const minutes = this.round.minutes();
    this.out.never(this.endTimer);
    if (!minutes || !this.isOn()) return;
    this.countTime();
    this.endTimer = this.out.later(Math.max(0, minutes * MINUTE - (this.s.played ?? 0)), () => this.timeUp());
  }

  private timeUp(): void {
    if (!this.isOn() || refusal(() => this.round.timeUp())) return;
    this.moved();
    this.next();
  }

  /* ---- wishes -------------------------------------------------------------------- */

  private pause(on: boolean): void {
    this.countTime();
    this.paused = on;
    this.out.never(this.clockTimer);
    this.out.never(this.endTimer);
    this.sendBotsAway();
    this.clockOf = 0;
    this.decision = -1;
    this.table();
    if (!on) { this.view(); this.next(); }
  }

  private rename(re: ClientMessage["t"], name: string): void {
    if (!this.nl.legible(name)) return this.refuse(re, "bad_name");
    this.seat(this.me).name = name;
    this.table();
  }

  private setBot(seat: number, level: string | null): void {
    if (seat === this.me || !this.s.seats[seat]) return this.refuse("bot", "seat_taken");
    if (level && !this.nl.bots.includes(level)) return this.refuse("bot", "bad_value");
    this.seat(seat).bot = level;
    this.seat(seat).playing = level ? "bot" : null;
    if (this.s.phase === "playing" && level) this.round.bot(seat, level, this.lot());
    this.table();
  }

  private wish(w: Wishes): void {
    if (this.s.phase === "playing" && (w.game || w.options || w.seats)) return this.refuse("set", "wrong_phase");
    grant(this.s, w);
    this.table();
  }

  private refuse(re: ClientMessage["t"], code: ErrorCode): void { this.out.send({ t: "err", re, code }); }
}
