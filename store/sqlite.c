/* SPDX-License-Identifier: MIT
 *
 * sqlite.c - the store as one SQLite file with a write-ahead log, synced at every commit. The thread that writes takes
 * everything that waits, puts it into one transaction, and commits once. When nothing waits it looks after the file:
 * once a second it makes sure that the file is still there and, if the disk refused the last commit, tries again.
 *
 * Each of the store's two threads has a connection of its own to the file, `writer` and `reader`. The file belongs to
 * one server: a lock beside it sees to that, so every table is ours. */
#include "sqlite.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "folder.h"
#include "layout.h"
#include "watch.h"

enum { LOOK_S = 1, SYNC_TALLY_S = 5, HOW_TO_OPEN = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX };

static const char moved[] = "the data file was moved, replaced, cut or removed while in use;"
    " put it back, or stop the server, put a backup in place and start again";
static const char full[] = "the disk is full";

static const char mark_packed[] = "PRAGMA user_version=4";     /* FORMAT_PACKED */
/* Only of a round that is over. */
static const char drop_moves[] =
    "DELETE FROM moves WHERE round=?1 AND EXISTS(SELECT 1 FROM rounds WHERE key=?1 AND tail IS NOT NULL)";
enum { COUNT, PUT_TABLE, MAKE_TABLE, PUT_HEAD, PUT_TAIL, PUT_MOVE, DROP_MOVES, DROP_ROUND, MARK_PACKED, TRY, KEEP, UNDO,
       WRITES };
static const char *const write_sql[WRITES] = {
    [COUNT]      = "UPDATE ledger SET line=?1 WHERE id=1",
    [PUT_TABLE]  = "UPDATE tables SET text=?2, sum=?3, touched=?4, live=?5 WHERE id=?1",
    [MAKE_TABLE] = "INSERT INTO tables(id, text, sum, made, touched, live) VALUES(?1, ?2, ?3, ?4, ?4, ?5)",
    [PUT_HEAD]   = "INSERT INTO rounds(key, head) VALUES(?1, ?2)",
    [PUT_TAIL]   = "UPDATE rounds SET tail=?2 WHERE key=?1",
    [PUT_MOVE]   = "INSERT INTO moves(round, number, at, mark, by, ask, line) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [DROP_MOVES] = drop_moves,
    [DROP_ROUND] = "DELETE FROM rounds WHERE key=?1 AND tail IS NOT NULL",
    [MARK_PACKED] = mark_packed,
    [TRY]        = "SAVEPOINT one",
    [KEEP]       = "RELEASE one",
    [UNDO]       = "ROLLBACK TO one",
};

static const char old_rounds[] =
    "SELECT t.id, r.key & 16777215 FROM tables t JOIN rounds r ON r.key BETWEEN t.id << 24 AND t.id << 24 | 16777215"
    " WHERE t.touched<?1 AND r.tail IS NOT NULL LIMIT ?2";
static const char loose_rounds[] =
    "SELECT t.id, r.key & 16777215 FROM tables t JOIN rounds r ON r.key BETWEEN t.id << 24 AND t.id << 24 | 16777215"
    " WHERE t.touched<?1 AND r.tail IS NOT NULL AND EXISTS(SELECT 1 FROM moves m WHERE m.round=r.key AND m.number=1)"
    " LIMIT ?2";
enum { GET_TABLE, LATEST_ROUND, GET_ROUND, GET_MOVES, LIST_LIVE, LIST_FROM, LIST_OLD, LIST_LOOSE, READS };
static const char *const read_sql[READS] = {
    [GET_TABLE]    = "SELECT text, sum, touched, live FROM tables WHERE id=?1",
    [LATEST_ROUND] = "SELECT max(key) FROM rounds WHERE key>?1 AND key<=?2",
    [GET_ROUND]    = "SELECT head, tail FROM rounds WHERE key=?1",
    [GET_MOVES]    = "SELECT number, at, mark, by, ask, line FROM moves WHERE round=?1 ORDER BY number",
    [LIST_LIVE]    = "SELECT id FROM tables WHERE live=1",
    [LIST_OLD]     = old_rounds,
    [LIST_LOOSE]   = loose_rounds,
    [LIST_FROM]    = "SELECT id FROM tables WHERE id>=?1 ORDER BY id LIMIT ?2",
};

