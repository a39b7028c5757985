// SPDX-License-Identifier: MIT
// disk.test.mjs - data that is lost, taken away or cannot be written: the server says so, does not
// start on it or is not ready, and gets ready again by itself.
import assert from 'node:assert/strict';
import {
    chmodSync, chownSync, closeSync, existsSync, openSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync, writeSync
} from 'node:fs';
import { join as path } from 'node:path';
import { after, test } from 'node:test';
import { join, playOut, seatTwo, start } from './client.mjs';
import { conforms } from './schema.mjs';
import { alone, freePort, nodes, program, run, Server, sleep } from './server.mjs';

const servers = [];
const fresh = () => { const s = new Server(); servers.push(s); return s; };
after(() => Promise.all(servers.map(s => s.stop())));
const wish = { game: 'kittens', seats: 2, clock: 'off' };
const file = (s, end = '') => path(s.data, `ninelives.db${end}`);
const refusal = async (s, command = [program]) => {
    const r = await run('timeout', ['20', ...command, 'serve', '--listen', `127.0.0.1:${await freePort()}`, '--data', s.data]);
    assert.equal(r.code, 2, r.stdout + r.stderr);
    return r.stderr;
};

async function ready(s, status) {
    for (let i = 0; i < 1000; i++) {
        if ((await s.get('/readyz')).status === status) return;
        await sleep(20);
    }
    assert.fail(`/readyz does not become ${status}: ${s.output}`);
}

async function logged(s, what) {
    for (let i = 0; i < 1000; i++) {
        const lines = s.output.split('\n').filter(l => l.includes(what));
        if (lines.length) return lines;
        await sleep(20);
    }
    assert.fail(`not in the log: ${what}: ${s.output}`);
}

test('a log cut after kill -9 is refused, and accepted when told to', alone('its data file'), async () => {
    const s = await fresh().start();
    for (let i = 0; i < 5; i++) assert.equal((await s.post(wish)).status, 201);
    await s.kill();
    truncateSync(file(s, '-wal'), Math.floor(statSync(file(s, '-wal')).size / 2));
    const before = readFileSync(file(s, '-wal'));
    assert.match(await refusal(s), /commits are missing: \d+ were made until .*--accept-loss/s);
    assert.deepEqual(readFileSync(file(s, '-wal')), before, 'what is left is left alone');
    s.output = '';
    await s.start('--accept-loss');
    assert.match((await logged(s, 'lost moves'))[0], /"level":"error".*commits are missing/);
    assert.equal((await s.post(wish)).status, 201);
    await s.kill();
    s.output = '';
    await s.start();                     // once is enough
    assert(!s.output.includes('missing'));
});

test('a log removed after kill -9 is refused', alone('its data file'), async () => {
    const s = await fresh().start();
    assert.equal((await s.post(wish)).status, 201);
    await s.kill();
    renameSync(file(s, '-wal'), file(s, '.away'));
    assert.match(await refusal(s), /commits are missing/);
    renameSync(file(s, '.away'), file(s, '-wal'));
    await s.start();                     // and nothing is lost when it is found again
});

test('a data folder taken away: not ready, said once, ready again when it is back', alone('its data file'), async () => {
    const s = await fresh().start(), away = `${s.data}-away`;
    renameSync(s.data, away);
    await ready(s, 503);
    assert.equal((await s.get('/healthz')).status, 200);
    assert.equal((await s.post(wish)).status, 503);
    assert(!existsSync(s.data));
    await sleep(2500);                   // time to say it again, which it must not
    assert.equal((await logged(s, 'nothing can be stored')).length, 1);
    assert.match(await (await s.get('/metrics')).text(), /^ninelives_not_storing 1$/m);
    renameSync(away, s.data);
    await ready(s, 200);
    await logged(s, 'tables are stored again');
    assert.equal((await s.post(wish)).status, 201);
});

