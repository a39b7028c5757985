/* SPDX-License-Identifier: MIT
 *
 * outbox.h - bytes to the network. What conn_write() and conn_lend() are given is gathered during a turn of the loop
 * and sent at its end: each connection gets all that is due in one write. The loop's thread only. */
#ifndef NINELIVES_OUTBOX_H
#define NINELIVES_OUTBOX_H

#include "conn.h"

void outbox_send(Server *s);                     /* what was gathered for anybody */
void outbox_send_to(Conn *c);                    /* what was gathered for this one */
bool outbox_blocked(Conn *c, size_t more);       /* does so much wait for it that `more` would be too much? */
size_t outbox_owed(const Server *s, const Address *a);   /* bytes that wait for all connections of an address */

#endif
