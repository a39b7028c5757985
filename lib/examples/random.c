/* SPDX-License-Identifier: MIT
 *
 * random.c - plays one random game of every kind and prints how it went. The same seed plays the same games.
 *   usage: random [SEED] */
#include <inttypes.h>
#include <ninelives.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE = 256 };

static uint64_t dice;

static int any(int n)
{
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    return (int)((dice >> 33) % (uint64_t)n);
}

/* What is left to the player stands in capitals: a word, and a number. */
static void fill_in(const char *offered, char move[MOVE])
{
    const char *word = strstr(offered, "WORD N");
    if (word) snprintf(move, MOVE, "%.*sanything 1%s", (int)(word - offered), offered, word + strlen("WORD N"));
    else snprintf(move, MOVE, "%s", offered);
}

static int lowest_seat(uint32_t seats)
{
    int seat = 0;
    while (!(seats >> seat & 1)) seat++;
    return seat;
}

/* 0 if all went well. */
static int play(const nl_game *game, uint64_t seed)
{
    char offered[MOVE], move[MOVE];
    nl_table *table = nl_table_seeded(game, NULL, seed);
    dice = seed;
    nl_status status = nl_table_settle(table);                   /* the deal */
    while (!status && !nl_table_over(table)) {
        int seat = lowest_seat(nl_table_to_act(table));
        nl_table_legal_text(table, seat, any(nl_table_legal(table, seat)), offered, sizeof offered);
        fill_in(offered, move);
        status = nl_table_play(table, seat, move);
    }
    if (status) fprintf(stderr, "%s: %s\n", nl_game_name(game), nl_why());
    else printf("%s: %" PRIu64 " moves, winners %#" PRIx32 ", mark %016" PRIx64 "\n", nl_game_name(game),
                nl_table_moves(table), nl_table_winners(table), nl_table_mark(table));
    nl_table_free(table);
    return status != NL_OK;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 0; nl_game_at(i); i++) failed |= play(nl_game_at(i), argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
    return failed;
}
