/* SPDX-License-Identifier: MIT
 *
 * sqlite.c - the store as one SQLite file with a write-ahead log, synced at every commit. One thread writes: it takes
 * everything that waits, puts it into one transaction, and commits once. When nothing waits it looks after the file:
 * once a second it makes sure that the file is still there and, if the disk refused the last commit, tries again.
 *
 * There are two connections to the file, one for each side: `writer` belongs to that thread, `reader` to whoever calls
 * the store_read functions. */
#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "layout.h"
#include "store.h"
#include "watch.h"

enum { TEND_S = 1, SYNC_TALLY_S = 5, HOW_TO_OPEN = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX };

static const char moved[] = "the data file was moved, replaced or removed while in use;"
    " put it back, or stop the server, put a backup in place and start again";
static const char full[] = "the disk is full";

enum { COUNT, PUT_TABLE, MAKE_TABLE, PUT_HEAD, PUT_TAIL, PUT_MOVE, TRY, KEEP, UNDO, WRITES };
static const char *const write_sql[WRITES] = {
    [COUNT]      = "UPDATE ledger SET line=?1 WHERE id=1",
    [PUT_TABLE]  = "UPDATE tables SET text=?2, sum=?3, touched=?4, live=?5 WHERE id=?1",
    [MAKE_TABLE] = "INSERT INTO tables(id, text, sum, made, touched, live) VALUES(?1, ?2, ?3, ?4, ?4, ?5)",
    [PUT_HEAD]   = "INSERT INTO rounds(key, head) VALUES(?1, ?2)",
    [PUT_TAIL]   = "UPDATE rounds SET tail=?2 WHERE key=?1",
    [PUT_MOVE]   = "INSERT INTO moves(round, number, at, mark, by, ask, line) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [TRY]        = "SAVEPOINT one",
    [KEEP]       = "RELEASE one",
    [UNDO]       = "ROLLBACK TO one",
};

enum { GET_TABLE, GET_ROUND, GET_MOVES, LIST_LIVE, READS };
static const char *const read_sql[READS] = {
    [GET_TABLE] = "SELECT text, sum FROM tables WHERE id=?1",
    [GET_ROUND] = "SELECT head, tail FROM rounds WHERE key=?1",
    [GET_MOVES] = "SELECT number, at, mark, by, ask, line FROM moves WHERE round=?1 ORDER BY number",
    [LIST_LIVE] = "SELECT id FROM tables WHERE live=1",
};

struct Store {
    sqlite3      *reader, *writer;
    sqlite3_stmt *read[READS], *write[WRITES];
    void        (*wake)(void *);
    void         *who;
    pthread_t     thread;
    pthread_mutex_t lock;                /* guards the three lines below */
    pthread_cond_t  some;
    StoreWrite   *queue, **queue_end, *done, **done_end;
    bool          closing;

    /* For the writer's thread only; times are seconds of the steady clock. */
    const char   *refused;               /* the first error of the commit being made; NULL: none */
    Tally         tally;                 /* the last commit */
    int           count;                 /* a file beside the database that has the same number (tally.c) */
    bool          count_synced;          /* it is on disk as well */
    time_t        count_sync_at;         /* when it may be synced again */
    time_t        look_at;               /* when the names of the files are looked up again */
    bool          odd;                   /* the file did not look writable when last looked at */
    Watch         watch;

    _Atomic(const char *) trouble;       /* why nothing can be stored now, or NULL; any thread may ask */
    _Atomic uint64_t commits;
};

static int64_t round_key(uint32_t table, uint32_t round) { return (int64_t)table << 24 | round; }

/* A checksum (FNV-1a), by which a text that was damaged on disk is recognised. */
static int64_t text_sum(const char *s)
{
    uint64_t h = 0xcbf29ce484222325;
    for (; *s; s++) h = (h ^ (uint8_t)*s) * 0x100000001b3;
    return (int64_t)h;
}

/* ---- writing ---------------------------------------------------------------------- */

