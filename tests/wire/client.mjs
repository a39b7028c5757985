// SPDX-License-Identifier: MIT
// client.mjs - a client of the tables, written from protocol/PROTOCOL.md. It remembers its
// stream, insists on numbers without gaps, and holds every message against the schemas.
import assert from 'node:assert/strict';
import WebSocket from 'ws';
import { conformsIn, conformsOut } from './schema.mjs';

export const recorded = { in: {}, out: {} };         // one real message of every kind, for the examples

// How long to wait for what must come, in ms. Only a failure takes as long: a busy machine is slow, not wrong.
export const PATIENCE = 60000;
const A_ROUND = 300000;
const MOST_HOPS = 3;                                 // from node to node in search of a table

let words = 0, ids = 0;
const pick = list => list[Math.floor(Math.random() * list.length)];

// One move out of an offer: a row, an alternative for each bar, something new for what is open.
export function choose(offer) {
    const row = pick(offer);
    return row.split(' ').map(token => pick(token.split('|'))).map(token =>
        token === 'WORD' ? `zq${(words++).toString(36).replace(/[0-9]/g, d => 'ghijklmnop'[d])}` : token === 'N' ? '1' : token).join(' ');
}

export class Client {
    constructor(server, code, node) {
        this.node = node ?? server.made?.[code];
        Object.assign(this, { server, code, heard: [], waiting: [], events: [], round: 0, n: 0, closed: null, strict: true });
    }

    async open(options = {}) {
        const query = `?table=${this.code}${this.node ? `&node=${this.node}` : ''}`;
        const ws = this.ws = new WebSocket(this.server.socket + query, ['ninelives.v1'], options);
        this.options = options;
        this.closed = null;
        this.gone = new Promise(done => ws.on('close', code => { if (ws === this.ws) this.closed = code; this.wake(); done(code); }));
        ws.on('message', (data, binary) => this.hear(data, binary));
        await new Promise((done, fail) => { ws.on('open', done); ws.on('error', fail); });
        ws.on('error', () => {});
        assert.equal(ws.protocol, 'ninelives.v1');
        return this;
    }

    // Another node has the table: comes again with its name.
    async follow(node) {
        assert.equal(await this.gone, 4006, 'who is sent elsewhere is sent away');
        this.node = node;
        return this.open(this.options);
    }

    say(m) {
        if (this.strict) conformsOut(m);
        if (JSON.stringify(m).length > JSON.stringify(recorded.out[m.t] ?? '').length) recorded.out[m.t] = m;      // the one that says most
        this.ws.send(JSON.stringify(m));
    }

    hear(data, binary) {
        assert(!binary, 'the table speaks text');
        const m = JSON.parse(data);
        conformsIn(m);
        (recorded.in[m.t] ??= []).length < 2000 && recorded.in[m.t].push(m);
        if (m.t === 'welcome') this.seat = m.seat;
        if (m.token) this.token = m.token;
        if (m.t === 'seated') this.seat = m.seat;
        if (m.t === 'table') this.table = m;
        if (m.t === 'view' || m.t === 'step') this.moment(m);
        this.heard.push(m);
        this.wake();
    }

    moment(m) {
        if (m.round !== this.round) Object.assign(this, { round: m.round, n: 0, events: [], holes: 0 });
        if (m.t === 'view') this.holes = m.n - this.events.length;
        for (const e of m.events ?? []) {
            assert.equal(e.n, this.n + 1, `event ${e.n} after ${this.n}`);
            this.n = e.n;
            this.events.push(e);
        }
        if (m.t === 'step') assert.equal(m.n, this.n, 'a step ends with its last event');
        this.n = m.n;
        this.now = m;
    }

    wake() { for (const w of [...this.waiting]) w(); }

    // Waits until `ready` gives something.
    until(ready, what, ms) { return among([this], ready, what, ms); }

    // The next message of a kind, none of those heard before `from`.
    next(t, test = () => true, from = this.heard.length) {
        return this.until(() => this.heard.slice(from).find(m => m.t === t && test(m)), t);
    }

    async hello(more = {}) {
        for (let hops = 0; hops < MOST_HOPS; hops++) {
            const from = this.heard.length, answer = t => this.heard.slice(from).find(m => m.t === t);
            this.say({ t: 'hello', v: 1, table: this.code, ...(this.token ? { token: this.token } : {}), ...more });
            const welcome = await this.until(() => answer('welcome') ?? answer('elsewhere'), 'welcome');
            if (welcome.t === 'elsewhere') { await this.follow(welcome.node); continue; }
            await this.next('table', undefined, from);
            return welcome;
        }
        assert.fail(`sent elsewhere ${MOST_HOPS} times in a row`);
    }

