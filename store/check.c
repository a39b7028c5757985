/* SPDX-License-Identifier: MIT
 *
 * check.c - looks a data file over before anything is written to it: is it ours, sound, and are
 * all the commits there that are known to have been made? (tally.c says how that is known.) */
#include "check.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "layout.h"

static int number(sqlite3 *db, const char *sql)
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

/* Some network drives do not allow a write-ahead log; without one a reader would block the writer. */
bool check_wal_mode(sqlite3 *db, Why *w)
{
    sqlite3_stmt *q;
    bool ok = sqlite3_prepare_v2(db, "PRAGMA journal_mode=WAL", -1, &q, NULL) == SQLITE_OK;
    if (!ok || sqlite3_step(q) != SQLITE_ROW) ok = why(w, "%s", sqlite3_errmsg(db));
    else if (strcmp((const char *)sqlite3_column_text(q, 0), "wal"))
        ok = why(w, "this drive does not allow a write-ahead log");
    sqlite3_finalize(q);
    return ok;
}

/* ---- are all commits there? ---------------------------------------------------------------- */

static bool last_commit(sqlite3 *db, Tally *t)
{
    sqlite3_stmt *q;
    bool ok = sqlite3_prepare_v2(db, "SELECT line FROM ledger WHERE id=1", -1, &q, NULL) == SQLITE_OK;
    if ((ok = ok && sqlite3_step(q) == SQLITE_ROW)) {
        const char *line = (const char *)sqlite3_column_text(q, 0);
        ok = line && tally_read(line, strlen(line), t);
    }
    sqlite3_finalize(q);
    return ok;
}

/* The log may hold one commit more than SQLite reads: it failed, or was not finished when the process ended. If there
 * are two more, the first of them was finished and cannot be read any more: a loss. */
static void look_for_later(sqlite3 *db, const char *path, Found *f)
{
    int page = number(db, "PRAGMA page_size");
    int root = number(db, "SELECT rootpage FROM sqlite_master WHERE name='ledger'");
    Tally log = tally_in_log(path, page < 0 ? 0 : (size_t)page, root < 0 ? 0 : (uint32_t)root);
    f->damaged = log.commits > f->there.commits + 1;
    if (f->damaged && log.commits - 1 > f->made.commits) f->made = (Tally){ log.commits - 1, log.at };
}

static void print_time(int64_t at, char out[24])
{
    struct tm t;
    time_t s = (time_t)(at / 1000);
    if (!at || !gmtime_r(&s, &t) || !strftime(out, 24, "%Y-%m-%dT%H:%M:%SZ", &t)) memcpy(out, "?", 2);
}

bool check_complete(const Found *f, Why *w)
{
    char made[24], there[24];
    if (f->made.commits <= f->there.commits) return true;
    print_time(f->made.at, made);
    print_time(f->there.at, there);
    return why(w, "%s; at least %llu commits are missing: %llu were made until %s, it ends with %llu of %s",
               f->damaged ? "its log is damaged" : "it is older than it was",
               (unsigned long long)(f->made.commits - f->there.commits), (unsigned long long)f->made.commits, made,
               (unsigned long long)f->there.commits, there);
}

static bool has_bytes(const char *path, const char *end)
{
    char name[1200];
    struct stat s;
    snprintf(name, sizeof name, "%s%s", path, end);
    return !stat(name, &s) && s.st_size;
}

bool check_exists(const char *path, Found *f, Why *w)
{
    *f = (Found){ .made = tally_beside(path) };
    if (has_bytes(path, "")) return true;
    if (has_bytes(path, "-wal")) return why(w, "it is gone or empty, but its log (-wal) is still there");
    return check_complete(f, w);
}

bool check_file(sqlite3 *db, const char *path, Found *f, Why *w)
{
    *f = (Found){ .made = tally_beside(path) };
    if (!number(db, "SELECT count(*) FROM sqlite_master")) return look_for_later(db, path, f), true;
    if (!is_sound(db, w)) return false;
    if (number(db, "PRAGMA application_id") != APPLICATION) return why(w, "it is no data file of Ninelives");
    f->format = number(db, "PRAGMA user_version");
    if (f->format == FORMAT_UNCOUNTED) return true;
    if (f->format != FORMAT && f->format != FORMAT_PACKED)
        return why(w, "it has format %d; this program reads and writes formats %d and %d", f->format, FORMAT,
                   FORMAT_PACKED);
    if (!last_commit(db, &f->there)) return why(w, "it is damaged: the number of its last commit makes no sense");
    look_for_later(db, path, f);
    return true;
}
