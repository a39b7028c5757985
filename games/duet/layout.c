/* SPDX-License-Identifier: MIT
 * layout.c - what the facts of Codenames: Duet look like on a table: words in a grid, with the viewer's key and
 * what has been guessed so far. Letters and arrows say the same as the colours, so that neither is needed. */
#include "duet.h"

static const ShowSign keys[] = {
    { "g", "G", NULL, TONE_GOOD }, { "x", "X", NULL, TONE_BAD }, { ".", "-", NULL, TONE_DULL }, { .is = NULL },
};

/* An arrow points at the side that missed: down is where the viewer sits. */
static const ShowSign marks[] = {
    { "g", "\342\234\223", NULL, TONE_DONE },                    /* a check mark */
    { "x", "\342\234\227", NULL, TONE_NONE },                    /* a cross */
    { "0", "\342\206\223", "\342\206\221", TONE_NONE },          /* down, up */
    { "1", "\342\206\221", "\342\206\223", TONE_NONE },          /* up, down */
    { "01", "\342\206\225", NULL, TONE_NONE },                   /* up and down */
    { .is = NULL },
};

static const ShowPlace places[CITIES] = {
#define CITY(id, text, tokens, mistakes) [id] = { text, tokens, mistakes },
#include "missions.def"
#undef CITY
};
static const ShowRoad roads[] = {
#define ROAD(from, to, source) { from, to },
#include "missions.def"
#undef ROAD
};
static const ShowMap missions = { places, roads, CITIES, sizeof roads / sizeof *roads };

const ShowRow duet_layout[] = {
    { .fact = "phase", .shape = SHOW_PHASE },
    { .fact = "words", .shape = SHOW_GRID, .columns = 5, .picks = V_GUESS },
    { .fact = "keys", .shape = SHOW_KEYS, .signs = keys },
    { .fact = "marks", .shape = SHOW_MARKS, .signs = marks },
    { .fact = "clues", .shape = SHOW_LIST },
    { .fact = "side", .shape = SHOW_NOTHING },
    { .fact = "taken", .shape = SHOW_NOTHING },
    { .fact = "complete", .shape = SHOW_NOTHING },
    { .fact = "winner", .shape = SHOW_NOTHING },
    { .fact = "done", .shape = SHOW_MAP, .map = &missions },
    { .fact = "next", .shape = SHOW_NOTHING },
    { .fact = "verdict", .shape = SHOW_VERDICT },
    { .fact = NULL },
};
