/* SPDX-License-Identifier: MIT
 *
 * dice.h - where numbers come from. Real games throw secure dice: a ChaCha20 stream
 * from logged entropy, so that anybody can throw them again. Simulations throw fast
 * ones. Both feed the same small buffer, and everything above it is shared. */
#ifndef NINELIVES_DICE_H
#define NINELIVES_DICE_H

#include <stdbool.h>
#include <stdint.h>

enum { ENTROPY = 32, DICE_WORDS = 8 };

typedef struct {
    uint64_t word[DICE_WORDS];
    uint64_t next;               /* fast: generator state; secure: block counter */
    uint32_t key[8];
    uint32_t left;               /* words not yet used */
    bool     secure;
} Dice;

void dice_secure(Dice *d, const uint8_t entropy[ENTROPY]);
void dice_fast(Dice *d, uint64_t seed);
void dice_refill(Dice *d);

/* The entropy of chance move `number` of a table with this secret. */
void dice_derive(const uint8_t secret[ENTROPY], uint64_t number, uint8_t entropy[ENTROPY]);

/* The top k of item[0..n) become a uniform sample of all n, in uniform order. */
void dice_deal(Dice *d, uint8_t *item, int n, int k);
static inline void dice_shuffle(Dice *d, uint8_t *item, int n) { dice_deal(d, item, n, n); }

__extension__ typedef unsigned __int128 Wide;

static inline uint64_t dice_word(Dice *d)
{
    if (!d->left) dice_refill(d);
    return d->word[--d->left];
}

/* Uniform in 0..n-1. The high half of a product is nearly fair; the low half tells
 * when a throw has to be repeated to make it exactly so. */
static inline uint32_t dice_below(Dice *d, uint32_t n)
{
    Wide m = (Wide)dice_word(d) * n;
    while ((uint64_t)m < n && (uint64_t)m < -(uint64_t)n % n) m = (Wide)dice_word(d) * n;
    return (uint32_t)(m >> 64);
}

#endif
