/* SPDX-License-Identifier: MIT
 * store_trouble_test.c - a file that cannot be written is refused at the start. A file that is taken
 * away, or a disk that refuses, is noticed although nobody plays, and so is the recovery. */
#include "store_unit.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

static char folder[NAME - 16], away[NAME];

static int set_up(void **state)
{
    UNUSED;
    snprintf(folder, sizeof folder, "/tmp/ninelives-trouble-%d", (int)getpid());
    snprintf(away, sizeof away, "%s.away", folder);
    snprintf(path, sizeof path, "%s/db", folder);
    disk.fail_sync = disk.fail_write = 0;
    return mkdir(folder, 0777) || chmod(folder, 0777);
}

static int tear_down(void **state)
{
    UNUSED;
    unlink_all(path);
    return rmdir(folder);
}

static void nap(int ms) { nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000L }, NULL); }

/* Waits until the store reports this trouble (NULL: none), up to twenty times as long as it should take. */
static void await_trouble(Store *s, const char *words)
{
    const char *now = NULL;
    for (int i = 0; i < 2000; i++) {
        now = store_trouble(s);
        if (words ? now && strstr(now, words) : !now) return;
        nap(10);
    }
    fail_msg("expected %s, there is %s", words ? words : "no trouble", now ? now : "none");
}

/* Root may write any file, so the store is opened by a process of the user nobody. */
static void open_as_nobody(const char *expected)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        Why w = { "" };
        if (!getuid() && (setgid(65534) || setuid(65534))) _exit(3);
        Store *s = try_store(path, false, &w);
        if (!s) fprintf(stderr, "refused: %s\n", w.text);
        _exit(s ? 1 : strstr(w.text, expected) ? 0 : 2);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void a_read_only_file_is_refused(void **state)
{
    UNUSED;
    char count[NAME + 8];
    store_close(open_store(path));
    snprintf(count, sizeof count, "%s-count", path);
    assert_int_equal(chmod(path, 0444), 0);
    open_as_nobody("-count beside it cannot be written");
    assert_int_equal(chmod(count, 0666), 0);
    open_as_nobody("cannot be written: attempt to write a readonly database");
    assert_int_equal(chmod(path, 0600), 0);
    unlink_all(path);                    /* files made by the user nobody would be in the way */
    store_close(open_store(path));
}

static void a_folder_taken_away_is_noticed(void **state)
{
    UNUSED;
    Store *s = open_store(path);
    assert_true(write_and_wait(s, moves(7, 1, 1)));
    assert_int_equal(rename(folder, away), 0);
    await_trouble(s, "moved");                                   /* within a second or two */
    assert_false(write_and_wait(s, moves(7, 2, 1)));
    assert_true(store_failed(s));
    assert_int_equal(stored(s, 7), 1);                           /* and nothing was written where it is now */
    assert_int_equal(mkdir(folder, 0777), 0);
    await_trouble(s, "moved");
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(rename(away, folder), 0);
    await_trouble(s, NULL);                                      /* the same files are there again */
    assert_true(write_and_wait(s, moves(7, 2, 1)));
    store_close(s);
}

static void removed_files_are_noticed_while_nobody_plays(void **state)
{
    UNUSED;
    for (int i = 0; i < 3; i++) {
        char name[NAME + 8];
        Store *s = open_store(path);
        snprintf(name, sizeof name, "%s%s", path, store_files[i]);
        assert_null(store_trouble(s));
        assert_int_equal(unlink(name), 0);
        await_trouble(s, "moved, replaced, cut or removed");
        assert_false(write_and_wait(s, moves(7, 1, 1)));
        store_close(s);
        unlink_all(path);
    }
}

/* Writes to a removed file would be lost, so no commit is acknowledged. */
static void a_removed_file_takes_no_more(void **state)
{
    UNUSED;
    for (int i = 0; i < 3; i++) {
        char name[NAME + 8];
        Store *s = open_store(path);
        snprintf(name, sizeof name, "%s%s", path, store_files[i]);
        assert_true(write_and_wait(s, moves(7, 1, 1)));
        assert_int_equal(unlink(name), 0);
        assert_false(write_and_wait(s, moves(7, 2, 1)));         /* at once */
        store_close(s);
        unlink_all(path);
    }
}

/* Another file of the same name is not accepted in its place. */
static void a_replaced_file_is_noticed(void **state)
{
    UNUSED;
    char other[NAME + 8];
    Store *s = open_store(path);
    snprintf(other, sizeof other, "%s-2", path);
    copy_file(path, other, "", 0);
    assert_int_equal(rename(other, path), 0);
    await_trouble(s, "moved, replaced, cut or removed");
    store_close(s);
}

/* What was promised is not there any more; that is known before the next start. */
static void a_log_that_is_cut_is_noticed(void **state)
{
    UNUSED;
    char name[NAME + 8];
    Store *s = open_store(path);
    assert_true(write_and_wait(s, moves(7, 1, 5)));
    snprintf(name, sizeof name, "%s-wal", path);
    await_trouble(s, NULL);
    nap(1500);                           /* it is looked at once a second */
    assert_int_equal(truncate(name, 100), 0);
    await_trouble(s, "cut");
    assert_false(write_and_wait(s, moves(7, 6, 1)));
    store_close(s);
    unlink_all(path);
}

static void a_disk_that_recovers_is_noticed_while_nobody_plays(void **state)
{
    UNUSED;
    Store *s = open_store(path);
    for (uint64_t n = 1; n <= 3; n++) {
        disk.fail_sync = 1000000;
        assert_false(write_and_wait(s, moves(7, n, 1)));
        assert_true(store_failed(s));
        int before = disk.fail_sync;
        for (int i = 0; i < 2000 && disk.fail_sync == before; i++) nap(10);
        assert_true(disk.fail_sync < before);                    /* it tries again by itself, */
        assert_true(store_failed(s));                            /* and fails again */
        disk.fail_sync = 0;
        await_trouble(s, NULL);
        assert_true(write_and_wait(s, moves(7, n, 1)));
    }
    assert_int_equal(stored(s, 7), 3);
    store_close(s);
}

/* While nothing fails and nobody plays, nothing is written. */
static void an_idle_store_does_not_write(void **state)
{
    UNUSED;
    Store *s = open_store(path);
    uint64_t before = store_counts(s).commits;
    disk.from = -1;
    nap(2500);
    assert_int_equal(disk.from, -1);
    assert_int_equal(store_counts(s).commits, before);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_read_only_file_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_folder_taken_away_is_noticed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(removed_files_are_noticed_while_nobody_plays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_removed_file_takes_no_more, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_replaced_file_is_noticed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_log_that_is_cut_is_noticed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_disk_that_recovers_is_noticed_while_nobody_plays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_idle_store_does_not_write, set_up, tear_down),
    };
    sem_init(&woken, 0, 0);
    disk_install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