typedef struct {
    Store         store;
    sqlite3      *reader, *writer;
    sqlite3_stmt *read[READS], *write[WRITES];
    int           lock;                  /* of the folder; -1: none was asked for */
    bool          adopted;               /* tables whose clock runs have been handed out; for the reading thread */

    /* For the writing thread only; times are seconds of the steady clock. */
    const char   *refused;               /* the first error of the commit being made; NULL: none */
    Tally         tally;                 /* the last commit */
    int           count;                 /* a file beside the database that has the same number (tally.c) */
    bool          count_synced;          /* it is on disk as well */
    time_t        count_sync_at;         /* when it may be synced again */
    time_t        look_at;               /* when the names of the files are looked up again */
    bool          odd;                   /* the file did not look writable when last looked at */
    Watch         watch;
} Sqlite;

/* ---- writing ---------------------------------------------------------------------- */

/* Remembers the first error of a commit, in words: later ones only follow from it. */
static bool went_well(Sqlite *s, int code)
{
    bool ok = code == SQLITE_OK || code == SQLITE_DONE;
    if (!ok && !s->refused) s->refused = sqlite3_errstr(code);
    return ok;
}

static bool command(Sqlite *s, const char *sql) { return went_well(s, sqlite3_exec(s->writer, sql, NULL, NULL, NULL)); }

static bool run(Sqlite *s, int what)
{
    int code = sqlite3_step(s->write[what]);
    sqlite3_reset(s->write[what]);
    return went_well(s, code);
}

/* An UPDATE that finds no row to change has failed, too. */
static bool run_on_one(Sqlite *s, int what) { return run(s, what) && sqlite3_changes(s->writer) == 1; }

static bool put_table(Sqlite *s, const StoreJob *w)
{
    int what = w->made ? MAKE_TABLE : PUT_TABLE;
    sqlite3_stmt *q = s->write[what];
    sqlite3_bind_int64(q, 1, w->table);
    sqlite3_bind_text(q, 2, w->text, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q, 3, store_sum(w->text));
    sqlite3_bind_int64(q, 4, w->at);
    sqlite3_bind_int(q, 5, w->live);
    return run_on_one(s, what);
}

static bool put_piece(Sqlite *s, int what, const StoreJob *w, const char *text)
{
    sqlite3_bind_int64(s->write[what], 1, round_key(w->table, w->round));
    sqlite3_bind_text(s->write[what], 2, text, -1, SQLITE_STATIC);
    return run_on_one(s, what);
}

static bool put_row(Sqlite *s, const StoreJob *w, const StoredMove *m, const char *line)
{
    sqlite3_stmt *q = s->write[PUT_MOVE];
    sqlite3_bind_int64(q, 1, round_key(w->table, w->round));
    sqlite3_bind_int64(q, 2, (int64_t)m->number);
    sqlite3_bind_int64(q, 3, m->at);
    sqlite3_bind_int64(q, 4, (int64_t)m->mark);
    sqlite3_bind_text(q, 5, &m->by, 1, SQLITE_STATIC);
    sqlite3_bind_text(q, 6, m->ask, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 7, line, -1, SQLITE_STATIC);
    return run(s, PUT_MOVE);
}

