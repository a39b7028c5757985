/* SPDX-License-Identifier: MIT
 *
 * wake.h - tables that are not in memory: claimed from the store, read and played again, or found elsewhere (wake.c);
 * and let go again. The loop's thread only. */
#ifndef NINELIVES_WAKE_H
#define NINELIVES_WAKE_H

#include "room.h"

Room *room_wake(Server *s, uint32_t id);         /* in memory, or being woken from now on */
void  room_call(Server *s, uint32_t id);         /* the same, because its clock runs: it goes on by itself */
void  room_woken(Room *r, const StoreJob *claim);        /* the store has answered */
void  room_sleep(Room *r);                       /* out of memory: until its clock calls it, or somebody comes */

#endif
