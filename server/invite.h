/* SPDX-License-Identifier: MIT
 * invite.h - what whoever starts a server wants to see: where to point the phones. */
#ifndef NINELIVES_INVITE_H
#define NINELIVES_INVITE_H

#include "server.h"

void invite_print(Server *s);

#endif
