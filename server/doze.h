/* SPDX-License-Identifier: MIT
 * doze.h - tables that sleep on disk, if need be until their clock has run out (doze.c). The loop's thread only. */
#ifndef NINELIVES_DOZE_H
#define NINELIVES_DOZE_H

#include "room.h"

bool doze_idle(const Room *r);                   /* nobody is here, and nothing is being stored or thought */
bool doze_may(const Room *r);                    /* it may go to sleep */
void doze(Server *s, uint32_t id, int64_t when); /* table `id` is to be woken then, by steady_ms() */
void doze_table(const Room *r, int64_t when);    /* the same for a table that goes to sleep: its clock is kept */
void doze_resume(Room *r);                       /* it has been woken: gives it its clock back, if it slept here */
void doze_wake(Server *s);                       /* wakes those whose time has come */
void doze_forget(Server *s);                     /* none of them is ours any more */
void doze_free(Server *s);

#endif
