/* SPDX-License-Identifier: MIT
 * folder.c - the data folder: made if there is none, and locked. */
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool make(const char *path)
{
    char part[FOLDER_NAME];
    size_t n = strlen(path);
    if (!n || n >= sizeof part) return errno = ENAMETOOLONG, false;
    for (size_t i = 1; i <= n; i++) {
        if (path[i] && path[i] != '/') continue;
        memcpy(part, path, i);
        part[i] = 0;
        if (mkdir(part, 0700) && errno != EEXIST) return false;
    }
    return true;
}

int folder_lock(const char *folder, Why *w)
{
    char name[FOLDER_NAME + 8];
    if (!make(folder)) return why(w, "the data folder cannot be made: %s", strerror(errno)), -1;
    snprintf(name, sizeof name, "%s/lock", folder);
    int lock = open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (lock < 0) return why(w, "the data folder cannot be written: %s", strerror(errno)), -1;
    if (!flock(lock, LOCK_EX | LOCK_NB)) return lock;
    close(lock);
    return why(w, "another server uses this data folder; stop it, or take another folder"), -1;
}
