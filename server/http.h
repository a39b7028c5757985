/* SPDX-License-Identifier: MIT
 * http.h - requests on a connection that is no WebSocket yet (http.c). The loop's thread only. */
#ifndef NINELIVES_HTTP_H
#define NINELIVES_HTTP_H

#include "conn.h"

void  http_free(Http *h);
void  http_read(Conn *c, const char *bytes, size_t n);
void  http_stored(Conn *c, const Room *r);       /* the table that its request waited for is stored; NULL: refused */
void  http_looked(Conn *c, const StoreJob *found);       /* what it asked for was looked up */
void  http_go_on(Conn *c);                       /* reads what came behind the request that had to wait */

#endif