/* Remembers the first error of a commit, in words: later ones only follow from it. */
static bool went_well(Store *s, int code)
{
    bool ok = code == SQLITE_OK || code == SQLITE_DONE;
    if (!ok && !s->refused) s->refused = sqlite3_errstr(code);
    return ok;
}

static bool command(Store *s, const char *sql) { return went_well(s, sqlite3_exec(s->writer, sql, NULL, NULL, NULL)); }

static bool run(Store *s, int what)
{
    int code = sqlite3_step(s->write[what]);
    sqlite3_reset(s->write[what]);
    return went_well(s, code);
}

/* An UPDATE that finds no row to change has failed, too. */
static bool run_on_one(Store *s, int what) { return run(s, what) && sqlite3_changes(s->writer) == 1; }

static bool put_table(Store *s, const StoreWrite *w)
{
    int what = w->made ? MAKE_TABLE : PUT_TABLE;
    sqlite3_stmt *q = s->write[what];
    sqlite3_bind_int64(q, 1, w->table);
    sqlite3_bind_text(q, 2, w->text, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q, 3, text_sum(w->text));
    sqlite3_bind_int64(q, 4, w->at);
    sqlite3_bind_int(q, 5, w->live);
    return run_on_one(s, what);
}

static bool put_piece(Store *s, int what, const StoreWrite *w, const char *text)
{
    sqlite3_bind_int64(s->write[what], 1, round_key(w->table, w->round));
    sqlite3_bind_text(s->write[what], 2, text, -1, SQLITE_STATIC);
    return run_on_one(s, what);
}

static bool put_move(Store *s, const StoreWrite *w, const StoredMove *m)
{
    sqlite3_stmt *q = s->write[PUT_MOVE];
    sqlite3_bind_int64(q, 1, round_key(w->table, w->round));
    sqlite3_bind_int64(q, 2, (int64_t)m->number);
    sqlite3_bind_int64(q, 3, m->at);
    sqlite3_bind_int64(q, 4, (int64_t)m->mark);
    sqlite3_bind_text(q, 5, &m->by, 1, SQLITE_STATIC);
    sqlite3_bind_text(q, 6, m->ask, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 7, m->line, -1, SQLITE_STATIC);
    return run(s, PUT_MOVE);
}

static bool put_all(Store *s, const StoreWrite *w)
{
    for (const StoredMove *m = w->first; m; m = m->next)
        if (!put_move(s, w, m)) return false;
    if (w->text && !put_table(s, w)) return false;
    if (w->head && !put_piece(s, PUT_HEAD, w, w->head)) return false;
    return !w->tail || put_piece(s, PUT_TAIL, w, w->tail);
}

/* A move's number or a table's code that is taken already makes this write fail, but not the others of the same commit.
 * A full disk, however, ends the whole transaction; then nothing more is tried, because a savepoint would begin
 * another transaction. */
static bool put(Store *s, const StoreWrite *w)
{
    if (sqlite3_get_autocommit(s->writer)) return false;
    bool ok = run(s, TRY) && put_all(s, w);
    if (sqlite3_get_autocommit(s->writer)) return false;
    if (!ok && !run(s, UNDO)) command(s, "ROLLBACK");
    return run(s, KEEP) && ok;
}

static bool put_tally(Store *s, const Tally *t)
{
    char line[TALLY_LINE + 1];
    tally_print(t, line);
    sqlite3_bind_text(s->write[COUNT], 1, line, TALLY_LINE, SQLITE_TRANSIENT);
    return run_on_one(s, COUNT);
}

