/* SPDX-License-Identifier: MIT
 *
 * link.c - a connection to a PostgreSQL database that may break at any time.
 *
 * libpq can be given several hosts and tries them in order, but it would come back to the first again and again
 * although that one never answers (a primary that has lost its standby still lets people in). So each attempt here
 * names one host, and the next attempt goes to the next one.
 *
 * A statement is never cancelled: cancelling one that waits for the standby makes the database say that it was done,
 * with a mere warning that the standby may not have it. When an answer takes too long the connection is dropped
 * instead. */
#include "link.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLICE_MS = 200, MOST_PATIENCE_MS = 48000, MAX_OPTIONS = 64 };

int64_t clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- parameters and answers -------------------------------------------------------------------------------- */

void param_text(Params *p, const char *text)
{
    p->value[p->n] = text;
    p->length[p->n] = p->binary[p->n] = 0;
    p->n++;
}

void param_number(Params *p, int64_t v)
{
    snprintf(p->number[p->n], sizeof p->number[0], "%lld", (long long)v);
    param_text(p, p->number[p->n]);
}

void param_binary(Params *p, const void *bytes, size_t n)
{
    p->value[p->n] = bytes;
    p->length[p->n] = (int)n;
    p->binary[p->n++] = 1;
}

bool answer_ok(const PGresult *r)
{
    return PQresultStatus(r) == PGRES_TUPLES_OK || PQresultStatus(r) == PGRES_COMMAND_OK;
}

const char *answer_state(const PGresult *r)
{
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    return state ? state : "";
}

bool answer_is(const PGresult *r, const char *state) { return !strncmp(answer_state(r), state, strlen(state)); }

const char *answer_words(const PGresult *r)
{
    const char *words = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    return words ? words : "the database refused";
}

/* ---- connecting -------------------------------------------------------------------------------------------- */

/* The n-th of a list with commas; a list of one serves all. */
static const char *nth(const char *list, int n, char *out, size_t cap)
{
    const char *end;
    for (; (end = strchr(list, ',')) && n > 0; n--) list = end + 1;
    snprintf(out, cap, "%.*s", end ? (int)(end - list) : (int)strlen(list), list);
    return out;
}

static int count_hosts(const PQconninfoOption *options)
{
    int n = 1;
    for (const PQconninfoOption *o = options; o->keyword; o++) {
        if (!o->val || (strcmp(o->keyword, "host") && strcmp(o->keyword, "hostaddr"))) continue;
        int here = 1;
        for (const char *c = o->val; *c; c++) here += *c == ',';
        if (here > n) n = here;
    }
    return n;
}

bool link_begin(Link *l, const char *where, const char *name, const char *const *sql, int wait_ms, Why *w)
{
    char *error = NULL;
    l->sql = sql;
    l->wait_ms = l->patience_ms = wait_ms;
    l->options = PQconninfoParse(where, &error);
    if (!l->options) why(w, "%.150s", error ? error : "out of memory");
    PQfreemem(error);
    if (!l->options) return false;
    l->hosts = count_hosts(l->options);
    snprintf(l->called, sizeof l->called, "ninelives %.50s", name);
    return true;
}

void link_close(Link *l)
{
    PQfinish(l->conn);
    l->conn = NULL;
    l->prepared = 0;
}

void link_end(Link *l)
{
    link_close(l);
    PQconninfoFree(l->options);
}

/* Warnings are rare, and the one that matters says that the standby may not have what was committed. */
static void hear_notice(void *link, const PGresult *r)
{
    const char *severity = PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && !strcmp(severity, "WARNING")) ((Link *)link)->warned = true;
}

static PGconn *connect_to(Link *l, int host)
{
    /* The address comes after these, and of what is said twice the last counts. */
    static const char *const usual[][2] = {
        { "connect_timeout", "2" }, { "tcp_user_timeout", "5000" }, { "keepalives_idle", "3" },
        { "keepalives_interval", "1" }, { "keepalives_count", "3" }, { "target_session_attrs", "read-write" },
    };
    const char *key[MAX_OPTIONS + 1], *value[MAX_OPTIONS + 1];
    char one[3][300];
    int n = 0, lists = 0;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++, n++) {
        key[n] = usual[i][0];
        value[n] = usual[i][1];
    }
    key[n] = "application_name";
    value[n++] = l->called;
    for (const PQconninfoOption *o = l->options; o->keyword && n < MAX_OPTIONS - 1; o++) {
        if (!o->val) continue;
        bool list = !strcmp(o->keyword, "host") || !strcmp(o->keyword, "hostaddr") || !strcmp(o->keyword, "port");
        key[n] = o->keyword;
        value[n++] = list ? nth(o->val, host, one[lists++], sizeof one[0]) : o->val;
    }
    key[n] = "client_encoding";
    value[n++] = "UTF8";
    key[n] = value[n] = NULL;
    return PQconnectdbParams(key, value, 0);
}

