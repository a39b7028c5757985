// SPDX-License-Identifier: MIT
// server.mjs - the real program, started on a free port and an empty directory, and requests to it.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.mjs';
import { conforms } from './schema.mjs';

export { freePort };

export const program = process.env.NINELIVES ?? new URL('../../build/dev/ninelives', import.meta.url).pathname;
export const sleep = ms => new Promise(done => setTimeout(done, ms));

const running = new Set();
process.on('exit', () => running.forEach(s => { s.child?.kill('SIGKILL'); rmSync(s.dir, { recursive: true, force: true }); }));

export class Server {
    constructor() {
        this.dir = mkdtempSync(join(tmpdir(), 'ninelives-wire-'));
        this.data = join(this.dir, 'data');
        this.output = '';
        running.add(this);
    }

    async start(...more) {
        this.port ??= await freePort();
        const args = ['serve', '--listen', `127.0.0.1:${this.port}`, '--data', this.data, ...more];
        this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
        this.done = new Promise(done => this.child.on('exit', (code, signal) => { this.child = null; done({ code, signal }); }));
        for (const out of [this.child.stdout, this.child.stderr]) out.on('data', d => { this.output += d; });
        for (const end = Date.now() + 60000; Date.now() < end;) {
            if (!this.child) throw new Error(`the server ended: ${this.output}`);
            if ((await this.get('/readyz').catch(() => ({}))).status === 200) return this;
            await sleep(20);
        }
        throw new Error(`the server does not get ready: ${this.output}`);
    }

    get origin() { return `http://127.0.0.1:${this.port}`; }
    get socket() { return `ws://127.0.0.1:${this.port}/socket`; }

    async kill(signal = 'SIGKILL') { this.child?.kill(signal); return this.done; }

    async stop() {
        if (this.child) {
            const soon = setTimeout(() => this.child?.kill('SIGKILL'), 60000);
            const { code, signal } = await this.kill('SIGTERM');
            clearTimeout(soon);
            const said = this.output.slice(-3000);
            assert.deepEqual([code, signal], [0, null], `it stops in order (and without a sanitizer's complaint): ${said}`);
        }
        running.delete(this);
        rmSync(this.dir, { recursive: true, force: true });
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
