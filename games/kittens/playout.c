/* SPDX-License-Identifier: MIT
 *
 * playout.c - random play to the end, as searches and simulations want it by the million:
 * list the moves, pick one, play it. What was listed is legal, so nothing is checked again,
 * and everybody who has nothing to say in a Nope window lets it happen in one go. */
#include "kittens.h"

/* Those asked who come before the first one with a Nope; they can only pass. */
static SeatSet forced_passes(const State *s)
{
    SeatSet nopers = 0;
    for (Seat p = 0; p < s->seats; p++) nopers |= (SeatSet)((hand_one(&s->hand[p]) >> NOPE & 1) << p);
    nopers &= s->asked;
    return nopers ? s->asked & (SeatSet)((nopers & -nopers) - 1) : s->asked;
}

uint32_t kittens_playout(void *state, const Extra *x, Move *list, uint32_t *moves)
{
    State *s = state;
    uint32_t choices = 0, played = 0;
    while (s->asked) {
        if (s->phase == WINDOW) {
            SeatSet forced = forced_passes(s);
            s->asked &= (SeatSet)~forced;
            played += (uint32_t)__builtin_popcount(forced);
            if (!s->asked) {
                kittens_close_window(s, NULL);
                continue;
            }
        }
        int n = (int)(kittens_lister[s->phase](s, (Seat)__builtin_ctz(s->asked), list) - list);
        if (!n) break;                               /* only a rigged table comes to this */
        const Move *m = n > 1 ? list + dice_below(x->dice, (uint32_t)n) : list;
        choices += n > 1;
        played++;
        kittens_perform[m->verb](s, m, x, NULL);
    }
    *moves += played;
    return choices;
}
