/* SPDX-License-Identifier: MIT
 * endings_test.c - the solver of tools/endings, on an ending that can be worked out by hand.
 *
 * Seat 0 holds a Skip, seat 1 nothing, and the kitten is one of three cards. Drawing, and
 * skipping only once the kitten is all that is left, wins 2/3 x (1/2 + 1/2). Skipping at once
 * wins 1/3 + 2/3 x 1/2: as much. A coin for every choice wins the mean of 2/3 and 2/3 x 3/4. */
#include "unit.h"

#include "../../games/kittens/kittens.h"
#include "../../tools/tree.h"

enum { PLACES = 3 };

static int no_throws(const void *state, int sides[DICE_WORDS])
{
    (void)state;
    (void)sides;
    return 0;
}

static void lay_out(State *s, int kitten)
{
    const Game *g = game_find("kittens");
    Options o;
    options_default(g, 2, &o);
    assert_int_equal(g->setup(s, &o), E_OK);
    s->rigged = 1;
    gain(s, 0, SKIP, 0);
    for (int i = 0; i < PLACES; i++) s->card[i] = i == kitten ? KITTEN : TABBY;
    s->pile_n = PLACES;
    ask(s, TURN, SEAT_BIT(0));
}

static void grow_skip(Tree *t)
{
    static State state[PLACES];
    Start start[PLACES];
    for (int i = 0; i < PLACES; i++) {
        lay_out(&state[i], i);
        start[i] = (Start){ &state[i], 1.0 / PLACES };
    }
    assert_true(tree_new(t, game_find("kittens"), no_throws, 1000, 500));
    assert_true(tree_grow(t, start, PLACES));
}

static void even(const Tree *t, Policy *p)
{
    assert_true(policy_new(t, p));
    for (uint32_t i = 0; i < t->sets; i++)
        for (uint32_t k = 0; k < t->set[i].n; k++) p->often[t->set[i].first + k] = 1 / (float)t->set[i].n;
}

static bool near(double a, double b) { return a - b < 0.001 && b - a < 0.001; }

static void a_coin_and_its_answers(void **unused)
{
    Tree t;
    Policy coin;
    (void)unused;
    grow_skip(&t);
    even(&t, &coin);
    assert_true(near(policy_value(&t, &coin, &coin), 7.0 / 12));
    assert_true(near(policy_best(&t, 0, &coin), 2.0 / 3));
    assert_true(near(policy_best(&t, 1, &coin), 5.0 / 12));
    policy_free(&coin);
    tree_free(&t);
}

static void the_solution(void **unused)
{
    Tree t;
    Policy best;
    Solved how;
    (void)unused;
    grow_skip(&t);
    assert_true(policy_new(&t, &best));
    assert_true(solve(&t, 0.0001, 1000, &best, &how));
    assert_true(how.gap < 0.0005);
    assert_true(near(policy_value(&t, &best, &best), 2.0 / 3));
    policy_free(&best);
    tree_free(&t);
}

/* Seat 0 cannot tell where the kitten lies, so the three deals are one decision. */
static void what_cannot_be_told_apart(void **unused)
{
    Tree t;
    (void)unused;
    grow_skip(&t);
    const Node *first = &t.node[t.node[0].first];
    assert_int_equal(first[0].set, first[1].set);
    assert_int_equal(first[0].set, first[2].set);
    tree_free(&t);
}

static void bounds_are_kept(void **unused)
{
    static State s;
    Tree t;
    Start start = { &s, 1 };
    (void)unused;
    lay_out(&s, 0);
    assert_true(tree_new(&t, game_find("kittens"), no_throws, 4, 4));
    assert_false(tree_grow(&t, &start, 1));
    tree_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coin_and_its_answers), cmocka_unit_test(the_solution),
        cmocka_unit_test(what_cannot_be_told_apart), cmocka_unit_test(bounds_are_kept),
    };
    return cmocka_run_group_tests_name("endings", tests, NULL, NULL);
}
