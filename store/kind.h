/* SPDX-License-Identifier: MIT
 *
 * kind.h - what a kind of store has to be able to do, and what all kinds share (store.c). A kind is a row of functions;
 * its own struct begins with a Store.
 *
 * Every store has two threads: one writes, one reads and claims. The first takes everything that waits for it and hands
 * all of it to the kind at once, so that many tables' writes are one commit; the second takes a few jobs at a time. */
#ifndef NINELIVES_KIND_H
#define NINELIVES_KIND_H

#include <pthread.h>
#include <stdatomic.h>

#include "store.h"

enum { TEND_MS = 1000 };

typedef enum { WRITING, READING, LANES } LaneName;

typedef struct StoreKind {
    const char *scheme;                  /* a `where` that begins so is of this kind */
    bool        shared;
    LaneName    tidying;                 /* which thread packs rounds and throws them away */
    Store    *(*open)(const StoreWish *wish, Why *why);      /* allocated; the threads do not run yet */
    void      (*serve[LANES])(Store *s, StoreJob *all);      /* carries out a list of jobs: in that lane's thread */
    void      (*tend[LANES])(Store *s);                      /* the same, when nothing waited for TEND_MS; or NULL */
    bool      (*holds)(const Store *s);                      /* NULL: always */
    void      (*report)(Store *s, const char *text);         /* NULL: nobody listens */
    void      (*shut)(Store *s);                             /* when the threads have stopped: frees it */
    bool      (*prepare)(const char *where, StoreTask task, Why *why);       /* NULL: to open it is enough */
    bool      (*nodes)(const char *where, void (*hear)(void *, const StoreNode *), void *who, Why *why);
} StoreKind;

extern const StoreKind sqlite_kind, postgres_kind;

typedef struct {
    Store          *store;
    LaneName        name;
    pthread_t       thread;
    bool            runs;
    pthread_cond_t  some;
    StoreJob       *queue, **end;        /* guarded by Store.lock, ... */
    int             waiting, taken;      /* ... as are these: jobs in the queue, and how many were taken out last */
} Lane;

struct Store {
    const StoreKind *kind;
    void           (*wake)(void *);
    void            *who;
    pthread_mutex_t  lock;
    Lane             lane[LANES];
    StoreJob        *done, **done_end;   /* guarded by the lock, ... */
    bool             closing;            /* ... as are these: */
    bool             unheard;            /* nobody has been told yet that this node was declared dead */
    _Atomic(const char *) trouble;       /* why nothing can be stored now, or NULL */
    _Atomic uint64_t term;               /* store_term() */
    _Atomic uint64_t commits, claims, fenced, microseconds;
    char             secret[65];         /* "": not shared */
};

void store_begin(Store *s, const StoreKind *kind, const StoreWish *wish);    /* fills in what all kinds share */
Store *store_start(Store *s, Why *why);          /* its threads begin; NULL: they could not, and it is freed */
void store_end(Store *s);                                                    /* and frees that again */
bool store_is_closing(Store *s);                                             /* any thread */
bool store_is_unheard(Store *s);                                             /* any thread */
void store_tell(Store *s, StoreJob *all);        /* hands back a list of jobs that nobody handed in; any thread */
void store_job_fail(StoreJob *all, Outcome o, const char *why);  /* every job of a list */

/* The table's text does not fit its sum: it is thrown away. */
Outcome store_job_spoilt(StoreJob *j);

/* By which a text that was damaged on disk is recognised (FNV-1a). */
int64_t store_sum(const char *text);

/* The moves of a job as one text, the caller's to free; NULL: they are no whole round (pack.c). */
char *store_pack(const StoreJob *j);
/* A row of moves that was read: one of them, or number 0, which holds all of a packed round. The job is STORE_DAMAGED
 * if that makes no sense. */
void  store_row(StoreJob *j, const StoredMove *m, const char *line);

/* One number for a round of a table. */
static inline int64_t round_key(uint32_t table, uint32_t round) { return (int64_t)table << 24 | round; }

#endif
