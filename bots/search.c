/* SPDX-License-Identifier: MIT
 *
 * search.c - tries its moves out before making one: imagines worlds that look like what it
 * sees, plays each likely move in each of them, lets rules of thumb finish the game for
 * everybody, and keeps what ends best.
 *
 * There is no tree. Every move is tried in the same worlds with the same dice, so that what
 * differs is the move; and the budget goes to moves that may still turn out best: whenever a
 * share of it is spent, the worse half is dropped. */
#include "search.h"

#include <string.h>
#include <time.h>

#include "random.h"

enum {
    KEEP = 16,                   /* moves worth trying: the heaviest */
    LONGEST = 400                /* moves of a rollout; then the world is taken as it is */
};

typedef struct {
    Move   move;
    double sum;                  /* of the worth of all worlds so far */
} Try;

typedef struct {
    const Game  *game;
    const Hunch *hunch;          /* NULL: random rollouts */
    Player      *me;
    const void  *view;
    Budget       budget;
    uint64_t     started;
    uint32_t     done;           /* rollouts */
    int          tries, worlds;
    Try          at[KEEP];
    Dice         dice;
    Move         list[MAX_MOVES];
    float        weight[MAX_MOVES];
    _Alignas(64) uint8_t world[MAX_STATE], trial[MAX_STATE];
} Search;

/* ---- the budget ---------------------------------------------------------------- */

static uint64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* What part of the budget is gone; 1 and more: all of it. */
static double spent(const Search *s)
{
    double part = s->budget.iterations ? (double)s->done / s->budget.iterations : 0;
    if (!s->budget.microseconds) return part;
    double time = (double)(now_us() - s->started) / s->budget.microseconds;
    return time > part ? time : part;
}

/* ---- rollouts -------------------------------------------------------------------- */

/* What sharp would do, whoever is asked. */
static const Move *pick(Search *s, Seat who, int n, Dice *d)
{
    if (n < 2) return s->list;
    return s->list + sharp_pick(s->game, s->trial, who, s->me->taste, s->list, n, d);
}

static void play_sharply(Search *s, Dice *d)
{
    const Game *g = s->game;
    const Extra x = { .word = RANDOM_WORD, .dice = d };
    SeatSet asked;
    for (int played = 0; played < LONGEST && (asked = g->to_act(s->trial)); played++) {
        Seat who = (Seat)__builtin_ctz(asked);
        int n = g->legal(s->trial, who, s->list, MAX_MOVES);
        if (!n) return;                                    /* only a rigged table comes to this */
        Move m = *pick(s, who, n, d);
        if (m.arg[0] == ARG_OPEN) m.arg[0] = RANDOM_NUMBER;
        if (g->apply(s->trial, &m, &x, NULL)) return;
    }
}

/* A game without an opinion of its own is worth what is won. */
static double worth(const Search *s)
{
    Result r;
    if (s->hunch && s->hunch->worth) return s->hunch->worth(s->trial, s->me->seat);
    s->game->score(s->trial, &r);
    if (!r.winners) return 0;
    return r.winners >> s->me->seat & 1 ? 1.0 / __builtin_popcount(r.winners) : 0;
}

static double rollout(Search *s, const Move *m, uint64_t seed)
{
    Dice d;
    uint32_t moves = 0;
    dice_fast(&d, seed);
    memcpy(s->trial, s->world, s->game->state_size);
    s->done++;
    if (s->game->apply(s->trial, m, &(Extra){ .word = RANDOM_WORD, .dice = &d }, NULL)) return 0;
    if (s->hunch) play_sharply(s, &d);
    else random_playout(s->game, s->trial, &d, s->list, &moves);
    return worth(s);
}

/* ---- one choice -------------------------------------------------------------------- */

static void imagine(Search *s)
{
    const Hunch *h = s->game->hunch;
    memcpy(s->world, s->view, s->game->state_size);
    s->game->imagine(s->world, s->me->seat, &s->dice);
    if (h && h->believe) h->believe(s->world, s->me->seat, s->me->memory, s->me->taste, &s->dice);
}

