/* SPDX-License-Identifier: MIT
 *
 * proof.h - checking that a log was dealt fairly: its secret fits what was committed to, and every shuffle comes from
 * that secret and everybody's luck (fair.h). The secret is a log's last word, so shuffles are kept until then. */
#ifndef NINELIVES_PROOF_H
#define NINELIVES_PROOF_H

#include "fair.h"
#include "log.h"

enum { MAX_SHUFFLES = 4096 };        /* no round of our games comes near it */

typedef struct {
    Fair     promise;                /* its number of seats is set by whoever opens the log */
    bool     committed;
    bool     revealed;               /* the secret was there, and everything came from it */
    uint32_t shuffles;
    uint64_t number[MAX_SHUFFLES];   /* of the move, from which its shuffle is derived */
    uint8_t  entropy[MAX_SHUFFLES][ENTROPY];
} Proof;

/* Takes one record of a log, in order. False: something is not as was promised, and `w` says what. */
bool proof_take(Proof *p, const LogRecord *r, Why *w);

#endif
