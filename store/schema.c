/* SPDX-License-Identifier: MIT
 * schema.c - the schema in a PostgreSQL database: made, upgraded and looked over by the program itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "postgres.h"

enum { WAIT_MS = 60000 };

enum { SETTINGS, ENCODING, ORPHANS, BROKEN, NODES, STATEMENTS };
static const char *const sql[STATEMENTS] = {
    [SETTINGS] = "select format, oldest, secret from ninelives.settings",
    [ENCODING] = "select current_setting('server_encoding')",
    [ORPHANS]  = "select count(*) from ninelives.rounds r where not exists"
                 " (select from ninelives.tables t where t.id = r.key >> 24)",
    [BROKEN]   = "select count(*) from (select m.round from ninelives.moves m group by m.round"
                 " having (min(m.number) <> 1 or max(m.number) <> count(*)) and max(m.number) > 0) as broken",
    [NODES]    = "select n.name, n.version, n.report, extract(epoch from n.entered)::bigint * 1000,"
                 " (extract(epoch from n.lease - clock_timestamp()) * 1000)::bigint, n.gone is not null,"
                 " (select count(*) from ninelives.tables t where t.node = n.id)"
                 " from ninelives.nodes n order by n.gone is not null, n.name, n.id desc limit 1000",
};

static bool link_for(Link *l, const char *where, Why *w)
{
    *l = (Link){ 0 };
    if (!link_begin(l, where, "store", sql, WAIT_MS, w)) return false;
    for (int i = 0; i < l->hosts && !l->conn; i++) link_open(l, w);
    return l->conn;
}

static PGresult *ask(Link *l, int statement, Why *w)
{
    static const Params none;
    PGresult *r = link_ask(l, statement, &none);
    if (r && answer_ok(r)) return r;
    why(w, "%.150s", r ? answer_words(r) : "the database does not answer");
    PQclear(r);
    return NULL;
}

static bool run(Link *l, const char *commands, Why *w)
{
    PGresult *r = link_run(l, commands);
    bool ok = r && answer_ok(r);
    if (!ok) why(w, "%.150s", r ? answer_words(r) : "the database does not answer");
    PQclear(r);
    return ok;
}

static bool is_there(Link *l)
{
    PGresult *r = link_run(l, "select where to_regclass('ninelives.settings') is not null");
    bool there = r && PQntuples(r) == 1;
    PQclear(r);
    return there;
}

bool postgres_format(Link *l, char secret[SECRET_SIZE], Why *w)
{
    PGresult *r = link_run(l, sql[SETTINGS]);
    if (!r || !answer_ok(r) || PQntuples(r) != 1) {
        if (r && (answer_is(r, "42P01") || answer_is(r, "3F000")))
            why(w, "this database has no tables of Ninelives yet; make them with: ninelives store init --store ...");
        else why(w, "%.150s", r ? answer_words(r) : "the database does not answer");
        return PQclear(r), false;
    }
    int format = atoi(PQgetvalue(r, 0, 0)), oldest = atoi(PQgetvalue(r, 0, 1));
    snprintf(secret, SECRET_SIZE, "%s", PQgetvalue(r, 0, 2));
    PQclear(r);
    if (format < POSTGRES_FORMAT)
        return why(w, "this database has format %d, and this program needs %d: ninelives store upgrade --store ...",
                   format, POSTGRES_FORMAT);
    return oldest <= POSTGRES_FORMAT
        || why(w, "this database has format %d; this program knows %d only: it is too old", format, POSTGRES_FORMAT);
}

/* ---- making and upgrading ----------------------------------------------------------------------------------- */

static bool has_utf8(Link *l, Why *w)
{
    PGresult *r = ask(l, ENCODING, w);
    if (!r) return false;
    bool ok = !strcmp(PQgetvalue(r, 0, 0), "UTF8");
    if (!ok) why(w, "the database must be made with ENCODING 'UTF8', not %.30s", PQgetvalue(r, 0, 0));
    PQclear(r);
    return ok;
}

/* Commands that are sent together are one transaction: all of it or nothing. */
static bool init(Link *l, Why *w)
{
    if (is_there(l)) return why(w, "this database has tables of Ninelives already");
    return has_utf8(l, w) && run(l, postgres_sql, w);
}

/* Format 1 is the first, so far only functions can be out of date. */
static bool upgrade(Link *l, Why *w)
{
    char secret[SECRET_SIZE];
    const char *functions = strstr(postgres_sql, "-- FUNCTIONS");
    if (!functions) abort();
    return postgres_format(l, secret, w) && run(l, functions, w);
}

/* ---- looking it over ---------------------------------------------------------------------------------------- */

static bool count_is_none(Link *l, int statement, const char *what, Why *w)
{
    PGresult *r = ask(l, statement, w);
    if (!r) return false;
    long long n = atoll(PQgetvalue(r, 0, 0));
    PQclear(r);
    return !n || why(w, "%lld %s", n, what);
}

static bool check(Link *l, Why *w)
{
    char secret[SECRET_SIZE];
    return postgres_format(l, secret, w) && has_utf8(l, w)
        && count_is_none(l, ORPHANS, "rounds belong to no table", w)
        && count_is_none(l, BROKEN, "rounds lack some of their moves", w);
}

bool postgres_prepare(const char *where, StoreTask task, Why *w)
{
    static bool (*const tasks[])(Link *, Why *) = {
        [STORE_INIT] = init, [STORE_UPGRADE] = upgrade, [STORE_CHECK] = check,
    };
    Link l;
    bool ok = link_for(&l, where, w) && tasks[task](&l, w);
    link_end(&l);
    return ok;
}

/* ---- nodes -------------------------------------------------------------------------------------------------- */

static const char *text_at(const PGresult *r, int row, int column)
{
    return PQgetisnull(r, row, column) ? NULL : PQgetvalue(r, row, column);
}

bool postgres_nodes(const char *where, void (*hear)(void *who, const StoreNode *n), void *who, Why *w)
{
    Link l;
    PGresult *r = link_for(&l, where, w) ? ask(&l, NODES, w) : NULL;
    for (int i = 0, n = r ? PQntuples(r) : 0; i < n; i++)
        hear(who, &(StoreNode){ .name = text_at(r, i, 0), .version = text_at(r, i, 1), .report = text_at(r, i, 2),
                                .entered = atoll(PQgetvalue(r, i, 3)), .lease_ms = atoll(PQgetvalue(r, i, 4)),
                                .gone = *PQgetvalue(r, i, 5) == 't', .tables = atoll(PQgetvalue(r, i, 6)) });
    bool ok = r;
    PQclear(r);
    link_end(&l);
    return ok;
}
