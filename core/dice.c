/* SPDX-License-Identifier: MIT
 * dice.c - ChaCha20 (RFC 8439) for real games, a multiplicative mixer for simulations. */
#include "dice.h"

#include <assert.h>
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

uint64_t dice_secure_word(Dice *d)
{
    if (!d->left) {
        uint32_t block[16];
        chacha_block(d->key, d->next++, 0, block);
        for (int i = 0; i < DICE_WORDS; i++)
            d->word[DICE_WORDS - 1 - i] = block[2 * i] | (uint64_t)block[2 * i + 1] << 32;
        d->left = DICE_WORDS;
    }
    return d->word[--d->left];
}

void dice_derive(const uint8_t secret[ENTROPY], uint64_t number, uint8_t entropy[ENTROPY])
{
    uint32_t key[8], block[16];
    load_key(key, secret);
    chacha_block(key, 0, number, block);
    for (int i = 0; i < ENTROPY; i++) entropy[i] = (uint8_t)(block[i / 4] >> 8 * (i % 4));
}

static inline void swap(uint8_t *item, int i, uint32_t j)
{
    uint8_t t = item[i];
    item[i] = item[j];
    item[j] = t;
}

/* Items n - 1, n - 2 and n - 3 each change places with one at or below them. The highest goes
 * first: a deal stops before it reaches the bottom, and what lies above is then final. */
static inline void swap_down(Dice *d, uint8_t *item, int n, uint32_t bits)
{
    Three t = dice_fewer(d, bits, (uint32_t)n);
    swap(item, n - 1, t.first);
    swap(item, n - 2, t.second);
    swap(item, n - 3, t.third);
}

/* The same with the lowest first, for a whole shuffle: each swap reads one place that nothing has
 * written yet, so it waits for fewer of the swaps before it. */
static inline void swap_up(Dice *d, uint8_t *item, int n, uint32_t bits)
{
    Three t = dice_fewer(d, bits, (uint32_t)n);
    swap(item, n - 3, t.third);
    swap(item, n - 2, t.second);
    swap(item, n - 1, t.first);
}

void dice_deal(Dice *d, uint8_t *item, int n, int k)
{
    int stop = n - k > 1 ? n - k : 1;
    assert(n <= 1024);                               /* so the product of three ranges fits 32 bits */
    for (; n - stop >= 6; n -= 6) {
        uint64_t word = dice_word(d);
        swap_down(d, item, n, (uint32_t)word);
        swap_down(d, item, n - 3, (uint32_t)(word >> 32));
    }
    for (; n > stop; n--) swap(item, n - 1, dice_below(d, (uint32_t)n));
}

void dice_shuffle(Dice *d, uint8_t *item, int n)
{
    int i = 0;
    for (; i + 6 <= n; i += 6) {
        uint64_t word = dice_word(d);
        swap_up(d, item, i + 3, (uint32_t)word);
        swap_up(d, item, i + 6, (uint32_t)(word >> 32));
    }
    for (; i < n; i++) swap(item, i, dice_below(d, (uint32_t)i + 1));
}
