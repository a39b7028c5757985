/* SPDX-License-Identifier: MIT
 * duet_partner_test.c - how the partner plays: boards of any words, clues in any language, when
 * to stop, clues for none, the last hope, a partner who thinks otherwise. */
#include "unit.h"

#include "bots/shelf.h"
#include "core/hunch.h"
#include "games/duet/mind.h"

static const Speech *speech(void) { return game_find("duet")->hunch->speech; }

/* ---- boards of any words ----------------------------------------------------------------- */

/* Words that are not among Duet's 400, the first of them no word at all; the clue is for the second. */
static const struct { const char *lang, *clue, *word[5]; } any[] = {
    { "en", "baking", { "xqzzt", "microwave", "tambourine", "archipelago", "snowboarder" } },
    { "he", "בישול", { "קשגצט", "מיקרוגל", "סקסופון", "אופנוען", "דוכן" } },
    { "zh-Hant", "加熱", { "犇羴鱻", "微波爐", "薩克斯風", "摩托車", "郵筒" } },
    { "it", "cuocere", { "xqzzt", "fornello", "sassofono", "motociclista", "bancarella" } },
};

static void test_any_words(void **state)
{
    UNUSED;
    for (size_t i = 0; i < sizeof any / sizeof any[0]; i++) {
        Board b = { .lang = any[i].lang, .n = 5 };
        uint8_t order[MAX_BOARD];
        Said said;
        memcpy(b.word, any[i].word, sizeof any[i].word);
        assert_int_equal(speech()->guess(&shelf, &b, any[i].clue, 1, order), 1);
        assert_string_equal(b.word[order[0]], any[i].word[1]);
        assert_true(speech()->clue(&shelf, &b, 1u << 1 | 1u << 2, 1u << 3, 0.5f, &said));
        assert_true(said.number >= 1 && said.targets == said.number);
        for (int k = 0; k < said.targets; k++) assert_true(said.target[k] == 1 || said.target[k] == 2);
    }
}

/* ---- clues in any of the languages ---------------------------------------------------------- */

static void test_any_language(void **state)
{
    UNUSED;
    static const char *const lang[] = { "en", "he", "zh-Hant", "it" };
    static const char *const nurse[] = { "nurse", "אחות", "護士", "infermiera" };
    static const char *const board[][4] = {
        { "cherry", "violin", "triangle", "doctor" }, { "דובדבן", "כינור", "משולש", "רופא" },
        { "櫻桃", "小提琴", "三角形", "醫生" }, { "ciliegia", "violino", "triangolo", "medico" },
    };
    for (int words = 0; words < 4; words++)
        for (int clue = 0; clue < 4; clue++) {
            Board b = { .lang = lang[words], .n = 4 };
            uint8_t order[MAX_BOARD];
            memcpy(b.word, board[words], sizeof board[words]);
            speech()->guess(&shelf, &b, nurse[clue], 1, order);
            assert_int_equal(order[0], 3);
        }
}

/* ---- at a table ------------------------------------------------------------------------------- */

/* On side 0's key cells 0 to 8 are green and 9 to 11 black; side 1's key is any that fits CND-8. */
static State table_of(const char *const words[CELLS])
{
    State s = { .seats = 2, .phase = GUESSING, .side = 0, .bystander = 8, .tokens = 9, .lang = EN };
    s.green[0] = 0x1ff;
    s.black[0] = 7u << 9;
    s.green[1] = 7u | 1u << 9 | 0x1fu << 12;
    s.black[1] = 1u << 3 | 1u << 10 | 1u << 20;
    for (int i = 0; i < CELLS; i++) {
        s.word[i] = SPELLED;
        snprintf(s.text[i], sizeof s.text[i], "%s", words[i]);
    }
    return s;
}

static const char *const words[CELLS] = {
    "doctor", "scalpel", "apple", "lion", "violin", "snow", "tent", "pirate", "needle", "clown", "desert", "zipper",
    "triangle", "fence", "stamp", "bell", "root", "cherry", "candle", "bridge", "wheel", "pencil", "castle", "glove",
    "mirror",
};

