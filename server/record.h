/* SPDX-License-Identifier: MIT
 *
 * record.h - a round on disk: the pieces of its log that are stored, and the round played again from them (record.c).
 * Reads from the store happen at once. The loop's thread only. */
#ifndef NINELIVES_RECORD_H
#define NINELIVES_RECORD_H

#include "room.h"

/* The log's lines before the first move and behind the last one; the caller's to free. */
char *record_head(const Room *r);
char *record_tail(const Room *r);
/* Plays the round of a table that is being woken again, if it has one. False: `w` says what is wrong. */
bool  record_replay(Room *r, Why *w);
/* Plays the round on the table once more beside it, as far as it is stored, and lets this audience hear it. */
void  record_retell(const Room *r, const Audience *audience, void *host, SeatSet listening);
/* A finished round's log, the caller's to free. NULL: there is none, or, if `broken`, the disk did not give all. */
char *record_log(const Room *r, uint32_t round, size_t *n, bool *broken);

#endif
