/* SPDX-License-Identifier: MIT
 * advise_test.c - planted blunders are found in every game, by what their player could know; luck and play add up. */
#include "unit.h"

#include <math.h>

#include "../../bots/review.h"
#include "../../bots/shelf.h"
#include "../../protocol/json.h"

enum { ENOUGH = 1000 };

/* ---- positions ------------------------------------------------------------------------- */

static struct {
    Round   round;
    Player  player[MAX_SEATS];
    Adviser adviser;
    Advice  advice;
} at;

static void hear(void *unused, Seat seat, const void *view, const Event *e)
{
    (void)unused;
    player_hear(&at.player[seat], view, e);
}

static const Audience listening = { .hear = hear };

/* A position as scenarios write it (NOTATION, "Positions"). */
static void set_up(const char *game, int seats, const char *start)
{
    char memory[1 << 16];
    Arena arena = { memory, sizeof memory, 0 };
    const Game *g = game_find(game);
    const uint8_t secret[ENTROPY] = { 42 };
    Options o;
    Why w = { "" };
    bots_lend(&shelf);
    options_default(g, seats, &o);
    at.round = (Round){ .audience = &listening, .listening = (SeatSet)(SEAT_BIT(seats) - 1) };
    assert_int_equal(round_start(&at.round, g, &o, secret), E_OK);
    for (Seat p = 0; p < seats; p++) player_start(&at.player[p], &bot_search, g, p, p + 1u);
    round_settle(&at.round);
    const Fact *facts = json_read(start, strlen(start), &arena, &w);
    if (!facts || !g->rig(at.round.table.state, facts, &w)) fail_msg("%s", w.text);
}

static Move read_move(Seat seat, const char *text, char word[MAX_WORD])
{
    Move m;
    const Table *t = &at.round.table;
    word[0] = 0;
    assert_int_equal(move_parse(t->game, t->options.seats, seat, text, &m, word), E_OK);
    return m;
}

static void play(Seat seat, const char *text)
{
    char word[MAX_WORD];
    Move m = read_move(seat, text, word);
    assert_int_equal(round_play(&at.round, &m, word), E_OK);
}

static void all_pass(void)
{
    while (round_is_window(&at.round)) play((Seat)__builtin_ctz(round_asked(&at.round)), "pass");
}

/* Asks about a move, from the view of whoever would make it. */
static void look_at(Seat seat, const char *text)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    char word[MAX_WORD];
    Move m = read_move(seat, text, word);
    at.round.table.game->observe(at.round.table.state, seat, view);
    advise(&at.adviser, &at.player[seat], view, (Budget){ .iterations = ENOUGH }, &m, word, &at.advice);
}

static const Prospect *ask(Seat seat, const char *text)
{
    look_at(seat, text);
    assert_true(at.advice.played >= 0);
    return &at.advice.at[at.advice.played];
}

/* NULL: it is not given. */
static const Reason *reason(const Prospect *p, const char *name)
{
    const Hunch *h = at.round.table.game->hunch;
    for (int i = 0; i < p->reasons; i++)
        if (!strcmp(h->reasons[p->reason[i].kind].name, name)) return &p->reason[i];
    return NULL;
}

static bool has_reason(const Prospect *p, const char *name) { return reason(p, name); }

/* The one that a hint gives. */
static void expect_first_reason(const Prospect *p, const char *name)
{
    assert_true(p->reasons > 0);
    assert_string_equal(at.round.table.game->hunch->reasons[p->reason[0].kind].name, name);
}

static void expect_best(const char *text)
{
    char line[MAX_LINE];
    move_format(at.round.table.game, &at.advice.at[0].move, at.advice.at[0].word, line, sizeof line);
    assert_string_equal(line, text);
}

/* Blundered: by at least so much of a game, beyond the interval. */
static const Prospect *expect_blunder(Seat seat, const char *text, float least)
{
    const Prospect *p = ask(seat, text);
    if (at.advice.cost_low < least) fail_msg("%s costs only %.3f", text, (double)at.advice.cost_low);
    assert_true(p->chance < at.advice.at[0].chance);
    return p;
}

/* ---- planted blunders ---------------------------------------------------------------------- */

