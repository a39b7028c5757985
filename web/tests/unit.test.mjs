// SPDX-License-Identifier: MIT
// unit.test.mjs - the parts that need no browser: offers, sentences, catalogues, and the table on this device, which
// plays whole games with the real engine.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { load, loadEngine, root } from "./parts.mjs";
import { LANGS } from "../languages.mjs";
import { compare, gameFolders, keysAsked, rulesOf } from "../text.mjs";
import { checkAll, physical } from "../check.mjs";

const { readOffer, expand, fitting, narrow, offered, seatsAt, toAsk } = await load("offer.ts");
const { fill, sentence, moveSentence, reasonSentences } = await load("say.ts"), { gist } = await load("gist.ts");
const { cardHelp, kindHelp } = await load("cardhelp.ts");
const { Host } = await load("host.ts"), { newTable } = await load("saved.ts");
const { readReplay } = await load("replay.ts");
const { visible } = await load("visible.ts");

test("a row with bars is every combination", () => {
  const rows = readOffer(["draw", "play attack|skip", "play favor @1|@2"]);
  assert.deepEqual(expand(rows), ["draw", "play attack", "play skip", "play favor @1", "play favor @2"]);
  assert.deepEqual(seatsAt(narrow(rows, ["favor"]), 1), [1, 2]);
  assert.ok(offered(rows, "play skip") && !offered(rows, "play favor") && !offered(rows, "play nope"));
});

test("cards of a combo fit in any order, each as often as it is offered", () => {
  const rows = readOffer(["pair tabby|feral feral @1|@3", "pair shuffle shuffle @1"]);
  assert.deepEqual(fitting(rows, ["feral", "tabby"]).map((f) => f.order), [["tabby", "feral"]]);
  assert.equal(fitting(rows, ["tabby", "tabby"]).length, 0);
  assert.equal(fitting(rows, ["shuffle", "shuffle"]).length, 1);
});

test("where the server answers for me, I am not asked about staying silent", () => {
  assert.deepEqual(toAsk(["pass", "nope"]), ["pass", "nope"]);
  assert.deepEqual(toAsk(["pass", "nope"], "asked"), ["nope"]);
  assert.deepEqual(toAsk(["pass", "nope"], "quiet"), []);
});

test("open places take any word", () => assert.ok(offered(readOffer(["clue WORD N"]), "clue ocean 2")));

