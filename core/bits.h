/* SPDX-License-Identifier: MIT
 * bits.h - sets as bits of a word. */
#ifndef NINELIVES_BITS_H
#define NINELIVES_BITS_H

#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

/* Bit i of `places` stands for the i-th lowest member of `set`: returns those members. */
static inline uint32_t spread(uint32_t places, uint32_t set)
{
#ifdef __BMI2__
    return _pdep_u32(places, set);
#else
    uint32_t to = 0;
    for (; places; places >>= 1, set &= set - 1) to |= places & 1 ? set & -set : 0;
    return to;
#endif
}

/* The i-th lowest member of a set that has more than i: as a bit, and as a number. */
static inline uint32_t nth_bit(uint32_t set, uint32_t i) { return spread(1u << i, set); }
static inline int nth_of(uint32_t set, uint32_t i) { return __builtin_ctz(nth_bit(set, i)); }

static inline int nth_of64(uint64_t set, uint32_t i)
{
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64((uint64_t)1 << i, set));
#else
    while (i--) set &= set - 1;
    return __builtin_ctzll(set);
#endif
}

/* Eight bits as eight bytes of 0 or 1. Without an instruction for it the lower seven bits are multiplied: each copy is
 * shifted so that its own bit comes to stand at the low end of its byte; the eighth has no room in that product. */
static inline uint64_t bits_as_bytes(uint64_t bits)
{
#ifdef __BMI2__
    return _pdep_u64(bits, 0x0101010101010101);
#else
    return ((bits & 0x7f) * 0x0002040810204081 & 0x0101010101010101) | (bits & 0x80) << 49;
#endif
}

/* The bytes of `word` whose bits are set in `places` (0 to 7), moved together at the low end. */
static inline uint64_t bytes_at(uint64_t word, uint32_t places)
{
#ifdef __BMI2__
    return _pext_u64(word, _pdep_u64(places, 0x0101010101010101) * 0xff);
#else
    uint64_t to = 0;
    for (int n = 0; places; places &= places - 1) to |= (word >> 8 * __builtin_ctz(places) & 0xff) << 8 * n++;
    return to;
#endif
}

#endif
