/* SPDX-License-Identifier: MIT
 * fair_test.c - SHA-256 against the published vectors, and what a seed depends on. */
#include "unit.h"

#include "../../core/fair.h"
#include "../../core/hex.h"

static void check_hash(const char *text, size_t times, const char *hex)
{
    uint8_t out[SHA256], want[SHA256];
    Sha256 s;
    sha256_start(&s);
    for (size_t i = 0; i < times; i++) sha256_add(&s, text, strlen(text));
    sha256_end(&s, out);
    assert_true(hex_bytes(hex, want, sizeof want));
    assert_memory_equal(out, want, sizeof want);
}

static void sha256_meets_its_vectors(void **unused)
{
    (void)unused;
    check_hash("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_hash("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check_hash("a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void only_the_secret_fits(void **unused)
{
    (void)unused;
    uint8_t secret[ENTROPY] = { 7 };
    Fair f = { .seats = 3 };
    fair_commit(secret, f.commit);
    assert_true(fair_fits(&f, secret));
    secret[31] ^= 1;
    assert_false(fair_fits(&f, secret));
}

/* The seed depends on which seat gave which luck, and on which seats gave none. */
static void every_luck_changes_the_seed(void **unused)
{
    (void)unused;
    uint8_t secret[ENTROPY] = { 7 }, seed[4][ENTROPY];
    Fair f = { .seats = 2 };
    fair_seed(&f, secret, seed[0]);
    f.gave = 1;
    fair_seed(&f, secret, seed[1]);
    f.luck[0][5] = 9;
    fair_seed(&f, secret, seed[2]);
    memcpy(f.luck[1], f.luck[0], ENTROPY);
    f.gave = 2;
    fair_seed(&f, secret, seed[3]);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++) assert_memory_not_equal(seed[i], seed[k], ENTROPY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256_meets_its_vectors),
        cmocka_unit_test(only_the_secret_fits),
        cmocka_unit_test(every_luck_changes_the_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
