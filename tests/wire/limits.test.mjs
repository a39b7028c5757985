// SPDX-License-Identifier: MIT
// limits.test.mjs - hostile and clumsy clients: a code or a close, never a crash.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { Client, join } from './client.mjs';
import { Server, sleep } from './server.mjs';

const server = new Server();
before(() => server.start());
after(async () => {
    assert.equal((await server.get('/healthz')).status, 200, 'it still stands');
    await server.stop();
});

const make = () => server.post({ game: 'kittens', seats: 2, name: 'Dana' });
const watcher = async () => join(server, (await make()).code);

// Bytes as they are; what comes back until the other side closes, as it does with all that is sent here.
const raw = (bytes, ms = 60000) => new Promise(done => {
    const s = connect(server.port, '127.0.0.1', () => s.write(bytes));
    const parts = [], timer = setTimeout(() => s.destroy(), ms);
    s.on('data', d => parts.push(d));
    s.on('error', () => {});
    s.on('close', () => { clearTimeout(timer); done(Buffer.concat(parts)); });
});
const statusOf = b => Number(/^HTTP\/1\.1 (\d+)/.exec(b.toString('latin1'))?.[1] ?? 0);

test('a frame too large: 1009', async () => {
    const c = await watcher();
    c.ws.send(JSON.stringify({ t: 'ping', pad: 'x'.repeat(16384) }));
    assert.equal(await c.gone, 1009);
});

test('the largest frame is fine', async () => {
    const c = await watcher(), text = JSON.stringify({ t: 'ping', pad: '' });
    c.ws.send(JSON.stringify({ t: 'ping', pad: 'x'.repeat(16384 - text.length) }));
    await c.next('pong', undefined, 0);
    await c.end();
});

test('binary: 1003', async () => {
    const c = await watcher();
    c.ws.send(Buffer.from([1, 2, 3]));
    assert.equal(await c.gone, 1003);
});

test('not UTF-8: 1007', async () => {
    const c = await watcher();
    c.ws.send(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), { binary: false });
    assert.equal(await c.gone, 1007);
});

test('not JSON, not an object, no kind, a foreign kind', async () => {
    const c = await watcher();
    for (const [text, code] of [
        ['{', 'bad_json'], ['[]', 'bad_message'], ['7', 'bad_message'], ['{}', 'bad_message'], ['{"t":7}', 'bad_message'],
        ['{"t":"sit"}', 'bad_name'], ['{"t":"sit","name":7}', 'bad_name'], ['{"t":"start"} x', 'bad_json']]) {
        const from = c.heard.length;
        c.ws.send(text);
        assert.equal((await c.next('err', undefined, from)).code, code, text);
    }
    c.ws.send('{"t":"from_the_future","x":1}');
    c.ws.send('{"t":"ping","from_the_future":{"a":[1,2,{}]}}');
    await c.next('pong', undefined, 0);
    assert(!c.heard.slice(-1).some(m => m.t === 'err'), 'unknown messages are ignored');
    await c.end();
});

test('deep nesting is refused, not followed', async () => {
    const c = await watcher(), from = c.heard.length;
    c.ws.send('{"t":"ping","x":' + '['.repeat(4000) + ']'.repeat(4000) + '}');
    assert.equal((await c.next('err', undefined, from)).code, 'bad_json');
    await c.end();
});

test('too fast, then far too fast: 4002', async () => {
    const c = await watcher();
    for (let i = 0; i < 100; i++) c.ws.send('{"t":"ping"}');
    assert.equal((await c.next('err', undefined, 0)).code, 'too_fast');
    for (let i = 0; i < 3000 && c.closed === null; i++) c.ws.send('{"t":"ping"}');
    const reason = await c.gone, lost = server.state && reason === 1006;        // a proxy between them may cut what was on its way
    assert(reason === 4002 || lost, `closed with ${reason}`);
});

test('no hello, or a wrong one: 4001', { timeout: 120000 }, async () => {
    const { code } = await make();
    const wrong = ['{"t":"ping"}', `{"t":"hello","v":2,"table":"${code}"}`, '{"t":"hello"}', 'nonsense', '{"t":"hello","v":1,"table":7}'];
    for (const first of wrong) {
        const c = await new Client(server, code).open();
        c.ws.send(first);
        assert([4001, 4003].includes(await c.gone), first);
    }
    const at = Date.now(), silent = await new Client(server, code).open();
    assert.equal(await silent.gone, 4001);
    assert(Date.now() - at > 8000, 'who is slow gets its ten seconds');
});

