/* SPDX-License-Identifier: MIT
 * store_loss_test.c - the files that a killed process leaves behind can be opened if no commit is
 * missing, also after the disk has refused syncs and writes; if commits are missing, the store
 * refuses them. Random runs on a disk that fails now and then; `store_loss_test 5000` makes 5000. */
#include "store_unit.h"

enum { TABLES = 4, STEPS = 25, RANGES = 64 };

typedef struct { long from, to; } Range;

typedef struct {
    Store   *store;
    uint64_t promised[TABLES];           /* moves of each table that were acknowledged */
    Range    commit[RANGES];             /* where the log has the acknowledged commits */
    int      commits;
    long     refused_to;                 /* where the longest refused commit ended */
    uint64_t dice;
    unsigned seed;
} Run;

static char left[NAME];
static unsigned runs = 40;
static struct { unsigned refused, sound, noticed, harmless, over; } seen;

static unsigned roll(Run *r, unsigned n)
{
    r->dice = r->dice * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(r->dice >> 33) % n;
}

static bool all_there(const Run *r, Store *s)
{
    for (uint32_t t = 0; t < TABLES; t++)
        if (stored(s, t) < r->promised[t]) return false;
    return true;
}

/* ---- playing on a disk that refuses -------------------------------------------------------- */

/* A commit that starts before the last one ended means that the log was begun anew: the earlier commits
 * are in the database. `seen.over` counts the case that this test is for: a commit written over a longer
 * refused one, whose end is still in the log behind it. */
static void note_commit(Run *r)
{
    if (r->commits && disk.from < r->commit[r->commits - 1].to) r->commits = 0;
    if (r->commits == RANGES) memmove(r->commit, r->commit + 1, sizeof r->commit[0] * (size_t)--r->commits);
    r->commit[r->commits++] = (Range){ disk.from, disk.to };
    seen.over += disk.to < r->refused_to;
}

static void play(Run *r)
{
    static const unsigned most[] = { 2, 20, 400 };
    uint32_t t = roll(r, TABLES);
    int n = 1 + (int)roll(r, most[roll(r, 3)]);
    unsigned fault = roll(r, 10);
    disk.fail_sync = fault < 3;
    disk.fail_write = fault == 3 || fault == 4 ? 1 + (int)roll(r, 30) : 0;
    disk.from = -1;
    disk.to = 0;
    bool ok = write_and_wait(r->store, moves(t, r->promised[t] + 1, n));
    disk.fail_sync = disk.fail_write = 0;
    seen.refused += !ok;
    if (!ok && disk.to > r->refused_to) r->refused_to = disk.to;
    if (!ok) return;
    r->promised[t] += (uint64_t)n;
    note_commit(r);
}

/* Moves the log into the database: the next write begins it anew. */
static void checkpoint(void)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    sqlite3_close(db);
}

/* ---- looking at what it leaves ------------------------------------------------------------ */

/* The files as they are now: that is what kill -9 leaves. */
static void kill_copy(bool counted, long cut)
{
    unlink_all(left);
    copy_file(path, left, "", 0);
    copy_file(path, left, "-wal", cut);
    if (counted) copy_file(path, left, "-count", 0);
}

static void expect_sound(Run *r, bool counted)
{
    Why w = { "" };
    kill_copy(counted, 0);
    Store *s = try_store(left, false, &w);
    if (!s) fail_msg("seed %u: sound, but refused: %s", r->seed, w.text);
    assert_string_equal(w.text, "");
    assert_true(all_there(r, s));
    store_close(s);
    seen.sound++;
}

/* `accept_loss` accepts the loss; after that the files open as usual. */
static void expect_accepted_once(void)
{
    Why w = { "" };
    char again[NAME];
    Store *s = try_store(left, true, &w);
    if (!s) return;                      /* damaged in other ways too: it stays refused */
    assert_non_null(strstr(w.text, "missing"));
    snprintf(again, sizeof again, "%.100s.again", path);
    for (size_t i = 0; i < sizeof store_files / sizeof store_files[0]; i++) copy_file(left, again, store_files[i], 0);
    store_close(s);
    store_close(open_store(left));
    store_close(open_store(again));
    unlink_all(again);
}

static void expect_noticed(Run *r, const char *what)
{
    Why w = { "" };
    Store *s = try_store(left, false, &w);
    if (s) {
        if (!all_there(r, s)) fail_msg("seed %u: %s, and nobody noticed", r->seed, what);
        store_close(s);
        seen.harmless++;
        return;
    }
    assert_true(strstr(w.text, "missing") || strstr(w.text, "it is damaged"));
    assert_null(try_store(left, false, &w));       /* nothing was changed: it is refused again */
    if (strstr(w.text, "missing")) expect_accepted_once();
    seen.noticed++;
}

static long inside(Run *r, int commit)
{
    const Range *c = &r->commit[commit];
    return c->from + (long)roll(r, (unsigned)(c->to - c->from));
}

