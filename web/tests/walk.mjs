// SPDX-License-Identifier: MIT
// walk.mjs - the walk through every screen, shared by all tests that look at screens (axe, sizes, pictures): a screen added
// here is seen by all of them. Games add screens that a game seldom reaches (games/*/web/moments.mjs).
import { existsSync } from "node:fs";
import { join } from "node:path";
import { choose, games, open, pace } from "./browser.mjs";
import { root } from "./parts.mjs";
import { sitDown, tableAt } from "./position.mjs";

const folders = [...new Set(games.map((g) => g.folder))];
const files = folders.map((f) => join(root, "games", f, "web/moments.mjs")).filter(existsSync);
export const moments = (await Promise.all(files.map((f) => import(f)))).flatMap((m) => m.moments);
const bar = (page, symbol) => page.locator(`.bar .button:has(.sy-${symbol})`).click();

/** The start page, settings, and the pages for tables and logs that do not exist. */
async function atTheStart({ page, url, visit }) {
  await page.waitForSelector(".tiles");
  await visit("start");
  await bar(page, "settings");
  await visit("settings");
  await page.keyboard.press("Escape");
  await page.goto(`${url}/here/nowhere`);
  await page.waitForSelector(".sorry");
  await visit("no such table");
  await page.goto(`${url}/replay-here/nowhere/1`);
  await page.waitForSelector(".sorry");
  await visit("no such round");
  await page.goto(`${url}/check`);
  await page.waitForSelector(".paste");
  await visit("check a log");
  await page.fill("#paste-log", "ninelives 1 nothing players=3");
  await page.locator(".paste .button.main").click();
  await page.waitForSelector(".fairness.bad");
  await visit("a log that does not hold");
}

/** The review of the game that is replayed; and from a decision on, at a table of its own. */
async function review({ page, visit, id }) {
  await bar(page, "chart");
  await page.waitForSelector(".chart svg");
  await page.waitForSelector(".progress", { state: "detached" });
  await page.locator(".review-bar .button:enabled").last().click();
  await page.locator(".as-table summary").click();
  await page.waitForSelector(".as-table tbody tr");
  await visit(`${id}: review`);
  await page.locator(".go-on .button").click();
  await page.waitForSelector(".what-if");
  await page.waitForSelector(".board > *");
  await visit(`${id}: what if`);
}
/** A hint; the others wait, so that it stays. */
async function hint({ page, url, visit, id, seats }) {
  await sitDown(page, url, tableAt({ name: `${id} hint`, game: id, seats, silent: true, when: (m) => !m.window && m.n > 4 }));
  await page.locator(".hint-ask:enabled").click();
  await page.waitForSelector(".hint[data-move]");
  await visit(`${id}: hint`);
}

/** The first round with a guide: a lesson, and what would be wise. */
async function guide({ page, url, visit, id }) {
  await page.goto(url);
  await page.waitForSelector(".tiles");
  await choose(page, id);
  await page.locator(".newtable .learn").click();
  await page.waitForSelector(".guide[data-lesson]");
  await visit(`${id}: guide`);
  while (!await page.locator(".guide[data-move]").count()) {
    await page.locator(".guide-on").click({ timeout: 500 }).catch(() => undefined);
    await page.waitForTimeout(50);
  }
  await visit(`${id}: guide, wise`);
}

/** From choosing a game to its replay and its review. */
async function eachGame({ page, url, visit, games: wanted }) {
  for (const { id, seats } of wanted) {
    await page.goto(url);
    await page.waitForSelector(".tiles");
    await choose(page, id);
    await visit(`${id}: new`);
    await page.locator("details.more summary").click();
    await visit(`${id}: options`);
    await page.locator(".newtable .link").click();
    await page.waitForSelector(".rules");
    await visit(`${id}: rules`);
    await page.keyboard.press("Escape");
    await page.locator(".newtable-go .button.main").click();
    await page.waitForSelector(".board > *");
    await visit(`${id}: table`);
    await sitDown(page, url, tableAt({ name: `${id} over`, game: id, seats: Math.max(2, Math.min(4, seats[1])) }));
    await page.waitForSelector(".result");
    await visit(`${id}: result`);
    await page.locator(".result .button:has(.sy-fair)").click();
    await page.waitForSelector(".replay-bar");
    const steps = page.locator(".replay-bar input[type=range]");
    await steps.fill(String(Math.floor(Number(await steps.getAttribute("max")) / 2)));
    await visit(`${id}: replay`);
    await review({ page, visit, id });
    await hint({ page, url, visit, id, seats: Math.max(2, Math.min(4, seats[1])) });
    await guide({ page, url, visit, id });
  }
  await page.goto(url);
  await page.waitForSelector(".kept");
  await visit("start, with tables of mine");
}

