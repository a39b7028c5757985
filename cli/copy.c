/* SPDX-License-Identifier: MIT
 *
 * copy.c - all tables of one store into another that is empty, whatever their kinds.
 *
 * Each table is claimed where it comes from, so that no server plays on while it is copied. At the end everything is
 * read back from both and compared. */
#include "copy.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "side.h"

typedef struct {
    Side      from, to;
    uint32_t *tables;
    size_t    n;
    uint64_t  rounds, moves;
} Copy;

static bool list(Side *s, uint32_t **tables, size_t *n)
{
    for (uint32_t next = 0;;) {
        StoreJob *j = side_ask(s, store_job(STORE_LIST, next, 0));
        size_t got = j->tables_n;
        bool ok = !j->outcome;
        if (!ok) complain("the tables cannot be listed: %s", j->why.text);
        if (got && !(*tables = realloc(*tables, (*n + got) * sizeof **tables))) abort();
        if (got) memcpy(*tables + *n, j->tables, got * sizeof **tables);
        *n += got;
        store_job_free(j);
        if (!ok || got < MAX_LIST || (*tables)[*n - 1] == UINT32_MAX) return ok;
        next = (*tables)[*n - 1] + 1;
    }
}

/* ---- one table ---------------------------------------------------------------------------------------------- */

static bool unreadable(const StoreJob *j)
{
    if (j->outcome == STORE_ELSEWHERE)
        complain("table %u is run by the node %s: stop all servers first", j->table, j->node);
    else complain("table %u cannot be read: %s", j->table, j->outcome == STORE_NONE ? "it is gone" : j->why.text);
    return false;
}

/* Turns what was read into a write: of the table's text, or of one round. */
static bool write_it(Copy *c, StoreJob *j, bool text)
{
    uint32_t round = j->round;
    StoreJob *w = store_job(STORE_WRITE, j->table, round);
    w->term = store_term(c->to.store);
    w->at = j->at;
    w->live = j->live;
    if (text) {
        w->made = true;
        w->term = 0;
        w->text = j->text;
        j->text = NULL;
    }
    for (const StoredMove *m = j->first; m; m = m->next) {
        store_move(w, m, m->line);
        c->moves++;
    }
    c->rounds += round != 0;
    w->head = j->head;
    w->tail = j->tail;
    j->head = j->tail = NULL;
    w = side_ask(&c->to, w);
    bool ok = !w->outcome;
    if (!ok) complain("table %u cannot be written: %s", w->table, w->why.text);
    store_job_free(w);
    return ok;
}

/* A claim tells how many rounds there are and brings the last one. */
static bool copy_table(Copy *c, uint32_t table)
{
    StoreJob *last = side_ask(&c->from, store_job(STORE_CLAIM, table, 0));
    bool ok = !last->outcome || unreadable(last);
    ok = ok && write_it(c, last, true);
    for (uint32_t round = 1; ok && round < last->round; round++) {
        StoreJob *j = side_ask(&c->from, store_job(STORE_LOOK, table, round));
        if (j->outcome != STORE_NONE) ok = (!j->outcome || unreadable(j)) && write_it(c, j, false);
        store_job_free(j);
    }
    store_job_free(last);
    return ok;
}

/* ---- comparing ---------------------------------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static bool same_moves(const StoredMove *a, const StoredMove *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (a->number != b->number || a->mark != b->mark || a->at != b->at || a->by != b->by || strcmp(a->ask, b->ask)
            || strcmp(a->line, b->line)) return false;
    return !a && !b;
}

static bool same(const StoreJob *a, const StoreJob *b)
{
    return a->outcome == b->outcome && a->round == b->round && a->at == b->at && a->live == b->live
        && same_text(a->text, b->text) && same_text(a->head, b->head) && same_text(a->tail, b->tail)
        && same_moves(a->first, b->first);
}

/* Round 0: the latest. Tells the number of the round that was compared. */
static bool compare(Copy *c, uint32_t table, uint32_t *round)
{
    JobKind kind = *round ? STORE_LOOK : STORE_CLAIM;
    StoreJob *a = side_ask(&c->from, store_job(kind, table, *round));
    StoreJob *b = side_ask(&c->to, store_job(kind, table, *round));
    bool ok = same(a, b);
    if (!ok) complain("table %u, round %u: the copy is not the same", table, a->round);
    *round = a->round;
    store_job_free(a);
    store_job_free(b);
    return ok;
}

static bool compare_table(Copy *c, uint32_t table)
{
    uint32_t last = 0;
    bool ok = compare(c, table, &last);
    for (uint32_t round = 1; ok && round < last; round++) ok = compare(c, table, &(uint32_t){ round });
    return ok;
}

/* ---- all of them -------------------------------------------------------------------------------------------- */

static bool each(Copy *c, const char *what, bool (*one)(Copy *, uint32_t))
{
    size_t i = 0;
    while (i < c->n && !interrupted() && one(c, c->tables[i])) progress(what, ++i, c->n);
    progress_end();
    if (i < c->n && interrupted()) complain("interrupted: the copy is not complete; remove it before the next attempt");
    return i == c->n;
}

static bool copy_all(Copy *c)
{
    uint32_t *there = NULL;
    size_t n = 0;
    bool ok = list(&c->to, &there, &n);
    free(there);
    if (ok && n) return complain("there are %zu tables already: only an empty store can be copied to", n), false;
    ok = ok && list(&c->from, &c->tables, &c->n) && each(c, "copied", copy_table) && each(c, "compared", compare_table);
    if (ok && (c->from.gone || c->to.gone)) return complain("the database thought this copy dead: try again"), false;
    return ok;
}

int store_copy(const char *from, const char *to)
{
    Copy c = { 0 };
    Why w;
    interrupts_catch();
    bool ok = side_open(&c.from, from, "copy-from", &w) || (complain("%s: %s", "--from", w.text), false);
    ok = ok && (side_open(&c.to, to, "copy-to", &w) || (complain("%s: %s", "--to", w.text), false));
    ok = ok && copy_all(&c);
    size_t tables = c.n - (c.n && c.tables[c.n - 1] == store_key);
    if (ok) printf("%zu tables, %llu rounds, %llu moves: copied and compared\n", tables, (unsigned long long)c.rounds,
                   (unsigned long long)c.moves);
    side_close(&c.from);
    side_close(&c.to);
    free(c.tables);
    return ok ? EXIT_FINE : interrupted() ? EXIT_INTERRUPTED : EXIT_NOT_SO;
}
