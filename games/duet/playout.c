/* SPDX-License-Identifier: MIT
 *
 * playout.c - random play to the end, as searches and simulations want it by the million.
 * Among moves that are as good as numbered (the open cells in order) one is picked without
 * writing the list; what would be listed is legal, so nothing is checked again; and the
 * word of all clues is looked up on the table once. The laws hold it to the same bytes. */
#include "duet.h"

enum { NUMBER = 1 };             /* beside the word, as bots/random.h says it */

static inline int count(Cells set)
{
    set -= set >> 1 & 0x55555555;
    set = (set & 0x33333333) + (set >> 2 & 0x33333333);
    return (int)(((set + (set >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

/* The n-th cell that is not in a set. Few cells are closed in most games, and to leave
 * early would only be guessed wrong. */
static inline int nth_open(Cells closed, int n)
{
    for (; closed; closed &= closed - 1) n += __builtin_ctz(closed) <= n;
    return n;
}

/* In the order of duet_list(): stop, the open cells, object. */
static void pick_guess(const State *s, Move *m, Dice *d, uint32_t *choices)
{
    Cells closed = ALL_CELLS & ~open_to(s, side_of(m->seat));
    int stops = may_stop(s), cells = CELLS - count(closed), n = stops + cells + may_object(s);
    int i = n > 1 ? (int)dice_below(d, (uint32_t)n) - stops : -stops;
    *choices += n > 1;
    m->verb = i < 0 ? V_STOP : i < cells ? V_GUESS : V_OBJECT;
    m->arg[0] = (uint8_t)nth_open(closed, i);
}

/* The lowest seat of a side has its number. */
static inline Seat lowest(unsigned sides) { return sides & 1 ? 0 : 1; }

static void pick(const State *s, Move *m, Dice *d, uint32_t *choices)
{
    switch ((Phase)s->phase) {
    case DEALING:  m->seat = SEAT_CHANCE;
                   m->verb = V_DEAL;
                   break;
    case CLUING:   m->seat = lowest(givers(s));
                   m->verb = V_CLUE;
                   m->arg[0] = NUMBER;
                   break;
    case GUESSING: m->seat = !s->side;
                   pick_guess(s, m, d, choices);
                   break;
    case RULING:   m->seat = s->side;
                   m->verb = dice_below(d, 2) ? V_INSIST : V_CONCEDE;
                   ++*choices;
                   break;
    case HOPE:     m->seat = lowest(finders(s));
                   pick_guess(s, m, d, choices);
                   break;
    case OVER:     break;
    }
}

uint32_t duet_playout(void *state, const Extra *x, Move *list, uint32_t *moves)
{
    State *s = state;
    uint32_t choices = 0, played = 0;
    bool compared = false;
    Cells clash = 0;
    (void)list;
    for (Move m = { 0 }; s->phase != OVER; played++) {
        pick(s, &m, x->dice, &choices);
        if (m.verb == V_CLUE) {
            if (!compared) clash = clue_clash(s, x->word);
            compared = true;
            if (clash & ~covered(s)) break;
        }
        duet_perform[m.verb](s, &m, x, NULL);
    }
    *moves += played;
    return choices;
}
