/* SPDX-License-Identifier: MIT
 * bits.h - sets as bits of a word. */
#ifndef NINELIVES_BITS_H
#define NINELIVES_BITS_H

#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

/* The i-th member of a set that has more than i, as a bit. */
static inline uint32_t nth_bit(uint32_t set, uint32_t i)
{
#ifdef __BMI2__
    return _pdep_u32(1u << i, set);
#else
    while (i--) set &= set - 1;
    return set & -set;
#endif
}

static inline int nth_of(uint32_t set, uint32_t i) { return __builtin_ctz(nth_bit(set, i)); }

#endif
