// SPDX-License-Identifier: MIT
// server.mjs - the real program, started on a free port and an empty directory, and requests to it.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.mjs';
import { conforms } from './schema.mjs';

export { freePort };

export const program = process.env.NINELIVES ?? new URL('../../build/dev/ninelives', import.meta.url).pathname;
export const sleep = ms => new Promise(done => setTimeout(done, ms));

// A file of tests ends when nothing is open any more. What keeps one from ending is named, or it would be waited for in vain.
const LINGER = 300000;
let lingering;
const held = h => `${h.constructor.name} ${h.spawnargs?.join(' ') ?? `${h.localPort ?? h.fd ?? ''} -> ${h.remotePort ?? ''}`}`;
function linger() {
    lingering = setTimeout(() => {
        const things = [...process._getActiveHandles().map(held), ...process.getActiveResourcesInfo()];
        console.error(`${process.argv[1]} has stopped its servers and does not end: ${things.join(', ')}`);
        process.exit(1);
    }, LINGER).unref();
}

const running = new Set();
process.on('exit', () => running.forEach(s => { s.child?.kill('SIGKILL'); rmSync(s.dir, { recursive: true, force: true }); }));

// NINELIVES_CLUSTER=2 (or more) plays all this at so many nodes on one database, behind the balancer, instead of one server.
// NINELIVES_ASTRAY=1: and the balancer brings everybody to the wrong node as often as not. NINELIVES_BESIDE=FOLDER: they use
// the PostgreSQL of the cluster there, each with a database of its own, which saves making one for every file of tests.
export const nodes = Number(process.env.NINELIVES_CLUSTER ?? 0);
const astray = process.env.NINELIVES_ASTRAY ? ['--astray'] : [];
const database = process.env.NINELIVES_BESIDE ? ['--beside', process.env.NINELIVES_BESIDE] : ['--postgres', '1'];
// Some tests are about one server by itself and say what of it; they are not played at several nodes.
export const alone = what => nodes ? { skip: `about ${what}, which several nodes behind a balancer do not have` } : {};
const cluster = new URL('../../tools/cluster', import.meta.url).pathname;

export class Server {
    constructor() {
        this.dir = mkdtempSync(join(tmpdir(), 'ninelives-wire-'));
        chmodSync(this.dir, 0o755);                  // the database has a user of its own
        this.data = join(this.dir, 'data');
        this.output = '';
        this.made = {};
        running.add(this);
        clearTimeout(lingering);
    }

    async start(...more) {
        if (nodes) return this.startNodes(more);
        this.port ??= await freePort();
        const args = ['serve', '--listen', `127.0.0.1:${this.port}`, '--data', this.data, ...more];
        this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
        this.done = new Promise(done => this.child.on('exit', (code, signal) => { this.child = null; done({ code, signal }); }));
        for (const out of [this.child.stdout, this.child.stderr]) out.on('data', d => { this.output += d; });
        return this.ready(() => this.child);
    }

    async ready(lives) {
        for (const end = Date.now() + 60000; Date.now() < end;) {
            if (!lives()) throw new Error(`the server ended: ${this.output}`);
            if ((await this.get('/readyz').catch(() => ({}))).status === 200) return this;
            await sleep(20);
        }
        throw new Error(`the server does not get ready: ${this.output}`);
    }

    async startNodes(more) {
        const folder = join(this.dir, 'cluster');
        const up = ['up', ...database, '--nodes', String(nodes), '--program', program, '--lease', '2', ...astray];
        const how = this.port ? ['mend'] : up;
        const flags = ['--open-metrics', ...more];       // the balancer brings those who look after the server, too
        const { code, stderr } = await run(cluster, [...how, '--folder', folder, ...(this.port ? [] : ['--', ...flags])]);
        assert.equal(code, 0, stderr);
        this.state = JSON.parse(readFileSync(join(folder, 'cluster.json')));
        this.port = this.state.people_port;
        return this.ready(() => true);
    }

