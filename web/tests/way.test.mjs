// SPDX-License-Identifier: MIT
// way.test.mjs - how the client finds the node that runs its table: the decisions, and the connection that carries them out,
// with a stand-in for the browser whose sockets and timers the test controls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./parts.mjs";

const { sentElsewhere, socketPath, wayTo } = await load("way.ts");
const { connect, expectAt } = await load("socket.ts");

test("the name of a node is asked for, and only a name", () => {
  assert.equal(socketPath("mirotuka", wayTo()), "/socket?table=mirotuka");
  assert.equal(socketPath("mirotukabe", wayTo("north-1")), "/socket?table=mirotukabe&node=north-1");
  assert.equal(socketPath("a&node=x", wayTo()), "/socket?table=a%26node%3Dx");
  for (const wrong of ["", "North", "a/b", "a&b", "x".repeat(33)]) assert.deepEqual(wayTo(wrong), { hops: 0 });
});
test("twice elsewhere is followed at once, the third time is not", () => {
  const first = sentElsewhere(wayTo(), "a"), second = sentElsewhere(first.way, "b"), third = sentElsewhere(second.way, "a");
  assert.deepEqual([first, second].map((s) => [s.way.node, s.atOnce]), [["a", true], ["b", true]]);
  assert.deepEqual(third, { way: { hops: 0 }, atOnce: false });
  assert.deepEqual(sentElsewhere(wayTo(), "no name!"), { way: { hops: 0 }, atOnce: false });
});

/** A browser without a network: the sockets that were opened, and the timers that wait. */
function browser() {
  const sockets = [], timers = new Map();
  let id = 0;
  class Socket {
    static OPEN = 1;
    static CONNECTING = 0;
    constructor(url) { Object.assign(this, { url: url.replace(/^.*?(?=\/socket)/, ""), readyState: 0, sent: [] }); sockets.push(this); }
    send(text) { this.sent.push(JSON.parse(text)); }
    close() { this.readyState = 3; }
    opens() { this.readyState = 1; this.onopen?.(); return this; }
    says(m) { this.onmessage?.({ data: JSON.stringify(m) }); return this; }
    ends(code) { this.readyState = 3; this.onclose?.({ code }); return this; }
    welcomes() { return this.opens().says({ t: "welcome", v: 1, server: "x", heartbeat: 40, seat: null }); }
  }
  const nothing = () => undefined;
  const window = {
    setTimeout: (what, ms) => { timers.set(++id, { what, ms }); return id; }, setInterval: nothing,
  };
  const globals = {
    WebSocket: Socket, window, location: { protocol: "http:", host: "here" }, addEventListener: nothing, removeEventListener: nothing,
    document: { addEventListener: nothing, removeEventListener: nothing, visibilityState: "visible" },
    clearTimeout: (t) => timers.delete(t), clearInterval: nothing,
  };
  const before = Object.fromEntries(Object.keys(globals).map((k) => [k, globalThis[k]]));
  Object.assign(globalThis, globals);
  return {
    sockets, last: () => sockets[sockets.length - 1], waits: () => timers.size > 0,
    restore: () => Object.assign(globalThis, before),
    pass() { const due = [...timers.values()]; timers.clear(); due.forEach((t) => t.what()); },
  };
}
/** Connects in such a browser and runs the story. */
function story(code, tell) {
  const b = browser(), lines = [], heard = [];
  const memory = { token: () => "ab".repeat(16), keep: () => undefined, have: () => undefined };
  try {
    const engine = connect(code, { message: (m) => heard.push(m.t), line: (l) => lines.push(l) }, memory);
    tell({ ...b, engine, lines, heard });
    engine.close();
  } finally { b.restore(); }
}
const elsewhere = (node) => ({ t: "elsewhere", node });

test("the client follows elsewhere at once and says the same hello", () => story("mirotuka", (b) => {
  const first = b.last().opens().says(elsewhere("north-1"));
  assert.equal(b.sockets.length, 2, "without waiting");
  assert.equal(first.readyState, 3, "the old connection is closed");
  assert.equal(b.last().url, "/socket?table=mirotuka&node=north-1");
  first.ends(4006);
  assert.equal(b.sockets.length, 2, "its close code changes nothing any more");
  assert.deepEqual(b.last().welcomes().sent, first.sent);
  assert.deepEqual([b.lines.at(-1), b.heard], ["open", ["welcome"]]);
}));
test("nodes that point at each other are left alone after three times", () => story("mirotuka", (b) => {
  for (const node of ["a", "b", "a"]) b.last().opens().says(elsewhere(node));
  assert.equal(b.sockets.length, 3);
  assert.equal(b.lines.at(-1), "waiting");
  b.pass();
  assert.equal(b.last().url, "/socket?table=mirotuka");
  b.last().opens().says(elsewhere("b"));
  assert.equal(b.sockets.length, 5, "the count begins again");
}));
test("a named node that cannot be reached is forgotten", () => story("mirotuka", (b) => {
  b.last().opens().says(elsewhere("north-1"));
  b.last().ends(1006);
  assert.deepEqual([b.sockets.length, b.lines.at(-1)], [2, "waiting"]);
  b.pass();
  assert.equal(b.last().url, "/socket?table=mirotuka");
}));
test("a named node that says nothing is forgotten", () => story("mirotuka", (b) => {
  b.last().opens().says(elsewhere("north-1"));
  b.pass();                                              // the silence lasts too long
  b.pass();
  assert.equal(b.last().url, "/socket?table=mirotuka");
}));
for (const reason of [1001, 1006, 4006])
  test(`after a table was found and lost with ${reason} no node is asked for, and the seat is kept`, () => story("mirotuka", (b) => {
    b.last().opens().says(elsewhere("north-1"));
    b.last().welcomes();
    b.engine.say({ t: "move", id: "m-1", round: 1, move: "draw" });
    b.last().ends(reason);
    b.pass();
    assert.equal(b.last().url, "/socket?table=mirotuka");
    const said = b.last().welcomes().sent;
    assert.equal(said[0].token, "ab".repeat(16));
    assert.ok(said.some((m) => m.id === "m-1"), "what was not answered is said again");
  }));
test("a new table is looked for where it was made, once", () => {
  expectAt("mirotukabe", "south-2");
  expectAt("kupugehi", undefined);
  story("mirotukabe", (b) => assert.equal(b.last().url, "/socket?table=mirotukabe&node=south-2"));
  story("mirotukabe", (b) => assert.equal(b.last().url, "/socket?table=mirotukabe"));
  story("kupugehi", (b) => assert.equal(b.last().url, "/socket?table=kupugehi"));
});