/** A moment whose clock runs may be over before a busy browser has drawn it: then the table is set up again. */
async function arrive(page, url, m, saved) {
  for (let tries = m.clock ? 5 : 1; ; tries--) {
    await sitDown(page, url, saved);
    await m.then?.(page);
    const shown = page.waitForSelector(m.show, tries > 1 ? { timeout: 15000 } : {});
    if (await shown.catch((e) => { if (tries === 1) throw e; return null; })) return;
  }
}

async function eachMoment({ page, url, visit, settings, games: wanted }) {
  for (const m of moments.filter((x) => wanted.some((g) => g.id === x.game))) {
    await arrive(page, url, m, tableAt(m.optionsFor ? { ...m, options: m.optionsFor(settings.lang) } : m));
    await visit(`${m.game}: ${m.name}`);
  }
}

/** A shared table: the lobby as the host and as a guest see it, dialogs, a spectator, another tab, no connection. */
async function shared({ browser, page, url, visit, settings, viewport, server }) {
  const game = games.reduce((a, b) => (b.seats[1] > a.seats[1] ? b : a));
  const dialog = async (name) => {
    await page.waitForSelector("dialog[open]");
    await visit(name);
    await page.keyboard.press("Escape");
  };
  await page.goto(url);
  await page.waitForSelector(".tiles");
  await choose(page, game.id);
  await pace(page, "human");                                        // no clock: the game waits, however long a screen is looked at
  await page.locator(".newtable-go .button:has(.sy-link)").click();
  await page.waitForSelector(".lobby");
  await visit("lobby");
  await page.locator(".wishes summary").click();
  await visit("lobby: options");
  await page.locator(".invite .button:has(.sy-qr)").click();
  await page.waitForSelector("dialog .qr svg");
  await dialog("lobby: invitation to scan");
  await page.locator(".chair .button:has(.sy-bot)").first().click();
  await dialog("lobby: a bot");
  const guest = await open(browser, url, settings, viewport);
  await guest.goto(page.url());
  await guest.waitForSelector(".join-in");
  await visit("invited", guest);
  await guest.locator(".join-in .button.main").click();
  await guest.waitForSelector(".chair.mine");
  await visit("lobby: a guest", guest);
  await guest.locator(".chair.mine .button:has(.sy-person)").click();
  await guest.waitForSelector("dialog[open]");
  await visit("my name and cat", guest);
  await guest.keyboard.press("Escape");
  await guest.locator(".chair.mine .button:has(.sy-leave)").click();
  await guest.waitForSelector(".join-in");
  await guest.goto(page.url().replace("/t/", "/tv/"));
  await guest.waitForSelector(".tv-invite");
  await visit("large screen: invitation", guest);
  await guest.goto(page.url());
  await guest.waitForSelector(".join-in");
  await page.locator(".lobby-go .button:has(.sy-bot)").click();
  await page.locator(".lobby-go .button.main:enabled").click();
  await Promise.all([page, guest].map((p) => p.waitForSelector(".board > *")));
  await visit("looking on", guest);
  await guest.goto(page.url().replace("/t/", "/tv/"));
  await guest.waitForSelector(".tv-table .board > *");
  await visit("large screen", guest);
  await bar(page, "share");
  await dialog("invitation at the table");
  await page.locator(".dock .button:has(.sy-chat)").click();
  await page.locator(".reactions .button:has(.sy-cat-wow)").click();
  await page.waitForSelector(".bubble");
  await visit("a reaction");
  await page.locator(".reactions .button:has(.sy-cat-laugh)").click();
  await guest.waitForSelector(".bubble:has(.sy-cat-laugh)");
  await visit("large screen: a reaction", guest);
  await guest.context().close();
  await page.locator(".reactions .button:has(.sy-more)").click();
  await dialog("phrases");
  await page.locator(".dock .button:has(.sy-chat)").click();
  await page.locator(".dock .button:has(.sy-pause)").click();
  await page.waitForSelector(".dock .sy-play");
  await visit("paused");
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await page.waitForSelector(".line-elsewhere");
  await visit("continued in another tab");
  await tab.close();
  await page.locator(".line-elsewhere .button").click();
  await page.waitForSelector(".line", { state: "detached" });
  await server.down();
  await page.waitForSelector(".line-waiting");
  await visit("no line");
  await server.up();
}

export const PARTS = { atTheStart, eachGame, eachMoment, shared };

/** Walks through all of it, or some; `visit(name, page)` is called on every screen. */
export async function walk({ browser, server, settings, viewport, visit, parts = Object.keys(PARTS), only }) {
  const page = await open(browser, server.url, settings, viewport);
  const w = {
    browser, server, page, url: server.url, settings, viewport,
    games: only ? games.filter((g) => only.includes(g.id)) : games, visit: (name, on = page) => visit(name, on),
  };
  for (const part of parts) await PARTS[part](w);
  await page.context().close();
  return page.wrong;
}
