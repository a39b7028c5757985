/* SPDX-License-Identifier: MIT
 *
 * small.h - moves as small numbers and views as rows of bytes, for programs that learn to play.
 *
 * A move is chosen in up to three actions: what, at whom or where, which. Every action is a number below one limit,
 * the same for all tables of a game, and at each point a set says which are possible. Every legal move is reached by
 * exactly one sequence of actions, and every possible sequence ends in a legal move (tests/small.c).
 *
 * A game that has such a coding writes a small.c and points to it from its Game. One without is coded by the places
 * of its moves in the list of legal ones, and has no features. */
#ifndef NINELIVES_SMALL_H
#define NINELIVES_SMALL_H

#include "game.h"

enum {
    SMALL_MOST  = 320,                   /* actions of one game */
    SMALL_WORDS = SMALL_MOST / 64,       /* a set of them is so many words */
    SMALL_FEATURES = 1024                /* bytes of one observation, at most */
};

/* What has been chosen of a move so far. The parts that are still missing are 0. */
typedef struct {
    Move    move;
    uint8_t n;                           /* actions */
} Chosen;

/* Actions of one kind have numbers that follow each other, in the order of the rows. */
typedef struct {
    const char *name;
    uint16_t    n;
    uint8_t     card;                    /* the first is this card, the next the card after it; 0: numbers */
    uint8_t     low;                     /* ... counted from here */
    const char *what;
} ActionRow;

/* Bytes of an observation, in the order of the rows. */
typedef struct {
    const char *name;
    uint16_t    n;
    uint8_t     card;                    /* the first is about this card, the next about the card after it; 0: not so */
    uint8_t     most;                    /* the largest value */
    const char *what;
} FeatureRow;

struct Small {
    const ActionRow  *action;            /* ended by a row without a name */
    const FeatureRow *feature;           /* the same */
    uint16_t actions, features;          /* the sums of the rows */
    bool     team;                       /* all win or lose together */
    /* Adds the actions that are possible next to an empty set, for a seat that is asked. It reads only what the seat
     * knows: a view gives the same set as the state. */
    void (*may)(const void *state, const Chosen *so_far, uint64_t may[SMALL_WORDS]);
    /* One more action, which is possible. True: the move is whole. A word that goes with it lasts for ever. */
    bool (*say)(const void *state, Chosen *so_far, int action, const char **word);
    /* The features of a seat's view, written over all `features` bytes. `so_far.move.seat` is the seat. */
    void (*look)(const void *view, const Chosen *so_far, uint8_t *out);
    /* Optional: plays a move that was chosen so, which therefore needs no judgement, without events. */
    void (*play)(void *state, const Move *m);
    /* Optional: those who are asked before anybody with a choice, and have none themselves, pass, which adds to
     * *moves. Returns to_act(). */
    SeatSet (*hush)(void *state, uint64_t *moves);
};

/* For may(): adds `members` (bit 0 stands for the first action of a row) to the set. */
static inline void small_put(uint64_t may[SMALL_WORDS], int first, uint64_t members)
{
    int word = first / 64, shift = first % 64;
    may[word] |= members << shift;
    if (shift && word + 1 < SMALL_WORDS) may[word + 1] |= members >> (64 - shift);
}

static inline bool small_has(const uint64_t may[SMALL_WORDS], int action)
{
    return action >= 0 && action < SMALL_MOST && may[action / 64] >> action % 64 & 1;
}

static inline uint32_t small_size(const uint64_t may[SMALL_WORDS])
{
    uint32_t n = 0;
    for (int i = 0; i < SMALL_WORDS; i++) n += (uint32_t)__builtin_popcountll(may[i]);
    return n;
}

int small_nth(const uint64_t may[SMALL_WORDS], uint32_t i);      /* the i-th action of a set that has more */

/* Seats as somebody sees them who sits at `who`: 0 is that seat itself, 1 the next one. */
static inline uint8_t small_seat(Seat seat, Seat who, int seats) { return (uint8_t)((seat + seats - who) % seats); }
static inline uint32_t small_seats(SeatSet set, Seat who, int seats)
{
    uint32_t all = (1u << seats) - 1, at = set & all;
    return (at | at << seats) >> who & all;
}

/* ---- any game, whether it has a coding of its own or not ------------------------- */

const Small *small_of(const Game *g);
void small_may(const Game *g, const void *state, const Chosen *so_far, uint64_t may[SMALL_WORDS]);
bool small_say(const Game *g, const void *state, Chosen *so_far, int action, char word[MAX_WORD]);
/* From the state, through the seat's view. */
void small_look(const Game *g, const void *state, const Chosen *so_far, uint8_t *out);

/* What a finished game is worth to each seat. The winners share 1 and the others share -1, so that the sum is 0; if
 * everybody has won, it is 0 for all. In a team each has 1 or -1. */
void small_reward(const Game *g, const void *state, int seats, float reward[MAX_SEATS]);

#endif
