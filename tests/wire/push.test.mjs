// SPDX-License-Identifier: MIT
// push.test.mjs - notices for people who are away: they reach the browser they are for, once for a turn, also after a
// restart, say nothing that is hidden, and nobody else hears of them.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { caughtUp, choose, join, seatTwo, start } from './client.mjs';
import { claims, Postbox, Reader } from './postbox.mjs';
import { Server, sleep } from './server.mjs';

const servers = [], boxes = [], LOCAL = ['--push-local', '--rate', '1000'];
after(() => Promise.all([...servers.map(s => s.stop()), ...boxes.map(b => b.close())]));
const serve = async (...flags) => { const s = new Server(); servers.push(s); return s.start(...flags); };
const postbox = async () => { const b = await new Postbox().open(); boxes.push(b); return b; };
// Of one server; behind a balancer any node may answer, and the nodes' logs lie elsewhere.
async function counted(s, name, wanted) {
    const text = s.state ? null : await (await s.get('/metrics')).text();
    if (text) assert.equal(Number(new RegExp(`^ninelives_${name} (\\S+)$`, 'm').exec(text)[1]), wanted);
}

const subscription = (box, reader, more = {}) =>
    ({ t: 'subscribe', endpoint: `${box.origin ?? box}/to/${reader.auth}`, key: reader.point, auth: reader.auth, lang: 'he', ...more });

// Two people at a table where a round has begun: the one who is asked first, and the other.
async function begin(s, wish = {}) {
    const both = await seatTwo(s, await s.post({ game: 'ratcat', seats: 2, clock: 'off', absent: 'wait', ...wish }));
    await start(...both);
    await Promise.all(both.map(c => c.until(() => c.now?.asked.length, 'somebody is asked')));
    return both.sort((a, b) => b.asked() - a.asked());
}
// `c` plays until `other` is asked instead.
async function playTo(c, other) {
    for (let i = 0; i < 300 && !c.now.asked.includes(other.seat); i++) {
        assert(c.table.phase === 'playing', 'the round goes on');
        const going = c.now.offer.filter(o => o !== 'knock'), r = await c.move(choose(going.length ? going : c.now.offer));
        assert.equal(r.t, 'ack', JSON.stringify(r));
        await c.until(() => c.n >= r.n, 'what I did');
    }
}