/* With a kitten known to be on top and a way out in hand, to draw is to die. */
static void test_known_kitten(void **state)
{
    UNUSED;
    static const struct { const char *game, *look, *out; } row[] = {
        { "kittens", "future", "skip" }, { "goodevil", "reveal", "attack" }, { "party", "future", "skip" },
    };
    for (int i = 0; i < 3; i++) {
        char start[512], line[MAX_LINE];
        snprintf(start, sizeof start, "{\"turn\": 0, \"hands\": [[\"%s\", \"%s\", \"tabby\"], [\"tabby\"]],"
                 " \"pile\": [\"kitten\", \"tabby\", \"favor\", \"tabby\", \"favor\"]}", row[i].look, row[i].out);
        set_up(row[i].game, 2, start);
        snprintf(line, sizeof line, "play %s", row[i].look);
        play(0, line);
        all_pass();
        const Prospect *p = expect_blunder(0, "draw", 0.3f);
        snprintf(line, sizeof line, "play %s", row[i].out);
        expect_best(line);
        assert_true(has_reason(p, "on_top"));
        assert_true(has_reason(p, "bare"));
        assert_true(p->high <= 0);                               /* that is certain */
        assert_true(has_reason(&at.advice.at[0], "hit"));
        expect_first_reason(&at.advice.at[0], "escape");
    }
}

/* In a last round that cannot be won any more nothing costs anything. But to give a 0 away for a 9 is not the best move
 * because of that; nor is anything else. */
static void test_hopeless(void **state)
{
    UNUSED;
    static const char *const before[] = { "take pile", "discard", "end" };
    set_up("ratcat", 2, "{\"turn\": 0, \"rows\": [[\"0\", \"1\", \"2\", \"9\"], [\"3\", \"4\", \"5\", \"3\"]],"
                        " \"pile\": [\"9\", \"9\", \"9\", \"6\", \"4\", \"7\", \"2\"], \"discard\": [\"7\"],"
                        " \"round\": 4, \"scores\": [90, 0]}");
    for (int i = 0; i < 6; i++) play((Seat)(i / 3), before[i % 3]);      /* the first look is over */
    play(0, "take pile");
    ask(0, "replace 1");
    assert_true(at.advice.idle);
    assert_true(at.advice.cost < 0.001f);
}

/* The same draw without having looked: nobody could know, and it is no blunder. */
static void test_unknown_kitten(void **state)
{
    UNUSED;
    set_up("kittens", 2, "{\"turn\": 0, \"hands\": [[\"skip\", \"defuse\", \"tabby\"], [\"tabby\", \"defuse\"]],"
                         " \"pile\": [\"kitten\", \"tabby\", \"attack\", \"tabby\", \"skip\", \"tabby\", \"tabby\","
                         " \"tabby\", \"tabby\", \"tabby\", \"tabby\", \"tabby\", \"tabby\", \"tabby\"]}");
    const Prospect *p = ask(0, "draw");
    assert_true(at.advice.cost_low < 0.05f);
    assert_false(has_reason(p, "on_top"));
    assert_true(has_reason(p, "risk"));
    expect_first_reason(p, "defuses");
}

static void test_defuse_given_away(void **state)
{
    UNUSED;
    set_up("kittens", 3, "{\"turn\": 1, \"hands\": [[\"defuse\", \"tabby\", \"ginger\"], [\"favor\", \"tabby\"],"
                         " [\"tabby\", \"defuse\"]], \"pile\": [\"tabby\", \"kitten\", \"attack\", \"kitten\"]}");
    play(1, "play favor @0");
    all_pass();
    const Prospect *p = expect_blunder(0, "give defuse", 0.05f);
    assert_true(has_reason(p, "last"));
}

/* A 1 goes where a 0 is known to lie, though there is a 9 as well. */
static void test_zero_swapped_away(void **state)
{
    UNUSED;
    static const char *const before[] = { "take pile", "discard", "end" };
    set_up("ratcat", 2, "{\"turn\": 0, \"rows\": [[\"0\", \"1\", \"2\", \"9\"], [\"3\", \"4\", \"5\", \"3\"]],"
                        " \"pile\": [\"9\", \"9\", \"1\", \"6\", \"4\", \"7\", \"2\"], \"discard\": [\"7\"],"
                        " \"round\": 4}");
    for (int i = 0; i < 6; i++) play((Seat)(i / 3), before[i % 3]);      /* the first look is over */
    play(0, "take pile");
    const Prospect *p = expect_blunder(0, "replace 1", 0.02f);
    expect_best("replace 4");
    assert_true(has_reason(p, "forgot"));
    assert_true(p->tally > at.advice.at[0].tally + 1);
    assert_false(has_reason(&at.advice.at[0], "forgot"));
}

