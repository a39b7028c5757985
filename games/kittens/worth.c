/* SPDX-License-Identifier: MIT
 *
 * worth.c - how good a world is for a seat. With two left a game need not be played to its end to
 * be judged: what both hold, whose turn it is and how deep the kitten lies say most of it, each
 * with a weight learnt from duels (tools/appraise). */
#include "hunch.h"

/* Where worth.def puts its numbers: the four of ON_TURN come first, for the rest see hunch.h. */
#define FOUR(e, late, at, step, a, b, c, d) \
    [e][late][at] = a, [e][late][(at) + (step)] = b, [e][late][(at) + 2 * (step)] = c, [e][late][(at) + 3 * (step)] = d,
#define ON_TURN(e, a, b, c, d, late_a, late_b, late_c, late_d) \
    FOUR(e, 0, 0, 1, a, b, c, d) FOUR(e, 1, 0, 1, late_a, late_b, late_c, late_d)
#define AT_DEPTH(e, mine, knows, late, a, b, c, d, p, q, r, s)               \
    FOUR(e, late, TRAIT_DEPTHS + (4 * mine + knows) * DEPTHS, 1, a, b, c, d) \
    FOUR(e, late, TRAIT_DEPTHS + (4 * mine + knows) * DEPTHS + 4, 1, p, q, r, s)
#define IN_HAND(e, card, a, b, c, d, late_a, late_b, late_c, late_d) \
    FOUR(e, 0, TRAIT_HANDS + card, KINDS, a, b, c, d)                \
    FOUR(e, 1, TRAIT_HANDS + card, KINDS, late_a, late_b, late_c, late_d)
static const float weights[EDITIONS][LATER][TRAITS] = {
#include "worth.def"
};
#undef ON_TURN
#undef AT_DEPTH
#undef IN_HAND

/* None twice: that would not compile. */
#define ON_TURN(...)
#define AT_DEPTH(...)
#define IN_HAND(...) + 1
static_assert(__builtin_popcount(KITTENS_HELD) + __builtin_popcount(GOODEVIL_HELD) + __builtin_popcount(PARTY_HELD) == 0
#include "worth.def"
              , "worth.def has a row for every card that a hand may hold, edition by edition");
#undef ON_TURN
#undef AT_DEPTH
#undef IN_HAND

/* How deep the next kitten lies, in classes that get wider with the depth. */
static int depth_class(const State *s, SeatSet *seen)
{
    static const uint8_t class[16] = { 0, 1, 2, 3, 4, 5, 5, 5, 6, 6, 6, 6, 6 };
    for (int i = 0; i < s->pile_n; i++)
        if (pile_top(s, i) == KITTEN) {
            *seen = s->pile_seen[s->pile_n - 1 - i];
            return i < 13 ? class[i] : DEPTHS - 1;
        }
    *seen = 0;
    return DEPTHS - 1;
}

static Trait *hand_traits(const State *s, Seat p, int side, Trait *at)
{
    for (uint32_t held = hand_one(&s->hand[p]); held; held &= held - 1) {
        int c = __builtin_ctz(held), n = hand_count(&s->hand[p], c);
        *at++ = (Trait){ (uint16_t)(TRAIT_HANDS + 2 * side * KINDS + c), 1 };
        if (n > 1) *at++ = (Trait){ (uint16_t)(TRAIT_HANDS + (2 * side + 1) * KINDS + c), (float)(n - 1) };
    }
    return at;
}

int kittens_traits(const State *s, Seat me, Trait *out)
{
    Trait *at = out;
    Seat other = next_alive(s, me), next = s->turn == me ? other : me;
    int mine = s->turn == me;
    SeatSet seen;
    int depth = depth_class(s, &seen), knows = (seen >> s->turn & 1) + 2 * (seen >> next & 1);
    *at++ = (Trait){ (uint16_t)mine, 1 };
    *at++ = (Trait){ (uint16_t)(2 + mine), (float)(s->owed - 1) };
    *at++ = (Trait){ (uint16_t)(TRAIT_DEPTHS + (4 * mine + knows) * DEPTHS + depth), 1 };
    at = hand_traits(s, me, 0, at);
    return (int)(hand_traits(s, other, 1, at) - out);
}

/* Between 0 and 1, much as the logistic curve has it. */
float kittens_likely(float x)
{
    x /= 2;
    if (x > 3) return 1;
    if (x < -3) return 0;
    float y = 0.5f + 0.5f * x * (27 + x * x) / (27 + 9 * x * x);
    return y < 0 ? 0 : y > 1 ? 1 : y;                    /* at the ends it may round beyond them */
}

float kittens_lateness(const State *s) { return 8 / (8 + (float)s->pile_n); }

static float duel_worth(const State *s, Seat who)
{
    Trait trait[MOST_TRAITS];
    const float (*w)[TRAITS] = weights[s->edition];
    float late = kittens_lateness(s), sum = 0;
    int n = kittens_traits(s, who, trait);
    for (int i = 0; i < n; i++) sum += trait[i].x * (w[0][trait[i].at] + late * w[1][trait[i].at]);
    return kittens_likely(sum);
}

/* A finished game is worth 1 to its winner and 0 to the others. Before that, with more than two left, the chance to
 * win is this seat's share: it counts 1, and 1 more for each Defuse and the Godcat, and every other player counts 2. */
float kittens_worth(const void *world, Seat who)
{
    const State *s = world;
    if (s->phase == OVER || !is_alive(s, who)) return s->place[who] == 1;
    if (s->phase == TURN && __builtin_popcount(s->alive) == 2) return duel_worth(s, who);
    float mine = 1 + (float)hand_count(&s->hand[who], DEFUSE) + (s->godcat == who);
    return mine / (mine + 2 * (float)(__builtin_popcount(s->alive) - 1));
}

/* In a duel, where a turn begins or goes on. */
bool kittens_settled(const void *world)
{
    const State *s = world;
    return s->phase == TURN && __builtin_popcount(s->alive) == 2;
}
