/* SPDX-License-Identifier: MIT
 * proof.c - was it dealt fairly? */
#include "proof.h"

#include <string.h>

static bool keep_shuffle(Proof *p, const LogRecord *r, Why *w)
{
    if (p->revealed) return why(w, "there is a shuffle after the secret, which nothing proves");
    if (p->shuffles == MAX_SHUFFLES) return why(w, "more than %d shuffles", MAX_SHUFFLES);
    p->number[p->shuffles] = r->number;
    memcpy(p->entropy[p->shuffles++], r->entropy, ENTROPY);
    return true;
}

static bool check(Proof *p, const uint8_t secret[ENTROPY], Why *w)
{
    uint8_t seed[ENTROPY], derived[ENTROPY];
    memcpy(seed, secret, ENTROPY);
    if (p->committed && !fair_fits(&p->promise, secret)) return why(w, "the secret does not fit the commitment");
    if (p->committed) fair_seed(&p->promise, secret, seed);
    for (uint32_t i = 0; i < p->shuffles; i++) {
        dice_derive(seed, p->number[i], derived);
        if (memcmp(derived, p->entropy[i], ENTROPY))
            return why(w, "the shuffle of move %llu does not come from the secret", (unsigned long long)p->number[i]);
    }
    return p->revealed = true;
}

bool proof_take(Proof *p, const LogRecord *r, Why *w)
{
    switch (r->kind) {
    case LOG_MOVE: return r->move.seat != SEAT_CHANCE || keep_shuffle(p, r, w);
    case LOG_MARK: case LOG_OWN: case LOG_WITHOUT: return true;
    case LOG_COMMIT:
        p->committed = true;
        memcpy(p->promise.commit, r->entropy, ENTROPY);
        return true;
    case LOG_LUCK:
        p->promise.gave |= SEAT_BIT(r->move.seat);
        memcpy(p->promise.luck[r->move.seat], r->entropy, ENTROPY);
        return true;
    case LOG_SECRET: return check(p, r->entropy, w);
    }
    return false;
}
