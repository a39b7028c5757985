/* SPDX-License-Identifier: MIT
 *
 * watch.c - is the data file still where it was, and may it still be written?
 *
 * A file that was removed, or moved with its folder, can be written for as long as somebody has
 * it open, and nobody will find again what is written there. So the names are looked up now and
 * then: they must still mean the files that were opened, by their inode numbers. (We keep the files open ourselves, so
 * their numbers are not given to other files.) */
#include "watch.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { SOME_ROOM = 1 << 20 };            /* bytes */

bool watch_begin(Watch *w, const char *path)
{
    static const char *const end[WATCHED] = { "", "-wal", "-shm" };
    struct stat now;
    for (int i = 0; i < WATCHED; i++) {
        int n = snprintf(w->name[i], WATCH_NAME, "%s%s", path, end[i]);
        if (n < 0 || n >= WATCH_NAME || (w->open[i] = open(w->name[i], O_RDONLY | O_CLOEXEC)) < 0) return false;
        if (fstat(w->open[i], &now)) return false;
        w->device[i] = now.st_dev;
        w->file[i] = now.st_ino;
    }
    return true;
}

/* Closing any descriptor of a file gives up all locks that the process has on it, SQLite's included. */
void watch_end(Watch *w)
{
    for (int i = 0; i < WATCHED; i++)
        if (w->open[i] > 0) close(w->open[i]);
}

bool watch_linked(const Watch *w)
{
    struct stat now;
    for (int i = 0; i < WATCHED; i++)
        if (fstat(w->open[i], &now) || !now.st_nlink) return false;
    return true;
}

/* Whoever cuts the log takes away commits that were promised. */
static bool log_is_whole(Watch *w)
{
    enum { LOG = 1 };
    struct stat now;
    if (fstat(w->open[LOG], &now) || now.st_size < w->size) return false;
    w->size = now.st_size;
    return true;
}

bool watch_same(Watch *w)
{
    struct stat now;
    for (int i = 0; i < WATCHED; i++)
        if (stat(w->name[i], &now) || now.st_dev != w->device[i] || now.st_ino != w->file[i]) return false;
    return log_is_whole(w);
}

bool watch_writable(const Watch *w) { return !access(w->name[0], W_OK) && !access(w->name[1], W_OK); }

bool watch_room(const Watch *w)
{
    struct statvfs disk;
    return statvfs(w->name[0], &disk) || (uint64_t)disk.f_bavail * disk.f_frsize >= SOME_ROOM;
}
