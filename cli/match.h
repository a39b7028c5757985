/* SPDX-License-Identifier: MIT
 * match.h - is what was expected part of what came out? (NOTATION, "Scenarios") */
#ifndef NINELIVES_MATCH_H
#define NINELIVES_MATCH_H

#include "../core/game.h"

enum { MISMATCHES = 32 };
typedef struct {
    const Game *game;
    int  n;
    char path[MISMATCHES][96];
} Mismatch;

/* `expect` against the printed object; paths of what differs are added to `out`. */
void match_expect(const Fact *expect, const Fact *printed, Mismatch *out);

#endif
