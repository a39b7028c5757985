/* SPDX-License-Identifier: MIT
 *
 * playout.c - random play to the end, as searches and simulations want it by the million:
 * list the moves, pick one, play it. What was listed is legal, so nothing is checked again,
 * and the word of all clues is looked up on the table once. */
#include "duet.h"

enum { NUMBER = 1 };             /* beside the word, as bots/random.h says it */

/* The lowest seat that is asked; that of a side has its number. */
static inline Seat lowest(unsigned sides) { return sides & 1 ? 0 : 1; }

static Seat who_acts(const State *s)
{
    switch ((Phase)s->phase) {
    case DEALING:  return SEAT_CHANCE;
    case CLUING:   return lowest(givers(s));
    case GUESSING: return !s->side;
    case RULING:   return s->side;
    case HOPE:     return lowest(finders(s));
    case OVER:     break;
    }
    return SEAT_NONE;
}

__attribute__((flatten)) uint32_t duet_playout(void *state, const Extra *x, Move *list, uint32_t *moves)
{
    State *s = state;
    uint32_t choices = 0, played = 0;
    (void)list;
    Cells clash = ALL_CELLS;
    Clue clue;
    duet_clue(&clue, x->word, NUMBER);
    for (; s->phase != OVER; played++) {
        Seat who = who_acts(s);
        uint32_t n = duet_count(s, who);
        const Move m = duet_nth(s, who, n > 1 ? dice_below(x->dice, n) : 0);
        choices += n > 1;
        if (m.verb == V_CLUE) {
            if (clash == ALL_CELLS) clash = clue_clash(s, x->word);
            if (clash & ~covered(s)) break;
        }
        duet_quietly(s, &m, x, &clue);
    }
    *moves += played;
    return choices;
}
