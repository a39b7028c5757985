// SPDX-License-Identifier: MIT
// postbox.mjs - a push service and the browsers behind it: takes messages as RFC 8030 says, checks who sent them (RFC 8292)
// and reads them with the browser's own keys (RFC 8291). Written from the standards.
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';

const PATIENCE = 120000;                             // in ms: a busy machine is slow, not wrong
const hmac = (key, ...parts) => parts.reduce((h, p) => h.update(p), createHmac('sha256', key)).digest();
const hkdf = (salt, secret, info, n) => hmac(hmac(salt, secret), Buffer.from(info), Buffer.from([1])).subarray(0, n);

// A browser's subscription: the keys that messages for it are encrypted for.
export class Reader {
    constructor() {
        this.ecdh = createECDH('prime256v1');
        this.ecdh.generateKeys();
        this.secret = randomBytes(16);
        this.point = this.ecdh.getPublicKey().toString('base64url');
        this.auth = this.secret.toString('base64url');
    }

    open(body) {
        const salt = body.subarray(0, 16), size = body.readUInt32BE(16), n = body[20], theirs = body.subarray(21, 21 + n);
        const sealed = body.subarray(21 + n);
        assert(sealed.length <= size, 'one record');
        const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.ecdh.getPublicKey(), theirs]);
        const shared = hkdf(this.secret, this.ecdh.computeSecret(theirs), info, 32);
        const key = hkdf(salt, shared, 'Content-Encoding: aes128gcm\0', 16), nonce = hkdf(salt, shared, 'Content-Encoding: nonce\0', 12);
        const cipher = createDecipheriv('aes-128-gcm', key, nonce);
        cipher.setAuthTag(sealed.subarray(-16));
        const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
        const end = text.findLastIndex(b => b !== 0);
        assert.equal(text[end], 2, 'the last record');
        return text.subarray(0, end).toString();
    }
}

// The claims of a token, if the key that it names has signed it.
export function claims(authorization) {
    const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization);
    const [head, body, signature] = token.split('.'), point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(b => b.toString('base64url'));
    const open = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const how = { key: open, dsaEncoding: 'ieee-p1363' }, by = Buffer.from(signature, 'base64url');
    assert(verify('sha256', Buffer.from(`${head}.${body}`), how, by), 'the token is signed by the key that it names');
    return { key, ...JSON.parse(Buffer.from(body, 'base64url')) };
}

export class Postbox {
    constructor() { this.taken = []; this.status = 201; }

    async open() {
        this.server = createServer((request, response) => {
            const parts = [];
            request.on('data', d => parts.push(d));
            request.on('end', () => {
                this.taken.push({ url: request.url, headers: request.headers, method: request.method, body: Buffer.concat(parts) });
                response.writeHead(this.status).end();
            });
        });
        await new Promise(done => this.server.listen(0, '127.0.0.1', done));
        this.origin = `http://127.0.0.1:${this.server.address().port}`;
        return this;
    }

    // Waits until so many messages have come.
    async has(n) {
        for (const end = Date.now() + PATIENCE; this.taken.length < n && Date.now() < end;) await new Promise(done => setTimeout(done, 50));
        assert(this.taken.length >= n, `${this.taken.length} messages instead of ${n}`);
    }

    close() { this.server.closeAllConnections(); return new Promise(done => this.server.close(done)); }
}
