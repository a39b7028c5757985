/* SPDX-License-Identifier: MIT
 * doze.h - tables that sleep on disk until their clock has run out (doze.c). The loop's thread only. */
#ifndef NINELIVES_DOZE_H
#define NINELIVES_DOZE_H

#include "server.h"

void doze(Server *s, uint32_t id, int64_t when); /* table `id` is to be woken then, by steady_ms() */
void doze_wake(Server *s);                       /* wakes those whose time has come */
void doze_free(Server *s);

#endif
