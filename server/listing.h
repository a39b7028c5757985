/* SPDX-License-Identifier: MIT
 * listing.h - the list of tables where somebody waits for others (listing.c). The loop's thread only. */
#ifndef NINELIVES_LISTING_H
#define NINELIVES_LISTING_H

#include "server.h"

void listing_put(Server *s, Scribe *to);         /* of all nodes */
void listing_put_ours(Server *s, Scribe *to);    /* of this one, for other nodes */

#endif
