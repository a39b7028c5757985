/* SPDX-License-Identifier: MIT
 * hex.h - bytes as hexadecimal digits, two each, lower case, and back. */
#ifndef NINELIVES_HEX_H
#define NINELIVES_HEX_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

static inline void text_hex(Text *t, const uint8_t *bytes, size_t n)
{
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        text_char(t, digit[bytes[i] >> 4]);
        text_char(t, digit[bytes[i] & 15]);
    }
}

static inline int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Exactly 2n lower-case digits and nothing after them. */
static inline bool hex_bytes(const char *hex, uint8_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int high = hex_digit(hex[2 * i]), low = high < 0 ? -1 : hex_digit(hex[2 * i + 1]);
        if (low < 0) return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return !hex[2 * n];
}

#endif
