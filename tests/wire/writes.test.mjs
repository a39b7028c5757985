// SPDX-License-Identifier: MIT
// writes.test.mjs - few writes: all frames that are due to a connection leave together, and so do answers to one window.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { among, choose, join, start } from './client.mjs';
import { alone, Server } from './server.mjs';

const server = new Server();
before(() => server.start('--rate', '1000'));
after(() => server.stop());

const writes = async () => Number(/^ninelives_writes_total (\d+)$/m.exec(await (await server.get('/metrics')).text())?.[1]);

// A short text frame as a client sends it; its mask is 0, which leaves the text as it is.
const frame = m => {
    const text = Buffer.from(JSON.stringify(m));
    assert(text.length < 126);
    return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
};

// Sends these bytes and reads on until what has come satisfies `enough`.
const talk = (socket, bytes, enough) => new Promise((done, fail) => {
    let heard = '';
    const hear = d => {
        heard += d.toString('latin1');
        if (enough(heard)) socket.off('data', hear), done(heard);
    };
    socket.on('data', hear).on('error', fail).on('close', () => fail(new Error(`closed after ${heard}`)));
    socket.write(bytes);
});

test('a welcome, the table and twenty answers are one write', alone('the number of its writes'), async () => {
    const { code } = await server.post({ game: 'kittens', seats: 2, name: 'Dana' });
    const socket = connect(server.port, '127.0.0.1');
    const upgrade = ['GET /socket HTTP/1.1', 'Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Protocol: ninelives.v1', 'Sec-WebSocket-Key: bmluZWxpdmVzIGlzIGdvbw=='];
    await talk(socket, `${upgrade.join('\r\n')}\r\n\r\n`, s => s.endsWith('\r\n\r\n'));
    const before = await writes();
    const said = [{ t: 'hello', v: 1, table: code }, ...Array(20).fill({ t: 'ping' })];
    const heard = await talk(socket, Buffer.concat(said.map(frame)), s => s.split('"pong"').length > 20);
    assert.match(heard, /"welcome".*"table".*"pong"/s, 'in the order in which they were asked for');
    const more = await writes() - before;
    socket.destroy();
    assert(more <= 2, `${more} writes: one for these frames, one for the first number itself`);
});

test('answers by HTTP with their bodies are one write', alone('the number of its writes'), async () => {
    const socket = connect(server.port, '127.0.0.1'), before = await writes();
    await talk(socket, 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(3), s => s.split('ok\n').length > 3);
    const more = await writes() - before;
    socket.destroy();
    assert(more <= 2, `${more} writes: one for three answers, one for the first number itself`);
});

// Three people and a watcher at a table; plays until a card waits for the others' answers. Rounds without one are played out.
async function openWindow(people) {
    for (;;) {
        const open = () => people.every(c => c.n === people[0].n && c.now.view.phase === 'nope' && c.now.asked.length === 2);
        const mine = () => people.every(c => c.n === people[0].n) && people.find(c => c.asked());
        const over = () => people.every(c => c.table.phase === 'over');
        await among(people, () => over() || open() || mine(), 'something to do');
        if (open()) return;
        if (over()) { await start(...people); continue; }
        const c = mine(), plays = c.now.offer.filter(o => o.startsWith('play '));
        const answer = await c.move(choose(plays.length ? plays : c.now.offer));
        if (answer.t === 'ack') await Promise.all(people.map(x => x.until(() => x.n >= answer.n, 'the move')));
    }
}

test('who answers a window is told to the others, and answers in the same breath in one step', async () => {
    const { code, token } = await server.post({ game: 'kittens', seats: 3, clock: 'off', absent: 'wait', name: 'Dana' });
    const people = [await join(server, code, token), await join(server, code), await join(server, code)];
    const watcher = await join(server, code);
    await people[1].sit('Noa', 1);
    await people[2].sit('Lio', 2);
    await people[0].changed(t => t.seats.every(s => s.name), 'a full table');
    await start(...people);

    await openWindow(people);
    const first = people.find(c => c.asked()), others = [watcher, ...people.filter(c => c !== first)];
    const { n } = await first.move('pass');
    await Promise.all([first, ...others].map(c => c.until(() => c.n >= n, 'the answer, although the window stays open')));
    assert(others.every(c => c.now.asked.length === 1), 'one is still asked');
    await people.find(c => c.asked()).move('pass');

    // They must reach the server together; on a busy machine that may take a few windows.
    for (let tries = 0, together = false; !together; tries++) {
        assert(tries < 20, 'two answers are told in one step');
        await openWindow(people);
        const from = watcher.heard.length, asked = people.filter(c => c.asked());
        const [a, b] = await Promise.all(asked.map(c => c.move('pass')));
        await watcher.until(() => watcher.n >= Math.max(a.n, b.n), 'both answers');
        const steps = watcher.heard.slice(from).filter(m => m.t === 'step');
        together = steps.some(m => m.events.filter(e => e.e === 'passed').length === 2);
    }
    for (const c of [...people, watcher]) await c.end();
});
