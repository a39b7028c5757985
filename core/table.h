/* SPDX-License-Identifier: MIT
 *
 * table.h - one game being played: its state, its options and the secret that its chance moves
 * are derived from. Everything that plays games (scenarios, replays, arena, server) holds one. */
#ifndef NINELIVES_TABLE_H
#define NINELIVES_TABLE_H

#include "game.h"

typedef struct {
    const Game *game;
    Options     options;
    Box        *box;                         /* the host's, or NULL; set after table_start(), before the deal */
    uint64_t    moves;                       /* applied so far, those of chance included */
    uint8_t     secret[ENTROPY];             /* chance move number n is derived from it and n */
    _Alignas(16) uint8_t state[MAX_STATE];   /* the first game->state_size bytes are used */
} Table;

/* The bytes of a table that are used: whoever keeps thousands of tables allocates only these. */
static inline size_t table_size(const Game *g) { return offsetof(Table, state) + g->state_size; }

Err     table_start(Table *t, const Game *g, const Options *o, const uint8_t secret[ENTROPY]);
/* Plays one move of a seat or the clock. */
Err     table_move(Table *t, const Move *m, const char *word, Events *ev);
/* Chance is asked: plays its move with this entropy, or NULL for the derived one. */
Err     table_chance(Table *t, const uint8_t *entropy, Events *ev);
SeatSet table_asked(const Table *t);         /* seats only, without chance */
bool    table_waits_for_chance(const Table *t);

#endif
