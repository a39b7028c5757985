/* SPDX-License-Identifier: MIT
 *
 * playout.c - random play to the end, as searches and simulations want it by the million:
 * list the moves, pick one, play it. What was listed is legal, so nothing is checked again;
 * chance has no choice, so it is not asked for one; and everybody who has nothing to say in
 * a Nope window lets it happen in one go. */
#include "kittens.h"

static_assert((int)DEALING == V_DEAL && (int)SHUFFLING == V_SHUFFLE && (int)PICKING == V_PICK && PICKING < TURN,
              "while chance is asked, the phase is its move");

/* Those asked before the first one with a Nope can only pass. */
static inline SeatSet silent(const State *s)
{
    uint32_t nopers = s->asked & s->nopers;
    return (SeatSet)(s->asked & ((nopers & -nopers) - 1));
}

__attribute__((flatten)) uint32_t kittens_playout(void *state, const Extra *x, Move *list, uint32_t *moves)
{
    State *s = state;
    Dice *d = x->dice;
    uint32_t choices = 0, played = 0;
    for (;;) {
        Move *end;
        if (s->phase == TURN) {
            end = kittens_turn(s, s->turn, list);
        } else if (s->phase == WINDOW) {
            SeatSet passing = silent(s);
            played += (uint32_t)__builtin_popcount(passing);
            s->asked &= (SeatSet)~passing;
            if (!s->asked) {
                kittens_close_quietly(s);
                continue;
            }
            end = kittens_lister[WINDOW](s, (Seat)__builtin_ctz(s->asked), list);
        } else if (s->phase < TURN) {
            list->verb = s->phase;
            kittens_quietly(s, list, x);
            played++;
            continue;
        } else {
            if (!s->asked) break;
            end = kittens_lister[s->phase](s, (Seat)__builtin_ctz(s->asked), list);
        }
        uint32_t n = (uint32_t)(end - list);
        if (!n) break;                               /* only a rigged table comes to this */
        choices += n > 1;
        played++;
        kittens_quietly(s, list + dice_pick(d, n), x);
    }
    *moves += played;
    return choices;
}
