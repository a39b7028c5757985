// SPDX-License-Identifier: MIT
// moments.mjs - the moments of Codenames: Duet that tests look at: where they are, and how to get from there to the
// screen that is meant, by clicking.
const inPhase = (phase) => ({ view }) => view.phase === phase;
/** Guesses that do not end the game: time runs out instead. */
const wary = (move, truth, seat) =>
  move !== "stop" && (!move.startsWith("guess ") || truth.keys[1 - seat % 2][Number(move.slice(6))] !== "x");
/** Mine to give: before the first clue both sides may. */
const mine = ({ view }) => view.phase === "clue" && view.side === 0;
const two = { game: "duet", seats: 2 };

export const moments = [
  { ...two, name: "clue", when: mine, show: ".d-give", then: (page) => page.locator(".mode-clue .d-cell.can").first().click() },
  { ...two, name: "warning", when: mine, show: ".d-warn", then: (page) => page.fill("#d-word", "two words") },
  { ...two, name: "guess", when: inPhase("guess"),
    show: ".d-guess .button.main", then: (page) => page.locator(".mode-guess .d-cell.can").first().click() },
  { ...two, name: "more", when: ({ view, offer }) => view.phase === "guess" && offer.includes("stop"),
    show: ".d-guess .button:has(.sy-check)" },
  { ...two, name: "object", when: ({ offer }) => offer.includes("object"),
    show: ".d-guess .button.danger", then: (page) => page.locator(".d-guess .button:has(.sy-object)").click() },
  { ...two, name: "ruling", when: inPhase("ruling"), show: ".d-guess .sy-chat" },
  { ...two, name: "hope", prefer: wary, silent: true, when: inPhase("hope"), show: ".d-hope" },
  { ...two, name: "map", options: { mission: "prague" }, when: inPhase("guess"),
    show: ".d-mapdialog", then: (page) => page.locator(".d-city").click() },
  { ...two, name: "eight", seats: 8, when: inPhase("guess"), show: ".d-grid" },
  { ...two, name: "their words", optionsFor: (reader) => ({ lang: reader === "zh-Hant" ? "it" : "zh-Hant" }), when: inPhase("guess"),
    show: ".d-lang[aria-pressed=true]", then: (page) => page.locator(".d-lang").click() },
];
