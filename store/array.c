/* SPDX-License-Identifier: MIT
 *
 * array.c - a PostgreSQL array in the form in which it travels: a head of five numbers (dimensions, whether it has
 * nulls, the elements' type, their count, the first one's index), then each element after its length. All numbers are
 * big-endian. */
#include "array.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 20, DIMENSIONS_AT = 0, TYPE_AT = 8, COUNT_AT = 12, FIRST_AT = 16 };

static void set32(uint8_t *at, uint32_t v)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(v >> (24 - 8 * i));
}

static uint8_t *grow(Array *a, size_t n)
{
    if (a->n + n > a->cap) {
        a->cap = 2 * (a->n + n);
        if (!(a->bytes = realloc(a->bytes, a->cap))) abort();
    }
    a->n += n;
    return a->bytes + a->n - n;
}

static uint8_t *element(Array *a, size_t n)
{
    uint8_t *at = grow(a, 4 + n);
    set32(at, (uint32_t)n);
    a->elements++;
    return at + 4;
}

void array_begin(Array *a, ElementType of)
{
    a->n = 0;
    a->elements = 0;
    uint8_t *head = grow(a, HEAD);
    memset(head, 0, HEAD);
    set32(head + TYPE_AT, of);
    set32(head + FIRST_AT, 1);
}

void array_bool(Array *a, bool value) { *element(a, 1) = value; }
void array_text(Array *a, const char *text, size_t n) { memcpy(element(a, n), text, n); }

void array_bigint(Array *a, int64_t value)
{
    uint8_t *at = element(a, 8);
    set32(at, (uint32_t)((uint64_t)value >> 32));
    set32(at + 4, (uint32_t)value);
}

/* An array without elements has no dimensions and ends there. */
void array_end(Array *a)
{
    set32(a->bytes + DIMENSIONS_AT, a->elements > 0);
    set32(a->bytes + COUNT_AT, a->elements);
    if (!a->elements) a->n = COUNT_AT;
}

void array_free(Array *a)
{
    free(a->bytes);
    *a = (Array){ 0 };
}
