// SPDX-License-Identifier: MIT
// same.test.mjs - one seeded round, played by the arena, in the terminal, over the server and by the browser's own
// table: the same log from all four. The arena's bots decide; the terminal's bots decide again, and must come to the
// same; at the server people say what they decided, and in the browser a person and the bots' chairs.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { after, before, test } from 'node:test';
import { join, start } from './client.mjs';
import { program, run, Server } from './server.mjs';
import { load, loadEngine } from '../../web/tests/parts.mjs';

// A server offers other options in Duet than the rules' own; here they are those of the arena.
const ROUNDS = [['kittens', 4, { combos: 'on' }], ['goodevil', 3, {}], ['party', 7, {}], ['ratcat', 3, { rounds: 2 }],
    ['duet', 2, { names: 'off', anew: 'off' }]];
const server = new Server(), scratch = mkdtempSync(path(tmpdir(), 'ninelives-same-')), made = {};
let secrets;

const sha = (...parts) => { const h = createHash('sha256'); parts.forEach(p => h.update(p)); return h.digest('hex'); };
// As docs/NOTATION.md says: a name, the secret, and a zero for every seat that adds no luck.
const seedOf = (secret, seats) => sha('ninelives fair 1', Buffer.from(secret, 'hex'), Buffer.alloc(seats));
const words = options => Object.entries(options).map(([k, v]) => `${k}=${v}`);

// What the host of a server could do: stop it, and look up where tables are kept what the next deals are made of.
async function readSecrets() {
    const found = (await server.texts()).map(table => table.next_secret).filter(Boolean);        // all but the key for notices
    return Object.fromEntries(found.map(s => [sha(Buffer.from(s, 'hex')), s]));
}

before(async () => {
    await server.start('--rate', '1000');
    for (const [game, seats, options] of ROUNDS)
        made[game] = await server.post({ game, seats, options, clock: 'off', pace: 'instant', name: 'Dana' });
    await server.kill('SIGTERM');
    secrets = await readSecrets();
    await server.start('--rate', '1000');
});
after(async () => { await server.stop(); rmSync(scratch, { recursive: true, force: true }); });

async function logOf(name, ...args) {
    const file = path(scratch, name), { code, stderr } = await run(program, [...args, '--log', file]);
    assert.equal(code, 0, stderr);
    return readFileSync(file, 'utf8');
}
const byArena = (game, seats, options, seed) =>
    logOf(`${game}.arena`, 'arena', game, '--seats', Array(seats).fill('random').join(), '--games', '1', '--deal', seed, ...words(options));
const byTerminal = (game, seats, options, seed) =>
    logOf(`${game}.terminal`, 'play', game, '--plain', '--watch', '--players', `${seats}`, '--bots', 'random',
        '--speed', '0', '--lang', 'en', '--seed', seed, ...words(options));

// The moves of people in a log: who, and what they say.
const decisions = log => [...log.matchAll(/^\d+ (\d) (.*)$/gm)].map(([, seat, text]) => ({ seat: Number(seat), text }));
// The round itself. Around it a server and a browser write what they promised, each with its own secret.
const round = log => log.replace(/^(commit|luck|secret) .*\n/gm, '');

async function byServer({ code, token }, seats, script) {
    const people = [await join(server, code, token)];
    for (let s = 1; s < seats; s++) {
        people.push(await join(server, code));
        await people[s].sit(`P${s}`, s);
    }
    await start(...people);
    for (const { seat, text } of script) {
        const answer = await people[seat].move(text);
        assert.equal(answer.t, 'ack', `${seat} ${text}: ${answer.code}`);
    }
    await people[0].changed(t => t.phase === 'over', 'the end');
    for (const p of people) await p.end();
    return (await server.log(code, 1)).text();
}

// Bots' timers fire whenever nobody else has anything to do; whoever is not next in the script is not ready yet.
async function byBrowser(game, seats, options, secret, script) {
    const { Host } = await load('host.ts'), { newTable } = await load('saved.ts');
    const nl = await loadEngine(), table = nl.table.bind(nl), due = [], left = [...script];
    let saved, phase = 'lobby', refused = null;
    const hear = m => { if (m.t === 'table') phase = m.phase; if (m.t === 'err') refused = m.code; };
    const choose = seat => (left[0]?.seat === seat ? left.shift().text : null);
    nl.table = (...what) => Object.assign(table(...what), { choose });
    const host = new Host(nl, Object.assign(newTable('same', game, 'Dana', seats, 'random', secret), { options, clock: 'off' }), {
        send: hear, save: s => { saved = s; }, later: (_, what) => due.push(what), never: t => { due[t - 1] = null; },
        random: () => 0.5, entropy: () => secret, now: () => 0,
    });
    host.open();
    host.hear({ t: 'start' });
    for (let at = 0, i = 0; phase === 'playing' && i < 100 * script.length && !refused; i++) {
        if (left[0]?.seat === 0) host.hear({ t: 'move', id: `m${i}`, round: 1, move: left.shift().text });
        else if (at < due.length) due[at++]?.();
    }
    assert.deepEqual([phase, refused, left.length], ['over', null, 0]);
    return saved.log;
}

for (const [game, seats, options] of ROUNDS)
    test(`${game}: arena, terminal, server and browser write the same log`, async () => {
        const host = await join(server, made[game].code, made[game].token), secret = secrets[host.table.next];
        await host.end();
        const seed = seedOf(secret, seats), log = await byArena(game, seats, options, seed), script = decisions(log);
        assert.ok(script.length > 0, log);
        assert.equal(await byTerminal(game, seats, options, seed), log, 'terminal');
        const told = await byServer(made[game], seats, script);
        assert.equal(round(told), round(log), 'server');
        assert.equal(await byBrowser(game, seats, options, secret, script), told, 'browser');
    });
