/* SPDX-License-Identifier: MIT
 *
 * postgres.c - the store as a PostgreSQL database that several nodes share. The database decides who runs a table; its
 * side of this is postgres.sql.
 *
 * A node enters under a new id each time it starts, and that id is its fence. Its row there has a lease, which a
 * thread of its own renews. Everything that it writes or claims begins with a lock on that row and is refused when
 * the row says that the node is gone. Another node may say so when the lease has run out; it then waits for whatever
 * this one is just storing. So a table changes hands in two ways only: its owner releases it, or its owner was fenced
 * off.
 *
 * That is why moves are stored without asking whose the table is. A write is handed in under the term (the node's id)
 * in which its table was claimed, and refused when that term is over. Within one term nobody else can have had the
 * table unless it was released, and that is only asked for when all its writes are back. One danger is left: a
 * question whose answer did not come is asked again over another connection, and the first one may still be on its
 * way and arrive much later, even after the table was released and claimed once more. For moves, heads and new tables
 * it then finds the number or the code taken, because the same question was asked until it was answered. A table's
 * text, however, would be overwritten by an older one. So the questions of a term are numbered; a table's row keeps
 * the number of the last one (stamp), and an older text or release is refused.
 *
 * A lost answer is never reported: the question is asked again until it is answered, or this node is gone, or the store
 * closes. */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "array.h"
#include "kind.h"
#include "link.h"

enum {
    WAIT_MS   = 3000,                    /* for an answer, before the connection is given up */
    PAUSE_MS  = 200,                     /* between attempts to connect */
    READ_MS   = 6000,                    /* a read that was not answered by then is refused */
    CLOSE_MS  = 3000,                    /* so long a closing store tries to finish what was handed in */
    ADOPT     = 500,                     /* tables at a time, ... */
    TOGETHER  = 200                      /* ... and claims or releases */
};

static const char unreachable[] = "the database cannot be reached";
static const char silent[]      = "the database does not answer";
static const char refuses[]     = "the database refuses to store";
static const char buried[]      = "this node was declared dead";
static const char named_twice[] = "this node was declared dead, and another one has its name";

enum { APPEND, CLAIM, LOOK, RELEASE, ADOPTING, LIST, OLD, LOOSE, PACK, DROP, ENTER, RENEW, LEAVE, STATEMENTS };
static const char *const sql[STATEMENTS] = {
    [APPEND]   = "select ninelives.append($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20)",
    [CLAIM]    = ("select c.known::integer, c.owner from unnest($3::bigint[]) with ordinality as w(id, n),"
                  " lateral ninelives.claim($1, $2, w.id) as c order by w.n"),
    [LOOK]     = "select what, number, at, mark, by, ask, line from ninelives.look($1, $2, $3)",
    [RELEASE]  = "select ninelives.release($1, $2, $3)",
    [ADOPTING] = "select ninelives.adopt($1, $2, $3)",
    [LIST]     = "select id from ninelives.tables where id >= $1 order by id limit $2",
    [OLD]      = "select unnest(array[r.key >> 24, r.key & 16777215]) from (select r.key from ninelives.rounds r"
                 " join ninelives.tables t on t.id = r.key >> 24"
                 " where t.touched < $1 and r.tail is not null limit $2) r",
    [LOOSE]    = "select unnest(array[r.key >> 24, r.key & 16777215]) from (select r.key from ninelives.rounds r"
                 " join ninelives.tables t on t.id = r.key >> 24 where t.touched < $1 and r.tail is not null"
                 " and exists (select from ninelives.moves m where m.round = r.key and m.number = 1) limit $2) r",
    [PACK]     = "select ninelives.pack_round($1, $2, $3, $4)",
    [DROP]     = "select ninelives.drop_round($1)",
    [ENTER]    = "select id, wait_ms from ninelives.enter($1, $2, $3::bigint * interval '1 millisecond')",
    [RENEW]    = "select ninelives.renew($1, $2)",
    [LEAVE]    = "select ninelives.leave($1)",
};

