// SPDX-License-Identifier: MIT
// guide.ts - what a first round of the kittens family teaches, and when. Cards are explained by their line in the rules.
import { type Guide, type Situation, lesson } from "web/kit";
import { type View, asView, knownTop } from "./view";

const viewOf = (s: Situation): View => asView(s.view);
const hand = (s: Situation): (string | null)[] => viewOf(s).hands[s.me] ?? [];
const alive = (s: Situation): boolean => viewOf(s).alive[s.me] ?? false;
const mayPlay = (s: Situation, verb: string): boolean => s.rows.some((r) => r.verb === verb);
const inTurn = (s: Situation): boolean => s.phase === "turn";
const inWindow = (s: Situation): boolean => s.phase === "nope";
/** The card or combo on the table, or what would be wise to play. */
function played(s: Situation): string {
  const [verb = "", card = ""] = s.wise.split(" ");
  return inWindow(s) ? viewOf(s).action?.card ?? "" : verb === "play" ? card.replace("godcat:", "") : verb;
}

/* Cards that are played alone and say in one line of the rules what they do. */
const PLAIN = ["attack", "skip", "favor", "shuffle", "future", "reveal", "alter", "bottom", "heck"];

const guide: Guide = {
  seats: 3,
  against: ["last", "left", "saved", "unsure"],
  lessons: [
    lesson("k.learn.goal", () => true),
    lesson("k.learn.hand", (s) => hand(s).includes("defuse"), { at: [".k-fan"] }),
    lesson("k.learn.turn", inTurn, { at: ['[data-at="pile"]'] }),
    lesson("k.learn.window", inWindow),
    lesson("k.learn.window.none", (s) => inWindow(s) && !mayPlay(s, "nope")),
    lesson("k.learn.window.nope", (s) => inWindow(s) && mayPlay(s, "nope"), { at: [".k-window-go .danger"] }),
    lesson("k.learn.noped", (s) => inWindow(s) && (viewOf(s).action?.nopes ?? 0) > 0),
    lesson("k.learn.give", ({ phase }) => phase === "give"),
    lesson("k.learn.defuse", ({ phase }) => phase === "defuse"),
    lesson("k.learn.order", ({ phase }) => phase === "order"),
    lesson("k.learn.steal", ({ phase }) => phase === "steal"),
    lesson("k.learn.take", ({ phase }) => phase === "take"),
    lesson("k.learn.heck", ({ phase }) => phase === "heck"),
    lesson("k.learn.set", ({ phase }) => phase === "set"),
    lesson("k.learn.choice", ({ phase }) => phase === "choice"),
    lesson("k.learn.owed", (s) => inTurn(s) && viewOf(s).owed > 1, { args: (s) => ({ n: viewOf(s).owed }) }),
    lesson("k.learn.known", (s) => inTurn(s) && knownTop(viewOf(s)).length > 0, { at: [".k-known"] }),
    lesson("k.learn.godcat", (s) => inTurn(s) && hand(s).includes("godcat")),
    lesson("k.learn.bare", (s) => inTurn(s) && !hand(s).includes("defuse") && !hand(s).includes("godcat")),
    lesson("k.learn.exploded", (s) => inTurn(s) && s.log.some((e) => e.e === "exploded" && e.seat !== s.me)),
    lesson("k.learn.mat", (s) => inTurn(s) && viewOf(s).godcat === "mat", { at: [".k-mat"] }),
    lesson("k.learn.pair", (s) => played(s) === "pair"),
    lesson("k.learn.trio", (s) => played(s) === "trio"),
    lesson("k.learn.five", (s) => played(s) === "five"),
    lesson("k.learn.targeted", (s) => played(s) === "targeted"),
    lesson("k.learn.armageddon", (s) => played(s) === "armageddon", { at: [".k-mat"] }),
    lesson("k.learn.draw", (s) => inTurn(s) && played(s) === "draw", { at: ['[data-at="pile"]'] }),
    lesson("k.learn.out", (s) => !alive(s), { aside: true }),
    lesson("k.learn.played", (s) => inWindow(s) && viewOf(s).action?.by === s.me, { aside: true }),
    lesson("k.learn.others", (s) => inTurn(s) && viewOf(s).turn !== s.me && alive(s), { aside: true }),
  ],
  cards: (s) => [played(s)].filter((card) => PLAIN.includes(card)),
};
export default guide;
