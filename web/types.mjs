// SPDX-License-Identifier: MIT
// types.mjs - the messages as TypeScript: the schemas of protocol/asyncapi.yaml and openapi.yaml, written into
// build/types/protocol.ts, which the sources import as "protocol". Every piece of the schemas is a type of its name;
// what a client says and what a table says are two unions, told apart by `t`.
//   node types.mjs
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { place } from "./place.mjs";

const HEAD = `// SPDX-License-Identifier: MIT
// protocol.ts - written by web/types.mjs from protocol/asyncapi.yaml and protocol/openapi.yaml.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
`;
const PLAIN = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };
/* The words a schema may use. Any other is an error: the types would silently leave out what it says. */
const READ = ["$ref", "allOf", "anyOf", "const", "enum", "type", "items", "properties", "required", "additionalProperties"];
const UNTYPED = ["description", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"];

const lastOf = (ref) => ref.split("/").pop();
const typeName = (key) => key[0].toUpperCase() + key.slice(1);
const literals = (values) => values.map((v) => JSON.stringify(v)).join(" | ");
const union = (types) => [...new Set(types)].join(" | ");
const noted = (schema) => (schema.description ? `/** ${schema.description} */\n` : "");
const indented = (text) => text.replaceAll("\n", "\n  ");

/** A schema as a type. */
export function typeOf(schema) {
  const odd = Object.keys(schema).filter((k) => !READ.includes(k) && !UNTYPED.includes(k));
  if (odd.length) throw new Error(`types.mjs cannot read "${odd}" of a schema`);
  if (schema.$ref) return typeName(lastOf(schema.$ref));
  if (schema.allOf) return [...schema.allOf.map(typeOf), objectOf(schema)].join(" & ");
  if (schema.anyOf) return union(schema.anyOf.map(typeOf));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return literals(schema.enum);
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
  if (schema.type === "object") return objectOf(schema);
  if (schema.type === "array") return listOf(schema);
  const plain = PLAIN[schema.type];
  if (!plain) throw new Error(`types.mjs cannot read the type of ${JSON.stringify(schema)}`);
  return plain;
}

/** A list; of a fixed length when it is short: a pair. */
function listOf({ items, minItems, maxItems }) {
  const one = typeOf(items);
  if (minItems === 2 && maxItems === 2) return `[${one}, ${one}]`;
  return / [|&] /.test(one) ? `(${one})[]` : `${one}[]`;
}

function objectOf({ properties = {}, required = [], additionalProperties: others = false }) {
  const lost = required.filter((key) => !(key in properties));
  if (lost.length) throw new Error(`required and not described: ${lost}`);
  const optional = Object.keys(properties).filter((key) => !required.includes(key));
  const lines = Object.entries(properties).map(([key, s]) => `${noted(s)}${key}${optional.includes(key) ? "?" : ""}: ${typeOf(s)};`);
  if (others) lines.push(`[key: string]: ${others === true ? "Json" : typeOf(others)}${optional.length ? " | undefined" : ""};`);
  return lines.length ? `{\n  ${lines.map(indented).join("\n  ")}\n}` : "{}";
}

/** The schemas of what one side says: those of an operation's messages. */
function saidIn(doc, operation) {
  return doc.operations[operation].messages.map(({ $ref }) => {
    const message = doc.components.messages[lastOf(doc.channels.table.messages[lastOf($ref)].$ref)];
    return lastOf(message.payload.$ref);
  });
}
function unionOf(name, about, schemas) {
  const kinds = schemas.map((s) => `\n  | ${indented(s.allOf ? `(${typeOf(s)})` : typeOf(s))}`);
  return `/** ${about} */\nexport type ${name} =${kinds.join("")};\n`;
}

export function protocolTypes(asyncapi, openapi) {
  const socket = asyncapi.components.schemas, http = openapi.components.schemas;
  const hear = saidIn(asyncapi, "hear"), tell = saidIn(asyncapi, "tell");
  const pieces = [...Object.entries(socket).filter(([key]) => !hear.includes(key) && !tell.includes(key)), ...Object.entries(http)];
  const names = pieces.map(([key]) => typeName(key)), twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new Error(`both documents have a schema for ${twice}`);
  return [
    HEAD, ...pieces.map(([key, s]) => `${noted(s)}export type ${typeName(key)} = ${typeOf(s)};\n`),
    unionOf("ClientMessage", asyncapi.operations.hear.summary, hear.map((key) => socket[key])),
    unionOf("TableMessage", asyncapi.operations.tell.summary, tell.map((key) => socket[key])),
  ].join("\n");
}

/** The types as this repository's schemas have them. */
export function typesOf(root) {
  const read = (name) => parse(readFileSync(join(root, "protocol", name), "utf8"));
  return protocolTypes(read("asyncapi.yaml"), read("openapi.yaml"));
}

export function writeTypes(root) {
  place(join(root, "build/types/protocol.ts"), typesOf(root));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTypes(dirname(dirname(fileURLToPath(import.meta.url))));
