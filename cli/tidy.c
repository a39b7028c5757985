/* SPDX-License-Identifier: MIT
 * tidy.c - what a store holds of old rounds. The logs of finished rounds are most of it, and after some days hardly
 * anybody asks for them: so they can be packed, or thrown away. Their tables stay, with the results. */
#include "tidy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../server/room.h"
#include "cli.h"
#include "side.h"

/* The whole log, synced: after this the round is thrown away. */
static bool write_log(const StoreJob *j, const char *folder)
{
    char name[1200], code[CODE];
    code_write(j->table, code);
    snprintf(name, sizeof name, "%.1000s/%s-%u.log", folder, code, j->round);
    FILE *f = fopen(name, "w");
    if (!f) return complain("%s cannot be written: %s", name, strerror(errno)), false;
    fputs(j->head, f);
    for (const StoredMove *m = j->first; m; m = m->next) fprintf(f, "%s\n", m->line);
    fputs(j->tail, f);
    bool ok = !fflush(f) && !fsync(fileno(f)) && !ferror(f);
    fclose(f);
    return ok || (complain("%s cannot be written: %s", name, strerror(errno)), false);
}

static StoreJob *look(Side *s, uint32_t table, uint32_t round)
{
    StoreJob *j = side_ask(s, store_job(STORE_LOOK, table, round));
    if (j->outcome) complain("a round cannot be read: %s", j->why.text);
    return j;
}

static bool save(Side *s, uint32_t table, uint32_t round, const char *logs)
{
    StoreJob *j = look(s, table, round);
    bool ok = !j->outcome && j->head && j->tail && write_log(j, logs);
    store_job_free(j);
    return ok;
}

static bool drop(Side *s, uint32_t table, uint32_t round, const char *logs)
{
    if (logs && !save(s, table, round, logs)) return false;
    StoreJob *j = side_ask(s, store_job(STORE_DROP, table, round));
    bool ok = !j->outcome;
    if (!ok) complain("a round cannot be thrown away: %s", j->why.text);
    store_job_free(j);
    return ok;
}

static bool pack(Side *s, uint32_t table, uint32_t round, const char *logs)
{
    (void)logs;
    StoreJob *j = look(s, table, round);
    bool ok = !j->outcome;
    if (ok) {
        j->kind = STORE_PACK;
        j = side_ask(s, j);
        ok = !j->outcome;
        if (!ok) complain("a round cannot be packed: %s", j->why.text);
    }
    store_job_free(j);
    return ok;
}

const char *const tidy_name[] = { [TIDY_PACK] = "pack", [TIDY_PRUNE] = "prune" };

static const struct {
    JobKind     list;                    /* which rounds */
    bool      (*one)(Side *s, uint32_t table, uint32_t round, const char *logs);
    const char *done;
} tidying[] = {
    [TIDY_PACK]  = { STORE_LOOSE, pack, "packed" },
    [TIDY_PRUNE] = { STORE_OLD, drop, "gone" },
};

/* As many as one list holds. -1: it cannot go on; 0: there are none left. */
static long tidy_some(Side *s, Tidy how, int64_t before, const char *logs)
{
    StoreJob *list = store_job(tidying[how].list, 0, 0);
    list->at = before;
    list = side_ask(s, list);
    bool ok = !list->outcome;
    if (!ok) complain("the rounds cannot be listed: %s", list->why.text);
    for (size_t i = 0; ok && i + 1 < list->tables_n; i += 2)
        ok = !interrupted() && tidying[how].one(s, list->tables[i], list->tables[i + 1], logs);
    long n = ok ? (long)list->tables_n / 2 : -1;
    store_job_free(list);
    return n;
}

int store_tidy(const char *where, Tidy how, long long days, const char *logs)
{
    Side s = { 0 };
    Why w = { "" };
    long some = -1, all = 0;
    int64_t before = ((int64_t)time(NULL) - days * 86400) * 1000;
    if (logs && mkdir(logs, 0700) && errno != EEXIST) return complain("%s cannot be made: %s", logs, strerror(errno));
    interrupts_catch();
    bool open = side_open(&s, where, tidy_name[how], &w);
    if (!open) complain("%s", w.text);
    while (open && (some = tidy_some(&s, how, before, logs)) > 0) {
        all += some;
        if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%ld rounds", all);
    }
    side_close(&s);
    if (isatty(STDERR_FILENO) && all) fputc('\n', stderr);
    if (!some) printf("%ld rounds of tables untouched for %lld days are %s\n", all, days, tidying[how].done);
    return !some ? EXIT_FINE : interrupted() ? EXIT_INTERRUPTED : EXIT_NOT_SO;
}
