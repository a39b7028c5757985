/* SPDX-License-Identifier: MIT
 * seal_test.c - messages for one browser against the example of RFC 8291, base64 against RFC 4648, and keys that are
 * none. */
#include "unit.h"

#include "../../server/seal.h"

/* RFC 8291, section 5 and appendix A. */
static const char plain[] = "When I grow up, I want to be a watermelon";
static const char reader_point[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char reader_auth[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char once_secret[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char once_point[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char salt_letters[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char sealed[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

typedef struct { SealReader to; SealKey once; uint8_t salt[SEAL_SALT]; } Example;

static Example example(void)
{
    Example e;
    uint8_t secret[SEAL_SECRET];
    assert_true(seal_bytes(reader_point, e.to.point, SEAL_POINT));
    assert_true(seal_bytes(reader_auth, e.to.auth, SEAL_AUTH));
    assert_true(seal_bytes(once_secret, secret, SEAL_SECRET));
    assert_true(seal_bytes(salt_letters, e.salt, SEAL_SALT));
    assert_true(seal_key(secret, &e.once));
    return e;
}

static void a_public_key_follows_from_its_private_one(void **state)
{
    UNUSED;
    Example e = example();
    char letters[100];
    Text t = text_into(letters, sizeof letters);
    seal_letters(&t, e.once.point, SEAL_POINT);
    assert_string_equal(letters, once_point);
}

static void the_example_of_the_standard(void **state)
{
    UNUSED;
    Example e = example();
    uint8_t out[SEAL_HEAD + sizeof plain - 1 + SEAL_TAIL];
    char letters[400];
    Text t = text_into(letters, sizeof letters);
    assert_true(seal_text(&e.to, &e.once, e.salt, plain, sizeof plain - 1, 0, out));
    seal_letters(&t, out, sizeof out);
    assert_string_equal(letters, sealed);
}

static void points_off_the_curve_are_refused(void **state)
{
    UNUSED;
    Example e = example();
    uint8_t out[SEAL_HEAD + 100 + SEAL_TAIL];
    e.to.point[SEAL_POINT - 1] ^= 1;
    assert_false(seal_text(&e.to, &e.once, e.salt, plain, 10, 90, out));
    memset(e.to.point, 0, SEAL_POINT);
    assert_false(seal_text(&e.to, &e.once, e.salt, plain, 10, 90, out));
}

static void what_does_not_fit_a_record_is_refused(void **state)
{
    UNUSED;
    Example e = example();
    static uint8_t out[SEAL_HEAD + SEAL_RECORD], text[SEAL_RECORD];
    assert_true(seal_text(&e.to, &e.once, e.salt, text, SEAL_RECORD - SEAL_TAIL, 0, out));
    assert_false(seal_text(&e.to, &e.once, e.salt, text, SEAL_RECORD - SEAL_TAIL, 1, out));
}

static void new_keys_differ(void **state)
{
    UNUSED;
    SealKey a, b, again;
    assert_true(seal_make(&a) && seal_make(&b) && seal_key(a.secret, &again));
    assert_memory_not_equal(a.secret, b.secret, SEAL_SECRET);
    assert_memory_equal(a.point, again.point, SEAL_POINT);
    assert_false(seal_key((const uint8_t[SEAL_SECRET]){ 0 }, &again));
    memset(b.secret, 0xff, SEAL_SECRET);                 /* more than the order of the curve */
    assert_false(seal_key(b.secret, &again));
}

static void base64_and_back(void **state)
{
    UNUSED;
    static const struct { const char *bytes, *letters; } row[] = {
        { "", "" }, { "f", "Zg" }, { "fo", "Zm8" }, { "foo", "Zm9v" }, { "foob", "Zm9vYg" }, { "fooba", "Zm9vYmE" },
        { "foobar", "Zm9vYmFy" }, { "\xfb\xff", "-_8" },
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char letters[20];
        uint8_t bytes[8];
        Text t = text_into(letters, sizeof letters);
        size_t n = strlen(row[i].bytes);
        seal_letters(&t, (const uint8_t *)row[i].bytes, n);
        assert_string_equal(letters, row[i].letters);
        assert_true(seal_bytes(letters, bytes, n));
        assert_memory_equal(bytes, row[i].bytes, n);
        assert_false(seal_bytes(letters, bytes, n + 1));
    }
    uint8_t out[8];
    static const char *const none[] = { "Zg==", "Zh", "Z", "Zm9v+", "Zm/v", "Zg\n" };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        for (size_t n = 0; n < 5; n++) assert_false(seal_bytes(none[i], out, n));
}

static void a_token_says_for_whom_it_is(void **state)
{
    UNUSED;
    SealKey key;
    char out[1024], small[200];
    Text t = text_into(out, sizeof out), s = text_into(small, sizeof small);
    assert_true(seal_make(&key));
    assert_true(seal_token(&key, "https://push.example.net", 1453523768, "mailto:push@example.com", &t));
    /* {"aud":"https://push.example.net","exp":1453523768,"sub":"mailto:push@example.com"}, as in RFC 8292 */
    assert_non_null(strstr(out, ".eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3Njgs"
                                "InN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0."));
    assert_false(seal_token(&key, "https://push.example.net", 1, NULL, &s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_public_key_follows_from_its_private_one),
        cmocka_unit_test(the_example_of_the_standard),
        cmocka_unit_test(points_off_the_curve_are_refused),
        cmocka_unit_test(what_does_not_fit_a_record_is_refused),
        cmocka_unit_test(new_keys_differ),
        cmocka_unit_test(base64_and_back),
        cmocka_unit_test(a_token_says_for_whom_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