/* What append() takes, in this order. */
enum {
    TABLE_ID, TABLE_MADE, TABLE_TEXT, TABLE_SUM, TABLE_AT, TABLE_LIVE, HEAD_KEY, HEAD_TEXT, TAIL_KEY, TAIL_TEXT,
    MOVE_ROUND, MOVE_NUMBER, MOVE_AT, MOVE_MARK, MOVE_BY, MOVE_ASK, MOVE_LINE, ARRAYS
};
static const ElementType element[ARRAYS] = {
    [TABLE_ID]   = OF_BIGINT, [TABLE_MADE]  = OF_BOOL,   [TABLE_TEXT] = OF_TEXT,   [TABLE_SUM] = OF_BIGINT,
    [TABLE_AT]   = OF_BIGINT, [TABLE_LIVE]  = OF_BOOL,   [HEAD_KEY]   = OF_BIGINT, [HEAD_TEXT] = OF_TEXT,
    [TAIL_KEY]   = OF_BIGINT, [TAIL_TEXT]   = OF_TEXT,   [MOVE_ROUND] = OF_BIGINT, [MOVE_NUMBER] = OF_BIGINT,
    [MOVE_AT]    = OF_BIGINT, [MOVE_MARK]   = OF_BIGINT, [MOVE_BY]    = OF_TEXT,   [MOVE_ASK]  = OF_TEXT,
    [MOVE_LINE]  = OF_TEXT,
};

typedef struct {
    Store            store;
    Link             writer, reader, keeper;     /* each belongs to one thread */
    char             name[MAX_NODE], version[32];
    int              lease_ms;
    _Atomic int64_t  until;              /* by our own clock the lease holds until then */
    _Atomic uint64_t asked;              /* questions so far */
    _Atomic int64_t  closing_since;      /* 0: it does not */

    Array            array[ARRAYS];      /* the writer's thread */
    int64_t          read_until;         /* the reader's: what is not answered by then is refused */
    StoreJob        *doubt;              /* and releases of tables that may be ours although the claim was refused */

    pthread_t        thread;             /* the keeper's */
    bool             keeps;
    pthread_mutex_t  lock;               /* guards these four */
    pthread_cond_t   some;
    bool             stopping, hurries;  /* it need not wait for the next renewal */
    char            *report;
    char            *peers;              /* the keeper's thread: what the others said last */
} Postgres;

static Postgres *of(Store *s) { return (Postgres *)s; }

static void pause_ms(int ms)
{
    struct timespec t = { ms / 1000, ms % 1000 * 1000000L };
    nanosleep(&t, NULL);
}

/* Once a store closes, what cannot be finished soon is given up. */
static bool gives_up(Postgres *p)
{
    if (!p->closing_since && store_is_closing(&p->store)) p->closing_since = clock_ms();
    return p->closing_since && clock_ms() > p->closing_since + CLOSE_MS;
}

static void tell(Postgres *p, JobKind kind, uint64_t term, const char *text)
{
    StoreJob *j = store_job(kind, 0, 0);
    j->term = term;
    if (text) j->text = strdup(text);
    store_tell(&p->store, j);
}

/* Whoever is refused by the fence says so; the first one tells. From then on the term is 0, until we have entered
 * again. */
static void was_buried(Postgres *p, uint64_t id)
{
    uint64_t was = id;
    if (!atomic_compare_exchange_strong(&p->store.term, &was, 0)) return;
    tell(p, STORE_GONE, id, NULL);
    pthread_mutex_lock(&p->lock);
    p->hurries = true;
    pthread_cond_signal(&p->some);
    pthread_mutex_unlock(&p->lock);
}

static bool reach(Postgres *p, Link *l)
{
    Why w;
    if (link_open(l, &w)) return true;
    p->store.trouble = unreachable;
    pause_ms(PAUSE_MS);
    return false;
}

/* ---- writing ------------------------------------------------------------------------------------------------ */

static void add_text(Array *a, const char *text) { array_text(a, text, strlen(text)); }

