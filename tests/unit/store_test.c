/* SPDX-License-Identifier: MIT
 * store_test.c - the store overwrites nothing, stores a write completely or not at all, reads back
 * what was stored, and refuses a damaged file. */
#include "store_unit.h"

#include "../../store/kind.h"

static StoreJob *table(uint32_t id, const char *text, bool made)
{
    StoreJob *w = store_job(STORE_WRITE, id, 0);
    w->made = made;
    w->text = strdup(text);
    return w;
}

static void a_taken_number_is_a_conflict(void **state)
{
    UNUSED;
    Store *s = open_store(path);
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
    Store *s = open_store(path);
    assert_true(write_and_wait(s, table(9, "{\"a\":1}", true)));
    StoreJob *bad = moves(7, 3, 4);            /* 5 and 6 are free, 3 and 4 are not */
    bad->table = 7;
    assert_false(write_and_wait(s, bad));
    assert_int_equal(stored(s, 7), 4);
    StoreJob *half = moves(9, 1, 2);
    assert_true(half->made);                     /* the table exists: the moves must not stay */
    half = ask_and_wait(s, half);
    assert_int_equal(half->outcome, STORE_TAKEN);
    store_job_free(half);
    assert_int_equal(stored(s, 9), 0);
    StoreJob *look = ask_and_wait(s, store_job(STORE_LOOK, 9, 0));
    assert_string_equal(look->text, "{\"a\":1}");
    store_job_free(look);
    store_close(s);
}

static void what_was_stored_is_there_again(void **state)
{
    UNUSED;
    Store *s = open_store(path);
    assert_true(write_and_wait(s, moves(7, 5, 1)));
    store_close(s);
    s = open_store(path);
    assert_int_equal(stored(s, 7), 5);
    StoreJob *claim = ask_and_wait(s, store_job(STORE_CLAIM, 7, 0));
    assert_int_equal(claim->outcome, STORE_OK);
    assert_int_equal(claim->round, 1);
    assert_string_equal(claim->text, "{}");
    assert_string_equal(claim->head, "head\n");
    assert_null(claim->tail);
    store_job_free(claim);
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
    assert_null(try_store(path, false, &w));
    assert_non_null(strstr(w.text, "damaged"));
    scribble(0, 100);                            /* and the header */
    w.text[0] = 0;
    assert_null(try_store(path, false, &w));
    assert_true(w.text[0]);
}

static int clean(void **state)
{
    UNUSED;
    unlink_all(path);
    return 0;
}

/* What a crash leaves: the file and its log as they are now, the log cut or scribbled on. */
static uint64_t after_a_crash(long cut, long damage, Why *w)
{
    char to[NAME];
    uint64_t n = 0;
    snprintf(to, sizeof to, "%.100s.crash", path);
    copy_file(path, to, "", 0);
    copy_file(path, to, "-wal", cut);
    if (damage) flip(to, "-wal", damage);
    Store *s = try_store(to, false, w);
    if (s) n = stored(s, 7), store_close(s);
    unlink_all(to);
    return n;
}

/* SQLite alone would read the log up to the damage and silently drop the rest. */
static void a_damaged_log_is_refused_a_torn_one_is_not(void **state)
{
    UNUSED;
    Why w = { "" };
    char other[NAME];
    clean(NULL);
    Store *s = open_store(path);
    for (uint64_t n = 1; n <= 20; n++) assert_true(write_and_wait(s, moves(7, n, 1)));
    snprintf(other, sizeof other, "%.100s.size", path);
    long size = copy_file(path, other, "-wal", 0);
    unlink_all(other);
    assert_int_equal(after_a_crash(0, 0, &w), 20);
    assert_int_equal(after_a_crash(size - 100, 0, &w), 19);      /* a write that was never finished */
    assert_string_equal(w.text, "");
    assert_int_equal(after_a_crash(0, size / 2, &w), 0);
    assert_non_null(strstr(w.text, "log is damaged"));
    assert_int_equal(after_a_crash(0, 20, &w), 0);               /* the log's head */
    assert_non_null(strstr(w.text, "log is damaged"));
    store_close(s);
}

/* Files of the previous format had no count of commits; opening one adds it and keeps everything else. */
static void a_file_of_the_format_before_is_taken_on(void **state)
{
    UNUSED;
    sqlite3 *db;
    clean(NULL);
    Store *s = open_store(path);
    assert_true(write_and_wait(s, moves(7, 1, 3)));
    store_close(s);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DROP TABLE ledger; PRAGMA user_version=2;", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    char count[NAME + 8];
    snprintf(count, sizeof count, "%s-count", path);
    unlink(count);
    for (int i = 0; i < 2; i++) {
        s = open_store(path);
        assert_int_equal(stored(s, 7), 3 + i);
        assert_true(write_and_wait(s, moves(7, (uint64_t)(4 + i), 1)));
        store_close(s);
    }
}

/* Nobody else is kept waiting while long rounds are gone through. */
static void long_rounds_are_handed_out_one_by_one(void **state)
{
    UNUSED;
    static const int length[] = { 3, 2000, 999, 1000, 5, 0 };        /* some behind two long ones */
    static const int together[] = { 2, 2, 2 };
    Store *s = open_store(path);
    StoreJob *all = NULL, **end = &all;
    for (size_t i = 0; i < sizeof length / sizeof length[0]; i++, end = &(*end)->next) *end = moves(20, 2, length[i]);
    store_tell(s, all);
    for (size_t i = 0, at = 0; i < sizeof together / sizeof together[0]; i++) {
        sem_wait(&woken);
        int n = 0;
        for (StoreJob *j = store_done(s), *next; j; j = next, n++, at++) {
            int has = 0;
            next = j->next;
            for (const StoredMove *m = j->first; m; m = m->next) has++;
            assert_int_equal(has, length[at]);
            store_job_free(j);
        }
        assert_int_equal(n, together[i]);
    }
    assert_null(store_done(s));
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
        cmocka_unit_test(a_file_of_the_format_before_is_taken_on),
        cmocka_unit_test(long_rounds_are_handed_out_one_by_one),
    };
    snprintf(path, sizeof path, "/tmp/ninelives-store-%d", (int)getpid());
    sem_init(&woken, 0, 0);
    return cmocka_run_group_tests(tests, NULL, clean);
}
