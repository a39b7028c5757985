/* SPDX-License-Identifier: MIT
 * library_threads_test.c - lib/: threads with tables of their own play the same games as one thread does, and each has
 * its own last failure. ThreadSanitizer looks on. */
#include "library_unit.h"

#include <pthread.h>
#include <stdbool.h>

enum { THREADS = 2, KEPT = 1 << 16 };

typedef struct { uint64_t seed, mark; bool fine; char log[KEPT], told[KEPT]; } Work;

/* Every kind of call, with what comes of it. */
static void *play_games(void *arg)
{
    Work *w = arg;
    const nl_game *g;
    w->mark = 0;
    w->fine = true;
    EACH_GAME(g) {
        nl_table *t = nl_table_seeded(g, NULL, w->seed);
        for (int p = 0; p < nl_table_seats(t); p++) nl_table_bot(t, p, p ? "search" : "sharp", w->seed);
        nl_table_settle(t);
        nl_view *v = nl_table_observe(t, 0);
        nl_table *world = nl_view_imagine(v, w->seed), *copy = nl_table_copy(t);
        w->fine &= nl_table_advise(t, seat_to_act(t), 8, w->told, KEPT) > 0;
        w->fine &= nl_table_mark(t) == nl_table_mark(copy) && !nl_table_run(t, 4);
        w->fine &= nl_table_log(t, w->log, KEPT) < KEPT && !nl_log_verify(w->log);
        w->fine &= nl_table_bot(t, (int)w->seed + 100, "sharp", 1) == NL_BAD_ARGUMENT;
        snprintf(w->told, KEPT, "there is no seat %d at", (int)w->seed + 100);
        w->fine &= !strncmp(nl_why(), w->told, strlen(w->told));
        w->mark = w->mark * 31 + nl_table_mark(t) + nl_table_mark(world);
        nl_table_free(t), nl_table_free(copy), nl_table_free(world);
        nl_view_free(v);
    }
    return NULL;
}

static void threads_do_not_meet(void **state)
{
    static Work alone[THREADS], beside[THREADS];
    pthread_t thread[THREADS];
    UNUSED;
    for (int i = 0; i < THREADS; i++) alone[i].seed = beside[i].seed = (uint64_t)i;
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&thread[i], NULL, play_games, &beside[i]), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        play_games(&alone[i]);
        assert_true(alone[i].fine && beside[i].fine);
        assert_true(alone[i].mark == beside[i].mark);
        assert_string_equal(alone[i].log, beside[i].log);
    }
    assert_true(alone[0].mark != alone[1].mark);
}

static char last_word;

static void *fail_otherwise(void *unused)
{
    (void)unused;
    bool none = !*nl_why() && nl_failed() == NL_OK;
    nl_game_find("otherwise");
    return none && strstr(nl_why(), "otherwise") ? &last_word : NULL;
}

static void a_failure_stays_in_its_thread(void **state)
{
    pthread_t thread;
    void *fine;
    UNUSED;
    nl_game_find("here");
    assert_int_equal(pthread_create(&thread, NULL, fail_otherwise, NULL), 0);
    pthread_join(thread, &fine);
    assert_non_null(fine);
    assert_string_equal(nl_why(), "there is no game \"here\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_meet), cmocka_unit_test(a_failure_stays_in_its_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
