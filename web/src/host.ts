// SPDX-License-Identifier: MIT
// host.ts - a table on this device: one person, bots in the other chairs. It answers with the messages of
// protocol/PROTOCOL.md, so that nobody else can tell it from a server.
import type { ClientMessage, Fair, Phase, RoundInfo, SeatInfo, TableMessage, TableState, Wishes } from "./message";
import { CLOCK, type Rules, type Told } from "./wasm";

/** All of a table, as it is kept in the browser. */
export interface Saved {
  code: string;
  game: string;
  options: Record<string, string>;
  seats: SeatInfo[];
  clock: TableState["clock"];
  pace: TableState["pace"];
  phase: Phase;
  round: number;
  rounds: RoundInfo[];
  progress: string[];
  secret: string;
  luck: string | null;
  /** The log of the round in progress, or of the last one. */
  log: string;
}
export interface Surroundings {
  send(m: TableMessage): void;
  save(s: Saved): void;
  later(ms: number, what: () => void): number;
  never(timer: number): void;
  random(): number;
  entropy(): string;
  now(): number;
}

const ME = 0;
/* How long a bot seems to think: at its turn, and in a window where everybody is asked. */
const PACES = { human: { turn: 1300, window: 450 }, brisk: { turn: 550, window: 200 }, instant: { turn: 60, window: 20 } };
/* Milliseconds for an answer: in a window, at a turn; 0 is no clock. */
const CLOCKS: Record<string, { window: number; turn: number }> = {
  off: { window: 0, turn: 0 }, relaxed: { window: 9000, turn: 0 }, quick: { window: 5000, turn: 30000 }, slow: { window: 0, turn: 0 },
};
const SEARCH = 400;
/* How long bots wait for a book that is on its way. */
const READING = 20000;

export class Host {
  private bots: number[] = [];
  private readonly books = new Set<Promise<void>>();
  private clockTimer = 0;
  private clockEnds = 0;
  private clockOf = 0;
  private paused = false;

  constructor(private readonly rules: Rules, private readonly s: Saved, private readonly out: Surroundings) {}

  /** Somebody opens the page: the table is as it was. */
  open(): void {
    this.out.send({ t: "welcome", v: 1, server: "here", heartbeat: 0, seat: ME });
    if (this.s.log && !this.resume()) Object.assign(this.s, { phase: "lobby", round: 0, log: "" });
    this.table();
    if (this.s.log) this.view();
    this.next();
  }

  hear(m: ClientMessage): void {
    switch (m.t) {
      case "move": this.move(m.id, m.round, m.move); break;
      case "start": this.start(); break;
      case "bot": this.setBot(m.seat, m.level); break;
      case "set": this.wish(m); break;
      case "name": case "sit": this.rename(m.t, m.name); break;
      case "luck": this.s.luck = m.value; break;
      case "pause": this.pause(m.on); break;
      case "say": this.out.send({ t: "said", seat: ME, phrase: m.phrase }); break;
      case "swap": case "stand": case "host": case "handover": case "ping": break;
    }
  }

  /** A book on its way: bots who had to speak before they have read it would say just anything, so they wait. */
  reads(book: Promise<void>): void {
    const done = (): void => { if (this.books.delete(book) && !this.books.size) this.next(); };
    this.books.add(book);
    book.then(done, done);
    this.out.later(READING, done);
  }

  /** Bots answer at once for once. */
  hurry(): void {
    if (this.s.phase !== "playing" || this.paused) return;
    this.bots.forEach((b) => this.out.never(b));
    this.bots = [];
    for (const seat of this.told().asked) if (seat !== ME) this.bots.push(this.out.later(0, () => this.botMoves(seat)));
  }

  private seat(i: number): SeatInfo {
    const seat = this.s.seats[i];
    if (!seat) throw new RangeError("no such chair");
    return seat;
  }

  private told(): Told { return this.rules.step(ME); }

  private header(): string {
    const options = Object.entries(this.s.options).map(([k, v]) => `${k}=${v}`).join(" ");
    return `ninelives 1 ${this.s.game} players=${this.s.seats.length} ${options}`.trim();
  }

