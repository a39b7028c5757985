/* SPDX-License-Identifier: MIT
 * library_table_test.c - lib/: games, tables and moves; what is refused changes nothing; no call minds a NULL, a seat
 * that is not there or a buffer that is too short. */
#include "library_unit.h"

#include "protocol/json.h"

static char text[TEXT], other[TEXT];

static void must_be_json(const char *s)
{
    static char memory[1 << 22];
    Arena a = { memory, sizeof memory, 0 };
    Why w = { "" };
    if (!json_read(s, strlen(s), &a, &w)) fail_msg("%s in %.200s", w.text, s);
}

/* ---- the library and its games ------------------------------------------------------------ */

static void the_library_says_what_it_is(void **state)
{
    UNUSED;
    assert_string_equal(nl_version(), NINELIVES_VERSION);
    assert_int_equal(nl_abi(), NINELIVES_ABI);
    assert_string_equal(nl_status_name(NL_OK), "ok");
    assert_string_equal(nl_status_name(NL_ILLEGAL), "illegal");
    assert_string_equal(nl_status_name(NL_BAD_OPTION), "bad_option");
    assert_string_equal(nl_status_name(NL_BAD_ARGUMENT), "bad_argument");
    assert_string_equal(nl_status_name(NL_NO_MEMORY), "no_memory");
    assert_string_equal(nl_status_name((nl_status)99), "?");
    assert_string_equal(nl_status_name((nl_status)-1), "?");
}

static void every_game_is_described(void **state)
{
    const nl_game *g;
    int games = 0;
    UNUSED;
    EACH_GAME(g) {
        games++;
        assert_ptr_equal(nl_game_find(nl_game_name(g)), g);
        assert_true(nl_game_rules(g) > 0);
        assert_true(nl_game_min_seats(g) >= 2 && nl_game_max_seats(g) <= NL_MAX_SEATS);
        assert_true(nl_game_describe(g, text, sizeof text) > 100);
        must_be_json(text);
        assert_non_null(strstr(text, "\"cards\":["));
        assert_non_null(strstr(text, "\"moves\":["));
        assert_non_null(strstr(text, "\"events\":{"));
    }
    assert_true(games >= 5);
    assert_null(nl_game_at(-1));
    assert_null(nl_game_at(games));
    assert_null(nl_game_find("chess"));
    assert_string_equal(nl_why(), "there is no game \"chess\"");
    assert_int_equal(nl_failed(), NL_BAD_ARGUMENT);
}

static void options_are_read_or_refused(void **state)
{
    static const char *const wrong[] = { "players=1", "players=6", "players=", "combos=maybe", "chess=on", "combos",
                                         " players=3", "first=@3", "rules=99" };
    char long_one[1000];
    const nl_game *g = nl_game_find("kittens");
    UNUSED;
    nl_table *t = table_of("kittens", "players=3 combos=off", 1);
    assert_int_equal(nl_table_seats(t), 3);
    nl_table_log(t, text, sizeof text);
    assert_non_null(strstr(text, "players=3 combos=off"));
    nl_table_free(t);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (nl_table_seeded(g, wrong[i], 1)) fail_msg("\"%s\" is taken", wrong[i]);
        assert_true(strlen(nl_why()) > 5 && nl_failed() == NL_BAD_OPTION);
    }
    memset(long_one, 'x', sizeof long_one);
    long_one[sizeof long_one - 1] = 0;
    assert_null(nl_table_new(g, long_one, NULL));
    t = table_of("kittens", NULL, 1);
    assert_int_equal(nl_table_seats(t), nl_game_min_seats(g));
    nl_table_free(t);
}

/* ---- playing ---------------------------------------------------------------------------- */

