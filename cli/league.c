/* SPDX-License-Identifier: MIT
 * league.c - who meets whom: the line-ups in which two bots are compared, and the table of
 * a round robin. */
#include <string.h>

#include "arena.h"
#include "cli.h"

/* `many` seats of the first, the rest of the second. */
static void add(Tournament *a, Meeting meeting, int first, int second, int many)
{
    Fixture *f = &a->fixture[a->fixtures++];
    *f = (Fixture){ .meeting = meeting, .a = (uint8_t)first, .b = (uint8_t)second };
    f->bout.game = a->game;
    f->bout.options = a->options;
    f->bout.games = a->games;
    f->bout.seed = a->seed;
    f->bout.first = a->first;
    for (int p = 0; p < a->options.seats; p++) f->bout.line_up[p] = a->entrant[p < many ? first : second];
}

/* With two seats there is only one way to meet. With three, equal numbers are impossible. With five
 * or more, if odd, they meet in halves twice, and each bot has once one seat more. */
void league_pair(Tournament *a, int first, int second)
{
    int seats = a->options.seats, half = seats / 2;
    if (seats > 2) add(a, ONE_AMONG, first, second, 1);
    if (seats > 2) add(a, AMONG_ONE, first, second, seats - 1);
    if (seats != 3) add(a, EVEN, first, second, half);
    if (seats > 3 && seats % 2) add(a, EVEN, first, second, seats - half);
}

/* ---- the table ------------------------------------------------------------------ */

static const Fixture *find(const Tournament *a, const Fixture *pair, Meeting meeting)
{
    for (int i = 0; i < a->fixtures; i++) {
        const Fixture *f = &a->fixture[i];
        if (f->a == pair->a && f->b == pair->b && f->meeting == meeting) return f;
    }
    return NULL;
}

/* The win rate of the bot that is alone among the others; of the first one where they meet in halves. */
static void print_rate(const Fixture *f)
{
    if (!f) {
        printf("  %24s", "-");
        return;
    }
    const Tally *t = &f->bout.tally[f->meeting == AMONG_ONE];
    Range won = rate_95(&t->won);
    printf("  %7.2f%% %6.2f to %6.2f", 100 * mean_of(&t->won), 100 * won.low, 100 * won.high);
}

static void print_pair(const Tournament *a, const Fixture *pair)
{
    printf("%-14s %-14s", a->entrant[pair->a].name, a->entrant[pair->b].name);
    for (Meeting m = ONE_AMONG; m < MEETINGS; m++) print_rate(find(a, pair, m));
    putchar('\n');
}

void league_table(const Tournament *a)
{
    printf("%s, %d players, %llu games a line-up, seed %llu; win rate of one seat", a->game->id, a->options.seats,
           (unsigned long long)a->games, (unsigned long long)a->seed);
    if (!arena_shares(a)) printf(", %.2f%% is chance", 100.0 / a->options.seats);
    printf("\n%-14s %-14s  %24s  %24s  %24s\n", "A", "B", "one A among Bs", "one B among As", "A in equal halves");
    for (int i = 0; i < a->fixtures; i++) {
        const Fixture *f = &a->fixture[i];
        if (i && f->a == f[-1].a && f->b == f[-1].b) continue;
        print_pair(a, f);
    }
}
