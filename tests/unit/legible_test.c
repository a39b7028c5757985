/* SPDX-License-Identifier: MIT
 *
 * legible_test.c - what people may be called and say: by hand, for every code point by
 * Unicode's own files, and for every emoji that Unicode lists. The files are those of Debian's
 * package unicode-data, read here without the generator's help.
 *
 * If they are of another version than the table, code points that only they know may be
 * refused; these are counted and printed. */
#include "unit.h"

#include <stdbool.h>
#include <stdlib.h>

#include "core/game.h"
#include "core/legible.h"
#include "core/log.h"
#include "core/utf8.h"

#define UCD "/usr/share/unicode/"

static size_t points(const char *text) { return legible_points(text, strlen(text)); }

/* ---- by hand --------------------------------------------------------------- */

static const char *const names[] = {
    /* English, Italian and their neighbours, Hebrew, Chinese. */
    "Dana", "x", "7", "Noa B.", "O'Brien", "O’Brien", "Anne-Marie", "J. R. R.", "a_b", "¿Qué?", "R2-D2 & C-3PO", "<b>",
    "C++",
    "Niccolò", "Nicolo\u0300", "Sarà", "Dell’Acqua", "José", "Łukasz", "Zoë", "Ðiệp", "Đie\u0323\u0302p", "Þór",
    "Straße",
    "נועה", "דָּנָה", "שָׁלוֹם", "בְּרֵאשִׁ֖ית", "שָּׁ֖", "בן־גוריון", "ג׳ורג׳", "צה״ל", "עז ו-Dana", "יוּבָל 7",
    "王小明", "陳　大文", "李·四", "諸葛亮", "達·文西", "〇", "𠮷田",
    /* Other scripts: marks that take room, Hangul, vowels above and below. */
    "김민수", "\u1112\u1161\u11ab", "さくら", "ｶﾞ", "علي", "مُحَمَّد", "Ольга", "Αλέξης", "अनिल कुमार", "สมชาย", "ကျော်",
    "မျှော်", "ශ\u0dca\u0dbbී",
    /* Emoji: plain, with a tone, with a variation selector, joined, flags, keycaps. */
    "😀", "Dana 😺", "👍🏽", "❤\ufe0f", "❤", "☺\ufe0e", "👨\u200d👩\u200d👧\u200d👦", "👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈",
    "🏴\u200d☠\ufe0f", "❤\ufe0f\u200d🔥", "🧑🏻\u200d🦰", "🇮🇱🇮🇹", "1\ufe0f\u20e3", "#\ufe0f\u20e3", "5\u20e3", "🐈\u200d⬛",
    "©\ufe0f", "🏽", "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f Gareth",
};

/* Reserved for emoji but not assigned in 2022: newer phones have them. */
static const char *const future[] = { "\U0001fae9", "\U0001fadc" };

static const char *const attacks[] = {
    /* Nothing to be seen. */
    "", " ", "   ", "\u00a0", "\u3000", "\u2007\u200a", "\u3164", "\uffa0", "\u115f", "\u1160", "\u115f\u1160",
    "\u2060", "\u00ad", "\u2800", "\u2800 \u2800", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\ufeff", "\u180e",
    "\u034f", "\u17b4", "\u17b5", "\u2061", "\u2064", "\u206a", "\ufe0f", "\ufe00", "\U000e0100", "\U000e0041",
    "\U000e0001", "\U0001d159", "\U0001d173", "\ufffc", "\U00013441", "\u061c", "\u0301", "\u05b0", "\u20e3", "\u20dd",
    "\u0903", " \u0301", "\u2800\u0301",
    /* Something to be seen, and something hidden in it. */
    "Da\u200bna", "Dana\u200b", "\u200fדנה", "Da\u00adna", "Da\u2060na", "Da\u3164na", "Dana\uffa0", "\ufeff" "Dana",
    "a\u034f\u0301", "Da\u200dna", "Da\u200cna", "דנה\u200d", "a\ufe0f", "葛\U000e0100", "\u1820\u180b", "D\U000e0061na",
    "Dana\U000e007f", "a\u2062b", "a\u2065b", "a\ufff0b",
    /* Direction. */
    "\u202e" "anaD", "Dana\u202e", "a\u202ab", "a\u202bb", "a\u202cb", "a\u202db", "a\u2066b", "a\u2067b", "a\u2068b",
    "a\u2069b", "a\u200eb", "a\u061cb",
    /* Lines, controls, private and unassigned code points, bytes that are not UTF-8. */
    "a\nb", "a\tb", "a\rb", "a\x1b[2J", "\x7f", "a\xc2\x85" "b", "a\u2028b", "a\u2029b", "\ue000", "\U000f0000",
    "\ufffe", "\uffff", "\ufdd0", "\u0378", "\U0010ffff", "\xff", "a\xc3", "\xed\xa0\x80", "\xc0\xa0",
    "\xf4\x90\x80\x80", "a\ufff9b\ufffac\ufffb",
    /* Marks upon marks. */
    "a\u0301\u0302\u0303\u0304\u0305", "Z\u0351\u036b\u0343\u0363\u0310\u0332", "שָּׁ֖\u05c4",
    /* The parts of emoji where they make no emoji. */
    "👨\u200d", "\u200d👩", "👨\u200da", "a\u200d👩", "👨\u200d\u200d👩", "👨\u200d 👩", "👨 \u200d👩", "❤\ufe0f\ufe0f",
    "❤\ufe0e\ufe0f", "👍🏽\ufe0f", "🏽\u200d🚀", "1\ufe0f", "1\ufe0f2", "1\ufe0f\u0301", "1\ufe0e\u20e3", "1\u200d😀",
    "🇮\u200d🇱", "🇮\ufe0f", "a\U0001f3f4\U000e0067\U000e0062",
    "\U0001f3f4\U000e0075\U000e0073\U000e0074\U000e0078\U000e007f", "\U0001f3f4\U000e007f",
    "😀\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
};