test('a wrong token is refused', async () => {
    const { code, token } = await make();
    for (const wrong of ['0'.repeat(32), token.slice(0, -1), token + '0', 'x']) {
        const c = await new Client(server, code).open();
        c.strict = false;
        c.say({ t: 'hello', v: 1, table: code, token: wrong });
        assert.equal((await c.next('err', undefined, 0)).code, 'bad_token');
        await c.drop();
    }
});

test('frames that break the rules: 1002', async () => {
    const upgrade = 'GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
        + 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: ninelives.v1\r\n\r\n';
    for (const frame of [
        [0x81, 0x02, 0x7b, 0x7d], [0xf1, 0x80, 0, 0, 0, 0], [0x83, 0x80, 0, 0, 0, 0], [0x80, 0x80, 0, 0, 0, 0], [0x09, 0x80, 0, 0, 0, 0],
        [0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0]]) {
        const got = await raw(Buffer.concat([Buffer.from(upgrade), Buffer.from(frame)])), end = got.indexOf('\r\n\r\n') + 4;
        assert.equal(statusOf(got), 101);
        const close = got.subarray(end);
        assert.equal(close[0], 0x88, `a close frame after ${frame}`);
        assert.equal(close.readUInt16BE(2), 1002);
    }
});

test('a fragmented message is one message', async () => {
    const c = await watcher();
    c.ws.send('{"t":', { fin: false });
    c.ws.send('"ping"}', { fin: true });
    await c.next('pong', undefined, 0);
    c.ws.ping('hi');
    assert.equal(String(await new Promise(done => c.ws.on('pong', done))), 'hi');
    await c.end();
});

test('fragments that are too large together: 1009', async () => {
    const c = await watcher();
    for (let i = 0; i < 20 && c.closed === null; i++) { c.ws.send('x'.repeat(1000), { fin: false }); await sleep(1); }
    assert.equal(await c.gone, 1009);
});

test('HTTP that is none', async () => {
    for (const [bytes, ...allowed] of [
        ['nonsense\r\n\r\n', 400, 0], ['GET / HTTP/9.9\r\nConnection: close\r\n\r\n', 400, 404, 505, 200],
        ['GET /' + 'x'.repeat(100000) + ' HTTP/1.1\r\n\r\n', 400, 414, 431, 0],
        ['GET / HTTP/1.1\r\n' + 'X: y\r\n'.repeat(20000) + '\r\n', 400, 413, 431, 0],
        ['POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n', 413, 400],
        ['POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n', 400, 0],
        ['POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
            + '0\r\n\r\n', 400, 411, 0],
        ['DELETE /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404, 405, 400, 501],
        ['GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400, 404, 200],
        ['GET /%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400, 404, 200],
        ['GET /socket HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400, 426]]) {
        const answer = await raw(bytes);
        assert(allowed.includes(statusOf(answer)), `${bytes.slice(0, 50)}: ${answer.toString('latin1').slice(0, 60)}`);
        assert(!answer.includes('root:'), 'files stay where they are');
    }
});

test('POST that is no wish', async () => {
    for (const body of ['', '{', '[]', 'null', '"x"', '{"game":7}', '{"game":"kittens","seats":"4"}', '{"game":"kittens","options":[]}']) {
        const r = await fetch(`${server.origin}/api/tables`, { method: 'POST', body });
        assert.equal(r.status, 400, body);
        assert.match((await r.json()).code, /^bad_/);
    }
});

test('a foreign page may not use the socket', async () => {
    const { code } = await make(), c = new Client(server, code);
    await assert.rejects(c.open({ origin: 'https://evil.example' }), /403/);
    const own = await new Client(server, code).open({ origin: server.origin });
    await own.hello();
    await own.end();
});

test('security headers', async () => {
    for (const path of ['/', '/t/babababa', '/api/games']) {
        const r = await server.get(path), h = r.headers;
        assert.equal(h.get('x-content-type-options'), 'nosniff', path);
        assert.match(h.get('referrer-policy') ?? '', /no-referrer|same-origin/);
        if (path.startsWith('/api')) continue;
        const csp = h.get('content-security-policy') ?? '';
        assert.match(csp, /frame-ancestors/);
        assert.match(csp, /default-src 'self'|default-src 'none'/);
        assert(!/script-src[^;]*'unsafe-inline'/.test(csp));
    }
});

test('a keep-alive connection takes several requests, a half one does not hang', async () => {
    const two = await raw('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    assert.equal(two.toString().match(/HTTP\/1\.1 200/g)?.length, 2);
});
