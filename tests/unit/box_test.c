/* SPDX-License-Identifier: MIT
 * box_test.c - words that a table brings along: what is refused, how a log has them, what a last round leaves out. */
#include "unit.h"

#include "core/round.h"

static Box box;
static Round round_, again;

static void what_is_no_word_is_refused(void **state)
{
    char number[BOX_WORD];
    UNUSED;
    memset(&box, 0, sizeof box);
    assert_int_equal(box_add(&box, "zoo keeper"), BOX_FINE);
    assert_int_equal(box_add(&box, "Zookeeper"), BOX_TWICE);
    assert_int_equal(box_add(&box, ""), BOX_STRANGE);
    assert_int_equal(box_add(&box, " zoo"), BOX_STRANGE);
    assert_int_equal(box_add(&box, "-"), BOX_STRANGE);
    assert_int_equal(box_add(&box, "a\nb"), BOX_STRANGE);
    assert_int_equal(box_add(&box, "12345678901234567890123456789012"), BOX_LONG);
    assert_int_equal(box_add(&box, "1234567890123456789012345678901"), BOX_FINE);
    for (int i = box.own_n; i < BOX_OWN; i++) {
        snprintf(number, sizeof number, "own%d", i);
        assert_int_equal(box_add(&box, number), BOX_FINE);
    }
    assert_int_equal(box_add(&box, "one more"), BOX_FULL);
    assert_int_equal(box.own_n, BOX_OWN);
}

static bool read_line(Round *r, const char *line)
{
    LogRecord rec;
    Why w;
    return log_read(r->table.game, 2, line, &rec, &w) && round_replay(r, &rec, &w);
}

static void begin(Round *r, const char *game, Box *with)
{
    static const uint8_t secret[ENTROPY] = { 7 };
    Options o;
    const Game *g = game_find(game);
    memset(r, 0, sizeof *r);
    options_default(g, 2, &o);
    assert_int_equal(round_start(r, g, &o, secret), E_OK);
    r->table.box = with;
}

static void words_stand_before_the_first_move(void **state)
{
    UNUSED;
    memset(&box, 0, sizeof box);
    begin(&round_, "duet", &box);
    assert_true(read_line(&round_, "own zoo keeper"));
    assert_false(read_line(&round_, "own ZOO KEEPER"));
    assert_true(read_line(&round_, "without doctor"));
    round_settle(&round_);
    assert_false(read_line(&round_, "own late"));
    begin(&round_, "kittens", &box);
    assert_false(read_line(&round_, "own early"));
    begin(&round_, "duet", NULL);
    assert_false(read_line(&round_, "own early"));
}

/* All that a log says before the first move can be read again, and leads to the same bytes. */
static void a_log_keeps_the_words(void **state)
{
    static char head[LOG_HEAD + LOG_BOX];
    static Box read;
    char *rest = head, *line;
    Text t = text_into(head, sizeof head);
    UNUSED;
    what_is_no_word_is_refused(state);
    begin(&round_, "duet", &box);
    round_settle(&round_);
    round_leave_out(&round_, round_.table.game, &box);
    assert_int_equal(box.without_n, 25);
    begin(&round_, "duet", &box);
    log_head(&t, round_.table.game, &round_.table.options, NULL, &box);
    assert_true(t.n < sizeof head);
    begin(&again, "duet", &read);
    strtok_r(rest, "\n", &rest);
    while ((line = strtok_r(NULL, "\n", &rest))) assert_true(read_line(&again, line));
    round_settle(&round_);
    round_settle(&again);
    assert_memory_equal(again.table.state, round_.table.state, round_.table.game->state_size);
}

static void only_words_are_left_out(void **state)
{
    UNUSED;
    memset(&box, 0, sizeof box);
    begin(&round_, "kittens", NULL);
    round_settle(&round_);
    round_leave_out(&round_, game_find("kittens"), &box);
    round_leave_out(&round_, game_find("duet"), &box);
    round_leave_out(NULL, game_find("duet"), &box);
    assert_int_equal(box.without_n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_word_is_refused), cmocka_unit_test(words_stand_before_the_first_move),
        cmocka_unit_test(a_log_keeps_the_words), cmocka_unit_test(only_words_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
