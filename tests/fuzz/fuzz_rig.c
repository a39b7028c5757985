/* SPDX-License-Identifier: MIT
 *
 * fuzz_rig.c - a scenario's position, and what may come of it. A position that rig() accepts
 * must be sound, must look like its imagined worlds, and must stay so while it is played. */
#include "../../bots/random.h"
#include "../../protocol/json.h"
#include "fuzz.h"

enum { STEPS = 64 };

static Move list[MAX_MOVES];

static const Game *read_head(const Fact *spec, Options *o)
{
    Why w;
    int players = 0;
    const Fact *name = fact_get(spec, "game"), *set = fact_get(spec, "options");
    const Game *g = name && name->kind == FACT_TEXT ? game_find(name->text) : NULL;
    if (!g || !fact_number(spec, "players", g->min_seats, g->max_seats, &players, &w) || !players) return NULL;
    options_default(g, players, o);
    for (const Fact *f = set ? set->child : NULL; f; f = f->next)
        if (f->key && f->kind == FACT_TEXT) options_set(g, o, f->key, f->text);
    return g;
}

static void need_views(Bench *b)
{
    for (Seat p = 0; p < b->options.seats; p++) need_same_view(b, p);
    need_same_view(b, SEAT_TABLE);
}

/* A rigged table may come to a point where nobody can do anything: then it rests. */
static bool step(Bench *b, Dice *d)
{
    SeatSet asked = b->game->to_act(b->state);
    if (!asked) return false;
    int n = b->game->legal(b->state, (Seat)__builtin_ctz(asked), list, MAX_MOVES);
    need(n <= MAX_MOVES, "all legal moves fit their list");
    if (!n) return false;
    Move m = list[dice_below(d, (uint32_t)n)];
    if (m.arg[0] == ARG_OPEN) m.arg[0] = RANDOM_NUMBER;
    bool word = !bench_play(b, &m, RANDOM_WORD);
    need(word || list[0].arg[0] == ARG_OPEN, "a listed move is played");
    return word;
}

static void play_on(Bench *b, uint64_t seed)
{
    Dice d;
    Result r;
    dice_fast(&d, seed);
    need_sound(b->game, b->state);
    need_views(b);
    for (int i = 0; i < STEPS && step(b, &d); i++) need_same_view(b, (Seat)(i % b->options.seats));
    need_views(b);
    b->game->score(b->state, &r);
}

static void try_spec(const Fact *spec, uint64_t seed)
{
    Options o;
    Why w = { "" };
    const Game *g = read_head(spec, &o);
    const Fact *start = fact_get(spec, "start");
    Bench b;
    if (!g || !start || start->kind != FACT_OBJECT) return;
    bench_make(&b, g, &o, seed);
    if (!g->setup(b.state, &o)) {
        bench_settle(&b);
        memcpy(b.copy, b.state, g->state_size);
        if (g->rig(b.state, start, &w)) play_on(&b, seed);
        else need(w.text[0] && !memcmp(b.copy, b.state, g->state_size), "a refused position says why and changes nothing");
    }
    bench_free(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Why w;
    Arena a = { .at = malloc(json_needs(size)), .cap = json_needs(size) };
    const Fact *root = json_read((const char *)data, size, &a, &w);
    for (const Fact *f = root && root->kind == FACT_LIST ? root->child : root; f; f = f->next)
        for (uint64_t seed = 0; seed < 2; seed++) try_spec(f, seed);
    free(a.at);
    return 0;
}
