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
static const Prospect *ask(Seat seat, const char *text)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    char word[MAX_WORD];
    Move m = read_move(seat, text, word);
    at.round.table.game->observe(at.round.table.state, seat, view);
    advise(&at.adviser, &at.player[seat], view, (Budget){ .iterations = ENOUGH }, &m, word, &at.advice);
    assert_true(at.advice.played >= 0);
    return &at.advice.at[at.advice.played];
}

static bool has_reason(const Prospect *p, const char *name)
{
    const Hunch *h = at.round.table.game->hunch;
    for (int i = 0; i < p->reasons; i++)
        if (!strcmp(h->reasons[p->reason[i].kind].name, name)) return true;
    return false;
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
        assert_true(has_reason(&at.advice.at[0], "hit"));
    }
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

static void test_knock_too_early(void **state)
{
    UNUSED;
    set_up("ratcat", 2, "{\"phase\": \"end\", \"turn\": 0, \"rows\": [[\"9\", \"8\", \"9\", \"9\"],"
                        " [\"0\", \"1\", \"0\", \"1\"]], \"pile\": [\"6\", \"4\", \"7\", \"2\", \"1\", \"0\"],"
                        " \"discard\": [\"7\"], \"round\": 4}");
    const Prospect *p = expect_blunder(0, "knock", 0.02f);
    assert_true(has_reason(p, "early"));
}

/* "hospital" for two words, with the assassin a doctor. */
static void test_neighbour_of_the_assassin(void **state)
{
    UNUSED;
    set_up("duet", 2, "{\"side\": 0, \"words\": [\"doctor\", \"apple\", \"violin\", \"scalpel\", \"lion\", \"snow\","
                      " \"tent\", \"pirate\", \"needle\", \"clown\", \"desert\", \"zipper\", \"triangle\", \"fence\","
                      " \"stamp\", \"bell\", \"root\", \"cherry\", \"candle\", \"bridge\", \"wheel\", \"pencil\","
                      " \"castle\", \"glove\", \"mirror\"], \"keys\": [\"xggggggggg...xx..........\","
                      " \"g.xgg..x.....g.gggg.g....\"]}");
    const Prospect *p = expect_blunder(0, "clue hospital 2", 0.05f);
    assert_true(has_reason(p, "lures"));
    assert_true(p->danger > 0.2f);
    assert_true(p->danger > 3 * at.advice.at[0].danger);
    assert_true(*at.advice.at[0].word && strcmp(at.advice.at[0].word, "hospital"));
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

static void expect_split(const Step *s, int seats)
{
    for (Seat p = 0; p < seats; p++) {
        double sum = s->split[p].own + s->split[p].others + s->split[p].luck;
        assert_true(fabs(s->after[p] - s->before[p] - sum) < 1e-9);
        if (s->move.seat != p) assert_true(fabs(s->split[p].own) < 1e-12);
        if (s->move.seat == SEAT_CHANCE) assert_true(fabs(s->split[p].others) < 1e-12);
    }
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

static void test_luck_and_play_add_up(void **state)
{
    UNUSED;
    bots_lend(&shelf);
    for (int i = 0; game_at(i); i++) {
        const Game *g = game_at(i);
        bool slow = g->hunch && g->hunch->speech;              /* thinks about words: one table is enough */
        for (int seats = g->min_seats; seats <= (slow ? g->min_seats : g->min_seats + 2); seats += 2) {
            Why w = { "" };
            Step step;
            play_game(g, seats);
            Effort effort = { .tries = 12, .rollouts = 2, .seed = 1 };
            SeatSet everybody = (SeatSet)(SEAT_BIT(seats) - 1);
            assert_true(review_start(&review, g, &at.round.table.options, everybody, true, effort));
            for (int k = 0; k < records; k++) {
                if (!review_take(&review, &record[k], &step, &w)) fail_msg("%s", w.text);
                expect_split(&step, seats);
            }
            expect_sums(g, seats);
        }
    }
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
        cmocka_unit_test(test_known_kitten), cmocka_unit_test(test_unknown_kitten),
        cmocka_unit_test(test_defuse_given_away), cmocka_unit_test(test_zero_swapped_away),
        cmocka_unit_test(test_knock_too_early), cmocka_unit_test(test_neighbour_of_the_assassin),
        cmocka_unit_test(test_stopped_early), cmocka_unit_test(test_luck_and_play_add_up),
        cmocka_unit_test(test_unfinished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
