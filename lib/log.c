/* SPDX-License-Identifier: MIT
 * log.c - games as text: writing them, reading them back, and checking that they were dealt fairly. */
#include <stdlib.h>
#include <string.h>

#include "../core/proof.h"
#include "../core/sha256.h"
#include "inside.h"

int nl_table_log(const nl_table *table, char *out, size_t cap)
{
    if (!table) return lib_fail(NL_BAD_ARGUMENT, "there is no table"), -1;
    if (table->imagined) return lib_fail(NL_BAD_ARGUMENT, "an imagined table has no log"), -1;
    if (lib_kept(table) || !lib_can_write(out, cap)) return -1;
    const Table *t = &table->round.table;
    Text text = text_into(out, cap);
    log_head(&text, t->game, &t->options, table->promised ? &table->promise : NULL, table->box);
    for (size_t i = 0; i < table->records; i++) log_line(&text, t->game, &table->record[i]);
    if (table->proven && round_over(&table->round)) log_tail(&text, t, table->secret);
    return (int)text.n;
}

/* ---- reading ---------------------------------------------------------------------------- */

typedef struct {
    const char *rest;                /* what has not been read yet */
    char        line[LOG_LINE];
    int         number;              /* of this line */
    nl_table   *table;
    Proof      *proof;               /* NULL: nobody asks whether it is fair */
    nl_status   wrong;               /* what it is if it is not a log: one that cannot be played, mostly */
    Why         why;
} Reader;

static bool no_table(Reader *r, nl_status status, const char *reason)
{
    r->wrong = status == NL_NO_MEMORY ? status : NL_BAD_LOG;
    return why(&r->why, "%s", reason);
}

static bool open_table(Reader *r)
{
    static const uint8_t unknown[ENTROPY];
    const Game *g;
    Options o;
    if (!log_next(&r->rest, r->line, &r->number)) return why(&r->why, "the log is empty");
    if (!log_read_header(r->line, &g, &o, &r->why)) return false;
    r->table = lib_table(g, &o, unknown);
    if (!r->table) return no_table(r, nl_failed(), nl_why());
    r->table->promise.seats = o.seats;
    if (r->proof) r->proof->promise.seats = o.seats;
    if (!g->boxed) return true;
    r->table->round.table.box = r->table->box = calloc(1, sizeof(Box));
    return r->table->box || no_table(r, NL_NO_MEMORY, "there is no memory for words");
}

/* What a table must know to go on, and to write the log again. */
static void note_record(nl_table *t, const LogRecord *rec)
{
    if (rec->kind == LOG_COMMIT) {
        t->promised = true;
        memcpy(t->promise.commit, rec->entropy, ENTROPY);
    } else if (rec->kind == LOG_LUCK) {
        t->promise.gave |= SEAT_BIT(rec->move.seat);
        memcpy(t->promise.luck[rec->move.seat], rec->entropy, ENTROPY);
    } else if (rec->kind == LOG_SECRET) {
        t->proven = true;
        memcpy(t->secret, rec->entropy, ENTROPY);
    }
}

static bool read_line(Reader *r)
{
    nl_table *t = r->table;
    LogRecord rec;
    if (!log_read(t->round.table.game, t->round.table.options.seats, r->line, &rec, &r->why)) return false;
    lib_forget(t, t->events);
    if (!round_replay(&t->round, &rec, &r->why)) return false;
    note_record(t, &rec);
    if (!r->proof || proof_take(r->proof, &rec, &r->why)) return true;
    r->wrong = NL_UNFAIR;
    return false;
}

/* Chance goes on from the log's secret, or from the log itself if it does not say one. */
static void go_on(nl_table *t, const char *log)
{
    if (!t->proven) sha256(log, strlen(log), t->round.table.secret);
    else if (t->promised) fair_seed(&t->promise, t->secret, t->round.table.secret);
    else memcpy(t->round.table.secret, t->secret, ENTROPY);
    lib_forget(t, t->events);
}

/* The whole log. NULL: it cannot be read, does not play or is unfair; nl_failed() says which. */
static nl_table *read_log(Reader *r)
{
    const char *log = r->rest;
    bool fine = open_table(r);
    while (fine && log_next(&r->rest, r->line, &r->number)) fine = read_line(r);
    if (fine && !lib_kept(r->table)) return go_on(r->table, log), r->table;
    if (!fine) lib_fail(r->wrong, "line %d: %s", r->number, r->why.text);
    nl_table_free(r->table);
    return NULL;
}

nl_table *nl_log_read(const char *log)
{
    Reader r = { .rest = log, .wrong = NL_BAD_LOG };
    if (!log) return lib_fail(NL_BAD_ARGUMENT, "there is no log to read"), NULL;
    return read_log(&r);
}

nl_status nl_log_verify(const char *log)
{
    Reader r = { .rest = log, .wrong = NL_BAD_LOG, .proof = log ? calloc(1, sizeof(Proof)) : NULL };
    if (!log) return lib_fail(NL_BAD_ARGUMENT, "there is no log to verify");
    if (!r.proof) return lib_fail(NL_NO_MEMORY, "there is no memory for a proof");
    nl_table *t = read_log(&r);
    bool revealed = r.proof->revealed;
    nl_table_free(t);
    free(r.proof);
    if (!t) return nl_failed();
    return revealed ? NL_OK : lib_fail(NL_NO_SECRET, "the log does not say its secret");
}