const voice = {
  word: (k) => ({
    "ev.gave": "{who} [gives|give] {to} {card:a card}.", "ev.saw": "{who} [looks|look] at card {depth+}<card:: {card}>.",
    "card.skip": "Skip", "mv.play A @S": "Play {1} against {2}", "mv.order C C? C?": "{1}<2:, {2}><3:, {3}>",
  })[k],
  seat: (s, subject) => (s === 0 ? (subject ? "You" : "you") : `P${s}`),
  viewer: 0, seats: 3, kinds: { gave: "to:@ card:C!", saw: "card:C! depth:N" },
};
test("an event is told from the viewer's seat", () => {
  assert.equal(sentence(voice, { n: 1, e: "gave", seat: 0, to: 2, card: "skip" }), "You give P2 Skip.");
  assert.equal(sentence(voice, { n: 1, e: "gave", seat: 1, to: 2, card: null }), "P1 gives P2 a card.");
  assert.equal(sentence(voice, { n: 1, e: "saw", seat: 1, card: null, depth: 0 }), "P1 looks at card 1.");
  assert.equal(sentence(voice, { n: 1, e: "unheard" }), null);
});
test("what is said of several words is said once", () => {
  const kinds = { for: "cell:N", fits: "cell:N place:N" }, words = ["bride", "shirt", "harp"];
  const why = { word: (k) => ({ "why.for": "points to {#cell}", "why.fits": "{#cell}: place {place}" })[k], cell: (n) => words[n] };
  const all = [
    { is: "for", cell: 0 }, { is: "fits", cell: 1, place: 2 }, { is: "for", cell: 2 }, { is: "none" }, { is: "fits", cell: 2, place: 1 },
  ];
  assert.deepEqual(reasonSentences({ ...voice, ...why }, kinds, all), ["points to bride, harp", "shirt: place 2", "harp: place 1"]);
});
test("a move is told by the form that fits", () => {
  assert.equal(moveSentence(voice, ["play P", "play A @S"], "play skip @1"), "Play Skip against P1");
  assert.equal(moveSentence(voice, ["order C C? C?"], "order skip skip"), "Skip, Skip");
});
test("one point, two points, none", () => {
  const points = (hole) => fill(voice, "{n} point<+n:s>", { n: hole }, false);
  assert.equal(points({ text: "1", number: 1 }), "1 point");
  assert.equal(points({ text: "2", number: 2 }), "2 points");
  assert.equal(points({ text: "0", number: 0, nothing: true }), "0 points");
});
test("every mark that a sentence of a game has is understood", () => {
  const texts = gameFolders(root).flatMap((g) => Object.values(g.words)).flatMap((words) => Object.values(words)).flat();
  const marksOf = (s) => [...s.matchAll(/<([^a-z0-9]?)[a-z0-9]+:/g)].map((m) => m[1]);
  const marks = new Set(texts.filter((s) => typeof s === "string").flatMap(marksOf)), nothing = true;
  const holes = [{ text: "2", number: 2 }, { text: "1", number: 1 }, { text: "", nothing }, { text: "", hidden: true, nothing }];
  assert.ok(marks.size > 2);
  for (const mark of marks) {
    const said = holes.map((n) => fill(voice, `<${mark}n:said>`, { n }, false));
    assert.deepEqual([...new Set(said)].sort(), ["", "said"], `<${mark}n:...>`);
  }
});
test("a hole that ends a sentence is followed by no full stop", () => {
  const said = (text, t) => fill(voice, text, { t: { text: t } }, false);
  for (const t of ["Nope!", "Why?", "Well.", "休想！", "好。"])
    assert.deepEqual([said("{t}. More.", t), said("{t}。More", t), said("<t:: {t}>.", t)], [`${t} More.`, `${t}More`, `: ${t}`]);
  assert.equal(said("{t}. More.", "Skip"), "Skip. More.");
  assert.equal(said("Wait... {t}.", "\u2068No!\u2069"), "Wait... \u2068No!\u2069");
});
test("of many things that happened a few are told: the first, those of the one they mattered to, then others", () => {
  const line = (e, seat, points) => ({ e: { e, seat, ...(points === undefined ? {} : { points }) }, text: `${e}${seat}` });
  const rounds = { opened: ["revealed", "filled"], counted: "scored" };
  const told = (lines, who) => {
    const { deed, over, rest } = gist(lines, who, rounds);
    return [...deed, ...(over ? [{ text: "over" }] : []), ...rest].map(({ text }) => text).join(" ");
  };
  const deal = [line("dealt", 1), line("looked", 0), line("looked", 1), line("looked", 2), line("turned", 1)];
  assert.equal(told(deal, 2), "dealt1 looked0 looked2");
  assert.equal(told(deal, null), "dealt1 looked0 looked1");
  assert.equal(told(deal.slice(0, 1), 0), "dealt1");
  assert.equal(told([], null), "");
  const shown = [0, 1, 2].flatMap((seat) => [line("revealed", seat), line("filled", seat)]);
  const end = [line("discarded", 2), ...shown, line("scored", 0, 9), line("scored", 1, 4), line("scored", 2, 12), line("won", 1)];
  assert.equal(told(end, 2), "discarded2 over scored1 scored2 won1");
  assert.equal(told(end, 1), "discarded2 over scored0 scored1 won1");
  assert.equal(told([line("swapped", 2), line("looked", 0), ...end.slice(1)], 2), "swapped2 over scored1 scored2 won1");
  assert.equal(told(end.slice(1), null), "over scored1 won1");
  assert.equal(gist(end, 2).deed.length, 3);
});
test("a text without its closing mark stays as it is", () => assert.equal(fill(voice, "a { b", {}, false), "a { b"));

