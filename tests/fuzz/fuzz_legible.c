/* SPDX-License-Identifier: MIT
 *
 * fuzz_legible.c - any bytes as a name: what is legible is UTF-8 without controls, stays so
 * beside another name, and does not survive a mark of direction anywhere in it. */
#include "../../core/legible.h"
#include "../../core/utf8.h"
#include "fuzz.h"

static size_t spliced(const char *text, size_t at, size_t n, const char *with)
{
    size_t more = strlen(with);
    char *out = malloc(n + more);
    memcpy(out, text, at);
    memcpy(out + at, with, more);
    memcpy(out + at + more, text + at, n - at);
    size_t points = legible_points(out, n + more);
    free(out);
    return points;
}

static void check(const char *text, size_t n)
{
    size_t points = legible_points(text, n), at = 0, counted = 0;
    if (!points) return;
    need(utf8_ok(text, n), "what is legible is UTF-8 and has no controls");
    for (uint32_t point; at < n; counted++) {
        need(!spliced(text, at, n, "\u202e"), "no mark of direction goes unnoticed");
        need(!spliced(text, at, n, "\u200b"), "nothing without width goes unnoticed");
        at += (size_t)utf8_next(text + at, n - at, &point);
    }
    need(counted == points, "the code points are counted");
    need(spliced(text, n, n, " Dana") == points + 5, "what follows a space stands for itself");
    need(spliced(text, 0, n, "Dana ") == points + 5, "what precedes a space does, too");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size ? size : 1);/* of its own, so that a byte too far is noticed */
    memcpy(text, data, size);
    check(text, size);
    free(text);
    return 0;
}
