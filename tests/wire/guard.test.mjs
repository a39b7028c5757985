// SPDX-License-Identifier: MIT
// guard.test.mjs - what a careful and hostile reader of the server tried: everything at once,
// at the wrong moment, half of it, and again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, seatTwo, start } from './client.mjs';
import { replay, Server, sleep } from './server.mjs';

const server = new Server();
before(() => server.start('--rate', '1000'));
after(() => server.stop());

const make = (more = {}) => server.post({ game: 'kittens', seats: 2, clock: 'off', pace: 'instant', name: 'Dana', ...more });

// Several messages in one go: while the first is being stored, the others wait together.
const atOnce = (c, ...messages) => {
    c.ws._socket.cork();
    for (const m of messages) c.say(m);
    c.ws._socket.uncork();
};

// Waits for something of several clients.
const either = async (ready, what, ms = 8000) => {
    for (const end = Date.now() + ms; !ready();) {
        assert(Date.now() < end, `waited in vain for ${what}`);
        await sleep(2);
    }
};

test('a rematch asked for in the same breath as the last move is another round', async () => {
    const [a, b] = await seatTwo(server, await make());
    await start(a, b);
    let id = 0, inOneBreath = 0;
    while (!inOneBreath && id < 2000) {
        const round = a.table.round, n = a.n;
        await either(() => a.table.phase === 'over' || a.asked() || b.asked(), 'a turn');
        if (a.table.phase === 'over') await start(a, b);
        else if (b.asked()) await b.move(choose(b.now.offer));
        else {
            const from = a.heard.length, mine = `b${id++}`;
            atOnce(a, { t: 'name', name: `Dana ${id}` }, { t: 'move', id: mine, round: a.round, move: choose(a.now.offer) }, { t: 'start' });
            await either(() => a.heard.slice(from).some(m => m.re === 'start') || a.table.round > round, 'an answer to start');
            inOneBreath += a.table.round > round;
        }
        await either(() => a.table.round > round || a.table.phase === 'over' || (a.n > n && b.n === a.n), 'the same news for both');
    }
    const last = a.table.round - 1, log = await server.log(a.code, last);
    assert.equal(log.status, 200);
    assert.equal((await replay(await log.text())).code, 0, 'the round before is whole');
    assert.equal((await server.log(a.code, last + 1)).status, 404, 'nothing of the one being played is given away');
    for (const x of [a, b]) await x.end();
});