test("catalogues: what is missing, plural in one language, or asks for something else", () => {
  const all = (text) => Object.fromEntries(LANGS.map((l) => [l, { a: text }]));
  assert.deepEqual(compare("x", all("{who} sits")), []);
  assert.equal(compare("x", { ...all("{who}"), he: {} }).length, 1);
  assert.equal(compare("x", { ...all("{who}"), it: { a: "{whom}" } }).length, 1);
  assert.equal(compare("x", { ...all("sits"), en: { a: ["one", "many"] } }).length, LANGS.length - 1);
});
test("a card that the English rules help explains is found in every language", () => {
  let explained = 0;
  for (const { folder, ids, words } of gameFolders(root).filter((f) => existsSync(`${f.folder}/text/cards.tsv`)))
    for (const card of readFileSync(`${folder}/text/cards.tsv`, "utf8").match(/^\w+/gm))
      for (const [id, help] of ids.map((id) => [id, rulesOf(folder, id)])) {
        const found = LANGS.filter((lang) => cardHelp(help[lang], words[lang][`card.${card}`]));
        if (found.includes("en")) assert.deepEqual(found, LANGS, `${id}: ${card}`);
        explained += found.length;
      }
  assert.ok(explained > 100, `${explained}`);
});
test("a card that the rules help only lists among its kind is found there", () => {
  for (const { folder, ids, words } of gameFolders(root).filter((f) => existsSync(`${f.folder}/text/cards.tsv`)))
    for (const card of readFileSync(`${folder}/text/cards.tsv`, "utf8").match(/^\w+/gm))
      for (const id of ids)
        for (const [lang, help] of Object.entries(rulesOf(folder, id))) {
          const name = words[lang][`card.${card}`];
          if (help.includes(name)) assert.ok(cardHelp(help, name) ?? kindHelp(help, name), `${id}, ${lang}: ${name}`);
        }
  assert.match(kindHelp("- Cats (28): 0 and 6.\n- Rats (17): four 8s.", "8"), /^Rats/);
});
test("keys are found where sources ask for them", () => {
  const sources = ['t("a.b")', "tn(`c.${x}`, 2)", 't(on ? "d" : "e", { f: "g" })', 't(x ?? "no")', 'v.word("h") ?? ", "'];
  const { keys, prefixes } = keysAsked(sources);
  assert.deepEqual([...keys].sort(), ["a.b", "d", "e", "h"]);
  assert.deepEqual(prefixes, ["c."]);
});
test("physical properties are refused, logical ones are not", () => {
  assert.equal(physical("x.css", "a { margin-left: 1px; }\nb { left: 0 }\nc { text-align: right; }").length, 3);
  assert.equal(physical("x.css", "a { margin-inline-start: 1px; inset-inline: 0; text-align: start; } /* left: 0 */").length, 0);
});
test("words and styles of the client are in order", () => assert.deepEqual(checkAll(root), []));

/** A table without waiting: timers run as soon as nothing else does. */
function tableFor(engine, game, seats, level) {
  const heard = [], due = [];
  let id = 0, saved = null;
  const out = {
    send: (m) => heard.push(m), save: (s) => { saved = structuredClone(s); },
    later: (ms, what) => { due.push({ id: ++id, ms, what }); return id; },
    never: (t) => { const i = due.findIndex((d) => d.id === t); if (i >= 0) due.splice(i, 1); },
    random: () => 0.4, entropy: () => "5c".repeat(32), now: () => 0,
  };
  const table = newTable("testing", game, "Dana", seats, level, "ab".repeat(32));
  table.clock = "off";
  return { host: new Host(engine, table, out), heard, due, saved: () => saved, last: (t) => heard.filter((m) => m.t === t).pop() };
}
/** The engine, and its tables, saying what is asked of them. */
function watched(engine, say) {
  const get = (on, name) => (typeof on[name] !== "function" ? on[name] : (...args) => {
    say(name, ...args);
    const answer = on[name](...args);
    return name === "table" ? watched(answer, say) : answer;
  });
  return new Proxy(engine, { get });
}
/** Makes a move if I am asked for one; returns whether I was. */
function answer(x, i) {
  const m = [...x.heard].reverse().find((h) => h.t === "step" || h.t === "view");
  if (!m.asked.includes(0)) return false;
  const choices = m.offer.flatMap((o) => expand(readOffer([o]), 40));
  const move = choices[(i * 7) % choices.length].replace("WORD N", "ocean 1").replace("clue WORD 0-9", "clue ocean 1");
  x.host.hear({ t: "move", id: `m${i}`, round: m.round, move });
  assert.notEqual(x.last("err")?.id, `m${i}`, `${move}: ${x.last("err")?.code}`);
  return true;
}
function playOut(x) {
  let moves = 0;
  for (let i = 0; i < 6000 && x.last("table").phase === "playing"; i++) {
    if (answer(x, i)) moves++;
    else x.due.shift()?.what();
  }
  return moves;
}

