/* SPDX-License-Identifier: MIT
 *
 * hand.h - a counted hand: how many of each kind, up to 32 kinds of up to 15 cards.
 *
 * The counts are sliced: plane b holds bit b of every kind's count. So "which kinds
 * are held at least twice" is two ORs instead of a walk over the kinds. */
#ifndef NINELIVES_HAND_H
#define NINELIVES_HAND_H

#include <stdint.h>

typedef struct { uint32_t plane[4]; } Hand;

enum { HAND_MOST = 15 };         /* copies of one kind */

static inline int hand_count(const Hand *h, int kind)
{
    return (int)((h->plane[0] >> kind & 1) | (h->plane[1] >> kind & 1) << 1
               | (h->plane[2] >> kind & 1) << 2 | (h->plane[3] >> kind & 1) << 3);
}

/* A ripple of carries through the planes, without a branch to guess wrong. */
static inline void hand_add(Hand *h, int kind)
{
    uint32_t one = 1u << kind, two = h->plane[0] & one, four = h->plane[1] & two, eight = h->plane[2] & four;
    h->plane[0] ^= one;
    h->plane[1] ^= two;
    h->plane[2] ^= four;
    h->plane[3] ^= eight;
}

/* One of each kind in the set; every one of them must be held. */
static inline void hand_take(Hand *h, uint32_t one)
{
    uint32_t two = ~h->plane[0] & one, four = ~h->plane[1] & two, eight = ~h->plane[2] & four;
    h->plane[0] ^= one;
    h->plane[1] ^= two;
    h->plane[2] ^= four;
    h->plane[3] ^= eight;
}

static inline void hand_remove(Hand *h, int kind) { hand_take(h, 1u << kind); }

/* The kinds held at least once, twice, three times. */
static inline uint32_t hand_one(const Hand *h) { return h->plane[0] | h->plane[1] | h->plane[2] | h->plane[3]; }
static inline uint32_t hand_two(const Hand *h) { return h->plane[1] | h->plane[2] | h->plane[3]; }
static inline uint32_t hand_three(const Hand *h) { return (h->plane[0] & h->plane[1]) | h->plane[2] | h->plane[3]; }

static inline int hand_size(const Hand *h)
{
    return __builtin_popcount(h->plane[0]) + 2 * __builtin_popcount(h->plane[1])
         + 4 * __builtin_popcount(h->plane[2]) + 8 * __builtin_popcount(h->plane[3]);
}

/* The kind of the i-th card when the hand is sorted. */
static inline int hand_nth(const Hand *h, int i)
{
    for (uint32_t held = hand_one(h); held; held &= held - 1) {
        int kind = __builtin_ctz(held), count = hand_count(h, kind);
        if (i < count) return kind;
        i -= count;
    }
    return 0;
}

#endif
