/* SPDX-License-Identifier: MIT
 *
 * fold_test.c - when two words are the same word: by hand in our four languages, by the
 * word table, and for every assigned code point by comparison with utf8proc.
 *
 * The last two know different versions of Unicode as a rule (Python's against utf8proc's).
 * A code point that only utf8proc knows is left alone by fold.c; these are counted and
 * printed, and there must be none when the versions agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <utf8proc.h>

#include "core/fold.h"
#include "core/utf8.h"

/* ---- by hand --------------------------------------------------------------- */

static const struct { const char *word, *folded; } by_hand[] = {
    /* English: case, hyphens, widths, ligatures, invisible characters. */
    { "", "" }, { "cow", "cow" }, { "Cow", "cow" }, { "COW", "cow" }, { "ｃｏｗ", "cow" }, { "ＣＯＷ", "cow" },
    { "ice-cream", "icecream" }, { "ice_cream", "icecream" }, { "ice cream", "icecream" }, { "c-o-w", "cow" },
    { "ice\u2010cream", "icecream" }, { "ice\u2011cream", "icecream" }, { "ice\u2013cream", "icecream" },
    { "ice\u00adcream", "icecream" }, { "ice\u00a0cream", "icecream" }, { "ice\u3000cream", "icecream" },
    { "ice\uff3fcream", "icecream" }, { "c\u200bo\u200dw\ufeff", "cow" }, { "ﬁre", "fire" }, { "Ⅷ", "viii" },
    { "don’t", "don't" }, { "don't", "don't" }, { "x²", "x2" }, { "𝒞ℴ𝓌", "cow" }, { "①", "1" }, { "7", "7" },
    { "---", "" }, { "_", "" }, { "\u0301", "" }, { "\u200f", "" }, { "a\ufe0f", "a" },
    /* Italian: accents composed, decomposed, left out, added. */
    { "città", "citta" }, { "citta\u0300", "citta" }, { "CITTÀ", "citta" }, { "perché", "perche" },
    { "perchè", "perche" }, { "l’uovo", "l'uovo" }, { "più", "piu" },
    /* Hebrew: niqqud, presentation forms, final letters, maqaf, geresh, marks of direction. */
    { "עֵז", "עז" }, { "פָּרָה", "פרה" }, { "שׁק", "שק" }, { "\ufb2aק", "שק" }, { "דיונון", "דיונונ" },
    { "מלך", "מלכ" }, { "לחם", "לחמ" }, { "לבן", "לבנ" }, { "כסף", "כספ" }, { "עץ", "עצ" }, { "שלוםית", "שלומית" },
    { "בית־חולים", "ביתחולימ" }, { "בית-חולים", "ביתחולימ" }, { "ג׳ירפה", "ג'ירפה" }, { "צה״ל", "צה\"ל" },
    { "\u200fעז\u200f", "עז" }, { "ﬡ", "א" },
    /* Chinese: compatibility forms fold, traditional and simplified stay apart. */
    { "貓", "貓" }, { "猫", "猫" }, { "醫生", "醫生" }, { "医生", "医生" }, { "\uf9d0", "類" }, { "達·文西", "達文西" },
    { "㈱", "(株)" }, { "Ａ片", "a片" },
    /* Others: full case folding, sigma, Turkish, Hangul as letters, half-width kana. */
    { "Straße", "strasse" }, { "ΣΊΣΥΦΟΣ", "σισυφοσ" }, { "σίσυφος", "σισυφοσ" }, { "İ", "i" }, { "ı", "ı" },
    { "\u1fb3", "αι" }, { "한", "\u1112\u1161\u11ab" }, { "\u1112\u1161\u11ab", "\u1112\u1161\u11ab" },
    { "가", "\u1100\u1161" }, { "ｶﾞ", "カ" }, { "ガ", "カ" },
    /* Not UTF-8: kept as it is. */
    { "\xff" "A", "\xff" "a" }, { "\xe2\x82", "\xe2\x82" },
};

static void test_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
        char got[256], again[256];
        size_t n = fold_word(by_hand[i].word, got, sizeof got);
        assert_string_equal(got, by_hand[i].folded);
        assert_int_equal(n, strlen(got));
        fold_word(got, again, sizeof again);
        assert_string_equal(again, got);
        assert_true(fold_hash(by_hand[i].word) == fold_hash(by_hand[i].folded));
        assert_true((fold_hash(got) == FOLD_NOTHING) == !*got);
        assert_true(fold_hash_folded(got) == fold_hash(by_hand[i].word));
    }
}

