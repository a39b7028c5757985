// SPDX-License-Identifier: MIT
// guide.ts - what a first round of Rat-a-Tat Cat teaches, and when.
import { type Guide, type Situation, lesson } from "web/kit";
import { type View, asView, isNumber } from "./view";

const viewOf = (s: Situation): View => asView(s.view);
const inTurn = (s: Situation): boolean => s.phase === "turn";
const drawn = (s: Situation): string => (s.phase === "card" ? viewOf(s).card ?? "" : "");
const sees = (s: Situation): boolean => (viewOf(s).rows[s.me] ?? []).some((c) => c !== null);
const moved = (s: Situation): boolean => s.log.some((e) => e.seat === s.me && ["drew", "took"].includes(e.e));
const MINE = [".r-mine .r-row"];

const guide: Guide = {
  seats: 3,
  against: ["forgot", "seen", "early"],
  options: { rounds: "1" },
  lessons: [
    lesson("r.learn.goal", () => true, { at: MINE }),
    lesson("r.learn.look", (s) => inTurn(s) && !moved(s) && sees(s), { at: MINE }),
    lesson("r.learn.turn", inTurn, { at: ['[data-at="pile"]', '[data-at="discard"]'] }),
    lesson("r.learn.knocked", (s) => inTurn(s) && viewOf(s).knocked !== null),
    lesson("r.learn.memory", (s) => inTurn(s) && moved(s) && !sees(s), { at: MINE }),
    lesson("r.learn.card", (s) => isNumber(drawn(s))),
    lesson("r.learn.place", ({ phase }) => phase === "place"),
    lesson("r.learn.peek", (s) => drawn(s) === "peek"),
    lesson("r.learn.swap", (s) => drawn(s) === "swap"),
    lesson("r.learn.draw2", (s) => drawn(s) === "draw2"),
    lesson("r.learn.unknown", (s) => s.wise.startsWith("replace")),
    lesson("r.learn.end", ({ phase }) => phase === "end"),
    lesson("r.learn.knock", (s) => viewOf(s).knocked === s.me, { aside: true }),
    lesson("r.learn.others", (s) => viewOf(s).turn !== s.me, { aside: true }),
  ],
};
export default guide;
