/* SPDX-License-Identifier: MIT
 *
 * bout.h - one line-up of bots, played over many deals. Each bot plays every deal from each
 * seat, and two bouts with the same seed play the same deals. So all bots have the same luck,
 * and what differs is how they play. */
#ifndef NINELIVES_BOUT_H
#define NINELIVES_BOUT_H

#include <stdio.h>

#include "../bots/bot.h"
#include "mean.h"

/* A bot and what it may spend on a move. */
typedef struct {
    const Bot *bot;
    Budget     budget;
    char       name[40];                 /* as it was asked for: "search:20ms" */
} Entrant;

typedef struct {
    const Entrant *who;
    int      seats;                      /* of one table */
    Mean     won, place, points;
    uint64_t decisions, late;            /* late: 20 ms over the budget */
    double   seconds, slowest;           /* CPU time: other load on the machine does not count */
} Tally;

typedef struct {
    const Game *game;
    Options     options;                 /* how many seats, among others */
    Entrant     line_up[MAX_SEATS];
    Tally       tally[MAX_SEATS];        /* one for each different entrant */
    int         kinds;
    uint64_t    games, seed, choices, moves;
    uint64_t    played, shared;          /* games; those of them with more than one winner */
    const uint8_t *first;                /* the seed of the first deal; NULL: as it follows from `seed` */
    double      seconds;
    FILE       *log;                     /* gets the first game; closed after it */
} Bout;

/* "sharp", "search:20ms", "search:1000"; false after a complaint. */
bool entrant_read(const char *text, Entrant *e);

/* Plays it; false after a complaint. `done` and `all` are for the progress line. */
bool bout_play(Bout *b, uint64_t done, uint64_t all);

#endif
