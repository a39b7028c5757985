/* SPDX-License-Identifier: MIT
 * store.c - what all kinds of store share: two threads, the jobs that wait for each, and those that are done. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kind.h"

static const StoreKind *const kinds[] = {
    &sqlite_kind, &postgres_kind,
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* ---- the threads -------------------------------------------------------------------------------------------- */

static struct timespec tend_at(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += TEND_MS / 1000;
    return t;
}

/* While many tables move at once, a moment gathers more of their moves into one commit. That costs a lone move nothing
 * and saves a tenth of the processor when there is none to spare. */
static void gather(Lane *l)
{
    enum { MANY = 8, MOMENT = 1000000 };                         /* nanoseconds */
    if (l->name != WRITING || l->taken < MANY || !l->waiting || l->store->closing) return;
    pthread_mutex_unlock(&l->store->lock);
    nanosleep(&(struct timespec){ .tv_nsec = MOMENT }, NULL);
    pthread_mutex_lock(&l->store->lock);
}

/* A write takes all that waits into one commit. What is read may be long, and is handed back before more is read. */
static void take_some(Lane *l, StoreJob **all)
{
    enum { READS = 8 };
    StoreJob **end = all;
    *all = l->queue;
    for (l->taken = 0; *end && (l->name == WRITING || l->taken < READS); l->taken++) end = &(*end)->next;
    l->queue = *end;
    *end = NULL;
    if (!l->queue) l->end = &l->queue;
    l->waiting -= l->taken;
}

/* Waits for jobs, but not longer than TEND_MS. False: the store closes, and nothing is left. */
static bool take_jobs(Lane *l, StoreJob **all)
{
    Store *s = l->store;
    struct timespec until = tend_at();
    int late = 0;
    pthread_mutex_lock(&s->lock);
    while (!l->queue && !s->closing && late != ETIMEDOUT) late = pthread_cond_timedwait(&l->some, &s->lock, &until);
    gather(l);
    take_some(l, all);
    bool more = *all || !s->closing;
    pthread_mutex_unlock(&s->lock);
    return more;
}

static void *run_lane(void *lane)
{
    Lane *l = lane;
    Store *s = l->store;
    for (StoreJob *all; take_jobs(l, &all);) {
        if (all) s->kind->serve[l->name](s, all);
        else if (s->kind->tend[l->name]) s->kind->tend[l->name](s);
        if (all) store_tell(s, all);
    }
    return NULL;
}

void store_tell(Store *s, StoreJob *all)
{
    pthread_mutex_lock(&s->lock);
    *s->done_end = all;
    for (; *s->done_end; s->done_end = &(*s->done_end)->next) s->unheard |= (*s->done_end)->kind == STORE_GONE;
    pthread_mutex_unlock(&s->lock);
    s->wake(s->who);
}

/* ---- handing in and taking back ----------------------------------------------------------------------------- */

static bool tidies(const StoreJob *j) { return j->kind == STORE_PACK || j->kind == STORE_DROP; }

void store_ask(Store *s, StoreJob *j)
{
    Lane *l = &s->lane[j->kind == STORE_WRITE ? WRITING : tidies(j) ? s->kind->tidying : READING];
    j->next = NULL;
    pthread_mutex_lock(&s->lock);
    *l->end = j;
    l->end = &j->next;
    l->waiting++;
    pthread_cond_signal(&l->some);
    pthread_mutex_unlock(&s->lock);
}

static bool is_long(const StoreJob *j)
{
    enum { MANY = 1000 };
    int n = 0;
    for (const StoredMove *m = j->first; m && n < MANY; m = m->next) n++;
    return n == MANY;
}

/* Whoever is told of a long round plays it again, which takes a while. What comes behind it is handed out later, so
 * that others have their turn in between. */
StoreJob *store_done(Store *s)
{
    pthread_mutex_lock(&s->lock);
    StoreJob *some = s->done, **end = &some;
    for (bool enough = false; *end && !enough; end = &(*end)->next) enough = is_long(*end);
    s->done = *end;
    *end = NULL;
    bool more = s->done;
    if (!more) {
        s->done_end = &s->done;
        s->unheard = false;
    }
    pthread_mutex_unlock(&s->lock);
    if (more) s->wake(s->who);
    return some;
}

