/* SPDX-License-Identifier: MIT
 * ring.c - the latest events of a round, for people who were away a moment. They follow from the round's moves, so the
 * ring can be filled again at any time, and a table that nobody looks at keeps none. */
#include "ring.h"

#include <stdlib.h>

#include "record.h"

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

typedef struct { Room *room; uint64_t n; } Recalling;

static void recall(void *recalling, const Events *ev, const char *word)
{
    Recalling *p = recalling;
    for (int i = 0; i < ev->n; i++) keep(p->room, ++p->n, &ev->at[i], word);
}

void ring_open(Room *r)
{
    static const Audience audience = { .happened = recall };
    Recalling p = { r, 0 };
    if (r->ring || !r->play) return;
    if (!(r->ring = calloc(RING, sizeof *r->ring))) abort();
    r->ring_from = 0;
    if (r->events) record_retell(r, &audience, &p, 0);
    if (p.n != r->events) r->ring_from = r->events;      /* in the middle of a move: begin with the next event */
}

void ring_free(Room *r)
{
    for (int i = 0; r->ring && i < RING; i++) free(r->ring[i].word);
    free(r->ring);
    r->ring = NULL;
}
