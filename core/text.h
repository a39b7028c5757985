/* SPDX-License-Identifier: MIT
 *
 * text.h - writing into a buffer that may be too small. Like snprintf, the length goes
 * on counting past the end; unlike it, nothing here pulls printf into the browser. */
#ifndef NINELIVES_TEXT_H
#define NINELIVES_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct { char *at; size_t cap, n; } Text;

static inline Text text_into(char *out, size_t cap)
{
    if (cap) out[0] = 0;
    return (Text){ out, cap, 0 };
}

static inline void text_bytes(Text *t, const char *s, size_t n)
{
    if (t->n + n < t->cap) {
        memcpy(t->at + t->n, s, n);
        t->at[t->n + n] = 0;
    }
    t->n += n;
}

static inline void text_add(Text *t, const char *s) { text_bytes(t, s, strlen(s)); }
static inline void text_char(Text *t, char c) { text_bytes(t, &c, 1); }

/* A copy that fits, cut between characters. */
static inline void text_cut(char *out, size_t cap, const char *s)
{
    size_t n = strlen(s) < cap ? strlen(s) : cap - 1;
    while (s[n] && ((unsigned char)s[n] & 0xc0) == 0x80) n--;
    memcpy(out, s, n);
    out[n] = 0;
}

static inline void text_long(Text *t, uint64_t v)
{
    char digits[20];
    size_t n = sizeof digits;
    do digits[--n] = (char)('0' + v % 10); while (v /= 10);
    text_bytes(t, digits + n, sizeof digits - n);
}

static inline void text_number(Text *t, int v)
{
    if (v < 0) text_char(t, '-');
    text_long(t, v < 0 ? 0u - (unsigned)v : (unsigned)v);
}

/* A number with so many digits behind the point, rounded. */
static inline void text_fixed(Text *t, double v, int digits)
{
    uint64_t scale = 1;
    for (int i = 0; i < digits; i++) scale *= 10;
    uint64_t whole = (uint64_t)((v < 0 ? -v : v) * (double)scale + 0.5);
    if (v < 0 && whole) text_char(t, '-');
    text_long(t, whole / scale);
    if (digits) text_char(t, '.');
    for (uint64_t unit = scale / 10; unit; unit /= 10) text_char(t, (char)('0' + whole / unit % 10));
}

#endif
