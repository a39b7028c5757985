/* SPDX-License-Identifier: MIT
 *
 * link.h - a connection to a PostgreSQL database that may break at any time. A link belongs to one thread. It
 * connects by itself, each time to the next of the hosts that the address names, and never waits for ever. */
#ifndef NINELIVES_LINK_H
#define NINELIVES_LINK_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

#include "../core/fact.h"

enum { MAX_PARAMS = 24, MAX_STATEMENTS = 12 };

typedef struct {
    PGconn            *conn;             /* NULL: not connected */
    PQconninfoOption  *options;          /* what the address says */
    char               called[64];       /* how the database's own lists show it */
    const char *const *sql;              /* the statements that it may be asked, by number */
    int                host;             /* where the next attempt goes: counts up */
    int                hosts;
    uint32_t           prepared;         /* a bit for each statement */
    int                wait_ms;          /* how long it waits for an answer at first, ... */
    int                patience_ms;      /* ... and now: longer each time none came */
    bool               warned;           /* the database had a doubt about the last answer */
    bool             (*enough)(void *who);       /* asked now and then while it waits: true ends that */
    void              *who;
} Link;

typedef struct {
    int         n;
    const char *value[MAX_PARAMS];
    int         length[MAX_PARAMS], binary[MAX_PARAMS];
    char        number[MAX_PARAMS][24];
} Params;

void param_number(Params *p, int64_t v);
void param_text(Params *p, const char *text);                        /* NULL is SQL's */
void param_binary(Params *p, const void *bytes, size_t n);

/* False: the address makes no sense. Nothing is connected yet. */
bool link_begin(Link *l, const char *where, const char *name, const char *const *sql, int wait_ms, Why *w);
void link_end(Link *l);
/* One attempt, if it is not connected yet. */
bool link_open(Link *l, Why *w);
void link_close(Link *l);
/* The database's answer, which may be that it refuses: then nothing has happened. NULL: there was none, or one that
 * leaves open whether it happened; ask again. */
PGresult *link_ask(Link *l, int statement, const Params *p);
PGresult *link_run(Link *l, const char *sql);        /* several commands without parameters: the last answer */

bool        answer_ok(const PGresult *r);
const char *answer_state(const PGresult *r);                         /* the five letters of an error, or "" */
bool        answer_is(const PGresult *r, const char *state);
const char *answer_words(const PGresult *r);                         /* one line */

int64_t clock_ms(void);                 /* also counts while the machine sleeps */

#endif
