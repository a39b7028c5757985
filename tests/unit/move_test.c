/* SPDX-License-Identifier: MIT
 * move_test.c - moves as text, from the verbs' forms alone, and the log's lines. */
#include "unit.h"

#include "core/log.h"
#include "core/utf8.h"

static Err parse(const char *game, int seats, const char *line, char back[MAX_LINE])
{
    Move m;
    Seat seat;
    char word[MAX_WORD];
    const Game *g = game_find(game);
    const char *text = move_seat(line, &seat);
    Err e = text ? move_parse(g, seats, seat, text, &m, word) : E_BAD_MOVE;
    if (!e) move_format(g, &m, word, back, MAX_LINE);
    return e;
}

static void reads(const char *game, const char *line, const char *want)
{
    char back[MAX_LINE];
    assert_int_equal(parse(game, 3, line, back), E_OK);
    assert_string_equal(back, want);
}

static void refuses(const char *game, const char *line)
{
    char back[MAX_LINE];
    if (parse(game, 3, line, back) != E_BAD_MOVE) fail_msg("accepted: %s", line);
}

static void test_forms(void **state)
{
    UNUSED;
    reads("kittens", "0 draw", "draw");
    reads("kittens", "2 play favor @1", "play favor @1");
    reads("goodevil", "0 play godcat:favor @1", "play godcat:favor @1");
    reads("goodevil", "0 play godcat:attack", "play godcat:attack");
    reads("goodevil", "0 trio feral tabby feral @0 nope", "trio tabby feral feral @0 nope");
    reads("kittens", "0 five tabby nope attack skip favor", "five attack skip favor nope tabby");
    reads("kittens", "1 nope #3", "nope #3");
    reads("party", "0 order tabby skip", "order tabby skip");
    reads("goodevil", "0 defuse godcat 12", "defuse godcat 12");
    reads("ratcat", "0 swap 1 @2 4", "swap 1 @2 4");
    reads("ratcat", "t up", "up");
    reads("duet", "0 clue \u05e9\u05dc\u05d5\u05dd 2", "clue \u05e9\u05dc\u05d5\u05dd 2");
    reads("duet", "1 guess 24", "guess 24");
}

static void test_refusals(void **state)
{
    UNUSED;
    static const char *const bad[] = {
        "0", "0 ", "draw", "x draw", "3 draw", "9 draw", "00 draw", "0  draw", "0 draw ", " 0 draw", "0 Draw", "0 drew",
        "0 draw 1", "0 play", "0 play favor", "0 play attack @1", "0 play favor @3", "0 play favor 1", "0 play dragon",
        "0 pair tabby @1", "0 pair tabby tabby", "0 trio tabby tabby tabby @1", "0 five a b c d e", "0 nope 1",
        "0 nope #", "0 nope #x", "0 nope #01", "0 defuse", "0 defuse -1", "0 defuse 01", "0 defuse 1 2", "0 order",
        "0 order tabby tabby tabby tabby", "0 set tabby @1", "0 steal tabby", "0 play godcat:", "0 play godcat:favor",
        "c draw", "t draw", "0 deal", "\xff draw",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) refuses("goodevil", bad[i]);
    refuses("ratcat", "0 replace 0");
    refuses("ratcat", "0 replace 5");
    refuses("ratcat", "0 swap 1 @1");
    refuses("duet", "0 guess 25");
    refuses("duet", "0 clue word 10");
    refuses("duet", "0 clue 2");
    refuses("duet", "0 clue two words 2");
    refuses("duet", "0 clue \xff 2");
    refuses("duet", "0 clue aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 2");
}

static void test_short_buffer(void **state)
{
    UNUSED;
    char small[8];
    const Game *g = game_find("kittens");
    Move m;
    char word[MAX_WORD];
    assert_int_equal(move_parse(g, 3, 0, "play shuffle", &m, word), E_OK);
    assert_int_equal(move_format(g, &m, NULL, small, sizeof small), 12);
    assert_true(strlen(small) < sizeof small);
}