/* All moves that the round has must be in the piece that takes their place. */
static bool pack_round(Sqlite *s, const StoreJob *w)
{
    char *text = store_pack(w);
    int n = 0;
    if (!text) return false;
    for (const StoredMove *m = w->first; m; m = m->next) n++;
    StoredMove piece = { .mark = (uint64_t)store_sum(text), .by = 'z' };
    sqlite3_bind_int64(s->write[DROP_MOVES], 1, round_key(w->table, w->round));
    bool ok = run(s, DROP_MOVES) && sqlite3_changes(s->writer) == n && put_row(s, w, &piece, text)
           && run(s, MARK_PACKED);
    free(text);
    return ok;
}

static bool drop_round(Sqlite *s, const StoreJob *w)
{
    for (int what = DROP_MOVES; what <= DROP_ROUND; what++) {
        sqlite3_bind_int64(s->write[what], 1, round_key(w->table, w->round));
        if (!run(s, what)) return false;
    }
    return true;
}

static bool put_all(Sqlite *s, const StoreJob *w)
{
    if (w->kind == STORE_DROP) return drop_round(s, w);
    if (w->kind == STORE_PACK) return pack_round(s, w);
    for (const StoredMove *m = w->first; m; m = m->next)
        if (!put_row(s, w, m, m->line)) return false;
    if (w->text && !put_table(s, w)) return false;
    if (w->head && !put_piece(s, PUT_HEAD, w, w->head)) return false;
    return !w->tail || put_piece(s, PUT_TAIL, w, w->tail);
}

/* A move's number or a table's code that is taken already makes this write fail, but not the others of the same commit.
 * A full disk, however, ends the whole transaction; then nothing more is tried, because a savepoint would begin
 * another transaction. */
static Outcome put(Sqlite *s, const StoreJob *w)
{
    if (sqlite3_get_autocommit(s->writer)) return STORE_REFUSED;
    bool ok = run(s, TRY) && put_all(s, w);
    bool taken = !ok && w->made && sqlite3_errcode(s->writer) == SQLITE_CONSTRAINT;
    if (sqlite3_get_autocommit(s->writer)) return STORE_REFUSED;
    if (!ok && !run(s, UNDO)) command(s, "ROLLBACK");
    bool kept = run(s, KEEP);
    return kept && taken ? STORE_TAKEN : kept && ok ? STORE_OK : STORE_REFUSED;
}

static bool put_tally(Sqlite *s, const Tally *t)
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
static bool in_place(Sqlite *s)
{
    bool look = s->store.trouble || steady() >= s->look_at;
    bool ok = look ? watch_same(&s->watch) : watch_linked(&s->watch);
    if (look) s->look_at = steady() + LOOK_S;
    if (!ok && !s->refused) s->refused = moved;
    return ok;
}

/* Puts all writes into one transaction, with the commit's number. The file must be in place before, so that nothing is
 * written to one that was taken away, and again afterwards, because it may have been taken away meanwhile. */
static bool commit_all(Sqlite *s, StoreJob *all)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    Tally next = { s->tally.commits + 1, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 };
    bool begun = in_place(s) && command(s, "BEGIN IMMEDIATE"), ok = begun && put_tally(s, &next);
    for (StoreJob *w = all; w; w = w->next) {
        w->outcome = ok ? put(s, w) : STORE_REFUSED;
        if (w->outcome) why(&w->why, "%s", s->refused ? s->refused : "there is no such table or round");
    }
    ok = ok && command(s, "COMMIT");
    if (begun && !sqlite3_get_autocommit(s->writer)) command(s, "ROLLBACK");
    if (!ok) return false;
    s->tally = next;
    s->count_synced = false;
    tally_write(s->count, &next);
    return in_place(s);
}

/* A commit that was refused when it was synced is in the log all the same, whole. If the program were killed before the
 * next one is written over it, it would be found there, although everybody was told that it did not happen. So a commit
 * of nothing is written over it before anybody is told; whether that is synced does not matter. */
static void overwrite(Sqlite *s)
{
    const char *refused = s->refused;
    commit_all(s, NULL);
    s->refused = refused;
}

