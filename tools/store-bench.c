/* SPDX-License-Identifier: MIT
 *
 * store-bench.c - how fast a store is: so many tables at once, each of which hands in a move when the one before is
 * stored. Fills an empty store with tables that have everything a table can have, so it also serves the tests of
 * copying.
 *
 *   usage: store-bench WHERE TABLES MOVES        moves of all tables together */
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "../store/store.h"

enum { FIRST = 1000, TEXT_EVERY = 20, ROUND = 50 };      /* a text with every 20th move; a round has 50 moves */

typedef struct {
    Store    *store;
    sem_t     woken;
    uint32_t  tables;
    uint64_t *said;                      /* moves handed in, by table */
    uint64_t  moves, asked, stored;
} Bench;

static void wake(void *bench) { sem_post(&((Bench *)bench)->woken); }

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double cpu(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static char *text_of(uint32_t table, uint64_t number)
{
    char *text = malloc(1000);
    if (!text) abort();
    int n = snprintf(text, 1000, "{\"table\":%u,\"move\":%llu,\"who\":\"Žofie 猫\",\"rest\":\"", (unsigned)table,
                     (unsigned long long)number);
    memset(text + n, 'x', 800);
    memcpy(text + n + 800, "\"}", 3);
    return text;
}

/* The first move makes the table; rounds follow each other. */
static void say(Bench *b, uint32_t i)
{
    uint64_t n = b->said[i]++, in_round = n % ROUND;
    StoreJob *j = store_job(STORE_WRITE, FIRST + i, (uint32_t)(n / ROUND) + 1);
    StoredMove m = { .number = in_round + 1, .mark = n * 0x9e3779b97f4a7c15, .at = 1700000000000 + (int64_t)n,
                     .by = "pbtc"[n % 4], .ask = "0123456789abcdef" };
    j->made = !n;
    j->term = n ? store_term(b->store) : 0;
    j->at = m.at;
    j->live = i % 3 == 0;
    if (n % TEXT_EVERY == 0) j->text = text_of(FIRST + i, n);
    if (!in_round) j->head = text_of(FIRST + i, n);
    if (in_round == ROUND - 1) j->tail = text_of(FIRST + i, n);
    store_move(j, &m, "2 play peek @- -> 0 1 2 3");
    b->asked++;
    store_ask(b->store, j);
}

static bool take(Bench *b)
{
    for (StoreJob *j = store_done(b->store), *next; j; j = next) {
        next = j->next;
        if (j->kind == STORE_WRITE) {
            if (j->outcome) return fprintf(stderr, "table %u: %s\n", j->table, j->why.text), false;
            b->stored++;
            if (b->asked < b->moves) say(b, j->table - FIRST);
        }
        store_job_free(j);
    }
    return true;
}

static void print(const Bench *b, double wall, double used)
{
    StoreCounts c = store_counts(b->store);
    double n = (double)b->stored, commits = c.commits ? (double)c.commits : 1;
    printf("%6u tables: %8.0f moves a second, %6.1f in a commit, %5.1f us of CPU a move here\n", (unsigned)b->tables,
           n / wall, n / commits, used / n * 1e6);
}

int main(int argc, char **argv)
{
    Bench b = { .tables = argc == 4 ? (uint32_t)atoi(argv[2]) : 0, .moves = argc == 4 ? (uint64_t)atoll(argv[3]) : 0 };
    Why w = { "" };
    if (!b.tables || b.moves < b.tables) return fprintf(stderr, "usage: store-bench WHERE TABLES MOVES\n"), 2;
    if (!(b.said = calloc(b.tables, sizeof *b.said))) abort();
    sem_init(&b.woken, 0, 0);
    StoreWish wish = { .where = argv[1], .node = "bench", .lease_ms = 60000, .wake = wake, .who = &b };
    b.store = store_open(&wish, &w);
    if (!b.store) return fprintf(stderr, "%s\n", w.text), 1;
    double begun = seconds(), used = cpu();
    bool ok = true;
    for (uint32_t i = 0; i < b.tables; i++) say(&b, i);
    while (ok && b.stored < b.moves) {
        sem_wait(&b.woken);
        ok = take(&b);
    }
    print(&b, seconds() - begun, cpu() - used);
    store_close(b.store);
    free(b.said);
    return !ok;
}
