// SPDX-License-Identifier: MIT
// text.test.mjs - what people write and others read: names and clues that cannot be seen, or that turn the line around
// them, are refused wherever they are said; real ones arrive as they were written.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { join, seatTwo, start } from './client.mjs';
import { Server } from './server.mjs';

const server = new Server();
before(() => server.start('--rate', '1000'));
after(() => server.stop());

const UNSEEN = [
    '\u3164', '\u2060', '\u00ad', '\u2800', '\u200b', '\u115f\u1160', '\uffa0', '\ufe0f', '\u0301', '\u{e0041}', '\u{1d159}',
    ' \u00a0\u3000'];
const HIDING = [
    '\u202e', '\u202d', '\u2066', '\u2069', '\u200b', '\u200f', '\u2060', '\u00ad', '\u3164', '\u034f', '\ufeff', '\u{e0061}',
    '\ue000', '\u0378', '\u2028']
    .map(c => `Da${c}na`);
const REAL = ['Noa B.', 'דָּנָה', '王小明', 'Niccolò', 'O’Brien', 'Ada 👩🏽‍🚀', '👨‍👩‍👧‍👦', '🏳️‍🌈 1️⃣'];

const make = more => server.post({ game: 'kittens', seats: 2, clock: 'off', pace: 'instant', ...more });

test('a name that cannot be seen, or hides something, is refused', async () => {
    const made = await make({ name: 'Dana' }), host = await join(server, made.code, made.token), guest = await join(server, made.code);
    guest.strict = host.strict = false;
    for (const name of [...UNSEEN, ...HIDING]) {
        assert.equal((await make({ name })).code, 'bad_name', escape(name));
        assert.equal(await guest.err({ t: 'sit', name }), 'bad_name', escape(name));
        assert.equal(await host.err({ t: 'name', name }), 'bad_name', escape(name));
    }
    assert.deepEqual(host.table.seats.map(s => s.name), ['Dana', null]);
    for (const c of [host, guest]) await c.end();
});

test('real names arrive as they were written', async () => {
    const made = await make({ name: REAL[0] }), host = await join(server, made.code, made.token);
    for (const name of REAL) {
        host.say({ t: 'name', name });
        await host.changed(t => t.seats[0].name === name, name);
    }
    await host.end();
});

test('a clue that hides something is no move, and nobody hears of it', async () => {
    const made = await make({ game: 'duet', name: 'Dana' }), [a, b] = await seatTwo(server, made, 0);
    await start(a, b);
    for (const word of [...UNSEEN.filter(w => !w.includes(' ')), ...HIDING])
        assert.equal((await a.move(`clue ${word} 2`)).code, 'bad_move', escape(word));
    assert.equal(a.events.filter(e => e.e === 'clue').length, 0);
    const said = await a.move('clue מֶלֶך־👩🏽‍🚀 2');
    assert.equal(said.t, 'ack');
    await b.until(() => b.n >= said.n, 'the clue');
    assert(JSON.stringify(b.now.view).includes('מֶלֶך־👩🏽‍🚀'));
    for (const c of [a, b]) await c.end();
});
