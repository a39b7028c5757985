/* SPDX-License-Identifier: MIT
 * offer.c - a concrete move out of an offer. */
#include <string.h>

#include "load.h"

static size_t alternatives(const char *p, size_t n)
{
    size_t count = 1;
    for (size_t i = 0; i < n; i++) count += p[i] == '|';
    return count;
}

/* The k-th alternative of a token: bars split the whole token, since no part of it is common to all. */
static Slice alternative(const char *p, size_t n, size_t k)
{
    const char *end = p + n, *bar;
    while (k-- && (bar = memchr(p, '|', (size_t)(end - p)))) p = bar + 1;
    bar = memchr(p, '|', (size_t)(end - p));
    return (Slice){ p, (size_t)((bar ? bar : end) - p) };
}

/* A made-up word, another each time. */
static int new_word(uint64_t number, char *out, size_t cap)
{
    char letters[16];
    size_t n = sizeof letters - 1;
    letters[n] = 0;
    do letters[--n] = (char)('a' + number % 26); while (number /= 26);
    return snprintf(out, cap, "zq%s", letters + n);
}

static bool upper(Slice s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.at[i] < 'A' || s.at[i] > 'Z') return false;
    return s.n > 0;
}

static bool put(char *out, size_t cap, size_t *used, Slice s)
{
    if (*used + s.n + 2 > cap) return false;
    if (*used) out[(*used)++] = ' ';
    memcpy(out + *used, s.at, s.n);
    out[*used += s.n] = 0;
    return true;
}

static bool fill(Slice line, Dice *d, uint64_t *words, char *out, size_t cap)
{
    size_t used = 0;
    for (const char *p = line.at, *end = line.at + line.n; p < end; ) {
        const char *space = memchr(p, ' ', (size_t)(end - p)), *stop = space ? space : end;
        size_t n = (size_t)(stop - p), count = alternatives(p, n);
        Slice s = alternative(p, n, count > 1 ? dice_below(d, (uint32_t)count) : 0);
        char open[32];
        if (upper(s)) {
            int w = s.n == 1 ? snprintf(open, sizeof open, "1") : new_word((*words)++, open, sizeof open);
            s = (Slice){ open, (size_t)w };
        }
        if (!put(out, cap, &used, s)) return false;
        p = stop + (space != NULL);
    }
    return used > 0;
}

bool offer_pick(Slice offer, Dice *d, uint64_t *words, char *out, size_t cap)
{
    Slice rest = offer, line, chosen = { 0 };
    uint32_t seen = 0;
    while (scan_next(&rest, &line))
        if (!dice_below(d, ++seen)) chosen = line;
    if (chosen.n < 3) return false;
    return fill((Slice){ chosen.at + 1, chosen.n - 2 }, d, words, out, cap);
}
