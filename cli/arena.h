/* SPDX-License-Identifier: MIT
 *
 * arena.h - what the parts of `ninelives arena` share: which line-ups to play (league.c),
 * what came of them in words (arena.c) and as a picture (plot.c). */
#ifndef NINELIVES_ARENA_H
#define NINELIVES_ARENA_H

#include "bout.h"

enum { MAX_ENTRANTS = MAX_SEATS, MAX_BOUTS = 4 * MAX_ENTRANTS * MAX_ENTRANTS / 2 };

/* How bots A and B meet when there are more than two seats: one A among Bs, one B among As, and in
 * equal numbers. The first alone would mislead: against weak bots alone a strong one looks too good. */
typedef enum { AS_GIVEN, ONE_AMONG, AMONG_ONE, EVEN, MEETINGS } Meeting;

typedef struct {
    Bout    bout;
    Meeting meeting;
    uint8_t a, b;                        /* entrants; AS_GIVEN: neither */
} Fixture;

typedef struct {
    const Game *game;
    Options     options;
    Entrant     entrant[MAX_ENTRANTS];
    int         entrants, fixtures;
    uint64_t    games, seed;
    const uint8_t *first;                /* of every bout */
    Fixture     fixture[MAX_BOUTS];
} Tournament;

/* Were wins shared? Then a seat that plays like the others does not win one game in so many seats. */
bool arena_shares(const Tournament *a);
/* Adds the line-ups in which these two meet. */
void league_pair(Tournament *a, int first, int second);
/* One row for each pair, a column for each way to meet. */
void league_table(const Tournament *a);

/* Win rates with their intervals as bars; false after a complaint. */
bool plot_write(const Tournament *a, const char *path);

#endif
