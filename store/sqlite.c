/* SPDX-License-Identifier: MIT
 *
 * sqlite.c - the store as one SQLite file in WAL mode, synchronous FULL. One thread writes:
 * it takes everything that waits, puts it into one transaction, and commits once. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store.h"
#include "wal.h"

enum { FORMAT = 2, APPLICATION = 0x39216c76 };

enum { PUT_TABLE, MAKE_TABLE, PUT_HEAD, PUT_TAIL, PUT_MOVE, TRY, KEEP, UNDO, WRITES };
static const char *const write_sql[WRITES] = {
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

/* A rowid table with a unique index takes appends of many rounds twice as fast as one without
 * rowids; the index is the check that no number is taken twice. */
static const char schema[] =
    "CREATE TABLE tables(id INTEGER PRIMARY KEY, text TEXT NOT NULL, sum INTEGER NOT NULL, made INTEGER NOT NULL,"
    " touched INTEGER NOT NULL, live INTEGER NOT NULL);"
    "CREATE INDEX tables_live ON tables(id) WHERE live=1;"
    "CREATE TABLE rounds(key INTEGER PRIMARY KEY, head TEXT NOT NULL, tail TEXT);"
    "CREATE TABLE moves(id INTEGER PRIMARY KEY, round INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,"
    " mark INTEGER NOT NULL, by TEXT NOT NULL, ask TEXT NOT NULL, line TEXT NOT NULL, UNIQUE(round, number));";

struct Store {
    sqlite3      *reader, *writer;
    sqlite3_stmt *read[READS], *write[WRITES];
    void        (*wake)(void *);
    void         *who;
    pthread_t     thread;
    pthread_mutex_t lock;                /* guards the three below */
    pthread_cond_t  some;
    StoreWrite   *queue, **queue_end, *done, **done_end;
    bool          closing;
    const char   *refused;               /* the writer's: what it was told first of this commit */
    atomic_bool   failed;
    _Atomic uint64_t commits;
};

static int64_t round_key(uint32_t table, uint32_t round) { return (int64_t)table << 24 | round; }

/* Tells a text that was changed behind our back from one that was not (FNV-1a). */
static int64_t text_sum(const char *s)
{
    uint64_t h = 0xcbf29ce484222325;
    for (; *s; s++) h = (h ^ (uint8_t)*s) * 0x100000001b3;
    return (int64_t)h;
}

/* ---- drafts ---------------------------------------------------------------------- */

StoreWrite *store_draft(uint32_t table, uint32_t round)
{
    StoreWrite *w = calloc(1, sizeof *w);
    if (!w) abort();
    w->table = table;
    w->round = round;
    w->last = &w->first;
    return w;
}

void store_draft_free(StoreWrite *w)
{
    for (StoredMove *m = w->first, *next; m; m = next) {
        next = m->next;
        free(m);
    }
    free(w->text);
    free(w->head);
    free(w->tail);
    free(w);
}

void store_move(StoreWrite *w, const StoredMove *m, const char *line)
{
    size_t n = strlen(line) + 1;
    StoredMove *copy = malloc(sizeof *copy + n);
    if (!copy) abort();
    *copy = *m;
    copy->next = NULL;
    memcpy(copy->line, line, n);
    *w->last = copy;
    w->last = &copy->next;
}

/* ---- writing ---------------------------------------------------------------------- */

/* Remembers in words what went wrong first: the rest only follows from it. */
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

/* A change of something that is not there is no change. */
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

/* A number or a code that is taken refuses this write, and only this one. A full disk ends the
 * whole transaction; then a savepoint would begin another one, so nothing more is tried. */
static bool put(Store *s, const StoreWrite *w)
{
    if (sqlite3_get_autocommit(s->writer)) return false;
    bool ok = run(s, TRY) && put_all(s, w);
    if (sqlite3_get_autocommit(s->writer)) return false;
    if (!ok && !run(s, UNDO)) command(s, "ROLLBACK");
    return run(s, KEEP) && ok;
}

static void commit(Store *s, StoreWrite *all)
{
    s->refused = NULL;
    bool ok = command(s, "BEGIN IMMEDIATE");
    for (StoreWrite *w = all; w; w = w->next) {
        w->ok = ok && put(s, w);
        if (!w->ok) w->refused = s->refused;
    }
    if (ok && !(ok = command(s, "COMMIT"))) command(s, "ROLLBACK");
    for (StoreWrite *w = all; w && !ok; w = w->next) {
        w->ok = false;
        if (!w->refused) w->refused = s->refused;
    }
    s->failed = !ok;
    s->commits += ok;
}

static StoreWrite *take_queue(Store *s)
{
    pthread_mutex_lock(&s->lock);
    while (!s->queue && !s->closing) pthread_cond_wait(&s->some, &s->lock);
    StoreWrite *all = s->queue;
    s->queue = NULL;
    s->queue_end = &s->queue;
    pthread_mutex_unlock(&s->lock);
    return all;
}

