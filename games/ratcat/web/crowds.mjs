// SPDX-License-Identifier: MIT
// crowds.mjs - tables of Rat-a-Tat Cat that are hard to fit on a screen: six people with four cards each.
const holds = (card) => ({ view }) => view.phase === "card" && view.card === card;
const row = { game: "ratcat", own: ".r-mine .r-slot", share: 0.03, act: ".r-bar.chosen .button.main" };
const first = (page) => page.locator(".r-mine button.r-slot").first().click();

export const crowds = [
  { ...row, name: "six people", seats: 6, when: holds("7"), choose: first },
  { ...row, name: "six people after a knock", seats: 6, when: (m) => m.view.knocked > 0 && holds("5")(m), choose: first },
  { ...row, name: "a Swap among six", seats: 6, reach: ".r-seat .r-slot", when: holds("swap"), choose: async (page) => {
    await first(page);
    await page.locator(".r-seat button.r-slot").last().click();
  } },
  { ...row, name: "two people", seats: 2, when: holds("7"), choose: first },
];