/* With no writes it is a trial: does the disk take a commit at all? */
static void commit(Sqlite *s, StoreJob *all)
{
    s->refused = NULL;
    bool ok = commit_all(s, all);
    if (!ok && !s->refused) s->refused = sqlite3_errstr(SQLITE_ERROR);
    if (!ok && all) overwrite(s);
    if (!ok) store_job_fail(all, STORE_REFUSED, s->refused);
    s->store.trouble = ok ? NULL : s->refused;
    s->store.commits += ok;
}

/* ---- the thread that writes ----------------------------------------------------------------- */

/* Looks after the file while nobody writes. A trial commit costs a sync, so it is made only while there is trouble, and
 * once when the file does not look writable any more (its disk may have been made read-only). On a full disk no trial
 * is made: it is small and might just fit where a table's write does not. */
static void look_after_file(Sqlite *s)
{
    bool odd = !watch_writable(&s->watch), look = s->store.trouble || (odd && !s->odd);
    s->odd = odd;
    if (!watch_same(&s->watch)) s->store.trouble = moved;
    else if (look && !watch_room(&s->watch)) s->store.trouble = full;
    else if (look) commit(s, NULL);
}

/* Every few seconds the file with the number of the last commit is synced (tally.c says why not every time). */
static void sync_tally(Sqlite *s)
{
    if (s->count_synced || steady() < s->count_sync_at) return;
    tally_sync(s->count);
    s->count_synced = true;
    s->count_sync_at = steady() + SYNC_TALLY_S;
}

static void serve_writes(Store *store, StoreJob *all)
{
    Sqlite *s = (Sqlite *)store;
    commit(s, all);
    sync_tally(s);
}

static void tend(Store *store)
{
    Sqlite *s = (Sqlite *)store;
    look_after_file(s);
    sync_tally(s);
}

/* ---- the thread that reads -------------------------------------------------------------------- */

static char *column(sqlite3_stmt *q, int i)
{
    const unsigned char *text = sqlite3_column_text(q, i);
    return text ? strdup((const char *)text) : NULL;
}

/* The statement is at its end, or the file could not be read: now, or not at all. */
static Outcome at_end(Sqlite *s, StoreJob *j, int code, Outcome if_none)
{
    if (code == SQLITE_DONE) return if_none;
    why(&j->why, "%s", sqlite3_errmsg(s->reader));
    return code == SQLITE_CORRUPT ? STORE_DAMAGED : STORE_REFUSED;
}

static Outcome get_table(Sqlite *s, StoreJob *j)
{
    sqlite3_stmt *q = s->read[GET_TABLE];
    sqlite3_bind_int64(q, 1, j->table);
    int code = sqlite3_step(q);
    Outcome o = code == SQLITE_ROW ? STORE_OK : at_end(s, j, code, STORE_NONE);
    if (code == SQLITE_ROW) {
        j->text = column(q, 0);
        j->at = sqlite3_column_int64(q, 2);
        j->live = sqlite3_column_int(q, 3);
        if (!j->text || store_sum(j->text) != sqlite3_column_int64(q, 1)) o = store_job_spoilt(j);
    }
    sqlite3_reset(q);
    return o;
}

static Outcome get_latest(Sqlite *s, StoreJob *j)
{
    sqlite3_stmt *q = s->read[LATEST_ROUND];
    sqlite3_bind_int64(q, 1, round_key(j->table, 0));
    sqlite3_bind_int64(q, 2, round_key(j->table, MAX_ROUND));
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) j->round = (uint32_t)(sqlite3_column_int64(q, 0) & MAX_ROUND);
    sqlite3_reset(q);
    return code == SQLITE_ROW ? STORE_OK : at_end(s, j, code, STORE_NONE);
}

