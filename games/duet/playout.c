/* SPDX-License-Identifier: MIT
 *
 * playout.c - random play to the end, as searches and simulations want it by the million:
 * list the moves, pick one, play it. What was listed is legal, so nothing is checked again,
 * and the word of all clues is looked up on the table once. */
#include "duet.h"

enum { NUMBER = 1 };             /* beside the word, as bots/random.h says it */

uint32_t duet_playout(void *state, const Extra *x, Move *list, uint32_t *moves)
{
    State *s = state;
    uint32_t choices = 0, played = 0;
    bool compared = false;
    Cells clash = 0;
    for (SeatSet asked; (asked = duet_to_act(s)); played++) {
        Seat who = (Seat)__builtin_ctz(asked);
        int n = (int)(duet_list(s, who, list) - list);
        Move *m = n > 1 ? list + dice_below(x->dice, (uint32_t)n) : list;
        choices += n > 1;
        if (m->verb == V_CLUE) {
            m->arg[0] = NUMBER;
            if (!compared) clash = clue_clash(s, x->word);
            compared = true;
            if (clash & ~covered(s)) break;
        }
        duet_perform[m->verb](s, m, x, NULL);
    }
    *moves += played;
    return choices;
}
