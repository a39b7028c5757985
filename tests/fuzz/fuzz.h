/* SPDX-License-Identifier: MIT
 *
 * fuzz.h - what the fuzzers share: bytes taken one at a time, a bench with one game on it,
 * and the promises of core/game.h, each checked by stopping the fuzzer. */
#ifndef NINELIVES_FUZZ_H
#define NINELIVES_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A broken promise ends the run; the fuzzer keeps the bytes that led here. Not through
 * stderr: a fuzzer may have put it aside. */
static inline void need(bool ok, const char *what)
{
    if (ok) return;
    dprintf(2, "BROKEN PROMISE: %s\n", what);
    abort();
}

/* ---- bytes ------------------------------------------------------------------ */

typedef struct { const uint8_t *at; size_t left; } Bytes;

static inline uint8_t bytes_next(Bytes *b)
{
    if (!b->left) return 0;
    b->left--;
    return *b->at++;
}

/* In 0..n-1. One byte when that is enough, so that inputs stay readable. */
static inline int bytes_below(Bytes *b, int n)
{
    int v = bytes_next(b);
    if (n > 256) v |= bytes_next(b) << 8;
    return v % n;
}

/* ---- the bench -------------------------------------------------------------- */

/* Every state lies in memory of exactly its size, so that ASan sees one byte too many. */
typedef struct {
    const Game *game;
    Options     options;
    Dice        dice;
    void       *state, *copy, *view, *world;
} Bench;

static inline void bench_make(Bench *b, const Game *g, const Options *o, uint64_t seed)
{
    *b = (Bench){ .game = g, .options = *o };
    dice_fast(&b->dice, seed);
    void **const place[] = { &b->state, &b->copy, &b->view, &b->world };
    for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) *place[i] = calloc(1, g->state_size);
}

static inline void bench_free(Bench *b)
{
    free(b->state);
    free(b->copy);
    free(b->view);
    free(b->world);
}

/* Zero bytes choose the usual options. */
static inline void options_from(Bytes *b, const Game *g, Options *o)
{
    options_default(g, g->min_seats + bytes_below(b, g->max_seats - g->min_seats + 1), o);
    for (int i = 0; i < g->option_count; i++) {
        const OptionRow *row = &g->options[i];
        int low = row->words ? 0 : row->low, n = row->words ? 0 : row->high - row->low + 1;
        while (row->words && row->words[n]) n++;
        o->value[i] = (uint8_t)(low + (row->usual - low + bytes_below(b, n)) % n);
    }
    options_fit(g, o);
}

/* ---- promises --------------------------------------------------------------- */

static inline void need_sound(const Game *g, const void *state)
{
    const char *bad = g->audit(state);
    need(!bad, bad);
}

/* The world that `who` imagines must look to `who` like the truth, and be a sound one. */
static inline void need_same_view(Bench *b, Seat who)
{
    const Game *g = b->game;
    Dice d;
    dice_fast(&d, game_mark(g, b->state));
    g->observe(b->state, who, b->view);
    memcpy(b->world, b->view, g->state_size);
    g->imagine(b->world, who, &d);
    g->observe(b->world, who, b->copy);
    need(!memcmp(b->view, b->copy, g->state_size), "an imagined world observes to the same view");
    need_sound(g, b->world);
}

static inline void need_events(const Bench *b, const Events *ev)
{
    need(ev->n < MAX_EVENTS, "the list of events has room to spare");
    for (int i = 0; i < ev->n; i++) {
        need(ev->at[i].kind < b->game->event_count, "an event is of a known kind");
        Event blank;
        for (Seat p = 0; p < b->options.seats; p++) events_redact(b->game, &ev->at[i], p, &blank);
    }
}

/* Plays a move: refused, it changes nothing; played, it leaves a sound state, and the same
 * bytes when nobody listens. */
static inline Err bench_play(Bench *b, const Move *m, const char *word)
{
    static Events ev;
    Dice again = b->dice;
    ev.n = 0;
    memcpy(b->copy, b->state, b->game->state_size);
    Err e = b->game->apply(b->state, m, &(Extra){ .word = word, .dice = &b->dice }, &ev);
    if (e) {
        need(!memcmp(b->copy, b->state, b->game->state_size), "a refused move changes nothing");
        return e;
    }
    need_sound(b->game, b->state);
    need_events(b, &ev);
    e = b->game->apply(b->copy, m, &(Extra){ .word = word, .dice = &again }, NULL);
    need(!e, "a move is legal unheard as well");
    need(!memcmp(b->copy, b->state, b->game->state_size), "events do not change what happens");
    return E_OK;
}

/* Chance plays until a seat is asked. */
static inline void bench_settle(Bench *b)
{
    Move m;
    while (b->game->to_act(b->state) >> SEAT_CHANCE & 1) {
        need(b->game->legal(b->state, SEAT_CHANCE, &m, 1) == 1, "chance has one move when asked");
        need(!bench_play(b, &m, NULL), "chance plays when asked");
    }
}

/* A game, its seats and options, and a deal, from the first bytes. */
static inline bool bench_from(Bytes *in, Bench *b)
{
    int games = 0;
    Options o;
    while (game_at(games)) games++;
    const Game *g = game_at(bytes_below(in, games));
    options_from(in, g, &o);
    bench_make(b, g, &o, bytes_next(in));
    if (g->setup(b->state, &o)) return bench_free(b), false;
    bench_settle(b);
    return true;
}

/* Text and back: the same move, the same word. */
static inline void need_round_trip(const Bench *b, const Move *m, const char *word)
{
    char line[MAX_LINE], again[MAX_WORD];
    Move back;
    need(move_format(b->game, m, word, line, sizeof line) < MAX_LINE, "a move fits a line");
    need(!move_parse(b->game, b->options.seats, m->seat, line, &back, again), "a written move can be read");
    need(!memcmp(m, &back, sizeof back) && !strcmp(word, again), "a move survives being written and read");
}

#endif
