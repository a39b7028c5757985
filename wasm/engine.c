/* SPDX-License-Identifier: MIT
 *
 * engine.c - the engine for JavaScript: what the WASM module exports. Call _initialize()
 * once before anything else. Pointers are offsets into the exported memory; texts are UTF-8
 * with a final NUL. Out of range answers 0.
 *
 *   nl_games()                     how many games there are, numbered from 0
 *   nl_game_id(g)                  a game's name on the wire
 *   nl_min_seats(g) nl_max_seats(g)
 *   nl_settings(g)                 option settings that marks are made of, 0 the usual one
 *   nl_setting_name(g, s)          "name=value"; overwritten by the next call
 *   nl_mark(g, players, s, seed_lo, seed_hi, games)
 *                                  the 64-bit mark of so many seeded games (mark.h)
 *   nl_alloc(n)                    n bytes for the caller to fill, 16-aligned, or 0
 *   nl_free(p)                     gives back p and everything taken after it */
#include "mark.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { ARENA = 1 << 20, ALIGN = 16 };                /* the first a multiple of the second */

/* Every table has an instance of the module of its own (js/src/engine.ts): so one of each is enough. */
static MarkRoom room;
static _Alignas(ALIGN) char arena[ARENA];
static size_t taken;

int         EXPORT(nl_games)(void);
const char *EXPORT(nl_game_id)(int g);
int         EXPORT(nl_min_seats)(int g);
int         EXPORT(nl_max_seats)(int g);
int         EXPORT(nl_settings)(int g);
const char *EXPORT(nl_setting_name)(int g, int s);
uint64_t    EXPORT(nl_mark)(int g, int players, int s, uint32_t seed_lo, uint32_t seed_hi, uint32_t games);
void       *EXPORT(nl_alloc)(size_t n);
void        EXPORT(nl_free)(void *p);

int nl_games(void)
{
    int n = 0;
    while (game_at(n)) n++;
    return n;
}

static const Game *game(int g) { return g < 0 ? NULL : game_at(g); }

const char *nl_game_id(int g) { return game(g) ? game(g)->id : NULL; }
int nl_min_seats(int g) { return game(g) ? game(g)->min_seats : 0; }
int nl_max_seats(int g) { return game(g) ? game(g)->max_seats : 0; }
int nl_settings(int g) { return game(g) ? mark_settings(game(g)) : 0; }

const char *nl_setting_name(int g, int s)
{
    static char name[64];
    if (s < 0 || s >= nl_settings(g)) return NULL;
    mark_setting_name(game(g), s, name, sizeof name);
    return name;
}

uint64_t nl_mark(int g, int players, int s, uint32_t seed_lo, uint32_t seed_hi, uint32_t games)
{
    Options o;
    if (s < 0 || s >= nl_settings(g) || players < nl_min_seats(g) || players > nl_max_seats(g)) return 0;
    mark_options(game(g), players, s, &o);
    return mark_games(game(g), &o, (uint64_t)seed_hi << 32 | seed_lo, games, &room);
}

void *nl_alloc(size_t n)
{
    if (n > ARENA - taken) return NULL;
    void *p = arena + taken;
    taken += (n + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    return p;
}

void nl_free(void *p)
{
    size_t at = (size_t)((char *)p - arena);
    if (at < taken) taken = at;
}
