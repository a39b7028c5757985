/* SPDX-License-Identifier: MIT
 * side.c - a store that a command asks one thing after the other, and waits. */
#include "side.h"

enum { LEASE_MS = 30000 };

static void wake(void *side) { sem_post(&((Side *)side)->woken); }

bool side_open(Side *s, const char *where, const char *name, Why *w)
{
    sem_init(&s->woken, 0, 0);
    StoreWish wish = { .where = where, .node = name, .lease_ms = LEASE_MS, .wake = wake, .who = s };
    return (s->store = store_open(&wish, w));
}

/* What the store says by itself is not for us. */
StoreJob *side_ask(Side *s, StoreJob *job)
{
    StoreJob *mine = NULL;
    store_ask(s->store, job);
    while (!mine) {
        sem_wait(&s->woken);
        for (StoreJob *j = store_done(s->store), *next; j; j = next) {
            next = j->next;
            s->gone |= j->kind == STORE_GONE;
            if (j == job) mine = j;
            else store_job_free(j);
        }
    }
    return mine;
}

void side_close(Side *s)
{
    if (s->store) store_close(s->store);
    sem_destroy(&s->woken);
}
