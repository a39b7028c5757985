/* SPDX-License-Identifier: MIT
 *
 * dice.h - random numbers. Real games use secure dice: a ChaCha20 stream from logged
 * entropy, so that anybody can repeat every throw. Simulations use fast ones. Both
 * yield 64-bit words; ranges and shuffles are made from these words in the same way. */
#ifndef NINELIVES_DICE_H
#define NINELIVES_DICE_H

#include <stdbool.h>
#include <stdint.h>

enum { ENTROPY = 32, DICE_WORDS = 8 };

typedef struct {
    uint64_t next;               /* fast: generator state; secure: block counter */
    bool     secure;
    uint32_t left;               /* secure: words of the block not yet used */
    uint64_t word[DICE_WORDS];
    uint32_t key[8];
} Dice;

void dice_secure(Dice *d, const uint8_t entropy[ENTROPY]);
void dice_fast(Dice *d, uint64_t seed);
__attribute__((noinline, cold)) uint64_t dice_secure_word(Dice *d);

/* The entropy of chance move `number` of a table with this secret. */
void dice_derive(const uint8_t secret[ENTROPY], uint64_t number, uint8_t entropy[ENTROPY]);

/* The top k of item[0..n) become a uniform sample of all n, in uniform order. */
__attribute__((noinline)) void dice_deal(Dice *d, uint8_t *item, int n, int k);
__attribute__((noinline)) void dice_shuffle(Dice *d, uint8_t *item, int n);

__extension__ typedef unsigned __int128 Wide;

#define DICE_STEP 0x9e3779b97f4a7c15u

/* Mixes a counter into a random word: the two halves of a 128-bit product, XORed. */
static inline uint64_t dice_stir(uint64_t n)
{
    Wide m = (Wide)(n ^ 0xe7037ed1a0b428db) * (n | 1);
    return (uint64_t)m ^ (uint64_t)(m >> 64);
}

static inline uint64_t dice_word(Dice *d)
{
    return d->secure ? dice_secure_word(d) : dice_stir(d->next += DICE_STEP);
}

/* Uniform from 0 to below 1, as fine as a float can say; for beliefs, never for rules. */
static inline float dice_part(Dice *d) { return (float)(dice_word(d) >> 40) / (float)(1 << 24); }

/* Uniform in 0..n-1. The high half of a product is nearly fair; the low half tells
 * when a throw has to be repeated to make it exactly so. */
static inline uint32_t dice_below(Dice *d, uint32_t n)
{
    Wide m = (Wide)dice_word(d) * n;
    while (__builtin_expect((uint64_t)m < n, 0) && (uint64_t)m < -(uint64_t)n % n) m = (Wide)dice_word(d) * n;
    return (uint32_t)(m >> 64);
}

/* The same, but when n is 1 no throw is used up. The processor predicts that case badly, so
 * fast dice do not branch on it: they compute a throw anyway and leave the counter where it was. */
static inline uint32_t dice_pick(Dice *d, uint32_t n)
{
    if (d->secure) return n > 1 ? dice_below(d, n) : 0;
    Wide m = (Wide)dice_stir(d->next + DICE_STEP) * n;
    d->next += DICE_STEP & (0 - (uint64_t)(n > 1));
    while (__builtin_expect((uint64_t)m < n, 0) && (uint64_t)m < -(uint64_t)n % n) m = (Wide)dice_word(d) * n;
    return (uint32_t)(m >> 64);
}

/* Three throws from half a word: the low half of each product is the randomness of the next.
 * Only a last remainder below the product of the three ranges can be unfair; it is tested more
 * exactly then, and thrown again if it is (Brackett-Rozinsky and Lemire, "Batched ranged random
 * integers", 2024). The product of the ranges must fit 32 bits. */
typedef struct { uint32_t first, second, third; } Three;

static inline Three dice_three(Dice *d, uint32_t bits, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t ways = x * y * z;
    for (;; bits = (uint32_t)dice_word(d)) {
        uint64_t a = (uint64_t)bits * x, b = (uint64_t)(uint32_t)a * y, c = (uint64_t)(uint32_t)b * z;
        if ((uint32_t)c >= ways || (uint32_t)c >= -ways % ways)
            return (Three){ (uint32_t)(a >> 32), (uint32_t)(b >> 32), (uint32_t)(c >> 32) };
    }
}

/* Below n, n - 1 and n - 2. */
static inline Three dice_fewer(Dice *d, uint32_t bits, uint32_t n) { return dice_three(d, bits, n, n - 1, n - 2); }

/* Six lots, the first below n, the next below n - 1 and so on. */
static inline void dice_six(Dice *d, uint8_t lot[6], uint32_t n)
{
    uint64_t word = dice_word(d);
    Three a = dice_fewer(d, (uint32_t)word, n), b = dice_fewer(d, (uint32_t)(word >> 32), n - 3);
    lot[0] = (uint8_t)a.first, lot[1] = (uint8_t)a.second, lot[2] = (uint8_t)a.third;
    lot[3] = (uint8_t)b.first, lot[4] = (uint8_t)b.second, lot[5] = (uint8_t)b.third;
}

#endif
