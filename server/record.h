/* SPDX-License-Identifier: MIT
 *
 * record.h - a round in the store: the pieces of its log that are kept, and the round played again from them
 * (record.c). The loop's thread only. */
#ifndef NINELIVES_RECORD_H
#define NINELIVES_RECORD_H

#include "room.h"

/* The log's lines before the first move and behind the last one; the caller's to free. */
char *record_head(const Room *r);
char *record_tail(const Room *r);
/* Plays the round of a table that is being woken again, if it has one. False: `w` says what is wrong. */
bool  record_replay(Room *r, const StoreJob *claim, Why *w);
/* One more move of the round on the table, as a line of its log. */
void  record_line(Room *r, const char *line);
/* Plays the round on the table once more beside it and lets this audience hear it. */
void  record_retell(const Room *r, const Audience *audience, void *host, SeatSet listening);
/* The log of the round that was looked up, the caller's to free; NULL: it is not finished. */
char *record_log(const StoreJob *found, size_t *n);

#endif
