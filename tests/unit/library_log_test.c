/* SPDX-License-Identifier: MIT
 * library_log_test.c - lib/log.c: logs are written, read back to the byte, gone on from, and checked. */
#include "library_unit.h"

#include "core/hex.h"
#include "core/log.h"

static char text[TEXT], other[TEXT];

/* A finished game of random moves, as text. */
static nl_table *finished(const nl_game *g, uint64_t seed)
{
    nl_table *t = nl_table_seeded(g, "players=3", seed);
    play_on(t, seed, -1);
    assert_true(nl_table_log(t, text, TEXT) < TEXT);
    return t;
}

static void a_log_is_read_to_the_byte(void **state)
{
    const nl_game *g;
    UNUSED;
    EACH_GAME(g) {
        nl_table *t = finished(g, 17), *again = nl_log_read(text);
        if (!again) fail_msg("%s", nl_why());
        assert_true(nl_table_mark(t) == nl_table_mark(again) && nl_table_moves(t) == nl_table_moves(again));
        assert_int_equal(nl_log_verify(text), NL_OK);
        nl_table_log(again, other, TEXT);
        assert_string_equal(text, other);
        assert_int_equal(nl_table_events(again, 0, other, TEXT), 2);
        nl_table_free(t), nl_table_free(again);
    }
}

/* The place of the n-th line, from the end if it is negative. */
static char *line_at(char *log, int n)
{
    int lines = 0;
    for (char *p = log; (p = strchr(p, '\n')); p++) lines++;
    for (n = n < 0 ? lines + n : n; n; n--) log = strchr(log, '\n') + 1;
    return log;
}

/* From the moves of half a game, its secret and the same choices the same game comes about. Without the secret it goes
 * on too, but nothing is proven in the end. */
static void half_a_log_goes_on(void **state)
{
    const nl_game *g;
    UNUSED;
    EACH_GAME(g) {
        nl_table *t = nl_table_seeded(g, NULL, 23), *a, *b, *c;
        play_on(t, 5, 8);
        assert_true(nl_table_log(t, text, TEXT) < TEXT);
        assert_null(strstr(text, "secret"));                     /* until it is over */
        assert_int_equal(nl_log_verify(text), NL_NO_SECRET);
        b = nl_log_read(text), c = nl_log_read(text);
        uint8_t secret[NL_SECRET] = { 23 };
        Text add = { text, TEXT, strlen(text) };
        text_add(&add, "secret "), text_hex(&add, secret, NL_SECRET), text_char(&add, '\n');
        a = nl_log_read(text);
        assert_true(a && b && c);
        play_on(t, 6, -1), play_on(a, 6, -1), play_on(b, 6, -1), play_on(c, 6, -1);
        assert_true(nl_table_mark(a) == nl_table_mark(t));
        assert_true(nl_table_mark(b) == nl_table_mark(c));
        nl_table_log(t, text, TEXT), nl_table_log(a, other, TEXT);
        assert_string_equal(text, other);
        nl_table_log(b, text, TEXT);
        assert_int_equal(nl_log_verify(text), NL_NO_SECRET);
        nl_table_free(t), nl_table_free(a), nl_table_free(b), nl_table_free(c);
    }
}

/* Where a log says no secret, chance follows from all of it: another log, another deal. */
static void other_logs_go_on_otherwise(void **state)
{
    uint64_t mark[3];
    const char *const head[] = { "ninelives 1 kittens rules=1 players=2", "ninelives 1 kittens rules=1 players=2\n",
                                 "ninelives 1 kittens rules=1 players=2 combos=on" };
    UNUSED;
    for (int i = 0; i < 3; i++) {
        nl_table *t = nl_log_read(head[i]);
        nl_table_settle(t);
        mark[i] = nl_table_mark(t);
        nl_table_free(t);
    }
    assert_true(mark[0] != mark[1] && mark[1] != mark[2] && mark[0] != mark[2]);
}

static void expect_status(const char *log, nl_status want, const char *why)
{
    nl_status s = nl_log_verify(log);
    if (s != want) fail_msg("%s instead of %s: %s", nl_status_name(s), nl_status_name(want), nl_why());
    if (s && nl_failed() != s) fail_msg("%s is remembered as %s", nl_status_name(s), nl_status_name(nl_failed()));
    if (why && !strstr(nl_why(), why)) fail_msg("\"%s\" does not say \"%s\"", nl_why(), why);
}

