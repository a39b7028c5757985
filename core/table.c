/* SPDX-License-Identifier: MIT
 * table.c - playing a game move by move, with chance derived from the table's secret. */
#include "table.h"

#include <string.h>

Err table_start(Table *t, const Game *g, const Options *o, const uint8_t secret[ENTROPY])
{
    t->game = g;
    t->options = *o;
    t->box = NULL;
    t->moves = 0;
    memcpy(t->secret, secret, ENTROPY);
    memset(t->state, 0, g->state_size);
    return g->setup(t->state, o);
}

static Err play(Table *t, const Move *m, const Extra *x, Events *ev)
{
    Err e = t->game->apply(t->state, m, x, ev);
    if (!e) t->moves++;
    return e;
}

Err table_move(Table *t, const Move *m, const char *word, Events *ev)
{
    if (m->seat == SEAT_CHANCE) return E_NOT_ASKED;
    return play(t, m, &(Extra){ .word = word }, ev);
}

bool table_waits_for_chance(const Table *t)
{
    return t->game->to_act(t->state) >> SEAT_CHANCE & 1;
}

Err table_chance(Table *t, const uint8_t *entropy, Events *ev)
{
    Move m;
    Dice d;
    uint8_t derived[ENTROPY];
    if (t->game->legal(t->state, SEAT_CHANCE, &m, 1) != 1) return E_NOT_ASKED;
    if (!entropy) dice_derive(t->secret, t->moves + 1, derived);
    dice_secure(&d, entropy ? entropy : derived);
    return play(t, &m, &(Extra){ .dice = &d, .box = t->box }, ev);
}

SeatSet table_asked(const Table *t)
{
    return t->game->to_act(t->state) & (SeatSet)~SEAT_BIT(SEAT_CHANCE);
}