static void add_piece(Postgres *p, int key, const StoreJob *j, const char *text)
{
    array_bigint(&p->array[key], round_key(j->table, j->round));
    add_text(&p->array[key + 1], text);
}

static void add_move(Postgres *p, const StoreJob *j, const StoredMove *m)
{
    Array *a = p->array;
    array_bigint(&a[MOVE_ROUND], round_key(j->table, j->round));
    array_bigint(&a[MOVE_NUMBER], (int64_t)m->number);
    array_bigint(&a[MOVE_AT], m->at);
    array_bigint(&a[MOVE_MARK], (int64_t)m->mark);
    array_text(&a[MOVE_BY], &m->by, 1);
    add_text(&a[MOVE_ASK], m->ask);
    add_text(&a[MOVE_LINE], m->line);
}

static void add_job(Postgres *p, const StoreJob *j)
{
    Array *a = p->array;
    if (j->text) {
        array_bigint(&a[TABLE_ID], j->table);
        array_bool(&a[TABLE_MADE], j->made);
        add_text(&a[TABLE_TEXT], j->text);
        array_bigint(&a[TABLE_SUM], store_sum(j->text));
        array_bigint(&a[TABLE_AT], j->at);
        array_bool(&a[TABLE_LIVE], j->live);
    }
    if (j->head) add_piece(p, HEAD_KEY, j, j->head);
    if (j->tail) add_piece(p, TAIL_KEY, j, j->tail);
    for (const StoredMove *m = j->first; m; m = m->next) add_move(p, j, m);
}

/* A job that is out of the question has its outcome already. */
static void fill_params(Postgres *p, uint64_t id, const StoreJob *from, const StoreJob *end, Params *q)
{
    for (int i = 0; i < ARRAYS; i++) array_begin(&p->array[i], element[i]);
    for (const StoreJob *j = from; j != end; j = j->next)
        if (j->outcome == STORE_OK) add_job(p, j);
    q->n = 0;
    param_number(q, (int64_t)id);
    param_number(q, (int64_t)++p->asked);
    param_text(q, "f");
    for (int i = 0; i < ARRAYS; i++) {
        array_end(&p->array[i]);
        param_binary(q, p->array[i].bytes, p->array[i].n);
    }
}

static Outcome refusal(Postgres *p, uint64_t id, const PGresult *r, Why *w)
{
    const char *which = PQresultErrorField(r, PG_DIAG_CONSTRAINT_NAME);
    why(w, "%.150s", answer_words(r));
    if (answer_is(r, "NL001")) return was_buried(p, id), STORE_LOST;
    if (answer_is(r, "NL002")) return STORE_LOST;
    if (answer_is(r, "23505")) return which && !strcmp(which, "tables_pkey") ? STORE_TAKEN : STORE_REFUSED;
    if (answer_is(r, "53") || answer_is(r, "58")) p->store.trouble = refuses;    /* no room, no memory, a bad disk */
    return STORE_REFUSED;
}

/* Asks until there is an answer. `again`: it was asked before, and may have happened. */
static PGresult *insist(Postgres *p, uint64_t id, Params *q, bool *again)
{
    while (p->store.term == id && !gives_up(p)) {
        if (!reach(p, &p->writer)) continue;
        q->value[2] = *again ? "t" : "f";
        PGresult *r = link_ask(&p->writer, APPEND, q);
        if (r) return r;
        p->store.trouble = silent;
        *again = true;
    }
    return NULL;
}

static uint64_t microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* Stores what is still in question of the jobs before `end`, in one commit. */
static Outcome put(Postgres *p, uint64_t id, StoreJob *from, StoreJob *end, bool *again, Why *w)
{
    Params q;
    uint64_t begun = microseconds();
    why(w, "%s", buried);
    fill_params(p, id, from, end, &q);
    PGresult *r = insist(p, id, &q, again);
    Outcome o = !r ? STORE_LOST : answer_ok(r) ? STORE_OK : refusal(p, id, r, w);
    PQclear(r);
    if (o == STORE_OK) {
        p->store.trouble = NULL;
        p->store.commits++;
        p->store.microseconds = microseconds() - begun;
    }
    return o;
}

