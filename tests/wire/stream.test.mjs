// SPDX-License-Identifier: MIT
// stream.test.mjs - coming back: resume, a fresh view, another tab, another device, the same
// move twice, late answers; and all of it over a kill -9.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { among, caughtUp, choose, Client, join, playOut, seatTwo, start } from './client.mjs';
import { Server, sleep } from './server.mjs';

const server = new Server();
before(() => server.start('--rate', '1000'));
after(() => server.stop());

const usual = { game: 'kittens', seats: 2, clock: 'off', pace: 'instant', absent: 'wait', name: 'Dana' };
const make = (more = {}) => server.post({ ...usual, ...more });

// Who is to move, when all know of the same events.
const turnOf = clients =>
    among(clients, () => clients.every(x => x.n === clients[0].n) && clients.find(x => x.asked()), 'somebody to move');

// A move after which two people certainly play on: a card is drawn, and a kitten goes to the bottom of the pile.
// There is one kitten, and everybody was dealt a Defuse.
const safeMove = offer => {
    const bury = offer.find(o => o.startsWith('defuse'));
    return bury ? bury.split(' ').map(token => token.split('|').at(-1)).join(' ') : offer.includes('draw') ? 'draw' : choose(offer);
};

// Plays some moves by hand; everybody has heard of all of them.
async function someMoves(clients, count) {
    while (count-- > 0) {
        const c = await turnOf(clients), move = safeMove(c.now.offer), answer = await c.move(move);
        assert.equal(answer.t, 'ack', `${move}: ${answer.code}`);
        await Promise.all(clients.map(x => x.until(() => x.n >= answer.n, 'the move')));
    }
    await caughtUp(...clients);
    assert(clients.every(x => x.table.phase === 'playing' && x.n === clients[0].n), 'the round goes on');
}

test('resume from a number: exactly what was missed', async () => {
    const [a, b] = await seatTwo(server, await make());
    await start(a, b);
    await someMoves([a, b], 4);
    const all = [...b.events], last = b.n;
    assert(last > 3);
    await b.end();
    const back = new Client(server, b.code);
    Object.assign(back, { token: b.token, round: 1, n: last - 3, events: all.slice(0, last - 3) });
    await back.open();
    await back.hello({ have: { round: 1, n: last - 3 } });
    await back.until(() => back.n === last, 'the missed events');
    assert(!back.heard.some(m => m.t === 'view'));
    assert.deepEqual(back.events, all);
    assert.deepEqual(back.now.view, b.now.view);
    assert.deepEqual(back.now.offer, b.now.offer);
    for (const x of [a, back]) await x.end();
});

test('a fresh view without memory, and for a memory of another round', async () => {
    const [a, b] = await seatTwo(server, await make());
    await start(a, b);
    await someMoves([a, b], 3);
    for (const have of [undefined, { round: 9, n: 4 }, { round: 1, n: 100000 }]) {
        const c = new Client(server, b.code);
        c.token = b.token;
        await c.open();
        await c.hello(have ? { have } : {});
        await c.until(() => c.now, 'a view');
        assert.equal(c.now.t, 'view');
        assert.equal(c.now.n, a.n);
        assert.deepEqual(c.now.view, b.now.view);
        await c.drop();
    }
    for (const x of [a, b]) await x.drop();
});

// Comes again without a memory and asks what has happened.
async function late(code, token) {
    const c = await join(server, code, token);
    await c.until(() => c.now, 'a view');
    const past = await c.ask({ t: 'past' }, 'past');
    assert.deepEqual([past.round, past.n], [c.now.round, c.now.n]);
    assert.equal(await c.err({ t: 'past' }), 'too_fast', 'the round is played again for it: once is enough');
    await c.drop();
    return past.events;
}

