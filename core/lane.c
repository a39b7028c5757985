/* SPDX-License-Identifier: MIT
 * lane.c - a table that is played by small actions. */
#include "lane.h"

#include <string.h>

/* ---- moves ------------------------------------------------------------------------ */

static void tell(const Lane *l, const Events *ev)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    Event heard;
    Seat p;
    EACH_SEAT(p, l->apart) {
        l->game->observe(l->state, p, view);
        for (int i = 0; i < ev->n; i++) {
            events_redact(l->game, &ev->at[i], p, &heard);
            l->hear(l->host, p, view, &heard);
        }
    }
}

static Err play_aloud(Lane *l, const Move *m, const Extra *x)
{
    Events ev = { .n = 0 };
    Err e = l->game->apply(l->state, m, x, &ev);
    if (e) return e;
    l->moves++;
    tell(l, &ev);
    return E_OK;
}

static Err play(Lane *l, const Move *m, const Extra *x)
{
    if (l->hear) return play_aloud(l, m, x);
    Err e = l->game->apply(l->state, m, x, NULL);
    l->moves += !e;
    return e;
}

/* A move that was chosen by actions needs no judgement, because only legal ones can be chosen. */
static void play_chosen(Lane *l, const char *word)
{
    const Small *small = l->game->small;
    if (l->hear || !small || !small->play) {
        play(l, &l->so_far.move, &(Extra){ .word = word });
        return;
    }
    small->play(l->state, &l->so_far.move);
    l->moves++;
}

void lane_dice(uint64_t seed, uint64_t moves, Dice *d) { dice_fast(d, dice_stir(seed + DICE_STEP * moves)); }

static Err play_chance(Lane *l)
{
    Move m;
    Dice d;
    if (l->game->legal(l->state, SEAT_CHANCE, &m, 1) != 1) return E_NOT_ASKED;
    lane_dice(l->seed, l->moves, &d);
    return play(l, &m, &(Extra){ .dice = &d });
}

/* ---- who is asked ------------------------------------------------------------------ */

enum { SEATS = (1 << MAX_SEATS) - 1 };

/* Whoever of those asked comes first: the lowest that is asked here, or else the lowest apart. */
static Seat first_of(const Lane *l, SeatSet asked)
{
    SeatSet here = asked & (SeatSet)~l->apart;
    return (Seat)__builtin_ctz(here ? here : asked);
}

Seat lane_apart(const Lane *l)
{
    SeatSet asked = l->game->to_act(l->state) & SEATS;
    return asked && l->apart >> first_of(l, asked) & 1 ? first_of(l, asked) : SEAT_NONE;
}

/* Who is asked, now that everybody has passed who has nothing to decide, and chance has played. */
static SeatSet let_pass(Lane *l)
{
    const Small *small = l->game->small;
    bool hush = small && small->hush && !l->forced && !l->hear;
    for (;;) {
        SeatSet asked = hush ? small->hush(l->state, &l->moves) : l->game->to_act(l->state);
        if (!(asked >> SEAT_CHANCE & 1) || play_chance(l)) return asked & SEATS;
    }
}

/* The next seat begins to choose. False: none does, since it is over or a seat apart is asked. */
static bool ask_next(Lane *l)
{
    SeatSet asked = let_pass(l);
    Seat who = asked ? first_of(l, asked) : SEAT_NONE;
    l->seat = asked && !(l->apart >> who & 1) ? who : SEAT_NONE;
    l->so_far.move = (Move){ .seat = who };
    return l->seat != SEAT_NONE;
}

/* Adds an action to those chosen so far, and plays the move when it is whole. */
static void say(Lane *l, int action)
{
    char word[MAX_WORD];
    if (!small_say(l->game, l->state, &l->so_far, action, word)) return;
    play_chosen(l, word);
    l->so_far.n = 0;
}

/* The only action of a set that has no more; -1: it has none, or several. */
static int only_one(const uint64_t may[SMALL_WORDS])
{
    return small_size(may) == 1 ? small_nth(may, 0) : -1;
}

/* Goes on until somebody has to be asked. */
static void go_on(Lane *l)
{
    for (int only = 0; only >= 0; ) {
        if (!l->so_far.n && !ask_next(l)) {
            memset(l->may, 0, sizeof l->may);
            return;
        }
        small_may(l->game, l->state, &l->so_far, l->may);
        if ((only = l->forced ? -1 : only_one(l->may)) >= 0) say(l, only);
    }
}

/* ---- from outside ------------------------------------------------------------------- */

Err lane_start(Lane *l, const Game *g, const Options *o, uint64_t seed)
{
    l->game = g;
    l->seed = seed;
    l->moves = 0;
    l->so_far = (Chosen){ .n = 0 };
    memset(l->state, 0, g->state_size);
    Err e = g->setup(l->state, o);
    if (!e) go_on(l);
    return e;
}

void lane_act(Lane *l, int action)
{
    say(l, action);
    go_on(l);
}

Err lane_play(Lane *l, const Move *m, const char *word)
{
    Err e = play(l, m, &(Extra){ .word = word });
    if (!e) go_on(l);
    return e;
}

uint64_t lane_mark(const Lane *l)
{
    uint64_t mark = game_mark(l->game, l->state) ^ dice_stir(l->moves), args = 0;
    for (int i = 0; l->so_far.n && i < MAX_ARGS; i++) args = args << 8 | l->so_far.move.arg[i];
    return mark ^ dice_stir((args << 16 | l->so_far.move.verb) * l->so_far.n + DICE_STEP);
}
