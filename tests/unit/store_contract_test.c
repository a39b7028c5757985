/* SPDX-License-Identifier: MIT
 * What every kind of store promises. NINELIVES_DATABASE names the one to try; without it, it is a SQLite file. */
#include "store_any.h"

#include <libpq-fe.h>
#include <sqlite3.h>

static char folder[64], where[300];
static bool shared;

/* Changes what is stored behind the store's back. */
static void meddle(const char *sql)
{
    if (shared) {
        PGconn *c = PQconnectdb(where);
        PGresult *r = PQexec(c, sql);
        assert_int_equal(PQresultStatus(r), PGRES_COMMAND_OK);
        PQclear(r);
        PQfinish(c);
        return;
    }
    char path[100];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/ninelives.db", folder);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA busy_timeout=5000", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static Node *open_node(void) { return node_open(where, "one", 5000); }

static void expect_job(StoreJob *j, Outcome o, const char *text, const char *head, const char *tail, uint32_t round)
{
    assert_int_equal(j->outcome, o);
    if (text) assert_string_equal(j->text, text);
    if (head) assert_string_equal(j->head, head);
    else assert_null(j->head);
    if (tail) assert_string_equal(j->tail, tail);
    else assert_null(j->tail);
    assert_int_equal(j->round, round);
}

/* ---- writing and reading -------------------------------------------------------------------------- */

static void every_field_comes_back(void **state)
{
    UNUSED;
    Node *n = open_node();
    StoreJob *w = a_table(4000000001u, true, "{\"who\":\"Žofie 猫 \\\"\\\\ '{},\"}", true);
    assert_int_equal(node_do(n, w), STORE_OK);
    w = with_term(n, store_job(STORE_WRITE, 4000000001u, 3));
    w->head = strdup("head\nof three lines\n\"\n");
    add_a_move(w, 1, "0 draw");
    add_a_move(w, 2, "1 play peek @-  {}\",\\ 猫");
    assert_int_equal(node_do(n, w), STORE_OK);
    w = with_term(n, store_job(STORE_WRITE, 4000000001u, 3));
    add_a_move(w, 3, "");
    w->tail = strdup("tail\n");
    assert_int_equal(node_do(n, w), STORE_OK);

    StoreJob *j = node_claim(n, 4000000001u);
    expect_job(j, STORE_OK, "{\"who\":\"Žofie 猫 \\\"\\\\ '{},\"}", "head\nof three lines\n\"\n", "tail\n", 3);
    assert_int_equal(j->at, 1700000000001);
    assert_true(j->live);
    assert_int_equal(j->term, store_term(n->store));
    static const char *const line[] = { "0 draw", "1 play peek @-  {}\",\\ 猫", "" };
    static const char *const ask[] = { "ask-1", "", "ask-3" };
    int k = 0;
    for (const StoredMove *m = j->first; m; m = m->next, k++) {
        assert_int_equal(m->number, k + 1);
        assert_int_equal(m->mark, ~0ull - m->number);
        assert_int_equal(m->at, 1700000000001 + k);
        assert_int_equal(m->by, "pbtc"[m->number % 4]);
        assert_string_equal(m->ask, ask[k]);
        assert_string_equal(m->line, line[k]);
    }
    assert_int_equal(k, 3);
    store_job_free(j);
    node_close(n);
}

static void a_look_reads_what_it_names(void **state)
{
    UNUSED;
    Node *n = open_node();
    StoreJob *w = a_table(20, true, "first", true);
    assert_int_equal(node_do(n, w), STORE_OK);
    for (uint32_t round = 1; round <= 2; round++) {
        w = with_term(n, store_job(STORE_WRITE, 20, round));
        w->head = strdup(round == 1 ? "head 1" : "head 2");
        w->tail = round == 1 ? strdup("tail 1") : NULL;
        assert_int_equal(node_do(n, w), STORE_OK);
    }
    assert_int_equal(node_do(n, with_term(n, a_table(20, false, "second", false))), STORE_OK);

    StoreJob *j = node_look(n, 20, 0);
    expect_job(j, STORE_OK, "second", NULL, NULL, 0);
    assert_int_equal(j->at, 1700000000002);
    assert_false(j->live);
    store_job_free(j);
    expect_job(j = node_look(n, 20, 1), STORE_OK, "second", "head 1", "tail 1", 1);
    store_job_free(j);
    expect_job(j = node_claim(n, 20), STORE_OK, "second", "head 2", NULL, 2);
    store_job_free(j);
    assert_int_equal(node_do(n, store_job(STORE_LOOK, 20, 3)), STORE_NONE);
    assert_int_equal(node_do(n, store_job(STORE_LOOK, 21, 0)), STORE_NONE);
    assert_int_equal(claim_outcome(n, 21), STORE_NONE);
    node_close(n);
}

static void rounds_of_neighbours_are_apart(void **state)
{
    UNUSED;
    Node *n = open_node();
    for (uint32_t t = 30; t <= 32; t += 2) {
        StoreJob *w = a_table(t, true, "t", false);
        w->round = t == 30 ? MAX_ROUND : 1;
        w->head = strdup("head");
        assert_int_equal(node_do(n, w), STORE_OK);
    }
    assert_int_equal(node_do(n, a_table(31, true, "t", false)), STORE_OK);
    StoreJob *j = node_claim(n, 31);
    expect_job(j, STORE_OK, "t", NULL, NULL, 0);
    store_job_free(j);
    node_close(n);
}

static void a_table_is_kept_over_a_restart(void **state)
{
    UNUSED;
    Node *n = open_node();
    assert_int_equal(node_do(n, a_table(40, true, "kept", false)), STORE_OK);
    node_close(n);
    n = open_node();
    StoreJob *j = node_claim(n, 40);
    expect_job(j, STORE_OK, "kept", NULL, NULL, 0);
    store_job_free(j);
    node_close(n);
}

/* ---- refusals --------------------------------------------------------------------------------------- */

static void a_number_is_used_once(void **state)
{
    UNUSED;
    Node *n = open_node();
    assert_int_equal(node_do(n, a_table(50, true, "t", false)), STORE_OK);
    assert_int_equal(node_do(n, a_move(n, 50, 1, "50 draw 1")), STORE_OK);
    StoreJob *again = a_move(n, 50, 1, "50 draw 1");
    free(again->head);
    again->head = NULL;
    assert_int_equal(node_do(n, again), STORE_REFUSED);
    StoreJob *both = a_move(n, 50, 2, "50 draw 2");
    add_a_move(both, 1, "50 draw 1");
    assert_int_equal(node_do(n, both), STORE_REFUSED);
    assert_int_equal(count_moves(n, 50), 1);
    assert_int_equal(node_do(n, a_move(n, 50, 2, "50 draw 2")), STORE_OK);
    node_close(n);
}

static void a_code_is_used_once(void **state)
{
    UNUSED;
    Node *n = open_node();
    assert_int_equal(node_do(n, a_table(60, true, "mine", false)), STORE_OK);
    assert_int_equal(node_do(n, a_table(60, true, "yours", false)), STORE_TAKEN);
    assert_int_equal(node_do(n, a_table(60, true, "mine", false)), STORE_TAKEN);
    StoreJob *j = node_look(n, 60, 0);
    expect_job(j, STORE_OK, "mine", NULL, NULL, 0);
    store_job_free(j);
    node_close(n);
}

static void a_round_is_begun_once_and_before_it_ends(void **state)
{
    UNUSED;
    Node *n = open_node();
    assert_int_equal(node_do(n, a_table(70, true, "t", false)), STORE_OK);
    StoreJob *w = with_term(n, store_job(STORE_WRITE, 70, 1));
    w->tail = strdup("tail");
    assert_int_equal(node_do(n, w), STORE_REFUSED);
    assert_int_equal(node_do(n, a_move(n, 70, 1, "70 draw 1")), STORE_OK);
    w = with_term(n, store_job(STORE_WRITE, 70, 1));
    w->head = strdup("another head");
    assert_int_equal(node_do(n, w), STORE_REFUSED);
    node_close(n);
}

/* All are handed in at once, so that they are likely to be one commit. */
static void one_bad_write_harms_no_other(void **state)
{
    UNUSED;
    enum { MANY = 40 };
    Node *n = open_node();
    for (uint32_t t = 0; t < MANY; t++) assert_int_equal(node_do(n, a_table(1000 + t, true, "t", false)), STORE_OK);
    for (uint32_t t = 0; t < MANY; t++) {
        StoreJob *j = a_move(n, 1000 + t, 1, "");
        if (t == 7) add_a_move(j, 1, "");                /* the same number again */
        if (t == 9) j->text = strdup("t"), j->made = true;
        store_ask(n->store, j);
    }
    for (int left = MANY; left;)
        for (StoreJob *j = node_wait(n, LONG_MS), *next; assert_non_null(j), j; j = next) {
            next = j->next;
            Outcome o = j->table == 1007 ? STORE_REFUSED : j->table == 1009 ? STORE_TAKEN : STORE_OK;
            assert_int_equal(j->outcome, o);
            store_job_free(j);
            left--;
            if (!next) break;
        }
    node_close(n);
}

static void a_damaged_record_is_noticed(void **state)
{
    UNUSED;
    Node *n = open_node();
    assert_int_equal(node_do(n, a_table(80, true, "sound", false)), STORE_OK);
    assert_int_equal(node_do(n, a_table(81, true, "sound", false)), STORE_OK);
    meddle(shared ? "update ninelives.tables set text = 'soXnd' where id = 80"
                  : "UPDATE tables SET text='soXnd' WHERE id=80");
    StoreJob *j = node_claim(n, 80);
    assert_int_equal(j->outcome, STORE_DAMAGED);
    assert_null(j->text);
    assert_true(j->why.text[0]);
    store_job_free(j);
    assert_int_equal(node_do(n, store_job(STORE_LOOK, 80, 0)), STORE_DAMAGED);
    assert_int_equal(claim_outcome(n, 81), STORE_OK);
    node_close(n);
}

/* ---- many tables ------------------------------------------------------------------------------------ */

static void all_tables_are_listed_in_order(void **state)
{
    UNUSED;
    enum { MANY = MAX_LIST + 50, FROM = 100000 };
    Node *n = open_node();
    for (uint32_t t = 0; t < MANY; t++) store_ask(n->store, a_table(FROM + (t * 7919u) % MANY * 3, true, "t", false));
    for (int left = MANY; left;)
        for (StoreJob *j = node_wait(n, LONG_MS), *next; j; j = next, left--) {
            next = j->next;
            assert_int_equal(j->outcome, STORE_OK);
            store_job_free(j);
        }
    uint32_t from = FROM, seen = 0;
    for (size_t got = MAX_LIST; got == MAX_LIST && seen < MANY;) {
        StoreJob *j = node_ask(n, store_job(STORE_LIST, from, 0));
        assert_int_equal(j->outcome, STORE_OK);
        got = j->tables_n;
        for (size_t i = 0; i < got && seen < MANY; i++) assert_int_equal(j->tables[i], FROM + 3 * seen++);
        from = j->tables[got - 1] + 1;
        store_job_free(j);
    }
    assert_int_equal(seen, MANY);
    node_close(n);
}

/* Is this round of the table among those that may be packed, or thrown away? */
static bool is_listed(Node *n, JobKind list, int64_t before, uint32_t table, uint32_t round)
{
    bool found = false;
    StoreJob *j = store_job(list, 0, 0);
    j->at = before;
    j = node_ask(n, j);
    assert_int_equal(j->outcome, STORE_OK);
    for (size_t i = 0; i + 1 < j->tables_n; i += 2) found |= j->tables[i] == table && j->tables[i + 1] == round;
    store_job_free(j);
    return found;
}

static void old_rounds_can_be_thrown_away(void **state)
{
    UNUSED;
    Node *n = open_node();
    const int64_t then = 1600000000000;
    StoreJob *w = a_table(7300, true, "t", false);
    w->at = then;
    assert_int_equal(node_do(n, w), STORE_OK);
    for (uint32_t round = 1; round <= 2; round++) {
        w = with_term(n, store_job(STORE_WRITE, 7300, round));
        w->head = strdup("head\n");
        add_a_move(w, 1, "0 draw");
        assert_int_equal(node_do(n, w), STORE_OK);
    }
    w = with_term(n, store_job(STORE_WRITE, 7300, 1));
    w->tail = strdup("tail\n");
    assert_int_equal(node_do(n, w), STORE_OK);
    assert_true(is_listed(n, STORE_OLD, then + 1, 7300, 1));
    assert_false(is_listed(n, STORE_OLD, then, 7300, 1));               /* not yet */
    assert_false(is_listed(n, STORE_OLD, then + 1, 7300, 2));           /* it is still being played, ... */
    assert_int_equal(node_do(n, store_job(STORE_DROP, 7300, 2)), STORE_OK);
    StoreJob *j = node_look(n, 7300, 2);
    expect_job(j, STORE_OK, "t", "head\n", NULL, 2);     /* ... so it stays, whoever asks */
    assert_non_null(j->first);
    store_job_free(j);
    assert_int_equal(node_do(n, store_job(STORE_DROP, 7300, 1)), STORE_OK);
    j = node_look(n, 7300, 1);
    assert_int_equal(j->outcome, STORE_NONE);
    assert_string_equal(j->text, "t");                   /* the table is there */
    assert_null(j->first);
    store_job_free(j);
    assert_false(is_listed(n, STORE_OLD, then + 1, 7300, 1));
    node_close(n);
}

static Outcome pack(Node *n, uint32_t table, uint32_t round)
{
    StoreJob *j = node_look(n, table, round);
    j->kind = STORE_PACK;
    return node_do(n, j);
}

static bool same_moves(const StoredMove *a, const StoredMove *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (a->number != b->number || a->mark != b->mark || a->at != b->at || a->by != b->by || strcmp(a->ask, b->ask)
            || strcmp(a->line, b->line)) return false;
    return !a && !b;
}

/* A table with a round of so many moves, which is over or not. */
static void play_round(Node *n, uint32_t table, uint64_t moves, bool over)
{
    char line[64];
    StoreJob *w = a_table(table, true, "t", false);
    w->at = 1600000000000;
    assert_int_equal(node_do(n, w), STORE_OK);
    w = with_term(n, store_job(STORE_WRITE, table, 1));
    w->head = strdup("head\n");
    for (uint64_t i = 1; i <= moves; i++) {
        snprintf(line, sizeof line, i % 3 ? "%llu clue\t\xd7\xa9\xd7\x9c 2" : "%llu", (unsigned long long)i);
        add_a_move(w, i, line);
    }
    if (over) w->tail = strdup("tail\n");
    assert_int_equal(node_do(n, w), STORE_OK);
}

/* It reads as before, is packed once, and can still be thrown away. */
static void a_finished_round_can_be_packed(void **state)
{
    UNUSED;
    Node *n = open_node();
    const int64_t later = 1600000000001;
    play_round(n, 7400, 500, true);
    StoreJob *before = node_look(n, 7400, 1);
    assert_true(is_listed(n, STORE_LOOSE, later, 7400, 1));
    assert_int_equal(pack(n, 7400, 1), STORE_OK);
    assert_false(is_listed(n, STORE_LOOSE, later, 7400, 1));
    assert_true(is_listed(n, STORE_OLD, later, 7400, 1));
    node_close(n);
    n = open_node();                                      /* also after another start */
    StoreJob *after = node_claim(n, 7400);
    expect_job(after, STORE_OK, "t", "head\n", "tail\n", 1);
    assert_true(before->first && same_moves(before->first, after->first));
    store_job_free(before);
    store_job_free(after);
    assert_int_equal(node_do(n, store_job(STORE_DROP, 7400, 1)), STORE_OK);
    after = node_look(n, 7400, 1);
    assert_int_equal(after->outcome, STORE_NONE);
    assert_null(after->first);
    store_job_free(after);
    node_close(n);
}

/* Nor one that is still played, nor one that has other moves than were read: nothing changes then. */
static void no_other_round_is_packed(void **state)
{
    UNUSED;
    Node *n = open_node();
    play_round(n, 7500, 3, false);
    assert_false(is_listed(n, STORE_LOOSE, 1600000000001, 7500, 1));
    assert_int_equal(pack(n, 7500, 1), STORE_REFUSED);
    play_round(n, 7501, 3, true);
    StoreJob *j = store_job(STORE_PACK, 7501, 1);
    add_a_move(j, 1, "0 draw");
    assert_int_equal(node_do(n, j), STORE_REFUSED);
    j = store_job(STORE_PACK, 7501, 1);
    add_a_move(j, 2, "0 draw");                           /* the first is missing */
    assert_int_equal(node_do(n, j), STORE_REFUSED);
    for (uint32_t table = 7500; table <= 7501; table++) {
        j = node_look(n, table, 1);
        expect_job(j, STORE_OK, "t", "head\n", table == 7501 ? "tail\n" : NULL, 1);
        assert_true(j->first && j->first->next && j->first->next->next && !j->first->next->next->next);
        store_job_free(j);
    }
    node_close(n);
}

static void a_damaged_pack_is_noticed(void **state)
{
    UNUSED;
    Node *n = open_node();
    play_round(n, 7600, 3, true);
    assert_int_equal(pack(n, 7600, 1), STORE_OK);
    meddle(shared ? "UPDATE ninelives.moves SET line = line || 'x' WHERE number = 0 AND round >> 24 = 7600"
                  : "UPDATE moves SET line = line || 'x' WHERE number = 0 AND round >> 24 = 7600");
    StoreJob *j = node_look(n, 7600, 1);
    assert_int_equal(j->outcome, STORE_DAMAGED);
    assert_string_equal(j->text, "t");                   /* the table itself is sound */
    store_job_free(j);
    node_close(n);
}

/* A store that begins has no owner for tables whose clock runs: they are handed out, each once. */
static void running_clocks_are_adopted(void **state)
{
    UNUSED;
    Node *n = open_node();
    bool found[4] = { false };
    for (uint32_t t = 0; t < 4; t++) assert_int_equal(node_do(n, a_table(200 + t, true, "t", t % 2)), STORE_OK);
    node_close(n);
    n = open_node();
    StoreJob *j = node_ask(n, store_job(STORE_ADOPT, 0, 0));
    assert_int_equal(j->outcome, STORE_OK);
    for (size_t i = 0; i < j->tables_n; i++)
        if (j->tables[i] >= 200 && j->tables[i] < 204) found[j->tables[i] - 200] = true;
    store_job_free(j);
    assert_true(!found[0] && found[1] && !found[2] && found[3]);
    j = node_ask(n, store_job(STORE_ADOPT, 0, 0));
    assert_int_equal(j->tables_n, 0);
    store_job_free(j);
    assert_int_equal(claim_outcome(n, 201), STORE_OK);
    node_close(n);
}

static void a_released_table_can_be_claimed_again(void **state)
{
    UNUSED;
    Node *n = open_node();
    assert_int_equal(node_do(n, a_table(300, true, "t", false)), STORE_OK);
    for (uint64_t i = 1; i <= 3; i++) {
        assert_int_equal(node_do(n, a_move(n, 300, i, "")), STORE_OK);
        assert_int_equal(node_do(n, store_job(STORE_RELEASE, 300, 0)), STORE_OK);
        assert_int_equal(claim_outcome(n, 300), STORE_OK);
    }
    node_close(n);
}

/* Closing finishes what was handed in. */
static void nothing_is_dropped_when_it_closes(void **state)
{
    UNUSED;
    Node *n = open_node();
    assert_int_equal(node_do(n, a_table(400, true, "t", false)), STORE_OK);
    for (uint64_t i = 1; i <= 100; i++) {
        char line[32];
        snprintf(line, sizeof line, "400 draw %d", (int)i);
        store_ask(n->store, a_move(n, 400, i, line));
    }
    node_close(n);
    n = open_node();
    assert_int_equal(count_moves(n, 400), 100);
    node_close(n);
}

static void it_knows_what_it_is(void **state)
{
    UNUSED;
    Why w;
    Node *n = open_node();
    assert_int_equal(store_shared(n->store), shared);
    assert_int_equal(strlen(store_secret(n->store)), shared ? 64 : 0);
    assert_true(store_holds(n->store));
    assert_null(store_trouble(n->store));
    node_close(n);
    assert_null(store_open(&(StoreWish){ .where = "oracle://x", .wake = wake_node }, &w));
    assert_true(w.text[0]);
    assert_true(store_prepare(where, STORE_CHECK, &w));
    assert_true(store_prepare(where, STORE_UPGRADE, &w));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_comes_back),
        cmocka_unit_test(a_look_reads_what_it_names),
        cmocka_unit_test(rounds_of_neighbours_are_apart),
        cmocka_unit_test(a_table_is_kept_over_a_restart),
        cmocka_unit_test(a_number_is_used_once),
        cmocka_unit_test(a_code_is_used_once),
        cmocka_unit_test(a_round_is_begun_once_and_before_it_ends),
        cmocka_unit_test(one_bad_write_harms_no_other),
        cmocka_unit_test(a_damaged_record_is_noticed),
        cmocka_unit_test(all_tables_are_listed_in_order),
        cmocka_unit_test(old_rounds_can_be_thrown_away),
        cmocka_unit_test(a_finished_round_can_be_packed),
        cmocka_unit_test(no_other_round_is_packed),
        cmocka_unit_test(a_damaged_pack_is_noticed),
        cmocka_unit_test(running_clocks_are_adopted),
        cmocka_unit_test(a_released_table_can_be_claimed_again),
        cmocka_unit_test(nothing_is_dropped_when_it_closes),
        cmocka_unit_test(it_knows_what_it_is),
    };
    Why w;
    const char *database = getenv("NINELIVES_DATABASE");
    shared = database;
    snprintf(folder, sizeof folder, "/tmp/ninelives-contract.XXXXXX");
    if (!shared && !mkdtemp(folder)) return 1;
    if (shared) snprintf(where, sizeof where, "%s", database);
    else snprintf(where, sizeof where, "sqlite:%s", folder);
    if (!store_prepare(where, STORE_INIT, &w)) return fprintf(stderr, "%s\n", w.text), 1;
    int failed = cmocka_run_group_tests_name(shared ? "PostgreSQL" : "SQLite", tests, NULL, NULL);
    if (!shared) {
        char command[100];
        snprintf(command, sizeof command, "rm -rf %s", folder);
        failed += system(command) != 0;
    }
    return failed;
}