static bool in_term(StoreJob *j, uint64_t id)
{
    if (j->made && !j->term) j->term = id;
    j->outcome = id && j->term == id ? STORE_OK : STORE_LOST;
    if (j->outcome == STORE_LOST) why(&j->why, "%s", buried);
    return j->outcome == STORE_OK;
}

/* A refused batch is tried one by one, so that one bad write does not refuse the others. */
static void write_batch(Postgres *p, StoreJob *from, StoreJob *end)
{
    uint64_t id = p->store.term;
    bool again = false, any = false;
    Why w;
    for (StoreJob *j = from; j != end; j = j->next) any |= in_term(j, id);
    bool ok = any && put(p, id, from, end, &again, &w) == STORE_OK;
    for (StoreJob *j = from; j != end; j = j->next) {
        if (j->outcome == STORE_OK && !ok) j->outcome = put(p, id, j, j->next, &again, &j->why);
        p->store.fenced += j->outcome == STORE_LOST;
    }
}

/* The first job of a table that has one before it in the list. Two texts of one table must not be in one commit. */
static StoreJob *second_of_a_table(StoreJob *from)
{
    size_t n = 0, size = 4;
    StoreJob *j;
    for (j = from; j; j = j->next) n++;
    while (size < 2 * n) size *= 2;
    uint64_t *seen = calloc(size, sizeof *seen);
    if (!seen) abort();
    for (j = from; j; j = j->next) {
        size_t i = (j->table * 0x9e3779b1u) & (size - 1);
        while (seen[i] && seen[i] != j->table + 1ull) i = (i + 1) & (size - 1);
        if (seen[i]) break;
        seen[i] = j->table + 1ull;
    }
    free(seen);
    return j;
}

static void write_all(Store *s, StoreJob *all)
{
    for (StoreJob *from = all, *end; from; from = end) {
        end = second_of_a_table(from);
        write_batch(of(s), from, end);
    }
}

/* ---- reading and claiming ----------------------------------------------------------------------------------- */

/* NULL: no answer in time, and the job says so. The jobs of one list wait together, so that those at its end do not
 * wait many times as long. */
static PGresult *ask(Postgres *p, StoreJob *j, int statement, const Params *q)
{
    do {
        PGresult *r = reach(p, &p->reader) ? link_ask(&p->reader, statement, q) : NULL;
        if (r) return r;
    } while (clock_ms() < p->read_until && !gives_up(p));
    j->outcome = STORE_REFUSED;
    why(&j->why, "%s", silent);
    return NULL;
}

static bool went_well(Postgres *p, StoreJob *j, const PGresult *r)
{
    if (!r) return false;
    if (answer_ok(r)) return true;
    if (answer_is(r, "NL001")) was_buried(p, j->term);
    j->outcome = STORE_REFUSED;
    return why(&j->why, "%.150s", answer_words(r));
}

static int64_t number_at(const PGresult *r, int row, int column)
{
    return strtoll(PQgetvalue(r, row, column), NULL, 10);
}

static char *text_at(const PGresult *r, int row, int column)
{
    if (PQgetisnull(r, row, column)) return NULL;
    char *text = strdup(PQgetvalue(r, row, column));
    if (!text) abort();
    return text;
}

enum { WHAT, NUMBER, AT, MARK, BY, ASKED, LINE };

static void read_move(StoreJob *j, const PGresult *r, int row)
{
    StoredMove m = { .number = (uint64_t)number_at(r, row, NUMBER), .mark = (uint64_t)number_at(r, row, MARK),
                     .at = number_at(r, row, AT), .by = PQgetvalue(r, row, BY)[0] };
    snprintf(m.ask, sizeof m.ask, "%s", PQgetvalue(r, row, ASKED));
    store_row(j, &m, PQgetvalue(r, row, LINE));
}

