// SPDX-License-Identifier: MIT
// table.test.mjs - people around a table: chairs, bots, the host's powers, pauses, rematches,
// phrases, watchers, open tables.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, among, join, playOut, seatTwo, start } from './client.mjs';
import { replay, Server } from './server.mjs';

const server = new Server();
before(() => server.start('--rate', '1000'));
after(() => server.stop());

const make = (more = {}) => server.post({ game: 'kittens', seats: 3, clock: 'off', pace: 'instant', name: 'Dana', ...more });

test('a table is made as wished', async () => {
    const wishes = {
        game: 'party', seats: 7, options: { combos: 'off' }, clock: 'quick', pace: 'brisk', absent: 'wait', open: false, hints: true
    };
    const made = await make(wishes);
    assert.equal(made.status, 201);
    const t = await server.json(`/api/tables/${made.code.toUpperCase()}`, 'http table');
    const wanted = { ...wishes, status: 200, code: made.code, phase: 'lobby', round: 0 };
    const got = Object.fromEntries(Object.keys(wanted).map(key => [key, t[key]]));
    assert.deepEqual({ ...got, seats: t.seats.length, options: { combos: t.options.combos } }, wanted);
    assert.equal(t.you, undefined);
    assert(!JSON.stringify(t).includes(made.token), 'a token is shown to its seat only');
});

// People look at what happened before they decide: a pair takes a second, and the time for an answer begins after it. Bots
// that answer at once need no pause.
test('what happens has its time, by the pace of the table', async () => {
    for (const [pace, least, most] of [['human', 90100, 96000], ['brisk', 90050, 93000], ['instant', 90000, 90000]]) {
        const [a, b] = await seatTwo(server, await make({ seats: 2, clock: 'relaxed', pace }));
        await start(a, b);
        const { of, left } = a.heard.findLast(m => m.clock?.of).clock;
        assert(of >= least && of <= most && left <= of, `${pace}: ${left} of ${of}`);
        await Promise.all([a.end(), b.end()]);
    }
});

for (const [wish, code, what] of [
    [{ game: 'whist' }, 'bad_value', 'game'], [{}, 'bad_value', 'game'], [{ game: 'kittens', seats: 9 }, 'bad_seats', 'seats'],
    [{ game: 'kittens', options: { combos: 'maybe' } }, 'bad_option', 'options'],
    [{ game: 'kittens', options: { nonsense: 'on' } }, 'bad_option', 'options'],
    [{ game: 'kittens', clock: 'sundial' }, 'bad_value', 'clock'], [{ game: 'kittens', name: '' }, 'bad_name'],
    [{ game: 'kittens', name: 'x'.repeat(25) }, 'bad_name'],
    [{ game: 'kittens', name: 'a\u0007b' }, 'bad_name'], [{ game: 'kittens', open: 'yes' }, 'bad_value', 'open'],
    [{ game: 'kittens', hints: 'yes' }, 'bad_value', 'hints'],
    [{ game: 'kittens', pace: 'slow' }, 'bad_value', 'pace']])
    test(`refused: ${JSON.stringify(wish).slice(0, 60)}`, async () => {
        const r = await server.post(wish);
        assert.equal(r.status >= 400 && r.status < 500, true);
        assert.equal(r.code, code);
        if (what && r.what !== undefined) assert.equal(r.what, what);
    });

test('names of 24 characters in any script', async () => {
    for (const name of ['דנה 🐈', '貓'.repeat(24), 'Ω'.repeat(24)]) {
        const made = await make({ name });
        const t = await server.json(`/api/tables/${made.code}`, 'http table');
        assert.equal(t.seats[0].name, name);
    }
});

