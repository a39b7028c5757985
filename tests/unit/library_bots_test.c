/* SPDX-License-Identifier: MIT
 * library_bots_test.c - lib/bots.c: who sits down, when bots play and when they wait, and what they know. */
#include "library_unit.h"

#include "bots/bot.h"

static char text[TEXT], other[TEXT];

static void seat_bots(nl_table *t, const char *level, int from)
{
    for (int p = from; p < nl_table_seats(t); p++)
        assert_int_equal(nl_table_bot(t, p, level, (uint64_t)p + 1), NL_OK);
}

static void levels_have_names(void **state)
{
    int n = 0;
    UNUSED;
    while (nl_bot_at(n)) n++;
    assert_int_equal(n, 4);
    assert_string_equal(nl_bot_at(0), "random");
    assert_null(nl_bot_at(-1));
    nl_table *t = table_of("kittens", NULL, 1);
    assert_int_equal(nl_table_bot(t, 0, "genius", 1), NL_BAD_ARGUMENT);
    assert_string_equal(nl_why(), "there is no bot \"genius\"");
    nl_table_settle(t);
    assert_int_equal(nl_table_choose(t, 0, 1, text, TEXT), -1);
    assert_string_equal(nl_why(), "no bot sits on seat 0");
    nl_table_free(t);
}

/* Asking each bot and playing what it says is the same as letting them run. */
static void a_run_is_a_choice_after_the_other(void **state)
{
    const nl_game *g;
    UNUSED;
    EACH_GAME(g)
        for (int i = 0; i < 2; i++) {
            const char *level = i ? "search" : "random";
            nl_table *ran = nl_table_seeded(g, "players=3", 21), *asked = nl_table_copy(ran);
            seat_bots(ran, level, 0);
            seat_bots(asked, level, 0);
            assert_int_equal(nl_table_run(ran, 4), NL_OK);
            for (nl_table_settle(asked); !nl_table_over(asked);) {
                int seat = seat_to_act(asked);
                assert_true(nl_table_choose(asked, seat, 4, text, TEXT) > 0);
                if (nl_table_play(asked, seat, text)) fail_msg("%s", nl_why());
            }
            assert_true(nl_table_over(ran) && nl_table_mark(ran) == nl_table_mark(asked));
            nl_table_free(ran), nl_table_free(asked);
        }
}

/* Bots stop where only somebody without a bot is asked, and go on when that seat has moved. */
static void bots_wait_for_people(void **state)
{
    const nl_game *g;
    UNUSED;
    EACH_GAME(g) {
        nl_table *t = nl_table_seeded(g, "players=2", 3);
        uint64_t dice = 1;
        int waits = 0;
        seat_bots(t, "sharp", 1);
        while (assert_int_equal(nl_table_run(t, 1), NL_OK), !nl_table_over(t)) {
            assert_int_equal(nl_table_to_act(t) & 0x3ff, 1);
            assert_int_equal(nl_table_choose(t, 1, 1, text, TEXT), -1);
            play_any(t, &dice);
            waits++;
        }
        assert_true(waits > 0);
        nl_table_free(t);
    }
    nl_table *t = table_of("kittens", NULL, 3);
    seat_bots(t, "sharp", 0);
    assert_int_equal(nl_table_bot(t, 0, NULL, 0), NL_OK);        /* it leaves */
    assert_int_equal(nl_table_run(t, 1), NL_OK);
    assert_int_equal(nl_table_to_act(t), 1);
    nl_table_free(t);
}

/* A bot that sits down late is told what its seat heard before: it chooses as one that was there from the beginning. */
static void who_comes_late_knows_as_much(void **state)
{
    const nl_game *g;
    UNUSED;
    EACH_GAME(g)
        for (uint64_t seed = 0; seed < 3; seed++) {
            nl_table *early = nl_table_seeded(g, "players=2", seed), *late = nl_table_copy(early);
            assert_int_equal(nl_table_bot(early, 1, "search", 5), NL_OK);
            play_on(early, seed, 30);
            play_on(late, seed, 30);
            uint64_t dice = seed;
            while (nl_table_to_act(early) && !(nl_table_to_act(early) >> 1 & 1)) {
                char move[LINE];
                any_move(early, seat_to_act(early), &dice, move);
                assert_int_equal(nl_table_play(late, seat_to_act(late), move), NL_OK);
                assert_int_equal(nl_table_play(early, seat_to_act(early), move), NL_OK);
            }
            assert_int_equal(nl_table_bot(late, 1, "search", 5), NL_OK);
            if (!nl_table_over(early)) {
                assert_true(nl_table_choose(early, 1, 30, text, TEXT) > 0);
                assert_true(nl_table_choose(late, 1, 30, other, TEXT) > 0);
                assert_string_equal(text, other);
            }
            nl_table_free(early), nl_table_free(late);
        }
}