static void test_names(void **state)
{
    UNUSED;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!legible_name(names[i])) fail_msg("refused: \"%s\"", names[i]);
    for (size_t i = 0; i < sizeof future / sizeof *future; i++) assert_true(legible_name(future[i]));
}

/* Each attack is refused, and so is a NUL within the text. */
static void test_attacks(void **state)
{
    UNUSED;
    for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++)
        if (points(attacks[i])) fail_msg("accepted: attack %zu, \"%s\"", i, attacks[i]);
    assert_int_equal(legible_points("a\0b", 3), 0);
}

static void test_length(void **state)
{
    UNUSED;
    assert_int_equal(points("Dana"), 4);
    assert_int_equal(points("👨\u200d👩\u200d👧"), 5);
    assert_int_equal(points("\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"), 7);
    assert_true(legible_name("abcdefghijklmnopqrstuvwx") && !legible_name("abcdefghijklmnopqrstuvwxy"));
    assert_true(legible_name("王王王王王王王王王王王王王王王王王王王王王王王王"));
    assert_int_equal(legible_points("Dana\u202e", 4), 4);           /* reads no further than n bytes */
}

/* ---- moves ----------------------------------------------------------------- */

static Err said(const char *word, Err read(const Game *, int, Seat, const char *, Move *, char [MAX_WORD]))
{
    char text[MAX_LINE], heard[MAX_WORD];
    Move m;
    snprintf(text, sizeof text, "clue %s 2", word);
    Err e = read(game_find("duet"), 2, 0, text, &m, heard);
    assert_true(e || !strcmp(heard, word));
    return e;
}

/* A log with this word can be read. */
static bool recorded(const char *word)
{
    char line[MAX_LINE];
    LogRecord r;
    Why w;
    snprintf(line, sizeof line, "7 0 clue %s 2", word);
    return log_read(game_find("duet"), 2, line, &r, &w) && !strcmp(r.word, word);
}

static void test_clues(void **state)
{
    UNUSED;
    static const char *const fine[] = { "milk", "קפה", "מֶלֶך", "בית־חולים", "貓", "città", "New_York", "7", "😀", "-" };
    static const char *const odd[] = { "mi\u202elk", "\u202ekl\u202c", "milk\u200b", "\u2066milk\u2069", "\u200b",
                                       "\u2060", "\u00ad", "\u3164", "\u2800", "\ue000" };
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) assert_int_equal(said(fine[i], move_hear), E_OK);
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        assert_int_equal(said(odd[i], move_hear), E_BAD_MOVE);
        assert_int_equal(said(odd[i], move_parse), E_OK);
        assert_true(recorded(odd[i]));
    }
    assert_int_equal(said("two words", move_hear), E_BAD_MOVE);
}

/* Words that bots say must pass move_hear like those of people. */
static void test_word_table(void **state)
{
    UNUSED;
    static const char *const word[] = {
#define CONCEPT(...) __VA_ARGS__,
#include "words_table.inc"
#undef CONCEPT
    };
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) assert_true(points(word[i]));
}

/* ---- Unicode's own files ------------------------------------------------------- */

enum { POINTS = 0x110000 };
static struct { char category[3]; bool ignorable, picture; } known[POINTS];

static FILE *open_file(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, UCD "%s", name);
    FILE *f = fopen(path, "r");
    if (!f) fail_msg("%s is missing: install the package unicode-data", path);
    return f;
}

