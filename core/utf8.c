/* SPDX-License-Identifier: MIT
 * utf8.c - strict UTF-8: no overlong forms, no surrogates, nothing past U+10FFFF. */
#include "utf8.h"

#include "text.h"

int utf8_next(const char *s, size_t n, uint32_t *point)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    if (!n) return 0;
    uint8_t b = (uint8_t)s[0];
    int len = b < 0x80 ? 1 : b >> 5 == 6 ? 2 : b >> 4 == 14 ? 3 : b >> 3 == 30 ? 4 : 0;
    if (!len || (size_t)len > n) return 0;
    uint32_t p = len == 1 ? b : b & (0x7fu >> len);
    for (int i = 1; i < len; i++) {
        if (((uint8_t)s[i] & 0xc0) != 0x80) return 0;
        p = p << 6 | ((uint8_t)s[i] & 0x3f);
    }
    if (p < least[len] || p > 0x10ffff || (p >= 0xd800 && p < 0xe000)) return 0;
    *point = p;
    return len;
}

int utf8_put(uint32_t p, char out[4])
{
    if (p < 0x80) { out[0] = (char)p; return 1; }
    int len = p < 0x800 ? 2 : p < 0x10000 ? 3 : 4;
    for (int i = len - 1; i > 0; i--, p >>= 6) out[i] = (char)(0x80 | (p & 0x3f));
    out[0] = (char)(0xf00 >> len | p);
    return len;
}

static bool is_control(uint32_t p) { return p < 0x20 || (p >= 0x7f && p < 0xa0); }

bool utf8_ok(const char *s, size_t n)
{
    for (uint32_t p; n; ) {
        int len = utf8_next(s, n, &p);
        if (!len || is_control(p)) return false;
        s += len;
        n -= (size_t)len;
    }
    return true;
}

/* Marks of direction, and separators of lines and paragraphs. */
static bool turns_text(uint32_t p)
{
    return p == 0x61c || (p >= 0x200e && p <= 0x200f) || (p >= 0x2028 && p <= 0x202e) || (p >= 0x2066 && p <= 0x2069);
}

static void put_byte(Text *t, uint8_t b)
{
    static const char hex[] = "0123456789abcdef";
    const char shown[] = { '\\', 'x', hex[b >> 4], hex[b & 15] };
    text_bytes(t, shown, sizeof shown);
}

void utf8_harmless(const char *s, char *out, size_t cap)
{
    Text t = text_into(out, cap);
    for (size_t n = strlen(s); n && t.n < cap; ) {
        uint32_t p;
        int len = utf8_next(s, n, &p);
        bool fine = len && !is_control(p) && !turns_text(p);
        size_t bytes = len ? (size_t)len : 1;
        for (size_t i = 0; i < bytes && !fine; i++) put_byte(&t, (uint8_t)s[i]);
        if (fine) text_bytes(&t, s, bytes);
        s += bytes;
        n -= bytes;
    }
}
