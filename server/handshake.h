/* SPDX-License-Identifier: MIT
 * handshake.h - the answer that opens a WebSocket (handshake.c). Any thread. */
#ifndef NINELIVES_HANDSHAKE_H
#define NINELIVES_HANDSHAKE_H

enum { ACCEPT = 29 };                    /* 28 digits of base 64 and a NUL */

/* The Sec-WebSocket-Accept that answers this Sec-WebSocket-Key. */
void handshake_accept(const char *key, char out[ACCEPT]);

#endif
