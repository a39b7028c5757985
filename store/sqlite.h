/* SPDX-License-Identifier: MIT
 * sqlite.h - the store as a SQLite file, opened by the file's own name: for the tests, which damage and copy files. */
#ifndef NINELIVES_SQLITE_H
#define NINELIVES_SQLITE_H

#include "kind.h"

/* As sqlite_kind.open(), but of this file, whatever wish->where is. `lock`: a descriptor that it closes, or -1. */
Store *sqlite_open_file(const char *path, const StoreWish *wish, int lock, Why *w);

#endif
