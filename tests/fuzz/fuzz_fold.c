/* SPDX-License-Identifier: MIT
 *
 * fuzz_fold.c - any bytes as a word to fold: no longer than promised, cut at whole code
 * points, hashed as written, and folding what is folded changes nothing. */
#include "../../core/fold.h"
#include "../../core/utf8.h"
#include "fuzz.h"

static char *folded(const char *word, size_t cap)
{
    char *out = malloc(cap);
    fold_word(word, out, cap);
    return out;
}

static uint64_t hash(const char *s)
{
    uint64_t mark = FOLD_NOTHING;
    for (; *s; s++) mark = (mark ^ (uint8_t)*s) * 0x100000001b3;
    return mark;
}

static void check(const char *word)
{
    size_t n = fold_word(word, NULL, 0);
    need(n <= FOLD_GROWTH * strlen(word), "a word grows no more than promised");
    char *whole = folded(word, n + 1), *part = folded(word, n / 2 + 1), *again = folded(whole, n + 1);
    need(strlen(whole) == n, "the length counted is the length written");
    need(!strncmp(whole, part, strlen(part)), "what fits is the beginning of it");
    need(fold_hash(word) == hash(whole), "the hash is that of the folded word");
    if (utf8_ok(word, strlen(word))) {
        need(utf8_ok(whole, n) && utf8_ok(part, strlen(part)), "a word stays UTF-8");
        need(!strcmp(whole, again), "a folded word is folded");
    }
    free(whole);
    free(part);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *word = malloc(size + 1);
    memcpy(word, data, size);
    word[size] = 0;
    check(word);
    free(word);
    return 0;
}
