/* SPDX-License-Identifier: MIT
 * layout.h - the tables of a data file, and the number of their layout. */
#ifndef NINELIVES_LAYOUT_H
#define NINELIVES_LAYOUT_H

#include <sqlite3.h>

#include "../core/fact.h"

/* A file with packed rounds has a format of its own, so that older programs leave it alone. */
enum { FORMAT = 3, FORMAT_PACKED = 4, FORMAT_UNCOUNTED = 2, APPLICATION = 0x39216c76 };

/* Makes the tables of a new file (format 0), or the one that files without a count of their
 * commits lack. All of it or nothing. */
bool layout_make(sqlite3 *db, int format, Why *w);

#endif