static Outcome get_head(Sqlite *s, StoreJob *j)
{
    sqlite3_stmt *q = s->read[GET_ROUND];
    sqlite3_bind_int64(q, 1, round_key(j->table, j->round));
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        j->head = column(q, 0);
        j->tail = column(q, 1);
    }
    sqlite3_reset(q);
    return code == SQLITE_ROW ? STORE_OK : at_end(s, j, code, STORE_NONE);
}

static void take_move(StoreJob *j, sqlite3_stmt *q)
{
    const char *line = (const char *)sqlite3_column_text(q, 5), *by = (const char *)sqlite3_column_text(q, 3);
    const char *ask = (const char *)sqlite3_column_text(q, 4);
    if (!line || !by || !ask) abort();   /* the columns are NOT NULL, so memory has run out */
    StoredMove m = { .number = (uint64_t)sqlite3_column_int64(q, 0), .at = sqlite3_column_int64(q, 1),
                     .mark = (uint64_t)sqlite3_column_int64(q, 2), .by = by[0] };
    snprintf(m.ask, sizeof m.ask, "%s", ask);
    store_row(j, &m, line);
}

static Outcome get_moves(Sqlite *s, StoreJob *j)
{
    sqlite3_stmt *q = s->read[GET_MOVES];
    int code;
    sqlite3_bind_int64(q, 1, round_key(j->table, j->round));
    while ((code = sqlite3_step(q)) == SQLITE_ROW) take_move(j, q);
    sqlite3_reset(q);
    return j->outcome ? j->outcome : at_end(s, j, code, STORE_OK);
}

static Outcome get_round(Sqlite *s, StoreJob *j)
{
    Outcome o = get_head(s, j);
    return o ? o : get_moves(s, j);
}

/* A claim reads the latest round as well, if there is one. */
static Outcome claim(Sqlite *s, StoreJob *j)
{
    Outcome o = get_table(s, j);
    if (!o) o = get_latest(s, j);
    return !o && j->round ? get_round(s, j) : o;
}

static Outcome look(Sqlite *s, StoreJob *j)
{
    Outcome o = get_table(s, j);
    return !o && j->round ? get_round(s, j) : o;
}

/* The numbers in all columns of all rows. */
static Outcome list(Sqlite *s, StoreJob *j, sqlite3_stmt *q)
{
    int code, columns = sqlite3_column_count(q);
    for (size_t cap = 0; (code = sqlite3_step(q)) == SQLITE_ROW;)
        for (int i = 0; i < columns; i++) {
            if (j->tables_n == cap && !(j->tables = realloc(j->tables, (cap = cap ? 2 * cap : 64) * sizeof *j->tables)))
                abort();
            j->tables[j->tables_n++] = (uint32_t)sqlite3_column_int64(q, i);
        }
    sqlite3_reset(q);
    return at_end(s, j, code, STORE_OK);
}

static Outcome list_from(Sqlite *s, StoreJob *j)
{
    sqlite3_bind_int64(s->read[LIST_FROM], 1, j->table);
    sqlite3_bind_int(s->read[LIST_FROM], 2, MAX_LIST);
    return list(s, j, s->read[LIST_FROM]);
}

static Outcome list_old(Sqlite *s, StoreJob *j, int which)
{
    sqlite3_bind_int64(s->read[which], 1, j->at);
    sqlite3_bind_int(s->read[which], 2, MAX_LIST / 2);
    return list(s, j, s->read[which]);
}

/* No other server had them, so they are there to be adopted only once. */
static Outcome adopt(Sqlite *s, StoreJob *j)
{
    Outcome o = s->adopted ? STORE_OK : list(s, j, s->read[LIST_LIVE]);
    s->adopted |= !o;
    return o;
}

