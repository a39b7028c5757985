// SPDX-License-Identifier: MIT
// moments.mjs - the moments of Rat-a-Tat Cat that tests look at: where they are, and how to get from there to the screen
// that is meant, by clicking.
import { decide } from "./player.mjs";

const holds = (card) => ({ view }) => view.phase === "card" && view.card === card;
/** Seat 1 has knocked: mine is the last turn of the round. */
const last = ({ view }) => view.knocked === 1 && view.phase === "turn" && view.turn === 0;

export const moments = [
  { name: "number", game: "ratcat", when: holds("7"),
    show: ".r-bar.chosen .button.main", then: (page) => page.locator(".r-mine button.r-slot").nth(1).click() },
  { name: "peek", game: "ratcat", when: holds("peek"), show: ".r-mine button.r-slot" },
  { name: "swap", game: "ratcat", when: holds("swap"), show: ".r-bar.chosen .button.main", then: async (page) => {
    await page.locator(".r-mine button.r-slot").first().click();
    await page.locator(".r-seat button.r-slot").first().click();
  } },
  { name: "draw two", game: "ratcat", when: holds("draw2"), show: ".r-bar .button.main" },
  { name: "knock", game: "ratcat", when: ({ offer }) => offer.includes("knock"),
    show: ".r-bar.chosen .sy-knock", then: (page) => page.locator(".r-bar .button:has(.sy-knock)").click() },
  { name: "reveal", game: "ratcat", when: (m) => last(m) && m.view.round < 4, show: ".r-ended", then: async (page) => {
    for (let i = 0; i < 2000 && !await page.locator(".r-ended").count(); i++)
      if (!await decide(page, () => 0.2).catch(() => false)) await page.waitForTimeout(50);
  } },
  { name: "sheet", game: "ratcat", when: ({ view }) => view.round === 3,
    show: ".r-sheet", then: (page) => page.locator(".r-round").click() },
  { name: "young", game: "ratcat", options: { young: "on" }, when: ({ view }) => view.phase === "turn", show: ".r-table" },
];