static void read_rows(StoreJob *j, const PGresult *r)
{
    for (int row = 0, n = PQntuples(r); row < n; row++) {
        switch (number_at(r, row, WHAT)) {
        case 1:
            j->text = text_at(r, row, LINE);
            j->at = number_at(r, row, AT);
            j->live = *PQgetvalue(r, row, BY) == '1';
            if (store_sum(j->text) != number_at(r, row, MARK)) j->outcome = store_job_spoilt(j);
            break;
        case 2:
            j->round = (uint32_t)number_at(r, row, NUMBER);
            j->head = text_at(r, row, LINE);
            j->tail = text_at(r, row, ASKED);
            break;
        default:
            read_move(j, r, row);
        }
    }
}

/* The latest round between two numbers, if there is one; low > high: none is wanted. */
static void look(Postgres *p, StoreJob *j, uint32_t low, uint32_t high)
{
    Params q = { 0 };
    bool named = j->round;
    param_number(&q, j->table);
    param_number(&q, round_key(j->table, low));
    param_number(&q, round_key(j->table, high));
    PGresult *r = ask(p, j, LOOK, &q);
    if (went_well(p, j, r)) {
        j->outcome = STORE_OK;
        read_rows(j, r);
        if (!j->outcome && (!j->text || (named && !j->head))) j->outcome = STORE_NONE;
    }
    PQclear(r);
}

/* Everything that concerns ownership is asked as the node that we are now. Just after a burial we are none. */
static bool as_node(Postgres *p, StoreJob *j, Params *q)
{
    while (!(j->term = p->store.term) && clock_ms() < p->read_until && !gives_up(p)) pause_ms(PAUSE_MS);
    j->outcome = j->term ? STORE_OK : STORE_REFUSED;
    if (!j->term) return why(&j->why, "%s", buried);
    q->n = 0;
    param_number(q, (int64_t)j->term);
    param_number(q, (int64_t)++p->asked);
    return true;
}

/* Asks about the tables of this job and of all that follow and want the same, in one go: a server that drains, or takes
 * over from one that died, has thousands. `last` is the last of them. */
static PGresult *ask_together(Postgres *p, StoreJob *j, int statement, StoreJob **last)
{
    Params q;
    Array tables = { 0 };
    *last = j;
    if (!as_node(p, j, &q)) return NULL;
    array_begin(&tables, OF_BIGINT);
    array_bigint(&tables, j->table);
    for (int n = 1; (*last)->next && (*last)->next->kind == j->kind && n < TOGETHER; n++) {
        *last = (*last)->next;
        array_bigint(&tables, (*last)->table);
    }
    array_end(&tables);
    param_binary(&q, tables.bytes, tables.n);
    PGresult *r = ask(p, j, statement, &q);
    array_free(&tables);
    for (StoreJob *k = j; k != *last; k = k->next) {
        k->next->outcome = j->outcome;
        k->next->why = j->why;
        k->next->term = j->term;
    }
    return r;
}

static StoreJob *release(Postgres *p, StoreJob *j)
{
    StoreJob *last;
    PGresult *r = ask_together(p, j, RELEASE, &last);
    for (StoreJob *k = j; k != last->next; k = k->next) went_well(p, k, r);
    PQclear(r);
    return last;
}

static void doubt(Postgres *p, uint32_t table)
{
    StoreJob *j = store_job(STORE_RELEASE, table, 0);
    j->next = p->doubt;
    p->doubt = j;
}

static void claimed(Postgres *p, StoreJob *j, const PGresult *r, int row)
{
    if (!r && j->term) doubt(p, j->table);
    if (!went_well(p, j, r)) return;
    j->outcome = !number_at(r, row, 0) ? STORE_NONE : PQgetisnull(r, row, 1) ? STORE_OK : STORE_ELSEWHERE;
    snprintf(j->node, sizeof j->node, "%s", PQgetvalue(r, row, 1));
}