test('cats: chosen, kept, never the same twice', async () => {
    const s = server, made = await make({ seats: 4 });
    const a = await join(s, made, made.token), [b, c] = [await join(s, made.code), await join(s, made.code)];
    const cats = x => x.table.seats.map(seat => seat.cat);
    assert.deepEqual(cats(a), [0, 1, 2, 3]);
    await b.ask({ t: 'sit', name: 'Noa', seat: 1, cat: 2 }, 'seated');
    await c.ask({ t: 'sit', name: 'Eli', seat: 2, cat: 2 }, 'seated');
    await a.changed(t => t.seats[2].name);
    assert.equal(a.table.seats[1].cat, 2, 'the first who chose it has it');
    assert.equal(new Set(cats(a)).size, 4, cats(a).join());
    c.say({ t: 'name', cat: 9 });
    await a.changed(t => t.seats[2].cat === 9);
    assert.equal(a.table.seats[2].name, 'Eli', 'the name stays');
    c.strict = false;
    for (const cat of [-1, 10, 'x', null, 1.5]) assert.equal(await c.err({ t: 'name', cat }), 'bad_value', String(cat));
    assert.equal(await c.err({ t: 'name' }), 'bad_name');
    a.say({ t: 'swap', seats: [1, 2] });
    await a.changed(t => t.seats[1].name === 'Eli' && t.seats[1].cat === 9, 'a cat goes with its person');
    for (const x of [a, b, c]) await x.end();
});

test('bots are called the same by everybody, and one who goes on for somebody has their name', async () => {
    const s = server, made = await make();
    const a = await join(s, made, made.token), b = await join(s, made.code);
    await b.sit('Noa', 1);
    a.say({ t: 'bot', seat: 2, level: 'easy', called: 'מיצי' });
    for (const x of [a, b]) await x.changed(t => t.seats[2].called === 'מיצי');
    a.strict = false;
    for (const called of ['', ' ', 7, 'x'.repeat(25)]) assert.equal(await a.err({ t: 'bot', seat: 2, level: 'easy', called }), 'bad_name');
    a.say({ t: 'bot', seat: 2, level: 'sharp' });
    await b.changed(t => t.seats[2].bot === 'sharp');
    assert.equal(b.table.seats[2].called, 'מיצי', 'another level has the same name');
    a.say({ t: 'start' });
    await b.changed(t => t.phase === 'playing');
    b.say({ t: 'stand' });
    await a.changed(t => t.seats[1].bot && t.seats[1].called === 'Noa');
    for (const x of [a, b]) await x.end();
});

test('chairs: sit, stand, names, taken ones', async () => {
    const made = await make(), a = await join(server, made.code, made.token), b = await join(server, made.code);
    assert.equal(b.seat, null);
    assert.deepEqual([b.table.you, b.table.watching], [{ seat: null, host: false }, 1]);
    const c = await join(server, made.code);
    assert.equal(await b.err({ t: 'sit', name: 'Noa', seat: 0 }), 'seat_taken');
    assert.equal(await b.err({ t: 'stand' }), 'not_seated');
    assert.equal((await b.sit('Noa', 2)).seat, 2);
    assert.equal((await c.sit('Eli')).seat, 1, 'the first free one');
    await a.changed(t => t.seats.every(s => s.name) && t.watching === 0);
    const d = await join(server, made.code);
    assert.equal(await d.err({ t: 'sit', name: 'Gil' }), 'full');
    c.say({ t: 'name', name: 'Eli B.' });
    await a.changed(t => t.seats[1].name === 'Eli B.');
    c.say({ t: 'stand' });
    await a.changed(t => !t.seats[1].name && t.seats[1].playing === null);
    assert.equal(await a.err({ t: 'start' }), 'empty_seat');
    a.say({ t: 'stand', seat: 2 });
    await b.changed(t => !t.seats[2].name && t.you.seat === null, 'being asked to leave');
    assert.equal(await b.err({ t: 'stand', seat: 0 }), 'not_seated');
    await b.sit('Noa', 2);
    assert.equal(await b.err({ t: 'stand', seat: 0 }), 'not_host');
    for (const x of [a, b, c, d]) await x.end();
});