/* Random games of every kind and size: each listed move is accepted, and some end with winners and places. */
static void every_listed_move_is_accepted(void **state)
{
    const nl_game *g;
    int ended = 0;
    UNUSED;
    EACH_GAME(g)
        for (int seats = nl_game_min_seats(g); seats <= nl_game_max_seats(g); seats++) {
            char options[32];
            int points[NL_MAX_SEATS], place[NL_MAX_SEATS];
            snprintf(options, sizeof options, "players=%d", seats);
            nl_table *t = table_of(nl_game_name(g), options, (uint64_t)seats);
            assert_int_equal(nl_table_to_act(t), 1 << NL_CHANCE);
            play_on(t, 7, -1);
            assert_true(nl_table_over(t) && nl_table_moves(t) > 1);
            assert_int_equal(nl_table_to_act(t), 0);
            nl_table_score(t, points, place);
            for (int p = 0; p < seats; p++)
                if (nl_table_winners(t) >> p & 1) ended++, assert_int_equal(place[p], 1);
            nl_table_free(t);
        }
    assert_true(ended > 10);
}

static void the_same_seed_is_the_same_game(void **state)
{
    const uint8_t secret[NL_SECRET] = { 42 };
    UNUSED;
    nl_table *a = table_of("party", "players=4", 42), *b = nl_table_new(nl_game_find("party"), "players=4", secret);
    nl_table *c = table_of("party", "players=4", 43), *d = nl_table_new(nl_game_find("party"), "players=4", NULL);
    nl_table_settle(a), nl_table_settle(b), nl_table_settle(c), nl_table_settle(d);
    assert_true(nl_table_mark(a) == nl_table_mark(b));
    assert_true(nl_table_mark(a) != nl_table_mark(c));
    assert_true(nl_table_mark(a) != nl_table_mark(d));
    nl_table_free(a), nl_table_free(b), nl_table_free(c), nl_table_free(d);
}

/* A copy has the same future and the same past, and goes its own way. */
static void a_copy_is_a_table_of_its_own(void **state)
{
    const nl_game *g;
    UNUSED;
    EACH_GAME(g) {
        nl_table *t = table_of(nl_game_name(g), NULL, 5);
        for (int p = 0; p < nl_table_seats(t); p++) nl_table_bot(t, p, "sharp", (uint64_t)p);
        play_on(t, 9, 5);
        uint64_t mark = nl_table_mark(t);
        nl_table *copy = nl_table_copy(t);
        assert_true(nl_table_mark(copy) == mark && nl_table_moves(copy) == nl_table_moves(t));
        assert_int_equal(nl_table_events(t, 0, text, TEXT), nl_table_events(copy, 0, other, TEXT));
        assert_string_equal(text, other);
        assert_int_equal(nl_table_run(copy, 1), NL_OK);
        assert_true(nl_table_mark(t) == mark);
        assert_int_equal(nl_table_run(t, 1), NL_OK);
        nl_table_log(t, text, TEXT);
        nl_table_log(copy, other, TEXT);
        assert_string_equal(text, other);
        nl_table_free(t);
        assert_true(nl_table_over(copy));
        nl_table_free(copy);
    }
}

/* Chance by hand: derived entropy is what settling plays, and another entropy is another deal. */
static void chance_can_be_played_by_hand(void **state)
{
    const uint8_t entropy[NL_SECRET] = { 1, 2, 3 };
    UNUSED;
    nl_table *a = table_of("kittens", NULL, 3), *b = nl_table_copy(a), *c = nl_table_copy(a);
    nl_table_settle(a);
    assert_int_equal(nl_table_apply(b, NL_CHANCE, NULL, NULL), NL_OK);
    assert_int_equal(nl_table_apply(c, NL_CHANCE, NULL, entropy), NL_OK);
    assert_true(nl_table_mark(a) == nl_table_mark(b));
    assert_true(nl_table_mark(a) != nl_table_mark(c));
    assert_int_equal(nl_table_apply(b, NL_CHANCE, NULL, NULL), NL_NOT_ASKED);
    assert_int_equal(nl_table_settle(b), NL_OK);                 /* nothing is due */
    assert_int_equal(nl_table_apply(b, NL_CHANCE, "deal", NULL), NL_BAD_ARGUMENT);
    assert_int_equal(nl_table_apply(b, 0, "draw", entropy), NL_BAD_ARGUMENT);
    play_on(b, 1, -1), play_on(c, 1, -1);
    nl_table_log(b, text, TEXT);
    assert_int_equal(nl_log_verify(text), NL_OK);
    nl_table_log(c, text, TEXT);
    assert_int_equal(nl_log_verify(text), NL_NO_SECRET);
    nl_table_free(a), nl_table_free(b), nl_table_free(c);
}