/* The claims are committed before the tables are read: what is read then nobody else can change any more. */
static StoreJob *claim(Postgres *p, StoreJob *j)
{
    StoreJob *last;
    int row = 0;
    PGresult *r = ask_together(p, j, CLAIM, &last);
    for (StoreJob *k = j; k != last->next; k = k->next) claimed(p, k, r, row++);
    PQclear(r);
    for (StoreJob *k = j; k != last->next; k = k->next) {
        k->round = 0;
        if (k->outcome != STORE_OK) continue;
        p->store.claims++;
        look(p, k, 1, MAX_ROUND);
    }
    return last;
}

static void read_tables(Postgres *p, StoreJob *j, int statement, const Params *q)
{
    PGresult *r = ask(p, j, statement, q);
    if (went_well(p, j, r)) {
        j->outcome = STORE_OK;
        j->tables_n = (size_t)PQntuples(r);
        if (!(j->tables = calloc(j->tables_n + 1, sizeof *j->tables))) abort();
        for (size_t i = 0; i < j->tables_n; i++) j->tables[i] = (uint32_t)number_at(r, (int)i, 0);
    }
    PQclear(r);
}

static void adopt(Postgres *p, StoreJob *j)
{
    Params q;
    if (!as_node(p, j, &q)) return;
    param_number(&q, ADOPT);
    read_tables(p, j, ADOPTING, &q);
    p->store.claims += j->tables_n;
}

static void list(Postgres *p, StoreJob *j)
{
    Params q = { 0 };
    param_number(&q, j->table);
    param_number(&q, MAX_LIST);
    read_tables(p, j, LIST, &q);
}

static void old(Postgres *p, StoreJob *j, int statement)
{
    Params q = { 0 };
    param_number(&q, j->at);
    param_number(&q, MAX_LIST / 2);
    read_tables(p, j, statement, &q);
}

static void tidy(Postgres *p, StoreJob *j, int statement, const Params *q)
{
    PGresult *r = ask(p, j, statement, q);
    if (went_well(p, j, r)) j->outcome = STORE_OK;
    PQclear(r);
}

static void drop(Postgres *p, StoreJob *j)
{
    Params q = { 0 };
    param_number(&q, round_key(j->table, j->round));
    tidy(p, j, DROP, &q);
}

static void pack(Postgres *p, StoreJob *j)
{
    Params q = { 0 };
    int64_t n = 0;
    char *text = store_pack(j);
    if (!text) {
        store_job_fail(j, STORE_REFUSED, "some of the round's moves are missing");
        return;
    }
    for (const StoredMove *m = j->first; m; m = m->next) n++;
    param_number(&q, round_key(j->table, j->round));
    param_number(&q, n);
    param_number(&q, store_sum(text));
    param_text(&q, text);
    tidy(p, j, PACK, &q);
    free(text);
}

static void free_doubt(Postgres *p)
{
    for (StoreJob *j = p->doubt; j; j = p->doubt) {
        p->doubt = j->next;
        store_job_free(j);
    }
}

/* A claim without an answer may have happened. Nobody here would know, and nobody else would get the table. */
static void settle_doubt(Store *s)
{
    Postgres *p = of(s);
    p->read_until = clock_ms() + READ_MS;
    for (StoreJob *j = p->doubt; j; j = j->next) {
        j = release(p, j);
        if (j->outcome) return;
    }
    free_doubt(p);
}

/* Returns the last of the jobs that it has carried out. */
static StoreJob *read_some(Postgres *p, StoreJob *j)
{
    switch (j->kind) {
    case STORE_CLAIM:   return claim(p, j);
    case STORE_RELEASE: return release(p, j);
    case STORE_LOOK:    return look(p, j, j->round ? j->round : 1, j->round), j;
    case STORE_ADOPT:   return adopt(p, j), j;
    case STORE_LIST:    return list(p, j), j;
    case STORE_OLD:     return old(p, j, OLD), j;
    case STORE_LOOSE:   return old(p, j, LOOSE), j;
    case STORE_PACK:    return pack(p, j), j;
    case STORE_DROP:    return drop(p, j), j;
    case STORE_WRITE: case STORE_GONE: case STORE_PEERS: break;
    }
    abort();                             /* these are not for this thread */
}