test('who comes late is told all that has happened, as much as their seat was told of it', async () => {
    const [a, b] = await seatTwo(server, await make()), w = await join(server, a.code);
    assert.equal(await a.err({ t: 'past' }), 'wrong_phase', 'nothing has happened yet');
    await start(a, b, w);
    await someMoves([a, b, w], 5);
    const kept = [a, b, w].map(x => [...x.events]), tokens = [a.token, b.token, undefined];
    assert(kept[0].some((e, i) => e.card && kept[1][i].card === null && kept[2][i].card === null), 'one seat was told more');
    for (const [i, token] of tokens.entries()) assert.deepEqual(await late(a.code, token), kept[i]);
    for (const x of [a, b, w]) await x.drop();
});

test('a long round is told from its beginning, though only the latest events are kept at hand', async () => {
    const [a, b] = await seatTwo(server, await make({ game: 'ratcat', options: { rounds: 20 } })), w = await join(server, a.code);
    await start(a, b, w);
    await playOut([a, b, w]);
    const kept = [a, b, w].map(x => x.events.filter(e => e.e !== 'returned'));
    assert(a.n > 300, `${a.n} events`);
    for (const [i, x] of [a, b, w].entries()) assert.deepEqual(await late(a.code, x.token), kept[i]);
    for (const x of [a, b, w]) await x.drop();
});

test('what is shown only while it happens is not told afterwards', async () => {
    for (let deals = 1; ; deals++) {
        assert(deals <= 150, 'a power card is turned up first once in six deals');
        const [a, b] = await seatTwo(server, await make({ game: 'ratcat' }));
        await start(a, b);
        await a.until(() => a.n, 'the deal');
        const returned = a.events.find(e => e.e === 'returned'), told = returned ? await late(a.code) : [];
        for (const x of [a, b]) await x.drop();
        if (!returned) continue;
        assert(told.length && !told.some(e => e.e === 'returned' || JSON.stringify(e).includes(returned.card)), JSON.stringify(told));
        break;
    }
});

test('another tab takes over, the old one is told', async () => {
    const [a, b] = await seatTwo(server, await make());
    const tab = await join(server, a.code, b.token);
    assert.equal(tab.seat, 1);
    assert.equal(await b.gone, 4000);
    for (const x of [a, tab]) await x.end();
});

test('another device by a key that works once', async () => {
    const [a, b] = await seatTwo(server, await make());
    const { key, seconds } = await b.ask({ t: 'handover' }, 'handover');
    assert(seconds > 30);
    const phone = new Client(server, a.code);
    await phone.open();
    const welcome = await phone.hello({ key });
    assert.equal(welcome.seat, 1);
    assert.match(welcome.token, /^[0-9a-f]{32,}$/);
    assert.notEqual(welcome.token, b.token);
    assert.equal(await b.gone, 4000);
    for (const wrong of [{ key }, { token: b.token }]) {
        const c = await new Client(server, a.code, phone.node).open();
        c.say({ t: 'hello', v: 1, table: a.code, ...wrong });
        const e = await c.next('err', undefined, 0);
        assert.equal(e.code, 'bad_token');
        await c.drop();
    }
    const w = await join(server, a.code);
    assert.equal(await w.err({ t: 'handover' }), 'not_seated');
    for (const x of [a, phone, w]) await x.end();
});

test('the same move id plays once and gets the same answer', async () => {
    const [a, b] = await seatTwo(server, await make());
    await start(a, b);
    const c = await turnOf([a, b]), other = c === a ? b : a;
    const first = await c.move('draw', 'twice-1'), again = await c.move('draw', 'twice-1');
    assert.equal(first.t, 'ack');
    assert.deepEqual(first, again);
    await caughtUp(a, b);
    assert.deepEqual([a.n, b.n], [first.n, first.n], 'nothing came of the second');
    assert.equal(other.events.filter(e => ['drew', 'kitten'].includes(e.e) && e.seat === c.seat).length, 1, 'a card or the kitten, once');
    const no = await other.move('give skip', 'twice-2'), noAgain = await other.move('give skip', 'twice-2');
    assert.equal(no.t, 'err');
    assert.deepEqual(no, noAgain);
    for (const x of [a, b]) await x.end();
});