  private fair(): Fair {
    return { commit: this.rules.commit(this.s.secret), luck: this.s.seats.map((_, i) => (i === ME ? this.s.luck : null)), secret: this.s.phase === "over" ? this.s.secret : null };
  }

  private table(): void {
    const { code, phase, round, game, options, seats, clock, pace, progress, rounds } = this.s;
    this.out.send({
      t: "table", code, phase: this.paused && phase === "playing" ? "paused" : phase, round, game, options, seats, host: ME, watching: 0, open: false,
      clock, pace, absent: "wait", fair: this.fair(), next: phase === "lobby" ? this.fair().commit : null, progress, rounds, you: { seat: ME, host: true },
    });
    this.out.save(this.s);
  }

  /* ---- a round -------------------------------------------------------------- */

  private start(): void {
    if (this.s.phase === "playing") return this.refuse("start", "wrong_phase");
    if (this.s.seats.some((seat, i) => i !== ME && !seat.bot)) return this.refuse("start", "empty_seat");
    if (this.s.phase === "over") { this.s.secret = this.out.entropy(); this.s.luck = this.out.entropy(); }
    const seed = this.rules.seed(this.s.secret, this.s.seats.map((_, i) => (i === ME ? this.s.luck : null)));
    const wrong = this.rules.start(this.header(), seed);
    if (wrong) return this.refuse("start", wrong);
    this.seatBots();
    this.s.round++;
    this.s.phase = "playing";
    this.s.log = this.rules.journal();
    this.table();
    this.step();
    this.next();
  }

  private rename(re: string, name: string): void {
    const wrong = this.rules.name(name);
    if (wrong) return this.refuse(re, wrong);
    this.seat(ME).name = name;
    this.table();
  }

  private seatBots(): void {
    this.s.seats.forEach((seat, i) => { if (seat.bot) this.rules.bot(i, seat.bot, Math.floor(this.out.random() * 2 ** 32)); });
  }

  /** Plays the kept log again; false when it no longer fits these rules. */
  private resume(): boolean {
    const [header = "", ...lines] = this.s.log.split("\n").filter(Boolean);
    const seed = this.rules.seed(this.s.secret, this.s.seats.map((_, i) => (i === ME ? this.s.luck : null)));
    const moves = lines.filter((l) => /^\d+ [\dt]/.test(l)).map((l) => l.replace(/^\d+ /, ""));
    if (this.rules.start(header, seed)) return false;
    this.seatBots();
    return moves.every((l) => {
      const [seat = "", ...words] = l.split(" ");
      return this.rules.move(seat === "t" ? CLOCK : Number(seat), words.join(" ")) === null;
    });
  }

  private move(id: string, round: number, text: string): void {
    const code = this.s.phase !== "playing" ? "over" : this.paused ? "paused" : round !== this.s.round ? "wrong_round" : this.rules.hear(ME, text);
    if (code) return this.out.send({ t: "err", id, code });
    this.moved();
    this.out.send({ t: "ack", id, n: this.told().n });
    this.next();
  }

