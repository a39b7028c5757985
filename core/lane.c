/* SPDX-License-Identifier: MIT
 * lane.c - a table that is played by small actions. */
#include "lane.h"

#include <string.h>

/* Somebody who listens wants to hear everything: then every move goes through the round. Else it is played without
 * events and, as far as the game can, without being judged, because only what is possible can be chosen. */
static Err play(Lane *l, const Move *m, const char *word)
{
    Table *t = &l->round.table;
    const Small *small = t->game->small;
    if (l->round.audience) return round_play(&l->round, m, word);
    if (!small || !small->play) return table_move(t, m, word, NULL);
    small->play(t->state, m);
    t->moves++;
    return E_OK;
}

/* The only action of a set that has no more; -1: it has none, or several. */
static int only_one(const uint64_t may[SMALL_WORDS])
{
    int found = -1;
    for (int i = 0; i < SMALL_WORDS; i++) {
        if (!may[i]) continue;
        if (found >= 0 || may[i] & (may[i] - 1)) return -1;
        found = 64 * i + __builtin_ctzll(may[i]);
    }
    return found;
}

/* Adds an action to those chosen so far, and plays the move when it is whole. */
static void say(Lane *l, int action)
{
    char word[MAX_WORD];
    Table *t = &l->round.table;
    if (!small_say(t->game, t->state, &l->so_far, action, word)) return;
    play(l, &l->so_far.move, word);
    l->so_far.n = 0;
}

static SeatSet waits_for(const Lane *l)
{
    SeatSet asked = table_asked(&l->round.table) & (SeatSet)(SEAT_BIT(MAX_SEATS) - 1), here = asked & (SeatSet)~l->apart;
    return here ? here : asked;
}

Seat lane_apart(const Lane *l)
{
    SeatSet asked = waits_for(l);
    return asked & l->apart ? (Seat)__builtin_ctz(asked) : SEAT_NONE;
}

/* Lets pass who has nothing to decide. False: somebody is to be asked, or it is over. */
static bool let_pass(Lane *l)
{
    Table *t = &l->round.table;
    const Small *small = t->game->small;
    if (t->game->to_act(t->state) >> SEAT_CHANCE & 1) return !table_chance(t, NULL, NULL);
    if (l->forced || l->round.audience || !small || !small->hush) return false;
    uint32_t n = small->hush(t->state);
    t->moves += n;
    return n;
}

/* Goes on until somebody has to be asked. */
static void go_on(Lane *l)
{
    for (;;) {
        if (!l->so_far.n) {
            while (let_pass(l)) continue;
            SeatSet asked = waits_for(l);
            l->seat = asked & ~l->apart ? (Seat)__builtin_ctz(asked) : SEAT_NONE;
            if (l->seat == SEAT_NONE) break;
            l->so_far.move = (Move){ .seat = l->seat };
        }
        small_may(l->round.table.game, l->round.table.state, &l->so_far, l->may);
        int only = l->forced ? -1 : only_one(l->may);
        if (only < 0) return;
        say(l, only);
    }
    memset(l->may, 0, sizeof l->may);
}

Err lane_start(Lane *l, const Game *g, const Options *o, const uint8_t secret[ENTROPY])
{
    l->so_far = (Chosen){ .n = 0 };
    l->asked = 0;
    Err e = round_start(&l->round, g, o, secret);
    if (e) return e;
    if (l->round.audience) round_settle(&l->round);
    go_on(l);
    return E_OK;
}

void lane_act(Lane *l, int action)
{
    l->asked++;
    say(l, action);
    go_on(l);
}

Err lane_play(Lane *l, const Move *m, const char *word)
{
    Err e = play(l, m, word);
    if (!e) go_on(l);
    return e;
}

uint64_t lane_mark(const Lane *l)
{
    const Table *t = &l->round.table;
    uint64_t mark = game_mark(t->game, t->state) ^ dice_stir(t->moves), args = 0;
    for (int i = 0; l->so_far.n && i < MAX_ARGS; i++) args = args << 8 | l->so_far.move.arg[i];
    return mark ^ dice_stir((args << 16 | l->so_far.move.verb) * l->so_far.n + DICE_STEP);
}