/* Advice is the same each time, leaves the table as it was, and is for whoever is asked. */
static void advice_is_given_to_who_is_asked(void **state)
{
    const nl_game *g;
    UNUSED;
    EACH_GAME(g) {
        nl_table *t = nl_table_seeded(g, "players=2", 2);
        assert_int_equal(nl_table_advise(t, 0, 10, text, TEXT), -1);             /* nothing is dealt yet */
        play_on(t, 3, 2);
        int seat = seat_to_act(t);
        uint64_t mark = nl_table_mark(t);
        assert_true(nl_table_advise(t, seat, 50, text, TEXT) > 0);
        assert_true(nl_table_advise(t, seat, 50, other, TEXT) > 0);
        assert_string_equal(text, other);
        assert_true(!strncmp(text, "{\"moves\":", 9) && strstr(text, "\"chance\":0."));
        assert_true(nl_table_mark(t) == mark);
        if (nl_table_to_act(t) == 1u << seat) assert_int_equal(nl_table_advise(t, !seat, 10, text, TEXT), -1);
        nl_table_free(t);
    }
}

/* A library may be built without lore (NL_LORE): games of words are played all the same, to the end. */
static void bots_play_without_lore(void **state)
{
    const Lore *lore = bots_lore();
    UNUSED;
    bots_lend(NULL);
    for (int i = 0; nl_bot_at(i); i++) {
        nl_table *t = table_of("duet", NULL, 5);
        seat_bots(t, nl_bot_at(i), 0);
        assert_int_equal(nl_table_run(t, 1), NL_OK);
        assert_true(nl_table_over(t));
        nl_table_log(t, text, TEXT);
        assert_non_null(strstr(text, "clue association"));
        nl_table_free(t);
    }
    bots_lend(lore);
}

/* In two worlds that a seat cannot tell apart its bot chooses the same, and advice is the same. */
static void bots_know_only_what_their_seat_knows(void **state)
{
    const nl_game *g;
    int told_apart = 0;
    UNUSED;
    EACH_GAME(g) {
        nl_table *t = nl_table_seeded(g, "players=2", 6);
        uint64_t dice = 5;
        nl_table_settle(t);
        for (int n = 0; n < 6 && !nl_table_over(t); n++) {
            int seat = seat_to_act(t);
            nl_view *v = nl_table_observe(t, seat);
            nl_table *a = nl_view_imagine(v, 1), *b = nl_view_imagine(v, 2);
            told_apart += nl_table_mark(a) != nl_table_mark(b);
            assert_int_equal(nl_table_advise(a, seat, 20, text, TEXT), nl_table_advise(b, seat, 20, other, TEXT));
            assert_string_equal(text, other);
            nl_table_bot(a, seat, "search", 3), nl_table_bot(b, seat, "search", 3);
            assert_true(nl_table_choose(a, seat, 8, text, TEXT) == nl_table_choose(b, seat, 8, other, TEXT));
            assert_string_equal(text, other);
            nl_view_free(v);
            nl_table_free(a), nl_table_free(b);
            play_any(t, &dice);
        }
        nl_table_free(t);
    }
    assert_true(told_apart > 20);
}

/* With lore the bots of a game of words say more than one word. */
static void bots_know_what_words_mean(void **state)
{
    UNUSED;
    nl_table *t = table_of("duet", "lang=it", 5);
    seat_bots(t, "sharp", 0);
    assert_int_equal(nl_table_run(t, 1), NL_OK);
    nl_table_log(t, text, TEXT);
    assert_non_null(strstr(text, " clue "));
    assert_null(strstr(text, "clue association"));
    nl_table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_have_names), cmocka_unit_test(a_run_is_a_choice_after_the_other),
        cmocka_unit_test(bots_wait_for_people), cmocka_unit_test(who_comes_late_knows_as_much),
        cmocka_unit_test(advice_is_given_to_who_is_asked), cmocka_unit_test(bots_know_what_words_mean),
        cmocka_unit_test(bots_play_without_lore),
        cmocka_unit_test(bots_know_only_what_their_seat_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
