/* SPDX-License-Identifier: MIT
 * store_unit.h - a store to test: opened in /tmp, written and waited for, copied as a crash would
 * leave it; and a disk that refuses when it is told to. */
#ifndef NINELIVES_STORE_UNIT_H
#define NINELIVES_STORE_UNIT_H

#include "unit.h"

#include <semaphore.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../store/sqlite.h"

enum { NAME = 128 };
static const char *const store_files[] = { "", "-wal", "-shm", "-count" };
static char path[NAME];
static sem_t woken;

static inline void wake(void *unused)
{
    (void)unused;
    sem_post(&woken);
}

/* NULL: refused. `anyway`: although commits are missing. */
static inline Store *try_store(const char *at, bool anyway, Why *w)
{
    StoreWish wish = { .accept_loss = anyway, .wake = wake };
    Store *s = sqlite_open_file(at, &wish, -1, w);
    return s ? store_start(s, w) : NULL;
}

static inline Store *open_store(const char *at)
{
    Why w = { "" };
    Store *s = try_store(at, false, &w);
    if (!s) fail_msg("%s", w.text);
    return s;
}

/* Hands it in, waits for it, and returns it with its outcome. */
static inline StoreJob *ask_and_wait(Store *s, StoreJob *j)
{
    StoreJob *done;
    store_ask(s, j);
    while (!(done = store_done(s))) sem_wait(&woken);
    assert_ptr_equal(done, j);
    return done;
}

static inline bool write_and_wait(Store *s, StoreJob *w)
{
    StoreJob *done = ask_and_wait(s, w);
    bool ok = !done->outcome;
    assert_true(ok || done->why.text[0]);
    store_job_free(done);
    return ok;
}

/* So many moves of a table's first round; with its first one the table and the round are new. */
static inline StoreJob *moves(uint32_t table, uint64_t from, int n)
{
    StoreJob *w = store_job(STORE_WRITE, table, 1);
    w->made = from == 1;
    w->text = from == 1 ? strdup("{}") : NULL;
    w->head = from == 1 ? strdup("head\n") : NULL;
    for (int i = 0; i < n; i++) {
        StoredMove m = { .number = from + (uint64_t)i, .mark = ~0ull - from, .at = 1700000000000 + i,
                         .by = 'p', .ask = "ask-1" };
        store_move(w, &m, "0 draw");
    }
    return w;
}

static inline void check_move(const StoredMove *m, uint64_t number)
{
    assert_int_equal(m->number, number);
    assert_string_equal(m->line, "0 draw");
    assert_string_equal(m->ask, "ask-1");
    assert_int_equal(m->by, 'p');
}

/* How many moves of its first round are stored. */
static inline uint64_t stored(Store *s, uint32_t id)
{
    uint64_t n = 0;
    StoreJob *look = ask_and_wait(s, store_job(STORE_LOOK, id, 1));
    assert_true(look->outcome == STORE_OK || look->outcome == STORE_NONE);
    for (const StoredMove *m = look->first; m; m = m->next) check_move(m, ++n);
    store_job_free(look);
    return n;
}

static inline void unlink_all(const char *of)
{
    char name[NAME + 8];
    for (size_t i = 0; i < sizeof store_files / sizeof store_files[0]; i++) {
        snprintf(name, sizeof name, "%s%s", of, store_files[i]);
        unlink(name);
    }
}

/* Copies one of the store's files, its first `cut` bytes if that is not 0; returns its length. */
static inline long copy_file(const char *from, const char *to, const char *end, long cut)
{
    char in_name[NAME + 8], out_name[NAME + 8];
    static char bytes[1 << 16];
    long n = 0;
    size_t k, most = sizeof bytes;
    snprintf(in_name, sizeof in_name, "%s%s", from, end);
    snprintf(out_name, sizeof out_name, "%s%s", to, end);
    FILE *in = fopen(in_name, "rb"), *out = fopen(out_name, "wb");
    assert_true(in && out);
    do {
        if (cut && cut - n < (long)most) most = (size_t)(cut - n);
        k = fread(bytes, 1, most, in);
        assert_int_equal(fwrite(bytes, 1, k, out), k);
        n += (long)k;
    } while (k);
    fclose(in);
    fclose(out);
    return n;
}

/* Changes one byte of a file. */
static inline void flip(const char *of, const char *end, long at)
{
    char name[NAME + 8];
    snprintf(name, sizeof name, "%s%s", of, end);
    FILE *f = fopen(name, "r+b");
    assert_non_null(f);
    fseek(f, at, SEEK_SET);
    int c = fgetc(f);
    assert_true(c != EOF);
    fseek(f, at, SEEK_SET);
    fputc(c ^ 0x20, f);
    fclose(f);
}

/* ---- a disk that refuses: SQLite's own, with the log's writes and syncs intercepted ---------- */

typedef struct {
    sqlite3_vfs        vfs, *real;
    sqlite3_io_methods methods;
    const sqlite3_io_methods *under;
    atomic_int  fail_sync;               /* so many syncs of a log fail from now on */
    atomic_int  fail_write;              /* the n-th write to a log from now on fails; 0: none */
    atomic_long from, to;                /* the part of the log written since `from` was set to -1 */
} Disk;

static Disk disk;

static inline int disk_sync(sqlite3_file *f, int flags)
{
    if (disk.fail_sync <= 0) return disk.under->xSync(f, flags);
    disk.fail_sync--;
    return SQLITE_IOERR_FSYNC;
}

static inline int disk_write(sqlite3_file *f, const void *bytes, int n, sqlite3_int64 at)
{
    if (disk.fail_write > 0 && !--disk.fail_write) return SQLITE_FULL;
    if (disk.from < 0 || at < disk.from) disk.from = (long)at;
    if (at + n > disk.to) disk.to = (long)at + n;
    return disk.under->xWrite(f, bytes, n, at);
}

static inline int disk_open(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out)
{
    int code = disk.real->xOpen(v, name, f, flags, out);
    if (code != SQLITE_OK || !(flags & SQLITE_OPEN_WAL)) return code;
    if (!disk.under) {
        disk.under = f->pMethods;
        disk.methods = *disk.under;
        disk.methods.xSync = disk_sync;
        disk.methods.xWrite = disk_write;
    }
    f->pMethods = &disk.methods;
    return code;
}

static inline void disk_install(void)
{
    disk.real = sqlite3_vfs_find(NULL);
    disk.vfs = *disk.real;
    disk.vfs.zName = "refusing";
    disk.vfs.pNext = NULL;
    disk.vfs.xOpen = disk_open;
    sqlite3_vfs_register(&disk.vfs, 1);
}

#endif
