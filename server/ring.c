/* SPDX-License-Identifier: MIT
 * ring.c - the latest events of a round, for those who were away a moment. It is only a
 * memory of what the log says: it can be had again at any time, so a table that nobody looks
 * at keeps none. */
#include "ring.h"

#include <stdlib.h>


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

/* ---- from the store ------------------------------------------------------------------ */

typedef struct { Room *room; Round *round; uint64_t n; } Recalling;

static void recall_events(void *recalling, const Events *ev, const char *word)
{
    Recalling *p = recalling;
    for (int i = 0; i < ev->n; i++) keep(p->room, ++p->n, &ev->at[i], word);
}

static bool recall(void *to, const StoredMove *m)
{
    Round *round = ((Recalling *)to)->round;
    LogRecord rec;
    Why w;
    return log_read(round->table.game, round->table.options.seats, m->line, &rec, &w) && round_replay(round, &rec, &w);
}

void ring_open(Room *r)
{
    static const Audience audience = { .happened = recall_events };
    if (r->ring || !r->play) return;
    const Table *t = &r->play->table;
    if (!(r->ring = calloc(RING, sizeof *r->ring))) abort();
    Recalling p = { r, calloc(1, round_size(t->game)), 0 };
    if (!p.round) abort();
    p.round->audience = &audience;
    p.round->host = &p;
    r->ring_from = 0;
    if (r->events && !round_start(p.round, t->game, &t->options, t->secret))
        store_read_moves(r->server->store, r->id, r->round, recall, &p);
    if (p.n != r->events) r->ring_from = r->events;      /* some of it is not on disk yet */
    free(p.round);
}

void ring_free(Room *r)
{
    for (int i = 0; r->ring && i < RING; i++) free(r->ring[i].word);
    free(r->ring);
    r->ring = NULL;
}
