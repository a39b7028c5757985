/* SPDX-License-Identifier: MIT
 * store_any.h - a store of either kind to test, as a node of a server uses it: with what it was told, and jobs to
 * hand in. */
#ifndef NINELIVES_STORE_ANY_H
#define NINELIVES_STORE_ANY_H

#include "unit.h"

#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../../store/store.h"

typedef struct {
    Store *store;
    sem_t  woken;
    int    gone;                         /* how often it was told so */
    char  *peers;                        /* what it heard of the others last */
} Node;

static inline void wake_node(void *node) { sem_post(&((Node *)node)->woken); }

static inline Node *node_open(const char *where, const char *name, int lease_ms)
{
    Node *n = calloc(1, sizeof *n);
    Why w = { "" };
    assert_non_null(n);
    sem_init(&n->woken, 0, 0);
    StoreWish wish = { .where = where, .node = name, .lease_ms = lease_ms, .wake = wake_node, .who = n };
    n->store = store_open(&wish, &w);
    if (!n->store) fail_msg("%s: %s", name, w.text);
    return n;
}

static inline void node_close(Node *n)
{
    store_close(n->store);
    sem_destroy(&n->woken);
    free(n->peers);
    free(n);
}

/* Notes what the store said by itself and returns the rest. */
static inline StoreJob *node_hear(Node *n, StoreJob *all)
{
    StoreJob *rest = NULL, **end = &rest;
    for (StoreJob *j = all, *next; j; j = next) {
        next = j->next;
        j->next = NULL;
        if (j->kind != STORE_GONE && j->kind != STORE_PEERS) {
            *end = j;
            end = &j->next;
            continue;
        }
        n->gone += j->kind == STORE_GONE;
        if (j->kind == STORE_PEERS) {
            free(n->peers);
            n->peers = strdup(j->text);
        }
        store_job_free(j);
    }
    return rest;
}

/* Jobs that are done: waits for some, but not longer than `ms`. */
static inline StoreJob *node_wait(Node *n, int ms)
{
    struct timespec until;
    StoreJob *j;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    while (!(j = node_hear(n, store_done(n->store))))
        if (sem_timedwait(&n->woken, &until) && errno == ETIMEDOUT) return node_hear(n, store_done(n->store));
    return j;
}

enum { LONG_MS = 60000 };                /* nothing here depends on the clock: only a hang takes so long */

static inline StoreJob *node_ask(Node *n, StoreJob *j)
{
    store_ask(n->store, j);
    StoreJob *done = node_wait(n, LONG_MS);
    assert_ptr_equal(done, j);
    assert_null(done->next);
    return done;
}

static inline Outcome node_do(Node *n, StoreJob *j)
{
    Outcome o = node_ask(n, j)->outcome;
    if (o == STORE_REFUSED || o == STORE_LOST) assert_true(j->why.text[0]);
    store_job_free(j);
    return o;
}

static inline StoreJob *node_look(Node *n, uint32_t table, uint32_t round)
{
    return node_ask(n, store_job(STORE_LOOK, table, round));
}

static inline StoreJob *node_claim(Node *n, uint32_t table) { return node_ask(n, store_job(STORE_CLAIM, table, 0)); }

static inline Outcome claim_outcome(Node *n, uint32_t table) { return node_do(n, store_job(STORE_CLAIM, table, 0)); }

/* A write that makes a table, or changes it, or only adds to it. */
static inline StoreJob *a_table(uint32_t table, bool made, const char *text, bool live)
{
    StoreJob *j = store_job(STORE_WRITE, table, 0);
    j->made = made;
    j->at = made ? 1700000000001 : 1700000000002;
    j->text = strdup(text);
    j->live = live;
    return j;
}

static inline void add_a_move(StoreJob *j, uint64_t number, const char *line)
{
    StoredMove m = { .number = number, .mark = ~0ull - number, .at = 1700000000000 + (int64_t)number,
                     .by = "pbtc"[number % 4] };
    if (number % 2) snprintf(m.ask, sizeof m.ask, "ask-%d", (int)number);
    store_move(j, &m, line);
}

/* One move of the table's first round; the first one brings the round's head. */
static inline StoreJob *a_move(Node *n, uint32_t table, uint64_t number, const char *line)
{
    StoreJob *j = store_job(STORE_WRITE, table, 1);
    j->term = store_term(n->store);
    if (number == 1) j->head = strdup("head 1\n");
    add_a_move(j, number, line);
    return j;
}

static inline StoreJob *with_term(Node *n, StoreJob *j)
{
    j->term = store_term(n->store);
    return j;
}

/* How many moves the table's first round has; they must be numbered in order, each with its own line. */
static inline uint64_t count_moves(Node *n, uint32_t table)
{
    uint64_t k = 0;
    char line[32];
    StoreJob *j = node_look(n, table, 1);
    assert_int_equal(j->outcome, STORE_OK);
    for (const StoredMove *m = j->first; m; m = m->next) {
        assert_int_equal(m->number, ++k);
        snprintf(line, sizeof line, "%u draw %d", (unsigned)table, (int)k);
        assert_string_equal(m->line, line);
    }
    store_job_free(j);
    return k;
}

#endif
