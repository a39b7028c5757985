/* SPDX-License-Identifier: MIT
 * wal.h - looks at SQLite's write-ahead log before SQLite does. */
#ifndef NINELIVES_WAL_H
#define NINELIVES_WAL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../core/fact.h"

/* False: commits that were finished could not be read any more, and `why` says so. */
bool wal_is_whole(const char *path, Why *why);

#endif