for (const { id, seats } of JSON.parse(readFileSync(new URL("../../build/web/games.json", import.meta.url), "utf8")))
  test(`${id}: a whole game on this device, resumed in the middle, replayed and found fair`, async () => {
    const engine = await loadEngine(), x = tableFor(engine, id, seats[0] + 1 <= seats[1] ? seats[0] + 1 : seats[0], "easy");
    x.host.open();
    x.host.hear({ t: "luck", value: "77".repeat(32) });
    x.host.hear({ t: "start" });
    assert.equal(x.last("table").phase, "playing");
    assert.ok(playOut(x) > 0);
    assert.equal(x.last("table").phase, "over");
    const numbers = x.heard.filter((m) => m.t === "step").flatMap((m) => m.events.map((e) => e.n));
    assert.deepEqual(numbers, numbers.map((_, i) => i + 1), "events are numbered without gaps");
    const replayed = readReplay(engine, x.saved().log, 255);
    assert.equal(replayed.wrong, null);
    assert.ok(replayed.committed && replayed.revealed && replayed.lucks === 1 && replayed.outcome.over);
    const forged = (from, to) => readReplay(engine, x.saved().log.replace(from, to), 255).wrong?.what;
    assert.equal(forged(/^luck 0 77/m, "luck 0 78"), "secret", "other luck would have dealt other cards");
    assert.equal(forged(/^(\d+ 0 ).*/m, "$1dance"), "move");
    assert.equal(forged(/$/, `\nmark ${replayed.outcome.moves} ${"0".repeat(16)}`), "mark");
    assert.equal(forged(id, "nothing"), "head");
  });

for (const comes of [true, false])
  test(`bots wait for a book that ${comes ? "is on its way" : "does not come, but not for ever"}`, async () => {
    const { id, seats } = JSON.parse(readFileSync(new URL("../../build/web/games.json", import.meta.url), "utf8"))[0];
    const x = tableFor(await loadEngine(), id, seats[0], "easy"), steps = () => x.heard.filter((m) => m.t === "step").length;
    const run = (ms) => x.due.filter((d) => d.ms < ms).forEach((d) => { x.due.splice(x.due.indexOf(d), 1); d.what(); });
    let arrive;
    x.host.open();
    x.host.reads(new Promise((done) => { arrive = done; }));
    x.host.hear({ t: "start" });
    for (let i = 0; i < 100 && answer(x, i); i++);
    const before = steps();
    run(20000);
    x.host.hurry();
    run(20000);
    assert.equal(steps(), before, "nobody has moved");
    if (comes) await arrive();
    else run(20001);
    run(20000);
    assert.ok(steps() > before, "the game goes on");
  });

/** Lets time pass at a table where I say nothing: whatever is due first happens, bots before clocks. */
function beSilent(x, enough) {
  for (let i = 0; i < 3000 && !enough(); i++) {
    x.due.sort((a, b) => a.ms - b.ms || a.id - b.id);
    x.due.shift()?.what();
  }
}
test("a quick Duet goes on although nobody speaks", async () => {
  const lots = new Set(), engine = watched(await loadEngine(), (name, _, lot) => { if (name === "silent") lots.add(lot); });
  const x = tableFor(engine, "duet", 2, "easy");
  x.host.hear({ t: "set", clock: "quick" });
  x.host.open();
  x.host.hear({ t: "start" });
  assert.deepEqual(x.last("step").clock, { left: 25000, of: 25000 }, "the server's quick clock");
  beSilent(x, () => x.last("table").phase === "over");
  assert.equal(x.last("table").phase, "over");
  assert.match(x.saved().log, /^\d+ 0 clue hmm 0$/m);
  assert.deepEqual([...lots], [Math.floor(0.4 * 2 ** 32)], "a lot is drawn for who is silent");
});
test("a card that must be given is drawn by that lot", async () => {
  const engine = await loadEngine();
  /** Plays until somebody must give one of several cards, and stays silent then; the line of the log, if it came to that. */
  const gift = (secret, lot) => {
    const table = engine.table("kittens", { players: 3 }, { secret, luck: [] });
    for (const seat of [0, 1, 2]) table.bot(seat, "random", 7);
    table.settle();
    for (let i = 0, seat; i < 400 && (seat = table.toAct()[0]) !== undefined; i++) {
      const { offer } = table.step(seat), silent = offer[0].startsWith("give ") && offer.join().includes("|");
      if (silent) table.silent(seat, lot);
      else table.play(seat, table.choose(seat, 1));
      if (silent) return /\d+ \d give \w+/.exec(table.log().split("\n").findLast((l) => l.includes(" give ")))[0];
    }
    return null;
  };
  const secret = Array.from({ length: 50 }, (_, i) => `${i + 10}`.repeat(32)).find((s) => gift(s, 0));
  assert.ok(secret, "somebody asks for a favor in one of these games");
  assert.ok(new Set([0, 1, 2, 3].map((lot) => gift(secret, lot))).size > 1);
});
test("Rat-a-Tat Cat by the clock comes to its end", async () => {
  const x = tableFor(await loadEngine(), "ratcat", 2, "easy");
  x.host.hear({ t: "set", options: { end: "time", minutes: "1" } });
  x.host.open();
  x.host.hear({ t: "start" });
  const up = x.due.find((d) => d.ms === 60000);
  assert.ok(up, "somebody minds the game's own clock");
  up.what();
  assert.match(x.saved().log, /^\d+ t up$/m);
});

