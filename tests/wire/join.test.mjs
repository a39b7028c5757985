// SPDX-License-Identifier: MIT
// join.test.mjs - `ninelives play --join`: the terminal at a server's table together with other clients; connections that
// break, programs that end, several nodes, and servers that are not what they should be.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join as path } from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { WebSocketServer } from 'ws';
import { wireTo } from '../../web/tests/wire.mjs';
import { among, choose, join, PATIENCE, playOut, start } from './client.mjs';
import { alone, program, replay, run, Server } from './server.mjs';
import { standIn } from './standin.mjs';
import { said, stateFolder, Terminal } from './terminal.mjs';

const server = new Server();
before(() => server.start('--rate', '1000'));
after(() => server.stop());

const link = (code, at = server.origin) => `${at}/t/${code}`;
const wish = { game: 'kittens', seats: 3, clock: 'off', pace: 'instant', absent: 'wait', name: 'Dana' };
// Dana's table, at which she is the host, and a terminal that sits down beside her.
async function beside(more = {}, how = {}, at = server.origin) {
    const made = await server.post({ ...wish, ...more }), dana = await join(server, made, made.token);
    const ada = new Terminal(link(made.code, at), how, '--name', 'Ada');
    await dana.changed(t => t.seats[1].name === 'Ada', 'Ada on her chair');
    await ada.reads(/quit/);                                             // it has said all that it says by itself
    return { made, dana, ada };
}
const fill = async (dana, seats) => {
    for (const [i, s] of dana.table.seats.entries()) if (!s.name) dana.say({ t: 'bot', seat: i, level: 'random' });
    await dana.changed(t => t.seats.every(s => s.name || s.bot), `a full table of ${seats}`);
};
const no_fault = t => assert(!/Sanitizer|runtime error/.test(t.err), t.err);

// A round that ends is shown with everybody's open row, points, and what it brought; the one that ends the game is not.
function round_is_shown(t, events) {
    const begun = events.filter(e => e.e === 'dealt'), first = events.filter(e => e.n < begun[1].n), rows = {};
    for (const e of first) if (e.e === 'revealed' || e.e === 'filled') (rows[e.seat] ??= [])[e.slot - 1] = `[${e.card}]`;
    const scored = first.filter(e => e.e === 'scored'), [, ...ends] = t.out.split(`${said(t.lang, 'round.over')}\n`);
    assert.equal(ends.length, 1, t.out);
    const lines = ends[0].split('\n').slice(0, scored.length);
    assert.deepEqual(lines.map(l => Number(/(\d+) 分/.exec(l)[1])), scored.map(e => e.total).sort((a, b) => a - b));
    for (const e of scored)
        assert(lines.some(l => l.includes(rows[e.seat].join(' ')) && l.endsWith(`${e.total} 分（+${e.points}）`)), `${e.seat}: ${lines}`);
}

for (const [game, seats, options, lang] of [['kittens', 3, {}, 'en'], ['goodevil', 3, {}, 'he'], ['party', 5, {}, 'it'],
    ['ratcat', 3, { rounds: 2 }, 'zh-Hant'], ['duet', 3, {}, 'en']])
    test(`a whole game of ${game}, in lines`, async () => {
        const { made, dana, ada } = await beside({ game, seats, options }, { lang });
        await fill(dana, seats);
        await start(dana);
        await Promise.all([playOut([dana]), ada.playOut()]);
        const end = dana.table.rounds.at(-1), after = ada.out.slice(ada.read);
        const won = new RegExp(` 1\\. .*${said(lang, 'result.won')}|${said(lang, 'result.all.won')}`);
        for (const w of end.winners) assert.match(after, won, `seat ${w} won`);
        if (game === 'ratcat') round_is_shown(ada, dana.events);
        const verdict = await replay(await (await server.log(made.code, 1)).text());
        assert.deepEqual([verdict.ok, verdict.over, verdict.fair], [true, true, true]);
        assert.match(dana.table.fair.luck[1], /^[0-9a-f]{64}$/, 'the terminal adds its luck to the shuffles');
        dana.say({ t: 'start' });                                        // a rematch
        await ada.dealt();
        await ada.kill();
        assert.equal(ada.err, '');
        await dana.end();
    });