/* ---- what may be asked at any time -------------------------------------------------------------------------- */

bool store_holds(const Store *s) { return !s->kind->holds || s->kind->holds(s); }
uint64_t store_term(const Store *s) { return s->term; }
bool store_shared(const Store *s) { return s->kind->shared; }
const char *store_secret(const Store *s) { return s->secret; }
const char *store_trouble(const Store *s) { return s->trouble; }
bool store_failed(const Store *s) { return s->trouble; }

void store_report(Store *s, const char *text)
{
    if (s->kind->report) s->kind->report(s, text);
}

StoreCounts store_counts(const Store *s)
{
    return (StoreCounts){ s->commits, s->claims, s->fenced, s->microseconds };
}

bool store_is_closing(Store *s)
{
    pthread_mutex_lock(&s->lock);
    bool closing = s->closing;
    pthread_mutex_unlock(&s->lock);
    return closing;
}

bool store_is_unheard(Store *s)
{
    pthread_mutex_lock(&s->lock);
    bool unheard = s->unheard;
    pthread_mutex_unlock(&s->lock);
    return unheard;
}

/* ---- opening and closing ------------------------------------------------------------------------------------ */

void store_begin(Store *s, const StoreKind *kind, const StoreWish *wish)
{
    pthread_condattr_t steady;
    s->kind = kind;
    s->wake = wish->wake;
    s->who = wish->who;
    s->done_end = &s->done;
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    for (LaneName i = 0; i < LANES; i++) {
        s->lane[i] = (Lane){ .store = s, .name = i };
        s->lane[i].end = &s->lane[i].queue;
        pthread_cond_init(&s->lane[i].some, &steady);
    }
    pthread_condattr_destroy(&steady);
}

void store_end(Store *s)
{
    for (StoreJob *j = s->done, *next; j; j = next) {
        next = j->next;
        store_job_free(j);
    }
    for (LaneName i = 0; i < LANES; i++) pthread_cond_destroy(&s->lane[i].some);
    pthread_mutex_destroy(&s->lock);
}

static const StoreKind *kind_of(const char *where)
{
    for (size_t i = 0; i < KINDS; i++)
        if (!strncmp(where, kinds[i]->scheme, strlen(kinds[i]->scheme))) return kinds[i];
    return NULL;
}

static bool unknown_kind(const char *where, Why *w)
{
    return why(w, "a store is sqlite:FOLDER or postgresql://..., not \"%.60s\"", where);
}

Store *store_start(Store *s, Why *w)
{
    for (LaneName i = 0; i < LANES; i++) {
        s->lane[i].runs = !pthread_create(&s->lane[i].thread, NULL, run_lane, &s->lane[i]);
        if (s->lane[i].runs) continue;
        why(w, "no thread could be started");
        return store_close(s), NULL;
    }
    return s;
}

Store *store_open(const StoreWish *wish, Why *w)
{
    const StoreKind *kind = kind_of(wish->where);
    w->text[0] = 0;
    Store *s = kind ? kind->open(wish, w) : NULL;
    if (!kind) unknown_kind(wish->where, w);
    return s ? store_start(s, w) : NULL;
}

void store_close(Store *s)
{
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    for (LaneName i = 0; i < LANES; i++) pthread_cond_signal(&s->lane[i].some);
    pthread_mutex_unlock(&s->lock);
    for (LaneName i = 0; i < LANES; i++)
        if (s->lane[i].runs) pthread_join(s->lane[i].thread, NULL);
    s->kind->shut(s);
}

/* ---- without opening it ------------------------------------------------------------------------------------- */

static void wake_nobody(void *unused) { (void)unused; }

bool store_prepare(const char *where, StoreTask task, Why *w)
{
    const StoreKind *kind = kind_of(where);
    if (!kind) return unknown_kind(where, w);
    if (kind->prepare) return kind->prepare(where, task, w);
    Store *s = store_open(&(StoreWish){ .where = where, .wake = wake_nobody }, w);
    if (s) store_close(s);
    return s;
}

bool store_nodes(const char *where, void (*hear)(void *who, const StoreNode *n), void *who, Why *w)
{
    const StoreKind *kind = kind_of(where);
    if (!kind) return unknown_kind(where, w);
    return kind->nodes ? kind->nodes(where, hear, who, w) : why(w, "a store in a file has no nodes");
}
