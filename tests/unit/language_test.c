/* SPDX-License-Identifier: MIT
 * language_test.c - which language each tag of a browser or an environment gets. */
#include "unit.h"

#include "core/language.h"

static const char *wanted(const char *tag)
{
    int lang = language_wanted(tag, strlen(tag));
    return lang < 0 ? "-" : language[lang].code;
}

static void test_tags(void **state)
{
    UNUSED;
    assert_string_equal(wanted("en"), "en");
    assert_string_equal(wanted("en-US"), "en");
    assert_string_equal(wanted("he_IL.UTF-8"), "he");
    assert_string_equal(wanted("iw"), "he");                          /* its old code, which Java still uses */
    assert_string_equal(wanted("ZH-tw"), "zh-Hant");
    assert_string_equal(wanted("it@euro"), "it");
    assert_string_equal(wanted("ita"), "-");
    assert_string_equal(wanted("i"), "-");
    assert_string_equal(wanted("C.UTF-8"), "-");
    assert_string_equal(wanted(""), "-");
    assert_int_equal(language_wanted("it, en", 2), language_named("it"));
}

static void test_list(void **state)
{
    UNUSED;
    assert_string_equal(language[0].code, "en");                      /* the fallback for all other tags */
    assert_int_equal(language_named("tlh"), -1);
    const char *list = language_list();
    for (int i = 0; i < LANGUAGES; i++) {
        size_t n = strlen(language[i].code);
        assert_int_equal(language_named(language[i].code), i);
        assert_int_equal(strncmp(list, language[i].code, n), 0);
        assert_true(language[i].letter < language[i].last_letter);
        list += n + (i < LANGUAGES - 1 ? 2 : 0);
    }
    assert_string_equal(list, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_tags), cmocka_unit_test(test_list) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
