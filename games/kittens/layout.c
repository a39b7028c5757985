/* SPDX-License-Identifier: MIT
 * layout.c - what the facts of the kittens family look like on a table. */
#include "kittens.h"

/* A symbol for each card, one column wide, and the colour of its kind: what saves, what strikes, what looks ahead,
 * what moves the deck, and the cats that are good for combos. */
static const ShowSign cards[] = {
    { "kitten", "\342\234\271", NULL, TONE_BAD },          /* a burst */
    { "defuse", "\342\234\202", NULL, TONE_GOOD },         /* scissors */
    { "attack", "\342\232\224", NULL, TONE_WARM },         /* swords */
    { "targeted", "\342\214\226", NULL, TONE_WARM },       /* a crosshair */
    { "skip", "\342\206\267", NULL, TONE_COOL },           /* over it */
    { "favor", "\342\231\245", NULL, TONE_ODD },           /* a heart */
    { "shuffle", "\342\207\204", NULL, TONE_COOL },        /* to and fro */
    { "future", "\342\227\211", NULL, TONE_ODD },          /* an eye */
    { "reveal", "\342\230\274", NULL, TONE_ODD },          /* light */
    { "alter", "\342\234\216", NULL, TONE_ODD },           /* a pencil */
    { "bottom", "\342\206\247", NULL, TONE_COOL },         /* down */
    { "heck", "\342\206\245", NULL, TONE_COOL },           /* up from below */
    { "armageddon", "\342\230\204", NULL, TONE_BAD },      /* a comet */
    { "nope", "\342\212\230", NULL, TONE_BAD },            /* no entry */
    { "tabby", "\342\211\213", NULL, TONE_DULL },          /* stripes */
    { "tuxedo", "\342\213\210", NULL, TONE_DULL },         /* a bow tie */
    { "calico", "\342\234\277", NULL, TONE_DULL },         /* patches */
    { "ginger", "\342\230\200", NULL, TONE_DULL },         /* a sun */
    { "siamese", "\342\235\226", NULL, TONE_DULL },        /* points */
    { "feral", "\342\234\266", NULL, TONE_GOLD },          /* any of them */
    { "godcat", "\342\230\245", NULL, TONE_GOLD },
    { "devilcat", "\317\210", NULL, TONE_BAD },             /* a fork */
    { .is = NULL },
};

const ShowRow kittens_layout[] = {
    { .fact = "phase", .shape = SHOW_PHASE },
    { .fact = "hands", .shape = SHOW_HANDS, .signs = cards },
    { .fact = "pile", .shape = SHOW_PILE },
    { .fact = "discard", .shape = SHOW_DISCARD },
    { .fact = "turn", .shape = SHOW_TURN },
    { .fact = "alive", .shape = SHOW_IN },
    { .fact = "attacked", .shape = SHOW_NOTHING },
    { .fact = "attacks", .shape = SHOW_NOTHING },
    { .fact = "winner", .shape = SHOW_NOTHING },
    { .fact = NULL },
};