  private moved(): void {
    this.s.log = this.rules.journal();
    this.setClock();
    this.step();
    this.out.save(this.s);
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

  /** Whoever is asked now gets to it: bots after a while, the clock at last. */
  private next(): void {
    this.bots.forEach((b) => this.out.never(b));
    this.bots = [];
    if (this.s.phase !== "playing" || this.paused) return;
    const { asked, window } = this.told();
    if (!asked.length) return this.finish();
    const pace = PACES[this.s.pace];
    for (const seat of asked) {
      if (seat === ME) continue;
      const wait = (window ? pace.window : pace.turn) * (0.6 + this.out.random() * 1.2);
      this.bots.push(this.out.later(wait, () => this.botMoves(seat)));
    }
  }

  private botMoves(seat: number): void {
    if (this.s.phase !== "playing" || this.paused || this.books.size) return;
    const text = this.rules.choose(seat, SEARCH);
    if (text === null || this.rules.move(seat, text)) return;
    this.moved();
    this.next();
  }

  private finish(): void {
    const { winners, points, moves } = this.rules.result();
    const lines = this.s.luck ? [`commit ${this.rules.commit(this.s.secret)}`, `luck ${ME} ${this.s.luck}`] : [`commit ${this.rules.commit(this.s.secret)}`];
    const [header = "", ...rest] = this.s.log.trim().split("\n");
    this.s.log = [header, ...lines, ...rest, `secret ${this.s.secret}`, ""].join("\n");
    this.s.rounds = [...this.s.rounds, { round: this.s.round, game: this.s.game, winners, points, moves }].slice(-20);
    this.s.phase = "over";
    this.remember();
    this.table();
  }

  /** A game that is played over several rounds says in its facts what is done. */
  private remember(): void {
    const done = this.told().view["done"];
    if (Array.isArray(done)) this.s.progress = [...new Set([...this.s.progress, ...done.filter((d): d is string => typeof d === "string")])];
  }

  /* ---- the clock: one for me, started anew when I am asked something else -------- */

  private setClock(): void {
    const told = this.told(), limits = CLOCKS[this.s.clock] ?? { window: 0, turn: 0 };
    const of = !told.asked.includes(ME) ? 0 : told.window ? limits.window : limits.turn;
    const question = told.offer.join();
    if (of && of === this.clockOf && question === this.question) return;
    this.question = question;
    this.out.never(this.clockTimer);
    this.clockOf = of;
    this.clockEnds = this.out.now() + of;
    if (of) this.clockTimer = this.out.later(of, () => this.timeUp());
  }
  private question = "";

  private clock(): { left: number; of: number } | null {
    return this.clockOf ? { left: Math.max(0, this.clockEnds - this.out.now()), of: this.clockOf } : null;
  }

  /** The silent get the first move of their offer. */
  private timeUp(): void {
    const first = this.told().offer[0];
    if (this.s.phase !== "playing" || this.paused || !first) return;
    const move = first.split(" ").map((w) => w.split("|")[0]).join(" ");
    if (!this.rules.move(ME, move)) { this.moved(); this.next(); }
  }

  /* ---- wishes -------------------------------------------------------------------- */

  private pause(on: boolean): void {
    this.paused = on;
    this.out.never(this.clockTimer);
    this.clockOf = 0;
    this.question = "";
    this.table();
    if (!on) { this.view(); this.next(); }
  }

  private setBot(seat: number, level: string | null): void {
    if (seat === ME || !this.s.seats[seat]) return this.refuse("bot", "seat_taken");
    this.seat(seat).bot = level;
    this.seat(seat).playing = level ? "bot" : null;
    if (this.s.phase === "playing" && level) this.rules.bot(seat, level, Math.floor(this.out.random() * 2 ** 32));
    this.table();
  }

  private wish(w: Wishes): void {
    if (this.s.phase === "playing" && (w.game || w.options || w.seats)) return this.refuse("set", "wrong_phase");
    if (w.game && w.game !== this.s.game) { this.s.game = w.game; this.s.options = {}; }
    if (w.options) this.s.options = { ...this.s.options, ...w.options };
    if (w.clock) this.s.clock = w.clock;
    if (w.pace) this.s.pace = w.pace;
    if (w.seats) this.resize(w.seats);
    this.table();
  }

  private resize(n: number): void {
    const level = this.s.seats[1]?.bot ?? "easy";
    while (this.s.seats.length < n) this.s.seats.push(botSeat(level));
    this.s.seats.length = Math.min(this.s.seats.length, n);
  }

  private refuse(re: string, code: string): void { this.out.send({ t: "err", re, code }); }
}

export const botSeat = (level: string): SeatInfo => ({ name: null, bot: level, here: true, playing: "bot" });
export function newTable(code: string, game: string, name: string, seats: number, level: string, secret: string): Saved {
  const me: SeatInfo = { name, bot: null, here: true, playing: "person" };
  return {
    code, game, options: {}, seats: [me, ...Array.from({ length: seats - 1 }, () => botSeat(level))], clock: "relaxed", pace: "human",
    phase: "lobby", round: 0, rounds: [], progress: [], secret, luck: null, log: "",
  };
}
