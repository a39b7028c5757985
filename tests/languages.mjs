// SPDX-License-Identifier: MIT
// languages.mjs - the browser's part of tests/languages, which copies and runs it where xx and yy have been added: the page
// that the server sends, the settings, and a table with words.
import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, test } from "node:test";
import { games, launch, open, playHere } from "../web/tests/browser.mjs";
import { startServer } from "../web/tests/server.mjs";

let server, browser;
before(async () => { server = await startServer(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.end(); });

const get = (path, accepts) => new Promise((done, fail) => request(`${server.url}${path}`, { headers: { "accept-language": accepts } }, (r) => {
  const parts = [];
  r.on("data", (b) => parts.push(b)).on("end", () => done(Buffer.concat(parts).toString()));
}).on("error", fail).end());

for (const [accepts, lang, dir] of [["xx", "xx", "ltr"], ["tlh, yy-ZZ;q=0.9, en;q=0.8", "yy", "rtl"]])
  test(`the server's page for who accepts ${accepts}`, async () => {
    for (const path of ["/", "/t/mirotuka"]) {
      const page = await get(path, accepts);
      assert.match(page, new RegExp(`<html lang="${lang}" dir="${dir}">`));
      assert.match(page, new RegExp(`<title>[^<]* ${lang}</title>`));
      assert.match(page, new RegExp(`"og:locale" content="${lang}_${lang.toUpperCase()}"`));
    }
  });

test("the settings offer both, and they are spoken at once", async () => {
  const page = await open(browser, server.url);
  await page.locator(".bar .button:has(.sy-settings)").click();
  for (const [lang, dir, name] of [["xx", "ltr", "Xxish"], ["yy", "rtl", "Yyish"]]) {
    await page.locator("label", { has: page.locator(`input[name=lang][value=${lang}]`), hasText: name }).waitFor();
    await page.locator(`input[name=lang][value=${lang}]`).check({ force: true });
    await page.waitForSelector(`html[lang=${lang}][dir=${dir}]`);
    await page.locator("legend", { hasText: new RegExp(` ${lang}$`) }).first().waitFor();
  }
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a browser that asks for it gets it without being told", async () => {
  const page = await open(browser, server.url, { script: 'Object.defineProperty(navigator, "languages", { get: () => ["tlh", "yy-ZZ"] })', lang: undefined });
  await page.waitForSelector("html[lang=yy][dir=rtl]");
  await page.context().close();
});

/* xx has words, yy has not: then they are the first language's. */
for (const [lang, mine] of [["xx", true], ["yy", false]])
  test(`a table with words for who reads ${lang}`, async () => {
    const { id } = games.find((g) => g.options.some((o) => o.role === "lang")), page = await open(browser, server.url, { lang });
    await playHere(page, id, "human");
    const said = (await page.locator(".board").innerText()).split(/\s+/).filter((w) => /^\p{L}{4,}$/u.test(w));
    assert.equal(said.filter((w) => /xx$/i.test(w)).length >= 10, mine, said.join(" "));
    assert.ok(said.length >= 20, said.join(" "));
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
