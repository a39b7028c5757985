/* SPDX-License-Identifier: MIT
 * ring.h - the latest events of a round, for people who were away a moment (ring.c). The loop's thread only. */
#ifndef NINELIVES_RING_H
#define NINELIVES_RING_H

#include "room.h"

enum { RING = 128 };                     /* events that are kept */

void ring_put(Room *r, const Event *e, const char *word);
void ring_open(Room *r);                         /* fills it again if the room keeps none */
void ring_free(Room *r);

#endif
