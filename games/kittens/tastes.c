/* SPDX-License-Identifier: MIT
 *
 * tastes.c - the constants of the rules of thumb, from tastes.def, by edition. */
#include "hunch.h"

const Taste kittens_tastes[EDITIONS][TASTE_COUNT] = {
#define TASTE(id, name, base, gve, party, base_answer, gve_answer, party_answer, low, high) \
    [KITTENS][id] = { name, base, low, high }, [GOODEVIL][id] = { name, gve, low, high },   \
    [PARTY][id] = { name, party, low, high },
#include "tastes.def"
#undef TASTE
};

const float kittens_answer[EDITIONS][TASTE_COUNT] = {
#define TASTE(id, name, base, gve, party, base_answer, gve_answer, party_answer, low, high) \
    [KITTENS][id] = base_answer, [GOODEVIL][id] = gve_answer, [PARTY][id] = party_answer,
#include "tastes.def"
#undef TASTE
};
