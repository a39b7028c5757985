/* SPDX-License-Identifier: MIT
 *
 * tell.h - what clients are told: frames of protocol/PROTOCOL.md, each with as much as its reader may know (tell.c).
 * The loop's thread only. */
#ifndef NINELIVES_TELL_H
#define NINELIVES_TELL_H

#include "room.h"

void tell_room(Room *r);                         /* everybody at the table, what they have not been told yet */
void tell_said(Room *r, Seat seat, const char *phrase);
void tell_soon(Conn *c, const char *frame);      /* after what is being stored, which it may reveal */
void tell_now(Conn *c, const char *frame);       /* at once: it reveals nothing about the table */
void tell_table(Text *t, const Room *r, const Conn *to);         /* writes a `table` message; `to` NULL: for anybody */

#endif