test('what is wrong with a move, in order', async () => {
    const [a, b] = await seatTwo(server, await make()), w = await join(server, a.code);
    assert.equal((await a.move('draw', 'early', 1)).code, 'wrong_round');
    await start(a, b, w);
    const mover = await turnOf([a, b]), other = mover === a ? b : a;
    assert.equal((await mover.move('draw', 'r2', 2)).code, 'wrong_round');
    assert.equal((await w.move('draw', 'w1', 1)).code, 'not_seated');
    assert.equal((await mover.move('dance')).code, 'bad_move');
    assert.equal((await mover.move('draw ')).code, 'bad_move');
    assert.equal((await mover.move('pass #0')).code, 'stale');
    assert.equal((await other.move('draw')).code, 'not_asked');
    assert.equal((await mover.move('give nope')).code, 'illegal');
    mover.strict = false;
    for (const m of [{ t: 'move', round: 1, move: 'draw' }, { t: 'move', id: 'a b', round: 1, move: 'draw' },
        { t: 'move', id: 'x'.repeat(41), round: 1, move: 'draw' },
        { t: 'move', id: 'ok2', round: 1, move: 7 }])
        assert.equal((await mover.ask(m, 'err')).code, 'bad_message', JSON.stringify(m));
    await playOut([a, b]);
    assert.equal((await mover.move('draw')).code, 'over');
    for (const x of [a, b, w]) await x.end();
});

test('nothing acknowledged is lost by a kill -9', async () => {
    const [a, b] = await seatTwo(server, await make());
    await start(a, b);
    await someMoves([a, b], 5);
    const events = [...b.events], { view, offer } = b.now, n = b.n;
    await server.kill();
    await Promise.all([a.gone, b.gone]);
    await server.start('--rate', '1000');
    const back = new Client(server, b.code);
    Object.assign(back, { token: b.token, round: 1, n: 0 });
    await back.open();
    await back.hello({ have: { round: 1, n: 0 } });
    await back.until(() => back.n >= n, 'where we were');
    assert.equal(back.n, n);
    assert.deepEqual(back.now.view, view);
    assert.deepEqual(back.now.offer, offer);
    if (back.now.t === 'step') assert.deepEqual(back.events, events);
    const host = await join(server, a.code, a.token);
    assert.equal(host.table.host, 0);
    await playOut([host, back]);
    for (const x of [host, back]) await x.end();
});

// A busy server looks at its watch once for all that it does then: what it says may be LATE by as much as it was kept waiting.
test('a clock runs through a restart and plays for the silent', async () => {
    const LATE = 5000, PLAYED = 6000;
    const [a, b] = await seatTwo(server, await make({ clock: 'quick' }));
    const at = Date.now();                           // before the clock began: more time than this cannot have passed on it
    await start(a, b);
    await a.until(() => a.now?.clock, 'a clock');
    const { left, of } = a.now.clock, n = a.n;
    assert(left <= of && left > 0);
    await sleep(PLAYED);
    await server.kill();
    await server.start('--rate', '1000');
    const back = await join(server, a.code, a.token);
    await back.until(() => back.now, 'a view');
    const passed = Date.now() - at, now = back.now.clock?.left;
    if (back.n === n) assert(now <= left - PLAYED + LATE && now >= left - passed - LATE, `${now} of ${left}, ${passed} ms later`);
    await back.drop();
});

test('watchers see what the table sees', async () => {
    const [a, b] = await seatTwo(server, await make()), w = await join(server, a.code);
    await start(a, b, w);
    await w.until(() => w.now, 'a view');
    assert.deepEqual(w.now.offer, []);
    assert.equal((await server.log(a.code, 1)).status, 404, 'a log is for after the round');
    assert.equal(w.table.fair.secret, null);
    for (const hand of w.now.view.hands) assert(hand.every(c => c === null));
    assert(a.now.view.hands[0].every(c => c !== null));
    const got = w.events.filter(x => x.e === 'got');
    assert(got.length > 10 && got.every(e => e.card === null || e.card === 'defuse'), 'everybody knows of the Defuse, nobody of the rest');
    for (const x of [a, b, w]) await x.end();
});
