/* SPDX-License-Identifier: MIT
 * watch.h - is the data file still where it was, and may it still be written? */
#ifndef NINELIVES_WATCH_H
#define NINELIVES_WATCH_H

#include <stdbool.h>
#include <sys/types.h>

enum { WATCHED = 3, WATCH_NAME = 1200 };     /* the database, its log, the log's index */

typedef struct {
    char  name[WATCHED][WATCH_NAME];
    dev_t device[WATCHED];
    ino_t file[WATCHED];
    int   open[WATCHED];                         /* descriptors of our own */
    off_t size;                                  /* of the log, which never shrinks while it is in use */
} Watch;

bool watch_begin(Watch *w, const char *path);        /* remembers which files these names mean now */
void watch_end(Watch *w);                            /* only after SQLite has closed them too */
bool watch_same(Watch *w);                           /* do they mean the same files still, and whole ones? */
bool watch_linked(const Watch *w);                   /* have they a name at all? Ten times cheaper than the above */
/* Does it look as if a write would succeed? Asks without writing; only a write can tell for sure. */
bool watch_writable(const Watch *w);
bool watch_room(const Watch *w);                     /* has the disk some room left? */

#endif
