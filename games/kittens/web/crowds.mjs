// SPDX-License-Identifier: MIT
// crowds.mjs - tables of the kittens family that are hard to fit on a screen: ten people, and as many cards as a hand gets.
import { take } from "./moments.mjs";

const atTurn = (cards, ...any) => ({ view: { phase, turn, hands } }) =>
  phase === "turn" && turn === 0 && hands[0].length >= cards && any.some((c) => hands[0].includes(c));
/** Chooses one of these that the hand has. */
const choose = (...any) => async (page) => {
  await page.waitForSelector(".k-held .card");
  const held = await page.locator(".k-held .card").evaluateAll((all) => all.map((c) => c.dataset.card));
  await take(page, any.find((c) => held.includes(c)));
};
const fan = { own: ".k-held", share: 0.03, act: ".k-bar.chosen .button.main, .person.pickable" };
/** Draws and keeps. */
const save = (move) => /^(draw|pass|defuse)/.test(move);

export const crowds = [
  { ...fan, name: "ten people", game: "party", seats: 10, when: atTurn(8, "targeted"), choose: choose("targeted") },
  { ...fan, name: "four people", game: "kittens", seats: 4, when: atTurn(8, "favor"), choose: choose("favor") },
  { ...fan, name: "a large hand", game: "kittens", seats: 2, prefer: save,
    when: atTurn(13, "future", "favor", "shuffle"), choose: choose("future", "favor", "shuffle") },
];
