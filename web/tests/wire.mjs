// SPDX-License-Identifier: MIT
// wire.mjs - the wire between a browser and the server, in the hands of a test: it can be cut, or go silent without a
// word as when a phone leaves the house.
import { connect, createServer } from "node:net";

export function wireTo(url) {
  const port = Number(new URL(url).port), pairs = new Set();
  let state = "whole";
  const server = createServer((near) => {
    if (state === "cut") return near.destroy();
    const far = connect(port, "127.0.0.1"), pair = { near, far };
    pairs.add(pair);
    const pass = (from, to) => { from.on("data", (bytes) => { if (state === "whole" && !pair.dead) to.write(bytes); else pair.dead = true; }); };
    const end = () => { pairs.delete(pair); near.destroy(); far.destroy(); };
    pass(near, far);
    pass(far, near);
    for (const s of [near, far]) s.on("close", end).on("error", end);
  });
  const drop = () => pairs.forEach(({ near, far }) => { near.destroy(); far.destroy(); });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done({
    url: `http://127.0.0.1:${server.address().port}`,
    cut() { state = "cut"; drop(); },
    /** What is said on it from now on is lost, for good on lines that were open: nobody is told. */
    silence() { state = "silent"; pairs.forEach((p) => { p.dead = true; }); },
    mend() { state = "whole"; },
    close() { drop(); server.close(); },
  })));
}