/* FNV-1a as published, and a buffer that is too small. */
static void test_edges(void **state)
{
    (void)state;
    char small[4] = "###";
    assert_true(fold_hash("a") == 0xaf63dc4c8601ec8c);
    assert_true(fold_hash("FOO-BAR") == 0x85944171f73967e8);
    assert_int_equal(fold_word("Abcdef", small, sizeof small), 6);
    assert_string_equal(small, "abc");
    assert_int_equal(fold_word("abé", small, 0), 3);
    assert_int_equal(fold_word("ab貓", small, sizeof small), 5);
    assert_string_equal(small, "ab");
}

/* ---- the word table ---------------------------------------------------------- */

static const char *const listed[] = {
#define CONCEPT(...) __VA_ARGS__,
#include "words_table.inc"
#undef CONCEPT
};
static const uint64_t listed_hash[] = {
#define HASHES(...) __VA_ARGS__,
#include "words_table.inc"
#undef HASHES
};

static void test_word_table(void **state)
{
    (void)state;
    size_t n = sizeof listed / sizeof *listed;
    assert_int_equal(n % 400, 0);
    assert_int_equal(sizeof listed_hash / sizeof *listed_hash, n);
    for (size_t i = 0; i < n; i++) assert_true(fold_hash(listed[i]) == listed_hash[i]);
}

/* ---- every code point ---------------------------------------------------------- */

/* Removed besides marks and what utf8proc ignores. */
static bool removed(utf8proc_int32_t c)
{
    return strstr("Cf Zs Zl Zp Pd Pc", utf8proc_category_string(c))
        || c == 0xb7 || c == 0x2027 || c == 0x2043 || c == 0x2212 || c == 0x30fb;
}

static utf8proc_int32_t same_as(utf8proc_int32_t c)
{
    switch (c) {
    case 0x5da: case 0x5dd: case 0x5df: case 0x5e3: case 0x5e5:                 return c + 1;    /* final letters */
    case 0x2018: case 0x2019: case 0x201b: case 0x2bc: case 0x5f3:              return '\'';
    case 0x201c: case 0x201d: case 0x201f: case 0x5f4:                          return '"';
    default:                                                                    return c;
    }
}

static void fold_by_utf8proc(const char *word, char *out)
{
    utf8proc_uint8_t *mapped = NULL;
    utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)word, 0, &mapped,
        UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD
        | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
    assert_true(n >= 0);
    for (utf8proc_ssize_t i = 0, took; i < n; i += took) {
        utf8proc_int32_t c;
        took = utf8proc_iterate(mapped + i, n - i, &c);
        if (!removed(c)) out += utf8_put((uint32_t)same_as(c), out);
    }
    *out = 0;
    free(mapped);
}

/* The Greek iota below the line is a mark that folds to a letter. utf8proc strips it when it
 * stands alone but keeps the letter in U+1FB3; we keep it in both, so that they stay equal. */
static bool is_iota_below(uint32_t p) { return p == 0x345 || p == 0x37a; }

static void test_every_code_point(void **state)
{
    (void)state;
    bool same_version = !strcmp(fold_unicode, utf8proc_unicode_version());
    int newer = 0;
    for (uint32_t p = 0x20; p < 0x110000; p++) {
        char word[8] = { 0 }, got[128], want[128];
        if ((p >= 0xd800 && p < 0xe000) || utf8proc_category((utf8proc_int32_t)p) == UTF8PROC_CATEGORY_CN) continue;
        utf8_put(p, word);
        size_t n = fold_word(word, got, sizeof got);
        assert_true(n < sizeof got && n <= FOLD_GROWTH * strlen(word));
        fold_by_utf8proc(word, want);
        if (!strcmp(got, want) || is_iota_below(p)) continue;
        if (!same_version && !strcmp(got, word)) newer++;
        else fail_msg("U+%04X folds to \"%s\", by utf8proc to \"%s\"", (unsigned)p, got, want);
    }
    print_message("table: Unicode %s, utf8proc: %s, code points only the latter folds: %d\n", fold_unicode,
                  utf8proc_unicode_version(), newer);
    assert_true(newer < 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_word_table),
        cmocka_unit_test(test_every_code_point),
    };
    return cmocka_run_group_tests_name("fold", tests, NULL, NULL);
}
