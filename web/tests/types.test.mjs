// SPDX-License-Identifier: MIT
// types.test.mjs - the client is held to the schemas: its types are written from protocol/*.yaml, and a schema that
// loses a member, a value or a message which the client speaks of no longer compiles.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { parse } from "yaml";
import { protocolTypes, typeOf } from "../types.mjs";
import { root, web } from "./parts.mjs";

const scratch = join(root, `build/web-tests/types-${process.pid}`);
after(() => rmSync(scratch, { recursive: true, force: true }));
const read = (name) => parse(readFileSync(join(root, "protocol", name), "utf8"));

/** The compiler's errors after this change of the schemas. */
function compiled(change) {
  const asyncapi = read("asyncapi.yaml"), openapi = read("openapi.yaml");
  const plain = JSON.parse(readFileSync(join(web, "tsconfig.json"), "utf8"));
  change(asyncapi.components.schemas, openapi.components.schemas, asyncapi);
  const paths = Object.fromEntries(Object.entries(plain.compilerOptions.paths).map(([name, [to]]) => [name, [join(web, to)]]));
  const own = {
    extends: join(web, "tsconfig.json"), include: plain.include.map((i) => join(web, i)),
    compilerOptions: { paths: { ...paths, protocol: [join(scratch, "protocol.ts")] } },
  };
  mkdirSync(scratch, { recursive: true });
  writeFileSync(join(scratch, "protocol.ts"), protocolTypes(asyncapi, openapi));
  writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify(own));
  return spawnSync(join(web, "node_modules/.bin/tsc"), ["--noEmit", "-p", scratch], { encoding: "utf8" }).stdout;
}

test("a schema becomes a type", () => {
  assert.equal(typeOf({ type: ["string", "null"] }), "string | null");
  assert.equal(typeOf({ type: "array", minItems: 2, maxItems: 2, items: { type: "integer" } }), "[number, number]");
  assert.equal(typeOf({ type: "array", items: { anyOf: [{ $ref: "#/components/schemas/hash" }, { type: "null" }] } }), "(Hash | null)[]");
  assert.equal(typeOf({ enum: ["person", null] }), '"person" | null');
  const two = { t: { const: "x" }, n: { type: "integer" } };
  assert.equal(typeOf({ type: "object", required: ["t"], properties: two }), '{\n  t: "x";\n  n?: number;\n}');
  assert.throws(() => typeOf({ type: "object", patternProperties: {} }), /patternProperties/, "nothing is left out silently");
  assert.throws(() => typeOf({ type: "object", required: ["gone"], properties: {} }), /gone/);
});

test("the client speaks as the schemas do", () => assert.equal(compiled(() => undefined), ""));

const drop = (schema, key) => { delete schema.properties[key]; schema.required = schema.required?.filter((k) => k !== key); };
for (const [what, name, change] of [
  ["a member of the table", "watching", (s) => drop(s.publicTable, "watching")],
  ["a member of a message", "phrase", (s) => drop(s.said, "phrase")],
  ["a member of an answer over HTTP", "taken", (_, http) => drop(http.openTable, "taken")],
  ["a value", "relaxed", (s) => { s.clockName.enum = s.clockName.enum.filter((c) => c !== "relaxed"); }],
  ["a code", "bad_option", (s) => { s.errorCode.enum = s.errorCode.enum.filter((c) => c !== "bad_option"); }],
  ["a message", "pause", (_, __, { operations: { hear } }) => { hear.messages = hear.messages.filter((m) => !m.$ref.endsWith("/pause")); }],
])
  test(`${what} that the schemas lose, the compiler misses`, () => assert.match(compiled(change), new RegExp(`error TS.*\\b${name}\\b`)));
