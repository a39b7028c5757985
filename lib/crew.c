/* SPDX-License-Identifier: MIT
 * crew.c - threads that wait for the next piece of work. */
#include "crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct { Crew *crew; int part; pthread_t thread; } Hand;

struct Crew {
    int             parts;
    pthread_mutex_t lock;
    pthread_cond_t  more, done;
    uint64_t        job;                 /* grows with every piece of work; the rest belongs to the last one */
    CrewWork           *work;                /* NULL: the crew goes home */
    void           *of;
    int             busy;
    Hand            hand[];              /* of all parts but the caller's, which is the first */
};

/* Waits for a job after the last one; false: there are no more. */
static bool next_job(Crew *c, uint64_t *last)
{
    pthread_mutex_lock(&c->lock);
    while (c->job == *last) pthread_cond_wait(&c->more, &c->lock);
    *last = c->job;
    bool more = c->work;
    pthread_mutex_unlock(&c->lock);
    return more;
}

static void *stand_by(void *hand)
{
    const Hand *h = hand;
    Crew *c = h->crew;
    for (uint64_t last = 0; next_job(c, &last); ) {
        c->work(c->of, h->part, c->parts);
        pthread_mutex_lock(&c->lock);
        if (!--c->busy) pthread_cond_signal(&c->done);
        pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

static void announce(Crew *c, CrewWork *work, void *of)
{
    pthread_mutex_lock(&c->lock);
    c->work = work;
    c->of = of;
    c->busy = c->parts - 1;
    c->job++;
    pthread_cond_broadcast(&c->more);
    pthread_mutex_unlock(&c->lock);
}

void crew_do(Crew *c, CrewWork *work, void *of)
{
    if (!c) {
        work(of, 0, 1);
        return;
    }
    announce(c, work, of);
    work(of, 0, c->parts);
    pthread_mutex_lock(&c->lock);
    while (c->busy) pthread_cond_wait(&c->done, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

Crew *crew_new(int parts)
{
    Crew *c = calloc(1, sizeof *c + (size_t)parts * sizeof c->hand[0]);
    if (!c) return NULL;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->more, NULL);
    pthread_cond_init(&c->done, NULL);
    for (c->parts = 1; c->parts < parts; c->parts++) {
        Hand *h = &c->hand[c->parts - 1];
        *h = (Hand){ .crew = c, .part = c->parts };
        if (pthread_create(&h->thread, NULL, stand_by, h)) break;
    }
    if (c->parts == parts) return c;
    crew_free(c);
    return NULL;
}

void crew_free(Crew *c)
{
    if (!c) return;
    announce(c, NULL, NULL);
    for (int i = 0; i < c->parts - 1; i++) pthread_join(c->hand[i].thread, NULL);
    pthread_cond_destroy(&c->done);
    pthread_cond_destroy(&c->more);
    pthread_mutex_destroy(&c->lock);
    free(c);
}
