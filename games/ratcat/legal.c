/* SPDX-License-Identifier: MIT
 *
 * legal.c - what may be done: the list of all moves, and the judgement of one. The two must
 * agree, and the laws see to it.
 *
 * Written for speed, since every playout of a search lists moves at every decision: what
 * follows from a card alone is a constant, and a choice that nobody can predict moves the
 * end of the list instead of branching. */
#include "ratcat.h"

/* The polite answer first: silence keeps the row as it is. Seats are filled in later. */
#define EACH_PLACE(v) { v, .arg = { 1 } }, { v, .arg = { 2 } }, { v, .arg = { 3 } }, { v, .arg = { 4 } }
static const Move with_number[] = { { .verb = V_DISCARD }, EACH_PLACE(V_REPLACE) };
static const Move with_peek[] = { { .verb = V_DISCARD }, EACH_PLACE(V_PEEK) };
static const Move with_draw2[] = { { .verb = V_DISCARD }, { .verb = V_DRAW2 } };
static const Move at_end[] = { { .verb = V_END }, { .verb = V_KNOCK } };

/* ---- the list -------------------------------------------------------------- */

/* Field by field, so that the compiler moves one word. */
static inline Move *put(Move *at, const Move *m, Seat who)
{
    *at = (Move){ m->verb, who, 0, { m->arg[0], m->arg[1], m->arg[2] } };
    return at + 1;
}

static inline Move *put_verb(Move *at, uint8_t verb, Seat who) { return put(at, &(Move){ .verb = verb }, who); }

static inline Move *put_all(Move *at, const Move *list, int n, Seat who)
{
    for (int i = 0; i < n; i++) put(at + i, &list[i], who);
    return at + n;
}
