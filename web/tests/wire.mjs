// SPDX-License-Identifier: MIT
// wire.mjs - a connection between a browser and the server that a test controls: it can be cut, or go silent, as when a
// phone loses its network.
import { connect, createServer } from "node:net";

export function wireTo(url) {
  const port = Number(new URL(url).port), pairs = new Set();
  let state = "whole";
  const server = createServer((near) => {
    if (state === "cut") return near.destroy();
    const far = connect(port, "127.0.0.1"), pair = { near, far };
    pairs.add(pair);
    const pass = (from, to) => {
      const passes = () => state === "whole" || (state === "deaf" && from === near);
      from.on("data", (bytes) => {
        if (passes() && !pair.dead) to.write(bytes);
        else if (state !== "deaf") pair.dead = true;
      });
    };
    const end = () => { pairs.delete(pair); near.destroy(); far.destroy(); };
    pass(near, far);
    pass(far, near);
    for (const s of [near, far]) s.on("close", end).on("error", end);
  });
  const drop = () => pairs.forEach(({ near, far }) => { near.destroy(); far.destroy(); });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done({
    url: `http://127.0.0.1:${server.address().port}`,
    cut() { state = "cut"; drop(); },
    /** Bytes sent from now on are lost without an error; connections that are open now stay dead also after mend(). */
    silence() { state = "silent"; pairs.forEach((p) => { p.dead = true; }); },
    /** What the server says from now on is lost; what is said to it still arrives. */
    deafen() { state = "deaf"; },
    mend() { state = "whole"; },
    close() { drop(); server.close(); },
  })));
}
