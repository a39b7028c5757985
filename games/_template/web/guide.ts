// SPDX-License-Identifier: MIT
// guide.ts - what a first round of Pebbles teaches, and when: web/README.md, "The first round". A game need not have it.
import { type Guide, lesson } from "web/kit";

const guide: Guide = {
  seats: 3,
  lessons: [
    lesson("p.learn.goal", () => true),
    lesson("p.learn.lay", ({ phase }) => phase === "turn", { at: [".p-hand"] }),
    lesson("p.learn.doubt", ({ phase }) => phase === "doubt", { at: [".p-answers"] }),
    lesson("p.learn.others", ({ phase }) => phase === "turn", { aside: true }),
  ],
};
export default guide;