test('the host of a table starts the game, with bots and other options', async () => {
    const made = await server.post({ ...wish, seats: 2 }), dana = await join(server, made, made.token);
    const ada = new Terminal(link(made.code), {}, '--name', 'Ada');
    await dana.changed(t => t.seats[1].name === 'Ada', 'Ada');
    await ada.reads(/Dana deals when everybody is ready/);
    ada.type('start');
    await ada.reads(/Only the host can do that/);
    dana.say({ t: 'host', seat: 1 });
    await ada.reads(/You are the host/);
    dana.say({ t: 'stand' });
    await ada.reads(/Dana leaves the table/);
    for (const line of ['combos=off', 'nonsense', 'bots random', 'say a', 'start']) ada.type(line);
    await ada.reads(/Not among the choices/);
    await ada.playOut();
    assert.equal(dana.table.options.combos, 'off');
    assert.equal(dana.table.seats[0].bot, 'random');
    assert(dana.heard.some(m => m.t === 'said' && m.phrase === 'hello' && m.seat === 1));
    await ada.until(() => /Table \w+:/.test(ada.out.slice(ada.read)), 'the table after the game');
    await ada.quit();
    assert.match(ada.out, /Your seat stays yours/);
    await dana.end();
});

// A short game, because a review takes its time.
test('the log of a game that is over, and its review', async () => {
    const made = await server.post({ ...wish, game: 'ratcat', seats: 2, options: { rounds: 1 } });
    const dana = await join(server, made, made.token);
    const file = path(stateFolder(), 'game.log'), ada = new Terminal(link(made.code), {}, '--name', 'Ada', '--log', file);
    await dana.changed(t => t.seats[1].name === 'Ada', 'Ada');
    for (const n of [1, 2]) {
        await start(dana);
        await Promise.all([playOut([dana]), ada.playOut()]);
        await ada.reads(/Table \w+:/);
        assert.equal(readFileSync(n > 1 ? `${file}.${n}` : file, 'utf8'), await (await server.log(made.code, n)).text());
    }
    assert.deepEqual((await replay(readFileSync(file, 'utf8'))).ok, true);
    ada.type('review');
    await ada.reads(/You: \d+ decisions/);
    await ada.quit();
    no_fault(ada);
    await dana.end();
});

test('a spectator is told what everybody knows, and no more', async () => {
    const { made, dana, ada } = await beside({ seats: 2 });
    const eve = new Terminal(link(made.code), {}, '--watch');
    await eve.reads(/You are watching/);
    await start(dana);
    await eve.dealt();
    eve.type('look');
    await eve.reads(/Ada: cards: 8/);
    assert(!/Your hand/.test(eve.out));
    await Promise.all([playOut([dana]), ada.playOut(), eve.until(() => eve.over(), 'the end')]);
    const drawn = dana.events.filter(e => e.e === 'drew');
    assert(drawn.length > 0 && drawn.some(e => e.card), 'Dana sees what she draws');
    assert.equal(eve.out.match(/(Dana|Ada) draws a card\./g).length, drawn.length, eve.out);
    for (const t of [ada, eve]) await t.kill();
    await dana.end();
});

