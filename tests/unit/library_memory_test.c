/* SPDX-License-Identifier: MIT
 * library_memory_test.c - lib/ when there is no memory: whichever allocation fails, the call says so, nothing is lost
 * or leaked, and a table that could not write down what happened refuses to go on. */
#include "library_unit.h"

#include <stdbool.h>

/* ---- memory that runs out ------------------------------------------------------------------ */

static long left = -1;               /* allocations until one fails, and all after it; below 0: none does */

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

static bool none_left(void)
{
    if (left > 0) left--;
    return left == 0;
}

void *__wrap_malloc(size_t n) { return none_left() ? NULL : __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t size) { return none_left() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *p, size_t n) { return none_left() ? NULL : __real_realloc(p, n); }

/* ---- the story ----------------------------------------------------------------------------- */

static char text[TEXT];

/* All that allocates. True if everything went well; whatever came about is freed. */
static bool tell_the_story(const char *log)
{
    nl_table *read = nl_log_read(log), *t = read ? nl_table_seeded(nl_game_find("kittens"), "players=3", 4) : NULL;
    bool ok = t && nl_log_verify(log) == NL_NO_SECRET;
    for (int p = 0; ok && p < 2; p++) ok = !nl_table_bot(t, p, "sharp", 1);
    ok = ok && !nl_table_settle(t) && nl_table_advise(t, 0, 2, text, TEXT) > 0;
    ok = ok && !nl_table_run(t, 1) && !nl_table_bot(t, 2, "sharp", 1) && !nl_table_run(t, 1);
    nl_table *copy = ok ? nl_table_copy(t) : NULL;
    nl_view *v = copy ? nl_table_observe(read, 0) : NULL;
    nl_table *world = v ? nl_view_imagine(v, 1) : NULL;
    nl_view_free(v);
    nl_table_free(read), nl_table_free(t), nl_table_free(copy), nl_table_free(world);
    return world != NULL;
}

static void every_failure_is_told(void **state)
{
    static char log[TEXT];
    int failures = 0;
    UNUSED;
    nl_table *t = nl_log_read("ninelives 1 duet rules=1 players=2\nown zoo\n");
    play_on(t, 1, -1);
    nl_table_log(t, log, TEXT);
    nl_table_free(t);
    for (left = 1; !tell_the_story(log); left = failures + 1) {
        left = -1;
        failures++;
        bool told = nl_failed() == NL_NO_MEMORY && strstr(nl_why(), "memory");
        if (!told) fail_msg("allocation %d: %s", failures, nl_why());
    }
    left = -1;
    assert_true(failures > 15);
}

static void a_table_that_lost_something_is_over(void **state)
{
    UNUSED;
    nl_table *t = table_of("kittens", NULL, 1);
    left = 1;
    assert_int_equal(nl_table_settle(t), NL_NO_MEMORY);
    left = -1;
    assert_int_equal(nl_table_settle(t), NL_NO_MEMORY);
    assert_int_equal(nl_table_play(t, 0, "draw"), NL_NO_MEMORY);
    assert_int_equal(nl_table_apply(t, NL_CHANCE, NULL, NULL), NL_NO_MEMORY);
    assert_int_equal(nl_table_run(t, 1), NL_NO_MEMORY);
    assert_int_equal(nl_table_log(t, text, TEXT), -1);
    assert_null(nl_table_copy(t));
    nl_table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failure_is_told), cmocka_unit_test(a_table_that_lost_something_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