static void a_tampered_log_is_refused(void **state)
{
    UNUSED;
    nl_table_free(finished(nl_game_find("kittens"), 31));
    memcpy(other, text, TEXT);
    char *secret = line_at(other, -1), *mark = line_at(other, -2), *deal = line_at(other, 1);
    char *hex = strchr(deal + 2, ' ') + strlen(" deal ");
    secret[70] = secret[70] == '0' ? '1' : '0';                  /* another secret */
    expect_status(other, NL_UNFAIR, "does not come from the secret");
    memcpy(other, text, TEXT);
    mark[20] = mark[20] == '0' ? '1' : '0';                      /* another end */
    expect_status(other, NL_BAD_LOG, "another state");
    memcpy(other, text, TEXT);
    hex[5] = hex[5] == '0' ? '1' : '0';                          /* another deal: another game, or the same by luck */
    assert_true(nl_log_verify(other) == NL_BAD_LOG || nl_log_verify(other) == NL_UNFAIR);
    memcpy(other, text, TEXT);
    *line_at(other, -1) = 0;                                     /* no secret */
    expect_status(other, NL_NO_SECRET, NULL);
    *line_at(other, -3) = 0;
    strcat(other, "9999 0 draw\n");                              /* a move out of order */
    expect_status(other, NL_BAD_LOG, "follows move");
    memcpy(other, text, TEXT);
    line_at(other, 1)[-1] = ' ';                                 /* two lines in one */
    expect_status(other, NL_BAD_LOG, "line 1: ");
}

/* A secret that comes before the shuffles would prove none of them. */
static void the_secret_is_the_last_word(void **state)
{
    UNUSED;
    nl_table_free(finished(nl_game_find("kittens"), 32));
    char *head = line_at(text, 1), *secret = line_at(text, -1);
    snprintf(other, TEXT, "%.*s%s%.*s", (int)(head - text), text, secret, (int)(secret - head), head);
    expect_status(other, NL_UNFAIR, "after the secret");
    nl_table *t = nl_log_read(other);                            /* it can be played all the same */
    assert_non_null(t);
    nl_table_free(t);
}

/* Only the head of the log in `text` and its secret: the deal is the same. */
static void goes_on_alike(const uint8_t secret[NL_SECRET])
{
    static char head[TEXT];
    char *deal = strstr(text, "\n1 c ") + 1;
    Text log = text_into(head, TEXT);
    text_bytes(&log, text, (size_t)(deal - text));
    text_add(&log, "secret "), text_hex(&log, secret, NL_SECRET), text_char(&log, '\n');
    nl_table *t = nl_log_read(head);
    nl_table_settle(t);
    nl_table_log(t, head, TEXT);
    assert_memory_equal(head, text, (size_t)(strchr(deal, '\n') - text));
    nl_table_free(t);
}

/* A log that was dealt from a promise and everybody's luck, as a server writes it. */
static void a_promise_is_kept(void **state)
{
    const uint8_t secret[NL_SECRET] = { 9 };
    uint8_t seed[NL_SECRET];
    Fair promise = { .seats = 3, .gave = 5 };
    UNUSED;
    memset(promise.luck, 77, sizeof promise.luck);
    fair_commit(secret, promise.commit);
    fair_seed(&promise, secret, seed);
    nl_table *t = nl_table_new(nl_game_find("ratcat"), "players=3", seed);
    play_on(t, 3, -1);
    nl_table_log(t, other, TEXT);
    char *head = line_at(other, 1), *tail = line_at(other, -1);
    Text log = text_into(text, TEXT);
    text_bytes(&log, other, (size_t)(head - other));
    text_add(&log, "commit "), text_hex(&log, promise.commit, NL_SECRET), text_char(&log, '\n');
    text_add(&log, "luck 0 "), text_hex(&log, promise.luck[0], NL_SECRET), text_char(&log, '\n');
    text_add(&log, "luck 2 "), text_hex(&log, promise.luck[2], NL_SECRET), text_char(&log, '\n');
    text_bytes(&log, head, (size_t)(tail - head));
    text_add(&log, "secret "), text_hex(&log, secret, NL_SECRET), text_char(&log, '\n');
    expect_status(text, NL_OK, NULL);
    nl_table *again = nl_log_read(text);
    nl_table_log(again, other, TEXT);
    assert_string_equal(text, other);
    goes_on_alike(secret);
    line_at(other, 2)[10] = '1';                                 /* luck that nobody had */
    expect_status(other, NL_UNFAIR, "does not come from the secret");
    memcpy(other, text, TEXT);
    line_at(other, 1)[10] ^= 1;                                  /* a promise that was not given */
    assert_true(nl_log_verify(other) == NL_UNFAIR || nl_log_verify(other) == NL_BAD_LOG);
    nl_table_free(t), nl_table_free(again);
}

