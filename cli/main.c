/* SPDX-License-Identifier: MIT
 * main.c - one binary, many commands. */
#include <locale.h>
#include <string.h>

#include "../bots/bot.h"
#include "../bots/shelf.h"
#include "cli.h"

#ifndef NINELIVES_VERSION
#define NINELIVES_VERSION "0"
#endif

static const Command command[] = {
    { "serve",    "",         "tables for friends: web client, bots, one link",       cmd_serve },
    { "store",    "init...",  "where tables are kept: made, checked, copied",         cmd_store },
    { "nodes",    "",         "the servers that share a database, and their tables",  cmd_nodes },
    { "play",     "[GAME]",   "a table in the terminal, against bots",                cmd_play },
    { "rules",    "GAME",     "the rules in a few screens, in any of the languages",  cmd_rules },
    { "arena",    "GAME",     "bots against bots: win rates with error bars, speed",  cmd_arena },
    { "words",    "guess...", "what clues mean: guesses, clues and glosses",          cmd_words },
    { "scenario", "FILE...",  "runs positions and moves written as text",             cmd_scenario },
    { "replay",   "FILE",     "re-plays a game from its log and verifies it",         cmd_replay },
    { "review",   "FILE",     "what was luck, what was play, what else to do",        cmd_review },
    { "bench",    "[GAME]",   "the engine's speed per game and player count",         cmd_bench },
};
enum { COMMANDS = sizeof command / sizeof command[0] };

static int usage(FILE *to, int code)
{
    fputs("Ninelives: five party games with hidden information.\n\n"
          "usage: ninelives COMMAND [...]\n\n", to);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-9s %-8s  %s\n", command[i].name, command[i].args, command[i].says);
    fputs("\n  --version, -V       the version and the games it knows\n"
          "  COMMAND --help      what a command takes\n\n"
          "Exit codes: 0 all is well, 1 a check failed, 2 wrong usage.\n", to);
    return code;
}

static int version(void)
{
    printf("ninelives %s\n", NINELIVES_VERSION);
    for (int i = 0; game_at(i); i++)
        printf("  %-9s rules %u, %u-%u players\n", game_at(i)->id, game_at(i)->rules,
               game_at(i)->min_seats, game_at(i)->max_seats);
    return EXIT_FINE;
}

/* Checks the description of every game at the start, so that a flaw does not show up in the middle of a round. */
static bool games_are_sound(void)
{
    bool sound = true;
    for (int i = 0; game_at(i); i++)
        if (game_flaw(game_at(i))) {
            complain("the game %s is not sound: %s", game_at(i)->id, game_flaw(game_at(i)));
            sound = false;
        }
    return sound;
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    bots_lend(&shelf);
    if (!games_are_sound()) return EXIT_NOT_SO;
    if (argc < 2) return usage(stderr, EXIT_USAGE);
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) return version();
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
        return usage(stdout, EXIT_FINE);
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[1], command[i].name)) return command[i].run(argc - 1, argv + 1);
    complain("there is no command \"%s\"", argv[1]);
    return usage(stderr, EXIT_USAGE);
}
