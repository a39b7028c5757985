// SPDX-License-Identifier: MIT
// guard.test.mjs - what a careful and hostile reader of the server tried: everything at once,
// at the wrong moment, half of it, and again.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join as path } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { among, caughtUp, choose, Client, join, PATIENCE, playOut, seatTwo, start } from './client.mjs';
import { alone, nodes, replay, Server, sleep } from './server.mjs';

const server = new Server(), web = path(server.dir, 'web'), page = '<!doctype html><p>'.padEnd(2000, 'nine lives ');
before(async () => {
    mkdirSync(web);
    writeFileSync(path(web, 'index.html'), page);
    writeFileSync(path(web, 'index.html.gz'), gzipSync(page));
    writeFileSync(path(web, 'large.bin'), Buffer.alloc(8 << 20, 7));
    await server.start('--rate', '1000', '--web', web);
});
after(() => server.stop());

// One of a test's own, stopped however the test ends: or a failure would never come to an end.
const fresh = t => { const s = new Server(); t.after(() => s.stop()); return s; };

const make = (more = {}) => server.post({ game: 'kittens', seats: 2, clock: 'off', pace: 'instant', name: 'Dana', ...more });

// Several messages in one go: while the first is being stored, the others wait together.
const atOnce = (c, ...messages) => {
    c.ws._socket.cork();
    for (const m of messages) c.say(m);
    c.ws._socket.uncork();
};

const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
    + 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: ninelives.v1\r\n';

// Bytes as they are, and what comes back until the server hangs up.
const rawAt = (to, bytes) => new Promise(done => {
    const parts = [], s = connect(to.port, '127.0.0.1', () => s.write(bytes)), timer = setTimeout(() => s.destroy(), PATIENCE);
    s.on('data', d => parts.push(d)).on('error', () => {});
    s.on('close', () => { clearTimeout(timer); done(Buffer.concat(parts).toString('latin1')); });
});
const raw = bytes => rawAt(server, bytes);

const whoseTurn = (a, b) => among([a, b], () => [a, b].find(x => x.asked()), 'a turn');

// Only who makes the last move can ask in the same breath, and who that is the cards decide: every second round or so
// it is Noa, and another is dealt. Thirty rounds without a last move of Dana's do not happen.
test('a rematch asked for in the same breath as the last move is another round', async () => {
    const [a, b] = await seatTwo(server, await make());
    await start(a, b);
    let breath = 0, inOneBreath = false;
    while (!inOneBreath && a.table.round <= 30) {
        const round = a.table.round;
        if ((await whoseTurn(a, b)) === b) await b.move(choose(b.now.offer));
        else {
            const from = a.heard.length, id = `b${breath++}`;
            atOnce(a, { t: 'name', name: `Dana ${breath}` }, { t: 'move', id, round, move: choose(a.now.offer) }, { t: 'start' });
            await a.until(() => a.heard.slice(from).some(m => m.re === 'start') || a.table.round > round, 'an answer to start');
            inOneBreath = a.table.round > round;
        }
        await caughtUp(a, b);
        if (a.table.phase === 'over') await start(a, b);
    }
    assert(inOneBreath, 'no round ended with a move of who asks for the next');
    const last = a.table.round - 1, log = await server.log(a.code, last);
    assert.equal(log.status, 200);
    assert.equal((await replay(await log.text())).code, 0, 'the round before is whole');
    assert.equal((await server.log(a.code, last + 1)).status, 404, 'nothing of the one being played is given away');
    for (const x of [a, b]) await x.end();
});

test('what is refused waits with what it betrays', async () => {
    const [a, b] = await seatTwo(server, await make());
    await start(a, b);
    const me = await whoseTurn(a, b), from = me.heard.length;
    atOnce(me, { t: 'name', name: 'Gil' }, { t: 'move', id: 'one', round: 1, move: 'draw' },
        { t: 'move', id: 'two', round: 1, move: 'nonsense' }, { t: 'say', phrase: 'wow' });
    await me.until(() => me.heard.slice(from).some(m => m.t === 'said'), 'all of it');
    const order = me.heard.slice(from).filter(m => ['ack', 'err', 'said'].includes(m.t)).map(m => m.id ?? m.t);
    assert.deepEqual(order, ['one', 'two', 'said'], 'in the order in which it was said, after the disk');
    for (const x of [a, b]) await x.end();
});

