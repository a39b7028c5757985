/* SPDX-License-Identifier: MIT
 * array.h - a PostgreSQL array in the form in which it travels, to be handed over as one parameter. */
#ifndef NINELIVES_ARRAY_H
#define NINELIVES_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { OF_BOOL = 16, OF_BIGINT = 20, OF_TEXT = 25 } ElementType;     /* PostgreSQL's numbers for them */

typedef struct {
    uint8_t *bytes;
    size_t   n, cap;
    uint32_t elements;
} Array;

void array_begin(Array *a, ElementType of);      /* empty; keeps its memory if it has some */
void array_bool(Array *a, bool value);
void array_bigint(Array *a, int64_t value);
void array_text(Array *a, const char *text, size_t n);
void array_end(Array *a);                        /* before it is sent */
void array_free(Array *a);

#endif
