// SPDX-License-Identifier: MIT
// table.test.mjs - what tables, logs and bots of the package do, in node; and that the ninelives program, compiled for this
// machine, comes to the same marks after every move.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { failure, program, root, run } from "./project.mjs";

const { CHANCE, CLOCK, load, Refused, TABLE, TRUTH } = await import(join(root, "build/js/node.js"));
const nl = await load(), folder = mkdtempSync(join(tmpdir(), "ninelives-table-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const hex = (mark) => mark.toString(16).padStart(16, "0");
const withBots = (table, level = "easy") => {
  for (let seat = 0; seat < table.seats; seat++) table.bot(seat, level, seat + 1);
  return table;
};
const played = (game, deal, players) => withBots(nl.table(game, players ? { players } : {}, deal)).settle().run(1);
/** The move lines of a log, and the lines before them. */
const isMove = (line) => /^\d/.test(line);
const linesOf = (log) => log.split("\n").filter(Boolean);
const refusal = (deed) => { try { deed(); } catch (e) { return e instanceof Refused ? e.code : e; } return null; };

/** The same log with the package's mark after every move. */
function marked(log) {
  const [header, ...lines] = linesOf(log), table = nl.open(header), out = [header];
  for (const line of lines) {
    table.replay(line);
    out.push(line, ...(isMove(line) ? [`mark ${table.moves()} ${hex(table.mark())}`] : []));
  }
  return `${out.join("\n")}\n`;
}

for (const { id, seats } of nl.games)
  test(`${id}: after every move the same mark as the program`, () => {
    for (const players of new Set(seats)) {
      const log = marked(played(id, { seed: 11n + BigInt(players) }, players).log()), file = join(folder, `${id}.log`);
      writeFileSync(file, log);
      const moves = linesOf(log).filter(isMove).length;
      assert.match(run(root, program, "replay", file), new RegExp(`${moves + 1} marks agree`));
      const other = (digit) => (digit === "0" ? "1" : "0");
      writeFileSync(file, log.replace(/^(mark 2 )(.)/m, (_, mark, digit) => mark + other(digit)));
      assert.match(failure(root, program, "replay", file), /another state/);
    }
  });

test("what the program deals and plays, the package plays and verifies", () => {
  const file = join(folder, "arena.log");
  for (const { id, seats } of nl.games) {
    run(root, program, "arena", id, "--seats", Array(seats[0]).fill("easy").join(), "--games", "1", "--seed", "3", "--log", file);
    const log = run(root, "cat", file), secret = /^secret (\w+)/m.exec(log)[1];
    assert.equal(nl.verify(log).status, "ok", id);
    const options = Object.fromEntries(linesOf(log)[0].split(" ").slice(4).map((o) => o.split("=")));
    const table = nl.table(id, options, { secret }).settle();
    for (const [, seat, move] of linesOf(log).map((line) => /^\d+ (\d) (.*)/.exec(line)).filter(Boolean)) table.play(Number(seat), move);
    assert.equal(table.log(), log, `${id}: the same secret and moves, the same log`);
  }
});

test("a seed is the secret of that number, and decides the whole game", () => {
  const { id } = nl.games[1], secret = `2a${"0".repeat(62)}`, bytes = Uint8Array.from([42, ...Array(31).fill(0)]);
  const logs = [{ seed: 42 }, { seed: 42n }, { secret }, { secret: bytes }].map((deal) => played(id, deal).log());
  assert.equal(new Set(logs).size, 1);
  assert.match(logs[0], new RegExp(`^secret ${secret}$`, "m"));
  assert.notEqual(played(id, { seed: 43 }).log(), logs[0]);
  const fresh = () => /^secret (\w+)/m.exec(played(id, {}).log())[1];
  assert.notEqual(fresh(), fresh());
  for (const bad of ["", "ab", bytes.slice(1)]) assert.equal(refusal(() => nl.table(id, {}, { secret: bad })), "bad_value");
});

test("luck: the deal comes from the secret and everybody's luck, and the log proves it", () => {
  const { id } = nl.games[1], secret = "ab".repeat(32), luck = ["12".repeat(32), null];
  const log = played(id, { secret, luck }).log();
  assert.match(log, new RegExp(`^commit ${nl.commit(secret)}\nluck 0 ${luck[0]}\n`, "m"));
  assert.equal(nl.verify(log).status, "ok");
  assert.deepEqual(nl.verify(log.replace("luck 0 1", "luck 0 2")).status, "unfair");
  assert.notEqual(played(id, { secret }).log().match(/ deal (\w+)/)[1], log.match(/ deal (\w+)/)[1]);
});

test("verdicts name the line", () => {
  const log = played(nl.games[1].id, { seed: 1 }).log(), lines = linesOf(log), at = lines.findIndex((l) => /^\d+ \d/.test(l));
  assert.deepEqual(nl.verify(log), { status: "ok" });
  assert.deepEqual(nl.verify(`${log}\n\n`), { status: "ok" });
  assert.deepEqual(nl.verify(lines.filter((l) => !l.startsWith("secret")).join("\n")), { status: "no_secret" });
  const broken = nl.verify(lines.map((l, i) => (i === at ? "2 0 dance" : l)).join("\n"));
  assert.deepEqual([broken.status, broken.line], ["bad_log", at + 1]);
  assert.match(broken.why, /dance/);
  const state = nl.verify(log.replace(/^(mark \d+ ).*/m, `$1${"0".repeat(16)}`));
  assert.deepEqual([state.status, state.line], ["bad_log", lines.length - 1]);
  for (const nothing of ["", "nothing", "ninelives 2 x"]) assert.equal(nl.verify(nothing).status, "bad_log");
});

test("refused moves and wrong questions change nothing", () => {
  const t = nl.table("kittens", { players: 3 }, { seed: 4 });
  assert.deepEqual(t.toAct(), [CHANCE]);
  assert.equal(t.moves(), 0);
  const before = t.settle().mark(), [me] = t.toAct(), other = (me + 1) % 3;
  assert.equal(refusal(() => t.play(me, "dance")), "bad_move");
  assert.equal(refusal(() => t.play(other, "draw")), "not_asked");
  assert.equal(refusal(() => t.play(7, "draw")), "bad_move");
  assert.equal(refusal(() => t.play(me, "play nope")), "illegal");
  assert.equal(refusal(() => t.tell(9)), "bad_argument");
  assert.equal(refusal(() => t.bot(0, "genius")), "bad_argument");
  assert.equal(refusal(() => t.advise(other)), "not_asked");
  assert.equal(t.choose(me), null, "nobody has a bot");
  assert.deepEqual(t.legal(other), []);
  assert.deepEqual([t.mark(), t.moves()], [before, 1]);
  for (const move of t.legal(me)) t.copy().play(me, move);
  assert.deepEqual([t.mark(), t.moves()], [before, 1], "copies go their own way");
  assert.equal(refusal(() => nl.table("chess")), "bad_argument");
  assert.equal(refusal(() => nl.table("kittens", { players: 3, colour: "red" })), "bad_option");
  assert.equal(refusal(() => nl.table("kittens", { players: 77 })), "bad_option");
  assert.equal(refusal(() => nl.table("kittens", { "combos=on\nown": "x" })), "bad_option");
});

test("a seat is told what it may know; a world it imagines looks the same to it", () => {
  const t = withBots(nl.table("kittens", { players: 3 }, { seed: 6 })).settle(), [me] = t.toAct();
  assert.ok(t.events(me).some((e) => e.e === "started"));
  assert.notDeepEqual(t.tell(TRUTH), t.tell(me));
  assert.notDeepEqual(t.tell(TABLE), t.tell(me));
  for (const seat of [0, 1, 2, TABLE]) {
    const worlds = [1, 2, 3].map((seed) => t.imagine(seat, { seed }));
    for (const world of worlds) assert.deepEqual(world.tell(seat), t.tell(seat));
    assert.ok(new Set(worlds.map((w) => w.mark())).size > 1, "hidden cards may lie otherwise");
    assert.equal(t.imagine(seat, { seed: 1 }).mark(), worlds[0].mark());
    assert.ok(withBots(worlds[0]).run(1).over(), "and it can be played");
  }
  assert.deepEqual(t.branch(me, { seed: 1 }).tell(me), t.tell(me));
  assert.equal(refusal(() => t.branch((me + 1) % 3)), "not_asked");
});

test("a log is read as far as it goes, and played on", () => {
  for (const deal of [{ seed: 9 }, { secret: "cd".repeat(32), luck: [null, "34".repeat(32)] }]) {
    const { secret = `09${"0".repeat(62)}` } = deal, whole = played("party", deal, 5).log(), lines = linesOf(whole);
    assert.equal(nl.read(whole).log(), whole);
    const over = played("party", deal, 5);
    assert.deepEqual([over.log(), over.log()], [whole, whole], "its end is written once");
    const half = lines.slice(0, lines.findIndex(isMove) + 12).join("\n");
    const rest = lines.map((l) => /^(\d+) (\d) (.*)/.exec(l)).filter(Boolean);
    const goOn = (t) => {
      const from = t.moves();
      for (const [, n, seat, move] of rest) if (Number(n) > from) t.play(Number(seat), move);
      return t;
    };
    assert.equal(goOn(nl.read(half, { secret }).settle()).log(), whole);
    const ends = [1, 2].map(() => withBots(nl.read(half)).run(1));
    assert.ok(ends[0].over());
    assert.equal(ends[0].mark(), ends[1].mark());
  }
  const dealt = (log) => nl.read(log).settle().mark(), header = "ninelives 1 kittens players=3";
  assert.equal(dealt(header), dealt(header));
  assert.notEqual(dealt(header), dealt(`${header}\n`), "without the secret, chance follows from the text of the log");
  assert.equal(refusal(() => nl.read("ninelives 1 kittens players=3\n1 0 draw")), "bad_log");
});

test("bots that sit down later know what their seat was told", () => {
  for (const [game, seed] of ["kittens", "ratcat", "party"].flatMap((g) => [1, 2, 3].map((n) => [g, n]))) {
    const deal = { secret: `${seed}${"0".repeat(63)}` }, whole = linesOf(played(game, deal, 3).log());
    const script = whole.map((l) => /^\d+ (\d) (.*)/.exec(l)).filter(Boolean);
    const there = withBots(nl.table(game, { players: 3 }, deal), "search").settle();
    for (const [, seat, move] of script.slice(0, 30)) there.play(Number(seat), move);
    const later = withBots(nl.read(there.log(), deal), "search");
    assert.equal(later.run(40).log(), there.run(40).log());
  }
});

test("advice all at once, and a little at a time", () => {
  const TRIES = 1500, t = nl.table("kittens", { players: 3 }, { seed: 3 }).settle(), [me] = t.toAct(), before = t.mark();
  const { options } = t.advise(me, TRIES), moves = t.legal(me);
  assert.ok(options.length > 1 && options.every((o) => moves.includes(o.move) && o.chance >= 0 && o.chance <= 1 && o.why));
  const thought = t.think(me, TRIES);
  let steps = 1;
  while (thought.more()) steps++;
  assert.ok(steps > 1);
  assert.deepEqual(thought.advice().options, options);
  assert.equal(t.mark(), before);
  assert.equal(nl.adviseFrom("kittens", 0, "nonsense", ""), null);
});

test("a review goes through every move; of a game that is not over only for one seat", () => {
  const t = played("kittens", { seed: 8 }, 2), review = nl.review(t.log(), { tries: 20, rollouts: 5 }), steps = [];
  for (let step; (step = review.step());) steps.push(step);
  assert.equal(steps.length, t.moves());
  assert.equal(review.moves, t.moves());
  assert.ok(steps.some((s) => s.mark && s.advice.options.length));
  assert.deepEqual(review.lines(2).map((l) => l.seat), [0, 1]);
  const elsewhere = nl.review(t.log().replaceAll("\n", "\r\n"), { tries: 20, rollouts: 5 });
  assert.deepEqual([elsewhere.moves, elsewhere.step()], [t.moves(), steps[0]], "lines may end as on other systems");
  const half = linesOf(t.log()).slice(0, 8).join("\n");
  assert.equal(refusal(() => nl.review(half)), "not_over");
  const own = nl.review(half, { seat: 0, tries: 5, rollouts: 2 }), seen = [];
  for (let step; (step = own.step());) seen.push(step);
  assert.ok(seen.some((s) => s.mark && s.move && s.seat === 0));
  for (const s of seen.filter(({ mark }) => !mark)) assert.deepEqual(Object.keys(s), ["n", "seat"], "what others did is theirs");
  assert.equal(refusal(() => nl.review("nothing")), "bad_log");
});

test("the next round at a table follows from the last", () => {
  const starter = (t) => t.events(TRUTH).find((e) => e.e === "started").seat, options = { players: 3, first: "next" };
  const t = nl.table("kittens", { ...options, first: "@1" }, { seed: 1 }).settle();
  assert.equal(starter(t), 1);
  withBots(t).run(1);
  assert.equal(starter(t.next("kittens", options, { seed: 2 }).settle()), 2);
  assert.equal(t.next("ratcat", { players: 2 }, { seed: 1 }).settle().game, "ratcat");
  assert.deepEqual([t.seats, t.over()], [2, false]);
});

test("silence, the game's own clock, own words, names", () => {
  const t = nl.table("kittens", { players: 2 }, { seed: 1 }).settle(), [me] = t.toAct();
  assert.match(t.silent(me, 0).log(), new RegExp(`^2 ${me} draw$`, "m"));
  const timed = nl.table("ratcat", { players: 2, end: "time", minutes: 1 }, { seed: 1 }).settle();
  assert.equal(timed.minutes(), 1);
  assert.ok(timed.toAct().includes(CLOCK));
  assert.match(timed.timeUp().log(), /^\d+ t up$/m);
  const own = Array.from({ length: 30 }, (_, i) => `own word ${i}`), duet = nl.table("duet", { own: "only" }, { seed: 1, own }).settle();
  assert.ok(duet.tell(TABLE).words.every((w) => own.includes(w)));
  assert.equal(refusal(() => duet.hear(duet.toAct()[0], "clue zq\u202exv 1")), "bad_move");
  assert.ok(nl.legible("Dana") && !nl.legible("\u3164"));
});
