/* SPDX-License-Identifier: MIT
 * layout.c - what the facts of the kittens family look like on a table. */
#include "kittens.h"

const ShowRow kittens_layout[] = {
    { .fact = "phase", .shape = SHOW_PHASE },
    { .fact = "hands", .shape = SHOW_HANDS },
    { .fact = "pile", .shape = SHOW_PILE },
    { .fact = "discard", .shape = SHOW_DISCARD },
    { .fact = "turn", .shape = SHOW_NOTHING },
    { .fact = "attacked", .shape = SHOW_NOTHING },
    { .fact = "attacks", .shape = SHOW_NOTHING },
    { .fact = "winner", .shape = SHOW_NOTHING },
    { .fact = NULL },
};
