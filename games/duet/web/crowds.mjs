// SPDX-License-Identifier: MIT
// crowds.mjs - tables of Codenames: Duet that are hard to fit on a screen: 25 words, what is asked, and up to eight people.
const inPhase = (phase) => ({ view }) => view.phase === phase;
const mine = ({ view }) => view.phase === "clue" && view.side === 0;
/* The grid takes this much of a screen that is not a phone's. */
const grid = { game: "duet", own: ".d-cell", type: ".d-cell:not(.covered) .d-word", share: 0.27 };

export const crowds = [
  { ...grid, name: "two guess", seats: 2, when: inPhase("guess"), act: ".d-guess .button.main",
    choose: (page) => page.locator(".mode-guess .d-cell.can").first().click() },
  { ...grid, name: "eight give a clue", seats: 8, when: mine, act: ".d-give .button.main, .d-give input",
    choose: (page) => page.fill("#d-word", "saffron") },
];