test('a watcher who sits down in the same breath is counted once', async () => {
    const made = await make({ seats: 3 }), a = await join(server, made.code, made.token), b = await new Client(server, made.code).open();
    atOnce(a, { t: 'name', name: 'Dana B.' });
    atOnce(b, { t: 'hello', v: 1, table: made.code }, { t: 'sit', name: 'Noa' });
    await a.changed(t => t.seats[1].name === 'Noa');
    await b.until(() => b.heard.some(m => m.t === 'seated'), 'a seat');
    assert.equal((await server.json(`/api/tables/${made.code}`, 'http table')).watching, 0);
    for (const x of [a, b]) await x.end();
});

test('an answer lasts as long as its round', async () => {
    const [a, b] = await seatTwo(server, await make());
    for (let round = 1; round <= 2; round++) {
        await start(a, b);
        const me = await whoseTurn(a, b);
        assert.equal((await me.move('draw', 'the-same-id', round)).t, 'ack', `round ${round}`);
        await playOut([a, b]);
    }
    assert.equal((await a.move('draw', 'new', 1)).code, 'wrong_round');
    for (const x of [a, b]) await x.end();
});

test('a table is shown by HTTP when it is stored, requests behind it in order', async () => {
    const body = JSON.stringify({ game: 'kittens', name: 'Dana' });
    const text = await raw(`POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
        'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 201', 'HTTP/1.1 200', 'HTTP/1.1 200']);
});

test('HTTP by the book', async () => {
    const one = (request, more = '') => raw(`${request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`);
    const tag = /ETag: (.*)\r\n/i.exec(await one('GET /'))?.[1];
    assert.match(tag, /^W\/"/, 'one tag for all encodings is a weak one');
    for (const known of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
        const same = await one('GET /', `If-None-Match: ${known}\r\n`);
        assert.match(same, /^HTTP\/1\.1 304/);
        assert(!/Content-(Length|Encoding)/i.test(same), 'nothing is said of a body that is not there');
    }
    assert.match(await one('GET /', 'If-None-Match: "x"\r\n'), /^HTTP\/1\.1 200/);
    assert(/Content-Encoding: gzip/i.test(await one('GET /', 'Accept-Encoding: br, gzip\r\n')));
    for (const not of ['gzip;q=0', 'gzip; q=0.0, br', 'xgzip', ''])
        assert((await one('GET /', `Accept-Encoding: ${not}\r\n`)).endsWith(page), not);
    const head = await one('HEAD /api/games');
    assert(/Content-Length: [1-9]/i.test(head) && head.endsWith('\r\n\r\n'), 'HEAD has no body');
    assert.match(await one('PUT /api/tables'), /405[^]*\r\nAllow: GET, HEAD, POST\r\n/i);
    assert.match(await one('GET /socket'), /426[^]*\r\nUpgrade: websocket\r\n/i);
    assert.match(await one('HEAD /socket', upgrade.replace('Connection: Upgrade\r\n', '')), /^HTTP\/1\.1 426/);
    const patient = await raw('POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n'
        + 'Content-Length: 2\r\n\r\n{}');
    assert.match(patient, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400/);
});

test('a foreign page makes no tables', async () => {
    const body = '{"game":"kittens"}', host = `127.0.0.1:${server.port}`;
    const post = origin => raw(`POST /api/tables HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nConnection: close\r\n`
        + `Content-Length: ${body.length}\r\n\r\n${body}`);
    for (const origin of ['http://evil.example', 'null', server.origin.slice(0, -1)])
        assert.match(await post(origin), /^HTTP\/1\.1 403/, origin);
    assert.match(await post(server.origin), /^HTTP\/1\.1 201/);
    for (const name of ['127.0.0.1:1.evil.example', '127.0.0.1:1@evil.example', '[::1]evil.example', '[::1]:'])
        assert.match(await raw(`POST /api/tables HTTP/1.1\r\nHost: ${name}\r\nOrigin: http://${name}\r\nConnection: close\r\n`
            + `Content-Length: ${body.length}\r\n\r\n${body}`), name === '[::1]:' ? /^HTTP\/1\.1 201/ : /^HTTP\/1\.1 403/, name);
});

