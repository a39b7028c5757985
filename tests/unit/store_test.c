/* SPDX-License-Identifier: MIT
 * store_test.c - the store promises: nothing is overwritten, nothing is half stored, what was
 * stored is read back, and a damaged file is refused. */
#include "unit.h"

#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../store/store.h"

static sem_t woken;
static char path[64];

static void wake(void *unused)
{
    (void)unused;
    sem_post(&woken);
}

static Store *open_store(void)
{
    Why w = { "" };
    Store *s = store_open(path, wake, NULL, &w);
    if (!s) fail_msg("%s", w.text);
    return s;
}

static bool write_and_wait(Store *s, StoreWrite *w)
{
    StoreWrite *done;
    store_write(s, w);
    while (!(done = store_done(s))) sem_wait(&woken);
    bool ok = done->ok;
    assert_ptr_equal(done, w);
    store_draft_free(done);
    return ok;
}

static StoreWrite *moves(uint32_t table, uint64_t from, int n)
{
    StoreWrite *w = store_draft(table, 1);
    for (int i = 0; i < n; i++) {
        StoredMove m = { .number = from + (uint64_t)i, .mark = ~0ull - from, .at = 1700000000000 + i, .by = 'p', .ask = "ask-1" };
        store_move(w, &m, "0 draw");
    }
    return w;
}

static StoreWrite *table(uint32_t id, const char *text, bool made)
{
    StoreWrite *w = store_draft(id, 0);
    w->made = made;
    w->text = strdup(text);
    return w;
}

static bool count(void *n, const StoredMove *m)
{
    assert_int_equal(m->number, ++*(uint64_t *)n);
    assert_string_equal(m->line, "0 draw");
    assert_string_equal(m->ask, "ask-1");
    assert_int_equal(m->by, 'p');
    return true;
}

static uint64_t stored(Store *s, uint32_t id)
{
    uint64_t n = 0;
    assert_true(store_read_moves(s, id, 1, count, &n));
    return n;
}

static void a_taken_number_is_a_conflict(void **state)
{
    UNUSED;
    Store *s = open_store();
    assert_true(write_and_wait(s, moves(7, 1, 3)));
    assert_false(write_and_wait(s, moves(7, 3, 1)));
    assert_true(write_and_wait(s, moves(7, 4, 1)));
    assert_int_equal(stored(s, 7), 4);
    assert_int_equal(stored(s, 8), 0);
    store_close(s);
}

static void all_of_a_write_or_nothing(void **state)
{
    UNUSED;
    Store *s = open_store();
    Why w;
    assert_true(write_and_wait(s, table(9, "{\"a\":1}", true)));
    StoreWrite *bad = moves(7, 3, 4);            /* 5 and 6 are free, 3 and 4 are not */
    bad->table = 7;
    assert_false(write_and_wait(s, bad));
    assert_int_equal(stored(s, 7), 4);
    StoreWrite *half = moves(9, 1, 2);
    half->text = strdup("{\"a\":2}");
    half->made = true;                           /* the table exists: the moves must not stay */
    assert_false(write_and_wait(s, half));
    assert_int_equal(stored(s, 9), 0);
    char *text = store_read_table(s, 9, &w);
    assert_string_equal(text, "{\"a\":1}");
    free(text);
    store_close(s);
}

static void what_was_stored_is_there_again(void **state)
{
    UNUSED;
    Store *s = open_store();
    StoreWrite *w = moves(7, 5, 1);
    char *tail;
    w->head = strdup("head\n");
    assert_true(write_and_wait(s, w));
    store_close(s);
    s = open_store();
    assert_int_equal(stored(s, 7), 5);
    char *head = store_read_round(s, 7, 1, &tail);
    assert_string_equal(head, "head\n");
    assert_null(tail);
    free(head);
    store_close(s);
}

static void scribble(long at, size_t n)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, at, SEEK_SET);
    while (n--) fputc('!', f);
    fclose(f);
}

static void a_damaged_file_is_refused(void **state)
{
    UNUSED;
    Why w = { "" };
    scribble(4096 + 8, 3000);                    /* the second page: the root of a table */
    assert_null(store_open(path, wake, NULL, &w));
    assert_non_null(strstr(w.text, "damaged"));
    scribble(0, 100);                            /* and the header */
    w.text[0] = 0;
    assert_null(store_open(path, wake, NULL, &w));
    assert_true(w.text[0]);
}

static void unlink_all(const char *of)
{
    const char *const end[] = { "", "-wal", "-shm" };
    char more[80];
    for (int i = 0; i < 3; i++) {
        snprintf(more, sizeof more, "%s%s", of, end[i]);
        unlink(more);
    }
}

static int clean(void **state)
{
    UNUSED;
    unlink_all(path);
    return 0;
}

/* What a crash leaves: the file and its log as they are now, the log cut or scribbled on. */
static long copy(const char *end, const char *to, long cut)
{
    char from[80], name[80];
    long n = 0;
    snprintf(from, sizeof from, "%s%s", path, end);
    snprintf(name, sizeof name, "%s%s", to, end);
    FILE *in = fopen(from, "rb"), *out = fopen(name, "wb");
    assert_true(in && out);
    for (int c; (!cut || n < cut) && (c = fgetc(in)) != EOF; n++) fputc(c, out);
    fclose(in);
    fclose(out);
    return n;
}

static uint64_t after_a_crash(long cut, long damage, Why *w)
{
    char to[80], wal[90];
    uint64_t n = 0;
    snprintf(to, sizeof to, "%s.crash", path);
    snprintf(wal, sizeof wal, "%s-wal", to);
    copy("", to, 0);
    copy("-wal", to, cut);
    FILE *f = damage ? fopen(wal, "r+b") : NULL;
    if (f) fseek(f, damage, SEEK_SET), fputc('!', f), fputc('?', f), fclose(f);
    Store *s = store_open(to, wake, NULL, w);
    if (s) n = stored(s, 7), store_close(s);
    unlink_all(to);
    return n;
}

/* SQLite would read up to the damage and forget the rest without a word. */
static void a_damaged_log_is_refused_a_torn_one_is_not(void **state)
{
    UNUSED;
    Why w = { "" };
    char wal[80];
    clean(NULL);
    Store *s = open_store();
    for (uint64_t n = 1; n <= 20; n++) assert_true(write_and_wait(s, moves(7, n, 1)));
    snprintf(wal, sizeof wal, "%s.size", path);
    long size = copy("-wal", wal, 0);
    snprintf(wal, sizeof wal, "%s.size-wal", path);
    unlink(wal);
    assert_int_equal(after_a_crash(0, 0, &w), 20);
    assert_int_equal(after_a_crash(size - 100, 0, &w), 19);      /* a write that was never finished */
    assert_string_equal(w.text, "");
    assert_int_equal(after_a_crash(0, size / 2, &w), 0);
    assert_non_null(strstr(w.text, "write-ahead log is damaged"));
    assert_int_equal(after_a_crash(0, 20, &w), 0);
    assert_non_null(strstr(w.text, "head of its write-ahead log"));
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_taken_number_is_a_conflict),
        cmocka_unit_test(all_of_a_write_or_nothing),
        cmocka_unit_test(what_was_stored_is_there_again),
        cmocka_unit_test(a_damaged_file_is_refused),
        cmocka_unit_test(a_damaged_log_is_refused_a_torn_one_is_not),
    };
    snprintf(path, sizeof path, "/tmp/ninelives-store-%d", (int)getpid());
    sem_init(&woken, 0, 0);
    return cmocka_run_group_tests(tests, NULL, clean);
}