static time_t steady(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

/* Are the data files still where they were? Whether they have been removed is asked for every commit, because that is
 * cheap; whether their names still mean the same files, once a second, and always while there is trouble. */
static bool in_place(Store *s)
{
    bool look = s->trouble || steady() >= s->look_at;
    bool ok = look ? watch_same(&s->watch) : watch_linked(&s->watch);
    if (look) s->look_at = steady() + TEND_S;
    if (!ok && !s->refused) s->refused = moved;
    return ok;
}

/* Puts all writes into one transaction, with the commit's number. The file must be in place before, so that nothing is
 * written to one that was taken away, and again afterwards, because it may have been taken away meanwhile. */
static bool commit_all(Store *s, StoreWrite *all)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    Tally next = { s->tally.commits + 1, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 };
    bool begun = in_place(s) && command(s, "BEGIN IMMEDIATE"), ok = begun && put_tally(s, &next);
    for (StoreWrite *w = all; w; w = w->next) {
        w->ok = ok && put(s, w);
        if (!w->ok) w->refused = s->refused;
    }
    ok = ok && command(s, "COMMIT");
    if (begun && !sqlite3_get_autocommit(s->writer)) command(s, "ROLLBACK");
    if (!ok) return false;
    s->tally = next;
    s->count_synced = false;
    tally_write(s->count, &next);
    return in_place(s);
}

/* With no writes it is a trial: does the disk take a commit at all? */
static void commit(Store *s, StoreWrite *all)
{
    s->refused = NULL;
    bool ok = commit_all(s, all);
    if (!ok && !s->refused) s->refused = sqlite3_errstr(SQLITE_ERROR);
    for (StoreWrite *w = all; w && !ok; w = w->next) {
        w->ok = false;
        if (!w->refused) w->refused = s->refused;
    }
    s->trouble = ok ? NULL : s->refused;
    s->commits += ok;
}

/* ---- the writer's thread -------------------------------------------------------------------- */

/* Looks after the file while nobody writes. A trial commit costs a sync, so it is made only while there is trouble, and
 * once when the file does not look writable any more (its disk may have been made read-only). On a full disk no trial
 * is made: it is small and might just fit where a table's write does not. */
static void look_after_file(Store *s)
{
    bool odd = !watch_writable(&s->watch), look = s->trouble || (odd && !s->odd);
    s->odd = odd;
    if (!watch_same(&s->watch)) s->trouble = moved;
    else if (look && !watch_room(&s->watch)) s->trouble = full;
    else if (look) commit(s, NULL);
}

/* Every few seconds the file with the number of the last commit is synced (tally.c says why not every time). */
static void sync_tally(Store *s)
{
    if (s->count_synced || steady() < s->count_sync_at) return;
    tally_sync(s->count);
    s->count_synced = true;
    s->count_sync_at = steady() + SYNC_TALLY_S;
}

/* Waits for something to write, a second at most. False: closing, and nothing is left. */
static bool take_queue(Store *s, StoreWrite **all)
{
    struct timespec until;
    int late = 0;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += TEND_S;
    pthread_mutex_lock(&s->lock);
    while (!s->queue && !s->closing && late != ETIMEDOUT) late = pthread_cond_timedwait(&s->some, &s->lock, &until);
    *all = s->queue;
    s->queue = NULL;
    s->queue_end = &s->queue;
    bool more = *all || !s->closing;
    pthread_mutex_unlock(&s->lock);
    return more;
}

static void hand_back(Store *s, StoreWrite *all)
{
    pthread_mutex_lock(&s->lock);
    *s->done_end = all;
    while (*s->done_end) s->done_end = &(*s->done_end)->next;
    pthread_mutex_unlock(&s->lock);
    s->wake(s->who);
}

static void *writer_thread(void *store)
{
    Store *s = store;
    for (StoreWrite *all; take_queue(s, &all); sync_tally(s)) {
        if (!all) {
            look_after_file(s);
            continue;
        }
        commit(s, all);
        hand_back(s, all);
    }
    return NULL;
}

void store_write(Store *s, StoreWrite *w)
{
    w->next = NULL;
    pthread_mutex_lock(&s->lock);
    *s->queue_end = w;
    s->queue_end = &w->next;
    pthread_cond_signal(&s->some);
    pthread_mutex_unlock(&s->lock);
}

StoreWrite *store_done(Store *s)
{
    pthread_mutex_lock(&s->lock);
    StoreWrite *all = s->done;
    s->done = NULL;
    s->done_end = &s->done;
    pthread_mutex_unlock(&s->lock);
    return all;
}

const char *store_trouble(const Store *s) { return s->trouble; }
bool store_failed(const Store *s) { return s->trouble; }
uint64_t store_commits(const Store *s) { return s->commits; }

