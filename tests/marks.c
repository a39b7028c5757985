/* SPDX-License-Identifier: MIT
 *
 * marks.c - prints a line "GAME PLAYERS SETTING MARK" for every game, number of players and
 * option setting. Every build of the engine must print the same; tests/marks.mjs compares. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../wasm/mark.h"

static void print_marks(const Game *g, uint64_t seed, uint32_t games)
{
    static MarkRoom room;
    for (int players = g->min_seats; players <= g->max_seats; players++)
        for (int s = 0; s < mark_settings(g); s++) {
            Options o;
            char name[64];
            mark_options(g, players, s, &o);
            mark_setting_name(g, s, name, sizeof name);
            printf("%s %d %s %016" PRIx64 "\n", g->id, players, name, mark_games(g, &o, seed, games, &room));
        }
}

int main(int argc, char **argv)
{
    if (argc > 3) return fputs("usage: marks [GAMES [SEED]]\n", stderr), 2;
    uint32_t games = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 64;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const Game *g;
    for (int i = 0; (g = game_at(i)); i++) print_marks(g, seed, games);
    return 0;
}