test("bots sit down before the cards are dealt: what they heard of the deal is what they know", async () => {
  const calls = [], engine = watched(await loadEngine(), (name) => { if (/^(table|bot|settle)$/.test(name)) calls.push(name); });
  const x = tableFor(engine, "kittens", 3, "search");
  x.host.open();
  x.host.hear({ t: "start" });
  assert.equal(x.last("table").phase, "playing");
  assert.deepEqual(calls, ["table", "bot", "bot", "settle"]);
});

const wordsOf = (x) => [...x.heard].reverse().find((m) => m.t === "step" || m.t === "view").view.words;

test("Duet on this device: own words, other words in the next round, taken up again", async () => {
  const engine = await loadEngine(), x = tableFor(engine, "duet", 2, "easy"), own = Array.from({ length: 60 }, (_, i) => `own word ${i}`);
  x.host.open();
  x.host.hear({ t: "set", own, options: { own: "only" } });
  assert.equal(x.last("table").own, 60);
  x.host.hear({ t: "start" });
  const first = wordsOf(x);
  assert.ok(first.every((w) => own.includes(w)));
  playOut(x);
  x.host.hear({ t: "start" });
  const second = wordsOf(x);
  assert.ok(second.every((w) => own.includes(w) && !first.includes(w)));
  const y = tableFor(await loadEngine(), "x", 2, "easy");
  new Host(await loadEngine(), x.saved(), tableOut(y)).open();
  assert.deepEqual(y.last("view").view.words, second);
  playOut(x);
  assert.equal(engine.verify(x.saved().log).status, "ok");
  x.host.hear({ t: "set", game: "kittens" });
  x.host.hear({ t: "start" });
  assert.equal(x.last("table").phase, "playing", "a game without words plays without them");
});

test("on this device the next one begins, or whoever lost", async () => {
  const x = tableFor(await loadEngine(), "kittens", 3, "easy"), begins = () => {
    const rounds = x.heard.filter((m) => m.t === "step"), round = rounds[rounds.length - 1].round;
    return rounds.filter((m) => m.round === round).flatMap((m) => m.events).find((e) => e.e === "started").seat;
  };
  x.host.open();
  for (const [first, wanted] of [["@1", () => 1], ["next", () => 2], ["next", () => 0], ["loser", (r) => r.points.indexOf(0)]]) {
    const last = x.last("table").rounds.at(-1);
    x.host.hear({ t: "set", options: { first } });
    x.host.hear({ t: "start" });
    assert.equal(begins(), wanted(last), first);
    playOut(x);
    assert.equal(x.last("table").phase, "over");
  }
});

test("own words that are pasted are checked", async () => {
  const { checkWords } = await load("ownwords.ts");
  const { words, wrong } = checkWords("Nessie\n zoo  keeper ,nessie;גן חיות、海怪\n" + "x".repeat(32) + "\n...\n\u200b");
  assert.deepEqual(words, ["Nessie", "zoo keeper", "גן חיות", "海怪"]);
  assert.deepEqual(wrong, ["x".repeat(32), "..."]);
});

