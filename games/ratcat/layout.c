/* SPDX-License-Identifier: MIT
 * layout.c - what the facts of Rat-a-Tat Cat look like on a table. */
#include "ratcat.h"

/* Cats are low and good, rats are high and bad. */
static const ShowSign cards[] = {
    { "0", "0", NULL, TONE_GOOD }, { "1", "1", NULL, TONE_GOOD }, { "2", "2", NULL, TONE_GOOD },
    { "3", "3", NULL, TONE_GOOD }, { "4", "4", NULL, TONE_GOLD }, { "5", "5", NULL, TONE_GOLD },
    { "6", "6", NULL, TONE_WARM }, { "7", "7", NULL, TONE_WARM }, { "8", "8", NULL, TONE_BAD },
    { "9", "9", NULL, TONE_BAD },
    { "peek", "\342\227\211", NULL, TONE_ODD },            /* an eye */
    { "swap", "\342\207\204", NULL, TONE_COOL },           /* to and fro */
    { "draw2", "\342\207\212", NULL, TONE_COOL },          /* two arrows down */
    { .is = NULL },
};

static const char *const at_the_end[] = { "knocked", "round", "up", NULL };
static const ShowRounds rounds = { "scores", at_the_end, EV_REVEALED, EV_FILLED, EV_SCORED, EV_DEALT };

const ShowRow ratcat_layout[] = {
    { .fact = "phase", .shape = SHOW_PHASE },
    { .fact = "rows", .shape = SHOW_ROWS, .signs = cards, .rounds = &rounds },
    { .fact = "pile", .shape = SHOW_PILE },
    { .fact = "discard", .shape = SHOW_DISCARD },
    { .fact = "turn", .shape = SHOW_TURN },
    { .fact = "out", .shape = SHOW_OUT },
    { .fact = "dealer", .shape = SHOW_NOTHING },
    { .fact = "aside", .shape = SHOW_NOTHING },
    { .fact = "winner", .shape = SHOW_NOTHING },
    { .fact = NULL },
};
