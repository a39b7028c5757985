/* SPDX-License-Identifier: MIT
 * fair.c - commitments, and the seed made of a secret and everybody's luck. */
#include "fair.h"

#include <string.h>

void fair_commit(const uint8_t secret[ENTROPY], uint8_t commit[SHA256]) { sha256(secret, ENTROPY, commit); }

bool fair_fits(const Fair *f, const uint8_t secret[ENTROPY])
{
    uint8_t commit[SHA256];
    fair_commit(secret, commit);
    return !memcmp(commit, f->commit, sizeof commit);
}

void fair_seed(const Fair *f, const uint8_t secret[ENTROPY], uint8_t seed[ENTROPY])
{
    static const char name[] = "ninelives fair 1";
    Sha256 s;
    sha256_start(&s);
    sha256_add(&s, name, sizeof name - 1);
    sha256_add(&s, secret, ENTROPY);
    for (Seat p = 0; p < f->seats; p++) {
        uint8_t gave = f->gave >> p & 1;
        sha256_add(&s, &gave, 1);
        if (gave) sha256_add(&s, f->luck[p], ENTROPY);
    }
    sha256_end(&s, seed);
}
