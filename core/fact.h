/* SPDX-License-Identifier: MIT
 *
 * fact.h - what is true, as keys and values. A game tells facts to a Scribe, who
 * decides how they look (JSON, a terminal screen), and is rigged from a tree of Facts
 * that somebody else has read. No sentences and no pixels. */
#ifndef NINELIVES_FACT_H
#define NINELIVES_FACT_H

#include <stdbool.h>

typedef enum { FACT_NONE, FACT_BOOL, FACT_NUMBER, FACT_FRACTION, FACT_TEXT, FACT_LIST, FACT_OBJECT } FactKind;

/* ---- telling ----------------------------------------------------------- */

typedef struct Scribe Scribe;
struct Scribe {
    /* `key` is NULL inside a list. LIST and OBJECT stay open until close(). */
    void (*put)(Scribe *, FactKind kind, const char *key, int number, const char *text);
    void (*close)(Scribe *);
};

static inline void tell_number(Scribe *to, const char *key, int v) { to->put(to, FACT_NUMBER, key, v, 0); }
static inline void tell_bool(Scribe *to, const char *key, bool v) { to->put(to, FACT_BOOL, key, v, 0); }
static inline void tell_none(Scribe *to, const char *key) { to->put(to, FACT_NONE, key, 0, 0); }
static inline void tell_list(Scribe *to, const char *key) { to->put(to, FACT_LIST, key, 0, 0); }
static inline void tell_object(Scribe *to, const char *key) { to->put(to, FACT_OBJECT, key, 0, 0); }
/* NULL is told as FACT_NONE: something that the viewer may not know. */
static inline void tell_text(Scribe *to, const char *key, const char *t)
{
    to->put(to, t ? FACT_TEXT : FACT_NONE, key, 0, t);
}

/* ---- reading ----------------------------------------------------------- */

typedef struct Fact Fact;
struct Fact {
    const char *key;             /* NULL in a list */
    const char *text;            /* TEXT: UTF-8, NUL-terminated; FRACTION: as it was written */
    const Fact *child, *next;    /* of a LIST or OBJECT; siblings in order */
    int         number;          /* NUMBER and BOOL; a LIST's or OBJECT's length */
    FactKind    kind;
};

const Fact *fact_get(const Fact *object, const char *key);    /* NULL when absent */
const Fact *fact_given(const Fact *object, const char *key);  /* NULL when absent or null */

/* Why something was refused: names what was wrong and what would be right. What is wrong may come from anywhere, so it
 * is written as it can be shown (utf8_harmless). */
typedef struct { char text[160]; } Why;
bool why(Why *w, const char *format, ...) __attribute__((format(printf, 2, 3)));   /* false */

/* Each leaves `out` as it was when the key is absent, and fails on a wrong kind. */
bool fact_number(const Fact *object, const char *key, int low, int high, int *out, Why *w);
bool fact_bool(const Fact *object, const char *key, bool *out, Why *w);

#endif
