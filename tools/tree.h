/* SPDX-License-Identifier: MIT
 *
 * tree.h - a small game for two as a tree: every position that can arise, and for each decision
 * the positions that its player cannot tell apart (an information set). The tree is grown from the
 * contract alone: moves are what legal() lists, and what a seat knows is every event it was told,
 * so that players never forget anything. */
#ifndef NINELIVES_TREE_H
#define NINELIVES_TREE_H

#include "../core/game.h"

#define NOT_YET UINT32_MAX

typedef struct {
    uint32_t first;              /* of its children, which lie side by side in the order of legal() */
    uint32_t set, next;          /* its information set, and the next node there; or NOT_YET */
    float    share;              /* how likely it is where chance decides */
    float    worth;              /* at the end: seat 0's part of the win */
    uint16_t n;
    Seat     who;                /* 0, 1, SEAT_CHANCE, or SEAT_NONE: it is over */
} Node;

/* Nodes one player cannot tell apart. */
typedef struct {
    uint64_t heard;              /* a hash of everything that player has been told */
    uint32_t first, head;        /* its moves among all those of the tree; its nodes */
    uint16_t n;
    Seat     who;
} InfoSet;

/* Which dice the move of chance that is due will throw: how many, and their sides. */
typedef int Throws(const void *state, int sides[DICE_WORDS]);

typedef struct {
    const Game *game;
    Throws  *throws;
    Node    *node;
    InfoSet *set;
    uint32_t *bucket;            /* sets by what was heard */
    uint32_t nodes, most_nodes, sets, most_sets, moves;
} Tree;

/* One position the game may start from, and how likely it is. Players know what they see of it. */
typedef struct { const void *state; double share; } Start;

bool tree_new(Tree *t, const Game *g, Throws *throws, uint32_t most_nodes, uint32_t most_sets);
void tree_free(Tree *t);
/* False: the tree became larger than allowed. */
bool tree_grow(Tree *t, const Start *start, int starts);

/* What chance may do here: dice that make it happen, and how likely that is. Equal outcomes
 * count as one. */
typedef struct { Dice dice; double share; } Outcome;
enum { MOST_OUTCOMES = 128 };
int outcomes_of(const Tree *t, const void *state, Outcome *out);

/* ---- playing in it (solve.c) ---- */

/* A way to play: how often each move of each information set, for both seats. */
typedef struct { float *often; } Policy;

typedef struct {
    double gap;                  /* what the two best answers gain together, halved */
    int    sweeps;
} Solved;

/* An equilibrium by CFR+, until nobody can gain more than `gap`, or after so many sweeps. */
bool   solve(const Tree *t, double gap, int sweeps, Policy *out, Solved *how);
/* Seat 0's win rate if both play so. */
double policy_value(const Tree *t, const Policy *zero, const Policy *one);
/* The most that `who` can win against this; < 0: no memory. */
double policy_best(const Tree *t, Seat who, const Policy *against);
bool   policy_new(const Tree *t, Policy *p);
void   policy_free(Policy *p);

#endif