/* ---- reading ------------------------------------------------------------------------ */

static char *column(sqlite3_stmt *q, int i)
{
    const unsigned char *text = sqlite3_column_text(q, i);
    return text ? strdup((const char *)text) : NULL;
}

char *store_read_table(Store *s, uint32_t table, Why *w)
{
    sqlite3_stmt *q = s->read[GET_TABLE];
    char *text = NULL;
    w->text[0] = 0;
    sqlite3_bind_int64(q, 1, table);
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        text = column(q, 0);
        if (!text || text_sum(text) != sqlite3_column_int64(q, 1)) {
            free(text);
            text = NULL;
            why(w, "the table's record is damaged");
        }
    } else if (code != SQLITE_DONE) {
        why(w, "%s", sqlite3_errmsg(s->reader));
    }
    sqlite3_reset(q);
    return text;
}

char *store_read_round(Store *s, uint32_t table, uint32_t round, char **tail, Why *w)
{
    sqlite3_stmt *q = s->read[GET_ROUND];
    char *head = NULL;
    *tail = NULL;
    w->text[0] = 0;
    sqlite3_bind_int64(q, 1, round_key(table, round));
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        head = column(q, 0);
        *tail = column(q, 1);
    } else if (code != SQLITE_DONE) {
        why(w, "%s", sqlite3_errmsg(s->reader));
    }
    sqlite3_reset(q);
    return head;
}

static bool hear_move(sqlite3_stmt *q, bool (*hear)(void *, const StoredMove *), void *who)
{
    const char *line = (const char *)sqlite3_column_text(q, 5), *by = (const char *)sqlite3_column_text(q, 3);
    const char *ask = (const char *)sqlite3_column_text(q, 4);
    if (!line || !by || !ask) abort();   /* the columns are NOT NULL, so memory has run out */
    size_t n = strlen(line) + 1;
    StoredMove *m = calloc(1, sizeof *m + n);
    if (!m) abort();
    m->number = (uint64_t)sqlite3_column_int64(q, 0);
    m->at = sqlite3_column_int64(q, 1);
    m->mark = (uint64_t)sqlite3_column_int64(q, 2);
    m->by = by[0];
    snprintf(m->ask, sizeof m->ask, "%s", ask);
    memcpy(m->line, line, n);
    bool more = hear(who, m);
    free(m);
    return more;
}

bool store_read_moves(Store *s, uint32_t table, uint32_t round, bool (*hear)(void *, const StoredMove *), void *who)
{
    sqlite3_stmt *q = s->read[GET_MOVES];
    int code;
    sqlite3_bind_int64(q, 1, round_key(table, round));
    while ((code = sqlite3_step(q)) == SQLITE_ROW && hear_move(q, hear, who)) continue;
    sqlite3_reset(q);
    return code == SQLITE_ROW || code == SQLITE_DONE;
}

void store_list_live(Store *s, void (*hear)(void *, uint32_t), void *who)
{
    sqlite3_stmt *q = s->read[LIST_LIVE];
    while (sqlite3_step(q) == SQLITE_ROW) hear(who, (uint32_t)sqlite3_column_int64(q, 0));
    sqlite3_reset(q);
}

/* ---- opening and closing ------------------------------------------------------------- */

/* When it closes a database, SQLite moves into it what it can read of the log, and removes the log. Until the file has
 * been found good that must not happen: a file that we refuse is left as it was. */
static void leave_log(sqlite3 *db, int on) { sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on, NULL); }

/* `anyway`: takes a file from which commits are missing. Later commits are then numbered from the highest number ever
 * used, so that the loss has to be accepted only once. */
