/* SPDX-License-Identifier: MIT
 *
 * lane.h - one table that is played by small actions (small.h): whoever decides is asked for one action after the
 * other; chance, forced moves and those who have no choice are played in between.
 *
 * Lanes are for simulations by the million. Their dice are fast ones (dice.h), made of the lane's seed and the number
 * of the move, and nothing is logged. For tables of people there is round.h.
 *
 * Where several seats may act, one is asked at a time, the lowest first; seats that somebody else plays (`apart`) come
 * after those that are asked here. */
#ifndef NINELIVES_LANE_H
#define NINELIVES_LANE_H

#include "small.h"

/* One event as a seat apart is told it, and the seat's view after the move. */
typedef void LaneHear(void *host, Seat seat, const void *view, const Event *e);

typedef struct {
    uint64_t may[SMALL_WORDS];   /* the actions that are possible now */
    const Game *game;
    uint64_t seed, moves;        /* moves so far, those of chance included */
    Chosen   so_far;             /* by the seat that is asked, so_far.move.seat */
    bool     forced;             /* ask also where there is only one action */
    Seat     seat;               /* who is asked for an action; SEAT_NONE: it is over, or a seat apart is asked */
    SeatSet  apart;              /* seats whose moves come whole, by lane_play() */
    LaneHear *hear;              /* for them; NULL: they need no events */
    void     *host;
    _Alignas(16) uint8_t state[MAX_STATE];       /* last: whoever keeps many lanes allocates only lane_size() */
} Lane;

static inline size_t lane_size(const Game *g) { return offsetof(Lane, state) + g->state_size; }

/* A new game. `forced`, `apart`, `hear` and `host` are set by the caller before. */
Err  lane_start(Lane *l, const Game *g, const Options *o, uint64_t seed);
/* One action, which must be in `may`. */
void lane_act(Lane *l, int action);
/* The move of a seat apart. On error nothing has changed. */
Err  lane_play(Lane *l, const Move *m, const char *word);
/* Which seat apart is asked, when nobody else is; SEAT_NONE: none, so it is over. */
Seat lane_apart(const Lane *l);
/* The dice of the chance move after so many moves. */
void lane_dice(uint64_t seed, uint64_t moves, Dice *d);
/* Equal marks: the same point of the same game. */
uint64_t lane_mark(const Lane *l);

#endif