// People who play by their clients, one decision at a time, and terminals that look on.
async function watched(t, game, seats, options = {}) {
    const made = await server.post({ ...wish, game, seats, options }), people = [await join(server, made, made.token)];
    for (let seat = 1; seat < seats; seat++) await (people[seat] = await join(server, made.code)).sit(`Noa ${seat}`, seat);
    await start(...people);
    const over = () => people[0].table.phase === 'over';
    const step = async () => {
        const who = await among(people, () => over() || people.find(c => c.asked()), 'somebody who is asked');
        if (over()) return;
        const answer = await who.move(choose(who.now.offer));
        assert.equal(answer.t, 'ack', JSON.stringify(answer));
        await Promise.all(people.map(c => c.until(() => over() || c.n >= answer.n, 'the step')));
    };
    const look = (at = server.origin) => {
        const eve = new Terminal(link(made.code, at), {}, '--watch');
        t.after(async () => { await eve.kill(); no_fault(eve); });
        return eve;
    };
    t.after(() => Promise.all(people.map(c => c.end())));
    return { people, step, over, look };
}

// Types a question about the table until its answer is the one that is waited for: the terminal may not have heard of it yet.
async function answers(t, question, fits) {
    const end = `${said(t.lang, 'err.not_asked')}\n`;
    for (const late = Date.now() + PATIENCE; ;) {
        t.read = t.out.length;
        t.type(question);
        t.type('not a move');
        await t.until(() => t.out.indexOf(end, t.read) >= 0, `an answer to ${question}`);
        const lines = t.out.slice(t.read, t.out.indexOf(end, t.read)).split('\n').filter(l => l.startsWith('  ')).map(l => l.trim());
        if (await fits(lines)) return lines;
        assert(Date.now() < late, `${question}: ${lines.join('\n')}`);
    }
}

// Remarks are no events, and a card that is shown only while it goes back into the pile is not told later.
const remarks = ['join.lost', 'join.back'].map(k => said('en', k));
const lasting = lines => lines.filter(l => !remarks.includes(l) && !l.includes('back into the pile'));
// One terminal is there from the beginning, one comes late and loses its line: they know the same in the end. False: the game
// was over before that could be seen.
async function latecomer(t, game) {
    const wire = await wireTo(server.origin), { people, step, over, look } = await watched(t, game, 2), early = look();
    t.after(() => wire.close());
    const several = async n => { while (n-- && !over()) await step(); return !over(); };
    // Neither may have heard the latest yet, and what is told by itself may stand before an answer, once.
    const same = late => answers(late, 'log', async lines => {
        const want = await answers(early, 'log', () => true);
        return want.length > 4 && isDeepStrictEqual(lasting(lines), lasting(want));
    });
    await early.dealt();
    if (!await several(6)) return !over();
    const late = look(wire.url);
    await late.dealt();
    await same(late);
    if (!await several(2)) return !over();
    await same(late);
    wire.cut();
    await late.reads(/No connection/);
    if (!await several(4)) return !over();
    wire.mend();
    await late.reads(/Connected again/);
    await same(late);
    return !over();
}

const DEALS = 40;                                                        // a random game of Duet may be lost at any guess
for (const game of ['kittens', 'ratcat', 'duet'])
    test(`the log of somebody who comes late to ${game}, and whose line is cut`, async t => {
        for (let deal = 0; deal < DEALS; deal++) if (await latecomer(t, game)) return;
        assert.fail(`${DEALS} games were over too soon`);
    });

// Whose turn comes after this one: of those who still play, the next chair.
function next_of(view) {
    const plays = p => view.alive ? view.alive[p] : !view.out[p], seats = (view.alive ?? view.out).length;
    for (let i = 1; i < seats; i++) if (plays((view.turn + i) % seats)) return (view.turn + i) % seats;
}

test('who is next, and who is out', async t => {
    const { people, step, over, look } = await watched(t, 'kittens', 4), eve = look(), seen = new Set();
    await eve.dealt();
    for (; !over(); await step()) {
        const view = people[0].now.view, key = JSON.stringify([view.turn, view.alive]);
        if (seen.has(key)) continue;
        seen.add(key);
        await answers(eve, 'look', lines => {
            const line = name => lines.find(l => l.startsWith(`${name}:`)) ?? '';
            return people.every((c, p) => /, next$/.test(line(c.table.seats[p].name)) === (p === next_of(view))
                && /, exploded/.test(line(c.table.seats[p].name)) === !view.alive[p]);
        });
    }
    assert([...seen].some(k => k.includes('false')), 'somebody was out while others played on');
});

