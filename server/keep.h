/* SPDX-License-Identifier: MIT
 * keep.h - a table as the text that the store keeps, and back (keep.c). The loop's thread only. */
#ifndef NINELIVES_KEEP_H
#define NINELIVES_KEEP_H

#include "room.h"

char *keep_write(const Room *r);                         /* the caller's to free */
bool  keep_read(Room *r, const char *text, Why *w);      /* into a new room; false: `w` says what is wrong */
bool  keep_opened_by(const char *text, const char *token);       /* is it a token of one of its chairs? */
/* When something happened, by steady_ms(). If it seems to lie in the future, the calendar was set back: then now. */
int64_t keep_past(const Room *r, int64_t calendar);

#endif
