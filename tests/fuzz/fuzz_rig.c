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
    options_fit(g, o);
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

static size_t tell_all(const Game *g, const void *state, char *out, size_t cap)
{
    Text t = text_into(out, cap);
    Json j = json_write(&t);
    tell_object(&j.to, NULL);
    g->tell(state, SEAT_NONE, &j.to);
    j.to.close(&j.to);
    need(t.n < cap, "a position is told in a few words");
    return t.n;
}

/* What is told of a rigged position lays it again, on the table as it was dealt. */
static void need_again(const Bench *b, void *dealt)
{
    static char text[1 << 15], again[1 << 15];
    size_t n = tell_all(b->game, b->state, text, sizeof text);
    Arena a = { .at = malloc(json_needs(n)), .cap = json_needs(n) };
    Why w = { "" };
    const Fact *facts = json_read(text, n, &a, &w);
    need(facts && b->game->rig(dealt, facts, &w), w.text);
    tell_all(b->game, dealt, again, sizeof again);
    need(!strcmp(text, again), "a position that is told and laid again is told the same");
    free(a.at);
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
        if (g->rig(b.state, start, &w)) {
            need_again(&b, b.copy);
            play_on(&b, seed);
        } else {
            need(w.text[0], "a refused position says why");
            need(!memcmp(b.copy, b.state, g->state_size), "a refused position changes nothing");
        }
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