// Ada begins, and the first two things she does are the same in every deal.
test('a lost connection is said, comes back, and no move is played twice', async () => {
    const wire = await wireTo(server.origin);
    const { dana, ada } = await beside({ game: 'ratcat', seats: 2, options: { dealer: '@0' } }, {}, wire.url);
    const done = what => dana.events.filter(e => e.seat === 1 && e.e === what).length;
    await start(dana);
    await ada.dealt();
    await ada.until(() => ada.asks(), 'the first question');
    wire.cut();
    await ada.reads(/No connection/);
    ada.type('draw');
    wire.mend();
    await ada.reads(/Connected again/);
    await ada.reads(/You draw /);
    await ada.until(() => ada.asks(), 'the second question');
    wire.deafen();                                                       // the move arrives, and the answer is lost
    ada.type('discard');
    await dana.until(() => done('discarded'), 'the second move');
    await ada.reads(/No connection/);
    wire.mend();
    await ada.reads(/Connected again/);
    await ada.reads(/You discard[^]*> $/);
    assert.deepEqual([done('drew'), done('discarded')], [1, 1]);
    assert(!['stale', 'not_asked', 'illegal'].some(e => ada.out.includes(said('en', `err.${e}`))), 'the same answer');
    await ada.kill();
    assert.equal(ada.err, '');
    wire.close();
    await dana.end();
});

test('a server that is killed comes back to a terminal that waited', async () => {
    const own = await new Server().start('--rate', '1000');
    const made = await own.post({ ...wish, seats: 2 }), ada = new Terminal(link(made.code, own.origin), {}, '--name', 'Ada');
    await ada.reads(/Dana deals/);
    await own.kill();
    await ada.reads(/No connection/);
    await own.start('--rate', '1000');
    await ada.reads(/Connected again/);
    ada.type('say b');
    await ada.reads(/You: I am ready/);
    await ada.quit();
    await own.stop();
});

test('a program that was killed takes its seat again, and only one has it', async () => {
    const { made, dana, ada } = await beside({ seats: 2 });
    dana.say({ t: 'swap', seats: [0, 1] });
    await dana.changed(t => t.seats[0].name === 'Ada', 'Ada on the first chair');
    await start(dana);
    const [hand] = await ada.reads(/Your hand: .*\n/);
    await ada.kill();
    const files = readdirSync(path(ada.state, 'ninelives'));
    assert.deepEqual(files, [`127.0.0.1_${server.port}_${made.code}.seat`]);
    assert.equal(statSync(path(ada.state, 'ninelives', files[0])).mode & 0o777, 0o600);
    const again = new Terminal(`${link(made.code.toUpperCase())}/?from=mail#x`, { state: ada.state });
    assert.equal((await again.reads(/Your hand: .*\n/))[0], hand);
    const third = new Terminal(link(made.code), { state: ada.state });
    assert.equal((await third.reads(/Your hand: .*\n/))[0], hand);
    assert.equal(await again.gone(), 1);
    assert.match(again.err, /continues in another window/);
    third.type('draw');
    await third.reads(/You draw/);
    await third.kill();
    await dana.end();
});

test('who gives up the chair has no seat to come back to', async () => {
    const { dana, ada } = await beside();
    ada.type('stand');
    await ada.reads(/You are watching/);
    await dana.changed(t => !t.seats[1].name, 'a free chair');
    await ada.quit();
    assert.deepEqual(readdirSync(path(ada.state, 'ninelives')), []);
    await dana.end();
});

test('a table that another node has', alone('a stand-in for a second node'), async t => {
    const s = await standIn(server.port);
    t.after(s.close);
    const { dana, ada } = await beside({}, {}, s.origin);
    assert.deepEqual(s.asked, [null, s.node]);
    await ada.quit();
    await dana.end();
});

