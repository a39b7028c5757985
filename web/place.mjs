// SPDX-License-Identifier: MIT
// place.mjs - puts files where they are used. One that is as it should be is left alone, and no reader ever finds half of one:
// tests and servers run beside builds.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Somebody else's, on its way. */
export const isPart = (name) => /\.\d+$/.test(name);

export const isThere = (file, bytes) => existsSync(file) && readFileSync(file).equals(Buffer.from(bytes));

export function place(file, bytes) {
  const part = `${file}.${process.pid}`;
  if (isThere(file, bytes)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(part, bytes);
  renameSync(part, file);
}
