// SPDX-License-Identifier: MIT
// games.test.mjs - a whole game of each kind: the table by curl, two people over the socket,
// bots on the other chairs, somebody watching; the log verified by the program.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { caughtUp, join, playOut, seatTwo, start } from './client.mjs';
import { curl, program, replay, run, Server } from './server.mjs';

const server = new Server();
before(() => server.start('--rate', '1000'));
after(() => server.stop());

const sha = (...parts) => { const h = createHash('sha256'); parts.forEach(p => h.update(p)); return h.digest('hex'); };

function checkFair(fair, seats) {
    const secret = Buffer.from(fair.secret, 'hex');
    assert.equal(sha(secret), fair.commit, 'the secret fits its commitment');
    assert.equal(fair.luck.length, seats);
}

// What one saw and another did not: same numbers, same kinds, never two different values.
function checkStreams(clients) {
    const [first, ...others] = clients;
    for (const c of others) {
        assert.equal(c.events.length, first.events.length);
        c.events.forEach((e, i) => {
            const f = first.events[i];
            assert.deepEqual(Object.keys(e), Object.keys(f));
            for (const k of Object.keys(e)) assert(e[k] === f[k] || e[k] === null || f[k] === null, `event ${e.n} of ${c.code}: ${k}`);
        });
    }
}

for (const [game, seats, options] of [
    ['kittens', 4, { combos: 'on' }], ['goodevil', 3, {}], ['party', 6, {}], ['ratcat', 3, { rounds: 1 }], ['duet', 2, {}]])
    test(`a game of ${game}`, async () => {
        const made = await curl(server, { game, seats, options, clock: 'off', pace: 'instant', name: 'Dana' });
        const [a, b] = await seatTwo(server, made, seats - 2), w = await join(server, made.code);
        const commit = a.table.fair.commit, luck = sha(game);
        assert.equal(a.table.fair.secret, null);
        b.say({ t: 'luck', value: luck });
        await caughtUp(b);
        await start(a, b, w);
        await playOut([a, b]);
        const over = await a.changed(t => t.phase === 'over', 'the end');
        assert.equal(over.fair.commit, commit);
        assert.equal(over.fair.luck[1], luck);
        checkFair(over.fair, seats);
        assert.equal(over.rounds.length, 1);
        assert.equal(over.rounds[0].points.length, seats);
        await caughtUp(a, b, w);
        assert.deepEqual([b.n, w.n], [a.n, a.n]);
        checkStreams([a, b, w]);
        assert.deepEqual(w.now.offer, []);
        const r = await server.log(made.code, 1), text = await r.text(), verdict = await replay(text);
        assert.match(r.headers.get('content-type'), /^text\/plain/);
        assert.deepEqual([verdict.code, verdict.ok, verdict.over, verdict.fair, verdict.committed], [0, true, true, true, true]);
        assert.deepEqual(verdict.winners, over.rounds[0].winners);
        assert.equal((await replay(text.replace(/^(\d+ \d+ )(\w+)/m, '$1$2x'))).code, 1, 'a changed log is refused');
        for (const c of [a, b, w]) await c.end();
    });

test('the API says what can be played', async () => {
    const { games, bots, clocks } = await server.json('/api/games', 'http games');
    const { stdout } = await run(program, ['--version']);
    assert.deepEqual(games.map(g => g.id), stdout.trim().split('\n').slice(1).map(line => line.trim().split(' ')[0]));
    assert(bots.includes('random') && clocks.includes('off'));
    for (const o of games.flatMap(g => g.options))
        assert(o.values ? o.values.includes(o.usual) : o.range[0] <= o.usual && o.usual <= o.range[1], o.name);
});
