// SPDX-License-Identifier: MIT
// films.mjs - the great moments of Codenames: Duet: a guess that turns out to be an agent, a bystander or an assassin.
const turned = (name, colour) => {
  let cell = -1;
  return {
    name, game: "duet", seats: 2, event: "guessed",
    when: ({ view, offer, truth }) => {
      const cells = offer.filter((o) => o.startsWith("guess ")).flatMap((o) => o.slice(6).split("|")).map(Number);
      cell = view.phase === "guess" ? [...Array(25).keys()].find((i) => truth.keys[1][i] === colour && truth.marks[i] === ""
        && (!cells.length || cells.includes(i) || cells.some(Number.isNaN))) ?? -1 : -1;
      return cell >= 0;
    },
    then: async (page) => {
      await page.locator(`#cell-${cell}`).click();
      await page.locator(".d-guess .button.main").click();
    },
  };
};
export const films = [turned("agent", "g"), turned("bystander", "."), turned("assassin", "x")];