    async ask(m, answer, test) {
        const from = this.heard.length;
        this.say(m);
        return this.next(answer, test, from);
    }

    err(m) { return this.ask(m, 'err', e => e.re === m.t || (m.id && e.id === m.id)).then(e => e.code); }
    sit(name, seat) { return this.ask({ t: 'sit', name, ...(seat === undefined ? {} : { seat }) }, 'seated'); }

    async move(text, id = `k3v9-${ids++}`, round = this.round, at) {
        const from = this.heard.length;
        this.say({ t: 'move', id, round, move: text, ...(at === undefined ? {} : { at }) });
        return this.until(() => this.heard.slice(from).find(m => (m.t === 'ack' || m.t === 'err') && m.id === id), `an answer to ${text}`);
    }

    changed(test, what) { return this.until(() => this.table && test(this.table) && this.table, what ?? `table ${test}`); }
    asked() { return this.now?.asked.includes(this.seat) && this.now.offer.length > 0; }
    end() { this.ws.close(1000); return this.gone; }
    drop() { this.ws.terminate(); return this.gone; }
}

// Waits until `ready` gives something; it is asked again whenever one of these clients has heard something.
export function among(clients, ready, what, ms = PATIENCE) {
    return new Promise((done, fail) => {
        const end = (f, v) => {
            clearTimeout(timer);
            for (const c of clients) c.waiting.splice(c.waiting.indexOf(look), 1);
            f(v);
        };
        const heard = () => clients.map(c => c.heard.slice(-3).map(m => JSON.stringify(m).slice(0, 200)));
        const timer = setTimeout(() => {
            const closed = clients.map(c => c.closed);
            end(fail, new Error(`waited in vain for ${what}; heard ${heard().join('; and ')}; closed ${closed}`));
        }, ms);
        const look = () => {
            const v = ready();
            if (v) end(done, v);
            else if (clients.every(c => c.closed !== null))
                end(fail, new Error(`closed with ${clients.map(c => c.closed)} while waiting for ${what}`));
        };
        for (const c of clients) c.waiting.push(look);
        look();
    });
}

// `made`: what POST /api/tables answered, or a code.
async function enter(server, code, node, token, options) {
    const c = new Client(server, code, node);
    c.token = token;
    await c.open(options);
    await c.hello();
    return c;
}

// Among several nodes a table may have none for a moment, when its node has gone: then people come again, without a name.
export async function join(server, made, token, options) {
    const code = made.code ?? made;
    for (let node = made.node, end = Date.now() + PATIENCE; ; node = undefined) {
        try { return await enter(server, code, node, token, options); }
        catch (e) { if (!server.state || Date.now() > end) throw e; }
        delete server.made[code];
        await new Promise(done => setTimeout(done, 300));
    }
}

// Plays whatever is offered until everybody has heard that the round is over: nobody is left who would play on in the next.
export async function playOut(clients) {
    const round = Math.max(1, ...clients.map(c => c.round));
    const over = c => c.table.round > round || (c.table.round === round && c.table.phase === 'over');
    const one = async c => {
        while (!over(c)) {
            await c.until(() => over(c) || c.asked(), 'my turn', A_ROUND);
            if (over(c)) break;
            if (!c.asked()) continue;                                // more came in the same breath
            const n = c.now.n, move = choose(c.now.offer), answer = await c.move(move, undefined, undefined, n);
            if (answer.t === 'ack') await c.until(() => over(c) || c.n >= answer.n, 'what I did');
            else {
                const known = ['stale', 'not_asked', 'over', 'wrong_round', 'too_fast'].includes(answer.code);
                assert(known || c.n > n, `${move}: ${answer.code}`);
                if (answer.code === 'too_fast') await new Promise(done => setTimeout(done, 300));
                else await c.until(() => over(c) || c.now.n > n, 'news');
            }
        }
    };
    await Promise.all(clients.map(one));
}

// Everybody has heard what was told so far: an answer to a ping comes behind it.
export const caughtUp = (...clients) => Promise.all(clients.map(c => c.ask({ t: 'ping' }, 'pong')));

// A table made by curl: two people, bots on the other chairs.
export async function seatTwo(server, made, bots = 0, level = 'random') {
    const a = await join(server, made, made.token);
    const b = await join(server, made.code);
    await b.sit('Noa', 1);
    for (let s = 2; s < 2 + bots; s++) a.say({ t: 'bot', seat: s, level });
    await a.changed(t => t.seats.every(s => s.name || s.bot), 'a full table');
    return [a, b];
}

export async function start(...clients) {
    const round = clients[0].table.round + 1;
    clients[0].say({ t: 'start' });
    await Promise.all(clients.map(c => c.until(() => c.table.round >= round && c.now?.round >= round, 'a round')));
}