/* One move at a time: chance is left alone until it is played. */
static void apply_plays_one_move(void **state)
{
    const nl_game *g;
    char move[LINE];
    int left = 0;
    UNUSED;
    EACH_GAME(g) {
        nl_table *t = table_of(nl_game_name(g), NULL, 8), *same = nl_table_copy(t);
        uint64_t dice = 4;
        nl_table_settle(same);
        while (!nl_table_over(t)) {
            uint64_t before = nl_table_moves(t);
            int seat = seat_to_act(t);
            if (seat == NL_CHANCE) left++, assert_int_equal(nl_table_apply(t, seat, NULL, NULL), NL_OK);
            else {
                any_move(t, seat, &dice, move);
                assert_int_equal(nl_table_apply(t, seat, move, NULL), NL_OK);
                assert_int_equal(nl_table_play(same, seat, move), NL_OK);
            }
            assert_int_equal(nl_table_moves(t), before + 1);
        }
        assert_true(nl_table_mark(t) == nl_table_mark(same));
        nl_table_free(t), nl_table_free(same);
    }
    assert_true(left > 5);
}

static void a_refusal_changes_nothing(void **state)
{
    static const struct { int seat; const char *move; nl_status status; } tried[] = {
        { 0, "dance", NL_BAD_MOVE }, { 0, "", NL_BAD_MOVE }, { 0, "deal", NL_BAD_MOVE }, { 1, "draw", NL_NOT_ASKED },
        { 0, "play armageddon", NL_ILLEGAL }, { NL_CLOCK, "draw", NL_BAD_MOVE }, { NL_CHANCE, "deal", NL_BAD_ARGUMENT },
        { 2, "draw", NL_BAD_ARGUMENT }, { -1, "draw", NL_BAD_ARGUMENT }, { NL_TABLE, "draw", NL_BAD_ARGUMENT },
        { 0, NULL, NL_BAD_ARGUMENT }, { 0, "nope #3", NL_STALE },
    };
    char endless[2000];
    UNUSED;
    nl_table *t = table_of("kittens", NULL, 1);
    nl_table_settle(t);
    uint64_t mark = nl_table_mark(t), moves = nl_table_moves(t);
    nl_table_events(t, 0, text, TEXT);
    for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++) {
        nl_status s = nl_table_play(t, tried[i].seat, tried[i].move);
        if (s != tried[i].status) fail_msg("%s: %s", tried[i].move, nl_status_name(s));
        assert_int_equal(nl_table_apply(t, tried[i].seat, tried[i].move ? tried[i].move : NULL, NULL) != NL_OK, 1);
        assert_true(nl_table_mark(t) == mark && nl_table_moves(t) == moves);
        nl_table_events(t, 0, other, TEXT);
        assert_string_equal(text, other);
    }
    memset(endless, 'a', sizeof endless);
    endless[sizeof endless - 1] = 0;
    assert_int_equal(nl_table_play(t, 0, endless), NL_BAD_MOVE);
    assert_non_null(strstr(nl_why(), "refused: bad_move"));
    nl_table_free(t);
}

/* ---- being told ---------------------------------------------------------------------------- */