    get origin() { return `http://127.0.0.1:${this.port}`; }
    get socket() { return `ws://127.0.0.1:${this.port}/socket`; }

    async kill(signal = 'SIGKILL') {
        if (nodes) return this.killNodes(signal);
        this.child?.kill(signal);
        return this.done;
    }

    // What the nodes have written to their logs.
    nodesSaid() {
        return this.state.nodes.map(n => readFileSync(this.state.processes[n.name].log, 'utf8')).join('');
    }

    // The texts of all tables, as the host of a server can read them where they are kept.
    async texts() {
        const query = 'import sqlite3, sys\nfor t, in sqlite3.connect(sys.argv[1]).execute("SELECT text FROM tables"): print(t)';
        const { code, stdout, stderr } = nodes ? await run('psql', ['-At', '-c', 'select text from ninelives.tables', this.state.store])
            : await run('python3', ['-c', query, join(this.data, 'ninelives.db')]);
        assert.equal(code, 0, stderr);
        return stdout.trim().split('\n').map(line => JSON.parse(line));
    }

    async killNodes(signal) {
        const pids = this.state.nodes.map(n => this.state.processes[n.name].pid);
        for (const pid of pids) process.kill(pid, signal);
        while (pids.some(pid => existsSync(`/proc/${pid}/exe`))) await sleep(20);
        this.output = this.nodesSaid();
        return { code: signal === 'SIGTERM' ? 0 : null, signal: signal === 'SIGTERM' ? null : signal };
    }

    async stop() {
        if (nodes) await run(cluster, ['down', '--folder', join(this.dir, 'cluster')]);
        if (this.child) {
            const soon = setTimeout(() => this.child?.kill('SIGKILL'), 60000);
            const { code, signal } = await this.kill('SIGTERM');
            clearTimeout(soon);
            const said = this.output.slice(-3000);
            assert.deepEqual([code, signal], [0, null], `it stops in order (and without a sanitizer's complaint): ${said}`);
        }
        running.delete(this);
        rmSync(this.dir, { recursive: true, force: true });
        if (!running.size) linger();
    }

    get(path, headers = {}) { return fetch(this.origin + path, { headers }); }

    async json(path, kind) {
        const r = await this.get(path), body = await r.json();
        conforms(r.ok ? kind : 'http refusal', body);
        return { status: r.status, ...body };
    }

    async post(wish) {
        const headers = { 'content-type': 'application/json' };
        const r = await fetch(`${this.origin}/api/tables`, { method: 'POST', body: JSON.stringify(wish), headers });
        const body = await r.json();
        if (r.ok) conforms('http create', wish);
        conforms(r.ok ? 'http created' : 'http refusal', body);
        if (body.node && !astray.length) this.made[body.code] = body.node;        // clients go there directly, as people's do
        return { status: r.status, ...body };
    }

    log(code, round) { return this.get(`/api/tables/${code}/rounds/${round}`); }
}

// What anybody with a shell can do.
export const run = (file, args, input) => new Promise(done => {
    const child = execFile(file, args, { maxBuffer: 1 << 24 }, (error, stdout, stderr) =>
        done({ code: error ? error.code ?? 1 : 0, stdout, stderr }));
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
});

export async function curl(server, wish) {
    const how = ['-sS', '-w', '\n%{http_code}', '-H', 'Content-Type: application/json', '-d', JSON.stringify(wish)];
    const { code, stdout } = await run('curl', [...how, `${server.origin}/api/tables`]);
    assert.equal(code, 0);
    const [body, status] = stdout.split('\n');
    assert.equal(status, '201', body);
    const made = JSON.parse(body);
    conforms('http created', made);
    return made;
}

export async function replay(text) {
    const { code, stdout } = await run(program, ['replay', '-', '--json'], text);
    return { code, ...JSON.parse(stdout) };
}