/* The first reason for a move where `best` is what should be played. */
static const char *first_reason(Seat seat, const char *text, const char *best)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    char word[MAX_WORD];
    Reason list[MAX_REASONS];
    const Game *g = at.round.table.game;
    g->observe(at.round.table.state, seat, view);
    Question q = { .view = view, .memory = at.player[seat].memory, .who = seat, .move = read_move(seat, text, word),
                   .best = read_move(seat, best, word) };
    assert_true(g->hunch->explain(&q, list, MAX_REASONS) > 0);
    return g->hunch->reasons[list[0].kind].name;
}

/* Nothing is forgotten where the card that went had to go, although what came is worse. */
static void test_card_that_has_to_go(void **state)
{
    test_zero_swapped_away(state);
    assert_string_equal(first_reason(0, "replace 1", "replace 4"), "forgot");
    assert_string_equal(first_reason(0, "replace 1", "replace 1"), "out");
}

static void test_knock_too_early(void **state)
{
    UNUSED;
    set_up("ratcat", 2, "{\"phase\": \"end\", \"turn\": 0, \"rows\": [[\"9\", \"8\", \"9\", \"9\"],"
                        " [\"0\", \"1\", \"0\", \"1\"]], \"pile\": [\"6\", \"4\", \"7\", \"2\", \"1\", \"0\"],"
                        " \"discard\": [\"7\"], \"round\": 4}");
    const Prospect *p = expect_blunder(0, "knock", 0.02f);
    assert_true(has_reason(p, "early"));
}

static void test_knock_too_late(void **state)
{
    UNUSED;
    set_up("ratcat", 2, "{\"phase\": \"end\", \"turn\": 0, \"rows\": [[\"0\", \"1\", \"1\", \"0\"],"
                        " [\"4\", \"5\", \"5\", \"4\"]], \"pile\": [\"0\", \"0\", \"1\", \"2\", \"1\", \"0\"],"
                        " \"discard\": [\"7\"], \"round\": 4}");
    assert_string_equal(first_reason(0, "end", "knock"), "late");
    assert_string_equal(first_reason(0, "knock", "end"), "early");
    assert_string_equal(first_reason(0, "end", "end"), "lowest");
}

static void lay_words(void)
{
    set_up("duet", 2, "{\"side\": 0, \"words\": [\"doctor\", \"apple\", \"violin\", \"scalpel\", \"lion\", \"snow\","
                      " \"tent\", \"pirate\", \"needle\", \"clown\", \"desert\", \"zipper\", \"triangle\", \"fence\","
                      " \"stamp\", \"bell\", \"root\", \"cherry\", \"candle\", \"bridge\", \"wheel\", \"pencil\","
                      " \"castle\", \"glove\", \"mirror\"], \"keys\": [\"xggggggggg...xx..........\","
                      " \"g.xgg..x.....g.gggg.g....\"]}");
}

/* "hospital" for two words, with the assassin a doctor. */
static void test_neighbour_of_the_assassin(void **state)
{
    UNUSED;
    lay_words();
    const Prospect *p = expect_blunder(0, "clue hospital 2", 0.05f);
    assert_true(has_reason(p, "lures"));
    assert_true(p->danger > 0.2f);
    assert_true(p->danger > 3 * at.advice.at[0].danger);
    assert_true(*at.advice.at[0].word && strcmp(at.advice.at[0].word, "hospital"));
}

/* A triangle is nobody's agent. */
static void test_clue_that_strays(void **state)
{
    UNUSED;
    enum { TRIANGLE = 12 };
    lay_words();
    const Reason *r = reason(expect_blunder(0, "clue geometry 1", 0.02f), "strays");
    assert_non_null(r);
    assert_int_equal(r->arg[0], TRIANGLE);
}

/* The best word, for one fewer than it is good for: that this is worse is surer than either chance is. */
static void test_clue_too_small(void **state)
{
    UNUSED;
    lay_words();
    const Prospect *p = expect_blunder(0, "clue circus 2", 0.1f);
    expect_best("clue circus 3");
    assert_true(at.advice.cost_low > at.advice.cost - (p->high - p->chance));
}

static void test_clue_for_nothing(void **state)
{
    UNUSED;
    enum { DOCTOR = 0 };
    lay_words();
    const Reason *r = reason(ask(0, "clue hospital 0"), "warns");
    assert_non_null(r);
    assert_int_equal(r->arg[0], DOCTOR);
}

/* Nothing is made up about a word that no book has: it is not judged, and others that would do are named. */
static void test_clue_that_means_nothing(void **state)
{
    UNUSED;
    lay_words();
    look_at(0, "clue blorptak 3");
    assert_int_equal(at.advice.played, -1);
    assert_true(at.advice.n > 0);
}

