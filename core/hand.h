/* SPDX-License-Identifier: MIT
 *
 * hand.h - a counted hand: how many of each kind, up to 32 kinds of up to 15 cards.
 *
 * The counts are sliced: plane b holds bit b of every kind's count. So "which kinds
 * are held at least twice" is a few ORs instead of a walk over the kinds. Two planes
 * share a word, the lower one below. */
#ifndef NINELIVES_HAND_H
#define NINELIVES_HAND_H

#include "bits.h"

typedef struct { uint64_t low, high; } Hand;     /* planes 0 and 1, planes 2 and 3 */

enum { HAND_MOST = 15 };         /* copies of one kind */

/* One card of each kind in the set. */
static inline Hand hand_of(uint32_t kinds) { return (Hand){ kinds, 0 }; }

/* A hand of seven cards, counted all at once: full adders turn three bits of equal weight into two. */
enum { SEVEN = 7 };
static inline uint32_t add_sum(uint32_t a, uint32_t b, uint32_t c) { return a ^ b ^ c; }
static inline uint32_t add_carry(uint32_t a, uint32_t b, uint32_t c) { return (a & b) | ((a | b) & c); }

static inline Hand hand_of_seven(const uint8_t card[SEVEN])
{
    uint32_t c[SEVEN];
    for (int i = 0; i < SEVEN; i++) c[i] = 1u << card[i];
    uint32_t s1 = add_sum(c[0], c[1], c[2]), c1 = add_carry(c[0], c[1], c[2]);
    uint32_t s2 = add_sum(c[3], c[4], c[5]), c2 = add_carry(c[3], c[4], c[5]);
    uint32_t one = add_sum(s1, s2, c[6]), c3 = add_carry(s1, s2, c[6]);
    return (Hand){ one | (uint64_t)add_sum(c1, c2, c3) << 32, add_carry(c1, c2, c3) };
}

static inline int hand_count(const Hand *h, int kind)
{
    return (int)((h->low >> kind & 1) | (h->low >> (kind + 32) & 1) << 1
               | (h->high >> kind & 1) << 2 | (h->high >> (kind + 32) & 1) << 3);
}

/* Carries ripple through the planes. There is no branch that the processor could mispredict. */
static inline void hand_add(Hand *h, int kind)
{
    uint64_t one = (uint64_t)1 << kind, two = h->low & one, four = h->low >> 32 & two, eight = h->high & four;
    h->low ^= one | two << 32;
    h->high ^= four | eight << 32;
}

/* Removes one of each kind in the set; the hand must hold every one of them. */
static inline void hand_take(Hand *h, uint32_t kinds)
{
    uint64_t one = kinds, two = ~h->low & one, four = ~h->low >> 32 & two, eight = ~h->high & four;
    h->low ^= one | two << 32;
    h->high ^= four | eight << 32;
}

static inline void hand_remove(Hand *h, int kind) { hand_take(h, 1u << kind); }

/* The kinds held at least once, twice, three times. */
static inline uint32_t hand_four(const Hand *h) { return (uint32_t)(h->high | h->high >> 32); }
static inline uint32_t hand_two(const Hand *h) { return (uint32_t)(h->low >> 32) | hand_four(h); }
static inline uint32_t hand_one(const Hand *h) { return (uint32_t)h->low | hand_two(h); }
static inline uint32_t hand_three(const Hand *h) { return (uint32_t)(h->low & h->low >> 32) | hand_four(h); }

static inline int hand_size(const Hand *h)
{
    return __builtin_popcount((uint32_t)h->low) + 2 * __builtin_popcount((uint32_t)(h->low >> 32))
         + 4 * __builtin_popcount((uint32_t)h->high) + 8 * __builtin_popcount((uint32_t)(h->high >> 32));
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

/* The kind of the i-th card, in the quickest order: one of each kind, then the second ones,
 * and so on. */
static inline int hand_any(const Hand *h, uint32_t i)
{
    Hand left = *h;
    for (;;) {
        uint32_t kinds = hand_one(&left), n = (uint32_t)__builtin_popcount(kinds);
        if (i < n) return nth_of(kinds, i);
        hand_take(&left, kinds);
        i -= n;
    }
}

#endif