// How many bytes were sent in a moment tells who was offered what.
test('the numbers are for whoever runs the server', alone('who asks it'), async t => {
    const ask = (s, more) => rawAt(s, `GET /metrics HTTP/1.1\r\nConnection: close\r\n${more}\r\n`);
    const elsewhere = ['Host: tables.example.org\r\n', 'Host: localhost\r\nX-Forwarded-For: 192.0.2.7\r\n', ''];
    for (const host of ['localhost', `127.0.0.1:${server.port}`]) assert.match(await ask(server, `Host: ${host}\r\n`), /^HTTP\/1\.1 200/);
    for (const more of elsewhere) assert.match(await ask(server, more), /^HTTP\/1\.1 403[^]*not_from_here/, more);
    const open = await fresh(t).start('--open-metrics');
    for (const more of elsewhere) assert.match(await ask(open, more), /^HTTP\/1\.1 200[^]*ninelives_tables/, more);
});

// As many as a server would keep answers for, whose reader is slow.
test('hundreds of requests in one breath are answered one by one, and in order', alone('HTTP'), async () => {
    const asked = Array.from({ length: 300 }, (_, i) => i % 3 === 2 ? 'GET /none.png' : i % 3 ? 'HEAD /' : 'GET /healthz');
    const text = await raw(asked.map(a => `${a} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')
        + 'GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const answers = text.match(/HTTP\/1\.1 \d+/g).map(a => Number(a.slice(-3)));
    assert.deepEqual(answers, [...asked.map((_, i) => i % 3 === 2 ? 404 : 200), 200]);
});

// The server gives them 30 and 10 seconds. Bytes come for a minute more, and nobody may be left to send them to.
test('a byte now and then does not keep a silent connection', { timeout: 180000 }, async () => {
    const drip = (first, ms) => new Promise(done => {
        const s = connect(server.port, '127.0.0.1', () => s.write(first)), at = Date.now();
        let kept = false;
        const timer = setInterval(() => {
            kept = Date.now() - at > ms + PATIENCE;
            if (kept) s.destroy();
            else s.write(first.includes('Upgrade') ? Buffer.from([0x89, 0x80, 0, 0, 0, 0]) : 'X');
        }, 1000);
        s.on('data', () => {}).on('error', () => {}).on('close', () => { clearInterval(timer); done(kept); });
    });
    const [http, socket] = await Promise.all([
        drip('GET / HTTP/1.1\r\nX', 30000), drip(`GET /socket HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`, 10000)]);
    assert(!http, 'half a request is not waited for');
    assert(!socket, 'nor is a hello');
});

// A balancer that is still taking in more from the client forgets what it had for it, the reason for the end as well.
test('pings are rationed', async t => {
    const few = await fresh(t).start('--rate', '5'), made = await few.post({ game: 'kittens' }), c = await join(few, made.code);
    for (let i = 0; i < 500 && c.closed === null; i++) c.ws.ping();
    assert((nodes ? [4002, 1006] : [4002]).includes(await c.gone), `ended with ${c.closed}`);
});

// Asks for codes that are none, 600 of them and as many as grow back meanwhile, until there is no more to be had. Of
// several nodes each counts by itself and hears from the others within a second or two what was asked there.
async function refused(server) {
    const at = server.state?.nodes.map(n => `?node=${n.name}`) ?? [''];
    const answers = await Promise.all(at.map(node => server.get(`/api/tables/babababa${node}`)));
    return answers.every(r => r.status === 429);
}
async function spendGuesses(server, ask) {
    const answers = new Set();
    for (let i = 0; i < 600; i++) answers.add(await ask('babababa'));
    for (let i = 0; i < 600 && !await refused(server); i++) if (nodes) await sleep(50);
    return answers;
}

// What `ask` gives when there is nothing left to guess with. A guess grows back every six seconds, perhaps just now: an
// answer counts when a miss is still refused after it.
async function betweenRefusals(server, ask) {
    for (let i = 0; i < 20; i++) {
        const answer = await ask();
        if (await refused(server)) return answer;
    }
    return assert.fail('guesses grow back faster than they are used');
}

test('codes cannot be tried by the thousand', async t => {
    const other = await fresh(t).start('--rate', '100000'), made = await other.post({ game: 'kittens' });
    await spendGuesses(other, async code => (await other.get(`/api/tables/${code}`)).status);
    const hit = await betweenRefusals(other, async () => (await other.get(`/api/tables/${made.code}`)).status);
    assert.equal(hit, 429, 'a hit is no different from a miss');
    await (await join(other, made.code, made.token)).end();
});

// A server whose pages say which they are.
const withPages = async (t, rate) => {
    const s = fresh(t), pages = path(s.dir, 'web');
    mkdirSync(pages);
    for (const name of ['index', 'invited.en', 'invited-kittens.en']) writeFileSync(path(pages, `${name}.html`), name);
    return s.start('--rate', rate, '--web', pages);
};

test('... nor by the pages that links lead to', async t => {
    const other = await withPages(t, '100000');
    const { code } = await other.post({ game: 'kittens' }), page = async at => (await other.get(`/t/${at}`)).text();
    assert.equal(await page(code), 'invited-kittens.en');
    assert.deepEqual([...await spendGuesses(other, page)], ['invited.en']);
    assert.equal(await betweenRefusals(other, () => page(code)), 'invited.en', 'a hit is no different from a miss');
    const hit = await betweenRefusals(other, async () => (await other.get(`/api/tables/${code}`)).status);
    assert.equal(hit, 429, 'and they are counted together');
});

test('to look a table up for its page is rationed, the page is not', async t => {
    const few = await withPages(t, '1');
    const { code } = await few.post({ game: 'kittens' }), got = [];
    for (let i = 0; i < 60; i++) got.push(await few.get(`/t/${code}`));
    assert(got.every(r => r.status === 200));
    const named = (await Promise.all(got.map(r => r.text()))).filter(text => text === 'invited-kittens.en').length;
    assert(named > 0 && named < 60, `${named} of 60`);
});

test('who asks on and on and reads nothing is sent away', async () => {
    const s = connect(server.port, '127.0.0.1').on('error', () => {});
    const gone = new Promise(done => s.on('close', done));
    s.pause();
    for (let i = 0; i < 100; i++) s.write('GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n'), await sleep(5);
    const memory = Number(/^ninelives_memory_bytes (\S+)/m.exec(await (await server.get('/metrics')).text())[1]);
    assert(memory < 600 << 20, `${Math.round(memory / 2 ** 20)} MB`);
    s.resume();
    await gone;
});

test('a large file taken slowly arrives whole', { timeout: 240000 }, async () => {
    const s = connect(server.port, '127.0.0.1', () => s.write('GET /large.bin HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'));
    let n = 0, full = 0;
    s.on('data', d => {
        n += d.length;
        if ((full += d.length) < 600000) return;
        full = 0;
        s.pause();
        setTimeout(() => s.resume(), 1500);
    });
    await new Promise(done => s.on('close', done).on('error', () => {}));
    assert(n > 8 << 20, `${n} bytes of more than ${8 << 20}`);
});

test('everybody sees when a bot sits in for somebody, and when not', { timeout: 180000 }, async () => {
    const [a, b] = await seatTwo(server, await make());
    await start(a, b);
    const gone = await whoseTurn(a, b), stays = gone === a ? b : a, seat = gone.seat;
    await gone.drop();
    await stays.changed(t => t.seats[seat].playing === 'bot', 'a stand-in');
    const back = await join(server, a.code, gone.token);
    await stays.changed(t => t.seats[seat].playing === 'person');
    for (const x of [stays, back]) await x.end();
});
