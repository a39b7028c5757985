/* SPDX-License-Identifier: MIT
 * duet_words_test.c - the partner with the lore inside the program understands clues in any of the
 * languages, gives legal ones and uses its own key (CND-9); damaged lore is refused or harmless. */
#include "unit.h"

#include <stdlib.h>

#include "bots/bot.h"
#include "bots/shelf.h"
#include "core/fold.h"
#include "core/round.h"
#include "games/duet/mind.h"

static const Speech *speech(void) { return game_find("duet")->hunch->speech; }

/* ---- understanding ---------------------------------------------------------------------- */

static const char *best(const char *lang, const char *clue)
{
    static const char *const boards[][5] = {
        { "hospital", "banana", "guitar", "winter", "lion" }, { "רופא", "תפוח", "כינור", "שלג", "אריה" },
        { "醫生", "蘋果", "鋼琴", "雪人", "獅子" }, { "medico", "mela", "pianoforte", "neve", "leone" },
    };
    Board b = { .lang = lang, .n = 5 };
    uint8_t order[MAX_BOARD];
    memcpy(b.word, boards[duet_lang_named(lang)], sizeof boards[0]);
    int stop = speech()->guess(&shelf, &b, clue, 1, order);
    assert_int_equal(stop, 1);
    return b.word[order[0]];
}

static void test_understands_clues(void **state)
{
    UNUSED;
    assert_string_equal(best("en", "nurse"), "hospital");
    assert_string_equal(best("en", "Snowflakes"), "winter");          /* a plural, with a capital */
    assert_string_equal(best("he", "אחות"), "רופא");
    assert_string_equal(best("it", "infermiera"), "medico");
    assert_string_equal(best("zh-Hant", "護士"), "醫生");
}

static void test_understands_other_languages(void **state)
{
    UNUSED;
    assert_string_equal(best("en", "אחות"), "hospital");
    assert_string_equal(best("en", "ghiaccio"), "winter");
    assert_string_equal(best("he", "nurse"), "רופא");
    assert_string_equal(best("it", "護士"), "medico");
}

/* Clues as people type them: punctuation, a possessive, an article, a slip; and two slips in a long word. */
static void test_understands_typed_clues(void **state)
{
    static const struct { const char *lang, *clue, *means; } typed[] = {
        { "en", "nurse.", "hospital" }, { "en", "\"Nurse!\"", "hospital" }, { "en", "nurse's", "hospital" },
        { "en", "surgeon’s", "hospital" }, { "en", "ambulence", "hospital" }, { "en", "docter", "hospital" },
        { "en", "snowlfake", "winter" }, { "en", "musicain", "guitar" }, { "en", "musicains", "guitar" },
        { "en", "feezing", "winter" }, { "en", "ambullence", "hospital" }, { "he", "אחוט", "רופא" },
        { "he", "מרפעה", "רופא" }, { "he", "\"אחות\"", "רופא" }, { "it", "infirmiera", "medico" },
        { "it", "dell'ospedale", "medico" }, { "it", "giaccio", "neve" }, { "zh-Hant", "護土", "醫生" },
        { "zh-Hant", "「護士」。", "醫生" }, { "zh-Hant", "草原。", "獅子" },
    };
    UNUSED;
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        assert_string_equal(best(typed[i].lang, typed[i].clue), typed[i].means);
}

/* A word that is known is never taken for another, whatever is on the board. */
static void test_known_words_are_no_slips(void **state)
{
    UNUSED;
    Library l;
    Scene s;
    Board b = { .lang = "en", .n = 2, .word = { "sailor", "hospital" } };
    assert_true(duet_library_open(&l, &shelf) && duet_scene_of_words(&s, &l, &b));
    const Book *en = &l.book[EN];
    assert_int_equal(duet_notion_of(&s, "bat").word, duet_book_find(en, "bat"));
    assert_int_equal(duet_notion_of(&s, "board").word, duet_book_find(en, "board"));
    assert_int_equal(duet_notion_of(&s, "villian").word, duet_book_find(en, "villain"));
    assert_int_equal(duet_notion_of(&s, "sandwhich").word, duet_book_find(en, "sandwich"));
    assert_int_equal(duet_notion_of(&s, "qqqqqq").word, NOWHERE);
    assert_int_equal(duet_notion_of(&s, ".").word, NOWHERE);
    assert_int_equal(duet_notion_of(&s, "'").word, NOWHERE);
}

