/* SPDX-License-Identifier: MIT
 * batch_test.c - batches of tables (lib/batch.c): the same actions give the same bytes whatever the size of the batch
 * and the number of threads, wrong actions change nothing, bots sit among the callers, and the page describes them. */
#include "unit.h"

#include "lib/batch.h"
#include "protocol/json.h"

static nl_batch *batch_of(const Game *g, const char *options, int tables, uint64_t seed, int flags, int threads)
{
    nl_batch *b = nl_batch_new((const nl_game *)g, options, tables, seed, flags, threads);
    assert_non_null(b);
    return b;
}

/* ---- the same bytes ---------------------------------------------------------------- */

/* All that a caller sees of one table, in one number. */
static uint64_t seen_of(const nl_batch *b, int table)
{
    size_t actions = (size_t)nl_batch_actions(b), features = (size_t)nl_batch_features(b);
    size_t seats = (size_t)nl_batch_seats(b), i = (size_t)table;
    uint64_t mark = nl_batch_mark(b, table) + (uint64_t)nl_batch_seat(b)[i] + 256u * nl_batch_done(b)[i];
    for (size_t k = 0; k < actions; k++) mark = dice_stir(mark + DICE_STEP + nl_batch_mask(b)[i * actions + k]);
    for (size_t k = 0; k < features; k++)
        mark = dice_stir(mark + DICE_STEP + nl_batch_observation(b)[i * features + k]);
    for (size_t k = 0; k < seats; k++)
        mark = dice_stir(mark + DICE_STEP + (uint64_t)(int64_t)(1000 * nl_batch_reward(b)[i * seats + k]));
    return mark;
}

/* Of every table the marks of all steps, in one number. Frees the batch. */
enum { SOME = 3, MANY = 17, STEPS = 120 };
static void marks_of(nl_batch *b, uint64_t mark[])
{
    int32_t action[MANY];
    int tables = nl_batch_tables(b);
    memset(mark, 0, (size_t)tables * sizeof *mark);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < tables; i++) mark[i] = dice_stir(mark[i] + DICE_STEP + seen_of(b, i));
        assert_int_equal(nl_batch_random(b, 11, action), NL_OK);
        assert_int_equal(nl_batch_step(b, action), NL_OK);
    }
    nl_batch_free(b);
}

static void size_and_threads_change_nothing(void **state)
{
    const Game *g;
    UNUSED;
    for (int i = 0; (g = game_at(i)); i++)
        for (int flags = 0; flags < 4; flags++) {
            uint64_t few[SOME], many[MANY], shared[MANY], other[SOME];
            marks_of(batch_of(g, NULL, SOME, 5, flags, 0), few);
            marks_of(batch_of(g, NULL, MANY, 5, flags, 1), many);
            marks_of(batch_of(g, NULL, MANY, 5, flags, 3), shared);
            marks_of(batch_of(g, NULL, SOME, 6, flags, 0), other);
            assert_memory_equal(few, many, sizeof few);
            assert_memory_equal(many, shared, sizeof many);
            for (int k = 0; k < SOME; k++) assert_int_not_equal(few[k], other[k]);
        }
}

static void a_reset_begins_again(void **state)
{
    const Game *g = game_at(0);
    int32_t action[SOME];
    uint64_t first[SOME], again[SOME];
    UNUSED;
    nl_batch *b = batch_of(g, NULL, SOME, 5, NL_OBSERVE, 0);
    for (int i = 0; i < 50; i++) nl_batch_random(b, 3, action), nl_batch_step(b, action);
    assert_int_equal(nl_batch_reset(b, 9), NL_OK);
    marks_of(b, again);
    marks_of(batch_of(g, NULL, SOME, 9, NL_OBSERVE, 0), first);
    assert_memory_equal(first, again, sizeof first);
}

/* ---- what is wrong is refused --------------------------------------------------------- */

enum { TABLES = 5, MOST_BYTES = 1 << 16 };

/* Everything that a caller can read. */
static size_t all_of(const nl_batch *b, uint8_t *out)
{
    size_t n = (size_t)nl_batch_tables(b), size = 0;
    const struct { const void *at; size_t bytes; } part[] = {
        { nl_batch_seat(b), n }, { nl_batch_done(b), n }, { nl_batch_mask(b), n * (size_t)nl_batch_actions(b) },
        { nl_batch_observation(b), n * (size_t)nl_batch_features(b) },
        { nl_batch_reward(b), n * (size_t)nl_batch_seats(b) * sizeof(float) },
    };
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        assert_true(size + part[i].bytes < MOST_BYTES);
        memcpy(out + size, part[i].at, part[i].bytes);
        size += part[i].bytes;
    }
    for (size_t i = 0; i < n; i++, size += 8) {
        uint64_t mark = nl_batch_mark(b, (int)i);
        memcpy(out + size, &mark, sizeof mark);
    }
    return size;
}

