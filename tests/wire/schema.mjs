// SPDX-License-Identifier: MIT
// schema.mjs - protocol/asyncapi.yaml and openapi.yaml as checks. Documents allow unknown
// members, because version 1 grows; here what is not documented is a mistake.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import YAML from 'yaml';

const root = new URL('../../protocol/', import.meta.url);
export const asyncapi = YAML.parse(readFileSync(new URL('asyncapi.yaml', root), 'utf8'));
export const openapi = YAML.parse(readFileSync(new URL('openapi.yaml', root), 'utf8'));

// The pieces that other schemas are made of stay open: it is the whole that knows all members.
const parts = new Set();
function findParts(node) {
    if (!node || typeof node !== 'object') return;
    if (Array.isArray(node.allOf)) for (const { $ref } of node.allOf) parts.add($ref.split('/').pop());
    Object.values(node).forEach(findParts);
}
[asyncapi, openapi].forEach(findParts);

function close(node) {
    if (Array.isArray(node)) return node.map(close);
    if (!node || typeof node !== 'object') return node;
    const out = Object.fromEntries(Object.entries(node).map(([k, v]) => [k, close(v)]));
    const described = out.properties && typeof out.properties === 'object' && 'type' in out;
    if (described && !('additionalProperties' in out)) out.unevaluatedProperties = false;
    return out;
}
const closeAll = all => Object.fromEntries(Object.entries(all).map(([name, s]) => {
    const closed = close(s);
    if (parts.has(name)) delete closed.unevaluatedProperties;
    return [name, closed];
}));

const ajv = new Ajv({ strict: false, allErrors: true });
const schemas = {}, docs = [['socket', 'asyncapi.yaml', asyncapi], ['http', 'openapi.yaml', openapi]];
for (const [, file, doc] of docs) ajv.addSchema({ $id: file, components: { schemas: closeAll(doc.components.schemas) } });
for (const [where, file, doc] of docs)
    for (const name of Object.keys(doc.components.schemas))
        schemas[`${where} ${name}`] = ajv.compile({ $ref: `${file}#/components/schemas/${name}` });

export function conforms(kind, value) {
    const check = schemas[kind];
    assert(check, `there is no schema "${kind}"`);
    if (!check(value)) assert.fail(`${kind}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(value).slice(0, 800)}`);
}

const said = { handover: 'askHandover', hint: 'askHint', past: 'askPast' };
export const conformsOut = m => conforms(`socket ${said[m.t] ?? m.t}`, m);
export const conformsIn = m => conforms(`socket ${m.t}`, m);