static void look_at_damage(Run *r)
{
    if (r->commits < 2) return;
    for (int counted = 0; counted < 2; counted++) {
        kill_copy(counted, 0);
        flip(left, "-wal", inside(r, (int)roll(r, (unsigned)r->commits - 1)));
        expect_noticed(r, "a commit in the log's middle is damaged");
    }
    kill_copy(true, 0);
    flip(left, "-wal", inside(r, r->commits - 1));
    expect_noticed(r, "the last commit is damaged");
    kill_copy(true, inside(r, (int)roll(r, (unsigned)r->commits)));
    expect_noticed(r, "the log is cut");
    kill_copy(true, 1);
    expect_noticed(r, "the log is gone");
}

static void random_runs(void **state)
{
    UNUSED;
    for (unsigned seed = 1; seed <= runs; seed++) {
        Run r = { .dice = seed, .seed = seed };
        unlink_all(path);
        r.store = open_store(path);
        for (int i = 0; i < STEPS; i++) {
            play(&r);
            if (!roll(&r, 12)) checkpoint();
            if (!roll(&r, 5) || i == STEPS - 1) expect_sound(&r, roll(&r, 2));
            if (!roll(&r, 12) || i == STEPS - 1) look_at_damage(&r);
        }
        store_close(r.store);
        assert_true(all_there(&r, r.store = open_store(path)));
        store_close(r.store);
    }
    print_message("%u refused, %u shorter ones over them, %u copies sound, %u losses noticed, %u harmless\n",
                  seen.refused, seen.over, seen.sound, seen.noticed, seen.harmless);
    assert_true(seen.refused && seen.over && seen.sound && seen.noticed);
}

/* ---- the database itself ------------------------------------------------------------------- */

static void refuses(const char *words)
{
    Why w = { "" };
    assert_null(try_store(path, false, &w));
    if (!strstr(w.text, words)) fail_msg("expected %s, got %s", words, w.text);
}

/* Removed, or an older copy in its place: the file beside it knows of later commits. */
static void an_older_file_is_refused(void **state)
{
    UNUSED;
    Why w = { "" };
    unlink_all(path);
    unlink_all(left);
    store_close(open_store(path));
    copy_file(path, left, "", 0);
    Store *s = open_store(path);
    assert_true(write_and_wait(s, moves(1, 1, 1)));
    store_close(s);
    copy_file(left, path, "", 0);
    refuses("2 commits are missing");
    unlink(path);
    refuses("3 commits are missing");
    assert_int_equal(access(path, F_OK), -1);            /* it was not made anew */
    copy_file(left, path, "", 0);
    assert_non_null(s = try_store(path, true, &w));
    assert_non_null(strstr(w.text, "2 commits are missing"));
    store_close(s);
    assert_non_null(s = try_store(path, true, &w));
    assert_string_equal(w.text, "");
    store_close(s);
}

/* Without this refusal SQLite would remove a log whose database is gone. */
static void a_log_without_its_file_is_refused_and_kept(void **state)
{
    UNUSED;
    char name[NAME + 8];
    unlink_all(path);
    unlink_all(left);
    Store *s = open_store(path);
    assert_true(write_and_wait(s, moves(1, 1, 1)));
    copy_file(path, left, "-wal", 0);
    store_close(s);
    unlink_all(path);
    copy_file(left, path, "-wal", 0);
    refuses("its log");
    snprintf(name, sizeof name, "%s-wal", path);
    assert_int_equal(access(name, F_OK), 0);
}

/* The store opens without the file -count, or with nonsense in it. */
static void the_count_may_be_absent_or_nonsense(void **state)
{
    UNUSED;
    char name[NAME + 8];
    unlink_all(path);
    store_close(open_store(path));
    snprintf(name, sizeof name, "%s-count", path);
    for (int i = 0; i < 3; i++) {
        FILE *f = fopen(name, "wb");
        assert_non_null(f);
        if (i == 1) fputs("commit 99999999999999999999 at 0000000000000001\n", f);
        if (i == 2) fputs("commit -0000000000000000099 at 0000000000000001\n", f);
        fclose(f);
        store_close(open_store(path));
    }
    unlink(name);
    store_close(open_store(path));
}

static int clean(void **state)
{
    UNUSED;
    unlink_all(path);
    unlink_all(left);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_runs),
        cmocka_unit_test(an_older_file_is_refused),
        cmocka_unit_test(a_log_without_its_file_is_refused_and_kept),
        cmocka_unit_test(the_count_may_be_absent_or_nonsense),
    };
    if (argc > 1) runs = (unsigned)strtoul(argv[1], NULL, 10);
    /* The runs sync thousands of times, but no machine crashes here: files in memory are quicker. */
    snprintf(path, sizeof path, "%s/ninelives-loss-%d", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm", (int)getpid());
    snprintf(left, sizeof left, "%.100s.left", path);
    sem_init(&woken, 0, 0);
    disk_install();
    return cmocka_run_group_tests(tests, NULL, clean);
}