static void test_no_lore_no_opinion(void **state)
{
    UNUSED;
    Board b = { .lang = "en", .n = 2, .word = { "hospital", "banana" } };
    Board strange = { .lang = "fr", .n = 2, .word = { "a", "b" } };
    uint8_t order[MAX_BOARD];
    assert_int_equal(speech()->guess(&(Lore){ 0 }, &b, "nurse", 1, order), -1);
    assert_int_equal(speech()->guess(&shelf, &strange, "nurse", 1, order), -1);
}

static void test_glosses(void **state)
{
    UNUSED;
    char out[200];
    assert_true(speech()->gloss(&shelf, "רופא", "he", "it", out, sizeof out));
    assert_string_equal(out, "medico");                               /* one of the 400 */
    assert_true(speech()->gloss(&shelf, "אחות", "he", "en", out, sizeof out));
    assert_non_null(strstr(out, "nurse"));                            /* a word for clues */
    assert_true(speech()->gloss(&shelf, "infermiere", "it", "he", out, sizeof out));
    assert_string_equal(out, "אחות");                                 /* by way of English */
    assert_false(speech()->gloss(&shelf, "xyzzy", "he", "en", out, sizeof out));
}

/* The everyday word, not another that also has to do with it; and no meaning of the English word that lies between. */
static void test_glosses_are_everyday_words(void **state)
{
    static const struct { const char *from, *word, *to, *gloss; } row[] = {
        { "en", "music", "it", "musica" }, { "en", "sea", "zh-Hant", "海" }, { "en", "fruit", "zh-Hant", "水果" },
        { "en", "school", "he", "בית ספר" }, { "en", "water", "it", "acqua" }, { "en", "march", "he", "מצעד" },
        { "he", "כוח", "zh-Hant", "力量" }, { "it", "testamento", "he", "צוואה" }, { "he", "מגרש", "it", "campo" },
        { "zh-Hant", "電影", "it", "film" }, { "zh-Hant", "海平面", "en", "sea level" },
    };
    char out[200];
    UNUSED;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        assert_true(speech()->gloss(&shelf, row[i].word, row[i].from, row[i].to, out, sizeof out));
        assert_string_equal(out, row[i].gloss);
    }
    assert_false(speech()->gloss(&shelf, "pallanuoto", "it", "he", out, sizeof out));    /* better none than a lie */
}

/* ---- damaged lore ---------------------------------------------------------------------------- */

/* Lore with any number in its head or lists changed, or cut off at any byte, is refused or harmless. */
static void test_damaged_lore(void **state)
{
    UNUSED;
    Library l;
    Dice d;
    const Volume *v = &shelf.at[1];
    uint8_t *copy = malloc(v->size);
    memcpy(copy, v->bytes, v->size);
    dice_fast(&d, 1);
    assert_true(duet_library_open(&l, &(Lore){ 1, { { copy, v->size } } }));
    assert_false(duet_library_open(&l, &(Lore){ 1, { { copy, v->size - 4 } } }));
    assert_false(duet_library_open(&l, &(Lore){ 1, { { copy + 1, v->size - 4 } } }));
    size_t vectors = (size_t)DIMS * ((const uint32_t *)v->bytes)[3];
    Board b = { .lang = "he", .n = 3, .word = { "רופא", "תפוח", "כינור" } };
    for (int i = 0; i < 64; i++) {
        size_t at = i < 40 ? (size_t)i : 4 * (size_t)dice_below(&d, (uint32_t)((v->size - vectors) / 4));
        uint8_t order[MAX_BOARD];
        Said said;
        copy[at] ^= (uint8_t)(1 + dice_below(&d, 255));
        speech()->guess(&(Lore){ 1, { { copy, v->size } } }, &b, "אחות", 1, order);
        if (i % 4 == 3) speech()->clue(&(Lore){ 1, { { copy, v->size } } }, &b, 1, 2, 0.5f, &said);
        copy[at] = ((const uint8_t *)v->bytes)[at];
    }
    free(copy);
}