static void say_clue(State *s, const char *word, uint8_t number, uint8_t side)
{
    Clue *c = &s->clue[s->clue_n++];
    snprintf(c->word, sizeof c->word, "%s", word);
    c->number = number;
    c->side = side;
}

static Move choice(const State *s, Seat who, char word[MAX_WORD])
{
    State view;
    Move m;
    duet_observe(s, who, &view);
    assert_true(speech()->choose(&shelf, &view, who, 0.5f, &m, word));
    return m;
}

static void find(State *s, int side, int cell)
{
    s->agents |= CELL_BIT(cell);
    s->found_by[side] |= CELL_BIT(cell);
    s->guessed = 1;
}

/* The clue is for two words and two fit: the partner guesses both, and then stops. */
static void test_knows_when_to_stop(void **state)
{
    UNUSED;
    State s = table_of(words);
    char word[MAX_WORD];
    say_clue(&s, "surgery", 2, 0);
    Move first = choice(&s, 1, word);
    assert_int_equal(first.verb, V_GUESS);
    assert_in_range(first.arg[0], 0, 1);
    find(&s, 1, first.arg[0]);
    Move second = choice(&s, 1, word);
    assert_int_equal(second.verb, V_GUESS);
    assert_int_equal(second.arg[0], 1 - first.arg[0]);
    find(&s, 1, second.arg[0]);
    assert_int_equal(choice(&s, 1, word).verb, V_STOP);
}

/* What is left of an old clue is guessed when the new one is done with. */
static void test_remembers_old_clues(void **state)
{
    UNUSED;
    State s = table_of(words);
    char word[MAX_WORD];
    say_clue(&s, "surgery", 2, 0);
    find(&s, 1, 0);
    say_clue(&s, "orchestra", 1, 0);
    Move m = choice(&s, 1, word);
    assert_int_equal(m.arg[0], 4);
    find(&s, 1, 4);
    m = choice(&s, 1, word);
    assert_int_equal(m.verb, V_GUESS);
    assert_int_equal(m.arg[0], 1);
}

/* CND-31: the word that a clue for zero words points at is not guessed. */
static void test_heeds_a_zero_clue(void **state)
{
    UNUSED;
    Library library;
    Scene scene;
    Outlook before, after;
    State s = table_of(words);
    char word[MAX_WORD];
    assert_true(duet_library_open(&library, &shelf) && duet_scene_of_table(&scene, &library, &s));
    duet_outlook_of(&scene, &s, 1, &before);
    say_clue(&s, "hospital", 0, 0);
    duet_outlook_of(&scene, &s, 1, &after);
    assert_true(after.green[0] < 0.5f * before.green[0]);
    assert_true(after.black[0] > 1.5f * before.black[0]);
    assert_int_not_equal(choice(&s, 1, word).arg[0], 0);
}

/* After an own clue that points at a black word, the best next clue is one for zero words that warns of it. */
static void test_gives_a_zero_clue(void **state)
{
    UNUSED;
    State s = table_of(words);
    char word[MAX_WORD];
    uint8_t order[MAX_BOARD];
    Board b = { .lang = "en", .n = CELLS };
    memcpy(b.word, words, sizeof words);
    s.green[0] = 0x1fe | CELL_BIT(24);
    s.black[0] = CELL_BIT(0) | 3u << 10;
    s.phase = CLUING;
    assert_int_not_equal(choice(&s, 0, word).arg[0], 0);
    say_clue(&s, "hospital", 3, 0);
    Move m = choice(&s, 0, word);
    assert_int_equal(m.verb, V_CLUE);
    assert_int_equal(m.arg[0], 0);
    speech()->guess(&shelf, &b, word, 1, order);
    assert_true(s.black[0] >> order[0] & 1);
}