static int32_t any_number(Dice *d, int actions)
{
    switch (dice_below(d, 4)) {
    case 0:  return (int32_t)dice_word(d);
    case 1:  return -1 - (int32_t)dice_below(d, 400);
    case 2:  return actions + (int32_t)dice_below(d, 400);
    default: return (int32_t)dice_below(d, (uint32_t)actions);
    }
}

/* One table gets an arbitrary number; the others what is possible. Either it happens to be possible, or nothing at all
 * has changed. */
static void arbitrary_numbers_are_refused(void **state)
{
    static uint8_t before[MOST_BYTES], after[MOST_BYTES];
    const Game *g;
    Dice d;
    int refused = 0, taken = 0;
    UNUSED;
    dice_fast(&d, 1);
    for (int i = 0; (g = game_at(i)); i++) {
        nl_batch *b = batch_of(g, NULL, TABLES, 2, NL_OBSERVE, 0);
        int actions = nl_batch_actions(b);
        for (int step = 0; step < 3000; step++) {
            int32_t action[TABLES];
            int which = (int)dice_below(&d, TABLES);
            nl_batch_random(b, 1, action);
            action[which] = any_number(&d, actions);
            bool possible = action[which] >= 0 && action[which] < actions
                         && nl_batch_mask(b)[which * actions + action[which]];
            size_t n = all_of(b, before);
            assert_int_equal(nl_batch_step(b, action), possible ? NL_OK : NL_ILLEGAL);
            refused += !possible;
            taken += possible;
            if (!possible) assert_int_equal(all_of(b, after), n), assert_memory_equal(before, after, n);
        }
        nl_batch_free(b);
    }
    assert_true(refused > 1000 && taken > 20);
}

static void wrong_arguments_are_refused(void **state)
{
    const nl_game *g = (const nl_game *)game_at(0);
    UNUSED;
    assert_null(nl_batch_new(NULL, NULL, 1, 1, 0, 0));
    assert_null(nl_batch_new(g, NULL, 0, 1, 0, 0));
    assert_null(nl_batch_new(g, NULL, 1, 1, 64, 0));
    assert_null(nl_batch_new(g, NULL, 1, 1, 0, -1));
    assert_null(nl_batch_new(g, "players=77", 1, 1, 0, 0));
    assert_null(nl_batch_new(g, "nonsense=1", 1, 1, 0, 0));
    nl_batch *b = batch_of(game_at(0), NULL, 1, 1, 0, 0);
    int32_t action;
    assert_int_equal(nl_batch_bot(b, 7, "random", 1), NL_BAD_ARGUMENT);
    assert_int_equal(nl_batch_bot(b, 0, "nobody", 1), NL_BAD_ARGUMENT);
    assert_int_equal(nl_batch_bot(b, 0, "random", 0), NL_BAD_ARGUMENT);
    assert_int_equal(nl_batch_bot(b, 0, "random", 1), NL_OK);
    assert_int_equal(nl_batch_bot(b, 1, "random", 1), NL_BAD_ARGUMENT);          /* somebody must be asked */
    nl_batch_random(b, 1, &action);
    assert_int_equal(nl_batch_step(b, &action), NL_OK);
    assert_int_equal(nl_batch_bot(b, 0, "easy", 1), NL_BAD_ARGUMENT);            /* too late */
    nl_batch_free(b);
}

/* ---- games come to their ends ------------------------------------------------------------ */

static bool add_up(const float *reward, int seats, bool team)
{
    float sum = 0;
    for (int p = 0; p < seats; p++) sum += reward[p];
    return team ? sum == (float)seats || sum == -(float)seats : sum > -1e-6f && sum < 1e-6f;
}

/* With and without bots: rewards come with the end of a game and only then; callers alone are asked. */
static int play_to_ends(const Game *g, const char *options, SeatSet bots, const char *level, int threads)
{
    nl_batch *b = batch_of(g, options, TABLES, 3, NL_OBSERVE, threads);
    int seats = nl_batch_seats(b), ends = 0;
    for (int p = 0; p < seats; p++)
        if (bots >> p & 1) assert_int_equal(nl_batch_bot(b, p, level, 1), NL_OK);
    for (int step = 0; step < 4000 && ends < 8; step++) {
        int32_t action[TABLES];
        nl_batch_random(b, 1, action);
        assert_int_equal(nl_batch_step(b, action), NL_OK);
        for (int i = 0; i < TABLES; i++) {
            const float *reward = nl_batch_reward(b) + i * seats;
            bool zero = true;
            for (int p = 0; p < seats; p++) zero &= reward[p] == 0;
            assert_true(nl_batch_done(b)[i] ? add_up(reward, seats, small_of(g)->team) : zero);
            assert_false(bots >> nl_batch_seat(b)[i] & 1);
            ends += nl_batch_done(b)[i];
        }
    }
    nl_batch_free(b);
    return ends;
}

