// SPDX-License-Identifier: MIT
// server.mjs - the real table server for browser tests, on a port and in a folder of its own.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../tests/wire/ports.mjs";
import { built, root } from "./parts.mjs";

export const program = () => ["dev", "release", "clang"].map((p) => join(root, "build", p, "ninelives")).find(existsSync);

export async function startServer(more = []) {
  const data = mkdtempSync(join(tmpdir(), "ninelives-web-")), port = await freePort(), url = `http://127.0.0.1:${port}`;
  let child = null;
  async function up() {
    const flags = ["serve", "--listen", `127.0.0.1:${port}`, "--data", data, "--web", built, "--rate", "200", ...more];
    child = spawn(program(), flags, { stdio: ["ignore", "ignore", process.env.NL_SHOW ? "inherit" : "ignore"] });
    for (const end = Date.now() + 90000; Date.now() < end;) {
      if (await fetch(`${url}/readyz`).then((r) => r.ok, () => false)) return;
      await new Promise((r) => setTimeout(r, 100));
    }
    throw new Error("the server does not answer");
  }
  const down = (signal = "SIGTERM") => new Promise((done) => {
    if (!child || child.exitCode !== null) return done();
    child.once("exit", done);
    child.kill(signal);
  });
  await up();
  return { url, up, down, end: async () => { await down("SIGKILL"); rmSync(data, { recursive: true, force: true }); } };
}
