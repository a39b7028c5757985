// SPDX-License-Identifier: MIT
// films.mjs - a moment as a strip of pictures: the page's timers stand still while its animations are set to five times of
// their beat. Which moments there are, and how to get there, games say themselves (games/*/web/films.mjs).
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PATIENCE, games, open } from "./browser.mjs";
import { root } from "./parts.mjs";
import { sitDown, tableAt } from "./position.mjs";

const FRAMES = [0.04, 0.3, 0.6, 0.78, 1];
const files = [...new Set(games.map((g) => g.folder))].map((f) => join(root, "games", f, "web/films.mjs")).filter(existsSync);
export const films = (await Promise.all(files.map((f) => import(f)))).flatMap((m) => m.films);

/** Sits down where the moment is near, and does what leads to it. The scene of its event stands on the page then. */
export async function shoot(browser, url, film, settings, viewport) {
  const page = await open(browser, url, { ...settings, alone: true }, viewport);
  await page.context().addInitScript((event) => {
    const later = window.setTimeout;
    window.setTimeout = (what, ms) => {
      const when = () => (document.querySelector(`.scene[data-event=${event}]`) ? later(when, 100) : what());
      return later(when, ms);
    };
  }, film.event);
  await sitDown(page, url, { ...tableAt(film), pace: "human" });
  await film.then(page);
  await page.waitForSelector(`.scene[data-event=${film.event}]`, { timeout: PATIENCE });
  return page;
}

/** The five pictures beside each other, as one. */
export async function strip(page, file) {
  const beat = await page.locator(".scene").evaluate((s) => parseFloat(s.style.getPropertyValue("--beat"))), shots = [];
  for (const at of FRAMES) {
    await page.evaluate((ms) => document.getAnimations().forEach((a) => {
      a.pause();
      a.currentTime = Math.min(ms, Number(a.effect.getComputedTiming().endTime));
    }), at * beat);
    shots.push((await page.screenshot()).toString("base64"));
  }
  const { width, height } = page.viewportSize(), wide = Math.round((width * 640) / height) + 8;
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: wide * FRAMES.length, height: 640 });
  await sheet.setContent(`<body style="margin:0;display:flex;gap:8px;background:#fff">${shots
    .map((png) => `<img height="640" src="data:image/png;base64,${png}">`).join("")}`);
  await sheet.screenshot({ path: file });
  await sheet.close();
}
