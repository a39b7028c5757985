/* SPDX-License-Identifier: MIT
 * dice_test.c - the stream is ChaCha20, and what is thrown from it is fair. */
#include "unit.h"

#include "core/dice.h"

/* RFC 8439, appendix A.1, vectors 1 and 5: the first half of a block. */
static void test_derive_is_chacha20(void **state)
{
    UNUSED;
    static const uint8_t zero[ENTROPY] = { 0 };
    static const uint8_t first[ENTROPY] = {
        0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28,
        0xbd, 0xd2, 0x19, 0xb8, 0xa0, 0x8d, 0xed, 0x1a, 0xa8, 0x36, 0xef, 0xcc, 0x8b, 0x77, 0x0d, 0xc7 };
    static const uint8_t fifth[ENTROPY] = {
        0xc2, 0xc6, 0x4d, 0x37, 0x8c, 0xd5, 0x36, 0x37, 0x4a, 0xe2, 0x04, 0xb9, 0xef, 0x93, 0x3f, 0xcd,
        0x1a, 0x8b, 0x22, 0x88, 0xb3, 0xdf, 0xa4, 0x96, 0x72, 0xab, 0x76, 0x5b, 0x54, 0xee, 0x27, 0xc7 };
    uint8_t out[ENTROPY];
    dice_derive(zero, 0, out);
    assert_memory_equal(out, first, ENTROPY);
    dice_derive(zero, 0x0200000000000000, out);
    assert_memory_equal(out, fifth, ENTROPY);
}

/* The secure stream starts with the same block, as little-endian words. */
static void test_secure_stream(void **state)
{
    UNUSED;
    static const uint8_t zero[ENTROPY] = { 0 };
    Dice d;
    dice_secure(&d, zero);
    assert_true(dice_word(&d) == 0x903df1a0ade0b876);
    assert_true(dice_word(&d) == 0x28bd8653e56a5d40);
}

static void make(Dice *d, bool secure)
{
    static const uint8_t key[ENTROPY] = { 7, 3, 5 };
    if (secure) dice_secure(d, key);
    else dice_fast(d, 42);
}

/* Chi-square over the faces; a fair generator exceeds the bound practically never. */
static void check_below(bool secure, uint32_t n)
{
    enum { EACH = 2000 };
    uint32_t count[64] = { 0 };
    Dice d;
    make(&d, secure);
    for (uint32_t i = 0; i < n * EACH; i++) {
        uint32_t face = dice_below(&d, n);
        assert_true(face < n);
        count[face]++;
    }
    double chi = 0;
    for (uint32_t i = 0; i < n; i++) chi += ((double)count[i] - EACH) * ((double)count[i] - EACH) / EACH;
    assert_true(chi < 2.0 * n + 30);
}

static void test_below_is_uniform(void **state)
{
    UNUSED;
    static const uint32_t faces[] = { 1, 2, 3, 5, 6, 7, 13, 52, 64 };
    for (size_t i = 0; i < sizeof faces / sizeof faces[0]; i++)
        check_below(false, faces[i]), check_below(true, faces[i]);
}

/* Every card ends up in every place equally often, dealt in part or in full. */
static void check_deal(bool secure, int n, int k)
{
    enum { DEALS = 40000 };
    static uint32_t at[16][16];
    Dice d;
    memset(at, 0, sizeof at);
    make(&d, secure);
    for (int round = 0; round < DEALS; round++) {
        uint8_t card[16];
        uint32_t once = 0;
        for (int i = 0; i < n; i++) card[i] = (uint8_t)i;
        dice_deal(&d, card, n, k);
        for (int i = 0; i < n; i++) once |= 1u << card[i];
        assert_int_equal(once, (1u << n) - 1);
        for (int i = n - k; i < n; i++) at[i][card[i]]++;
    }
    double want = (double)DEALS / n;
    for (int i = n - k; i < n; i++) {
        double chi = 0;
        for (int c = 0; c < n; c++) chi += (at[i][c] - want) * (at[i][c] - want) / want;
        assert_true(chi < 2.0 * n + 30);
    }
}

static void test_deal_is_uniform(void **state)
{
    UNUSED;
    static const int cases[][2] = {
        { 2, 2 }, { 3, 3 }, { 5, 5 }, { 12, 12 }, { 16, 16 }, { 12, 5 }, { 13, 4 }, { 16, 1 }, { 7, 0 }
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_deal(false, cases[i][0], cases[i][1]), check_deal(true, cases[i][0], cases[i][1]);
}

/* All 24 orders of four cards come up, none too often. */
static void test_orders_are_uniform(void **state)
{
    UNUSED;
    uint32_t count[256] = { 0 };
    int orders = 0;
    Dice d;
    make(&d, false);
    for (int i = 0; i < 24 * 2000; i++) {
        uint8_t card[4] = { 0, 1, 2, 3 };
        dice_shuffle(&d, card, 4);
        count[card[0] << 6 | card[1] << 4 | card[2] << 2 | card[3]]++;
    }
    for (int i = 0; i < 256; i++) {
        orders += count[i] > 0;
        if (count[i]) assert_in_range(count[i], 1750, 2250);
    }
    assert_int_equal(orders, 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_derive_is_chacha20), cmocka_unit_test(test_secure_stream),
        cmocka_unit_test(test_below_is_uniform),   cmocka_unit_test(test_deal_is_uniform),
        cmocka_unit_test(test_orders_are_uniform),
    };
    return cmocka_run_group_tests_name("dice", tests, NULL, NULL);
}
