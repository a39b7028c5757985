/* SPDX-License-Identifier: MIT
 *
 * json.h - JSON in and out: the only reader of foreign bytes, and a Scribe who writes it.
 * Strict RFC 8259, bounded depth, memory from the caller. */
#ifndef NINELIVES_JSON_H
#define NINELIVES_JSON_H

#include <stddef.h>

#include "../core/fact.h"
#include "../core/text.h"

enum { JSON_DEPTH = 32 };

/* Memory that is handed out from the front and never taken back. A document of n bytes needs at
 * most json_needs(n) of it. */
typedef struct { char *at; size_t cap, used; } Arena;
size_t json_needs(size_t n);

/* NULL: not JSON, and `w` says what was wrong and where. A number that is not whole or too
 * large for an int is a FRACTION, so that nobody takes it for one. */
const Fact *json_read(const char *text, size_t n, Arena *a, Why *w);

typedef struct {
    Scribe to;                   /* first, so that a Scribe* is a Json* */
    Text  *out;
    int    depth;
    bool   any[JSON_DEPTH];      /* at this depth something is written already: a comma comes next */
    char   end[JSON_DEPTH];
} Json;

Json json_write(Text *out);
void json_string(Text *out, const char *s);
void json_fact(Scribe *to, const char *key, const Fact *f);      /* a whole tree */

#endif