/* Every move that is left, in one more world; a world that not all of them saw counts for
 * none. */
static void try_all(Search *s)
{
    double got[KEEP];
    imagine(s);
    uint64_t seed = dice_word(&s->dice);
    for (int i = 0; i < s->tries; i++) {
        got[i] = rollout(s, &s->at[i].move, seed);
        if (spent(s) >= 1 && i + 1 < s->tries) return;
    }
    for (int i = 0; i < s->tries; i++) s->at[i].sum += got[i];
    s->worlds++;
}

/* The heaviest moves, the heaviest first; equals in random order. */
static void choose_tries(Search *s, int n)
{
    Seat who = s->me->seat;
    const Hunch *h = s->game->hunch;
    if (h) h->weigh(s->view, who, s->me->taste, s->list, n, s->weight);
    else memset(s->weight, 0, (size_t)n * sizeof *s->weight);
    for (s->tries = 0; s->tries < KEEP && s->tries < n; s->tries++) {
        int best = -1;
        uint32_t ties = 0;
        for (int i = 0; i < n; i++) {
            if (s->weight[i] < 0 || (best >= 0 && s->weight[i] < s->weight[best])) continue;
            if (best < 0 || s->weight[i] > s->weight[best]) best = i, ties = 1;
            else if (!dice_below(&s->dice, ++ties)) best = i;
        }
        s->at[s->tries] = (Try){ .move = s->list[best] };
        if (s->at[s->tries].move.arg[0] == ARG_OPEN) s->at[s->tries].move.arg[0] = RANDOM_NUMBER;
        s->weight[best] = -1;
    }
}

/* The best first. Few moves, and nearly in order after the first time: insertion. */
static void sort_tries(Search *s)
{
    for (int i = 1; i < s->tries; i++) {
        Try t = s->at[i];
        int k = i;
        for (; k > 0 && s->at[k - 1].sum < t.sum; k--) s->at[k] = s->at[k - 1];
        s->at[k] = t;
    }
}

/* Each halving gets an equal share of the budget. */
static void halve(Search *s)
{
    int rounds = 1;
    while (1 << rounds < s->tries) rounds++;
    for (int round = 1; s->tries > 1; round++) {
        do try_all(s); while (spent(s) * rounds < round);
        sort_tries(s);
        s->tries = (s->tries + 1) / 2;
        if (round == rounds) break;
    }
}

static void start(Search *s, Player *p, const void *view, Budget budget, bool light)
{
    s->game = p->game;
    s->hunch = light ? NULL : p->game->hunch;
    s->me = p;
    s->view = view;
    s->budget = budget;
    s->done = 0;
    s->worlds = 0;
    s->started = now_us();
    if (!budget.iterations && !budget.microseconds) s->budget.microseconds = USUAL_MICROSECONDS;
    dice_fast(&s->dice, dice_word(&p->dice));
}

static int think(Search *s, Player *p, const void *view, Budget budget, bool light)
{
    start(s, p, view, budget, light);
    int n = p->game->legal(view, p->seat, s->list, MAX_MOVES);
    choose_tries(s, n);
    if (n > 1) halve(s);
    return n;
}

/* ---- the bots ------------------------------------------------------------------------ */

static int choose(Player *p, const void *view, Budget budget, Move *m, char word[MAX_WORD], bool light)
{
    Search s;
    int n = think(&s, p, view, budget, light);
    *m = s.at[0].move;
    memcpy(word, RANDOM_WORD, sizeof RANDOM_WORD);
    return n;
}

static int choose_by_search(Player *p, const void *view, Budget budget, Move *m, char word[MAX_WORD])
{
    return choose(p, view, budget, m, word, false);
}

static int choose_lightly(Player *p, const void *view, Budget budget, Move *m, char word[MAX_WORD])
{
    return choose(p, view, budget, m, word, true);
}

uint32_t search_iterations(const Bot *bot, Player *p, const void *view, Budget budget)
{
    Search s;
    think(&s, p, view, budget, bot == &bot_light);
    return s.done;
}

const Bot bot_search = { "search", choose_by_search };
const Bot bot_light = { "light", choose_lightly };
