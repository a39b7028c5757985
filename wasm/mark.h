/* SPDX-License-Identifier: MIT
 *
 * mark.h - one number for many games. Every build of the engine (gcc, clang, WASM) plays the
 * same games; when the numbers differ, one of the builds does something else. The number
 * covers random play, views, imagined worlds and the facts told of them, and play by small actions. */
#ifndef NINELIVES_MARK_H
#define NINELIVES_MARK_H

#include <string.h>

#include "../bots/random.h"
#include "../core/lane.h"
#include "../core/text.h"

enum {
    MARK_SECURE = 8,             /* every so many games are played with secure dice */
    MARK_LANE = 16,              /* every so many games one is played by small actions ... */
    MARK_ACTIONS = 200           /* ... so many of them */
};

/* The caller's memory: large, and used by one mark at a time. */
typedef struct {
    Move list[MAX_MOVES];
    _Alignas(16) uint8_t state[MAX_STATE], world[MAX_STATE];
    Lane lane;
    uint8_t features[SMALL_FEATURES];
} MarkRoom;

static inline uint64_t mark_mix(uint64_t mark, uint64_t x)
{
    mark = (mark ^ x) * 0x9e3779b97f4a7c15;
    return mark ^ mark >> 29;
}

/* ---- settings: the usual options (0), or one option a step away from them ------- */

static inline int mark_settings(const Game *g) { return 1 + g->option_count; }

static inline void mark_options(const Game *g, int players, int setting, Options *o)
{
    options_default(g, players, o);
    if (!setting) return;
    const OptionRow *row = &g->options[setting - 1];
    int low = row->words ? 0 : row->low, high = row->words ? -1 : row->high;
    while (row->words && row->words[high + 1]) high++;
    o->value[setting - 1] = (uint8_t)(row->usual < high ? row->usual + 1 : low);
}

/* "name=value"; "usual" for none. */
static inline void mark_setting_name(const Game *g, int setting, char *out, size_t cap)
{
    Options o;
    char value[32];
    Text t = text_into(out, cap);
    mark_options(g, g->min_seats, setting, &o);
    text_add(&t, setting ? g->options[setting - 1].name : "usual");
    if (!setting) return;
    options_value(g, &o, setting - 1, value, sizeof value);
    text_char(&t, '=');
    text_add(&t, value);
}

/* ---- one game ------------------------------------------------------------------- */

typedef struct { Scribe to; uint64_t mark; } MarkScribe;

static inline void mark_put(Scribe *to, FactKind kind, const char *key, int number, const char *text)
{
    MarkScribe *s = (MarkScribe *)to;
    s->mark = mark_mix(s->mark, (uint64_t)kind << 32 | (uint32_t)number);
    for (; key && *key; key++) s->mark = mark_mix(s->mark, (uint8_t)*key);
    for (; text && *text; text++) s->mark = mark_mix(s->mark, (uint8_t)*text);
}

static inline void mark_close(Scribe *to) { ((MarkScribe *)to)->mark = mark_mix(((MarkScribe *)to)->mark, ']'); }

/* What a seat sees of a dealt table, and one world it imagines behind it. */
static inline uint64_t mark_view(const Game *g, const MarkRoom *room, Seat who, uint8_t *world, Dice *d)
{
    MarkScribe s = { { mark_put, mark_close }, 0 };
    g->observe(room->state, who, world);
    g->tell(world, who, &s.to);
    g->imagine(world, who, d);
    return mark_mix(s.mark, game_mark(g, world));
}

static inline uint64_t mark_game(const Game *g, const Options *o, Dice *d, MarkRoom *room)
{
    uint32_t moves = 0;
    uint64_t mark = 0;
    Move deal;
    memset(room->state, 0, sizeof room->state);
    Err e = g->setup(room->state, o);
    if (e) return (uint64_t)e;
    while (g->to_act(room->state) >> SEAT_CHANCE & 1 && g->legal(room->state, SEAT_CHANCE, &deal, 1) == 1)
        if (g->apply(room->state, &deal, &(Extra){ .dice = d }, NULL)) break;
    for (Seat p = 0; p < o->seats; p++) mark = mark_mix(mark, mark_view(g, room, p, room->world, d));
    mark = mark_mix(mark, random_playout(g, room->state, d, room->list, &moves));
    return mark_mix(mark_mix(mark, moves), game_mark(g, room->state));
}

/* What may be done and what is seen at every point of a game that is played by small actions. */
static inline uint64_t mark_lane(const Game *g, const Options *o, uint64_t seed, MarkRoom *room)
{
    Lane *l = &room->lane;
    uint64_t mark = seed;
    if (lane_start(l, g, o, seed)) return 0;
    for (uint32_t n = 0; n < MARK_ACTIONS && l->seat != SEAT_NONE; n++) {
        small_look(g, l->state, &l->so_far, room->features);
        for (int i = 0; i < small_of(g)->features; i++) mark = mark_mix(mark, room->features[i]);
        for (int i = 0; i < SMALL_WORDS; i++) mark = mark_mix(mark, l->may[i]);
        lane_act(l, small_nth(l->may, (uint32_t)(dice_stir(mark) % small_size(l->may))));
        mark = mark_mix(mark, lane_mark(l));
    }
    return mark;
}

static inline void mark_dice(Dice *d, uint64_t seed, uint32_t i)
{
    uint8_t secret[ENTROPY] = { 0 }, entropy[ENTROPY];
    if (i % MARK_SECURE) {
        dice_fast(d, mark_mix(seed, i));
        return;
    }
    for (int k = 0; k < 8; k++) secret[k] = (uint8_t)(seed >> 8 * k);
    dice_derive(secret, i, entropy);
    dice_secure(d, entropy);
}

static inline uint64_t mark_games(const Game *g, const Options *o, uint64_t seed, uint32_t games, MarkRoom *room)
{
    uint64_t mark = seed;
    for (uint32_t i = 0; i < games; i++) {
        Dice d;
        mark_dice(&d, seed, i);
        mark = mark_mix(mark, mark_game(g, o, &d, room));
        if (i % MARK_LANE == 0) mark = mark_mix(mark, mark_lane(g, o, mark, room));
    }
    return mark;
}

#endif
