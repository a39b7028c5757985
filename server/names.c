/* SPDX-License-Identifier: MIT
 * names.c - words of the wire that are the same for every game. */
#include "server.h"

const char *const absents[] = { "bot", "wait", NULL };
const char *const phases[] = { "lobby", "playing", "paused", "over", NULL };

/* Quick phrases instead of free talk: each reader sees them in their own language. */
const char *const phrases[] = {
    "hello", "ready", "your_turn", "think", "hurry", "nice", "wow", "oops", "sorry", "thanks",
    "laugh", "cry", "luck", "again", "well_played", "bye", NULL
};
