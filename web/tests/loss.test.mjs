// SPDX-License-Identifier: MIT
// loss.test.mjs - a phone that changes its network loses the files that are on their way: they are asked for again, and
// nobody has to do anything.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { largest, launch, open } from "./browser.mjs";
import { built } from "./parts.mjs";
import { sitDown, tableAt } from "./position.mjs";
import { serve } from "./serve.mjs";

let site, browser;
before(async () => { site = await serve(built); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

const { id } = largest(), start = readFileSync(join(built, "index.html"), "utf8");

/** From now on every file is lost when it is asked for the first time, but for those that the page itself names: without them
 *  there is nobody to ask again. Returns the kinds of files that were lost. */
async function lossy(context) {
  const asked = new Set(), kinds = new Set();
  await context.route("**/a/**", (route) => {
    const { pathname } = new URL(route.request().url());
    if (asked.has(pathname) || start.includes(pathname)) return route.continue();
    asked.add(pathname);
    kinds.add(extname(pathname));
    return route.abort("connectionreset");
  });
  return kinds;
}

test("a table here, its result and its review come up although every file was lost once", async () => {
  const page = await open(browser, site.url, { alone: true }), kinds = await lossy(page.context());
  await sitDown(page, site.url, tableAt({ name: `${id} over`, game: id, seats: 3 }));
  await page.locator(".result .button:has(.sy-chart)").click();
  await page.waitForSelector(".chart svg");
  await page.waitForSelector(".progress", { state: "detached" });
  for (const kind of [".js", ".json", ".wasm"]) assert.ok(kinds.has(kind), `a file ${kind} was lost`);
  await page.context().close();
});