test('the host: bots, swap, wishes, and handing it on', async () => {
    const made = await make(), a = await join(server, made.code, made.token), b = await join(server, made.code);
    await b.sit('Noa', 1);
    for (const m of [{ t: 'bot', seat: 2, level: 'random' }, { t: 'swap', seats: [0, 1] }, { t: 'set', clock: 'quick' },
        { t: 'host', seat: 1 }, { t: 'start' }, { t: 'pause', on: true }])
        assert.equal(await b.err(m), 'not_host', m.t);
    a.say({ t: 'bot', seat: 2, level: 'sharp' });
    await b.changed(t => t.seats[2].bot === 'sharp' && t.seats[2].playing === 'bot');
    assert.equal(await a.err({ t: 'bot', seat: 1, level: 'random' }), 'seat_taken');
    assert.equal(await a.err({ t: 'bot', seat: 2, level: 'genius' }), 'bad_value');
    a.say({ t: 'bot', seat: 2, level: null });
    await b.changed(t => !t.seats[2].bot);
    a.say({ t: 'swap', seats: [0, 2] });
    await b.changed(t => t.seats[2].name === 'Dana' && t.host === 2, 'the swap');
    await a.changed(t => t.you.seat === 2 && t.you.host);
    a.say({ t: 'set', game: 'ratcat', seats: 4, options: { rounds: 2 }, clock: 'relaxed', pace: 'human', absent: 'bot', open: true });
    await b.changed(t => t.game === 'ratcat' && t.seats.length === 4 && t.clock === 'relaxed' && t.open);
    assert.equal(String(b.table.options.rounds), '2');
    a.strict = false;
    for (const [wish, value] of [['clock', 'never'], ['pace', 'slow'], ['absent', 'gone']])
        assert.equal(await a.err({ t: 'set', [wish]: value }), 'bad_value', wish);
    a.strict = true;
    a.say({ t: 'host', seat: 1 });
    await b.changed(t => t.you.host && t.host === 1);
    assert.equal(await a.err({ t: 'start' }), 'not_host');
    assert.equal(await b.err({ t: 'host', seat: 3 }), 'empty_seat');
    b.say({ t: 'stand' });
    await a.changed(t => t.host === 2 && t.you.host, 'the host who stands hands it on');
    for (const x of [a, b]) await x.end();
});

test('hints: only where the host has allowed them before the round, and only for who is asked', async () => {
    const [a, b] = await seatTwo(server, await make({ seats: 2 })), w = await join(server, a.code);
    assert.equal(a.table.hints, false, 'off unless somebody wishes them');
    assert.equal(await b.err({ t: 'set', hints: true }), 'not_host');
    await start(a, b, w);
    await among([a, b], () => [a, b].find(x => x.asked()), 'somebody is asked');
    for (const x of [a, b]) assert.equal(await x.err({ t: 'hint' }), 'no_hints');
    assert.equal(await w.err({ t: 'hint' }), 'not_seated');
    assert.equal(await a.err({ t: 'set', hints: true }), 'wrong_phase', 'a round keeps what was agreed');
    await playOut([a, b]);
    assert.equal(await a.err({ t: 'hint' }), 'no_hints');
    a.say({ t: 'set', hints: true });
    for (const x of [a, b, w]) await x.changed(t => t.hints, 'everybody is told');
    assert.equal(await a.err({ t: 'hint' }), 'wrong_phase');
    await start(a, b, w);
    const asked = await among([a, b], () => [a, b].find(x => x.asked() && x.now.asked.length === 1), 'one is asked');
    const other = [a, b].find(x => x !== asked), from = w.heard.length, heard = other.heard.length;
    const h = await asked.ask({ t: 'hint' }, 'hint');
    assert.equal(h.round, asked.round);
    assert(h.view.length > 100 && h.view.length % 2 === 0 && h.notes.length % 2 === 0);
    assert.equal(await other.err({ t: 'hint' }), 'not_asked');
    for (const [x, n] of [[w, from], [other, heard]])
        assert(!x.heard.slice(n).some(m => m.t === 'hint' || m.t === 'table'), 'nobody else is told of it');
    for (const x of [a, b, w]) await x.end();
});

test('a chair left during a round is played by a bot', async () => {
    const [a, b] = await seatTwo(server, await make({ seats: 2 }));
    await start(a, b);
    b.say({ t: 'stand' });
    await a.changed(t => t.seats[1].playing === 'bot');
    await playOut([a]);
    for (const x of [a, b]) await x.end();
});