/* CND-28: in the last hope the partner only guesses, the word that fits the old clues best first. */
static void test_last_hope(void **state)
{
    UNUSED;
    State s = table_of(words);
    char word[MAX_WORD];
    say_clue(&s, "surgery", 2, 0);
    s.phase = HOPE;
    s.side = NO_SIDE;
    s.hoped = 1;
    s.bystander = 5;
    Move m = choice(&s, 1, word);
    assert_int_equal(m.verb, V_GUESS);
    assert_in_range(m.arg[0], 0, 1);
    find(&s, 1, 0);
    find(&s, 1, 1);
    assert_int_equal(choice(&s, 1, word).verb, V_GUESS);      /* no clue is left: it still may not stop */
}

/* CND-9: a word that fits but cannot be green on the other key is not guessed. */
static void test_goes_by_the_own_key(void **state)
{
    UNUSED;
    State s = table_of(words);
    char word[MAX_WORD];
    say_clue(&s, "hospital", 1, 0);
    s.black[1] = CELL_BIT(0) | CELL_BIT(3) | CELL_BIT(9);
    find(&s, 1, 3);                                          /* of side 1's black words only this one is green there */
    s.guessed = 0;
    assert_int_not_equal(choice(&s, 1, word).arg[0], 0);
}

/* ---- a partner who thinks otherwise ---------------------------------------------------------------- */

/* "newton" brings the apple to mind, but is nearer in meaning to a triangle. A partner who guesses the apple goes by
 * what comes to mind; one who guesses the triangle goes by meaning. */
static void test_learns_how_the_partner_thinks(void **state)
{
    UNUSED;
    Library library;
    Scene scene;
    State s = table_of(words);
    assert_true(duet_library_open(&library, &shelf) && duet_scene_of_table(&scene, &library, &s));
    float anybody = duet_literal_partner(&scene, s.clue, 0, 0, 0);
    assert_float_equal(anybody, duet_literal_people(), 1e-5);
    say_clue(&s, "newton", 1, 0);                            /* in the apple's list, but not near it */
    float by_lists = duet_literal_partner(&scene, s.clue, s.clue_n, 0, CELL_BIT(2));
    assert_true(by_lists < anybody);
    float otherwise = duet_literal_partner(&scene, s.clue, s.clue_n, 0, CELL_BIT(12));
    assert_true(otherwise > anybody);                        /* the triangle: near, but in no list */
}

/* ---- what a table is worth ---------------------------------------------------------------------- */

/* The chance to win if seat 0 stops guessing now: four of its own words are left, and it gives the next clue. */
static float chance_to_stop(const Lore *lore, const char *const left[4])
{
    const char *text[CELLS];
    Verdict v[MAX_MOVES];
    memcpy(text, words, sizeof words);
    memcpy(text, left, 4 * sizeof *left);
    State view, s = table_of(text);
    s.side = 1;
    for (int cell = 4; cell < 9; cell++) find(&s, 1, cell);
    say_clue(&s, "thread", 1, 1);
    find(&s, 0, 12);
    duet_observe(&s, 0, &view);
    int n = speech()->judge(lore, &view, 0, NULL, NULL, v, MAX_MOVES);
    for (int i = 0; i < n; i++)
        if (v[i].move.verb == V_STOP) return v[i].chance;
    fail_msg("it may not stop");
    return 0;
}

/* Four words of one kind need fewer clues than four that have nothing in common; without lore nobody can tell. */
static void test_counts_on_its_next_clue(void **state)
{
    UNUSED;
    static const char *const alike[] = { "violin", "piano", "trumpet", "drum" };
    static const char *const apart[] = { "violin", "grass", "helmet", "soup" };
    assert_true(chance_to_stop(&shelf, alike) > chance_to_stop(&shelf, apart) + 0.02f);
    assert_true(chance_to_stop(NULL, alike) == chance_to_stop(NULL, apart));
}

static int find_verb(const Verdict *v, int n, int verb)
{
    for (int i = 0; i < n; i++)
        if (v[i].move.verb == verb) return i;
    return -1;
}