static Outcome carry_out(Sqlite *s, StoreJob *j)
{
    switch (j->kind) {
    case STORE_CLAIM:   s->store.claims++; return claim(s, j);
    case STORE_LOOK:    return look(s, j);
    case STORE_ADOPT:   return adopt(s, j);
    case STORE_LIST:    return list_from(s, j);
    case STORE_OLD:     return list_old(s, j, LIST_OLD);
    case STORE_LOOSE:   return list_old(s, j, LIST_LOOSE);
    case STORE_RELEASE: return STORE_OK;
    case STORE_WRITE: case STORE_DROP: case STORE_PACK: case STORE_GONE: case STORE_PEERS: break;
    }
    abort();                             /* these are not for this thread */
}

static void serve_reads(Store *store, StoreJob *all)
{
    for (StoreJob *j = all; j; j = j->next) j->outcome = carry_out((Sqlite *)store, j);
}

/* ---- opening and closing ------------------------------------------------------------- */

/* When it closes a database, SQLite moves into it what it can read of the log, and removes the log. Until the file has
 * been found good that must not happen: a file that we refuse is left as it was. */
static void leave_log(sqlite3 *db, int on) { sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on, NULL); }

/* `anyway`: takes a file from which commits are missing. Later commits are then numbered from the highest number ever
 * used, so that the loss has to be accepted only once. */
static bool open_writer(Sqlite *s, const char *path, bool anyway, Why *w)
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

static bool open_reader(Sqlite *s, const char *path, Why *w)
{
    if (sqlite3_open_v2(path, &s->reader, HOW_TO_OPEN, NULL) != SQLITE_OK)
        return why(w, "%s", sqlite3_errmsg(s->reader));
    sqlite3_busy_timeout(s->reader, 2000);
    /* A table is read once, when it wakes: a large cache would be of no use. */
    sqlite3_exec(s->reader, "PRAGMA cache_size=-256", NULL, NULL, NULL);
    return true;
}

static bool prepare(Sqlite *s, Why *w)
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
static bool try_it(Sqlite *s, const char *path, Why *w)
{
    s->count = tally_open(path);
    if (s->count < 0) return why(w, "the file %.60s-count beside it cannot be written: %s", path, strerror(errno));
    if (!watch_begin(&s->watch, path)) return why(w, "its log cannot be found: %s", strerror(errno));
    commit(s, NULL);
    if (s->store.trouble) return why(w, "it cannot be written: %s", s->store.trouble);
    leave_log(s->writer, 0);
    tally_sync(s->count);
    return true;
}

static void shut(Store *store)
{
    Sqlite *s = (Sqlite *)store;
    for (int i = 0; i < WRITES; i++) sqlite3_finalize(s->write[i]);
    for (int i = 0; i < READS; i++) sqlite3_finalize(s->read[i]);
    sqlite3_close(s->reader);
    sqlite3_close(s->writer);
    watch_end(&s->watch);
    if (s->count >= 0) close(s->count);
    if (s->lock >= 0) close(s->lock);
    store_end(store);
    free(s);
}

Store *sqlite_open_file(const char *path, const StoreWish *wish, int lock, Why *w)
{
    Sqlite *s = calloc(1, sizeof *s);
    if (!s) abort();
    store_begin(&s->store, &sqlite_kind, wish);
    w->text[0] = 0;
    s->count = -1;
    s->lock = lock;
    bool ok = open_writer(s, path, wish->accept_loss, w) && open_reader(s, path, w) && prepare(s, w)
           && try_it(s, path, w);
    if (ok) return &s->store;
    shut(&s->store);
    return NULL;
}

static Store *open_folder(const StoreWish *wish, Why *w)
{
    char path[FOLDER_NAME + 16];
    const char *folder = wish->where + strlen(sqlite_kind.scheme);
    int lock = folder_lock(folder, w);
    if (lock < 0) return NULL;
    snprintf(path, sizeof path, "%s/ninelives.db", folder);
    return sqlite_open_file(path, wish, lock, w);
}

const StoreKind sqlite_kind = {
    .scheme = "sqlite:", .tidying = WRITING, .open = open_folder, .serve = { serve_writes, serve_reads },
    .tend = { tend, NULL }, .shut = shut
};
