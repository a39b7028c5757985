/* SPDX-License-Identifier: MIT
 *
 * nodes.h - this server among others that share its store (nodes.c): which tables it takes over, when it has to be
 * silent, and what the nodes tell each other. With a store of its own it is alone, and little of this happens. The
 * loop's thread only. */
#ifndef NINELIVES_NODES_H
#define NINELIVES_NODES_H

#include "../core/sha256.h"
#include "server.h"

void nodes_tick(Server *s);                      /* every second */
void nodes_adopted(Server *s, const StoreJob *j);        /* these tables are ours now, and their clocks run */
void nodes_gone(Server *s);                      /* others thought us dead: none of the tables is ours any more */
void nodes_hear(Server *s, const StoreJob *j);   /* what the others report */
void nodes_free(Server *s);

/* What an address is called among the nodes: only who shares the store can tell whose it is. */
void nodes_call_address(const Server *s, const uint8_t ip[16], char out[2 * SHA256 + 1]);
int  nodes_put_open(const Server *s, Scribe *to, int most);      /* other nodes' open tables; how many */
/* How much this address has used up at the other nodes. `what`: "tables" or "guesses". */
int  nodes_spent(const Server *s, const uint8_t ip[16], const char *what);

#endif
