/* SPDX-License-Identifier: MIT
 * look.h - a connection asks for something of a table that need not be in memory (look.c). The loop's thread only. */
#ifndef NINELIVES_LOOK_H
#define NINELIVES_LOOK_H

#include "room.h"

void  look_at(Conn *c, uint32_t table, uint32_t round);  /* it waits until the store has answered */
void  look_done(StoreJob *j);                    /* the store has */
void  look_forget(Conn *c);                      /* it has gone meanwhile */
/* A table as the store has it, not in the server's list and not to be played at; NULL: its record makes no sense. */
Room *look_room(Server *s, const StoreJob *found);
void  look_free(Room *r);

#endif
