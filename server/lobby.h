/* SPDX-License-Identifier: MIT
 *
 * lobby.h - what is said around the game: chairs, names, bots, the host, what the table wishes (lobby.c). Functions
 * that can refuse return the code of PROTOCOL.md, or NULL if all is well. The loop's thread only. */
#ifndef NINELIVES_LOBBY_H
#define NINELIVES_LOBBY_H

#include "room.h"

/* One message of kind `t`; `code` is then why it was refused, or NULL. False: it is not of the lobby's kinds. */
bool lobby_hear(Conn *c, const char *t, const Fact *m, const char **code);
/* A new table as wished, with its first chair taken; `token` is that chair's. `what`: the wish that was refused. */
const char *lobby_make(Server *s, const Fact *wish, Room **made, char token[2 * TOKEN + 1], const char **what);
void lobby_attach(Conn *c, Seat p);              /* the chair goes on with this connection; the one before is closed */

/* Secrets by which seats are known: clients have them as hexadecimal digits, tables have their hashes. */
void lobby_token(char hex[2 * TOKEN + 1], uint8_t hash[SHA256]);         /* a new one */
bool lobby_fits(const char *hex, const uint8_t hash[SHA256]);            /* takes as long for any two */

#endif
