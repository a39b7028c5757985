/* SPDX-License-Identifier: MIT
 *
 * scan.h - picks values out of a JSON text without building a tree: a load generator hears
 * tens of thousands of views a second and looks at five fields of each. It trusts the text to
 * be JSON (the tests in tests/wire parse every frame). */
#ifndef NINELIVES_SCAN_H
#define NINELIVES_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct { const char *at; size_t n; } Slice;      /* at == NULL: absent */

/* The values of these keys of an object; those that are not there stay absent. */
void  scan_object(Slice object, const char *const *keys, Slice *out, int n);
/* How many members have another key than these. */
int   scan_others(Slice object, const char *const *keys, int n);
Slice scan_get(Slice object, const char *key);
/* The next element of a list; `rest` starts as the whole list and is moved on. */
bool  scan_next(Slice *rest, Slice *item);

long  scan_number(Slice value, long otherwise);
bool  scan_is(Slice value, const char *text);            /* is it this string? */
bool  scan_copy(Slice value, char *out, size_t cap);     /* a string without escapes */

/* The same for the same keys and values in any order, other spaces included. */
uint64_t scan_hash(Slice object);
uint64_t hash_bytes(uint64_t h, const void *bytes, size_t n);

#endif
