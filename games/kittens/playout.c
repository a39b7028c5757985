/* SPDX-License-Identifier: MIT
 *
 * playout.c - random play to the end, as searches and simulations want it by the million:
 * list the moves, pick one, play it. What was listed is legal, so nothing is checked again;
 * chance has no choice, so it is not asked for one; and everybody who has nothing to say in
 * a Nope window lets it happen in one go. */
#include "kittens.h"

static_assert((int)DEALING == V_DEAL && (int)SHUFFLING == V_SHUFFLE && (int)PICKING == V_PICK && PICKING < TURN,
              "while chance is asked, the phase is its move");

/* Those asked before the first one with a Nope can only pass. Returns how many did. */
static inline uint32_t hush(State *s)
{
    uint32_t nopers = s->asked & s->nopers, silent = s->asked & ((nopers & -nopers) - 1);
    s->asked &= (SeatSet)~silent;
    return seats_in((SeatSet)silent);
}

__attribute__((flatten)) uint32_t kittens_playout(void *state, const Extra *x, Move *list, uint32_t *moves)
{
    State *s = state;
    uint32_t choices = 0, played = 0;
    while (s->asked) {
        if (s->phase == WINDOW) {
            played += hush(s);
            if (!s->asked) {
                kittens_close_quietly(s);
                continue;
            }
        }
        if (s->phase < TURN) {
            kittens_quietly[s->phase](s, list, x);
            played++;
            continue;
        }
        Move *end = s->phase == TURN ? kittens_turn(s, s->turn, list)
                                     : kittens_lister[s->phase](s, (Seat)__builtin_ctz(s->asked), list);
        uint32_t n = (uint32_t)(end - list);
        if (!n) break;                               /* only a rigged table comes to this */
        choices += n > 1;
        played++;
        const Move *m = list + dice_pick(x->dice, n);
        kittens_quietly[m->verb](s, m, x);
    }
    *moves += played;
    return choices;
}
