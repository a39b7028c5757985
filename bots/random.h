/* SPDX-License-Identifier: MIT
 * random.h - the simplest player there is: any legal move, all equally likely. */
#ifndef NINELIVES_RANDOM_H
#define NINELIVES_RANDOM_H

#include "../core/game.h"

/* The word it says when a word is wanted, and the number beside it. */
#define RANDOM_WORD "association"
enum { RANDOM_NUMBER = 1 };

/* Plays `state` on until nobody is asked. Returns the number of choices (decisions with at
 * least two legal moves); every move, forced ones and chance's included, is counted in
 * *moves. `list` has room for MAX_MOVES. */
static inline uint32_t random_playout(const Game *g, void *state, Dice *d, Move *list, uint32_t *moves)
{
    const Extra x = { .word = RANDOM_WORD, .dice = d };
    uint32_t choices = 0, played = 0;
    if (g->playout) return g->playout(state, &x, list, moves);
    for (SeatSet asked; (asked = g->to_act(state)); played++) {
        int n = g->legal(state, (Seat)__builtin_ctz(asked), list, MAX_MOVES);
        if (!n) break;                                     /* only a rigged table comes to this */
        Move *m = list;
        if (n > 1) {
            m += dice_below(d, (uint32_t)n);
            choices++;
        }
        if (m->arg[0] == ARG_OPEN) m->arg[0] = RANDOM_NUMBER;
        if (g->apply(state, m, &x, NULL)) break;
    }
    *moves += played;
    return choices;
}

#endif