test("a table is taken up where it was left", async () => {
  const { id } = JSON.parse(readFileSync(new URL("../../build/web/games.json", import.meta.url), "utf8"))[1];
  const engine = await loadEngine(), x = tableFor(engine, id, 3, "sharp");
  x.host.open();
  x.host.hear({ t: "start" });
  for (let i = 0; i < 6; i++) x.due.shift()?.what();
  const before = x.last("step") ?? x.last("view"), y = tableFor(await loadEngine(), "x", 2, "easy");
  const again = new Host(await loadEngine(), x.saved(), { ...tableOut(y) });
  again.open();
  assert.deepEqual(y.heard.filter((m) => m.t === "view").pop().view, before.view);
});
for (const game of ["party", "ratcat"])
  test(`${game}: a table that is taken up again tells what happened, but not what could be seen only while it did`, async () => {
    const engine = await loadEngine(), x = tableFor(engine, game, 4, "easy"), y = tableFor(await loadEngine(), "x", 2, "easy");
    x.host.open();
    x.host.hear({ t: "past" });
    assert.equal(x.last("err").code, "wrong_phase", "nothing has happened yet");
    x.host.hear({ t: "start" });
    for (let i = 0; i < 40 && x.last("table").phase === "playing"; i++) if (!answer(x, i)) x.due.shift()?.what();
    const kinds = engine.games.find((g) => g.id === game).events, told = x.heard.flatMap((m) => (m.t === "step" ? m.events : []));
    const again = new Host(engine, x.saved(), tableOut(y));
    again.open();
    for (const [table, host] of [[x, x.host], [y, again]]) {
      host.hear({ t: "past" });
      const { n, events } = table.last("past");
      assert.deepEqual(events, told.filter((e) => !kinds[e.e]?.startsWith("~")));
      assert.equal(n, told.at(-1).n);
    }
  });
test("invisible characters are removed from what is typed; emoji stay whole", () => {
  assert.equal(visible("\u200fדנה\u200f \u202aB\u202c\u200b\u00ad\ufeff"), "דנה B");
  const england = "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
  for (const whole of ["👨‍👩‍👧‍👦", "🏳️‍🌈", "1️⃣", england, "דָּנָה", "O’Brien"]) assert.equal(visible(whole), whole);
});
test("what nobody can see is neither a name nor a clue; a kept table plays on whatever was said", async () => {
  const x = tableFor(await loadEngine(), "duet", 2, "easy"), name = () => x.last("table").seats[0].name;
  x.host.open();
  for (const bad of ["", " ", "\u3164", "\u2060", "\u00ad", "\u2800", "Da\u202ena", "Da\u200bna", "x".repeat(25)]) {
    x.host.hear({ t: "name", name: bad });
    assert.equal(x.last("err").code, "bad_name", escape(bad));
    assert.equal(name(), "Dana");
  }
  for (const good of ["דָּנָה", "王小明", "Niccolò", "Ada 👩🏽‍🚀"]) {
    x.host.hear({ t: "name", name: good });
    assert.equal(name(), good);
  }
  x.host.hear({ t: "start" });
  for (const word of ["zq\u202exv", "zq\u2066xv", "\u200b", "\u3164"]) {
    x.host.hear({ t: "move", id: word, round: 1, move: `clue ${word} 1` });
    assert.deepEqual([x.last("err").id, x.last("err").code], [word, "bad_move"]);
  }
  x.host.hear({ t: "move", id: "m", round: 1, move: "clue zqxv 1" });
  assert.equal(x.last("ack").id, "m");
  const kept = x.saved(), y = tableFor(await loadEngine(), "x", 2, "easy");
  kept.log = kept.log.replace("zqxv", "zq\u202exv");
  new Host(await loadEngine(), kept, tableOut(y)).open();
  assert.equal(y.last("table").phase, "playing");
  assert.match(JSON.stringify(y.last("view").view), /zq\u202exv/);
});
const tableOut = (y) => ({
  send: (m) => y.heard.push(m), save: () => {}, later: () => 0, never: () => {}, random: () => 0.5,
  entropy: () => "00".repeat(32), now: () => 0,
});
