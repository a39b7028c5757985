/* SPDX-License-Identifier: MIT
 *
 * library_play.c - random games through ninelives.h alone; tests/library compiles it against an installed library.
 *   library_play FOLDER        a game of every kind and size, and with every value of every option: writes their logs,
 *                              prints NAME MARK for each
 *   library_play read FILE...  prints FILE STATUS MARK for each log */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef NINELIVES_VERSION
#include "lib/ninelives.h"
#else
#include <ninelives.h>
#endif

enum { LINE = 256, LOG = 1 << 20 };

static char text[LOG];

static _Noreturn void stop(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, nl_why());
    exit(1);
}

/* ---- random play --------------------------------------------------------------------- */

static void fill_in(const char *offered, char move[LINE])
{
    const char *word = strstr(offered, "WORD N");
    if (word) snprintf(move, LINE, "%.*sassociation 1%s", (int)(word - offered), offered, word + strlen("WORD N"));
    else snprintf(move, LINE, "%s", offered);
}

static void play(nl_table *t, uint64_t dice)
{
    if (nl_table_settle(t)) stop("the deal");
    while (!nl_table_over(t)) {
        char offered[LINE], move[LINE];
        int seat = 0;
        while (!(nl_table_to_act(t) >> seat & 1)) seat++;
        dice = dice * 6364136223846793005u + 1442695040888963407u;
        int i = (int)((dice >> 33) % (uint64_t)nl_table_legal(t, seat));
        if (nl_table_legal_text(t, seat, i, offered, sizeof offered) < 1) stop("an offer");
        fill_in(offered, move);
        if (nl_table_play(t, seat, move)) stop(move);
    }
}

/* "party-3-combos-off": a game, its seats and one option; its log is written into the folder. */
static void play_one(const nl_game *g, const char *folder, int seats, const char *option)
{
    char options[LINE], name[LINE], path[2 * LINE];
    snprintf(options, sizeof options, "players=%d%s%s", seats, *option ? " " : "", option);
    snprintf(name, sizeof name, "%s-%d%s%s", nl_game_name(g), seats, *option ? "-" : "", option);
    snprintf(path, sizeof path, "%s/%s.log", folder, name);
    nl_table *t = nl_table_seeded(g, options, (uint64_t)seats);
    if (!t) return;                                      /* a seat that is not at the table */
    play(t, 7);
    FILE *f = fopen(path, "w");
    if (!f || nl_table_log(t, text, LOG) >= LOG || fputs(text, f) < 0 || fclose(f)) stop(path);
    printf("%s %016" PRIx64 "\n", name, nl_table_mark(t));
    nl_table_free(t);
}

/* ---- every option ------------------------------------------------------------------------ */

/* Calls play_one for every value of the options that a description lists. It is our own JSON, so its order is known. */
static void play_options(const nl_game *g, const char *folder, int seats)
{
    static char described[LOG];
    nl_game_describe(g, described, LOG);
    *strstr(described, "\"events\":") = 0;
    for (char *at = described; (at = strstr(at, "{\"name\":\"")); ) {
        char option[LINE], *name = at + 9;
        int n = (int)strcspn(name, "\"");
        char *values = strstr(name, "\"values\":["), *next = strstr(name, "{\"name\":\"");
        at = name + n;
        if (!values || (next && next < values)) continue;        /* a number */
        for (char *v = values + 10; *v == '"' || *v == ','; v += *v == ',') {
            int length = (int)strcspn(v + 1, "\"");
            snprintf(option, sizeof option, "%.*s=%.*s", n, name, length, v + 1);
            play_one(g, folder, seats, option);
            v += length + 2;
        }
    }
}

static int play_all(const char *folder)
{
    const nl_game *g;
    for (int i = 0; (g = nl_game_at(i)); i++)
        for (int seats = nl_game_min_seats(g); seats <= nl_game_max_seats(g); seats++) {
            play_one(g, folder, seats, "");
            if (seats == nl_game_min_seats(g)) play_options(g, folder, seats);
        }
    return 0;
}

/* ---- reading ------------------------------------------------------------------------------ */

static int read_logs(char **path)
{
    for (; *path; path++) {
        FILE *f = fopen(*path, "r");
        size_t n = f ? fread(text, 1, LOG - 1, f) : 0;
        text[n] = 0;
        if (f) fclose(f);
        nl_table *t = nl_log_read(text);
        printf("%s %s %016" PRIx64 "\n", *path, nl_status_name(nl_log_verify(text)), nl_table_mark(t));
        nl_table_free(t);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2) return fputs("usage: library_play FOLDER | library_play read FILE...\n", stderr), 2;
    return strcmp(argv[1], "read") ? play_all(argv[1]) : read_logs(argv + 2);
}