// ---- refusals ---------------------------------------------------------------------------------------------------------

const refused = async (to, flags, key, code = 1, lang = 'en') => {
    const t = new Terminal(to, { lang }, ...flags);
    t.child.stdin.end();
    assert.equal(await t.gone(), code, t.out + t.err);
    assert.equal(t.err, `ninelives: ${said(lang, key)}\n`);
};

test('refusals say what is wrong', async () => {
    const made = await server.post({ ...wish, seats: 2 }), dana = await join(server, made, made.token);
    await refused(link('babababa'), ['--name', 'Ada'], 'err.no_table');
    await refused(link('nonsense'), ['--watch'], 'err.no_table', 1, 'he');
    await refused('http://127.0.0.1:1/t/babababa', ['--watch'], 'join.no_server');
    await refused('http://nowhere.invalid/t/babababa', ['--watch'], 'join.no_name', 1, 'it');
    for (const bad of ['babababa', 'http://x/', 'ftp://x/t/babababa', 'http:///t/babababa', 'http://x:y/t/babababa', 'http://x/t/',
        'http://x/t/ba\x1bba', 'http://[::1/t/babababa', `http://x/t/${'ba'.repeat(10)}`, 'http://x/t/babababa/more'])
        await refused(bad, ['--watch'], 'join.no_link', 2, 'zh-Hant');
    dana.say({ t: 'bot', seat: 1, level: 'random' });
    await dana.changed(t => t.seats[1].bot, 'a bot');
    await refused(link(made.code), ['--name', 'Ada'], 'join.full');
    await start(dana);
    await refused(link(made.code), ['--name', 'Ada'], 'join.playing');
    await dana.end();
});

test('flags that make no sense at a table elsewhere', async () => {
    for (const flags of [['kittens'], ['--players', '3'], ['--seat', '0'], ['--people', '2'], ['--names', 'A'], ['--bots', 'easy'],
        ['--seed', '01'], ['--no-clock'], ['--words', 'x'], ['--resume'], ['--watch', '--name', 'A']]) {
        const { code, stderr } = await run(program, ['play', '--join', link('babababa'), ...flags]);
        assert.deepEqual([code, stderr.split('\n').length], [2, 2], stderr);
    }
    assert.equal((await run(program, ['play', 'kittens', '--name', 'A'])).code, 2);
});

// ---- other servers -------------------------------------------------------------------------------------------------------

// A server that answers hello with these messages, as they are, and any other request with this page.
async function strange(messages, story, page) {
    const http = createServer((_, answer) => answer.socket.end(page ?? 'HTTP/1.1 426 Upgrade Required\r\n\r\n'));
    const wss = new WebSocketServer({ server: http, handleProtocols: () => 'ninelives.v1', perMessageDeflate: false });
    wss.on('connection', ws => ws.on('error', () => {}).once('message', () => {
        for (const m of messages) typeof m === 'function' ? m(ws) : ws.send(typeof m === 'string' ? m : JSON.stringify(m));
    }));
    await new Promise(done => http.listen(0, '127.0.0.1', done));
    try { await story(`http://127.0.0.1:${http.address().port}/t/babababa`); }
    finally { wss.clients.forEach(c => c.terminate()); wss.close(); http.closeAllConnections(); http.close(); }
}
const welcome = { t: 'welcome', v: 1, server: 'x', heartbeat: 40, seat: 0 };
const seat = name => ({ name, bot: null, here: true, playing: 'person' });
const table = { t: 'table', code: 'babababa', phase: 'playing', round: 1, game: 'kittens', options: {}, host: 0, watching: 0, open: false,
    seats: [seat('Ada'), seat('Bo')], clock: 'off', pace: 'instant', absent: 'bot', next: null, rounds: [], you: { seat: 0, host: true } };
