/* SPDX-License-Identifier: MIT
 *
 * advise.h - what could be done, and how good each of it is: every sensible move of a seat with its chance to win, how
 * sure that is, and reasons. It is given what a bot is given, the seat's view and what its player remembers, and
 * never a state; so it cannot know better than the seat could. The same seed and budget give the same advice. */
#ifndef NINELIVES_ADVISE_H
#define NINELIVES_ADVISE_H

#include "trial.h"

enum { MAX_REASONS = 8 };

/* A move and what is thought of it. `low` to `high` is the 95 % interval of the chance. */
typedef struct {
    Move     move;
    char     word[MAX_WORD];             /* "" where none is said */
    float    chance, low, high;
    float    mean;                       /* of the rollouts, before Hunch.temper made a chance of it */
    float    tally;                      /* what the game counts besides: expected points, expected words */
    float    danger;                     /* how likely it loses the game at once, where a game says so */
    uint32_t tried;                      /* worlds; 0: judged without rollouts */
    int      reasons;
    Reason   reason[MAX_REASONS];
} Prospect;

typedef struct {
    int      moves;                      /* how many were legal */
    int      n;
    Prospect at[MOST_TRIES];             /* the best first */
    int      played;                     /* which of them somebody asked about; -1: none */
    float    cost, cost_low;             /* what it costs against the best; at least that, as far as is known (95 %) */
    bool     idle;                       /* next to nothing is at stake, so no move is the best */
} Advice;

/* Advice in the making: large, owned by the caller. */
typedef struct {
    Trial   trial;
    Player  player;                      /* a copy: advice leaves the real one as it was */
    Move    played;
    bool    asks;
    char    word[MAX_WORD];
    int     verdicts;                    /* of a game that judges by words; -1: this one is tried out */
    Verdict verdict[MOST_TRIES];
    _Alignas(16) uint8_t view[MAX_STATE];
} Adviser;

/* Begins. `played` (NULL: none) is a move to be judged in any case, with the word said. A budget of iterations makes it
 * repeatable. */
void adviser_start(Adviser *a, const Player *p, const void *view, Budget budget, const Move *played, const char *word);
/* A little more; false: it is done. Who has no more time stops calling. */
bool adviser_step(Adviser *a);
/* What is known so far. */
void adviser_end(const Adviser *a, Advice *out);

/* All at once. `a` is working memory. */
void advise(Adviser *a, const Player *p, const void *view, Budget budget, const Move *played, const char *word,
            Advice *out);

/* The chances of all seats in the true state, for reviews of finished games: they add up to 1 unless all win together.
 * A finished game is worth exactly what it was worth. */
void advise_truth(Trial *work, const Game *g, int seats, const void *state, uint32_t rollouts, uint64_t seed,
                  double out[MAX_SEATS]);

#endif
