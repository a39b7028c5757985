/* SPDX-License-Identifier: MIT
 * look.c - looks at tables: a link's preview, a finished round's log, whether a token opens a table. Nothing is claimed
 * by a look, and nothing is woken, so any node can answer it. */
#include "look.h"

#include <stdlib.h>

#include "http.h"
#include "keep.h"
#include "talk.h"

void look_at(Conn *c, uint32_t table, uint32_t round)
{
    c->look = store_job(STORE_LOOK, table, round);
    c->look->owner = c;
    conn_listen(c, false);
    store_ask(c->server->store, c->look);
}

void look_done(StoreJob *j)
{
    Conn *c = j->owner;
    if (!c) return;
    c->look = NULL;
    if (conn_gone(c)) return;
    if (c->socket) talk_looked(c, j);
    else http_looked(c, j);
}

void look_forget(Conn *c)
{
    if (c->look) c->look->owner = NULL;
    c->look = NULL;
}

Room *look_room(Server *s, const StoreJob *found)
{
    Why w;
    Room *r = calloc(1, sizeof *r);
    if (!r) abort();
    r->server = s;
    r->id = found->table;
    code_write(r->id, r->code);
    if (found->text && keep_read(r, found->text, &w)) return r;
    look_free(r);
    return NULL;
}

void look_free(Room *r)
{
    room_clear(r);
    free(r);
}
