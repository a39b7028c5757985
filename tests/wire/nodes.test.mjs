// SPDX-License-Identifier: MIT
// nodes.test.mjs - the clients of these tests among several nodes: they follow `elsewhere` to the node that has the table,
// and give up on nodes that only point at each other. The nodes are a stand-in (standin.mjs).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { after, before, test } from 'node:test';
import { join, playOut, seatTwo, start } from './client.mjs';
import { conforms } from './schema.mjs';
import { Server, run } from './server.mjs';
import { standIn } from './standin.mjs';

const load = process.env.LOAD ?? new URL('../../build/dev/load', import.meta.url).pathname;
const server = new Server();
before(() => server.start('--rate', '1000000', '--per-address', '100000'));
after(() => server.stop());

// A stand-in for the time of a story.
async function through(how, story) {
    const s = await standIn(server.port, how);
    try { await story(s); } finally { s.close(); }
}
const wish = { game: 'kittens', seats: 2, clock: 'off', pace: 'instant', name: 'Dana' };

test('codes of four and five syllables, names of nodes', () => {
    for (const code of ['mirotuka', 'mirotukabe'])
        conforms('http created', { code, seat: 0, token: 'ab'.repeat(16), node: 'north-1' });
    for (const wrong of [{ code: 'mirotukab' }, { node: 'North' }, { node: '' }, { node: 'x'.repeat(33) }])
        assert.throws(() => conforms('http created', { code: 'mirotuka', seat: 0, token: 'ab'.repeat(16), ...wrong }));
});

test('who is sent elsewhere plays there', () => through({}, async s => {
    const [a, b] = await seatTwo(s, await server.post(wish));
    assert.deepEqual(s.asked, [null, s.node, null, s.node]);
    await start(a, b);
    await playOut([a, b]);
    assert.equal(a.table.phase, 'over');
    await Promise.all([a.end(), b.end()]);
}));

test('the node that made a table is asked for at once', () => through({}, async s => {
    const made = await server.post(wish), a = await join(s, { ...made, node: s.node }, made.token);
    assert.deepEqual(s.asked, [s.node]);
    await a.end();
}));

test('nodes that point at each other are given up after three', () =>
    through({ tell: name => (name === 'a' ? 'b' : 'a') }, async s => {
        const made = await server.post(wish);
        await assert.rejects(join(s, made.code, made.token), /elsewhere 3 times/);
        assert.deepEqual(s.asked.slice(0, 3), [null, 'a', 'b']);
    }));