const facts = { phase: 'turn', turn: 0, owed: 1, attacked: false, attacks: 0, hands: [['defuse', 'nope'], ['defuse', null]],
    pile: [null, null], discard: ['skip'], alive: [true, true], godcat: null, winner: null, action: null };
const view = { t: 'view', round: 1, n: 3, view: facts, asked: [0], offer: ['draw', 'play attack'], clock: null };

test('servers of another version, and games that are not known', async () => {
    await strange([{ ...welcome, v: 2 }], to => refused(to, ['--watch'], 'join.version'));
    await strange([{ t: 'err', re: 'hello', code: 'bad_message' }], to => refused(to, ['--watch'], 'join.version'));
    await strange([welcome, { ...table, game: 'chess' }], to => refused(to, ['--watch'], 'join.no_game'));
    await strange([welcome, { t: 'sung', what: 'a song' }, { ...table, extra: 1 }, { ...view, extra: { a: [1] } }], async to => {
        const t = new Terminal(to, {}, '--name', 'Ada');
        await t.reads(/Your hand: Defuse, Nope/);                        // what is new is none of ours
        await t.kill();
    });
});

test('what cannot be understood ends the visit', async () => {
    const long = JSON.stringify({ ...welcome, padding: 'x'.repeat(1 << 20) }), pieces = text => text.match(/.{1,1000}/g);
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`, bytes = (...b) => ws => ws._socket.write(Buffer.from(b));
    const wrong = [
        ['{'], ['null'], ['[]'], ['"t"'], ['{"t":1}'], [deep], [{ t: 'welcome' }], [{ t: 'err' }],
        [welcome, { t: 'seated', token: '../../x' }], [welcome, { t: 'seated', token: 'a'.repeat(100) }],
        [welcome, { ...table, seats: 'many' }], [welcome, { ...table, seats: [] }],
        [welcome, { ...table, seats: Array(11).fill(seat('x')) }], [welcome, { ...table, phase: 'asleep' }],
        [welcome, { ...table, round: -1 }],
        [welcome, { ...table, clock: '\x1b[2J' }], [welcome, { ...table, seats: [seat('Ada'), { bot: '\x1b]0;x\x07' }] }],
        [welcome, table, { ...view, view: null }], [welcome, table, { ...view, view: [] }], [welcome, table, { ...view, asked: [2] }],
        [welcome, table, { ...view, asked: [-1] }], [welcome, table, { ...view, asked: 'all' }], [welcome, table, { ...view, offer: [1] }],
        [welcome, table, { ...view, view: { ...facts, hands: [[]] } }], [welcome, table, { ...view, view: { ...facts, hands: 7 } }],
        [welcome, table, { ...view, view: { ...facts, pile: { a: 1 } } }], [welcome, table, { ...view, view: { ...facts, phase: 3 } }],
        [welcome, table, { ...view, view: { ...facts, pile: Array(5000).fill(null) } }],
        [welcome, table, { ...view, view: { ...facts, action: { a: { b: { c: { d: { e: 1 } } } } } } }],
        [welcome, table, view, { ...view, t: 'step', events: [{ n: 4, e: 'drew', seat: -3, card: null }] }],
        [welcome, table, view, { ...view, t: 'step', events: [{ n: 4, e: 'drew', seat: 0, card: 5 }] }],
        ...[[true], [5, 'x'], 'all'].map(alive => [welcome, table, { ...view, view: { ...facts, alive } }]),
        [welcome, table, { ...view, view: { ...facts, turn: 'Ada' } }],
        ...[{}, { round: 1 }, { round: 0, events: [] }, { round: 1, events: 'all' }, { round: 1, events: [3] },
            { round: 1, events: [{ e: 'x' }] }, { round: 1, events: [{ n: 1, e: 'drew', seat: -3, card: null }] }]
            .map(p => [welcome, table, view, { t: 'past', n: 3, ...p }]),
        [ws => ws.send(long)], [ws => pieces(long).forEach((p, i, all) => ws.send(p, { fin: i === all.length - 1 }))],
        [ws => ws.send(Buffer.from([1, 2, 3]))],
        [bytes(0x81, 0x02, 0xc3, 0x28)], [bytes(0x83, 0x00)], [bytes(0x81, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)],
        [bytes(0xf1, 0x01, 0x20)], [bytes(0x89, 0x7e, 0x01, 0x00, ...Array(256).fill(0))],
    ];
    const batch = async list => { for (const messages of list) await strange(messages, async to => {
        const t = new Terminal(to, {}, '--name', 'Ada');
        assert.equal(await t.gone(), 1, JSON.stringify(messages).slice(-200) + t.out + t.err);
        assert.equal(t.err, `ninelives: ${said('en', 'join.not_understood')}\n`, JSON.stringify(messages).slice(-300));
    }); };
    await Promise.all([0, 1, 2, 3].map(k => batch(wrong.filter((_, i) => i % 4 === k))));
});

// What it says of the game's end is fine; the page of the log is missing, is cut off, or is no text for people.
test('a server that does not give the log', async () => {
    const over = { ...table, phase: 'over', rounds: [{ round: 1, game: 'kittens', winners: [0], points: [1, 0], moves: 3 }] };
    const last = [over, { ...view, n: 4, asked: [], offer: [] }];
    const messages = [welcome, table, view, ws => ws.on('message', m => {
        if (JSON.parse(m).t === 'move') for (const what of last) ws.send(JSON.stringify(what));
    })];
    const found = (length, text) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${text}`;
    for (const page of [undefined, 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\nnine',
        found(9, 'nine'), found(99999999999, 'nine'), found(6, '\x1b[2Jxx')])
        await strange(messages, async to => {
            const file = path(stateFolder(), 'game.log'), t = new Terminal(to, {}, '--name', 'Ada', '--log', file);
            await t.until(() => t.asks(), 'a question');
            t.type('draw');
            await t.reads(/Table babababa/);
            t.type('review');
            await t.reads(/does not give the log/);
            t.type('quit');
            assert.equal(await t.gone(), 1);
            assert.equal(t.err, `ninelives: cannot write ${file}\n`);
        }, page);
});

