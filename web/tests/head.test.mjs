// SPDX-License-Identifier: MIT
// head.test.mjs - what the preview of a link shows: a title and a text in the reader's language, and a picture that other
// sites can fetch; and the icons for home screens.
import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, test } from "node:test";
import { startServer } from "./server.mjs";

let server;
before(async () => { server = await startServer(); });
after(() => server.end());

/** Fetches a page as a preview does: without scripts, with any headers. */
const get = (path, headers = {}) => new Promise((done, fail) => request(`${server.url}${path}`, { headers }, (r) => {
  const parts = [];
  r.on("data", (b) => parts.push(b)).on("end", () => {
    const bytes = Buffer.concat(parts);
    done({ status: r.statusCode, headers: r.headers, bytes, text: bytes.toString() });
  });
}).on("error", fail).end());
const meta = (page, name) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1];
const sizeOf = (png) => [png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];

const ACCEPTS = [
  ["he-IL,he;q=0.9,en;q=0.8", "he", "rtl"], ["zh-TW", "zh-Hant", "ltr"], ["it", "it", "ltr"], ["fr, it;q=0.5", "it", "ltr"],
  ["xx", "en", "ltr"], [undefined, "en", "ltr"], ["en-US,".repeat(90), "en", "ltr"],
];
for (const [accepts, lang, dir] of ACCEPTS)
  test(`a link, shown with accept-language ${accepts?.slice(0, 24) ?? "absent"}`, async () => {
    for (const path of ["/", "/t/mirotuka"]) {
      const { text, headers, status } = await get(path, accepts ? { "accept-language": accepts } : {});
      assert.equal(status, 200);
      assert.match(text, new RegExp(`<html lang="${lang}" dir="${dir}">`));
      assert.ok(meta(text, "og:title").length > 6 && meta(text, "og:description").length > 15);
      assert.match(headers.vary, /Accept-Language/);
      assert.ok(!/%[A-Z]+%/.test(text), "no hole is left");
    }
  });

test("an invitation says that it is one", async () => {
  const [start, invited] = await Promise.all(["/", "/t/mirotuka"].map((p) => get(p, { "accept-language": "en" })));
  assert.notEqual(meta(start.text, "og:title"), meta(invited.text, "og:title"));
  assert.match(meta(invited.text, "og:title"), /invited/);
});

test("... and to which game", async () => {
  const titles = [["kittens", "en", /^Exploding Kittens · .*invited/], ["ratcat", "he", /^חתחתול · /], ["duet", "it", / · Ti aspettano/]];
  for (const [game, lang, says] of titles) {
    const { code } = await (await fetch(`${server.url}/api/tables`, { method: "POST", body: JSON.stringify({ game }) })).json();
    const page = await get(`/t/${code}`, { "accept-language": lang });
    assert.match(meta(page.text, "og:title"), says);
    assert.match(page.text, new RegExp(`<html lang="${lang}"`));
    const picture = meta(page.text, "og:image");
    assert.match(picture, new RegExp(`share-${game}`));
    assert.deepEqual(sizeOf((await get(new URL(picture).pathname)).bytes), ["PNG", 1200, 630]);
  }
});

test("its picture has a whole address, and is there", async () => {
  const { text } = await get("/t/mirotuka"), url = meta(text, "og:image");
  assert.ok(url.startsWith(`${server.url}/`), url);
  const picture = await get(new URL(url).pathname);
  assert.deepEqual(sizeOf(picture.bytes), ["PNG", 1200, 630]);
  assert.match(picture.headers["cache-control"], /immutable/);
});

test("behind a proxy it is the address that people use", async (t) => {
  const far = await startServer(["--public-url", "https://tables.example.org/"]);
  t.after(() => far.end());
  const page = await (await fetch(far.url)).text();
  assert.match(meta(page, "og:image"), /^https:\/\/tables\.example\.org\/a\//);
});

test("what somebody writes as a host does not get into the page", async () => {
  const { text } = await get("/", { host: 'x"><script>alert(1)</script>' });
  assert.ok(!text.includes("alert(1)"));
  assert.match(meta(text, "og:image"), /^\/a\//);
});

test("icons for every home screen", async () => {
  const { text } = await get("/"), link = (rel) => new RegExp(`rel="${rel}" href="([^"]+)"`).exec(text)[1];
  const touch = link("apple-touch-icon"), manifest = link("manifest");
  assert.deepEqual(sizeOf((await get(touch)).bytes), ["PNG", 180, 180]);
  const { icons } = JSON.parse((await get(manifest)).text), pngs = icons.filter((i) => i.type === "image/png");
  assert.deepEqual(pngs.map((i) => `${i.sizes} ${i.purpose}`), ["192x192 any", "512x512 any", "512x512 maskable"]);
  for (const i of pngs) assert.deepEqual(sizeOf((await get(i.src)).bytes).slice(1).join("x"), i.sizes);
});
