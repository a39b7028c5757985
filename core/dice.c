/* SPDX-License-Identifier: MIT
 * dice.c - ChaCha20 (RFC 8439) for real games, a multiplicative mixer for simulations. */
#include "dice.h"

#include <string.h>

static uint32_t rotl(uint32_t x, int k) { return x << k | x >> (32 - k); }

static void quarter(uint32_t s[16], int a, int b, int c, int d)
{
    s[a] += s[b]; s[d] = rotl(s[d] ^ s[a], 16);
    s[c] += s[d]; s[b] = rotl(s[b] ^ s[c], 12);
    s[a] += s[b]; s[d] = rotl(s[d] ^ s[a], 8);
    s[c] += s[d]; s[b] = rotl(s[b] ^ s[c], 7);
}

/* One 64-byte block; `counter` fills words 12 and 13, `nonce` words 14 and 15. */
static void chacha_block(const uint32_t key[8], uint64_t counter, uint64_t nonce, uint32_t out[16])
{
    uint32_t in[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };
    memcpy(in + 4, key, 32);
    in[12] = (uint32_t)counter; in[13] = (uint32_t)(counter >> 32);
    in[14] = (uint32_t)nonce;   in[15] = (uint32_t)(nonce >> 32);
    memcpy(out, in, sizeof in);
    for (int i = 0; i < 10; i++) {
        quarter(out, 0, 4, 8, 12); quarter(out, 1, 5, 9, 13);
        quarter(out, 2, 6, 10, 14); quarter(out, 3, 7, 11, 15);
        quarter(out, 0, 5, 10, 15); quarter(out, 1, 6, 11, 12);
        quarter(out, 2, 7, 8, 13); quarter(out, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++) out[i] += in[i];
}

static void load_key(uint32_t key[8], const uint8_t bytes[ENTROPY])
{
    for (int i = 0; i < 8; i++)
        key[i] = (uint32_t)bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8
               | (uint32_t)bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
}

void dice_secure(Dice *d, const uint8_t entropy[ENTROPY])
{
    *d = (Dice){ .secure = true };
    load_key(d->key, entropy);
}

void dice_fast(Dice *d, uint64_t seed)
{
    *d = (Dice){ .next = seed };
}

static void refill_secure(Dice *d)
{
    uint32_t block[16];
    chacha_block(d->key, d->next++, 0, block);
    for (int i = 0; i < DICE_WORDS; i++)
        d->word[DICE_WORDS - 1 - i] = block[2 * i] | (uint64_t)block[2 * i + 1] << 32;
}

static void refill_fast(Dice *d)
{
    for (int i = 0; i < DICE_WORDS; i++) {
        d->next += 0x9e3779b97f4a7c15;
        Wide m = (Wide)(d->next ^ 0xe7037ed1a0b428db) * (d->next | 1);
        d->word[DICE_WORDS - 1 - i] = (uint64_t)m ^ (uint64_t)(m >> 64);
    }
}

void dice_refill(Dice *d)
{
    if (d->secure) refill_secure(d);
    else refill_fast(d);
    d->left = DICE_WORDS;
}

void dice_derive(const uint8_t secret[ENTROPY], uint64_t number, uint8_t entropy[ENTROPY])
{
    uint32_t key[8], block[16];
    load_key(key, secret);
    chacha_block(key, 0, number, block);
    for (int i = 0; i < ENTROPY; i++) entropy[i] = (uint8_t)(block[i / 4] >> 8 * (i % 4));
}

/* Two throws from one word. A product's high half is nearly fair; the low half tells when
 * a throw has to be repeated to make it exactly so, which is once in many millions. */
static uint32_t fair(Dice *d, uint32_t half, uint32_t n)
{
    uint64_t m = (uint64_t)half * n;
    while ((uint32_t)m < n && (uint32_t)m < -n % n) m = (dice_word(d) >> 32) * n;
    return (uint32_t)(m >> 32);
}

static inline void swap(uint8_t *item, int i, uint32_t j)
{
    uint8_t t = item[i];
    item[i] = item[j];
    item[j] = t;
}

void dice_deal(Dice *d, uint8_t *item, int n, int k)
{
    int stop = n - k > 1 ? n - k : 1;
    for (; n - 1 > stop; n -= 2) {
        uint64_t word = dice_word(d);
        uint32_t i = fair(d, (uint32_t)word, (uint32_t)n), j = fair(d, (uint32_t)(word >> 32), (uint32_t)n - 1);
        swap(item, n - 1, i);
        swap(item, n - 2, j);
    }
    if (n > stop) swap(item, n - 1, dice_below(d, (uint32_t)n));
}
