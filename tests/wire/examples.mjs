// SPDX-License-Identifier: MIT
// examples.mjs - the examples of protocol/PROTOCOL.md against real messages: same members, same
// types, at every depth. `node tests/wire/examples.mjs --write` puts real ones in their place.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { among, choose, join, playOut, recorded, seatTwo, start } from './client.mjs';
import { Reader } from './postbox.mjs';
import { Server } from './server.mjs';

const page = new URL('../../protocol/PROTOCOL.md', import.meta.url);
const block = /<!-- example: ([a-z ]+) -->\n```json\n([\s\S]*?)```/g;

// The objects of a block; an object may go on over several lines.
export function objects(text) {
    const out = [];
    let part = '';
    for (const line of text.split('\n')) {
        part += line;
        try { out.push(JSON.parse(part)); part = ''; } catch { part += ' '; }
    }
    if (part.trim()) throw new Error(`not JSON: ${part.slice(0, 80)}`);
    return out;
}

const kind = v => v === null ? 'null' : Array.isArray(v) ? 'list' : typeof v;
const free = new Set(['view', 'options']);           // what a game fills in

// What the example has and no real message has, as paths. `real` is a list of candidates.
export function differences(example, real, at = '') {
    const same = real.filter(r => kind(r) === kind(example));
    if (!same.length) return [`${at || 'it'} is ${kind(example)}, really ${[...new Set(real.map(kind))].join(' or ') || 'absent'}`];
    if (kind(example) === 'list') {
        const all = same.flat();
        return all.length ? example.flatMap((e, i) => differences(e, all, `${at}[${i}]`)) : [];
    }
    if (kind(example) !== 'object') return [];
    const missing = Object.keys(same[0]).filter(k => same.every(r => k in r) && !(k in example) && k !== 'you');
    return [...missing.map(k => `${at}.${k} is missing`),
        ...Object.keys(example).flatMap(k => {
            const there = same.filter(r => k in r).map(r => r[k]);
            if (!there.length) return [`${at}.${k} does not exist`];
            return free.has(k) ? [] : differences(example[k], there, `${at}.${k}`);
        })];
}

