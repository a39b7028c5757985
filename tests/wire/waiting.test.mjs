// SPDX-License-Identifier: MIT
// waiting.test.mjs - windows that the server answers for whoever lets them happen: who is still asked, when the answer comes,
// and that the wish stays with the seat.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { caughtUp, choose, join, seatTwo } from './client.mjs';
import { Server } from './server.mjs';

const servers = [], SEATS = 5, WINDOWS = 10, DEALS = 20;
after(() => Promise.all(servers.map(s => s.stop())));
const serve = async () => { const s = new Server(); servers.push(s); return s.start('--rate', '1000'); };

// Five people, what each of them lets happen, and a round.
async function deal(s, lets) {
    const made = await s.post({ game: 'kittens', seats: SEATS, clock: 'quick', absent: 'wait' }), all = [await join(s, made, made.token)];
    for (let i = 1; i < SEATS; i++) all.push(await join(s, made.code));
    for (let i = 1; i < SEATS; i++) await all[i].sit(`Noa ${i}`, i);
    for (const [i, c] of all.entries()) await c.ask({ t: 'let', what: lets[i] }, 'table', t => t.you.let === lets[i]);
    all[0].say({ t: 'start' });
    return all;
}
// Whoever lets nothing happen passes; whose turn it is plays something that opens a window, if they can.
function answer(c) {
    const { offer, view, let: left } = c.now;
    if (view.phase === 'nope') return left ? null : 'pass';
    return choose(offer.filter(o => /^(play|pair)/.test(o)).slice(0, 1).concat(offer).slice(0, 1));
}
// What the rules say about whom a window harms, from what everybody sees.
function harms(view, seat) {
    const { by, target, card, nopes } = view.action, next = [1, 2, 3, 4].map(i => (view.turn + i) % SEATS).find(p => view.alive[p]);
    return nopes % 2 ? by === seat : card === 'attack' ? next === seat : target === seat;
}
function check(c, what) {
    const { let: left, offer, clock, view } = c.now, choice = offer.length > 1;
    if (what === 'nothing') assert.equal(left, undefined);
    else assert.equal(left, choice && (what === 'choiceless' || harms(view, c.seat)) ? 'asked' : 'quiet', JSON.stringify(view.action));
    if (left) assert(clock.of >= 2000 && clock.of <= 4000 && clock.left <= clock.of, JSON.stringify(clock));
    return left;
}

test('who lets things happen is asked less, and answered for', async () => {
    const s = await serve(), lets = ['choiceless', 'others', 'choiceless', 'others', 'nothing'];
    const seen = { asked: 0, quiet: 0, undefined: 0 };
    let windows = 0;
    const enough = () => windows >= WINDOWS && seen.asked > 0;
    for (let deals = 0; deals < DEALS && !enough(); deals++) {
        const all = await deal(s, lets);
        await Promise.all(all.map(async (c, i) => {
            for (let at = 0, over = () => enough() || c.table.phase === 'over'; !over();) {
                await c.until(() => over() || (c.round && c.now.n > at && c.asked()), 'a question');
                if (over()) break;
                if (!c.asked()) continue;                            // more came in the same breath: it has been answered for
                at = c.now.n;
                const inWindow = c.now.view.phase === 'nope', move = answer(c);
                if (inWindow) seen[check(c, lets[i])]++;
                if (!inWindow) windows++;
                if (move) await c.move(move, undefined, undefined, at);
            }
        }));
        for (const c of all) await c.drop();
    }
    assert(seen.asked > 0 && seen.quiet > 0 && seen.undefined > 0, JSON.stringify(seen));
});

test('the wish stays with the seat, is nobody else’s business, and may be changed', async () => {
    const s = await serve(), [a, b] = await seatTwo(s, await s.post({ game: 'kittens', seats: 2, clock: 'off' }));
    assert.equal(a.table.you.let, 'nothing');
    await caughtUp(a, b);
    const before = b.heard.length;
    await a.ask({ t: 'let', what: 'others' }, 'table', t => t.you.let === 'others');
    await caughtUp(a, b);
    assert.deepEqual(b.heard.slice(before).map(m => m.t), ['pong'], 'others are told nothing at all');
    await s.kill('SIGKILL');
    await s.start('--rate', '1000');
    const back = await join(s, a.code, a.token);
    assert.equal(back.table.you.let, 'others');
    await back.ask({ t: 'let', what: 'nothing' }, 'table', t => t.you.let === 'nothing');
    back.strict = false;
    for (const what of ['all', 7, null, undefined]) assert.equal(await back.err({ t: 'let', what }), 'bad_value', String(what));
    const watcher = await join(s, a.code);
    assert.equal(watcher.table.you.let, undefined);
    assert.equal(await watcher.err({ t: 'let', what: 'others' }), 'not_seated');
    await back.ask({ t: 'let', what: 'others' }, 'table', t => t.you.let === 'others');
    await back.ask({ t: 'stand' }, 'table', t => t.you.seat === null);
    await back.sit('Dana', 0);
    await back.changed(t => t.you.seat === 0);
    assert.equal(back.table.you.let, 'nothing', 'a new person at the chair is asked');
    for (const c of [back, watcher]) await c.end();
});
