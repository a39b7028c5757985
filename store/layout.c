/* SPDX-License-Identifier: MIT
 * layout.c - the tables of a data file. */
#include "layout.h"

#include <stdio.h>

/* Moves of many rounds are appended twice as fast to a table with rowids and a unique index as to one without rowids.
 * The index makes sure that no move's number is used twice. */
static const char schema[] =
    "CREATE TABLE tables(id INTEGER PRIMARY KEY, text TEXT NOT NULL, sum INTEGER NOT NULL, made INTEGER NOT NULL,"
    " touched INTEGER NOT NULL, live INTEGER NOT NULL);"
    "CREATE INDEX tables_live ON tables(id) WHERE live=1;"
    "CREATE TABLE rounds(key INTEGER PRIMARY KEY, head TEXT NOT NULL, tail TEXT);"
    "CREATE TABLE moves(id INTEGER PRIMARY KEY, round INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,"
    " mark INTEGER NOT NULL, by TEXT NOT NULL, ask TEXT NOT NULL, line TEXT NOT NULL, UNIQUE(round, number));";

/* One row: the number and the time of the latest commit, for tally.c. */
static const char ledger[] =
    "CREATE TABLE ledger(id INTEGER PRIMARY KEY, line TEXT NOT NULL);"
    "INSERT INTO ledger VALUES(1, 'commit 00000000000000000000 at 0000000000000000');";

static bool run(sqlite3 *db, const char *sql) { return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK; }

bool layout_make(sqlite3 *db, int format, Why *w)
{
    char stamp[80];
    if (format == FORMAT || format == FORMAT_PACKED) return true;
    snprintf(stamp, sizeof stamp, "PRAGMA application_id=%d; PRAGMA user_version=%d;", APPLICATION, FORMAT);
    bool ok = run(db, "BEGIN IMMEDIATE") && (format || run(db, schema)) && run(db, ledger) && run(db, stamp);
    return (ok && run(db, "COMMIT")) || why(w, "it cannot be written: %s", sqlite3_errmsg(db));
}
