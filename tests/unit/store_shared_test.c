/* SPDX-License-Identifier: MIT
 *
 * What several nodes on one database do to each other, and what the database does to them: it breaks connections,
 * goes away, comes back, loses its standby. NINELIVES_DATABASE names it; the argument is the script that stops and
 * starts it.
 *
 * Nodes here have a long lease unless a test is about the clock: then nothing but the test itself makes them die, by
 * setting their lease back in the database. */
#include "store_any.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "../../store/link.h"

enum { CALM = 600000 };                  /* a lease that ends with no test */

static const char *where, *script;

/* ---- the database's side -------------------------------------------------------------------------- */

/* A command of the test's own; the number in its first column, or 0. */
static int64_t sql(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int64_t sql(const char *format, ...)
{
    char command[2000];
    va_list list;
    va_start(list, format);
    vsnprintf(command, sizeof command, format, list);
    va_end(list);
    PGconn *c = PQconnectdb(where);
    PGresult *r = PQexec(c, command);
    if (!answer_ok(r)) fail_msg("%s: %s", command, PQerrorMessage(c));
    int64_t v = PQntuples(r) ? atoll(PQgetvalue(r, 0, 0)) : 0;
    PQclear(r);
    PQfinish(c);
    return v;
}

static bool sql_is_refused(const char *command, const char *state)
{
    PGconn *c = PQconnectdb(where);
    PGresult *r = PQexec(c, command);
    bool refused = !strcmp(answer_state(r), state);
    PQclear(r);
    PQfinish(c);
    return refused;
}

static void database(const char *what)
{
    char command[1000];
    snprintf(command, sizeof command, "%s %s", script, what);
    assert_int_equal(system(command), 0);
}

static void until(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void until(const char *format, ...)
{
    char condition[1000];
    va_list list;
    va_start(list, format);
    vsnprintf(condition, sizeof condition, format, list);
    va_end(list);
    while (!sql("select (%s)::integer", condition)) usleep(20000);
}

static void let_lease_run_out(const char *name)
{
    sql("update ninelives.nodes set lease = clock_timestamp() - interval '1 second'"
        " where name = '%s' and gone is null", name);
}

/* As if it had renewed without a gap for a long time. */
static void make_trusted(const char *name)
{
    sql("update ninelives.nodes set since = since - interval '1 day' where name = '%s' and gone is null", name);
}

/* Each test finds an empty database; nodes that a failed one has left are dead. */
static int clean(void **state)
{
    UNUSED;
    sql("truncate ninelives.tables, ninelives.rounds, ninelives.moves, ninelives.claims");
    sql("update ninelives.nodes set gone = clock_timestamp() where gone is null");
    return 0;
}

static Node *calm(const char *name) { return node_open(where, name, CALM); }

static void make(Node *n, uint32_t table, bool live)
{
    assert_int_equal(node_do(n, a_table(table, true, "made", live)), STORE_OK);
}

static StoreJob *numbered_move(Node *n, uint32_t table, uint64_t number)
{
    char line[32];
    snprintf(line, sizeof line, "%u draw %d", (unsigned)table, (int)number);
    return a_move(n, table, number, line);
}

static void expect_elsewhere(Node *n, uint32_t table, const char *owner)
{
    StoreJob *j = node_claim(n, table);
    assert_int_equal(j->outcome, STORE_ELSEWHERE);
    assert_string_equal(j->node, owner);
    assert_null(j->text);
    store_job_free(j);
}

/* ---- whose table it is ------------------------------------------------------------------------------ */

static void a_table_has_one_owner(void **state)
{
    UNUSED;
    Node *a = calm("a"), *b = calm("b");
    make(a, 10, false);
    expect_elsewhere(b, 10, "a");
    assert_int_equal(node_do(b, store_job(STORE_LOOK, 10, 0)), STORE_OK);
    assert_int_equal(claim_outcome(a, 10), STORE_OK);
    assert_int_equal(node_do(b, store_job(STORE_RELEASE, 10, 0)), STORE_OK);         /* not b's to release */
    expect_elsewhere(b, 10, "a");
    assert_int_equal(node_do(a, store_job(STORE_RELEASE, 10, 0)), STORE_OK);
    assert_int_equal(claim_outcome(b, 10), STORE_OK);
    expect_elsewhere(a, 10, "b");
    assert_int_equal(sql("select count(*) from ninelives.claims where \"table\" = 10"), 2);
    node_close(a);
    node_close(b);
}

/* Hands in the same wish for many tables at once. Every third of them does not exist. */
static void all_at_once(Node *n, JobKind kind, uint32_t first, uint32_t many, Outcome expected)
{
    for (uint32_t t = 0; t < many; t++) store_ask(n->store, store_job(kind, first + t, 0));
    for (uint32_t left = many; left;)
        for (StoreJob *j = node_wait(n, LONG_MS), *next; j; j = next, left--) {
            next = j->next;
            assert_int_equal(j->outcome, kind == STORE_CLAIM && j->table % 3 == 0 ? STORE_NONE : expected);
            if (j->outcome == STORE_ELSEWHERE) assert_string_equal(j->node, "a");
            if (kind == STORE_CLAIM && j->outcome == STORE_OK) assert_int_equal(atoi(j->text), (int)j->table);
            if (kind == STORE_CLAIM && j->outcome == STORE_OK) assert_int_equal(j->term, store_term(n->store));
            store_job_free(j);
        }
}

static void many_change_hands_together(void **state)
{
    UNUSED;
    enum { MANY = 500 };
    char text[12];
    Node *a = calm("a"), *b = calm("b");
    for (uint32_t t = 500; t < 500 + MANY; t++) {
        snprintf(text, sizeof text, "%u", (unsigned)t);
        if (t % 3) assert_int_equal(node_do(a, a_table(t, true, text, false)), STORE_OK);
    }
    all_at_once(b, STORE_CLAIM, 500, MANY, STORE_ELSEWHERE);
    all_at_once(a, STORE_RELEASE, 500, MANY, STORE_OK);
    all_at_once(b, STORE_CLAIM, 500, MANY, STORE_OK);
    long long id = (long long)store_term(b->store);
    assert_int_equal(sql("select count(*) from ninelives.tables where node is distinct from %lld", id), 0);
    node_close(a);
    node_close(b);
}

static void a_node_that_leaves_frees_its_tables(void **state)
{
    UNUSED;
    Node *a = calm("a"), *b = calm("b");
    make(a, 20, true);
    make(a, 21, false);
    StoreJob *j = node_ask(b, store_job(STORE_ADOPT, 0, 0));
    assert_int_equal(j->tables_n, 0);
    store_job_free(j);
    node_close(a);
    j = node_ask(b, store_job(STORE_ADOPT, 0, 0));
    assert_int_equal(j->tables_n, 1);
    assert_int_equal(j->tables[0], 20);
    assert_int_equal(j->term, store_term(b->store));
    store_job_free(j);
    assert_int_equal(claim_outcome(b, 21), STORE_OK);
    node_close(b);
}

static void only_the_owner_writes_a_text(void **state)
{
    UNUSED;
    Node *a = calm("a"), *b = calm("b");
    make(a, 30, false);
    assert_int_equal(node_do(a, store_job(STORE_RELEASE, 30, 0)), STORE_OK);
    assert_int_equal(claim_outcome(b, 30), STORE_OK);
    assert_int_equal(node_do(a, with_term(a, a_table(30, false, "stolen", false))), STORE_LOST);
    StoreJob *no_term = numbered_move(a, 30, 1);
    no_term->term = 0;
    assert_int_equal(node_do(a, no_term), STORE_LOST);
    assert_int_equal(node_do(b, with_term(b, a_table(30, false, "mine", false))), STORE_OK);
    assert_int_equal(sql("select count(*) from ninelives.tables where id = 30 and text = 'mine'"), 1);
    assert_int_equal(a->gone, 0);
    node_close(a);
    node_close(b);
}

/* A question whose answer was lost may arrive at the database long after the same question was asked again. */
static void a_late_question_changes_nothing(void **state)
{
    UNUSED;
    char late[400];
    static const char nothing[] = "'{}','{}','{}','{}','{}','{}','{}','{}','{}','{}','{}'";
    Node *a = calm("a");
    long long id = (long long)store_term(a->store);
    make(a, 40, false);
    assert_int_equal(node_do(a, with_term(a, a_table(40, false, "new", false))), STORE_OK);
    snprintf(late, sizeof late,
             "select ninelives.append(%lld, 1, true, '{40}','{f}','{old}','{0}','{0}','{f}', %s)", id, nothing);
    assert_true(sql_is_refused(late, "NL002"));
    assert_int_equal(node_do(a, store_job(STORE_RELEASE, 40, 0)), STORE_OK);
    assert_int_equal(claim_outcome(a, 40), STORE_OK);
    assert_true(sql_is_refused(late, "NL002"));
    sql("select ninelives.release(%lld, 1, '{40}')", id);
    assert_int_equal(sql("select count(*) from ninelives.tables where text = 'new' and node = %lld", id), 1);
    node_close(a);
}

/* ---- death ------------------------------------------------------------------------------------------ */

static void only_the_trusted_bury(void **state)
{
    UNUSED;
    Node *a = calm("a"), *b = calm("b");
    make(a, 50, true);
    expect_elsewhere(b, 50, "a");
    let_lease_run_out("a");
    expect_elsewhere(b, 50, "a");                        /* b has just come */
    make_trusted("b");
    sql("update ninelives.nodes set server = server - interval '1 hour' where name = 'b'");
    expect_elsewhere(b, 50, "a");                        /* all of that at another server */
    sql("update ninelives.nodes set server = pg_postmaster_start_time() where name = 'b' and gone is null");
    let_lease_run_out("b");
    expect_elsewhere(b, 50, "a");                        /* it looks dead itself */
    sql("update ninelives.nodes set lease = clock_timestamp() + interval '1 hour' where name = 'b' and gone is null");
    assert_int_equal(claim_outcome(b, 50), STORE_OK);
    node_close(a);
    node_close(b);
}

static void until_gone(Node *n, int times)
{
    while (n->gone < times) assert_null(node_wait(n, 100));
}

static void until_back(Node *n, uint64_t was)
{
    while (!store_term(n->store) || store_term(n->store) == was) assert_null(node_wait(n, 100));
}

/* The dead node learns it from its next write, enters again, and what it wrote under its old term stays refused. */
static void the_dead_write_nothing(void **state)
{
    UNUSED;
    Node *a = node_open(where, "a", 60000), *b = calm("b");
    uint64_t was = store_term(a->store);
    make(a, 60, true);
    make(a, 61, false);
    assert_int_equal(node_do(a, numbered_move(a, 60, 1)), STORE_OK);
    make_trusted("b");
    let_lease_run_out("a");
    StoreJob *j = node_ask(b, store_job(STORE_ADOPT, 0, 0));
    assert_int_equal(j->tables_n, 1);
    assert_int_equal(j->tables[0], 60);
    store_job_free(j);

    StoreJob *late = numbered_move(a, 60, 2), *later = numbered_move(a, 60, 2);
    StoreJob *text = with_term(a, a_table(61, false, "late", false));
    assert_int_equal(node_do(a, late), STORE_LOST);
    until_gone(a, 1);
    assert_int_equal(node_do(a, text), STORE_LOST);
    assert_true(store_counts(a->store).fenced >= 1);

    sql("update ninelives.nodes set span = interval '10 minutes' where name = 'b'");
    until_back(a, was);
    assert_true(store_holds(a->store));
    assert_int_equal(node_do(a, later), STORE_LOST);     /* although a is alive again: it was not in that term */
    assert_int_equal(node_do(b, numbered_move(b, 60, 2)), STORE_OK);
    assert_int_equal(count_moves(b, 60), 2);
    assert_int_equal(claim_outcome(a, 61), STORE_OK);
    assert_int_equal(a->gone, 1);
    node_close(a);
    node_close(b);
}

/* Nobody may think that the new lease holds for the old tables. */
static void it_enters_again_only_when_that_was_heard(void **state)
{
    UNUSED;
    Node *a = node_open(where, "a", 900), *b = calm("b");
    uint64_t was = store_term(a->store);
    sql("update ninelives.nodes set gone = clock_timestamp() where name = 'a' and gone is null");
    while (store_term(a->store) == was) usleep(20000);
    assert_false(store_holds(a->store));
    usleep(600000);                                      /* a long time: it tries five times a second */
    assert_int_equal(store_term(a->store), 0);
    until_back(a, was);
    assert_int_equal(a->gone, 1);
    node_close(a);
    node_close(b);
}

static void names_are_unique(void **state)
{
    UNUSED;
    Why w;
    Node *a = node_open(where, "a", 1000);
    StoreWish twin = { .where = where, .node = "a", .lease_ms = 1000, .wake = wake_node, .who = a };
    assert_null(store_open(&twin, &w));
    assert_non_null(strstr(w.text, "running already"));
    assert_int_equal(node_do(a, store_job(STORE_LOOK, 1, 0)), STORE_NONE);
    assert_int_equal(a->gone, 0);
    node_close(a);
}

static void reports_reach_the_others(void **state)
{
    UNUSED;
    Node *a = node_open(where, "a", 900), *b = node_open(where, "b", 900);
    store_report(a->store, "{\"node\":\"a\",\"open\":[1,2]}");
    while (!b->peers || !strstr(b->peers, "[1,2]")) assert_null(node_wait(b, 100));
    assert_string_equal(b->peers, "[{\"node\":\"a\",\"open\":[1,2]}]");
    node_close(a);
    while (strcmp(b->peers, "[]")) assert_null(node_wait(b, 100));
    node_close(b);
}

/* ---- a process that is stopped ---------------------------------------------------------------------- */

typedef struct { atomic_bool ready, resumed, believed, lost, gone; } Sleeper;

/* It must never think that its lease holds after somebody else has got the table. */
static void be_a_sleeper(Sleeper *s)
{
    Node *n = node_open(where, "sleeper", 1000);
    uint64_t was = store_term(n->store);
    if (node_do(n, a_table(70, true, "made", true)) != STORE_OK) _exit(2);
    s->ready = true;
    for (int after = 0; after < 100; after += s->resumed) {
        bool resumed = s->resumed, holds = store_holds(n->store) && store_term(n->store) == was;
        if (resumed && holds) s->believed = true;
        usleep(1000);
    }
    StoreJob *j = store_job(STORE_WRITE, 70, 1);
    j->term = was;
    j->head = strdup("too late");
    s->lost = node_do(n, j) == STORE_LOST;
    until_gone(n, 1);
    s->gone = true;
    node_close(n);
    _exit(0);
}

static void a_stopped_process_is_replaced(void **state)
{
    UNUSED;
    int status;
    Sleeper *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(s != MAP_FAILED);
    pid_t child = fork();
    if (!child) be_a_sleeper(s);
    while (!s->ready) usleep(10000);
    Node *b = node_open(where, "b", 1000);
    usleep(1500000);                                     /* longer than a lease, which it renews meanwhile */
    expect_elsewhere(b, 70, "sleeper");
    kill(child, SIGSTOP);
    while (claim_outcome(b, 70) != STORE_OK) usleep(50000);
    s->resumed = true;
    kill(child, SIGCONT);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
    assert_false(s->believed);
    assert_true(s->lost && s->gone);
    assert_int_equal(node_do(b, numbered_move(b, 70, 1)), STORE_OK);
    node_close(b);
    munmap(s, sizeof *s);
}

/* ---- a storm: many tables, each with a move after the other, whatever happens to the database -------- */

enum { TABLES = 12 };

typedef struct {
    Node    *node;
    uint32_t first;
    uint64_t said[TABLES];               /* moves handed in, ... */
    uint64_t stored[TABLES];             /* ... and answered */
} Storm;

static void storm_begin(Storm *s, Node *n, uint32_t first)
{
    *s = (Storm){ .node = n, .first = first };
    for (uint32_t t = 0; t < TABLES; t++) make(n, first + t, false);
    for (uint32_t t = 0; t < TABLES; t++) store_ask(n->store, numbered_move(n, first + t, ++s->said[t]));
}

/* Takes what is done and says the next move of those tables; `more` false: lets them be. */
static void storm_turn(Storm *s, bool more)
{
    for (StoreJob *j = node_wait(s->node, 50), *next; j; j = next) {
        next = j->next;
        uint32_t t = j->table - s->first;
        if (j->outcome != STORE_OK) fail_msg("table %u: %d %s", j->table, (int)j->outcome, j->why.text);
        s->stored[t]++;
        store_job_free(j);
        if (more) store_ask(s->node->store, numbered_move(s->node, s->first + t, ++s->said[t]));
    }
}

static void storm_until(Storm *s, uint64_t moves)
{
    for (uint64_t least = 0; least < moves;) {
        storm_turn(s, true);
        least = s->stored[0];
        for (int t = 1; t < TABLES; t++) least = s->stored[t] < least ? s->stored[t] : least;
    }
}

static void storm_end(Storm *s)
{
    for (bool left = true; left;) {
        storm_turn(s, false);
        left = false;
        for (int t = 0; t < TABLES; t++) left |= s->stored[t] < s->said[t];
    }
    for (uint32_t t = 0; t < TABLES; t++) assert_int_equal(count_moves(s->node, s->first + t), s->said[t]);
    assert_int_equal(s->node->gone, 0);
}

/* Breaks the node's connections again and again. */
static void *break_connections(void *stop)
{
    while (!*(atomic_bool *)stop) {
        sql("select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'ninelives a'");
        usleep(30000);
    }
    return NULL;
}

static void lost_answers_are_asked_for_again(void **state)
{
    UNUSED;
    Storm s;
    pthread_t thread;
    atomic_bool stop = false;
    Node *a = calm("a");
    storm_begin(&s, a, 1000);
    assert_int_equal(pthread_create(&thread, NULL, break_connections, &stop), 0);
    storm_until(&s, 150);
    stop = true;
    pthread_join(thread, NULL);
    storm_end(&s);
    node_close(a);
}

/* After a pause the database carries out the questions that were given up, along with those that were asked instead. */
static void the_database_may_go_and_come_back(void **state)
{
    UNUSED;
    static const char *const ways[][2] = { { "crash", "start" }, { "stop", "start" }, { "pause", "resume" } };
    for (uint32_t i = 0; i < 3; i++) {
        Storm s;
        Node *a = calm("a");
        storm_begin(&s, a, 2000 + 100 * i);
        storm_until(&s, 20);
        database(ways[i][0]);
        while (!store_trouble(a->store)) storm_turn(&s, true);
        assert_true(store_failed(a->store));
        database(ways[i][1]);
        storm_until(&s, 60);
        assert_null(store_trouble(a->store));
        storm_end(&s);
        node_close(a);
    }
}

/* Reads are refused in the end, so that whoever waits is told; and then they work again. */
static void reads_do_not_wait_for_ever(void **state)
{
    UNUSED;
    Node *a = calm("a");
    make(a, 80, false);
    database("stop");
    assert_int_equal(node_do(a, store_job(STORE_LOOK, 80, 0)), STORE_REFUSED);
    assert_int_equal(claim_outcome(a, 80), STORE_REFUSED);
    database("start");
    while (node_do(a, store_job(STORE_LOOK, 80, 0)) != STORE_OK) continue;
    /* It was not sure whether it had the table, so it let it go. */
    assert_int_equal(sql("select count(*) from ninelives.tables where node is null"), 1);
    assert_int_equal(claim_outcome(a, 80), STORE_OK);
    node_close(a);
}

static void closing_does_not_wait_for_ever(void **state)
{
    UNUSED;
    Node *a = calm("a");
    make(a, 90, false);
    database("stop");
    for (uint64_t i = 1; i <= 50; i++) store_ask(a->store, numbered_move(a, 90, i));
    store_ask(a->store, store_job(STORE_CLAIM, 90, 0));
    int64_t begun = clock_ms();
    node_close(a);
    assert_true(clock_ms() - begun < 30000);             /* it takes some five seconds */
    database("start");
}

/* ---- the standby ------------------------------------------------------------------------------------ */

static bool is_answered(PGconn *c)
{
    assert_true(PQconsumeInput(c));
    if (PQisBusy(c)) return false;
    for (PGresult *r; (r = PQgetResult(c));) PQclear(r);
    return true;
}

/* One process of the database has to read the setting before commits wait, and it may take its time. So we commit
 * until we have to wait. */
static void until_commits_wait(void)
{
    static const char commit[] = "select pg_logical_emit_message(true, 'ninelives', 'test')";
    PGconn *c = PQconnectdb(where);
    bool answered = true;
    while (!sql("select count(*) from pg_stat_activity where pid = %d and wait_event = 'SyncRep'", PQbackendPID(c))) {
        if (answered) assert_true(PQsendQuery(c, commit));
        else usleep(20000);
        answered = is_answered(c);
    }
    PQfinish(c);
}

static void want_standby(const char *name)
{
    sql("alter system set synchronous_standby_names = '%s'", name);
    sql("select pg_reload_conf()::integer");
    if (*name) until_commits_wait();
    else until("current_setting('synchronous_standby_names') = ''");
}

/* Cancelling a wait for the standby makes the database say that it was done, with a warning; a second time, with an
 * error. Neither is a word to rely on. */
static void a_cancelled_commit_is_no_answer(void **state)
{
    UNUSED;
    enum { TIMES = 40 };
    static const char ours[] = "from pg_stat_activity where application_name = 'ninelives a'";
    StoreJob *early = NULL;
    Node *a = calm("a");
    make(a, 95, false);
    want_standby("nobody");
    store_ask(a->store, numbered_move(a, 95, 1));
    for (int i = 0; i < TIMES && !early; i++) {
        until("exists (select %s and wait_event = 'SyncRep')", ours);
        sql("select count(pg_cancel_backend(pid)) %s and wait_event = 'SyncRep'", ours);
        if (i % 2) sql("select count(pg_cancel_backend(pid)) %s", ours);
        early = node_wait(a, i % 10 ? 20 : 300);
    }
    want_standby("");                    /* also if it went wrong, or the next test would wait for ever */
    assert_null(early);
    StoreJob *j = node_wait(a, LONG_MS);
    assert_non_null(j);
    assert_int_equal(j->outcome, STORE_OK);
    store_job_free(j);
    assert_int_equal(count_moves(a, 95), 1);
    node_close(a);
}

/* Committed, and then the connection breaks: asked again, everything is there already and counts as stored. What is
 * there but not the same, does not. */
static void a_lost_answer_is_recognised(void **state)
{
    UNUSED;
    Node *a = calm("a");
    make(a, 96, false);
    want_standby("nobody");
    StoreJob *w = a_table(97, true, "new", true);
    w->round = 1;
    w->head = strdup("head");
    w->tail = strdup("tail");
    add_a_move(w, 1, "97 draw 1");
    add_a_move(w, 2, "97 draw 2");
    store_ask(a->store, w);
    until("exists (select from pg_stat_activity where application_name = 'ninelives a' and wait_event = 'SyncRep')");
    store_ask(a->store, with_term(a, a_table(96, false, "later", false)));
    sql("select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'ninelives a'"
        " and wait_event = 'SyncRep'");
    until("exists (select from ninelives.tables where id = 97)");
    want_standby("");
    for (int left = 2; left;)
        for (StoreJob *j = node_wait(a, LONG_MS), *next; j; j = next, left--) {
            next = j->next;
            assert_int_equal(j->outcome, STORE_OK);
            store_job_free(j);
        }
    assert_int_equal(count_moves(a, 97), 2);
    assert_int_equal(sql("select count(*) from ninelives.tables where (id, text) in ((96, 'later'), (97, 'new'))"), 2);
    assert_int_equal(sql("select count(*) from ninelives.rounds where head = 'head' and tail = 'tail'"), 1);
    assert_int_equal(sql("select count(*) from ninelives.claims"), 2);
    node_close(a);
}

/* It commits on disk even where the database's settings say that it need not. */
static void commits_are_durable(void **state)
{
    UNUSED;
    Why w;
    Link l = { 0 };
    static const char *const show[] = { "show synchronous_commit" };
    static const Params none;
    sql("alter role ninelives set synchronous_commit = off");
    assert_true(link_begin(&l, where, "x", show, 5000, &w) && link_open(&l, &w));
    PGresult *r = link_ask(&l, 0, &none);
    assert_string_equal(PQgetvalue(r, 0, 0), "on");
    PQclear(r);
    link_end(&l);
    sql("alter role ninelives reset synchronous_commit");
}

/* The first host that is named does not exist, the second is the database. */
static void all_hosts_are_tried(void **state)
{
    UNUSED;
    char two[400];
    const char *host = strstr(where, "host=") + 5;
    snprintf(two, sizeof two, "postgresql:///postgres?host=/nonexistent,%s", host);
    Node *a = node_open(two, "a", CALM);
    assert_int_equal(node_do(a, store_job(STORE_LOOK, 1, 0)), STORE_NONE);
    node_close(a);
}

static void formats_are_checked(void **state)
{
    UNUSED;
    Why w;
    StoreWish wish = { .where = where, .node = "a", .lease_ms = CALM, .wake = wake_node };
    assert_false(store_prepare(where, STORE_INIT, &w));
    sql("update ninelives.settings set format = 7, oldest = 2");
    assert_null(store_open(&wish, &w));
    assert_non_null(strstr(w.text, "too old"));
    sql("update ninelives.settings set format = 0, oldest = 0");
    assert_null(store_open(&wish, &w));
    assert_non_null(strstr(w.text, "upgrade"));
    sql("update ninelives.settings set format = 1, oldest = 1");
    sql("insert into ninelives.moves values (7, 2, 0, 0, 'p', '', 'no first move')");
    assert_false(store_prepare(where, STORE_CHECK, &w));
    sql("delete from ninelives.moves where round = 7");
    assert_true(store_prepare(where, STORE_CHECK, &w));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_stopped_process_is_replaced, clean),
        cmocka_unit_test_setup(a_table_has_one_owner, clean),
        cmocka_unit_test_setup(many_change_hands_together, clean),
        cmocka_unit_test_setup(a_node_that_leaves_frees_its_tables, clean),
        cmocka_unit_test_setup(only_the_owner_writes_a_text, clean),
        cmocka_unit_test_setup(a_late_question_changes_nothing, clean),
        cmocka_unit_test_setup(only_the_trusted_bury, clean),
        cmocka_unit_test_setup(the_dead_write_nothing, clean),
        cmocka_unit_test_setup(it_enters_again_only_when_that_was_heard, clean),
        cmocka_unit_test_setup(names_are_unique, clean),
        cmocka_unit_test_setup(reports_reach_the_others, clean),
        cmocka_unit_test_setup(lost_answers_are_asked_for_again, clean),
        cmocka_unit_test_setup(the_database_may_go_and_come_back, clean),
        cmocka_unit_test_setup(reads_do_not_wait_for_ever, clean),
        cmocka_unit_test_setup(closing_does_not_wait_for_ever, clean),
        cmocka_unit_test_setup(a_cancelled_commit_is_no_answer, clean),
        cmocka_unit_test_setup(a_lost_answer_is_recognised, clean),
        cmocka_unit_test_setup(commits_are_durable, clean),
        cmocka_unit_test_setup(all_hosts_are_tried, clean),
        cmocka_unit_test_setup(formats_are_checked, clean),
    };
    Why w;
    where = getenv("NINELIVES_DATABASE");
    script = argc > 1 ? argv[1] : NULL;
    if (!where || !script) return fprintf(stderr, "usage: tests/database run store_shared_test tests/database\n"), 2;
    if (!store_prepare(where, STORE_INIT, &w)) return fprintf(stderr, "%s\n", w.text), 1;
    if (argc > 2) cmocka_set_test_filter(argv[2]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