static void games_end_and_begin_again(void **state)
{
    const Game *g;
    char options[32];
    UNUSED;
    for (int i = 0; (g = game_at(i)); i++)
        for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
            snprintf(options, sizeof options, "players=%d", seats);
            assert_true(play_to_ends(g, options, 0, NULL, 0) >= 8);
            assert_true(play_to_ends(g, options, 1, "easy", 0) >= 8);
            assert_true(play_to_ends(g, options, (SeatSet)(SEAT_BIT(seats - 1) - 1), "random", 2) >= 8);
        }
}

/* ---- what the numbers mean ------------------------------------------------------------------ */

static char page[1 << 16];

static const Fact *described(const Game *g, Arena *arena)
{
    static char text[1 << 16];
    Why w;
    nl_batch *b = batch_of(g, NULL, 1, 1, 0, 0);
    int n = nl_batch_describe(b, text, sizeof text);
    assert_true(n > 0 && (size_t)n < sizeof text);
    assert_int_equal(nl_batch_describe(b, NULL, 0), n);
    const Fact *f = json_read(text, (size_t)n, arena, &w);
    if (!f) fail_msg("%s", w.text);
    nl_batch_free(b);
    return f;
}

static int number_in(const Fact *row, const char *key)
{
    const Fact *f = fact_given(row, key);
    assert_true(f && f->kind == FACT_NUMBER);
    return f->number;
}

static const char *text_in(const Fact *row, const char *key)
{
    const Fact *f = fact_given(row, key);
    assert_true(f && f->kind == FACT_TEXT);
    return f->text;
}

/* What the members of a row stand for: "attack to armageddon", "1 to 9", or nothing. */
static void members(const Fact *row, char *out, size_t cap)
{
    const Fact *cards = fact_given(row, "cards"), *from = fact_given(row, "from"), *last;
    int n = number_in(row, "count");
    out[0] = 0;
    if (cards && cards->child) {
        for (last = cards->child; last->next; ) last = last->next;
        snprintf(out, cap, "%s to %s", cards->child->text, last->text);
    } else if (from && n > 1) {
        snprintf(out, cap, "%d to %d", from->number, from->number + n - 1);
    }
}

/* Rows follow each other without gaps, and the page has a line for each. Prints those that it lacks. */
static int check_rows(const char *section, const Fact *rows, int total)
{
    char line[512], of[64], most[16];
    int next = 0, missing = 0;
    for (const Fact *row = rows->child; row; row = row->next) {
        assert_int_equal(number_in(row, "first"), next);
        members(row, of, sizeof of);
        if (fact_given(row, "most")) snprintf(most, sizeof most, "%d | ", number_in(row, "most"));
        else most[0] = 0;
        snprintf(line, sizeof line, "| `%s` | %d | %d | %s%s | %s |\n", text_in(row, "name"), next,
                 number_in(row, "count"), most, of, text_in(row, "meaning"));
        if (!section || !strstr(section, line)) missing++, fputs(line, stderr);
        next += number_in(row, "count");
    }
    assert_int_equal(next, total);
    return missing;
}

/* A game without a coding of its own is described by the section on all such games. */
static void the_page_lists_every_row(void **state)
{
    static char memory[1 << 18];
    char title[64] = "## Any other game";
    const Game *g;
    UNUSED;
    FILE *f = fopen(NL_OBSERVATIONS, "r");
    assert_non_null(f);
    page[fread(page, 1, sizeof page - 1, f)] = 0;
    fclose(f);
    for (int i = 0; (g = game_at(i)); i++) {
        Arena arena = { memory, sizeof memory, 0 };
        const Fact *all = described(g, &arena);
        if (g->small) snprintf(title, sizeof title, "`%s`", g->id);
        const char *section = strstr(page, title);
        int missing = check_rows(section, fact_given(all, "actions"), small_of(g)->actions)
                    + check_rows(section, fact_given(all, "features"), small_of(g)->features);
        if (missing) fail_msg("docs/OBSERVATIONS.md lacks %d lines on %s", missing, g->id);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(size_and_threads_change_nothing),
        cmocka_unit_test(a_reset_begins_again),
        cmocka_unit_test(arbitrary_numbers_are_refused),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(games_end_and_begin_again),
        cmocka_unit_test(the_page_lists_every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
