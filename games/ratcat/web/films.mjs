// SPDX-License-Identifier: MIT
// films.mjs - the great moments of Rat-a-Tat Cat: where they are near, what leads to them, and by which event they are known.
export const films = [
  { name: "knock", game: "ratcat", event: "knocked", when: ({ offer }) => offer.includes("knock"), then: async (page) => {
    await page.locator(".r-bar .button:has(.sy-knock)").click();
    await page.locator(".r-bar.chosen .button:has(.sy-knock)").click();
  } },
  { name: "swap", game: "ratcat", event: "swapped", when: ({ view }) => view.phase === "card" && view.card === "swap",
    then: async (page) => {
      await page.locator(".r-mine button.r-slot").first().click();
      await page.locator(".r-seat button.r-slot").first().click();
      await page.locator(".r-bar.chosen .button.main").click();
    } },
];