// Most of the time is spent waiting: side by side.
describe('notices', { concurrency: true }, () => {
    test('a notice is read by the browser it is for, once for a turn, and after a restart as well', async () => {
        const s = await serve(...LOCAL), box = await postbox(), reader = new Reader();
        const [x, y] = await begin(s);
        const { push } = x.heard.find(m => m.t === 'welcome');
        assert.equal((await x.ask(subscription(box, reader), 'notices')).state, 'on');
        const left = Date.now();
        await x.drop();
        await box.has(1);
        assert(Date.now() - left >= 9000, 'whoever is back within seconds needs no notice');

        const [m] = box.taken, says = JSON.parse(reader.open(m.body));
        assert.deepEqual(says, { table: x.code, game: 'ratcat', key: 'notice.turn', lang: 'he' });
        assert.equal(m.method, 'POST');
        assert.equal(m.headers['content-encoding'], 'aes128gcm');
        assert.equal(m.headers.topic, x.code);
        assert(Number(m.headers.ttl) > 3600);
        const { key, aud, exp } = claims(m.headers.authorization);
        assert.equal(key, push, 'the key that browsers subscribe for');
        assert.equal(aud, box.origin);
        assert(exp > Date.now() / 1000 && exp < Date.now() / 1000 + 24 * 3600);
        assert.throws(() => new Reader().open(m.body), 'nobody else can read it');

        await s.kill('SIGKILL');
        await s.start(...LOCAL);
        const again = await join(s, y.code, y.token);
        assert.equal(again.heard.find(w => w.t === 'welcome').push, push, 'the key stays the same');
        await sleep(12000);                                      // longer than it took the first time
        assert.equal(box.taken.length, 1, 'one notice for a turn');

        const back = await join(s, x.code, x.token);
        assert.equal(back.heard.find(w => w.t === 'notices').state, 'on', 'it is kept with the seat');
        await playTo(back, again);
        await back.drop();
        await again.until(() => again.asked(), 'my turn');
        await playTo(again, back);
        await box.has(2);
        assert.equal(JSON.parse(reader.open(box.taken[1].body)).table, x.code);
        await counted(s, 'notices_sent_total', 1);              // since the restart
        await again.end();
    });

    test('hidden counts as away, being here does not; one who has left is forgotten', async () => {
        const s = await serve(...LOCAL), box = await postbox(), reader = new Reader(), gone = new Reader();
        const [x, y] = await begin(s), [p, q] = await begin(s);
        x.say(subscription(box, reader));
        p.say(subscription(box, gone));
        await caughtUp(x, p);
        await p.ask({ t: 'stand' }, 'table', t => t.you.seat === null);
        await sleep(12000);
        assert.equal(box.taken.length, 0, 'x sees the table, and p has left it');
        x.say({ t: 'hidden', on: true });
        await box.has(1);
        assert.equal(JSON.parse(reader.open(box.taken[0].body)).table, x.code);
        for (const c of [x, y, p, q]) await c.end();
    });

    test('what a push service has given up is given up here', async () => {
        const s = await serve(...LOCAL), box = await postbox(), [x, y] = await begin(s);
        box.status = 410;
        x.say(subscription(box, new Reader()));
        x.say({ t: 'hidden', on: true });
        await x.next('notices', m => m.state === 'off');
        assert.equal(box.taken.length, 1);
        await counted(s, 'notices_dropped_total', 1);

        box.status = 403;                                        // may pass (a clock is wrong): tried again, and the seat is told
        x.say(subscription(box, new Reader()));
        await x.next('notices', m => m.state === 'failing');
        await counted(s, 'notices_failed_total', 1);
        if (!s.state) assert.match(s.output, /a notice could not be sent.*status 403/);
        box.status = 201;
        await x.next('notices', m => m.state === 'on');
        assert.equal(box.taken.length, 3);
        for (const c of [x, y]) await c.end();
    });

    test('nobody else hears of it, and the notice says nothing that is hidden', async () => {
        const s = await serve(...LOCAL), box = await postbox(), readers = [new Reader(), new Reader()];
        const tables = [await begin(s, { clock: 'slow' }), await begin(s, { game: 'kittens', clock: 'slow' })];
        for (const [i, [x, y]] of tables.entries()) {
            const before = y.heard.length;
            await x.ask(subscription(box, readers[i], { lang: ['he', 'zh-Hant'][i] }), 'notices');
            x.say({ t: 'hidden', on: true });
            await caughtUp(x, y);
            assert.deepEqual(y.heard.slice(before).map(m => m.t), ['pong'], 'others are told nothing at all');
        }
        await box.has(2);
        for (const m of box.taken) {
            const reader = readers.find(r => m.url.endsWith(r.auth));
            assert.deepEqual(Object.keys(JSON.parse(reader.open(m.body))).sort(), ['game', 'key', 'lang', 'table']);
            assert(Number(m.headers.ttl) <= 72 * 3600, 'not longer than the clock runs');
        }
        assert.equal(box.taken[0].body.length, box.taken[1].body.length, 'all have one length');
        for (const r of readers) assert(!s.output.includes(r.auth), 'the log does not have the address');
        for (const c of tables.flat()) await c.end();
    });

    test('what cannot be a subscription is refused', async () => {
        const s = await serve('--rate', '1000'), [x, y] = await begin(s), r = new Reader();
        const good = subscription('https://push.example.net', r), https = 'https://push.example.net/x', wrong = [
            { endpoint: 'http://push.example.net/x' }, { endpoint: 'ftp://push.example.net/x' }, { endpoint: 'file:///etc/passwd' },
            { endpoint: 'gopher://push.example.net/x' }, { endpoint: '//push.example.net/x' }, { endpoint: 'push' }, { endpoint: '' },
            { endpoint: 'https://' }, { endpoint: 'https://user@push.example.net/x' }, { endpoint: `${https}#x` },
            { endpoint: `${https}\r\nX: y` }, { endpoint: `${https} y` }, { endpoint: `${https}"` },
            { endpoint: `${https}/${'x'.repeat(1023)}` }, { endpoint: 7 }, { endpoint: null },
            { key: r.auth }, { key: r.point.slice(1) }, { key: `A${r.point.slice(1)}` }, { key: `${r.point}=` },
            { auth: r.point }, { auth: '' }, { lang: 'tlh' }, { lang: 5 },
        ];
        x.strict = false;
        for (const w of wrong) assert.equal(await x.err({ ...good, ...w }), 'bad_value', JSON.stringify(w));
        assert.equal((await x.ask(good, 'notices')).state, 'on');
        assert.equal((await x.ask({ t: 'unsubscribe' }, 'notices')).state, 'off');
        assert.equal(await x.err({ t: 'hidden', on: 'yes' }), 'bad_value');
        const watcher = await join(s, x.code);
        assert.equal(await watcher.err(good), 'not_seated');
        for (const c of [x, y, watcher]) await c.end();
    });

    test('a server may send none', async () => {
        const s = await serve('--no-push'), [x, y] = await begin(s);
        assert(!('push' in x.heard.find(m => m.t === 'welcome')));
        assert.equal(await x.err(subscription('https://push.example.net', new Reader())), 'no_push');
        for (const c of [x, y]) await c.end();
    });
});