static void read_all(Store *s, StoreJob *all)
{
    settle_doubt(s);
    for (StoreJob *j = all; j; j = j->next) j = read_some(of(s), j);
}

/* ---- the lease ---------------------------------------------------------------------------------------------- */

/* One attempt. > 0: so many milliseconds another node of this name may be alive; < 0: no answer; 0: we are in. */
static int64_t enter(Postgres *p, Why *w)
{
    Params q = { 0 };
    int64_t begun = clock_ms(), left = -1;
    param_text(&q, p->name);
    param_text(&q, p->version);
    param_number(&q, p->lease_ms);
    PGresult *r = link_open(&p->keeper, w) ? link_ask(&p->keeper, ENTER, &q) : NULL;
    if (r && answer_is(r, "23505")) left = PAUSE_MS;             /* another one of that name was faster */
    else if (r && !answer_ok(r)) why(w, "%.150s", answer_words(r));
    else if (r && PQgetisnull(r, 0, 0)) left = number_at(r, 0, 1) + 1;
    else if (r) {
        left = 0;
        p->until = begun + p->lease_ms;
        p->store.term = (uint64_t)number_at(r, 0, 0);
    }
    PQclear(r);
    return left;
}

static void hear_peers(Postgres *p, const char *said)
{
    if (p->peers && !strcmp(p->peers, said)) return;
    free(p->peers);
    p->peers = strdup(said);
    tell(p, STORE_PEERS, p->store.term, said);
}

/* The lease begins when the question is sent, not when the answer comes: by the database's clock it ends later. */
static bool renew(Postgres *p, const char *report)
{
    Params q = { 0 };
    uint64_t id = p->store.term;
    int64_t begun = clock_ms();
    if (!reach(p, &p->keeper)) return false;
    param_number(&q, (int64_t)id);
    param_text(&q, report);
    PGresult *r = link_ask(&p->keeper, RENEW, &q);
    bool ok = r && answer_ok(r), alive = ok && !PQgetisnull(r, 0, 0);
    if (alive) p->until = begun + p->lease_ms;
    if (alive) hear_peers(p, PQgetvalue(r, 0, 0));
    else if (ok) was_buried(p, id);
    p->store.trouble = ok ? NULL : r ? refuses : silent;
    PQclear(r);
    return ok;
}

/* Not before everybody here knows that the old term is over: the new lease must not seem to hold for its tables. */
static bool enter_again(Postgres *p)
{
    Why w;
    if (store_is_unheard(&p->store)) return false;
    int64_t left = enter(p, &w);
    p->store.trouble = !left ? NULL : left > 0 ? named_twice : unreachable;
    return !left;
}

/* Waits so long; false: the store is being shut. */
static bool rest(Postgres *p, int ms, char **report)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += (ms % 1000) * 1000000L;
    t.tv_sec += ms / 1000 + t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    pthread_mutex_lock(&p->lock);
    while (!p->stopping && !p->hurries && !pthread_cond_timedwait(&p->some, &p->lock, &t)) continue;
    bool go_on = !p->stopping;
    p->hurries = false;
    *report = p->report ? strdup(p->report) : NULL;
    pthread_mutex_unlock(&p->lock);
    return go_on;
}

static void *keep(void *store)
{
    Postgres *p = store;
    char *report;
    for (bool ok = true; rest(p, ok ? p->lease_ms / 3 : PAUSE_MS, &report); free(report))
        ok = p->store.term ? renew(p, report) : enter_again(p);
    free(report);
    return NULL;
}

static bool keeper_stops(void *store)
{
    Postgres *p = store;
    pthread_mutex_lock(&p->lock);
    bool stops = p->stopping;
    pthread_mutex_unlock(&p->lock);
    return stops;
}

static bool holds(const Store *s)
{
    const Postgres *p = (const Postgres *)s;
    return p->store.term && clock_ms() < p->until;
}

static void report(Store *s, const char *text)
{
    Postgres *p = of(s);
    pthread_mutex_lock(&p->lock);
    free(p->report);
    p->report = strdup(text);
    pthread_mutex_unlock(&p->lock);
}

