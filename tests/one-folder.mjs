// SPDX-License-Identifier: MIT
// one-folder.mjs - the browser's and the server's part of tests/one-folder, which runs it where the game GAME has been added:
// whole games against bots in a browser, in every language, all of its screens, and a table made and played over the wire.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { LANGS } from "../web/languages.mjs";
import { PHONE, axe, launch, open, playHere, playToEnd } from "../web/tests/browser.mjs";
import { built, root } from "../web/tests/parts.mjs";
import { walk } from "../web/tests/walk.mjs";
import { readPo } from "../web/text.mjs";
import { playOut, seatTwo, start } from "./wire/client.mjs";
import { Server, replay } from "./wire/server.mjs";

const id = process.env.GAME, server = new Server();
let browser;
before(async () => { await server.start("--web", built, "--rate", "1000"); browser = await launch(); });
after(async () => { await browser?.close(); await server.stop(); });

async function playedBy(how, lang) {
  const page = await open(browser, server.origin, { lang, motion: "less" });
  await playHere(page, id);
  const people = await page.locator(".board .person").count();
  assert.equal(await page.locator(".table h1").textContent(), readPo(join(root, "games", id, `text/ui.${lang}.po`))[`game.${id}`]);
  assert.ok(await playToEnd([page], id, 3, how) > 0);
  assert.ok(people > 1);
  assert.equal(await page.locator(".result .places > li").count(), people);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
}
for (const lang of LANGS) test(`in a browser, against bots, in ${lang}`, () => playedBy("decide", lang));
test("in a browser, by keyboard alone", () => playedBy("keys", LANGS[0]));

test("every screen of it, for everybody", async () => {
  const wrong = [], parts = ["eachGame", "eachMoment"], settings = { lang: LANGS[0], motion: "less", alone: true };
  let screens = 0;
  const visit = async (name, page) => { screens++; wrong.push(...(await axe(page)).map((x) => `${name}: ${x}`)); };
  wrong.push(...await walk({ browser, server: { url: server.origin }, settings, viewport: PHONE, parts, only: [id], visit }));
  assert.deepEqual(wrong, []);
  assert.ok(screens > 7, `only ${screens} screens`);
});

test("over the server, two people and a bot", async () => {
  const made = await server.post({ game: id, seats: 3, clock: "off", pace: "instant", name: "Dana" });
  assert.equal(made.status, 201);
  const people = await seatTwo(server, made, 1);
  await start(...people);
  await playOut(people);
  const [a] = people, { rounds } = await a.changed((t) => t.phase === "over", "the end");
  assert.equal(rounds[0].game, id);
  const verdict = await replay(await (await server.log(made.code, 1)).text());
  assert.deepEqual([verdict.code, verdict.ok, verdict.over, verdict.fair], [0, true, true, true]);
  assert.deepEqual(verdict.winners, rounds[0].winners);
  for (const c of people) await c.end();
});
