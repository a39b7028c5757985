/* SPDX-License-Identifier: MIT
 *
 * keep.h - a table as the text that the store keeps, and back; a round played again from its stored moves; the log of
 * a finished round (keep.c). Reads from the store happen at once. The loop's thread only. */
#ifndef NINELIVES_KEEP_H
#define NINELIVES_KEEP_H

#include "room.h"

char *keep_write(const Room *r);                         /* the caller's to free */
bool  keep_read(Room *r, const char *text, Why *w);      /* into a new room; false: `w` says what is wrong */
bool  keep_opened_by(const char *text, const char *token);       /* is it a token of one of its chairs? */
bool  keep_replay(Room *r, Why *w);                      /* plays the table's round again, if it has one */
/* Plays the round on the table once more beside it, as far as it is stored, and lets this audience hear it. */
void  keep_retell(const Room *r, const Audience *audience, void *host, SeatSet listening);
/* A finished round's log, the caller's to free. NULL: there is none, or, if `broken`, the disk did not give all. */
char *keep_log(Room *r, uint32_t round, size_t *n, bool *broken);

#endif
