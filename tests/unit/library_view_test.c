/* SPDX-License-Identifier: MIT
 * library_view_test.c - lib/view.c: worlds that a seat imagines look the same to that seat and differ in what it does
 * not know; they can be played on. */
#include "library_unit.h"

static char text[TEXT], other[TEXT];
static int checked, different;

/* Whatever the library tells a seat of a table, it tells the same of the world. */
static void must_look_alike(const nl_table *real, const nl_table *world, int seat)
{
    nl_table_tell(real, seat, text, TEXT);
    nl_table_tell(world, seat, other, TEXT);
    assert_string_equal(text, other);
    nl_view *a = nl_table_observe(real, seat), *b = nl_table_observe(world, seat);
    assert_true(nl_view_mark(a) == nl_view_mark(b));
    nl_view_tell(b, other, TEXT);
    assert_string_equal(text, other);
    nl_view_free(a), nl_view_free(b);
    assert_int_equal(nl_table_to_act(real), nl_table_to_act(world));
    assert_int_equal(nl_table_moves(real), nl_table_moves(world));
    int n = seat == NL_TABLE ? 0 : nl_table_legal(real, seat);
    assert_int_equal(n, seat == NL_TABLE ? 0 : nl_table_legal(world, seat));
    for (int i = 0; i < n; i += 1 + n / 8) {
        nl_table_legal_text(real, seat, i, text, TEXT);
        nl_table_legal_text(world, seat, i, other, TEXT);
        assert_string_equal(text, other);
    }
}

static void imagine(const nl_table *t, int seat, uint64_t seed)
{
    nl_view *v = nl_table_observe(t, seat);
    nl_table *world = nl_view_imagine(v, seed), *again = nl_view_imagine(v, seed);
    nl_table *another = nl_view_imagine(v, seed + 1);
    assert_true(nl_table_mark(world) == nl_table_mark(again));
    must_look_alike(t, world, seat);
    must_look_alike(t, another, seat);
    checked++;
    different += nl_table_mark(world) != nl_table_mark(t) && nl_table_mark(world) != nl_table_mark(another);
    nl_view_free(v);
    nl_table_free(world), nl_table_free(again), nl_table_free(another);
}

static void a_seat_cannot_tell_worlds_apart(void **state)
{
    const nl_game *g;
    UNUSED;
    EACH_GAME(g) {
        nl_table *t = nl_table_seeded(g, "players=3", 11);
        uint64_t dice = 2;
        for (int n = 0; n < 25; n++) {                           /* the first time nothing is dealt yet */
            for (int seat = 0; seat < 3; seat++) imagine(t, seat, (uint64_t)n);
            imagine(t, NL_TABLE, (uint64_t)n);
            if (nl_table_over(t)) break;
            if (!n) nl_table_settle(t);
            else play_any(t, &dice);
        }
        nl_table_free(t);
    }
    assert_true(checked > 300 && different > checked / 2);
}

/* Both the table and its imagined worlds come to an end; the real one is not touched by what is played there. */
static void imagined_worlds_can_be_played(void **state)
{
    const nl_game *g;
    UNUSED;
    EACH_GAME(g) {
        nl_table *t = nl_table_seeded(g, NULL, 4);
        play_on(t, 1, 6);
        uint64_t mark = nl_table_mark(t);
        nl_view *v = nl_table_observe(t, 0);
        for (uint64_t seed = 0; seed < 5; seed++) {
            nl_table *world = nl_view_imagine(v, seed), *copy = nl_table_copy(world);
            play_on(world, seed, -1);
            play_on(copy, seed, -1);
            assert_true(nl_table_over(world) && nl_table_mark(world) == nl_table_mark(copy));
            assert_int_equal(nl_table_log(world, text, TEXT), -1);
            assert_string_equal(nl_why(), "an imagined table has no log");
            nl_table_free(world), nl_table_free(copy);
        }
        nl_table *world = nl_view_imagine(v, 9);                 /* bots sit down there too */
        for (int p = 0; p < nl_table_seats(world); p++) assert_int_equal(nl_table_bot(world, p, "search", 1), NL_OK);
        assert_int_equal(nl_table_run(world, 5), NL_OK);
        assert_true(nl_table_over(world));
        nl_table_free(world);
        assert_true(nl_table_mark(t) == mark);
        nl_view_free(v);
        nl_table_free(t);
    }
}

/* What a view shows is what was known when it was taken. */
static void a_view_stays_as_it_was(void **state)
{
    UNUSED;
    nl_table *t = table_of("kittens", NULL, 4);
    nl_table_settle(t);
    nl_view *v = nl_table_observe(t, 0);
    uint64_t mark = nl_view_mark(v);
    nl_table_tell(t, 0, text, TEXT);
    assert_int_equal(nl_table_play(t, 0, "draw"), NL_OK);
    nl_table_free(t);
    nl_view_tell(v, other, TEXT);
    assert_string_equal(text, other);
    assert_true(nl_view_mark(v) == mark);
    nl_view_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_cannot_tell_worlds_apart), cmocka_unit_test(imagined_worlds_can_be_played),
        cmocka_unit_test(a_view_stays_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
