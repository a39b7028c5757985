/* SPDX-License-Identifier: MIT
 * wishes.c - what a host may choose for a table, by name on the wire; the same on a server and on one device. */
#include "wishes.h"

#include <stddef.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

const Clock clocks[] = {
    { "off", 0, 0, 3 * SECOND, 5 * SECOND },
    { "relaxed", 90 * SECOND, 15 * SECOND, 3 * SECOND, 5 * SECOND },
    { "quick", 25 * SECOND, 6 * SECOND, 2 * SECOND, 4 * SECOND },
    { "slow", 72 * HOUR, 12 * HOUR, 10 * MINUTE, 30 * MINUTE },
    { NULL, 0, 0, 0, 0 }
};

/* Even "instant" bots wait a little, drawn anew for each move, so that their delay does not tell whether they had
 * something to think about: see server/thinker.c. */
const Pace paces[] = {
    { "human", 900, 2600, 100 },
    { "brisk", 250, 700, 50 },
    { "instant", 0, 40, 0 },
    { NULL, 0, 0, 0 }
};

const char *const absents[] = { "bot", "wait", NULL };
const char *const lets[] = { "nothing", "choiceless", "others", NULL };
const char *const phases[] = { "lobby", "playing", "paused", "over", NULL };

/* Quick phrases instead of free talk: each reader sees them in their own language. */
const char *const phrases[] = {
    "hello", "ready", "your_turn", "think", "hurry", "nice", "wow", "oops", "sorry", "thanks",
    "laugh", "cry", "luck", "again", "well_played", "bye", NULL
};

#define ROWS(list) ((int)(sizeof (list) / sizeof (list)[0]))

const char *wish_clock(int row) { return row < ROWS(clocks) ? clocks[row].name : NULL; }
const char *wish_pace(int row) { return row < ROWS(paces) ? paces[row].name : NULL; }
const char *wish_absent(int row) { return row < ROWS(absents) ? absents[row] : NULL; }
const char *wish_let(int row) { return row < ROWS(lets) ? lets[row] : NULL; }
const char *wish_phrase(int row) { return row < ROWS(phrases) ? phrases[row] : NULL; }
