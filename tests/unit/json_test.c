/* SPDX-License-Identifier: MIT
 * json_test.c - what is JSON is read, what is not is refused with a reason. */
#include "unit.h"

#include "protocol/json.h"

static char memory[1 << 16];

static const Fact *read_text(const char *text, Why *w)
{
    Arena a = { memory, sizeof memory, 0 };
    return json_read(text, strlen(text), &a, w);
}

static void check_round_trip(const char *text, const char *want)
{
    char out[1024];
    Why w;
    const Fact *f = read_text(text, &w);
    assert_non_null(f);
    Text t = text_into(out, sizeof out);
    Json j = json_write(&t);
    json_fact(&j.to, NULL, f);
    assert_string_equal(out, want);
}

static void test_reads_and_writes(void **state)
{
    UNUSED;
    check_round_trip("null", "null");
    check_round_trip(" [ true , false ] ", "[true,false]");
    check_round_trip("{\"a\":1,\"b\":[-2,{}],\"c\":\"x\"}", "{\"a\":1,\"b\":[-2,{}],\"c\":\"x\"}");
    check_round_trip("[1.5,2e3,-0.25E-2,99999999999]", "[1.5,2e3,-0.25E-2,99999999999]");
    check_round_trip("\"\\u05d0\\ud83d\\ude00\\n\\\"\\\\\\/\"", "\"\u05d0\U0001f600\\u000a\\\"\\\\/\"");
    check_round_trip("[]", "[]");
    check_round_trip("[0]", "[0]");
}

static void test_refuses(void **state)
{
    UNUSED;
    static const char *const bad[] = {
        "", " ", "[", "]", "{", "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}", "[1 2]", "nul", "tru", "01", "-", "1.", ".5",
        "1e", "+1", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\\u0000\"",
        "\"\n\"", "\"\xff\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "[1] x", "{\"a\":1,}", "'a'", "NaN", "Infinity",
        "[\"a\" \"b\"]",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Why w = { "" };
        if (read_text(bad[i], &w)) fail_msg("accepted: %s", bad[i]);
        assert_true(w.text[0]);
    }
}

static void test_depth_is_bounded(void **state)
{
    UNUSED;
    char deep[512];
    Why w;
    memset(deep, '[', sizeof deep);
    deep[sizeof deep - 1] = 0;
    assert_null(read_text(deep, &w));
    assert_non_null(strstr(w.text, "nested"));
}

static void test_memory_is_bounded(void **state)
{
    UNUSED;
    char small[64];
    Arena a = { small, sizeof small, 0 };
    Why w;
    assert_null(json_read("[1,2,3,4,5]", 11, &a, &w));
    assert_non_null(strstr(w.text, "too much"));
}

static void test_get(void **state)
{
    UNUSED;
    Why w = { "" };
    const Fact *f = read_text("{\"n\":7,\"b\":true,\"half\":0.5}", &w);
    int n = 1;
    bool b = false;
    assert_true(fact_number(f, "n", 0, 9, &n, &w) && n == 7);
    assert_true(fact_number(f, "absent", 0, 9, &n, &w) && n == 7);
    assert_false(fact_number(f, "n", 0, 6, &n, &w));
    assert_false(fact_number(f, "half", 0, 6, &n, &w));
    assert_non_null(strstr(w.text, "half"));
    assert_true(fact_bool(f, "b", &b, &w) && b);
    assert_false(fact_bool(f, "n", &b, &w));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_and_writes), cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_depth_is_bounded), cmocka_unit_test(test_memory_is_bounded), cmocka_unit_test(test_get),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