static void test_log_lines(void **state)
{
    UNUSED;
    const Game *g = NULL;
    Options o;
    Why w = { "" };
    LogRecord r;
    char line[MAX_LINE];
    const char *header = "ninelives 1 ratcat rules=1 players=3 end=hundred rounds=4 minutes=20 draw2=hebrew look=on"
                         " young=off aid=off";
    assert_true(log_read_header(header, &g, &o, &w));
    log_write_header(g, &o, line, sizeof line);
    assert_string_equal(line, header);
    const char *lines[] = {
        "1 c deal 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "17 2 swap 1 @0 4", "18 t up",
        "mark 18 0123456789abcdef", "secret 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_true(log_read(g, 3, lines[i], &r, &w));
        log_write(g, &r, line, sizeof line);
        assert_string_equal(line, lines[i]);
    }
    const char *bad[] = { "", "1", "1 ", "x 0 end", "1 0 ende", "01 0 end", "1 c deal", "1 c deal 00", "mark",
                          "mark 1 2", "secret 00", "99999999999999999999 0 end", "1 9 end" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (log_read(g, 3, bad[i], &r, &w)) fail_msg("accepted: %s", bad[i]);
    const char *heads[] = { "", "ninelives", "ninelives 2 ratcat", "ninelives 1 ", "ninelives 1 whist players=2",
                            "ninelives 1 ratcat", "ninelives 1 ratcat players=9",
                            "ninelives 1 ratcat players=3 aid=maybe", "ninelives 1 ratcat rules=77 players=3" };
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (log_read_header(heads[i], &g, &o, &w)) fail_msg("accepted: %s", heads[i]);
}

/* Lines end as other programs write them, too; empty ones are passed over and counted. */
static void test_line_ends(void **state)
{
    UNUSED;
    static const char *const texts[] = { "one\ntwo\n", "one\r\ntwo\r\n", "one\r\ntwo", "one\ntwo\r",
                                         "\r\n\none\n\r\ntwo\n\n" };
    static const int lines[] = { 2, 2, 2, 2, 6 };
    char line[LOG_LINE], longer[2 * LOG_LINE];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *rest = texts[i];
        int number = 0;
        assert_true(log_next(&rest, line, &number));
        assert_string_equal(line, "one");
        assert_true(log_next(&rest, line, &number));
        assert_string_equal(line, "two");
        assert_false(log_next(&rest, line, &number));
        assert_int_equal(number, lines[i]);
    }
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = 0;
    memcpy(longer, "own ", 4);
    const char *rest = longer;
    const Game *g = game_find("duet");
    Options o;
    LogRecord r;
    Why w = { "" };
    assert_true(log_next(&rest, line, NULL));
    assert_false(log_next(&rest, line, NULL));
    assert_false(log_read(g, 2, line, &r, &w));
    assert_string_equal(w.text, "the line is too long");
    assert_false(log_read_header(line, &g, &o, &w));
    assert_string_equal(w.text, "the line is too long");
}

/* Whoever wrote the log cannot speak to the terminal of whoever reads it. */
static void test_harmless_refusals(void **state)
{
    UNUSED;
    static const struct { const char *text, *shown; } rows[] = {
        { "plain, è, א, 牌, 😀", "plain, è, א, 牌, 😀" }, { "a\x1b]0;b\x07", "a\\x1b]0;b\\x07" },
        { "\r\n\t\x7f", "\\x0d\\x0a\\x09\\x7f" },
        { "\xc2\x9b" "2J", "\\xc2\\x9b2J" }, { "\x9b" "2J", "\\x9b2J" }, { "\xe2\x82", "\\xe2\\x82" },
        { "a\u202e" "b\u2066\u061c", "a\\xe2\\x80\\xaeb\\xe2\\x81\\xa6\\xd8\\x9c" }, { "", "" },
    };
    const Game *g = game_find("duet");
    Why w;
    LogRecord r;
    char few[8];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        why(&w, "%s", rows[i].text);
        assert_string_equal(w.text, rows[i].shown);
    }
    assert_false(log_read(g, 2, "2 0 clue \x1b[31mred 3", &r, &w));
    assert_non_null(strstr(w.text, "\\x1b[31m"));
    utf8_harmless("abcde\x1b", few, sizeof few);
    assert_string_equal(few, "abcde");
    utf8_harmless("abcdef牌", few, sizeof few);
    assert_string_equal(few, "abcdef");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms), cmocka_unit_test(test_refusals), cmocka_unit_test(test_short_buffer),
        cmocka_unit_test(test_log_lines), cmocka_unit_test(test_line_ends), cmocka_unit_test(test_harmless_refusals),
    };
    return cmocka_run_group_tests_name("move", tests, NULL, NULL);
}
