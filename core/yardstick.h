/* SPDX-License-Identifier: MIT
 *
 * yardstick.h - what benchmarks measure everything by: a chain of operations that each need the one before. Times
 * differ between machines and moments, the ratio to this much less. Whoever measures takes the time around it. */
#ifndef NINELIVES_YARDSTICK_H
#define NINELIVES_YARDSTICK_H

#include <stdint.h>

enum { YARDSTICK_STEPS = 4000000 };

static inline uint64_t yardstick_walk(void)
{
    uint64_t x = 88172645463325252u;
    for (int i = 0; i < YARDSTICK_STEPS; i++) {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        x *= 0x2545F4914F6CDD1D;
    }
    return x;
}

#endif
