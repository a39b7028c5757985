// SPDX-License-Identifier: MIT
// guide.ts - what a first round of Codenames: Duet teaches, and when.
import { type Guide, type Situation, lesson } from "web/kit";
import { type View, asView, sideOf } from "./view";

const viewOf = (s: Situation): View => asView(s.view);
const gives = (s: Situation): boolean => s.phase === "clue";
const guesses = (s: Situation): boolean => s.phase === "guess";
const mine = (s: Situation): boolean => viewOf(s).side === sideOf(s.me);
const heard = (s: Situation, event: string): boolean => s.log.some((e) => e.e === event);

const guide: Guide = {
  seats: 2,
  against: ["strays", "lures", "wrong", "danger"],
  lessons: [
    lesson("d.learn.goal", () => true),
    lesson("d.learn.key", () => true, { at: [".d-grid"] }),
    lesson("d.learn.first", (s) => gives(s) && viewOf(s).side === null),
    lesson("d.learn.clue", (s) => gives(s) && mine(s), { at: [".d-give"] }),
    lesson("d.learn.guess", guesses, { at: ['[data-at="clue"]'] }),
    lesson("d.learn.theirs", guesses),
    lesson("d.learn.more", (s) => s.rows.some((r) => r.verb === "stop")),
    lesson("d.learn.hope", ({ phase }) => phase === "hope"),
    lesson("d.learn.missed", (s) => heard(s, "marked")),
    lesson("d.learn.tokens", (s) => heard(s, "guessed"), { at: ['[data-at="bank"]'] }),
    lesson("d.learn.complete", (s) => heard(s, "complete")),
    lesson("d.learn.found", (s) => gives(s) && s.log.some((e) => e.e === "guessed" && e["colour"] === "g" && e.seat !== s.me)),
    lesson("d.learn.black", (s) => gives(s) && heard(s, "clue")),
    lesson("d.learn.own", (s) => s.wise.startsWith("clue"), { at: ["#d-word"] }),
    lesson("d.learn.guesses", (s) => guesses(s) && mine(s), { aside: true }),
    lesson("d.learn.thinks", (s) => gives(s) && !mine(s), { aside: true }),
  ],
};
export default guide;