// Text of a server that would move the cursor, change the title or the order of what is read, and numbers out of all bounds.
test('nothing that a server says reaches the terminal as a command', async () => {
    const evil = '\x1b[2J\x1b]0;x\x07', turned = '\u202egnp', odd = { ...facts, turn: -5, owed: 2147483647, attacks: -2147483648,
        godcat: 99, winner: -1, alive: [true, false], discard: [evil, turned], hands: [['defuse', evil], [turned, null]],
        action: { card: evil, by: -7, target: 300, noped: 1e99 }, [evil]: evil, 'fact.x': { [turned]: evil } };
    const offer = ['draw', `play ${evil}`, 'pair siamese|tabby siamese|tabby @0|@1|@9', `${'a|'.repeat(3000)}a ${'b|'.repeat(3000)}b`,
        '', ' ', 'draw  x', 'trio tabby|tabby|tabby tabby|tabby|tabby tabby|tabby|tabby @1 nope|nope|nope|nope', 'x '.repeat(5000)];
    const events = [{ n: 4, e: 'drew', seat: 0, card: evil }, { n: 5, e: 'sang', seat: 0 }, { n: 6, e: 'started', seat: 200, owed: 32767 },
        { n: 7, e: 'played', seat: 1, card: 'skip', target: 255 }];
    const rounds = [{ round: 1, winners: [99, -1], points: [1e9, 'x'] }, 3], seats = [seat(evil), seat(turned)];
    const hello = seat => ({ t: 'said', seat, phrase: 'hello' });
    await strange([welcome, { ...table, phase: 'lobby', seats, rounds }, { t: 'said', seat: 1, phrase: evil }, hello(1), hello(9),
        { t: 'err', code: evil }, { t: 'bye', after: -1 }, { ...table, seats }, { ...view, view: odd, offer },
        { t: 'past', round: 1, n: 3, events: [...events.map((e, i) => ({ ...e, n: i })).slice(1), ...Array(5000).fill(events[0])] },
        { ...view, t: 'step', n: 7, view: odd, offer, events, clock: { left: 2147483647, of: -1 } }], async to => {
        const t = new Terminal(to, {}, '--name', 'Ada');
        await t.reads(/35791 min[^]*> $/);                    // the last of it; in the lobby it asks for something else
        for (const line of ['?', 'look', 'map', 'help draw', 'play', 'say x', '99', 'look']) t.type(line);
        await t.reads(/no map/);
        await t.reads(/There is no such phrase/);
        await t.quit();
        no_fault(t);
        assert(!/[\x00-\x09\x0b-\x1f\x7f\u202e]/.test(t.out + t.err), JSON.stringify(t.out));
    });
});

