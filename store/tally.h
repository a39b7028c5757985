/* SPDX-License-Identifier: MIT
 * tally.h - how many commits were made, and whether they are all still there. */
#ifndef NINELIVES_TALLY_H
#define NINELIVES_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TALLY_LINE = 47 };                /* letters of a tally as text */

/* The number of a commit, counted from the file's first, and when it was made (ms since 1970). */
typedef struct { uint64_t commits; int64_t at; } Tally;

void  tally_print(const Tally *t, char line[TALLY_LINE + 1]);
bool  tally_read(const char *line, size_t n, Tally *t);

/* What the file beside the database says; {0, 0} when there is none, or nothing sensible in it. */
Tally tally_beside(const char *path);
int   tally_open(const char *path);                  /* makes that file if it must; -1: errno says why not */
void  tally_write(int fd, const Tally *t);           /* survives the end of the process ... */
void  tally_sync(int fd);                            /* ... and now a power cut as well */

/* The highest tally in the write-ahead log, in frames that SQLite reads and in those that it
 * does not. `page` is the size of a page, `root` the ledger's page or, when that is unknown, 0. */
Tally tally_in_log(const char *path, size_t page, uint32_t root);

#endif
