/* SPDX-License-Identifier: MIT
 * socket.h - WebSocket frames on a connection that has been upgraded (socket.c). The loop's thread only. */
#ifndef NINELIVES_SOCKET_H
#define NINELIVES_SOCKET_H

#include "conn.h"

void socket_open(Conn *c, const char *key);      /* answers the upgrade; `key` is the client's Sec-WebSocket-Key */
void socket_read(Conn *c, const uint8_t *bytes, size_t n);
void socket_send(Conn *c, const char *text, size_t n);   /* one text message */
void socket_close(Conn *c, uint16_t code, const char *why);
void socket_free(Conn *c);

#endif