/* Cards that somebody draws are told to that seat and to whoever runs the table; numbers go on. */
static void events_are_told_as_a_seat_may_know_them(void **state)
{
    UNUSED;
    nl_table *t = table_of("kittens", NULL, 6);
    assert_int_equal(nl_table_events(t, 0, text, TEXT), 2);
    assert_string_equal(text, "[]");
    nl_table_settle(t);
    assert_true(nl_table_events(t, 0, text, TEXT) > 100);
    must_be_json(text);
    assert_true(!strncmp(text, "[{\"n\":1,", 8));
    assert_non_null(strstr(text, "\"seat\":1,\"card\":null"));
    nl_table_events(t, NL_TABLE, text, TEXT);
    assert_non_null(strstr(text, "\"seat\":0,\"card\":null"));
    nl_table_events(t, NL_TRUTH, text, TEXT);
    assert_null(strstr(text, "null"));
    assert_int_equal(nl_table_play(t, 0, "draw"), NL_OK);
    nl_table_events(t, 1, text, TEXT);
    assert_non_null(strstr(text, "\"e\":\"drew\",\"seat\":0,\"card\":null"));
    assert_null(strstr(text, "\"n\":1,"));
    nl_table_settle(t);
    assert_int_equal(nl_table_events(t, 1, text, TEXT), 2);
    nl_table_free(t);
}

/* A run is one change: all that happened in it is told, and every clue with its own word. */
static void a_run_tells_all_that_happened(void **state)
{
    int clues = 0;
    UNUSED;
    nl_table *t = table_of("duet", NULL, 2);
    for (int p = 0; p < 2; p++) assert_int_equal(nl_table_bot(t, p, "sharp", 1), NL_OK);
    assert_int_equal(nl_table_run(t, 1), NL_OK);
    nl_table_events(t, NL_TABLE, text, TEXT);
    must_be_json(text);
    assert_true(!strncmp(text, "[{\"n\":1,", 8));
    nl_table_log(t, other, TEXT);
    for (char *at = other; (at = strstr(at, " clue ")); clues++) {
        char word[LINE], said[LINE + 16];
        at += 6;
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
        snprintf(said, sizeof said, "\"%s\"", word);
        assert_non_null(strstr(text, said));
    }
    assert_true(clues > 2);
    nl_table_free(t);
}

static void tables_are_told(void **state)
{
    const nl_game *g;
    UNUSED;
    EACH_GAME(g) {
        nl_table *t = table_of(nl_game_name(g), NULL, 12);
        play_on(t, 3, 10);
        const int who[] = { 0, 1, NL_TABLE, NL_TRUTH };
        for (int i = 0; i < 4; i++) {
            assert_true(nl_table_tell(t, who[i], text, TEXT) > 20);
            must_be_json(text);
            assert_non_null(strstr(text, "\"phase\":"));
        }
        nl_table_tell(t, 0, other, TEXT);
        assert_string_not_equal(text, other);
        nl_table_free(t);
    }
}

/* ---- bad arguments --------------------------------------------------------------------------- */