static void *write_on(void *store)
{
    Store *s = store;
    for (StoreWrite *all; (all = take_queue(s));) {
        commit(s, all);
        pthread_mutex_lock(&s->lock);
        *s->done_end = all;
        while (*s->done_end) s->done_end = &(*s->done_end)->next;
        pthread_mutex_unlock(&s->lock);
        s->wake(s->who);
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

bool store_failed(const Store *s) { return s->failed; }
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

char *store_read_round(Store *s, uint32_t table, uint32_t round, char **tail)
{
    sqlite3_stmt *q = s->read[GET_ROUND];
    char *head = NULL;
    *tail = NULL;
    sqlite3_bind_int64(q, 1, round_key(table, round));
    if (sqlite3_step(q) == SQLITE_ROW) {
        head = column(q, 0);
        *tail = column(q, 1);
    }
    sqlite3_reset(q);
    return head;
}

static bool hear_move(sqlite3_stmt *q, bool (*hear)(void *, const StoredMove *), void *who)
{
    const char *line = (const char *)sqlite3_column_text(q, 5), *by = (const char *)sqlite3_column_text(q, 3);
    const char *ask = (const char *)sqlite3_column_text(q, 4);
    if (!line || !by || !ask) abort();   /* they are NOT NULL: there is no memory left */
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

static int one_number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *q;
    int v = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK) return v;
    if (sqlite3_step(q) == SQLITE_ROW) v = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return v;
}

static bool is_sound(sqlite3 *db, Why *w)
{
    sqlite3_stmt *q;
    bool ok = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &q, NULL) == SQLITE_OK;
    ok = ok && sqlite3_step(q) == SQLITE_ROW && !strcmp((const char *)sqlite3_column_text(q, 0), "ok");
    if (!ok) why(w, "it is damaged: %.100s", sqlite3_errcode(db) == SQLITE_OK || sqlite3_errcode(db) == SQLITE_ROW
                    ? (const char *)sqlite3_column_text(q, 0) : sqlite3_errmsg(db));
    sqlite3_finalize(q);
    return ok;
}

static bool lay_out(Store *s, Why *w)
{
    char stamp[80];
    if (!one_number(s->writer, "SELECT count(*) FROM sqlite_master")) {
        snprintf(stamp, sizeof stamp, "PRAGMA application_id=%d; PRAGMA user_version=%d;", APPLICATION, FORMAT);
        return (command(s, "BEGIN IMMEDIATE") && command(s, schema) && command(s, stamp) && command(s, "COMMIT"))
            || why(w, "%s", sqlite3_errmsg(s->writer));
    }
    if (!is_sound(s->writer, w)) return false;
    if (one_number(s->writer, "PRAGMA application_id") != APPLICATION) return why(w, "it is no data file of Ninelives");
    int format = one_number(s->writer, "PRAGMA user_version");
    return format == FORMAT || why(w, "it has format %d; this program reads and writes format %d", format, FORMAT);
}

/* Some network drives cannot: there a reader would block the writer. */
static bool in_wal_mode(sqlite3 *db, Why *w)
{
    sqlite3_stmt *q;
    bool ok = sqlite3_prepare_v2(db, "PRAGMA journal_mode=WAL", -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW;
    if (!ok) why(w, "%s", sqlite3_errmsg(db));
    else if (!(ok = !strcmp((const char *)sqlite3_column_text(q, 0), "wal"))) why(w, "this drive does not allow a write-ahead log");
    sqlite3_finalize(q);
    return ok;
}

static bool open_both(Store *s, const char *path, Why *w)
{
    int how = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (!wal_is_whole(path, w)) return false;
    if (sqlite3_open_v2(path, &s->writer, how | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
        return why(w, "%s", sqlite3_errmsg(s->writer));
    sqlite3_busy_timeout(s->writer, 2000);
    if (!in_wal_mode(s->writer, w) || !command(s, "PRAGMA synchronous=FULL"))
        return w->text[0] ? false : why(w, "%s", sqlite3_errmsg(s->writer));
    if (!lay_out(s, w)) return false;
    if (sqlite3_open_v2(path, &s->reader, how, NULL) != SQLITE_OK) return why(w, "%s", sqlite3_errmsg(s->reader));
    sqlite3_busy_timeout(s->reader, 2000);
    /* It reads a table once, when that wakes: pages kept for a second time would be for nothing. */
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

static void shut(Store *s)
{
    for (int i = 0; i < WRITES; i++) sqlite3_finalize(s->write[i]);
    for (int i = 0; i < READS; i++) sqlite3_finalize(s->read[i]);
    sqlite3_close(s->reader);
    sqlite3_close(s->writer);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->some);
    free(s);
}

Store *store_open(const char *path, void (*wake)(void *), void *who, Why *w)
{
    Store *s = calloc(1, sizeof *s);
    if (!s) abort();
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->some, NULL);
    s->wake = wake;
    s->who = who;
    s->queue_end = &s->queue;
    s->done_end = &s->done;
    if (!open_both(s, path, w) || !prepare(s, w)) return shut(s), NULL;
    if (pthread_create(&s->thread, NULL, write_on, s)) return why(w, "no thread could be started"), shut(s), NULL;
    return s;
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