/* "0061;LATIN SMALL LETTER A;Ll;..."; a large block is a line for its first and one for its last. */
static void read_categories(void)
{
    FILE *f = open_file("UnicodeData.txt");
    char line[512], name[128], category[3];
    unsigned first = 0, point;
    for (unsigned p = 0; p < POINTS; p++) strcpy(known[p].category, "Cn");
    while (fgets(line, sizeof line, f)) {
        assert_int_equal(sscanf(line, "%x;%127[^;];%2s", &point, name, category), 3);
        if (!strstr(name, ", Last>")) first = point;
        for (unsigned p = first; p <= point && p < POINTS; p++) memcpy(known[p].category, category, sizeof category);
    }
    fclose(f);
}

/* "00AD          ; Default_Ignorable_Code_Point # Cf       SOFT HYPHEN", "180B..180D    ; ..." */
static void read_property(const char *file, const char *property, void set(unsigned))
{
    FILE *f = open_file(file);
    char line[1024], name[64];
    unsigned first, last;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "%x..%x ; %63[A-Za-z_]", &first, &last, name) != 3) {
            if (sscanf(line, "%x ; %63[A-Za-z_]", &first, name) != 2) continue;
            last = first;
        }
        if (!strcmp(name, property))
            for (unsigned p = first; p <= last && p < POINTS; p++) set(p);
    }
    fclose(f);
}

static void set_ignorable(unsigned p) { known[p].ignorable = true; }
static void set_picture(unsigned p) { known[p].picture = true; }

static bool same_version(void)
{
    FILE *f = open_file("DerivedCoreProperties.txt");
    char line[128] = "", want[64];
    assert_non_null(fgets(line, sizeof line, f));
    fclose(f);
    snprintf(want, sizeof want, "-%s.txt", legible_unicode);
    print_message("table: Unicode %s, files: %s", legible_unicode, line);
    return strstr(line, want);
}

/* Blank, although Unicode calls them letters or symbols. */
static bool shows_nothing(unsigned p)
{
    return p == 0x2800 || p == 0x1d159 || p == 0x13441 || p == 0x13442 || p == 0xfffc;
}

static bool may_stand(unsigned p)
{
    const char *c = known[p].category;
    if (known[p].ignorable) return false;
    return known[p].picture || !(*c == 'C' || !strcmp(c, "Zl") || !strcmp(c, "Zp"));
}

static bool is_seen(unsigned p) { return may_stand(p) && !strchr("ZM", *known[p].category) && !shows_nothing(p); }

static void test_every_code_point(void **state)
{
    UNUSED;
    int seen = 0, newer = 0;
    read_categories();
    read_property("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point", set_ignorable);
    read_property("emoji/emoji-data.txt", "Extended_Pictographic", set_picture);
    assert_true(known[0xad].ignorable && known[0x3164].ignorable && known[0x1f600].picture);
    assert_string_equal(known[0x4e01].category, "Lo");
    bool same = same_version();
    for (unsigned p = 1; p < POINTS; p++) {
        char alone[8] = { 0 }, within[16];
        if (p >= 0xd800 && p < 0xe000) continue;                     /* surrogates are not UTF-8 */
        utf8_put(p, alone);
        snprintf(within, sizeof within, "a%sb", alone);
        bool good = !!points(alone) == is_seen(p) && !!points(within) == may_stand(p);
        seen += points(alone) > 0;
        if (good) continue;
        if (!same && !points(alone) && !points(within)) newer++;
        else fail_msg("U+%04X (%s) is judged otherwise than by Unicode's files", p, known[p].category);
    }
    print_message("%d code points can be seen, %d are newer than the table\n", seen, newer);
    assert_true(seen > 140000);
}

/* "1F469 200D 1F680 ; fully-qualified # ..." */
static void test_every_emoji(void **state)
{
    UNUSED;
    FILE *f = open_file("emoji/emoji-test.txt");
    char line[512];
    int n = 0;
    while (fgets(line, sizeof line, f)) {
        char text[64] = "", *p = line, *end;
        if (!strchr(line, ';') || *line == '#') continue;
        for (unsigned long point; (point = strtoul(p, &end, 16)) && end != p; p = end)
            utf8_put((uint32_t)point, text + strlen(text));
        if (!legible_name(text)) fail_msg("an emoji is refused: %s", line);
        n++;
    }
    fclose(f);
    print_message("%d emoji\n", n);
    assert_true(n > 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),            cmocka_unit_test(test_attacks),    cmocka_unit_test(test_length),
        cmocka_unit_test(test_clues), cmocka_unit_test(test_word_table), cmocka_unit_test(test_every_code_point),
        cmocka_unit_test(test_every_emoji),
    };
    return cmocka_run_group_tests_name("legible", tests, NULL, NULL);
}
