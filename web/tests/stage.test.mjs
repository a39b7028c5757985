// SPDX-License-Identifier: MIT
// stage.test.mjs - the director: one thing after the other, nothing lost, nothing twice; and the great moments in a real
// browser, each in its turn.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { films, shoot } from "./films.mjs";
import { PHONE, launch } from "./browser.mjs";
import { load } from "./parts.mjs";
import { startServer } from "./server.mjs";

const { Stage, scene, showing } = await load("stage.ts");

/** A stage whose clock the test winds on. Events are named by what they need: "flip 900" is early and takes 900 ms. */
function stageWithClock() {
  const seen = [], timers = [];
  let now = 0;
  const act = (event) => {
    const [kind, ms] = event.e.split(" ");
    return { event, ms: Number(ms ?? 0), scene: kind === "plain" ? null : { kind, early: kind === "flip" }, sound: undefined };
  };
  const stage = new Stage({
    acts: (m) => (m.t === "step" ? m.events.map(act).filter((a) => a.ms > 0) : []),
    apply: (m, wait) => seen.push([now, m.t, ...(m.events ?? []).map((e) => wait(e))]),
    sound: () => undefined,
    later: (ms, what) => timers.push({ at: now + ms, what }),
    never: (timer) => { if (timers[timer - 1]) timers[timer - 1].what = () => undefined; },
  });
  const wind = (to) => {
    for (const due of timers.filter((t) => t.at <= to).sort((a, b) => a.at - b.at)) {
      now = due.at;
      due.what();
      due.what = () => undefined;
    }
    now = to;
  };
  const windOn = (to) => { for (let i = 0; i < 20; i++) wind(to); };
  return { stage, seen, windOn };
}
const step = (...events) => ({ t: "step", events: events.map((e, i) => ({ n: i + 1, e })) });

test("what needs no time is shown at once", () => {
  const { stage, seen } = stageWithClock();
  stage.hear(step("plain"));
  stage.hear({ t: "table" });
  assert.deepEqual(seen, [[0, "step", 0], [0, "table"]]);
  assert.equal(showing.value, false);
});

test("one thing after the other", () => {
  const { stage, seen, windOn } = stageWithClock();
  stage.hear(step("plain 500"));
  stage.hear(step("stamp 300", "plain 200"));
  stage.hear({ t: "table" });
  assert.deepEqual(seen, [[0, "step", 0]]);
  windOn(499);
  assert.equal(seen.length, 1, "the next waits for its beat");
  windOn(500);
  assert.deepEqual(seen[1], [500, "step", 0, 300], "its second event begins when the first has had its beat");
  assert.equal(scene.value.kind, "stamp");
  windOn(999);
  assert.equal(seen.length, 2);
  windOn(1000);
  assert.deepEqual(seen[2], [1000, "table"]);
  assert.deepEqual([scene.value, showing.value], [null, false]);
});

test("what is early plays over the table as it was", () => {
  const { stage, seen, windOn } = stageWithClock();
  stage.hear(step("flip 900", "flip 400", "plain 100"));
  assert.deepEqual(seen, []);
  assert.equal(scene.value.kind, "flip");
  windOn(1299);
  assert.deepEqual(seen, []);
  windOn(1300);
  assert.deepEqual(seen, [[1300, "step", null, null, 0]], "the early ones have been shown");
});

test("hurry shows all that waits, once and in order", () => {
  const { stage, seen, windOn } = stageWithClock();
  stage.hear(step("flip 900", "plain 100"));
  stage.hear(step("plain 300"));
  stage.hear({ t: "table" });
  windOn(200);
  stage.hurry();
  assert.deepEqual(seen.map((s) => s[1]), ["step", "step", "table"]);
  windOn(5000);
  assert.equal(seen.length, 3, "no timer shows anything again");
  assert.equal(showing.value, false);
  stage.hear(step("plain 100"));
  assert.equal(seen.length, 4, "and it goes on");
});

test("a whole view ends the waiting, and so do too many steps", () => {
  const { stage, seen } = stageWithClock();
  stage.hear(step("plain 300"));
  stage.hear(step("plain 300"));
  stage.hear({ t: "view" });
  assert.deepEqual(seen.map((s) => s[1]), ["step", "step", "view"]);
  for (let i = 0; i < 40; i++) stage.hear(step("plain 300"));
  assert(seen.length > 20, `${seen.length} were shown`);
});

let server, browser;
before(async () => { server = await startServer(); browser = await launch(); });
after(async () => { await browser.close(); await server.end(); });

/* Every moment that a game is proud of comes, over the table as it was where that is meant; a tap shows what follows. */
for (const film of films)
  test(`${film.game}: ${film.name}`, async () => {
    const page = await shoot(browser, server.url, film, { motion: film.name.length % 2 ? "less" : "full" }, PHONE);
    assert((await page.locator(".scene-said").textContent()).trim(), "it is told in words as well");
    const at = await page.locator(".scene").boundingBox();
    assert.deepEqual([Math.round(at.width), Math.round(at.height)], [PHONE.width, PHONE.height], "over the whole screen");
    const before = await page.locator(".dock-log").textContent();
    await page.locator(".scene").click({ position: { x: 5, y: 5 } });
    await page.waitForSelector(".scene", { state: "detached" });
    if (film.event === "exploded") {
      assert.notEqual(await page.locator(".dock-log").textContent(), before, "what happened is told when it has been seen");
      await page.waitForSelector(".k-held", { state: "detached" });
    }
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
