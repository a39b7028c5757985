// SPDX-License-Identifier: MIT
// several.cluster.mjs - what only several nodes can do: looks at any of them, lists and limits that they share, a node that
// leaves. Played with NINELIVES_CLUSTER=2 (tests/cluster/run).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, join, playOut, seatTwo, start } from './client.mjs';
import { conforms } from './schema.mjs';
import { Server, sleep } from './server.mjs';

const server = new Server();
before(() => server.start('--rate', '100000'));
after(() => server.stop());

const make = (more = {}) => server.post({ game: 'kittens', seats: 2, clock: 'off', pace: 'instant', name: 'Dana', ...more });
const nodes = () => server.state.nodes;
const other = name => nodes().find(n => n.name !== name);
const at = n => `http://127.0.0.1:${n.port}`;
async function metric(n, name) {
    const text = await (await fetch(`${at(n)}/metrics`)).text();
    return Number(text.match(new RegExp(`^ninelives_${name} (\\S+)`, 'm'))[1]);
}
const look = (n, path) => fetch(at(n) + path, { headers: { 'X-Forwarded-For': '192.0.2.7' } });

// Until it is true; what nodes tell each other takes a moment.
async function soon(test, what) {
    for (const end = Date.now() + 30000; Date.now() < end; await sleep(100)) if (await test()) return;
    assert.fail(`waited in vain: ${what}`);
}

test('the node that made a table has it; others send people there and take nothing', async () => {
    const made = await make(), wrong = other(made.node), before = await metric(wrong, 'claims_total');
    const c = new Client({ socket: `ws://127.0.0.1:${wrong.port}/socket` }, made.code);
    await c.open({ headers: { 'X-Forwarded-For': '192.0.2.1' } });
    c.say({ t: 'hello', v: 1, table: made.code });
    assert.equal((await c.next('elsewhere', undefined, 0)).node, made.node);
    assert.equal(await c.gone, 4006);
    assert.equal(await metric(wrong, 'claims_total'), before, 'what another node has is not claimed');
    const t = await (await look(wrong, `/api/tables/${made.code}`)).json();
    conforms('http table', t);
    assert.deepEqual([t.phase, t.seats[0].name], ['lobby', 'Dana'], 'a look is answered by any node');
});

test('a finished round is to be had from every node', async () => {
    const made = await make(), [a, b] = await seatTwo(server, made);
    await start(a, b);
    await playOut([a, b]);
    const logs = await Promise.all(nodes().map(async n => (await look(n, `/api/tables/${made.code}/rounds/1`)).text()));
    assert.match(logs[0], /^ninelives 1 kittens/);
    assert.equal(logs[0], logs[1]);
    assert.equal((await look(nodes()[0], `/api/tables/${made.code}/rounds/2`)).status, 404);
    for (const c of [a, b]) await c.end();
});

test('open tables are listed at every node', async () => {
    const made = await make({ open: true, seats: 3, name: 'Noa' }), a = await join(server, made, made.token);
    for (const n of nodes())
        await soon(async () => (await (await look(n, '/api/tables')).json()).tables.some(t => t.code === made.code && t.host === 'Noa'),
            `${n.name} lists a table of ${made.node}`);
    await a.end();
});

test('guesses at one node count at the others', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.9' }, ask = n => fetch(`${at(n)}/api/tables/bobobobo`, { headers: from });
    const [first, second] = nodes();
    let wrong = 0;
    while ((await ask(first)).status === 404) assert(++wrong < 5000, 'guesses end');
    assert(wrong >= 500, `${wrong} are allowed`);
    await soon(async () => (await ask(second)).status === 429, 'the other node has heard of it');
    assert.equal((await fetch(`${at(second)}/api/tables/bobobobo`, { headers: { 'X-Forwarded-For': '198.51.100.10' } })).status, 404);
});

test('a node that drains hands its tables over; nothing is lost', async () => {
    const made = await make({ seats: 3 }), [a, b] = await seatTwo(server, made, 1);
    await start(a, b);
    await a.until(() => a.asked() || b.asked(), 'somebody is asked');
    const was = [a.n, a.round], pid = server.state.processes[made.node].pid;
    process.kill(pid, 'SIGTERM');
    assert.equal(await a.gone, 1001);
    await b.gone;
    const back = [];
    for (const c of [a, b]) back.push(await join(server, made.code, c.token));
    assert.equal(back[0].round, was[1]);
    assert(back[0].n >= was[0], 'what was told is still so');
    await playOut(back);
    assert.equal((await server.log(made.code, 1)).status, 200);
    for (const c of back) await c.end();
    await server.start();                                // and it comes back
});