/* Words that a table brought along stay with it, with its copies and with what is imagined of it. */
static void own_words_are_kept(void **state)
{
    static char head[TEXT];
    Text log = text_into(head, TEXT);
    UNUSED;
    text_add(&log, "ninelives 1 duet rules=1 players=2\n");
    for (int i = 0; i < 400; i++) {                              /* so many that some of them come up */
        char line[LINE];
        snprintf(line, sizeof line, "own zoo%d\n", i);
        text_add(&log, line);
    }
    text_add(&log, "without tea\n");
    nl_table *t = nl_log_read(head);
    if (!t) fail_msg("%s", nl_why());
    nl_table *copy = nl_table_copy(t);
    nl_view *v = nl_table_observe(t, 0);
    nl_table *world = nl_view_imagine(v, 1);
    nl_view_free(v);
    nl_table_settle(world);
    nl_table_tell(world, 0, text, TEXT);
    assert_non_null(strstr(text, "\"zoo"));
    play_on(t, 1, -1), play_on(copy, 1, -1), play_on(world, 1, -1);
    nl_table_log(t, text, TEXT), nl_table_log(copy, other, TEXT);
    assert_string_equal(text, other);
    assert_non_null(strstr(text, "\nown zoo399\nwithout tea\n1 c deal "));
    nl_table_free(t), nl_table_free(copy), nl_table_free(world);
    expect_status("ninelives 1 kittens rules=1 players=2\nown zoo\n", NL_BAD_LOG, "line 2: kittens takes no words");
}

/* Some programs end lines with CR LF. */
static void lines_that_end_otherwise(void **state)
{
    UNUSED;
    nl_table_free(finished(nl_game_find("ratcat"), 34));
    Text t = text_into(other, TEXT);
    for (const char *p = text; *p; p++) text_add(&t, *p == '\n' ? "\r\n" : (char[]){ *p, 0 });
    assert_true(t.n < TEXT);
    assert_int_equal(nl_log_verify(other), NL_OK);
}

/* However much of a log there is, it is read or refused. */
static void every_beginning_of_a_log(void **state)
{
    int read = 0, n;
    UNUSED;
    expect_status("", NL_BAD_LOG, "the log is empty");
    expect_status("\n\n", NL_BAD_LOG, "the log is empty");
    expect_status("ninelives 1 chess players=2", NL_BAD_LOG, "line 1: there is no game");
    nl_table_free(finished(nl_game_find("ratcat"), 33));
    n = (int)strlen(text);
    for (int cut = 0; cut < n; cut += cut > 400 ? 23 : 1) {
        char *beginning = malloc((size_t)cut + 1);               /* so that a sanitizer sees one byte too many */
        memcpy(beginning, text, (size_t)cut);
        beginning[cut] = 0;
        nl_table *t = nl_log_read(beginning);
        read += t != NULL;
        nl_table_free(t);
        free(beginning);
    }
    assert_true(read > 5);
    memset(other, '1', 5000);
    other[5000] = 0;
    expect_status(other, NL_BAD_LOG, "line 1: the line is too long");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_is_read_to_the_byte), cmocka_unit_test(half_a_log_goes_on),
        cmocka_unit_test(other_logs_go_on_otherwise), cmocka_unit_test(lines_that_end_otherwise),
        cmocka_unit_test(a_tampered_log_is_refused), cmocka_unit_test(the_secret_is_the_last_word),
        cmocka_unit_test(a_promise_is_kept), cmocka_unit_test(own_words_are_kept),
        cmocka_unit_test(every_beginning_of_a_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