test('pause: nobody moves', async () => {
    const [a, b] = await seatTwo(server, await make({ seats: 2, clock: 'relaxed' }));
    assert.equal(await a.err({ t: 'pause', on: true }), 'wrong_phase');
    await start(a, b);
    await among([a, b], () => a.now?.clock && b.now, 'a clock');
    a.say({ t: 'pause', on: true });
    await b.changed(t => t.phase === 'paused');
    const mover = [a, b].find(x => x.asked());
    assert.equal((await mover.move('draw')).code, 'paused');
    a.say({ t: 'pause', on: false });
    await b.changed(t => t.phase === 'playing');
    assert.equal((await mover.move('draw')).t, 'ack');
    for (const x of [a, b]) await x.end();
});

test('a rematch with the same people, and what is refused meanwhile', async () => {
    const [a, b] = await seatTwo(server, await make({ seats: 2 }));
    await start(a, b);
    for (const m of [{ t: 'start' }, { t: 'swap', seats: [0, 1] }, { t: 'set', seats: 3 }])
        assert.equal(await a.err(m), 'wrong_phase', m.t);
    await playOut([a, b]);
    const first = a.table.fair.commit, secret = a.table.fair.secret;
    assert(secret);
    await start(a, b);
    assert.equal(a.table.round, 2);
    assert.notEqual(a.table.fair.commit, first);
    assert.equal(a.table.fair.secret, null);
    await playOut([a, b]);
    assert.deepEqual(a.table.rounds.map(r => r.round).sort(), [1, 2]);
    assert.equal((await server.log(a.code, 1)).status, 200);
    assert.equal((await server.log(a.code, 2)).status, 200);
    assert.equal((await server.log(a.code, 3)).status, 404);
    a.say({ t: 'set', game: 'duet' });
    await a.changed(t => t.game === 'duet', 'another game');
    assert.equal(a.table.phase, 'lobby');
    assert.equal((await server.log(a.code, 2)).status, 200, 'the last round can still be looked at');
    for (const x of [a, b]) await x.end();
});

test('who begins: a chair, then the next one, then whoever lost; a chair that goes is forgotten', async () => {
    const [a, b] = await seatTwo(server, await make({ seats: 2, options: { first: '@1' } }));
    const begins = () => a.events.find(e => e.e === 'started').seat;
    const again = async first => {
        a.say({ t: 'set', options: { first } });
        await a.changed(t => t.options.first === first, 'the wish');
        await start(a, b);
        await playOut([a, b]);
        return begins();
    };
    await start(a, b);
    await playOut([a, b]);
    assert.equal(begins(), 1);
    assert.equal(await again('next'), 0);
    assert.equal(await again('next'), 1);
    const loser = 1 - a.table.rounds.at(-1).winners[0];
    assert.equal(await again('loser'), loser);
    const header = (await (await server.log(a.code, 4)).text()).split('\n')[0];
    assert.equal(header.includes(' first=@1'), loser === 1);
    a.say({ t: 'set', seats: 3, options: { first: '@2' } });
    await a.changed(t => t.options.first === '@2', 'the third chair');
    a.say({ t: 'set', seats: 2 });
    await a.changed(t => t.options.first === '@0', 'the third chair is gone');
    for (const x of [a, b]) await x.end();
});