/* Whether a clue is allowed is nothing that could win or lose: neither an objection nor the answer to it is judged. */
static void test_objecting_is_no_way_out(void **state)
{
    UNUSED;
    Verdict v[MAX_MOVES];
    State view, s = table_of(words);
    s.side = 1;
    say_clue(&s, "zeppelin", 9, 1);                          /* nobody could find nine words by it */
    duet_observe(&s, 0, &view);
    int n = speech()->judge(&shelf, &view, 0, &(Move){ .verb = V_OBJECT }, "", v, MAX_MOVES);
    assert_true(n > 1);
    assert_int_equal(v[0].move.verb, V_GUESS);
    assert_int_equal(find_verb(v, n, V_OBJECT), -1);
    s.phase = RULING;
    duet_observe(&s, 1, &view);
    assert_int_equal(speech()->judge(&shelf, &view, 1, &(Move){ .verb = V_CONCEDE, .seat = 1 }, "", v, MAX_MOVES), 0);
}

/* What side 0 is said to win by this clue; -1: that is not judged. */
static float chance_saying(const char *word, uint8_t number)
{
    Verdict v[MAX_MOVES];
    Move m = { .verb = V_CLUE, .arg = { number } };
    State view, s = table_of(words);
    s.phase = CLUING;
    s.side = NO_SIDE;
    duet_observe(&s, 0, &view);
    int n = speech()->judge(&shelf, &view, 0, &m, word, v, MAX_MOVES);
    for (int i = 0; i < n; i++)
        if (!strcmp(v[i].word, word) && v[i].move.arg[0] == number) return v[i].chance;
    return -1;
}

/* A clue for no word warns: of black words, the better; of those that are to be found, the worse. Side 0 has the lion
 * among its words, and "desert", "zipper" and "fence" are black. */
static void test_a_warning_is_judged_by_its_word(void **state)
{
    UNUSED;
    assert_true(chance_saying("sahara", 0) > chance_saying("tiger", 0) + 0.01f);
}

static void test_an_unknown_word_is_not_judged(void **state)
{
    UNUSED;
    assert_true(chance_saying("surgeon", 2) > 0);
    for (uint8_t number = 0; number < 3; number++) assert_true(chance_saying("zzyzxq", number) < 0);
}

/* A word that is green on both keys is found once: the guess that finds it does not make the game look worse because it
 * was meant to be in the own next clue, too. */
static void test_a_right_guess_is_no_loss(void **state)
{
    UNUSED;
    State s = table_of(words);
    s.side = 1;
    s.green[1] = 3u | 0x3fu << 12;                           /* doctor and scalpel are green for both ... */
    for (int cell = 2; cell < 5; cell++) find(&s, 1, cell);  /* ... and four more have nothing in common */
    for (int cell = 12; cell < 18; cell++) find(&s, 0, cell);
    s.guessed = 0;
    s.bystander = 4;
    say_clue(&s, "metal", 6, 1);                             /* of the six that were found before */
    say_clue(&s, "surgeon", 2, 1);
    float before = duet_chance(&shelf, &s, 0);
    find(&s, 0, 1);
    float between = duet_chance(&shelf, &s, 0);
    find(&s, 0, 0);
    assert_true(between > before - 0.02f);
    assert_true(duet_chance(&shelf, &s, 0) > between - 0.02f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_words), cmocka_unit_test(test_any_language),
        cmocka_unit_test(test_knows_when_to_stop), cmocka_unit_test(test_remembers_old_clues),
        cmocka_unit_test(test_heeds_a_zero_clue), cmocka_unit_test(test_gives_a_zero_clue),
        cmocka_unit_test(test_last_hope), cmocka_unit_test(test_goes_by_the_own_key),
        cmocka_unit_test(test_learns_how_the_partner_thinks), cmocka_unit_test(test_counts_on_its_next_clue),
        cmocka_unit_test(test_objecting_is_no_way_out), cmocka_unit_test(test_a_warning_is_judged_by_its_word),
        cmocka_unit_test(test_an_unknown_word_is_not_judged), cmocka_unit_test(test_a_right_guess_is_no_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
