/* SPDX-License-Identifier: MIT
 * layout.c - what the facts of Rat-a-Tat Cat look like on a table. */
#include "ratcat.h"

const ShowRow ratcat_layout[] = {
    { .fact = "phase", .shape = SHOW_PHASE },
    { .fact = "rows", .shape = SHOW_ROWS },
    { .fact = "pile", .shape = SHOW_PILE },
    { .fact = "discard", .shape = SHOW_DISCARD },
    { .fact = "turn", .shape = SHOW_NOTHING },
    { .fact = "dealer", .shape = SHOW_NOTHING },
    { .fact = "aside", .shape = SHOW_NOTHING },
    { .fact = "winner", .shape = SHOW_NOTHING },
    { .fact = NULL },
};