test('own words: counted, checked, kept, on the table; the next round has other words', async () => {
    const own = Array.from({ length: 60 }, (_, i) => `own ${String.fromCharCode(97 + i % 26)}${i}`);
    const made = await make({ game: 'duet', seats: 2, options: { own: 'only' }, own });
    const [a, b] = await seatTwo(server, made);
    assert.equal(a.table.own, 60);
    assert.equal(a.table.options.names, 'places', 'what a new table offers');
    for (const wrong of [['twice', 'TWICE'], ['א'.repeat(16)], ['-'], ['\u202e']])
        assert.equal(await a.err({ t: 'set', own: wrong }), 'bad_words', wrong[0]);
    await start(a, b);
    assert.equal(await a.err({ t: 'set', own: [] }), 'wrong_phase');
    await playOut([a, b]);
    const first = a.now.view.words;
    assert(first.every(w => own.includes(w)), 'all words are our own');
    await start(a, b);
    const second = a.now.view.words;
    assert(second.every(w => own.includes(w) && !first.includes(w)), 'other words than the last ones');
    await playOut([a, b]);
    const log = await (await server.log(a.code, 2)).text(), verdict = await replay(log);
    assert.deepEqual([verdict.ok, verdict.fair], [true, true]);
    assert.equal(log.match(/^own /gm).length, 60);
    assert.equal(log.match(/^without /gm).length, 25);
    a.say({ t: 'set', own: [], options: { own: 'mixed' } });
    await a.changed(t => t.own === 0, 'no own words');
    await start(a, b);
    assert(a.now.view.words.every(w => !own.includes(w)));
    await playOut([a, b]);
    const before = a.now.view.words;
    await start(a, b);
    assert(a.now.view.words.every(w => !before.includes(w)), 'the cards are turned over');
    await playOut([a, b]);
    assert.equal(await a.err({ t: 'set', game: 'kittens', own: ['word'] }), 'bad_value', 'a game without words');
    for (const x of [a, b]) await x.end();
});

test('phrases instead of chat', async () => {
    const { phrases } = await server.json('/api/games', 'http games');
    const [a, b] = await seatTwo(server, await make({ seats: 2 })), w = await join(server, a.code);
    const from = w.heard.length;
    assert.deepEqual(await b.ask({ t: 'say', phrase: phrases[0] }, 'said'), { t: 'said', seat: 1, phrase: phrases[0] });
    await w.next('said', undefined, from);
    assert.equal(await b.err({ t: 'say', phrase: 'buy my book' }), 'bad_phrase');
    assert.equal(await w.err({ t: 'say', phrase: phrases[0] }), 'not_seated');
    assert.equal((await w.ask({ t: 'ping' }, 'pong')).t, 'pong');
    for (const x of [a, b, w]) await x.end();
});

test('presence', async () => {
    const [a, b] = await seatTwo(server, await make({ seats: 2 }));
    await a.changed(t => t.seats[1].here);
    await b.end();
    await a.changed(t => !t.seats[1].here);
    const again = await join(server, a.code, b.token);
    assert.equal(again.seat, 1);
    await a.changed(t => t.seats[1].here);
    for (const x of [a, again]) await x.end();
});

test('open tables are listed while a seat is free', async () => {
    const made = await make({ seats: 2, open: true }), hidden = await make({ seats: 2 });
    const codes = async () => (await server.json('/api/tables', 'http tables')).tables.map(t => t.code);
    const a = await join(server, made.code, made.token), h = await join(server, hidden.code, hidden.token);
    assert((await codes()).includes(made.code));
    assert(!(await codes()).includes(hidden.code));
    const b = await join(server, made.code);
    await b.sit('Noa');
    assert(!(await codes()).includes(made.code));
    for (const x of [a, b, h]) await x.end();
});

test('no such table', async () => {
    assert.equal((await server.get('/api/tables/babababa')).status, 404);
    assert.equal((await server.get('/api/tables/nonsense1')).status, 404);
    const c = await new Client(server, 'babababa').open();
    c.say({ t: 'hello', v: 1, table: 'babababa' });
    assert.equal(await c.gone, 4003);
});

test('a large screen watches, and everybody is told that there is one', async () => {
    const [a, b] = await seatTwo(server, await make({ seats: 2 })), plain = await join(server, a.code);
    assert.equal(a.table.screen, false);
    const screen = new Client(server, a.code);
    await screen.open();
    await screen.hello({ screen: true });
    await a.changed(t => t.screen, 'a screen');
    await start(a, b);
    await among([screen, plain], () => screen.now?.round === 1 && plain.now?.round === 1, 'the deal');
    assert.deepEqual(screen.now.view, plain.now.view, 'it sees what any watcher sees');
    assert.deepEqual([screen.table.you, screen.now.offer], [{ seat: null, host: false }, []]);
    await screen.end();
    await a.changed(t => !t.screen, 'no screen');
    await Promise.all([a.end(), b.end(), plain.end()]);
});
