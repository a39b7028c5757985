/* SPDX-License-Identifier: MIT
 * show_test.c - a layout that makes no sense is found when a program starts, and says what is wrong. */
#include "unit.h"

#include "core/show.h"

static const ShowSign signs[] = { { .is = "g", .sign = "G" }, { .is = "01", .sign = "b" }, { .is = NULL } };
static const ShowRow phase = { .fact = "phase", .shape = SHOW_PHASE }, hands = { .fact = "hands", .shape = SHOW_HANDS };
static const ShowRow more = { .fact = "more", .shape = SHOW_HANDS }, end = { .fact = NULL };
static const ShowRow grid = { .fact = "words", .shape = SHOW_GRID, .columns = 5 };
static const ShowRow wild = { .fact = "words", .shape = SHOW_GRID, .columns = 5, .picks = 255 };
static const ShowRow nowhere = { .fact = "won", .shape = SHOW_MAP };
static const ShowRow bare = { .fact = "words", .shape = SHOW_GRID };
static const ShowRow keys = { .fact = "keys", .shape = SHOW_KEYS, .signs = signs };
static const ShowRow blank = { .fact = "keys", .shape = SHOW_KEYS };
static const char *const no_facts[] = { NULL };
static const ShowRounds endless = { .counts = "scores", .facts = no_facts };
static const ShowRow rows = { .fact = "rows", .shape = SHOW_ROWS, .rounds = &endless };

/* A game that is sound but for its layout. */
static const char *flaw_of(const ShowRow *layout)
{
    Game g = *game_at(0);
    g.layout = layout;
    return game_flaw(&g);
}

static void flaws_are_named(void **state)
{
    UNUSED;
    assert_null(flaw_of((ShowRow[]){ phase, hands, grid, keys, end }));
    assert_string_equal(flaw_of(NULL), "it has no layout");
    assert_string_equal(flaw_of((ShowRow[]){ hands, end }), "its layout does not say which fact is the phase");
    assert_string_equal(flaw_of((ShowRow[]){ phase, hands, hands, end }), "its layout names a fact twice");
    assert_string_equal(flaw_of((ShowRow[]){ phase, hands, more, end }), "its layout has two facts of one shape");
    assert_string_equal(flaw_of((ShowRow[]){ phase, bare, end }), "a grid has columns, and nothing else has");
    assert_string_equal(flaw_of((ShowRow[]){ phase, grid, blank, end }),
                        "keys and marks have signs, and nothing but cards may");
    assert_string_equal(flaw_of((ShowRow[]){ phase, nowhere, end }), "a map has places, and nothing else has");
    assert_string_equal(flaw_of((ShowRow[]){ phase, wild, end }), "a grid is picked by a verb");
    assert_string_equal(flaw_of((ShowRow[]){ phase, keys, end }), "keys and marks lie on a grid");
    assert_string_equal(flaw_of((ShowRow[]){ phase, rows, end }), "rows are turned up, filled and counted by events");
}

static void rows_and_signs_are_found(void **state)
{
    const ShowRow layout[] = { phase, hands, grid, keys, end };
    const Game g = { .layout = layout };
    UNUSED;
    assert_ptr_equal(show_shape(&g, SHOW_GRID), &layout[2]);
    assert_null(show_shape(&g, SHOW_PILE));
    assert_ptr_equal(show_fact(&g, "hands"), &layout[1]);
    assert_null(show_fact(&g, "hand"));
    assert_ptr_equal(show_sign(&g, SHOW_KEYS, "gxg", 1), &signs[0]);
    assert_ptr_equal(show_sign(&g, SHOW_KEYS, "01", 2), &signs[1]);
    assert_null(show_sign(&g, SHOW_KEYS, "01", 1));
    assert_null(show_sign(&g, SHOW_MARKS, "g", 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(flaws_are_named), cmocka_unit_test(rows_and_signs_are_found) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