static bool open_writer(Store *s, const char *path, bool anyway, Why *w)
{
    Found f;
    if (!check_exists(path, &f, w) && !anyway) return false;
    if (sqlite3_open_v2(path, &s->writer, HOW_TO_OPEN | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
        return why(w, "%s", sqlite3_errmsg(s->writer));
    leave_log(s->writer, 1);
    sqlite3_busy_timeout(s->writer, 2000);
    if (!check_file(s->writer, path, &f, w)) return false;
    if (!check_complete(&f, w) && !anyway) return false;
    s->tally = f.made.commits > f.there.commits ? f.made : f.there;
    if (!check_wal_mode(s->writer, w)) return false;
    if (!command(s, "PRAGMA synchronous=FULL")) return why(w, "%s", sqlite3_errmsg(s->writer));
    return layout_make(s->writer, f.format, w);
}

static bool open_reader(Store *s, const char *path, Why *w)
{
    if (sqlite3_open_v2(path, &s->reader, HOW_TO_OPEN, NULL) != SQLITE_OK)
        return why(w, "%s", sqlite3_errmsg(s->reader));
    sqlite3_busy_timeout(s->reader, 2000);
    /* A table is read once, when it wakes: a large cache would be of no use. */
    sqlite3_exec(s->reader, "PRAGMA cache_size=-256", NULL, NULL, NULL);
    return true;
}

static bool prepare(Store *s, Why *w)
{
    for (int i = 0; i < WRITES; i++)
        if (sqlite3_prepare_v2(s->writer, write_sql[i], -1, &s->write[i], NULL) != SQLITE_OK)
            return why(w, "%s", sqlite3_errmsg(s->writer));
    for (int i = 0; i < READS; i++)
        if (sqlite3_prepare_v2(s->reader, read_sql[i], -1, &s->read[i], NULL) != SQLITE_OK)
            return why(w, "%s", sqlite3_errmsg(s->reader));
    return true;
}

/* If SQLite may not write a file, it opens it for reading without saying so. So a first commit is made here, and if
 * that fails the file is refused. */
static bool try_it(Store *s, const char *path, Why *w)
{
    s->count = tally_open(path);
    if (s->count < 0) return why(w, "the file %.60s-count beside it cannot be written: %s", path, strerror(errno));
    if (!watch_begin(&s->watch, path)) return why(w, "its log cannot be found: %s", strerror(errno));
    commit(s, NULL);
    if (s->trouble) return why(w, "it cannot be written: %s", s->trouble);
    leave_log(s->writer, 0);
    tally_sync(s->count);
    return true;
}

static void shut(Store *s)
{
    for (int i = 0; i < WRITES; i++) sqlite3_finalize(s->write[i]);
    for (int i = 0; i < READS; i++) sqlite3_finalize(s->read[i]);
    sqlite3_close(s->reader);
    sqlite3_close(s->writer);
    watch_end(&s->watch);
    if (s->count >= 0) close(s->count);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->some);
    free(s);
}

static Store *make(void (*wake)(void *), void *who)
{
    Store *s = calloc(1, sizeof *s);
    pthread_condattr_t steady_clock;
    if (!s) abort();
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&steady_clock);
    pthread_condattr_setclock(&steady_clock, CLOCK_MONOTONIC);
    pthread_cond_init(&s->some, &steady_clock);
    pthread_condattr_destroy(&steady_clock);
    s->wake = wake;
    s->who = who;
    s->count = -1;
    s->queue_end = &s->queue;
    s->done_end = &s->done;
    return s;
}

static Store *open_file(const char *path, bool anyway, void (*wake)(void *), void *who, Why *w)
{
    Store *s = make(wake, who);
    w->text[0] = 0;
    bool ok = open_writer(s, path, anyway, w) && open_reader(s, path, w) && prepare(s, w) && try_it(s, path, w);
    if (!ok) return shut(s), NULL;
    if (pthread_create(&s->thread, NULL, writer_thread, s)) return why(w, "no thread could be started"), shut(s), NULL;
    return s;
}

Store *store_open(const char *path, void (*wake)(void *), void *who, Why *w)
{
    return open_file(path, false, wake, who, w);
}

Store *store_open_anyway(const char *path, void (*wake)(void *), void *who, Why *w)
{
    return open_file(path, true, wake, who, w);
}

void store_close(Store *s)
{
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_signal(&s->some);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    for (StoreWrite *w = store_done(s), *next; w; w = next) {
        next = w->next;
        store_draft_free(w);
    }
    shut(s);
}
