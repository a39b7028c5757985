// SPDX-License-Identifier: MIT
// films.mjs - the great moments of the kittens family: where they are near, what leads to them, and by which event they are
// known.
import { take } from "./moments.mjs";

const mine = ({ view }) => view.phase === "turn" && view.turn === 0;
const draw = (page) => page.locator(".k-bar .button:has(.sy-draw)").click();
const playFirst = (page) => page.locator(".k-bar.chosen .k-row .button.main").first().click();
const canDefuse = (hand) => hand.includes("defuse") || hand.includes("godcat");
const noNopes = (truth) => truth.hands.every((h, seat) => seat === 0 || !h.some((c) => c === "nope" || c === "godcat"));
const pair = (hand) => hand.find((c, i) => ["tabby", "tuxedo", "calico", "ginger", "siamese"].includes(c) && hand.indexOf(c) !== i);

export const films = [
  { name: "kitten", game: "kittens", event: "kitten", seats: 4, then: draw,
    when: (m) => mine(m) && m.truth.pile[0] === "kitten" && canDefuse(m.view.hands[0]) },
  { name: "explosion", game: "kittens", event: "exploded", seats: 4, then: draw,
    when: (m) => mine(m) && m.truth.pile[0] === "kitten" && !canDefuse(m.view.hands[0]) },
  { name: "nope", game: "kittens", event: "noped", then: (page) => page.locator(".k-window-go .danger").click(),
    when: ({ view, offer }) => view.phase === "nope" && offer.some((o) => o.startsWith("nope")) && view.action.by !== 0 },
  { name: "steal", game: "kittens", event: "stole",
    when: (m) => mine(m) && noNopes(m.truth) && pair(m.view.hands[0]) && m.truth.alive.every(Boolean),
    then: async (page) => {
      const held = await page.locator(".k-held .card").evaluateAll((all) => all.map((c) => c.dataset.card)), card = pair(held);
      await take(page, card, card);
      await playFirst(page);
    } },
  { name: "armageddon", game: "goodevil", event: "played", then: async (page) => { await take(page, "armageddon"); await playFirst(page); },
    when: (m) => mine(m) && m.view.hands[0].includes("armageddon") && m.offer.some((o) => /^play armageddon/.test(o)) },
];
