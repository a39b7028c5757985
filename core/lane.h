/* SPDX-License-Identifier: MIT
 *
 * lane.h - one table that is played by small actions (small.h): whoever decides is asked for one action after the
 * other, and chance, forced moves and those who have no choice are played in between.
 *
 * Where several seats may act, one is asked at a time, the lowest first; seats that somebody else plays (`apart`) come
 * after those that are asked here. */
#ifndef NINELIVES_LANE_H
#define NINELIVES_LANE_H

#include "round.h"
#include "small.h"

typedef struct {
    uint64_t may[SMALL_WORDS];   /* the actions that are possible now */
    Chosen   so_far;             /* by the seat that is asked, so_far.move.seat */
    bool     forced;             /* ask also where there is only one */
    SeatSet  apart;              /* seats whose moves come whole, by lane_play() */
    Seat     seat;               /* who is asked for an action; SEAT_NONE: nobody, it is over or a seat apart is asked */
    uint64_t asked;              /* actions that were asked for so far */
    Round    round;              /* last: whoever keeps many lanes allocates only lane_size() */
} Lane;

static inline size_t lane_size(const Game *g) { return offsetof(Lane, round) + round_size(g); }

/* A new game. `forced`, `apart` and the round's audience are set by the caller before. */
Err  lane_start(Lane *l, const Game *g, const Options *o, const uint8_t secret[ENTROPY]);
/* One action, which must be in `may`. */
void lane_act(Lane *l, int action);
/* The move of a seat apart. */
Err  lane_play(Lane *l, const Move *m, const char *word);
/* Which seat apart is asked, when nobody else is; SEAT_NONE: none, so it is over. */
Seat lane_apart(const Lane *l);
/* Equal marks: the same point of the same game. */
uint64_t lane_mark(const Lane *l);

#endif
