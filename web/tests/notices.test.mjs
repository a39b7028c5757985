// SPDX-License-Identifier: MIT
// notices.test.mjs - "tell me when it is my turn": the service worker shows it, also when the page is closed; and where the
// push service cannot be reached the settings say so.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { Postbox, Reader } from "../../tests/wire/postbox.mjs";
import { becomes, choose, games, largest, launchWhole, open } from "./browser.mjs";
import { root, web } from "./parts.mjs";
import { startServer } from "./server.mjs";

let server, browser, box;
before(async () => { server = await startServer(["--push-local"]); browser = await launchWhole(); box = await new Postbox().open(); });
after(async () => { await browser.close(); await server.end(); await box.close(); });

const words = (file) =>
  Object.fromEntries([...readFileSync(file, "utf8").matchAll(/^msgid "(.+)"\nmsgstr "(.*)"/gm)].map((m) => [m[1], m[2]]));
const said = (lang, key) => words(`${web}/text/ui.${lang}.po`)[key];
const called = (lang, id) => words(`${root}/games/${games.find((g) => g.id === id).folder}/text/ui.${lang}.po`)[`game.${id}`];

/** A page that may show notices, at a new table with a bot on every other chair. */
async function seated(lang, settings = {}) {
  const page = await open(browser, server.url, { lang, ...settings }), { id } = largest();
  await page.context().grantPermissions(["notifications"], { origin: server.url });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await choose(page, id);
  await page.locator(".newtable-go .button:has(.sy-link)").click();
  await page.waitForSelector(".lobby");
  return { page, id, path: new URL(page.url()).pathname };
}
const shown = (page) => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data })));

/** Hands a message to the service worker as the browser does when its push service has one. */
async function push(page, data) {
  const tools = await page.context().newCDPSession(page);
  const registered = new Promise((done) => tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const ours = registrations.find((r) => r.scopeURL.startsWith(server.url));
    if (ours) done(ours.registrationId);
  }));
  await tools.send("ServiceWorker.enable");
  const registrationId = await registered;
  await tools.send("ServiceWorker.deliverPushMessage", { origin: server.url, registrationId, data: JSON.stringify(data) });
}

test("the service worker shows a notice in the person's language, unless the table is in view", async () => {
  const { page, id, path } = await seated("he"), code = path.split("/").pop();
  await page.reload();                                       // the browser may know a page by the address it was opened with
  await page.waitForSelector(".lobby");
  const notice = { table: code, game: id, key: "notice.turn", lang: "he" };
  const far = { ...notice, table: "babababa", lang: "zh-Hant", key: "notice.asked" };
  const other = {
    title: said("zh-Hant", "notice.asked"), body: called("zh-Hant", id), tag: "turn-babababa", lang: "zh-Hant", data: "/t/babababa",
  };
  /* A message that comes twice is shown once; a busy browser may lose one. */
  await becomes(async () => { await push(page, notice); await push(page, far); return shown(page); }, [other], "not of the table in view");
  await page.goto(server.url);
  const own = { title: said("he", "notice.turn"), body: called("he", id), tag: `turn-${code}`, lang: "he", data: path };
  const ofOwn = async () => { await push(page, notice); return (await shown(page)).find((n) => n.tag === own.tag); };
  await becomes(ofOwn, own, "of a table that is not");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("where there is no push service the settings say so", async () => {
  const script = () => { PushManager.prototype.subscribe = () => Promise.reject(new DOMException("", "AbortError")); };
  const { page } = await seated("it", { script });
  await page.locator(".button:has(.sy-settings)").first().click();
  await page.locator("label.switch", { hasText: said("it", "settings.notify") }).click();
  await page.locator(".settings [role=status]", { hasText: said("it", "notices.unreachable") }).waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("who closes the page is told through the push service", async () => {
  const reader = new Reader();
  const script = `PushManager.prototype.getSubscription = () => Promise.resolve(null);
    PushManager.prototype.subscribe = () => Promise.resolve({ endpoint: "${box.origin}/x", getKey: (which) => {
      const text = (which === "auth" ? "${reader.auth}" : "${reader.point}").replace(/-/g, "+").replace(/_/g, "/");
      return Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
    } });`;
  const { page, id, path } = await seated("en", { script });
  await page.locator(".button:has(.sy-settings)").first().click();
  await page.locator("label.switch", { hasText: said("en", "settings.notify") }).click();
  await page.locator(".settings [role=status]", { hasText: said("en", "notices.on") }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".lobby-go .button:has(.sy-bot)").click();
  await page.locator(".lobby-go .button.main:enabled").click();
  await page.waitForSelector(".banner.mine, .board [aria-pressed]");
  await page.context().close();
  await box.has(1);
  const { table, game, lang } = JSON.parse(reader.open(box.taken[0].body));
  assert.deepEqual({ table, game, lang }, { table: path.split("/").pop(), game: id, lang: "en" });
});
