/* SPDX-License-Identifier: MIT
 *
 * fair.h - a deal that nobody can have chosen. The dealer shows a hash of its secret before the
 * players send random bytes of their own ("luck"); the seed of all shuffles is made of both.
 * When the secret is revealed, anybody can check it. */
#ifndef NINELIVES_FAIR_H
#define NINELIVES_FAIR_H

#include "game.h"
#include "sha256.h"

typedef struct {
    uint8_t commit[SHA256];              /* of the secret, shown before the deal */
    uint8_t luck[MAX_SEATS][ENTROPY];
    SeatSet gave;                        /* the seats that added their luck */
    uint8_t seats;
} Fair;

void fair_commit(const uint8_t secret[ENTROPY], uint8_t commit[SHA256]);
/* Does this secret fit the commitment? */
bool fair_fits(const Fair *f, const uint8_t secret[ENTROPY]);
/* The seed of the shuffles: SHA-256 of a name, the secret, and each seat's luck or a zero. */
void fair_seed(const Fair *f, const uint8_t secret[ENTROPY], uint8_t seed[ENTROPY]);

#endif