test('a server that never stops telling', async () => {
    const hello = JSON.stringify({ t: 'said', seat: 1, phrase: 'hello' }), drew = { n: 1, e: 'drew', seat: 1, card: null };
    await strange([welcome, table, view, ws => { for (let i = 0; i < 65530; i++) ws.send(hello); },
        { t: 'past', round: 1, n: 3, events: Array(100).fill(drew) }, { t: 'err', code: 'stale' }], async to => {
        const t = new Terminal(to, {}, '--name', 'Ada');
        await t.reads(new RegExp(said('en', 'err.stale')));
        for (const line of ['look', 'log']) t.type(line);
        await t.reads(/Bo draws a card[^]*> $/);
        await t.quit();
        no_fault(t);
    });
});

test('a server that says nothing, hangs up or is a web page', async () => {
    const { createServer: listen } = await import('node:net');
    for (const answer of ['', '220 mail.example.org ESMTP\r\n', 'HTTP/1.1 404 Not Found\r\n\r\n',
        'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi', `HTTP/1.1 101 x\r\n${'a: b\r\n'.repeat(3000)}`,
        'HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n']) {
        const far = listen(s => s.on('error', () => {}).once('data', () => s.end(answer)));
        await new Promise(done => far.listen(0, '127.0.0.1', done));
        await refused(`http://127.0.0.1:${far.address().port}/t/babababa`, ['--watch'], 'join.no_server');
        far.close();
    }
});

// ---- https -------------------------------------------------------------------------------------------------------------

test('https, if the certificate is good and for that host', async () => {
    const { createServer: listen } = await import('node:tls'), { connect } = await import('node:net');
    const folder = stateFolder(), key = path(folder, 'key.pem'), cert = path(folder, 'cert.pem');
    const { code, stderr } = await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost',
        '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert]);
    assert.equal(code, 0, stderr);
    assert(existsSync(cert));
    const far = listen({ key: readFileSync(key), cert: readFileSync(cert) }, s => {
        const inner = connect(server.port, '127.0.0.1');
        s.pipe(inner).pipe(s);
        for (const x of [s, inner]) x.on('error', () => { s.destroy(); inner.destroy(); });
    });
    far.on('tlsClientError', () => {});
    await new Promise(done => far.listen(0, done));
    const made = await server.post(wish), at = host => `https://${host}:${far.address().port}/t/${made.code}`;
    const trusted = { SSL_CERT_FILE: cert };
    const ada = new Terminal(at('localhost'), { env: trusted }, '--name', 'Ada');
    await ada.reads(/Dana deals/);
    ada.type('say a');
    await ada.reads(/You: Hello/);
    await ada.quit();
    for (const [host, env] of [['localhost', {}], ['127.0.0.1', trusted]]) {
        const no = new Terminal(at(host), { env }, '--watch');
        assert.equal(await no.gone(), 1);
        assert.equal(no.err, `ninelives: ${said('en', 'join.no_trust')}\n`);
    }
    far.close();
});
