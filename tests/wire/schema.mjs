// SPDX-License-Identifier: MIT
// schema.mjs - protocol/asyncapi.yaml and openapi.yaml as checks. Documents allow unknown
// members, because version 1 grows; here what is not documented is a mistake.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import YAML from 'yaml';

const root = new URL('../../protocol/', import.meta.url);
export const asyncapi = YAML.parse(readFileSync(new URL('asyncapi.yaml', root), 'utf8'));
export const openapi = YAML.parse(readFileSync(new URL('openapi.yaml', root), 'utf8'));

function close(node) {
    if (Array.isArray(node)) return node.map(close);
    if (!node || typeof node !== 'object') return node;
    const out = Object.fromEntries(Object.entries(node).map(([k, v]) => [k, close(v)]));
    if (out.properties && typeof out.properties === 'object' && !('additionalProperties' in out) && 'type' in out) out.additionalProperties = false;
    return out;
}

const ajv = new Ajv({ strict: false, allErrors: true });
const schemas = {};
for (const [where, doc] of [['socket', asyncapi], ['http', openapi]]) {
    const key = `${where}.json`;
    ajv.addSchema({ $id: key, components: { schemas: close(doc.components.schemas) } });
    for (const name of Object.keys(doc.components.schemas)) schemas[`${where} ${name}`] = ajv.compile({ $ref: `${key}#/components/schemas/${name}` });
}

export function conforms(kind, value) {
    const check = schemas[kind];
    assert(check, `there is no schema "${kind}"`);
    if (!check(value)) assert.fail(`${kind}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(value).slice(0, 800)}`);
}

const said = { handover: 'askHandover' };
export const conformsOut = m => conforms(`socket ${said[m.t] ?? m.t}`, m);
export const conformsIn = m => conforms(`socket ${m.t}`, m);
