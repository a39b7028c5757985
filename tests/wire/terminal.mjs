// SPDX-License-Identifier: MIT
// terminal.mjs - the program as a guest at a table: `play --join` line by line, with a folder of its own for the seat.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE } from './client.mjs';
import { program } from './server.mjs';

const folders = new Set();
process.on('exit', () => folders.forEach(f => rmSync(f, { recursive: true, force: true })));

// A folder in which a terminal keeps its seats.
export function stateFolder() {
    const folder = mkdtempSync(join(tmpdir(), 'ninelives-state-'));
    folders.add(folder);
    return folder;
}

// The terminal's text for a key.
export function said(lang, key) {
    const file = readFileSync(new URL(`../../terminal/text/ui.${lang}.po`, import.meta.url), 'utf8');
    return new RegExp(`^msgid "${key.replaceAll('.', '\\.')}"\nmsgstr "(.*)"`, 'm').exec(file)[1].replaceAll('\\"', '"');
}

let words = 0;
const letters = n => n.toString(36).replace(/[0-9]/g, d => 'ghijklmnop'[d]);
const pick = list => list[Math.floor(Math.random() * list.length)];

export class Terminal {
    constructor(link, { lang = 'en', state = stateFolder(), env = {} } = {}, ...flags) {
        Object.assign(this, { lang, state, out: '', err: '', read: 0, code: null, waiting: new Set() });
        const child = this.child = spawn(program, ['play', '--join', link, '--plain', '--lang', lang, ...flags],
            { env: { ...process.env, XDG_STATE_HOME: state, ...env } });
        child.stdout.setEncoding('utf8').on('data', d => { this.out += d; this.wake(); });
        child.stderr.setEncoding('utf8').on('data', d => { this.err += d; this.wake(); });
        child.stdin.on('error', () => {});
        this.ended = new Promise(done => child.on('close', (code, signal) => { this.code = code ?? signal; this.wake(); done(); }));
    }

    wake() { for (const w of [...this.waiting]) w(); }
    type(line) { this.child.stdin.write(`${line}\n`); }
    kill() { this.child.kill('SIGKILL'); return this.ended; }
    async quit() { this.type('quit'); assert.equal(await this.gone(), 0, this.err); }
    // Its exit code, once it has ended by itself.
    async gone() {
        await this.until(() => this.code !== null, 'its end');
        return this.code;
    }

    // Waits until `ready` gives something; it is asked again whenever the terminal has said something.
    until(ready, what) {
        return new Promise((done, fail) => {
            const end = (f, v) => { clearTimeout(timer); this.waiting.delete(look); f(v); };
            const story = () => new Error(`waited in vain for ${what}:\n${this.out.slice(-1500)}\n${this.err}`);
            const timer = setTimeout(() => end(fail, story()), PATIENCE);
            const look = () => {
                const v = ready();
                if (v) end(done, v);
                else if (this.code !== null) end(fail, story());
            };
            this.waiting.add(look);
            look();
        });
    }

    // The next text like this that has not been read; everything up to its end counts as read.
    reads(pattern) {
        return this.until(() => {
            const hit = pattern.exec(this.out.slice(this.read));
            if (hit) this.read += hit.index + hit[0].length;
            return hit;
        }, pattern);
    }

    // A round has begun.
    async dealt() {
        const text = said(this.lang, 'sat').split('{n}')[1];
        await this.until(() => this.out.indexOf(text, this.read) >= 0, 'a round');
        this.read = this.out.indexOf(text, this.read) + text.length;
    }

    // It waits for an answer of this player.
    asks() { return this.out.slice(this.read).endsWith('> '); }
    over() { return this.out.slice(this.read).includes(`${said(this.lang, 'over')}\n`); }

    // What the menu lists: the numbers of its lines, or their words where they have none.
    async choices() {
        this.read = this.out.length;
        this.type('?');
        await this.until(() => this.asks() || this.over(), 'the menu');
        const lines = this.out.slice(this.read).split('\n').map(l => /^ {2}([ \d]\d| {2}) {2}(.+)$/.exec(l)).filter(Boolean);
        return lines.map(([, number, text]) => number.trim() || text);
    }

    // Plays whatever is possible until the game is over. Words are asked for where the menu has a place for one.
    async playOut() {
        await this.dealt();
        for (;;) {
            await this.until(() => this.asks() || this.over(), 'a question');
            if (this.over()) return;
            const choices = await this.choices(), from = this.out.length;
            if (this.over()) return;
            this.read = from;
            this.type(choices.length ? pick(choices) : `zq${letters(words++)} 1`);
            await this.until(() => this.out.length > from, 'an answer');
            const text = this.out.slice(from);
            if (text.includes(said(this.lang, 'notmove'))) this.type(`zq${letters(words++)} 1`);
        }
    }
}
