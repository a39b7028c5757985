/* SPDX-License-Identifier: MIT
 *
 * knock.h - the end of a round of Rat-a-Tat Cat with all cards open, solved exactly: it shows
 * whether a bot knocks at the right time. */
#ifndef NINELIVES_KNOCK_H
#define NINELIVES_KNOCK_H

#include "../core/game.h"

/* A player's turn is over: the cards in both rows, and the one on top of the discard pile. */
typedef struct {
    uint8_t mine[4], theirs[4];  /* values, 0 to 9 */
    uint8_t top;                 /* a value, or 10: a power card, which nobody may take */
} Moment;

typedef struct Model Model;

Model *model_solve(double precision);            /* NULL: no memory */
void   model_free(Model *m);
int    model_sweeps(const Model *m);
/* The chance to win of the player who may knock now, if it does (or does not) and both then play perfectly. */
double model_worth(const Model *m, const Moment *e, bool knock);

/* Reads a position of the real game. False: a power card lies in a row. */
bool moment_read(const void *state, Moment *e);
/* The same position as a state in which both have seen all eight cards. */
void moment_lay(const Moment *e, const Game *g, Dice *d, void *state);

#endif
