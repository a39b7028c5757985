/* SPDX-License-Identifier: MIT
 * marks.c - plays with the library from C and prints marks; test_marks.py does the same from Python and compares.
 *   usage: marks GAME SEED */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ninelives.h"

enum { TABLES = 64, STEPS = 300, MOVES = 60 };

/* A table of the weakest bots, move by move. */
static int table_marks(const nl_game *game, uint64_t seed)
{
    nl_table *table = nl_table_seeded(game, NULL, seed);
    if (!table) return 1;
    for (int seat = 0; seat < nl_table_seats(table); seat++)
        if (nl_table_bot(table, seat, nl_bot_at(0), seed + (uint64_t)seat)) return 1;
    if (nl_table_settle(table)) return 1;
    for (int i = 0; i < MOVES && !nl_table_over(table); i++) {
        char move[256];
        int seat = __builtin_ctz(nl_table_to_act(table));
        if (nl_table_choose(table, seat, 1, move, sizeof move) < 0 || nl_table_play(table, seat, move)) return 1;
        printf("table %016" PRIx64 "\n", nl_table_mark(table));
    }
    nl_table_free(table);
    return 0;
}

static int batch_marks(const nl_game *game, uint64_t seed)
{
    int32_t action[TABLES];
    nl_batch *batch = nl_batch_new(game, NULL, TABLES, seed, NL_OBSERVE, 1);
    if (!batch) return 1;
    for (int i = 0; i < STEPS; i++)
        if (nl_batch_random(batch, seed, action) || nl_batch_step(batch, action)) return 1;
    for (int i = 0; i < TABLES; i++) printf("batch %016" PRIx64 "\n", nl_batch_mark(batch, i));
    nl_batch_free(batch);
    return 0;
}

int main(int argc, char **argv)
{
    const nl_game *game = argc == 3 ? nl_game_find(argv[1]) : NULL;
    uint64_t seed = argc == 3 ? strtoull(argv[2], NULL, 10) : 0;
    if (!game || table_marks(game, seed) || batch_marks(game, seed)) {
        fprintf(stderr, "marks: %s\n", nl_why());
        return 1;
    }
    return 0;
}
