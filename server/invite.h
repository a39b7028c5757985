/* SPDX-License-Identifier: MIT
 * invite.h - tells whoever started the server where people can reach it (invite.c). The loop's thread only. */
#ifndef NINELIVES_INVITE_H
#define NINELIVES_INVITE_H

#include "server.h"

void invite_print(Server *s);

#endif
