/* SPDX-License-Identifier: MIT
 *
 * duel.c - how often does one bot beat another? Every deal is played twice, with the seats exchanged, so that neither
 * is luckier. Says which part of the games A won, with its 95 % interval. In a game that is won together all are equal.
 *   usage: duel GAME [A [B [DEALS]]]          e.g. duel ratcat sharp random 200 */
#include <math.h>
#include <ninelives.h>
#include <stdio.h>
#include <stdlib.h>

/* What seat `seat` won: 1, a half if both did, or 0; below 0 if something failed. */
static double won(const nl_game *game, const char *level[2], int seat, uint64_t deal)
{
    nl_table *table = nl_table_seeded(game, "players=2", deal);
    nl_status status = nl_table_bot(table, seat, level[0], 2 * deal);
    if (!status) status = nl_table_bot(table, !seat, level[1], 2 * deal + 1);
    if (!status) status = nl_table_run(table, 200);
    uint32_t winners = nl_table_winners(table);
    nl_table_free(table);
    if (status) return fprintf(stderr, "duel: %s\n", nl_why()), -1;
    return winners == 3 ? 0.5 : winners >> seat & 1;
}

int main(int argc, char **argv)
{
    const char *level[2] = { argc > 2 ? argv[2] : "sharp", argc > 3 ? argv[3] : "random" };
    const nl_game *game = argc > 1 ? nl_game_find(argv[1]) : NULL;
    int deals = argc > 4 ? atoi(argv[4]) : 100;
    double sum = 0, squares = 0;
    if (!game || deals < 2) return fprintf(stderr, "usage: duel GAME [A [B [DEALS]]]\n"), 2;
    for (int i = 0; i < deals; i++) {
        double first = won(game, level, 0, (uint64_t)i), second = won(game, level, 1, (uint64_t)i);
        if (first < 0 || second < 0) return 1;
        double both = (first + second) / 2;
        sum += both, squares += both * both;
    }
    double mean = sum / deals, variance = (squares - sum * mean) / (deals - 1);
    double half = 1.96 * sqrt(variance / deals);
    printf("%s: %s beats %s in %.1f %% of %d games (%.1f to %.1f)\n", nl_game_name(game), level[0], level[1],
           100 * mean, 2 * deals, 100 * (mean - half), 100 * (mean + half));
    return 0;
}
