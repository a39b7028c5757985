/* SPDX-License-Identifier: MIT
 * ring.c - the latest events of a round, for those who were away a moment. It is only a
 * memory of what the log says: it can be had again at any time, so a table that nobody looks
 * at keeps none. */
#include "server.h"

#include <stdlib.h>

#include "../core/log.h"

static void keep(Room *r, uint64_t n, const Event *e, const char *word)
{
    Happening *h = &r->ring[n % RING];
    free(h->word);
    *h = (Happening){ *e, word && *word ? strdup(word) : NULL };
    if (n - r->ring_from > RING) r->ring_from = n - RING;
}

void ring_put(Room *r, const Event *e, const char *word)
{
    r->events++;
    if (r->ring) keep(r, r->events, e, word);
}

typedef struct { Room *room; Table *table; uint64_t n; } Recalling;

static bool recall(void *to, const StoredMove *m)
{
    Recalling *p = to;
    LogRecord rec;
    Events ev = { .n = 0 };
    Why w;
    if (!log_read(p->table->game, p->table->options.seats, m->line, &rec, &w) || !log_play(p->table, &rec, &ev, &w)) return false;
    for (int i = 0; i < ev.n; i++) keep(p->room, ++p->n, &ev.at[i], rec.word);
    return true;
}

void ring_open(Room *r)
{
    if (r->ring || !r->table) return;
    if (!(r->ring = calloc(RING, sizeof *r->ring))) abort();
    Recalling p = { r, calloc(1, table_size(r->table->game)), 0 };
    if (!p.table) abort();
    r->ring_from = 0;
    if (r->events && !table_start(p.table, r->table->game, &r->table->options, r->table->secret))
        store_read_moves(r->server->store, r->id, r->round, recall, &p);
    if (p.n != r->events) r->ring_from = r->events;      /* some of it is not on disk yet */
    free(p.table);
}

void ring_free(Room *r)
{
    for (int i = 0; r->ring && i < RING; i++) free(r->ring[i].word);
    free(r->ring);
    r->ring = NULL;
}
