// SPDX-License-Identifier: MIT
// running.test.mjs - what whoever runs the server relies on: refusals that explain, drain,
// health, metrics, a log without secrets, and data that is never silently lost.
import assert from 'node:assert/strict';
import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join as path } from 'node:path';
import { after, test } from 'node:test';
import { join, playOut, seatTwo, start } from './client.mjs';
import { alone, freePort, program, run, Server } from './server.mjs';

const servers = [];
const fresh = () => { const s = new Server(); servers.push(s); return s; };
after(() => Promise.all(servers.map(s => s.stop())));
const refuses = async (...args) => {
    const r = await run('timeout', ['60', program, 'serve', ...args]);
    return { ...r, text: r.stdout + r.stderr };
};

test('health, readiness, metrics', async () => {
    const s = await fresh().start();
    for (const p of ['/healthz', '/readyz']) assert.equal((await s.get(p)).status, 200);
    const [a, b] = await seatTwo(s, await s.post({ game: 'kittens', seats: 2, clock: 'off' }));
    const text = await (await s.get('/metrics')).text();
    const metric = /^(# (HELP|TYPE) ninelives_\w+ .*|ninelives_[a-z_]+(\{[^}]*\})? [0-9.e+-]+)$/;
    for (const line of text.trim().split('\n')) assert.match(line, metric);
    assert.match(text, /ninelives_[a-z_]*connections[a-z_]* \d/);
    assert(!text.includes(a.code) && !text.includes(a.token));
    for (const x of [a, b]) await x.end();
});

test('wrong flags are explained', async () => {
    for (const args of [['--listen', 'nowhere:at:all'], ['--listen', '127.0.0.1:99999'], ['--bogus'], ['surplus']]) {
        const r = await refuses(...args);
        assert.equal(r.code, 2, args.join(' ') + r.text);
        assert(r.text.length > 20);
    }
    assert.match((await run(program, ['serve', '--help'])).stdout, /usage: ninelives serve/);
});

test('a data directory that cannot be', async () => {
    const s = fresh();
    writeFileSync(s.data, 'a file');
    const r = await refuses('--listen', `127.0.0.1:${await freePort()}`, '--data', s.data);
    assert(r.code === 1 || r.code === 2, String(r.code));
    assert(r.text.includes(s.data), r.text);
    if (process.getuid() !== 0) {
        const t = fresh();
        chmodSync(t.dir, 0o500);
        assert.match((await refuses('--data', t.data)).text, /write|create|permission/i);
    }
});

test('two servers do not share data or a port', alone('its data file'), async () => {
    const s = await fresh().start();
    const same = await refuses('--listen', `127.0.0.1:${await freePort()}`, '--data', s.data);
    assert(same.code > 0 && same.code < 124, same.text);
    assert.match(same.text, /another|already|use/i);
    const t = fresh(), port = await refuses('--listen', `127.0.0.1:${s.port}`, '--data', t.data);
    assert(port.code > 0 && port.code < 124, port.text);
    assert.match(port.text, new RegExp(`${s.port}|use`));
});

test('SIGTERM: bye, 1001, and an end within seconds', async () => {
    const s = await fresh().start('--rate', '1000'), [a, b] = await seatTwo(s, await s.post({ game: 'ratcat', seats: 2, clock: 'off' }));
    await start(a, b);
    const from = a.heard.length, at = Date.now(), done = s.kill('SIGTERM');
    assert((await a.next('bye', undefined, from)).after >= 0);
    assert.equal(await a.gone, 1001);
    assert.equal(await b.gone, 1001);
    assert.deepEqual(await done, { code: 0, signal: null });
    assert(Date.now() - at < 30000);
    await s.start();
    const back = await join(s, a.code, a.token);
    assert.equal(back.table.phase, 'playing');
    await back.end();
});

test('nothing in the log that is secret', async () => {
    const s = await fresh().start('--rate', '1000');
    const [a, b] = await seatTwo(s, await s.post({ game: 'kittens', seats: 2, clock: 'off', name: 'Dana' }));
    await start(a, b);
    await playOut([a, b]);
    await s.kill('SIGTERM');
    const lines = s.output.trim().split('\n').filter(l => l.startsWith('{'));
    assert(lines.length > 0, s.output);
    for (const l of lines) JSON.parse(l);
    for (const secret of [a.token, b.token, a.table.fair.secret]) assert(!s.output.includes(secret));
});

const dataFile = s => {
    const f = readdirSync(s.data).find(n => /\.(db|sqlite3?)$/.test(n));
    assert(f, `a data file in ${readdirSync(s.data)}`);
    return path(s.data, f);
};

async function withData() {
    const s = await fresh().start('--rate', '1000'), [a, b] = await seatTwo(s, await s.post({ game: 'kittens', seats: 2, clock: 'off' }));
    await start(a, b);
    await playOut([a, b]);
    await s.kill('SIGTERM');
    return { s, a };
}

test('only its owner may read the data', alone('its data file'), async () => {
    const { s } = await withData();
    assert.equal(statSync(dataFile(s)).mode & statSync(s.data).mode & 0o077, 0);
});

test('a damaged data file is refused with a clear message', alone('its data file'), async () => {
    const { s } = await withData(), file = dataFile(s);
    const f = openSync(file, 'r+');
    writeSync(f, Buffer.alloc(200, 0x5a), 0, 200, 0);
    closeSync(f);
    const r = await refuses('--listen', `127.0.0.1:${await freePort()}`, '--data', s.data);
    assert(r.code > 0 && r.code < 124, r.text);
    assert.match(r.text, /damaged|not a database|corrupt|malformed/i);
});

test('a torn data file is refused or says what is lost', alone('its data file'), async () => {
    const { s, a } = await withData(), file = dataFile(s);
    assert(existsSync(file));
    truncateSync(file, Math.floor(statSync(file).size / 2 / 512) * 512);
    const r = await refuses('--listen', `127.0.0.1:${await freePort()}`, '--data', s.data);
    assert(r.code > 0 && r.code < 124, `a half file must not be served: ${r.text}, ${a.code}`);
    assert.match(r.text, /damaged|corrupt|malformed/i);
});
