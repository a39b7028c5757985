/* SPDX-License-Identifier: MIT
 * check.h - looks a data file over before anything is written to it. */
#ifndef NINELIVES_CHECK_H
#define NINELIVES_CHECK_H

#include <sqlite3.h>

#include "../core/fact.h"
#include "tally.h"

typedef struct {
    int   format;                        /* 0: the file is empty */
    Tally there;                         /* its last commit */
    Tally made;                          /* the last commit that is known to have been made */
    bool  damaged;                       /* the log has later commits, but they cannot be read */
} Found;

/* Before SQLite sees it: a database that is gone must not be made anew, nor its log removed. */
bool check_exists(const char *path, Found *f, Why *w);
/* Is it ours, sound, of a format we know? False: `w` says what is wrong. */
bool check_file(sqlite3 *db, const char *path, Found *f, Why *w);
/* Says what is missing; true when nothing is. */
bool check_complete(const Found *f, Why *w);
/* Switches the write-ahead log on. */
bool check_wal_mode(sqlite3 *db, Why *w);

#endif