/* ---- at a table -------------------------------------------------------------------------------- */

static Round dealt;

/* The i-th of the languages that the partner speaks, starting over after the last. */
static int spoken(int i)
{
    Library l;
    int lang = 0;
    assert_true(duet_library_open(&l, &shelf));
    for (i %= __builtin_popcount(l.there); i || !duet_library_has(&l, lang); lang++) i -= duet_library_has(&l, lang);
    return lang;
}

static void deal(int lang, uint8_t seed)
{
    const Game *g = game_find("duet");
    uint8_t secret[ENTROPY] = { seed };
    Options o;
    options_default(g, 2, &o);
    o.value[OPT_LANG] = (uint8_t)lang;
    assert_int_equal(round_start(&dealt, g, &o, secret), E_OK);
    round_settle(&dealt);
}

static State *at_table(void) { return (State *)(void *)dealt.table.state; }

/* No clue is refused, warned about, or a form of a visible word; in Chinese none shares a character
 * with one. The words meant are green, and as many as the clue's number. */
static void test_clues_are_legal(void **state)
{
    UNUSED;
    for (int i = 0; i < 8; i++) {
        Events ev = { 0 };
        State view;
        Move m;
        char word[MAX_WORD];
        uint8_t meant[MAX_BOARD];
        deal(spoken(i), (uint8_t)i);
        duet_observe(at_table(), 0, &view);
        assert_true(speech()->choose(&shelf, &view, 0, 0.5f, &m, word));
        assert_int_equal(table_move(&dealt.table, &m, word, &ev), E_OK);
        assert_int_equal(ev.n, 1);                                    /* the clue, and no warning */
        duet_observe(at_table(), 0, &view);
        int n = speech()->meant(&shelf, &view, 0, meant, MAX_BOARD);
        assert_int_equal(n, m.arg[0]);
        for (int k = 0; k < n; k++) assert_true(view.green[0] >> meant[k] & 1);
        assert_int_equal(speech()->meant(&shelf, &view, 1, meant, MAX_BOARD), 0);   /* not its clue */
    }
}

/* The first guess is the word that the clue is for. */
static void test_guesses_what_was_meant(void **state)
{
    UNUSED;
    State view;
    Move m;
    char word[MAX_WORD];
    deal(EN, 3);
    State *s = at_table();
    const uint16_t doctor = 0;
    s->word[7] = doctor;
    for (int i = 0; i < CELLS; i++)
        if (i != 7 && s->word[i] < 40) s->word[i] = (uint16_t)(300 + i);
    Move clue = { .verb = V_CLUE, .seat = 0, .arg = { 1 } };
    assert_int_equal(table_move(&dealt.table, &clue, "stethoscope", NULL), E_OK);
    duet_observe(s, 1, &view);
    assert_true(speech()->choose(&shelf, &view, 1, 0.5f, &m, word));
    assert_int_equal(m.verb, V_GUESS);
    assert_int_equal(m.arg[0], 7);
}

/* CND-9: exactly one of my black words is green on the other key; once it is found, the other two are never guessed. */
static void test_own_black_words(void **state)
{
    UNUSED;
    Chances c;
    int cell;
    deal(EN, 5);
    State *s = at_table();
    EACH_CELL(cell, s->black[1]) {
        duet_chances_of(s, 1, &c);
        assert_true(c.green[cell] > 0.3f && c.black[cell] > 0.3f);
    }
    Cells found = s->black[1] & s->green[0];
    s->agents |= found;
    s->found_by[1] |= found;
    duet_chances_of(s, 1, &c);
    EACH_CELL(cell, s->black[1] & ~found) {
        assert_true(c.green[cell] == 0);
        assert_true(c.black[cell] > 0.4f);
    }
}

