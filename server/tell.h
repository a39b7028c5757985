/* SPDX-License-Identifier: MIT
 *
 * tell.h - what clients are told: frames of protocol/PROTOCOL.md, each with as much as its reader may know (tell.c).
 * The loop's thread only. */
#ifndef NINELIVES_TELL_H
#define NINELIVES_TELL_H

#include "room.h"

void tell_room(Room *r);                         /* everybody at the table, what they have not been told yet */
void tell_said(Room *r, Seat seat, const char *phrase);
void tell_hint(Conn *c);                         /* what its seat knows, for an engine that advises it */
void tell_past(Conn *c);                         /* what has happened in this round, as far as it has been told */
void tell_soon(Conn *c, const char *frame);      /* after what is being stored, which it may reveal */
void tell_now(Conn *c, const char *frame);       /* at once: it reveals nothing about the table */
/* A short message: frame_begin() with its kind, then its facts are told to the Scribe, then frame_end() is its text. */
typedef struct { char out[256]; Text text; Json json; } Frame;
Scribe *frame_begin(Frame *f, const char *kind);
const char *frame_end(Frame *f);

void tell_table(Text *t, const Room *r, const Conn *viewer);     /* writes a `table` message; NULL: for anybody */

/* Parts of a table as facts, for keep.c as well. */
void tell_options(Scribe *to, const Room *r);
void tell_points(Scribe *to, const Finished *f);
void tell_texts(Scribe *to, const char *key, char *const *list, int n);
void tell_long(Scribe *to, const char *key, uint64_t v);         /* a number that may not fit an int */
void tell_hex(Scribe *to, const char *key, const uint8_t *bytes, size_t n);      /* SHA256 bytes at most; NULL: none */

#endif
