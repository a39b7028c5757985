/* SPDX-License-Identifier: MIT
 * utf8.h - one code point at a time, refusing what is not UTF-8. */
#ifndef NINELIVES_UTF8_H
#define NINELIVES_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The code point at s (n bytes left) and its length; 0 when it is not one. */
int  utf8_next(const char *s, size_t n, uint32_t *point);
/* Writes 1 to 4 bytes and returns how many. */
int  utf8_put(uint32_t point, char out[4]);
/* All of it valid, and no control characters. */
bool utf8_ok(const char *s, size_t n);
/* Writes a text as it can be shown anywhere, whoever wrote it: bytes that are not UTF-8, that a terminal would obey
 * (controls) or that change the order of what stands around them become "\xNN". It is cut where the room ends. */
void utf8_harmless(const char *s, char *out, size_t cap);

#endif