/* Which words belong to the kind that a clue names. */
static void test_kinds_have_members(void **state)
{
    static const char *const kind[] = { "animal", "חיה", "動物", "animale" };
    static const char *const board[][4] = {
        { "dog", "pillow", "wolf", "guitar" }, { "כלב", "כרית", "זאב", "גיטרה" },
        { "狗", "枕頭", "狼", "吉他" }, { "cane", "cuscino", "lupo", "chitarra" },
    };
    enum { DOG = 1, WOLF = 4 };
    UNUSED;
    for (int i = 0; i < 4; i++) {
        Library l;
        Scene s;
        Board b = { .lang = (const char *[]){ "en", "he", "zh-Hant", "it" }[i], .n = 4 };
        memcpy(b.word, board[i], sizeof board[i]);
        assert_true(duet_library_open(&l, &shelf) && duet_scene_of_words(&s, &l, &b));
        Notion clue = duet_notion_of(&s, kind[i]);
        assert_int_equal(duet_scene_kind(&s, &clue), DOG | WOLF);
    }
}

/* Here kitchen and salt would do for "cibo" (food), but popcorn and lemon are on the board and tan. */
static void test_no_kind_with_other_members(void **state)
{
    static const char *const words[] = {
        "neve", "sogno", "spazzatura", "cucina", "sale", "jazz", "coda", "ragno", "tatuaggio", "statua", "tesoro",
        "amore", "diavolo", "giraffa", "osso", "popcorn", "armadio", "bacio", "limone", "parrucca", "prigione", "ladro",
        "cavaliere", "palloncino", "barzelletta",
    };
    const uint32_t green = (1 << 9) - 1, black = 7 << 9;
    Board b = { .lang = "it", .n = sizeof words / sizeof *words };
    Library l;
    Scene s;
    Said said;
    UNUSED;
    memcpy(b.word, words, sizeof words);
    assert_true(duet_library_open(&l, &shelf) && duet_scene_of_words(&s, &l, &b));
    assert_true(speech()->clue(&shelf, &b, green, black, 0.5f, &said));
    Notion clue = duet_notion_of(&s, said.word);
    Cells members = duet_scene_kind(&s, &clue);
    assert_int_equal(members & ~green, 0);
    assert_true(__builtin_popcount(members) <= said.number);
}

/* Two partners with the same lore win nearly always; if they do not, something is broken. */
static void test_plays_a_game(void **state)
{
    UNUSED;
    const Game *g = game_find("duet");
    int won = 0;
    for (int i = 0; i < 3; i++) {
        deal(spoken(i), (uint8_t)(100 + i));
        for (SeatSet asked; (asked = g->to_act(dealt.table.state)); ) {
            State view;
            Move m;
            char word[MAX_WORD];
            Seat who = (Seat)__builtin_ctz(asked);
            g->observe(dealt.table.state, who, &view);
            assert_true(speech()->choose(&shelf, &view, who, 0.5f, &m, word));
            assert_int_equal(table_move(&dealt.table, &m, word, NULL), E_OK);
        }
        won += at_table()->won;
    }
    assert_true(won >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_understands_clues), cmocka_unit_test(test_understands_other_languages),
        cmocka_unit_test(test_understands_typed_clues), cmocka_unit_test(test_known_words_are_no_slips),
        cmocka_unit_test(test_no_lore_no_opinion), cmocka_unit_test(test_glosses),
        cmocka_unit_test(test_glosses_are_everyday_words), cmocka_unit_test(test_damaged_lore),
        cmocka_unit_test(test_clues_are_legal), cmocka_unit_test(test_guesses_what_was_meant),
        cmocka_unit_test(test_own_black_words), cmocka_unit_test(test_kinds_have_members),
        cmocka_unit_test(test_no_kind_with_other_members),
        cmocka_unit_test(test_plays_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