test('a data file that may not be written is refused', alone('its data file'), async t => {
    const s = await fresh().start(), nobody = 65534;
    await s.kill('SIGTERM');
    const command = process.getuid() ? [program] : ['setpriv', `--reuid=${nobody}`, '--clear-groups', program];
    if (!process.getuid()) {
        for (const f of [s.dir, s.data, path(s.data, 'lock'), file(s), file(s, '-count')]) chownSync(f, nobody, nobody);
        if ((await run(command[0], [...command.slice(1), '--version'])).code) return t.skip('nobody may run the program here');
    }
    chmodSync(file(s), 0o400);
    assert.match(await refusal(s, command), /cannot be used: it cannot be written/);
    chmodSync(file(s), 0o600);
});

// A table with one finished round, and the server stopped: all of it is in the database, nothing in the log beside it.
async function finished(s) {
    await s.start('--rate', '1000');
    const [a, b] = await seatTwo(s, await s.post({ ...wish, pace: 'instant' }));
    await start(a, b);
    await playOut([a, b]);
    assert.equal((await s.log(a.code, 1)).status, 200);
    await s.kill('SIGTERM');
    return [a, b];
}

// Finished rounds were played by rules with a smaller number.
function ageFile(s) {
    const text = readFileSync(file(s), 'latin1');
    const older = text.replace(/(ninelives 1 kittens [^\n]*rules=)(\d+)/g, (_, head, n) => head + String(n - 1).padStart(n.length, '0'));
    assert.notEqual(older, text, 'the rules have a number');
    writeFileSync(file(s), older, 'latin1');
}
async function ageDatabase(s) {
    const older = `update ninelives.rounds set head = regexp_replace(head, 'rules=\\d+', 'rules=0')`;
    assert.deepEqual(await run('psql', ['-At', '-c', older, s.state.store]), { code: 0, stdout: 'UPDATE 1\n', stderr: '' });
}

test('a finished round of older rules: the table is there, and a rematch can be played', async () => {
    const s = fresh(), [a, b] = await finished(s);
    await (nodes ? ageDatabase(s) : ageFile(s));
    await s.start('--rate', '1000');
    const t = await s.json(`/api/tables/${a.code}`, 'http table');
    assert.deepEqual([t.status, t.phase, t.round, t.rounds?.length], [200, 'over', 1, 1]);
    const back = [await join(s, a.code, a.token), await join(s, b.code, b.token)];
    assert.deepEqual(back.map(c => [c.seat, c.table.phase]), [[0, 'over'], [1, 'over']]);
    await start(...back);
    await playOut(back);
    assert.equal((await s.log(a.code, 2)).status, 200);
    for (const c of back) await c.end();
});

// The page of the database that has this on it gets a kind that no page has.
function spoilPage(name, mark) {
    const bytes = readFileSync(name), page = bytes.readUInt16BE(16), at = bytes.indexOf(mark);
    assert(at > page, `${mark} is on a page behind the first`);
    const f = openSync(name, 'r+');
    writeSync(f, Buffer.from([0xff]), 0, 1, at - at % page);
    closeSync(f);
}

async function brokenLog(markOf) {
    const s = fresh(), clients = await finished(s), { code } = clients[0];
    await s.start();                     // it finds the file whole; what it reads later it does not
    spoilPage(file(s), markOf(clients));
    const r = await s.log(code, 1), text = await r.text();
    assert.equal(r.status, 503, text.slice(0, 300));
    conforms('http refusal', JSON.parse(text));
    const t = await s.json(`/api/tables/${code}`, 'http table');
    assert.deepEqual([t.status, t.phase], [200, 'over'], 'the table itself can be read');
}

test('a log that cannot be read to its end is refused with 503', alone('its data file'), () =>
    brokenLog(clients => clients.flatMap(c => c.heard).filter(m => m.t === 'ack').pop().id));

test('a log whose beginning cannot be read is refused with 503', alone('its data file'), () => brokenLog(() => 'ninelives 1 kittens'));

test('a table keeps that hints are allowed', async () => {
    const s = await fresh().start(), codes = [];
    for (const hints of [true, false]) codes.push((await s.post({ ...wish, hints })).code);
    await s.kill();
    await s.start();
    for (const [i, hints] of [true, false].entries())
        assert.equal((await s.json(`/api/tables/${codes[i]}`, 'http table')).hints, hints);
});
