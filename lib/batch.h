/* SPDX-License-Identifier: MIT
 *
 * batch.h - what stands behind nl_batch: many lanes (core/lane.h) and the arrays that they write to. */
#ifndef NINELIVES_BATCH_H
#define NINELIVES_BATCH_H

#include "../bots/bot.h"
#include "../core/lane.h"
#include "../core/text.h"
#include "crew.h"
#include "inside.h"

/* One table, beginning with its lane; whoever listens for bots is handed this. */
typedef struct {
    struct nl_batch *batch;
    uint32_t number, game;               /* of the table; of its games, from 0 */
    bool     lit;                        /* what write_mask() writes seldom is not empty */
    Lane     lane;                       /* last, and cut to the game's size */
} Seated;

struct nl_batch {
    const Game *game;
    Options     options;
    int         tables;
    bool        observe, forced;
    uint64_t    seed, steps;
    size_t      stride;                  /* bytes of a Seated */
    uint8_t    *table;                   /* aligned; see batch_at() */
    SeatSet     bots;
    const Bot  *bot[MAX_SEATS];
    uint32_t    iterations[MAX_SEATS];
    Player     *player;                  /* [tables][bots]; NULL without bots */
    Crew       *crew;                    /* NULL: one thread */
    const int32_t *action;               /* of the step that is being made */
    /* what the caller sees */
    int8_t     *seat;
    uint8_t    *mask, *observation, *done;
    float      *reward;
};
typedef struct nl_batch Batch;

static inline Seated *batch_at(const Batch *b, int i) { return (Seated *)(void *)(b->table + (size_t)i * b->stride); }

/* The seed of one game of one table, from which all its dice follow (lane_dice). */
uint64_t batch_seed(uint64_t seed, uint32_t table, uint32_t game);

/* NULL: there is no memory. The options must be ones that setup() accepts. */
Batch *batch_new(const Game *g, const Options *o, int tables, uint64_t seed, bool observe, bool forced, int threads);
void   batch_free(Batch *b);
bool   batch_bot(Batch *b, Seat seat, const Bot *bot, uint32_t iterations);      /* false: there is no memory */
void   batch_reset(Batch *b, uint64_t seed);
int    batch_wrong(const Batch *b, const int32_t *action);       /* the first table that cannot do so; -1: none */
void   batch_step(Batch *b, const int32_t *action);              /* all of them possible */
void   batch_random(const Batch *b, uint64_t seed, int32_t *action);
uint64_t batch_mark(const Batch *b, int table);
void   batch_describe(const Game *g, int seats, Text *t);

#endif
