/* SPDX-License-Identifier: MIT
 * origin.h - is a web page that speaks to us one of ours? (origin.c) The loop's thread only. */
#ifndef NINELIVES_ORIGIN_H
#define NINELIVES_ORIGIN_H

#include "conn.h"

Names *names_find(void);                         /* what this machine is called, and its addresses */
void   names_free(Names *n);
bool   origin_is_ours(const Conn *c, const char *origin, const char *host);      /* the headers of these names */
bool   origin_is_here(const Conn *c, const char *host);  /* is that a name of this machine, perhaps with a port? */

#endif