/* Of two clues the one that the word fits is named. */
static void test_guess_and_its_clue(void **state)
{
    UNUSED;
    lay_words();
    play(0, "clue hospital 1");
    play(1, "guess 3");
    play(1, "stop");
    play(1, "clue winter 1");
    play(0, "guess 5");
    play(0, "clue music 1");
    const Reason *r = reason(ask(1, "guess 0"), "fits");
    assert_non_null(r);
    assert_string_equal(r->word, "hospital");
    assert_int_equal(r->arg[1], 1);
}

/* ---- deterministic, cancelable ------------------------------------------------------------------ */

static void test_stopped_early(void **state)
{
    UNUSED;
    _Alignas(16) uint8_t view[MAX_STATE];
    Advice early;
    set_up("kittens", 3, "{\"turn\": 0, \"hands\": [[\"skip\", \"attack\", \"tabby\"], [\"tabby\"], [\"defuse\"]],"
                         " \"pile\": [\"tabby\", \"kitten\", \"attack\", \"kitten\"]}");
    at.round.table.game->observe(at.round.table.state, 0, view);
    adviser_start(&at.adviser, &at.player[0], view, (Budget){ .iterations = ENOUGH }, NULL, NULL);
    adviser_end(&at.adviser, &early);                      /* before anything was tried */
    assert_true(early.n == early.moves && early.at[0].low <= 0 && early.at[0].high >= 1);
    for (int i = 0; i < 10; i++) assert_true(adviser_step(&at.adviser));
    adviser_end(&at.adviser, &early);
    assert_int_equal(early.at[0].tried, 10);
    while (adviser_step(&at.adviser)) continue;
    adviser_end(&at.adviser, &at.advice);
    assert_true(at.advice.at[0].high - at.advice.at[0].low < early.at[0].high - early.at[0].low);
    assert_int_equal(at.advice.played, -1);
}

/* ---- luck and play ------------------------------------------------------------------------------ */

enum { MOST_RECORDS = 8000 };
static LogRecord record[MOST_RECORDS];
static int records;
static Review review;

static void write_down(void *unused, const LogRecord *r)
{
    (void)unused;
    assert_true(records < MOST_RECORDS);
    record[records++] = *r;
}

/* A game of bots that make mistakes. */
static void play_game(const Game *g, int seats)
{
    static const Audience audience = { .record = write_down, .hear = hear };
    const uint8_t secret[ENTROPY] = { (uint8_t)seats, 7 };
    _Alignas(16) uint8_t view[MAX_STATE];
    Options o;
    records = 0;
    options_default(g, seats, &o);
    at.round = (Round){ .audience = &audience, .listening = (SeatSet)(SEAT_BIT(seats) - 1) };
    round_start(&at.round, g, &o, secret);
    for (Seat p = 0; p < seats; p++) player_start(&at.player[p], bot_at(1 + p % 2), g, p, p);
    for (round_settle(&at.round); !round_over(&at.round);) {
        Seat who = (Seat)__builtin_ctz(round_asked(&at.round));
        Move m;
        char word[MAX_WORD] = "";
        g->observe(at.round.table.state, who, view);
        at.player[who].bot->choose(&at.player[who], view, (Budget){ .iterations = 1 }, &m, word);
        assert_int_equal(round_play(&at.round, &m, word), E_OK);
    }
}

/* What one rival throws away others get, so luck moves chances from one to another and makes none. Nobody loses more
 * than they had. */
static void expect_split(const Step *s, int seats, bool together)
{
    double luck = 0;
    for (Seat p = 0; p < seats; p++) {
        double sum = s->split[p].own + s->split[p].others + s->split[p].luck;
        assert_true(fabs(s->after[p] - s->before[p] - sum) < 1e-9);
        assert_true(s->before[p] + s->split[p].own > -1e-9);
        if (s->move.seat != p) assert_true(fabs(s->split[p].own) < 1e-12);
        if (s->move.seat == SEAT_CHANCE) assert_true(fabs(s->split[p].others) < 1e-12);
        luck += s->split[p].luck;
    }
    if (!together) assert_true(fabs(luck) < 1e-6);
}

/* Marks go by what a decision costs at least. Returns whether it costs a blunder, but not surely. */
static bool expect_mark(const Step *s, const Advice *a)
{
    static const float blunder = 0.05f, doubtful = 0.01f, nothing = 0.001f;
    Mark costs = a->cost_low >= blunder ? MARK_BLUNDER : a->cost_low >= doubtful ? MARK_DOUBTFUL : MARK_FINE;
    if (!s->mark) return false;
    assert_int_equal(s->mark, s->cost >= nothing ? costs : a->idle ? MARK_FINE : MARK_BEST);
    return s->cost >= blunder && a->cost_low < blunder;
}

