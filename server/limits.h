/* SPDX-License-Identifier: MIT
 *
 * limits.h - how much one address and one connection may ask for (limits.c): connections, tables, guessed codes,
 * requests and messages. The loop's thread only.
 *
 * An address here is a household: one IPv4 address, or a network of IPv6 addresses; larger networks around that have a
 * few times as much for all their households together. */
#ifndef NINELIVES_LIMITS_H
#define NINELIVES_LIMITS_H

#include "server.h"

enum { BURST = 3 };                      /* seconds' worth of messages that may be said at once */

/* Something of which one may have so much, and which grows back. All zero: full. */
typedef struct { double left; int64_t at; } Ration;
bool ration_take(Ration *ration, double rate, int64_t now);     /* one of it; `rate` grow back in a second */

Address *limits_enter(Server *s, const uint8_t ip[16], bool capped);     /* NULL: it has too many connections */
void limits_leave(Server *s, Address *a);                /* one connection fewer */
bool limits_charge(Conn *c, const uint8_t ip[16]);       /* from now on this address pays; false: it has too many */
/* All that was asked for may have been sent. Behind a proxy the next request may then be somebody else's. */
void limits_answered(Conn *c);
bool limits_table(Server *s, Address *a);                /* may it make another table? Then that is counted ... */
bool limits_round(Server *s, Address *a);                /* ... or begin a round */
/* A code that nobody knows to exist counts as a guess until the store has answered: so many at once as there are
 * connections would otherwise be free. */
bool limits_may_guess(Server *s, Address *a);            /* may it name a table, after all those that did not exist? */
void limits_guessed(Address *a);                         /* it names one that may not exist ... */
void limits_found(Address *a);                            /* ... and that does */
bool limits_spend(Conn *c);                              /* may it ask for one thing more? Then that is counted */
bool limits_retell(Conn *c, uint64_t moves);             /* ... for all that happened in a round so far */
bool limits_log(Conn *c);                                /* ... for the log of a round, ... */
void limits_log_read(Conn *c, size_t bytes);             /* ... which turned out to have so many bytes */
bool limits_doubt(Conn *c);                              /* ... for a look whether a token is a seat's */
bool limits_list(const Server *s, Address *a);           /* is one table more of its named before those of others? */
bool limits_message(Conn *c);                            /* the same for a message; if not, it is told or sent away */
void limits_put_spent(Server *s, Scribe *to);            /* who has used up much: for other nodes */
void limits_sweep(Server *s);                            /* forgets addresses that nobody uses any more */
void limits_free(Server *s);

#endif