/* ---- opening and closing ------------------------------------------------------------------------------------ */

/* A predecessor that crashed may still have its lease. One that renews it while we wait is no predecessor. */
static bool enter_first(Postgres *p, Why *w)
{
    int64_t until = clock_ms() + p->lease_ms * 3 / 2 + 1000, left;
    while ((left = enter(p, w)) > 0 && clock_ms() < until) pause_ms(left < PAUSE_MS ? (int)left + 1 : PAUSE_MS);
    if (left > 0) why(w, "a node called \"%s\" is running already; each needs a name of its own (--node)", p->name);
    return !left;
}

static bool gives_up_writing(void *store) { return gives_up(store); }

static bool start(Postgres *p, const char *where, Why *w)
{
    if (!link_begin(&p->keeper, where, p->name, sql, p->lease_ms < WAIT_MS ? p->lease_ms : WAIT_MS, w)
        || !link_begin(&p->writer, where, p->name, sql, WAIT_MS, w)
        || !link_begin(&p->reader, where, p->name, sql, WAIT_MS, w)) return false;
    p->keeper.enough = keeper_stops;
    p->writer.enough = p->reader.enough = gives_up_writing;
    p->keeper.who = p->writer.who = p->reader.who = p;
    for (int i = 0; i < p->keeper.hosts && !p->keeper.conn; i++) link_open(&p->keeper, w);
    if (!p->keeper.conn || !postgres_format(&p->keeper, p->store.secret, w) || !enter_first(p, w)) return false;
    p->keeps = !pthread_create(&p->thread, NULL, keep, p);
    return p->keeps || why(w, "no thread could be started");
}

/* Leaving makes this node's tables free at once. When the database cannot be reached, its lease runs out instead. */
static void leave(Postgres *p)
{
    Params q = { 0 };
    PGresult *r = NULL;
    int64_t until = clock_ms() + CLOSE_MS;
    param_number(&q, (int64_t)p->store.term);
    p->keeper.enough = NULL;
    p->keeper.patience_ms = CLOSE_MS;
    while (p->store.term && !r && clock_ms() < until) r = reach(p, &p->keeper) ? link_ask(&p->keeper, LEAVE, &q) : NULL;
    PQclear(r);
}

static void shut(Store *s)
{
    Postgres *p = of(s);
    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    pthread_cond_signal(&p->some);
    pthread_mutex_unlock(&p->lock);
    if (p->keeps) pthread_join(p->thread, NULL);
    if (p->keeper.options) leave(p);
    link_end(&p->keeper);
    link_end(&p->writer);
    link_end(&p->reader);
    for (int i = 0; i < ARRAYS; i++) array_free(&p->array[i]);
    free_doubt(p);
    free(p->report);
    free(p->peers);
    pthread_cond_destroy(&p->some);
    pthread_mutex_destroy(&p->lock);
    store_end(s);
    free(p);
}

static Store *open_database(const StoreWish *wish, Why *w)
{
    Postgres *p = calloc(1, sizeof *p);
    pthread_condattr_t steady;
    if (!p) abort();
    store_begin(&p->store, &postgres_kind, wish);
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&p->some, &steady);
    pthread_condattr_destroy(&steady);
    snprintf(p->name, sizeof p->name, "%s", wish->node ? wish->node : "node");
    snprintf(p->version, sizeof p->version, "%s", wish->version ? wish->version : "");
    p->lease_ms = wish->lease_ms > 0 ? wish->lease_ms : 5000;
    if (start(p, wish->where, w)) return &p->store;
    return shut(&p->store), NULL;
}

const StoreKind postgres_kind = {
    .scheme = "postgresql:", .shared = true, .tidying = READING, .open = open_database,
    .serve = { [WRITING] = write_all, [READING] = read_all }, .tend = { [READING] = settle_doubt },
    .holds = holds, .report = report, .shut = shut, .prepare = postgres_prepare, .nodes = postgres_nodes,
};