/* Per player, the first chance and all luck and play since are exactly the result. */
static void expect_sums(const Game *g, int seats)
{
    Result result;
    double all = 0;
    bool together = g->hunch && g->hunch->together;
    g->score(at.round.table.state, &result);
    for (Seat p = 0; p < seats; p++) {
        const Line *line = &review.line[p];
        double sum = line->first + line->split.own + line->split.others + line->split.luck;
        double won = result.winners >> p & 1 ? 1 : 0;
        if (!together && won > 0) won /= __builtin_popcount(result.winners);
        assert_true(fabs(line->last - won) < 1e-6);
        assert_true(fabs(sum - line->last) < 1e-9);
        assert_true(line->split.own <= 0);
        all += line->first;
    }
    if (!together) assert_true(fabs(all - 1) < 1e-6);
}

static const Effort little = { .tries = 12, .rollouts = 2, .seed = 1 };

/* Everybody's review; returns how many decisions may have been blunders. */
static int review_all(const Game *g, int seats)
{
    Why w = { "" };
    Step step;
    int unsure = 0;
    bool together = g->hunch && g->hunch->together;
    assert_true(review_start(&review, g, &at.round.table.options, (SeatSet)(SEAT_BIT(seats) - 1), true, little));
    for (int k = 0; k < records; k++) {
        if (!review_take(&review, &record[k], &step, &w)) fail_msg("%s", w.text);
        expect_split(&step, seats, together);
        unsure += expect_mark(&step, &review.advice);
    }
    return unsure;
}

/* Whoever asks about one player hears of that player's decisions alone, and the same luck. */
static void expect_the_same_for_one(const Game *g, int seats)
{
    static Review one;
    Why w;
    Step step;
    assert_true(review_start(&one, g, &at.round.table.options, SEAT_BIT(1), true, little));
    for (int k = 0; k < records; k++) {
        assert_true(review_take(&one, &record[k], &step, &w));
        assert_true(!step.mark || step.move.seat == 1);
    }
    for (Seat p = 0; p < seats; p++)
        assert_memory_equal(&one.line[p].split, &review.line[p].split, sizeof(Split));
}

static void test_luck_and_play_add_up(void **state)
{
    UNUSED;
    int unsure = 0;
    bots_lend(&shelf);
    for (int i = 0; game_at(i); i++) {
        const Game *g = game_at(i);
        bool slow = g->hunch && g->hunch->speech;              /* thinks about words: one table is enough */
        for (int seats = g->min_seats; seats <= (slow ? g->min_seats : g->min_seats + 2); seats += 2) {
            play_game(g, seats);
            unsure += review_all(g, seats);
            expect_sums(g, seats);
            expect_the_same_for_one(g, seats);
        }
    }
    assert_true(unsure > 0);
}

/* A review for one seat of a game that goes on looks at nothing but that seat's decisions. */
static void test_unfinished(void **state)
{
    UNUSED;
    const Game *g = game_find("kittens");
    Why w = { "" };
    Step step;
    int judged = 0;
    play_game(g, 3);
    const Effort effort = { .tries = 20, .seed = 1 };
    assert_true(review_start(&review, g, &at.round.table.options, SEAT_BIT(1), false, effort));
    for (int k = 0; k < records / 2; k++) {
        assert_true(review_take(&review, &record[k], &step, &w));
        assert_true(!step.mark || step.move.seat == 1);
        for (Seat p = 0; p < 3; p++) assert_true(fabs(step.after[p]) < 1e-12 && fabs(step.before[p]) < 1e-12);
        judged += step.mark != MARK_NONE;
    }
    assert_true(judged > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_kitten), cmocka_unit_test(test_hopeless), cmocka_unit_test(test_unknown_kitten),
        cmocka_unit_test(test_defuse_given_away), cmocka_unit_test(test_zero_swapped_away),
        cmocka_unit_test(test_card_that_has_to_go), cmocka_unit_test(test_knock_too_early),
        cmocka_unit_test(test_knock_too_late), cmocka_unit_test(test_neighbour_of_the_assassin),
        cmocka_unit_test(test_clue_that_strays), cmocka_unit_test(test_clue_too_small),
        cmocka_unit_test(test_clue_for_nothing),
        cmocka_unit_test(test_clue_that_means_nothing), cmocka_unit_test(test_guess_and_its_clue),
        cmocka_unit_test(test_stopped_early), cmocka_unit_test(test_luck_and_play_add_up),
        cmocka_unit_test(test_unfinished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
