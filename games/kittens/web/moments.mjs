// SPDX-License-Identifier: MIT
// moments.mjs - the moments of the kittens family that a game seldom comes by: where they are, and how to get from there
// to the screen that is meant, by clicking. Tests look at every one of them.
const verbs = (offer, verb) => offer.filter((o) => o.startsWith(`${verb} `));
/** Nobody else could say no. */
const calm = (truth) => truth.hands.every((h, seat) => seat === 0 || !h.some((c) => c === "nope" || c === "godcat"));
const atTurn = (test) => ({ view, offer, truth }) =>
  view.phase === "turn" && view.turn === 0 && calm(truth) && test(view.hands[0], offer, truth, view);
const inPhase = (phase) => ({ view }) => view.phase === phase;

/** The cards of the hand, once it is there. */
async function handOf(page) {
  await page.waitForSelector(".k-held .card");
  return page.locator(".k-held .card").evaluateAll((all) => all.map((c) => c.dataset.card));
}
/** Chooses these cards of the hand. */
export async function take(page, ...cards) {
  const held = await handOf(page);
  for (const card of cards) {
    const i = held.indexOf(card);
    held[i] = null;
    await page.locator(".k-held").nth(i).focus();
    await page.keyboard.press("Enter");
  }
}
const playFirst = (page) => page.locator(".k-bar.chosen .k-row .button.main").first().click();
const count = (hand, card) => hand.filter((c) => c === card).length;
const threeOf = (hand) => hand.find((c) => count(hand, c) >= 3);
const CATS = ["tabby", "tuxedo", "calico", "ginger", "siamese"];

export const moments = [
  { name: "window", game: "kittens", when: inPhase("nope"), show: ".k-window" },
  { name: "window clock", game: "kittens", clock: "relaxed", when: ({ view, offer }) => view.phase === "nope" && offer.includes("nope"),
    show: ".k-window .ring" },
  { name: "favor", game: "kittens", when: inPhase("give"),
    show: ".k-bar.chosen .button.main", then: (page) => page.locator(".k-held").first().click() },
  { name: "place", game: "kittens", when: inPhase("defuse"), show: ".k-defuse" },
  { name: "seen", game: "kittens", when: atTurn((hand) => hand.includes("future")),
    show: ".k-seen", then: async (page) => { await take(page, "future"); await playFirst(page); } },
  { name: "trio", game: "kittens", when: atTurn((hand, offer, truth) => threeOf(hand) && truth.alive.every(Boolean)),
    show: "dialog .k-grid", then: async (page) => {
    const held = await handOf(page), card = threeOf(held);
    await take(page, card, card, card);
    await playFirst(page);
  } },
  { name: "five", game: "kittens", when: atTurn((hand, offer, truth) => verbs(offer, "five").length && truth.discard.length),
    show: ".k-bar.chosen .button.main", then: async (page) => {
    const held = [...new Set(await handOf(page))];
    await take(page, ...held.slice(0, 5));
  } },
  { name: "take", game: "kittens", when: inPhase("take"), show: ".k-ask .k-grid" },
  { name: "owed", game: "kittens", when: atTurn((hand, offer, truth, view) => view.owed > 2), show: ".k-owed" },
  { name: "discard", game: "kittens", when: atTurn((hand, offer, truth) => truth.discard.length > 5),
    show: "dialog .k-grid", then: (page) => page.locator(".k-discard button").click() },
  { name: "alter", game: "party", seats: 5, when: ({ view }) => view.phase === "order" && view.pile.length > 3, show: ".k-ask .k-pick" },
  { name: "targeted", game: "party", seats: 5, when: atTurn((hand) => hand.includes("targeted")),
    show: ".k-target", then: (page) => take(page, "targeted") },
  { name: "bottom", game: "party", seats: 5,
    when: atTurn((hand, offer, truth) => hand.includes("bottom") && truth.pile.at(-1) !== "kitten"),
    show: ".k-bar.chosen .button.main", then: (page) => take(page, "bottom") },
  { name: "feral", game: "party", seats: 5, when: atTurn((hand) => hand.includes("feral") && CATS.some((c) => hand.includes(c))),
    show: ".k-target", then: async (page) => {
    const held = await handOf(page);
    await take(page, "feral", CATS.find((c) => held.includes(c)));
  } },
  { name: "ten", game: "party", seats: 10, when: ({ view }) => view.phase === "turn", show: ".k-people.n-9" },
  { name: "out", game: "kittens", seats: 5, idle: true, silent: true,
    when: ({ truth }) => !truth.alive[0] && truth.alive.filter(Boolean).length === 3, show: ".k-outside" },
  { name: "godcat", game: "goodevil", when: atTurn((hand, offer) => offer.some((o) => o.includes("godcat:"))),
    show: ".k-bar.chosen .button:has(.sy-star)", then: (page) => take(page, "godcat") },
  { name: "reveal", game: "goodevil", when: atTurn((hand) => hand.includes("reveal")),
    show: ".k-seen", then: async (page) => { await take(page, "reveal"); await playFirst(page); } },
  { name: "heck", game: "goodevil", when: inPhase("heck"), show: ".k-ask" },
  { name: "set", game: "goodevil", when: inPhase("set"), show: ".k-armageddon" },
  { name: "choice", game: "goodevil", when: inPhase("choice"), show: ".k-armageddon" },
  { name: "steal", game: "goodevil", when: inPhase("steal"), show: ".k-ask .k-pick" },
  { name: "godcat saves", game: "goodevil",
    when: ({ view, offer }) => view.phase === "defuse" && offer.some((o) => o.startsWith("defuse godcat")), show: ".k-defuse" },
];
