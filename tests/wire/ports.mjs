// SPDX-License-Identifier: MIT
// ports.mjs - a port for a server under test, which keeps it over restarts.
import { createServer } from 'node:net';

// Linux gives outgoing connections ports from 32768 on. A port from there could be taken by any of
// them between its choice and the server's start, or while a killed server is away; these cannot.
const FIRST = 10000, COUNT = 22000, EACH = 16;

// Every process looks in a part of its own, so that tests side by side do not choose the same.
let next = process.pid * EACH;

const isFree = port => new Promise(done => {
    const s = createServer().on('error', () => done(false)).listen(port, '127.0.0.1', () => s.close(() => done(true)));
});

export async function freePort() {
    for (let i = 0; i < COUNT; i++) {
        const port = FIRST + next++ % COUNT;
        if (await isFree(port)) return port;
    }
    throw new Error('no port is free');
}
