// SPDX-License-Identifier: MIT
// writes.test.mjs - all frames that are due to a connection leave the server in one write.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { Server } from './server.mjs';

const server = new Server();
before(() => server.start());
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

test('a welcome, the table and twenty answers are one write', async () => {
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

test('answers by HTTP with their bodies are one write', async () => {
    const socket = connect(server.port, '127.0.0.1'), before = await writes();
    await talk(socket, 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(3), s => s.split('ok\n').length > 3);
    const more = await writes() - before;
    socket.destroy();
    assert(more <= 2, `${more} writes: one for three answers, one for the first number itself`);
});
