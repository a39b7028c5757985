// SPDX-License-Identifier: MIT
// moments.mjs - the moments of Pebbles that tests look at: where they are, and how to get from there to the screen that is
// meant, by clicking.
export const moments = [
  { name: "say", game: "template", when: ({ view }) => view.phase === "turn", show: ".p-say .button",
    then: (page) => page.locator(".p-pebble").first().click() },
  { name: "doubt", game: "template", when: ({ view }) => view.phase === "doubt", silent: true, show: ".p-answers .danger" },
];
