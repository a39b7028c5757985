/* SPDX-License-Identifier: MIT
 *
 * trial.h - trying moves out: worlds that look like what a seat sees, each likely move played in all of them with the
 * same dice, rules of thumb playing on for everybody. The searching bot plays what comes out best (search.c); advice
 * says how good each move is (advise.c); a review asks how good a whole table is for everybody (trial_truth). */
#ifndef NINELIVES_TRIAL_H
#define NINELIVES_TRIAL_H

#include "bot.h"

enum {
    TRIES = 16,                  /* moves worth trying: the heaviest */
    MOST_TRIES = TRIES + 1       /* ... and one that somebody asks about */
};

/* What is known of one move after all worlds it was played in. */
typedef struct {
    Move    move;
    uint8_t id;                  /* its row in Trial.pair: moves change places as they are sorted */
    int     worlds, decided;     /* in so many of them it ended the game for its seat at once (for advice only) */
    double  lead, lead_sq;       /* over the favourite, summed over all worlds */
    double  sum, sum_sq, tally;  /* of its own worth, and of what the game counts (Hunch.tally) */
} Try;

/* Two moves compared in the worlds in which both were played. */
typedef struct { double lead, lead_sq; int worlds; } Pair;

typedef struct {
    const Game  *game;
    const Hunch *hunch;          /* NULL: random rollouts */
    const Player *me;            /* NULL: nobody's view but the truth */
    Seat         seat;
    const float *mine, *theirs;  /* my own tastes; the others are taken to be sharp */
    const void  *view;
    Budget       budget;
    uint64_t     started;
    double       time;           /* the part of the time budget that was spent when the clock was last read */
    uint32_t     done;           /* rollouts */
    int          round, rounds;  /* of halving */
    int          tries, all;     /* moves still considered; those it began with, the dropped ones at the end */
    int          worlds;         /* worlds in which all that are still considered were played */
    bool         compare;        /* keep `pair` too */
    bool         decided;        /* the last rollout's first move ended the game for its seat */
    int          asked;          /* the id of a move that is never dropped, or -1 */
    Try          at[MOST_TRIES]; /* the favourite of the rules of thumb first, then the rest */
    Pair         pair[MOST_TRIES][MOST_TRIES];   /* [a][b]: by how much a leads b */
    Dice         dice;
    Move         list[MAX_MOVES];
    int          moves;          /* how many of `list` there are */
    float        weight[MAX_MOVES];
    _Alignas(64) uint8_t world[MAX_STATE], trial[MAX_STATE];
} Trial;

/* A lead counts beyond so many standard errors. Anything from 0 to 2 wins nearly as many games; the best is in
 * between. */
#define TRIAL_DOUBT 0.7

/* Lists the seat's moves and chooses those worth trying. The player's dice move on by one throw. */
void trial_start(Trial *t, Player *p, const void *view, Budget budget, bool light);
/* For advice: compare all moves with each other, and never drop this one. */
void trial_ask(Trial *t, const Move *m);
/* How far move a has to lead b: Hunch.caution. */
double trial_caution(const Trial *t, const Move *a, const Move *b);
/* Plays one more world; false: the budget is spent. */
bool trial_step(Trial *t);
/* The best of them: the favourite, unless another leads beyond doubt. */
const Try *trial_best(const Trial *t);

/* How good the true state is for every seat: the mean worth over so many rollouts, in each of which everybody plays as
 * sharp would, most of the time, and what nobody has seen is dealt anew (Hunch.redeal). `t` is working memory. */
void trial_truth(Trial *t, const Game *g, int seats, const void *state, uint32_t rollouts, uint64_t seed,
                 float out[MAX_SEATS]);

#endif
