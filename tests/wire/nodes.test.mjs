// SPDX-License-Identifier: MIT
// nodes.test.mjs - the clients of these tests among several nodes: they follow `elsewhere` to the node that has the table,
// and give up on nodes that only point at each other. The nodes are a stand-in (standin.mjs).
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { after, before, test } from 'node:test';
import { PATIENCE, join, playOut, seatTwo, start } from './client.mjs';
import { conforms } from './schema.mjs';
import { Server, run, sleep } from './server.mjs';
import { standIn } from './standin.mjs';

const load = process.env.LOAD ?? new URL('../../build/dev/load', import.meta.url).pathname;
const server = new Server(), many = ['--rate', '1000000', '--per-address', '100000'];
before(() => server.start(...many));
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

test('load follows too, behind a load balancer and without one, and keeps a journal', () => through({ made: true }, async at => {
    const journal = path(tmpdir(), `ninelives-journal-${process.pid}`);
    const common = ['--tables', '3', '--seats', '2', '--watchers', '1', '--seconds', '1', '--survive', '--json', '--journal', journal];
    const balancer = ['--url', `127.0.0.1:${at.port}`], direct = [...balancer, '--node', `${at.node}=127.0.0.1:${server.port}`];
    for (const ways of [balancer, direct]) {
        at.asked.length = 0;
        const { code, stdout, stderr } = await run(load, [...common, ...ways]);
        assert.equal(code, 0, stderr);
        const said = JSON.parse(stdout), lines = readFileSync(journal, 'utf8').trim().split('\n').map(l => JSON.parse(l));
        assert(said.elsewhere > 0 && said.checked > 0 && said.moves > 0, stdout);
        assert(lines.filter(l => l.is === 'ack').length >= said.moves);
        assert(lines.some(l => l.is === 'frame' && l.seat === null));
        assert.equal(at.asked.includes(at.node), ways === balancer, 'a node whose address is known is asked directly');
    }
    rmSync(journal);
}));

// Waits until players at so many tables had a move acknowledged, more of them than before.
async function acknowledged(journal, tables, before = 0) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(50)) {
        const acks = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').filter(l => l.startsWith('{"is":"ack"')) : [];
        if (acks.length > before && new Set(acks.map(l => /"table":"(\w+)"/.exec(l)?.[1])).size >= tables) return acks.length;
    }
    assert.fail(`no moves at ${tables} tables`);
}

test('load survives a server that is killed and one that goes away in order', async t => {
    const own = await new Server().start(...many), journal = path(own.dir, 'journal');
    t.after(() => own.stop());                       // when something is wrong, too: otherwise the test would wait for ever
    const playing = run(load, ['--url', `127.0.0.1:${own.port}`, '--tables', '4', '--seats', '3', '--seconds', '5', '--think', '5',
        '--survive', '--json', '--journal', journal]);
    let acks = 0;
    for (const signal of ['SIGKILL', 'SIGTERM']) {
        acks = await acknowledged(journal, 4, acks);
        await own.kill(signal);
        await own.start(...many);
    }
    const { code, stdout, stderr } = await playing;
    assert.equal(code, 0, stdout + stderr);
    assert(JSON.parse(stdout).returns > 0, stdout);
});

test('the client of the attacks follows too', () => through({ made: true }, async at => {
    const attack = new URL('../attack', import.meta.url).pathname;
    const story = `import sys; sys.path.insert(0, ${JSON.stringify(attack)}); sys.dont_write_bytecode = True
from player import Player, seated
p = seated(${at.port}, "random", seats=2)
Player(${at.port}, p.code).welcome()
p.start()
print(p.round)`;
    const { code, stdout, stderr } = await run('python3', ['-c', story]);
    assert.deepEqual([code, stdout], [0, '1\n'], stderr);
    assert.deepEqual(at.asked, [at.node, null, at.node]);
}));
