/* SPDX-License-Identifier: MIT
 * store.c - the commands for whoever looks after the place where tables are kept: store and nodes. */
#include "../store/store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "copy.h"
#include "tidy.h"

static const char *where_or_complain(const char *given)
{
    if (!given || !*given) given = getenv("NINELIVES_STORE");
    if (given && *given) return given;
    complain("which store? --store sqlite:FOLDER or --store postgresql://..., or NINELIVES_STORE");
    return NULL;
}

static int prepare(const char *where, StoreTask task, const char *done)
{
    Why w = { "" };
    if (!where) return EXIT_USAGE;
    if (!store_prepare(where, task, &w)) return complain("%s", w.text), EXIT_NOT_SO;
    puts(done);
    return EXIT_FINE;
}

static int tidy(Tidy how, const char *where, long long days, const char *logs)
{
    if (days < 0) return complain("store %s wants --older DAYS", tidy_name[how]);
    if (how == TIDY_PACK && logs) return complain("store pack writes no files: --logs is for prune");
    where = where_or_complain(where);
    return where ? store_tidy(where, how, days, logs) : EXIT_USAGE;
}

int cmd_store(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives store init|upgrade|check --store WHERE\n"
        "       ninelives store copy --from WHERE --to WHERE\n"
        "       ninelives store pack --store WHERE --older DAYS\n"
        "       ninelives store prune --store WHERE --older DAYS [--logs FOLDER]\n\n"
        "Looks after the place where tables are kept: sqlite:FOLDER or postgresql://USER@HOST/DATABASE.\n"
        "init makes what a new database needs (a file makes itself), upgrade brings it up to date while servers\n"
        "run, check looks it over. copy takes all tables from one place to an empty other one, of either kind, and\n"
        "compares them afterwards; no server may run meanwhile.\n\n"
        "Logs of finished rounds at tables where nothing has happened for so many days: pack puts each into one\n"
        "piece, which takes less room and reads as before; prune throws them away, tables and results stay. Beside\n"
        "running servers both work with PostgreSQL only.\n\n"
        "  --store WHERE   which one (also NINELIVES_STORE)\n"
        "  --from WHERE    copy: from here\n"
        "  --to WHERE      copy: to there\n"
        "  --older DAYS    pack and prune: how long nothing must have happened\n"
        "  --logs FOLDER   prune: write the logs there first, as CODE-ROUND.log\n\n"
        "A password is better kept in ~/.pgpass than in WHERE, which others on this machine can see.\n"
        "Exit codes: 0 all is well, 1 it is not, or could not be done, 2 wrong usage.\n";
    static const struct { const char *name, *done; StoreTask task; } tasks[] = {
        { "init", "ready", STORE_INIT }, { "upgrade", "up to date", STORE_UPGRADE }, { "check", "sound", STORE_CHECK },
    };
    const char *store = NULL, *from = NULL, *to = NULL, *logs = NULL;
    long long days = -1;
    const Flag flag[] = {
        { .name = "--store", .text = &store }, { .name = "--from", .text = &from }, { .name = "--to", .text = &to },
        { .name = "--older", .number = &days, .low = 0, .high = 36500 }, { .name = "--logs", .text = &logs },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (n == 2 && !strcmp(argv[1], "copy"))
        return from && to ? store_copy(from, to) : complain("store copy wants --from and --to");
    for (Tidy how = 0; n == 2 && how < TIDIES; how++)
        if (!strcmp(argv[1], tidy_name[how])) return tidy(how, store, days, logs);
    for (size_t i = 0; n == 2 && i < sizeof tasks / sizeof tasks[0]; i++)
        if (!strcmp(argv[1], tasks[i].name)) return prepare(where_or_complain(store), tasks[i].task, tasks[i].done);
    return complain("store wants one of init, upgrade, check, copy, pack and prune; see ninelives store --help");
}

/* ---- nodes -------------------------------------------------------------------------------------------------- */

static void print_node(void *reports, const StoreNode *n)
{
    char since[24] = "?";
    struct tm t;
    time_t entered = (time_t)(n->entered / 1000);
    if (gmtime_r(&entered, &t)) strftime(since, sizeof since, "%Y-%m-%dT%H:%M:%SZ", &t);
    printf("%-32s %-8s %-20s ", n->name, *n->version ? n->version : "-", since);
    if (n->gone) printf("%9s", "gone");
    else printf("%7.1f s", (double)n->lease_ms / 1000);
    printf(" %8lld\n", (long long)n->tables);
    if (*(bool *)reports && n->report && !n->gone) printf("    %s\n", n->report);
}

int cmd_nodes(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives nodes --store postgresql://... [--reports]\n\n"
        "Lists the servers that share a database: since when they run, how long their lease still lasts (a negative\n"
        "time: they should have renewed it), how many tables each has. Those that left are listed for a day.\n\n"
        "  --store WHERE   which database (also NINELIVES_STORE)\n"
        "  --reports       also what each has told the others\n\n"
        "Exit codes: 0 all is well, 1 the database cannot be asked, 2 wrong usage.\n";
    const char *store = NULL;
    bool reports = false;
    Why w = { "" };
    const Flag flag[] = { { .name = "--store", .text = &store }, { .name = "--reports", .on = &reports } };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (n != 1) return complain("nodes takes flags only; see ninelives nodes --help");
    if (!(store = where_or_complain(store))) return EXIT_USAGE;
    printf("%-32s %-8s %-20s %9s %8s\n", "node", "version", "since", "lease", "tables");
    if (!store_nodes(store, print_node, &reports, &w)) return complain("%s", w.text), EXIT_NOT_SO;
    return EXIT_FINE;
}
