// SPDX-License-Identifier: MIT
// examples.test.mjs - PROTOCOL.md shows real messages, and the schemas know all of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { recorded } from './client.mjs';
import { check, differences, objects, session } from './examples.mjs';
import { asyncapi, conformsIn, conformsOut, openapi } from './schema.mjs';

const page = readFileSync(new URL('../../protocol/PROTOCOL.md', import.meta.url), 'utf8');

test('a difference is noticed', () => {
    assert.deepEqual(differences({ a: 1, b: [{ c: 'x' }] }, [{ a: 2, b: [{ c: 'y' }, { c: 'z' }] }]), []);
    assert.equal(differences({ a: 1 }, [{ a: 'x' }]).length, 1);
    assert.equal(differences({ a: 1 }, [{ a: 1, b: 2 }]).length, 1);
    assert.equal(differences({ a: 1, b: 2 }, [{ a: 1 }]).length, 1);
    assert.equal(differences({ b: [{ c: 1 }] }, [{ b: [{ c: null }] }]).length, 1);
});

test('the examples are like real messages', async () => {
    const { blocks, wrong } = check(await session());
    assert.deepEqual(wrong, []);
    assert(blocks >= 8);
    const kinds = Object.keys(asyncapi.components.schemas), inn = Object.keys(recorded.in);
    for (const t of ['welcome', 'table', 'view', 'step', 'seated', 'ack', 'err', 'said', 'handover', 'past', 'notices', 'pong', 'bye'])
        assert(inn.includes(t), `nobody said ${t}`);
    for (const t of inn) assert(kinds.includes(t));
});

test('the examples fit the schemas', () => {
    for (const [, name, body] of page.matchAll(/<!-- example: ([a-z ]+) -->\n```json\n([\s\S]*?)```/g)) {
        if (name.startsWith('http')) continue;
        for (const m of objects(body.replaceAll('…', ''))) if (!body.includes('…')) (name === 'client' ? conformsOut : conformsIn)(m);
    }
});

test('the page and the schemas have the same error codes', () => {
    const listed = text => [...text.matchAll(/`([a-z_ \n]+)`/g)].flatMap(m => m[1].split(/\s+/)).sort();
    const socket = /### Error codes\n([\s\S]*?)###/.exec(page)[1];
    const http = /Besides the codes of the socket\s+there are ([\s\S]*?)\n\n/.exec(page)[1];
    assert.deepEqual(listed(socket), [...asyncapi.components.schemas.errorCode.enum].sort());
    assert.deepEqual(listed(http), [...openapi.components.schemas.httpCode.enum].sort());
});