static void nothing_minds_a_null(void **state)
{
    int points[NL_MAX_SEATS], place[NL_MAX_SEATS];
    char out[8];
    UNUSED;
    assert_string_equal(nl_game_name(NULL), "");
    assert_int_equal(nl_game_rules(NULL) + nl_game_min_seats(NULL) + nl_game_max_seats(NULL), 0);
    assert_null(nl_game_find(NULL));
    assert_int_equal(nl_game_describe(NULL, out, sizeof out), -1);
    assert_null(nl_table_new(NULL, NULL, NULL));
    assert_null(nl_table_seeded(NULL, NULL, 1));
    assert_null(nl_table_copy(NULL));
    nl_table_free(NULL);
    assert_null(nl_table_game(NULL));
    assert_int_equal(nl_table_seats(NULL), 0);
    assert_int_equal(nl_table_moves(NULL) + nl_table_mark(NULL), 0);
    assert_true(nl_table_over(NULL));
    assert_int_equal(nl_table_to_act(NULL), 0);
    assert_int_equal(nl_table_legal(NULL, 0), -1);
    assert_int_equal(nl_table_legal_text(NULL, 0, 0, out, sizeof out), -1);
    assert_int_equal(nl_table_settle(NULL), NL_BAD_ARGUMENT);
    assert_int_equal(nl_table_play(NULL, 0, "draw"), NL_BAD_ARGUMENT);
    assert_int_equal(nl_table_apply(NULL, NL_CHANCE, NULL, NULL), NL_BAD_ARGUMENT);
    assert_int_equal(nl_table_events(NULL, 0, out, sizeof out), -1);
    assert_int_equal(nl_table_tell(NULL, NL_TRUTH, out, sizeof out), -1);
    nl_table_score(NULL, points, place);
    assert_int_equal(points[0] + place[9], 0);
    assert_int_equal(nl_table_winners(NULL), 0);
    assert_null(nl_table_observe(NULL, 0));
    assert_null(nl_table_observe(NULL, NL_TABLE));
    nl_view_free(NULL);
    assert_int_equal(nl_view_tell(NULL, out, sizeof out), -1);
    assert_int_equal(nl_view_mark(NULL), 0);
    assert_null(nl_view_imagine(NULL, 1));
    assert_int_equal(nl_table_bot(NULL, 0, "sharp", 1), NL_BAD_ARGUMENT);
    assert_int_equal(nl_table_choose(NULL, 0, 1, out, sizeof out), -1);
    assert_int_equal(nl_table_run(NULL, 1), NL_BAD_ARGUMENT);
    assert_int_equal(nl_table_advise(NULL, 0, 1, out, sizeof out), -1);
    assert_int_equal(nl_table_log(NULL, out, sizeof out), -1);
    assert_null(nl_log_read(NULL));
    assert_int_equal(nl_log_verify(NULL), NL_BAD_ARGUMENT);
}

static void seats_must_be_at_the_table(void **state)
{
    static const int nowhere[] = { -1, 2, 9, 10, 12, 16, 254, 256, 1 << 20 };
    UNUSED;
    nl_table *t = table_of("kittens", NULL, 1);
    nl_table_settle(t);
    for (size_t i = 0; i < sizeof nowhere / sizeof nowhere[0]; i++) {
        int seat = nowhere[i];
        assert_int_equal(nl_table_legal(t, seat), -1);
        assert_int_equal(nl_table_legal_text(t, seat, 0, text, TEXT), -1);
        assert_int_equal(nl_table_play(t, seat, "draw"), NL_BAD_ARGUMENT);
        assert_int_equal(nl_table_apply(t, seat, "draw", NULL), NL_BAD_ARGUMENT);
        assert_int_equal(nl_table_events(t, seat, text, TEXT), -1);
        assert_int_equal(nl_table_tell(t, seat, text, TEXT), -1);
        assert_null(nl_table_observe(t, seat));
        assert_int_equal(nl_table_bot(t, seat, "sharp", 1), NL_BAD_ARGUMENT);
        assert_int_equal(nl_table_choose(t, seat, 1, text, TEXT), -1);
        assert_int_equal(nl_table_advise(t, seat, 1, text, TEXT), -1);
    }
    assert_null(nl_table_observe(t, NL_TRUTH));
    assert_int_equal(nl_table_legal(t, 1), 0);
    assert_int_equal(nl_table_legal(t, NL_CHANCE), 0);
    assert_int_equal(nl_table_legal_text(t, 0, -1, text, TEXT), -1);
    assert_int_equal(nl_table_legal_text(t, 0, nl_table_legal(t, 0), text, TEXT), -1);
    assert_int_equal(nl_table_legal_text(t, 0, 1 << 30, text, TEXT), -1);
    nl_table_free(t);
}