// A short evening at one table, in which everything is said once.
export async function session() {
    const server = await new Server().start('--rate', '1000'), http = {};
    http.games = [await (await server.get('/api/games')).json()];
    http.create = [{
        game: 'kittens', seats: 3, options: { combos: 'on' }, clock: 'relaxed', pace: 'instant', absent: 'bot', open: false,
        hints: true, name: 'Dana'
    }];
    const made = await server.post(http.create[0]);
    delete made.status;
    delete made.node;                                // which of several has made it: not at one server
    http.created = [made];
    const [a, b] = await seatTwo(server, made, 1), w = await join(server, made.code);
    await w.err({ t: 'sit', name: 'Eli', seat: 0 });
    a.say({ t: 'set', clock: 'quick', options: { combos: 'off' } });
    b.say({ t: 'name', name: 'Noa B.', cat: 4 });
    a.say({ t: 'swap', seats: [0, 2] });
    await a.changed(t => t.you.seat === 2);
    a.seat = 2;
    a.say({ t: 'luck', value: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' });
    await start(a, b, w);
    a.say({ t: 'say', phrase: http.games[0].phrases[0] });
    a.say({ t: 'pause', on: true });
    await a.changed(t => t.phase === 'paused');
    a.say({ t: 'pause', on: false });
    await a.changed(t => t.phase === 'playing');
    await b.ask({ t: 'handover' }, 'handover');
    const { point: key, auth } = new Reader(), endpoint = 'https://push.example.net/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV';
    await b.ask({ t: 'subscribe', endpoint, key, auth, lang: 'he' }, 'notices');
    b.say({ t: 'hidden', on: true });
    b.say({ t: 'let', what: 'choiceless' });
    await b.ask({ t: 'unsubscribe' }, 'notices');
    await b.ask({ t: 'ping' }, 'pong');
    await a.until(() => a.now, 'a view');
    await a.move('pass #9');
    for (let i = 0; i < 6; i++) {
        const c = [a, b].find(x => x.asked());
        if (c && !recorded.in.hint) await c.ask({ t: 'hint' }, 'hint');
        if (c && !recorded.in.past) await c.ask({ t: 'past' }, 'past');
        if (!c) await new Promise(d => setTimeout(d, 60));
        const r = c && await c.move(choose(c.now.offer));
        if (r?.t === 'ack') await c.until(() => c.n >= r.n, 'it');
    }
    const again = await join(server, made.code, b.token);
    again.seat = b.seat;
    again.say({ t: 'hello', v: 1, table: made.code, token: b.token, have: { round: 1, n: 57 } });       // once is enough: refused
    await playOut([a, again]);
    a.say({ t: 'host', seat: 1 });
    await again.changed(t => t.you.host);
    again.say({ t: 'bot', seat: 0, level: 'easy', called: 'Luna' });
    a.say({ t: 'stand' });
    await again.changed(t => !t.seats[2].name);
    await a.ask({ t: 'sit', name: 'Dana', seat: 2, cat: 7 }, 'seated');
    const still = await seatTwo(server, await server.post({ game: 'kittens', seats: 2, clock: 'off', name: 'Dana' }));
    await start(...still);
    const asked = still.find(c => c.asked());
    await asked.move('draw');
    const next = still.find(c => c !== asked);
    await join(server, next.code, (await among(still, () => still.find(c => c.asked()), 'the next')).token);
    const from = a.heard.length, bye = a.next('bye', undefined, from);
    server.kill('SIGTERM');
    await bye;
    await server.stop();
    return http;
}

// A message worth showing: of a running round, with something that its viewer may not read.
const shown = {
    table: m => m.phase === 'playing' && m.you?.seat !== null && m.fair.luck.some(Boolean),
    view: m => m.asked.length && m.offer.length,
    step: m => m.events.length > 1 && m.events.some(e => Object.values(e).includes(null)),
    err: (m, like) => 'id' in m === 'id' in like && 're' in m === 're' in like,
};

function realOne(like, name, http) {
    const all = name.startsWith('http ') ? http[name.slice(5)] : name === 'client' ? [recorded.out[like.t]] : recorded.in[like.t];
    const good = (all ?? []).filter(m => m && (!shown[m.t] || name === 'client' || shown[m.t](m, like)));
    return good.sort((x, y) => JSON.stringify(x).length - JSON.stringify(y).length)[0];
}

export function check(http, write) {
    const text = readFileSync(page, 'utf8'), wrong = [];
    let blocks = 0;
    const out = text.replace(block, (all, name, body) => {
        blocks++;
        if (name === 'nodes') return all;              // what a server that is one process never says
        const lines = objects(body).map(example => {
            const answers = () => (name.startsWith('http ') ? http[name.slice(5)] : recorded.in[example.t]) ?? [];
            const real = name === 'client' ? [recorded.out[example.t]].filter(Boolean) : answers();
            const optional = name === 'client' || ['err', 'welcome'].includes(example.t) || name === 'http create';
            const diffs = differences(example, real).filter(d => !(optional && / (is missing|does not exist)$/.test(d)));
            wrong.push(...diffs.map(d => `${name} ${example.t ?? ''}: ${d}`));
            return wrap(JSON.stringify(realOne(example, name, http) ?? example));
        });
        const fresh = `<!-- example: ${name} -->\n\`\`\`json\n${lines.join('\n')}\n\`\`\``;
        return write && !['http games', 'hint', 'past'].includes(name) ? fresh : all;      // these are too long to read
    });
    if (write) writeFileSync(page, out);
    return { blocks, wrong };
}

// Lines of at most 120 bytes, broken after a comma.
function wrap(json) {
    const lines = [];
    while (json.length > 120) {
        const at = json.lastIndexOf(',', 119) + 1 || json.indexOf(',') + 1 || json.length;
        lines.push(json.slice(0, at));
        json = ' ' + json.slice(at);
    }
    return [...lines, json].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { blocks, wrong } = check(await session(), process.argv.includes('--write'));
    console.log([...wrong, `${blocks} blocks of examples, ${wrong.length} differences`].join('\n'));
    process.exit(wrong.length ? 1 : 0);
}
