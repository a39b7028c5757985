/* SPDX-License-Identifier: MIT
 *
 * review.h - a game that was played, move by move: what each decision cost by what its player could know, and what was
 * luck. Whoever reviews hands over the records of a log one after the other and gets a step for each, so that it can
 * show progress and stop at any time.
 *
 * Every seat has a chance to win before the first move and a result after the last. What changes in between is split,
 * move by move and exactly:
 *
 *     own play        what the seat's own decisions cost, by what it could know (advise.h), at most its chance
 *     others' play    what the others' decisions cost them and so gave to this seat; where all win together, what
 *                     they cost everybody
 *     luck            all the rest: the deal, every card that turned up, lots
 *
 * The chances of the whole table see all hands, but what nobody has seen yet (the order of a pile) is luck to come.
 * They are computed for finished games only. An unfinished game is reviewed for one seat, by what that seat knows. */
#ifndef NINELIVES_REVIEW_H
#define NINELIVES_REVIEW_H

#include "../core/round.h"
#include "advise.h"

/* How good a decision was: by what it costs at least, as far as is known, so that noise is no blunder. */
typedef enum { MARK_NONE, MARK_BEST, MARK_FINE, MARK_DOUBTFUL, MARK_BLUNDER, MARKS } Mark;
extern const char *const mark_name[MARKS];

typedef struct { double own, others, luck; } Split;

typedef struct {
    uint64_t number;                     /* of the move; 0: this record was none */
    Move     move;
    char     word[MAX_WORD];
    Mark     mark;                       /* MARK_NONE: no decision, or not of a seat that is reviewed */
    Prospect played, best;               /* of a decision */
    float    cost;
    double   before[MAX_SEATS], after[MAX_SEATS];    /* everybody's chances; of a finished game only */
    Split    split[MAX_SEATS];           /* how after - before came about */
} Step;

/* What became of a seat. */
typedef struct {
    int      decisions, marks[MARKS];
    double   played, possible;           /* chances of what was played and of the best, summed over all decisions */
    double   first, last;                /* chances before the first move and after the last */
    Split    split;                      /* first + own + others + luck = last */
} Line;

typedef struct {
    uint32_t tries;                      /* rollouts for a decision */
    uint32_t rollouts;                   /* ... for the chances of the table after a move */
    uint64_t seed;
} Effort;
extern const Effort review_usual;

typedef struct {
    Effort  effort;
    SeatSet seats;                       /* whose decisions are told */
    bool    whole;                       /* the game is over: the truth may be looked at */
    Line    line[MAX_SEATS];
    double  now[MAX_SEATS];
    Round   round;
    Box     box;                         /* words that the log brings along */
    Player  player[MAX_SEATS];
    Adviser adviser;
    Advice  advice;                      /* of the last decision: all that could have been done */
    Events  events;                      /* what the last move made happen, unredacted */
} Review;

/* Lays out the table. `whole`: the log is of a finished game; otherwise `seats` must be one seat. False: it cannot be
 * set up so. */
bool review_start(Review *r, const Game *g, const Options *o, SeatSet seats, bool whole, Effort effort);
/* Plays the next record of the log and reviews it. False: it does not fit, and `w` says why. */
bool review_take(Review *r, const LogRecord *rec, Step *out, Why *w);

/* By how much a step moved the chances of the seat it moved most. */
double step_swing(const Step *s, int seats);
/* That seat. */
Seat   step_mover(const Step *s, int seats);

/* The moments that decided the game: the steps with the largest swings, to be offered one after the other. */
enum { MOMENTS = 3 };
typedef struct { int n; Step at[MOMENTS]; } Moments;
void moments_offer(Moments *m, const Step *s, int seats);        /* kept in the order of the game */

#endif