/* Every function that writes a text, with one way to call it. */
static nl_table *subject;
static int describe(char *out, size_t cap) { return nl_game_describe(nl_table_game(subject), out, cap); }
static int offer(char *out, size_t cap) { return nl_table_legal_text(subject, 0, 0, out, cap); }
static int events(char *out, size_t cap) { return nl_table_events(subject, 0, out, cap); }
static int tell(char *out, size_t cap) { return nl_table_tell(subject, 0, out, cap); }
static int advice(char *out, size_t cap) { return nl_table_advise(subject, 0, 4, out, cap); }
static int log_of(char *out, size_t cap) { return nl_table_log(subject, out, cap); }
static int choice(char *out, size_t cap) { return nl_table_choose(subject, 0, 1, out, cap); }
static int view(char *out, size_t cap)
{
    nl_view *v = nl_table_observe(subject, 0);
    int n = nl_view_tell(v, out, cap);
    nl_view_free(v);
    return n;
}

/* The length is the same whatever the room; what is written is the beginning, ends with a NUL and stays inside. */
static void short_buffers_are_respected(void **state)
{
    static int (*const writer[])(char *, size_t) = { describe, offer, events, tell, advice, log_of, choice, view };
    UNUSED;
    subject = table_of("ratcat", NULL, 3);
    nl_table_bot(subject, 0, "sharp", 1);
    nl_table_settle(subject);
    for (size_t i = 0; i < sizeof writer / sizeof writer[0]; i++) {
        int n = writer[i](NULL, 0);
        assert_true(n > 0 && writer[i](text, TEXT) == n && strlen(text) == (size_t)n);
        assert_int_equal(writer[i](NULL, 1), -1);
        for (size_t cap = 0; cap <= (size_t)n + 1; cap += cap < 40 || cap + 3 > (size_t)n ? 1 : 37) {
            char *exact = malloc(cap ? cap : 1);                 /* so that a sanitizer sees one byte too many */
            memset(exact, '~', cap ? cap : 1);
            assert_int_equal(writer[i](exact, cap), n);
            if (!cap) assert_int_equal(exact[0], '~');
            else assert_true(memchr(exact, 0, cap) && !strncmp(exact, text, strlen(exact)));
            free(exact);
        }
        assert_int_equal(writer[i](other, (size_t)n + 1), n);
        assert_string_equal(other, text);
    }
    nl_table_free(subject);
}

static void the_clock_may_act_where_it_may_speak(void **unused)
{
    nl_table *timed = nl_table_seeded(nl_game_find("ratcat"), "end=time", 1);
    nl_table *untimed = nl_table_seeded(nl_game_find("ratcat"), NULL, 1);
    (void)unused;
    assert_int_equal(nl_table_settle(timed), NL_OK);
    assert_int_equal(nl_table_settle(untimed), NL_OK);
    assert_true(nl_table_to_act(timed) >> NL_CLOCK & 1);
    assert_false(nl_table_to_act(untimed) >> NL_CLOCK & 1);
    assert_int_equal(nl_table_play(timed, NL_CLOCK, "up"), NL_OK);
    assert_false(nl_table_to_act(timed) >> NL_CLOCK & 1);
    nl_table_free(timed);
    nl_table_free(untimed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_library_says_what_it_is), cmocka_unit_test(every_game_is_described),
        cmocka_unit_test(options_are_read_or_refused), cmocka_unit_test(every_listed_move_is_accepted),
        cmocka_unit_test(the_same_seed_is_the_same_game), cmocka_unit_test(a_copy_is_a_table_of_its_own),
        cmocka_unit_test(chance_can_be_played_by_hand), cmocka_unit_test(apply_plays_one_move),
        cmocka_unit_test(a_refusal_changes_nothing), cmocka_unit_test(events_are_told_as_a_seat_may_know_them),
        cmocka_unit_test(a_run_tells_all_that_happened), cmocka_unit_test(tables_are_told),
        cmocka_unit_test(nothing_minds_a_null), cmocka_unit_test(seats_must_be_at_the_table),
        cmocka_unit_test(short_buffers_are_respected), cmocka_unit_test(the_clock_may_act_where_it_may_speak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