/* A host that is slow to let us in is as bad as one that does not: the next attempt goes elsewhere. The second command
 * makes sure that a commit is on disk before we are told so, whatever the database's settings are. */
bool link_open(Link *l, Why *w)
{
    if (l->conn) return true;
    l->conn = connect_to(l, l->host++ % l->hosts);
    if (PQstatus(l->conn) != CONNECTION_OK) {
        why(w, "%.*s", (int)strcspn(PQerrorMessage(l->conn), "\n"), PQerrorMessage(l->conn));
        return link_close(l), false;
    }
    PQsetnonblocking(l->conn, 1);
    PQsetNoticeReceiver(l->conn, hear_notice, l);
    PGresult *r = link_run(l, "set statement_timeout = 0; select set_config('synchronous_commit', 'on', false)"
                              " where current_setting('synchronous_commit') in ('off', 'local')");
    bool ok = answer_ok(r);
    if (!ok) why(w, "%.150s", r ? answer_words(r) : "the database does not answer");
    PQclear(r);
    if (!ok) link_close(l);
    else l->host--;                      /* as long as it is well, we come back here */
    return ok;
}

/* ---- asking ------------------------------------------------------------------------------------------------ */

/* Waits until the next result can be had without waiting. */
static bool wait_ready(Link *l, int64_t until)
{
    for (int unsent = 1;;) {
        if (unsent && (unsent = PQflush(l->conn)) < 0) return false;
        if (!unsent && !PQisBusy(l->conn)) return true;
        if (clock_ms() >= until || (l->enough && l->enough(l->who))) return false;
        struct pollfd socket = { PQsocket(l->conn), (short)(unsent ? POLLIN | POLLOUT : POLLIN), 0 };
        int n = poll(&socket, 1, SLICE_MS);
        if (n < 0 && errno != EINTR) return false;
        if (n > 0 && (socket.revents & ~POLLOUT) && !PQconsumeInput(l->conn)) return false;
    }
}

/* All results of what was sent: the first error, or else the last one. The database commits after it has sent the
 * statement's result, so only the end of them all says that it happened. */
static PGresult *all_results(Link *l)
{
    int64_t until = clock_ms() + l->patience_ms;
    PGresult *kept = NULL, *r;
    while (wait_ready(l, until)) {
        if (!(r = PQgetResult(l->conn))) return kept;
        bool drop = kept && !answer_ok(kept);
        PQclear(drop ? r : kept);
        if (!drop) kept = r;
    }
    PQclear(kept);
    return NULL;
}

/* Errors after which nobody knows whether it happened, or after which the same question may well succeed: the
 * connection broke (08), the server is going down or coming up or somebody cancelled it, perhaps when it was committed
 * already (57), it is a standby now (25006), others were in the way (40). */
static bool leaves_open(const Link *l, const PGresult *r)
{
    if (answer_ok(r)) return l->warned;
    return PQstatus(l->conn) != CONNECTION_OK || answer_is(r, "08") || answer_is(r, "57") || answer_is(r, "25006")
        || answer_is(r, "40") || !*answer_state(r);
}

static PGresult *hear_out(Link *l, int sent)
{
    PGresult *r = sent ? all_results(l) : NULL;
    if (r && !leaves_open(l, r)) {
        l->patience_ms = l->wait_ms;
        return r;
    }
    if (!r && sent && PQstatus(l->conn) == CONNECTION_OK) {      /* too slow */
        l->host++;
        if (l->patience_ms < MOST_PATIENCE_MS) l->patience_ms *= 2;
    }
    PQclear(r);
    return link_close(l), NULL;
}

PGresult *link_run(Link *l, const char *sql)
{
    l->warned = false;
    return hear_out(l, PQsendQuery(l->conn, sql));
}

static bool prepare(Link *l, int statement)
{
    char name[8];
    if (l->prepared & 1u << statement) return true;
    snprintf(name, sizeof name, "s%d", statement);
    PGresult *r = hear_out(l, PQsendPrepare(l->conn, name, l->sql[statement], 0, NULL));
    bool ok = r && answer_ok(r);
    PQclear(r);
    if (ok) l->prepared |= 1u << statement;
    return ok;
}

PGresult *link_ask(Link *l, int statement, const Params *p)
{
    char name[8];
    if (!l->conn || !prepare(l, statement)) return NULL;
    snprintf(name, sizeof name, "s%d", statement);
    l->warned = false;
    return hear_out(l, PQsendQueryPrepared(l->conn, name, p->n, p->value, p->length, p->binary, 0));
}
