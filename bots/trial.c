/* SPDX-License-Identifier: MIT
 *
 * trial.c - imagines worlds that look like what a seat sees, plays each likely move in each of them, lets rules of
 * thumb play on for everybody, and counts what ends best.
 *
 * A long game need not be played to its end where the game can say what it is worth by then.
 *
 * There is no tree. Every move is tried in the same worlds with the same dice, so that what
 * differs is the move. The budget goes to moves that may still turn out best: whenever a
 * share of it is spent, the worse half is dropped. And the move that the rules of thumb favour
 * is only given up for one that is better beyond doubt, since a few hundred games are noisy
 * and the rules of thumb are not bad. */
#include "trial.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "random.h"
#include "search.h"

enum {
    FAR = 30,                    /* moves after which a rollout may be judged before the game is over */
    LONGEST = 400,               /* moves after which a rollout stops, settled or not */
    GLANCE = 8                   /* a rollout checks every so many moves whether its seat is out; the
                                    search reads the clock every so many rollouts */
};

/* ---- the budget ---------------------------------------------------------------- */

static uint64_t now_us(bool own)
{
    struct timespec t;
#ifdef CLOCK_THREAD_CPUTIME_ID
    clock_gettime(own ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
#else
    (void)own;                   /* WASM in a browser has only one clock */
    clock_gettime(CLOCK_MONOTONIC, &t);
#endif
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* The part of the budget that is spent; 1 or more: all of it. Reading the clock is slow, so not every call does. */
static double spent(Trial *t)
{
    double part = t->budget.iterations ? (double)t->done / t->budget.iterations : 0;
    if (!t->budget.microseconds) return part;
    if (t->done % GLANCE == 0) t->time = (double)(now_us(t->budget.own) - t->started) / t->budget.microseconds;
    return t->time > part ? t->time : part;
}

/* ---- rollouts -------------------------------------------------------------------- */

/* A seat that has its place keeps it whatever happens later, so the rollout can stop. */
static bool is_out(const Trial *t)
{
    Result r;
    if (!t->me) return false;
    t->game->score(t->trial, &r);
    return r.place[t->seat];
}

/* A rollout stops where a new round would be dealt: playing on would only add luck to the result of this round. */
static bool is_deal(const Trial *t, Seat who)
{
    return who == SEAT_CHANCE && t->hunch->worth && t->game->verbs[t->list[0].verb].flags & VERB_DEAL;
}

/* Where the whole table is judged, everybody makes any move now and then, as people do: sharp always does the same, and
 * with all cards open a game between sharp players would be decided long before it is. */
static bool is_careless(const Trial *t, Seat who, Dice *d)
{
    enum { CARELESS = 10 };                                /* one move in so many */
    return !t->me && who < MAX_SEATS && !dice_below(d, CARELESS);
}

/* The move that sharp would play here; false: the rollout stops. */
static bool next_move(Trial *t, Seat who, Dice *d, Move *m)
{
    const Game *g = t->game;
    const float *taste = who == t->seat ? t->mine : t->theirs;
    bool any = is_careless(t, who, d);
    if (!any && t->hunch->pick && who < MAX_SEATS) return *m = t->hunch->pick(t->trial, who, taste, d), true;
    int n = g->legal(t->trial, who, t->list, MAX_MOVES);
    if (!n || is_deal(t, who)) return false;               /* no moves: only on a rigged table */
    *m = t->list[any ? (int)dice_below(d, (uint32_t)n) : sharp_pick(g, t->trial, who, taste, t->list, n, d)];
    if (m->arg[0] == ARG_OPEN) m->arg[0] = RANDOM_NUMBER;
    return true;
}

static void play_sharply(Trial *t, Dice *d)
{
    const Game *g = t->game;
    const Extra x = { .word = RANDOM_WORD, .dice = d };
    SeatSet asked;
    for (int played = 0; played < LONGEST && (asked = g->to_act(t->trial)); played++) {
        if (played >= FAR && t->hunch->settled && t->hunch->settled(t->trial)) return;
        if (played % GLANCE == 0 && is_out(t)) return;
        Seat who = (Seat)__builtin_ctz(asked);
        Move m;
        if (!next_move(t, who, d, &m)) return;
        if (g->apply(t->trial, &m, &x, NULL)) return;
    }
}

static void play_on(Trial *t, Dice *d)
{
    uint32_t moves = 0;
    if (t->hunch) play_sharply(t, d);
    else random_playout(t->game, t->trial, d, t->list, &moves);
}

/* How good the end of the rollout is for a seat: by the game's own `worth`, or else the share of a win. */
static double worth(const Trial *t, Seat who)
{
    Result r;
    if (t->hunch && t->hunch->worth) return t->hunch->worth(t->trial, who);
    t->game->score(t->trial, &r);
    if (!(r.winners >> who & 1)) return 0;
    return 1.0 / __builtin_popcount(r.winners);
}

static double rollout(Trial *t, const Move *m, uint64_t seed)
{
    Dice d;
    dice_fast(&d, seed);
    memcpy(t->trial, t->world, t->game->state_size);
    t->done++;
    if (t->game->apply(t->trial, m, &(Extra){ .word = RANDOM_WORD, .dice = &d }, NULL)) return 0;
    t->decided = t->compare && is_out(t);
    play_on(t, &d);
    return worth(t, t->seat);
}

/* ---- worlds ------------------------------------------------------------------------ */

static void imagine(Trial *t)
{
    const Hunch *h = t->game->hunch;
    memcpy(t->world, t->view, t->game->state_size);
    t->game->imagine(t->world, t->seat, &t->dice);
    if (h && h->believe) h->believe(t->world, t->seat, t->me->memory, t->theirs, &t->dice);
}

static void compare_all(Trial *t, const double *got)
{
    for (int i = 0; i < t->tries; i++)
        for (int k = 0; k < t->tries; k++) {
            Pair *p = &t->pair[t->at[i].id][t->at[k].id];
            double lead = got[i] - got[k];
            p->lead += lead;
            p->lead_sq += lead * lead;
            p->worlds++;
        }
}

static void count_all(Trial *t, const double *got, const double *tally, const bool *decided)
{
    for (int i = 0; i < t->tries; i++) {
        Try *one = &t->at[i];
        double lead = got[i] - got[0];
        one->lead += lead;
        one->lead_sq += lead * lead;
        one->sum += got[i];
        one->sum_sq += got[i] * got[i];
        one->tally += tally[i];
        one->decided += decided[i];
        one->worlds++;
    }
    if (t->compare) compare_all(t, got);
    t->worlds++;
}

/* Plays every remaining move in one more world. If the budget ends in between, this world is not
 * counted, so that all moves are compared in the same worlds. */
static void try_all(Trial *t)
{
    double got[MOST_TRIES], tally[MOST_TRIES] = { 0 };
    bool decided[MOST_TRIES];
    const Hunch *h = t->hunch;
    imagine(t);
    uint64_t seed = dice_word(&t->dice);
    for (int i = 0; i < t->tries; i++) {
        got[i] = rollout(t, &t->at[i].move, seed);
        decided[i] = t->decided;
        if (t->compare && h && h->tally) tally[i] = (double)h->tally(t->trial, t->seat);
        if (i + 1 < t->tries && spent(t) >= 1) return;
    }
    count_all(t, got, tally, decided);
}

/* ---- moves ---------------------------------------------------------------------------- */

static Try try_of(const Trial *t, Move m)
{
    if (m.arg[0] == ARG_OPEN) m.arg[0] = RANDOM_NUMBER;
    return (Try){ .move = m, .id = (uint8_t)t->tries };
}

/* The heaviest moves, the heaviest first; equals in random order. */
static void choose_tries(Trial *t)
{
    const Hunch *h = t->game->hunch;
    int n = t->moves;
    if (h) h->weigh(t->view, t->seat, t->mine, t->list, n, t->weight);
    else memset(t->weight, 0, (size_t)n * sizeof *t->weight);
    for (t->tries = 0; t->tries < TRIES && t->tries < n; t->tries++) {
        int best = -1;
        uint32_t ties = 0;
        for (int i = 0; i < n; i++) {
            if (t->weight[i] < 0 || (best >= 0 && t->weight[i] < t->weight[best])) continue;
            if (best < 0 || t->weight[i] > t->weight[best]) best = i, ties = 1;
            else if (!dice_below(&t->dice, ++ties)) best = i;
        }
        t->at[t->tries] = try_of(t, t->list[best]);
        t->weight[best] = -1;
    }
    t->all = t->tries;
}

double trial_caution(const Trial *t, const Move *a, const Move *b)
{
    return t->hunch && t->hunch->caution ? (double)t->hunch->caution(t->view, a, b) : 0;
}

/* By how much a move is better than the favourite, less the caution and the margin for chance. */
static double lead_of(const Trial *t, const Try *one)
{
    double n = t->worlds > 0 ? t->worlds : 1, mean = one->lead / n, variance = one->lead_sq / n - mean * mean;
    return mean - trial_caution(t, &one->move, &t->at[0].move) - TRIAL_DOUBT * sqrt(variance > 0 ? variance / n : 0);
}

/* Sorts the moves behind the favourite, the best first. They are few and nearly in order: insertion sort. */
static void sort_tries(Trial *t)
{
    for (int i = 2; i < t->tries; i++) {
        Try one = t->at[i];
        double lead = lead_of(t, &one);
        int k = i;
        for (; k > 1 && lead_of(t, &t->at[k - 1]) < lead; k--) t->at[k] = t->at[k - 1];
        t->at[k] = one;
    }
}

/* Drops the worse half. A move that somebody asked about stays, behind those that stay because they are good. */
static void drop_worse(Trial *t)
{
    if (t->tries <= 2) return;
    int keep = (t->tries + 1) / 2, at = keep;
    while (at < t->tries && t->at[at].id != t->asked) at++;
    if (t->asked >= 0 && at < t->tries) {
        Try one = t->at[at];
        memmove(&t->at[keep + 1], &t->at[keep], (size_t)(at - keep) * sizeof one);
        t->at[keep++] = one;
    }
    t->tries = keep;
}

/* Each halving gets an equal share of the budget. */
static void count_rounds(Trial *t)
{
    t->round = t->rounds = 1;
    while (1 << t->rounds < t->tries) t->rounds++;
}

/* ---- the trial ----------------------------------------------------------------------- */

static const float *my_tastes(const Player *p, const void *view)
{
    const Hunch *h = p->game->hunch;
    const float *answer = h && h->answer ? h->answer(view) : NULL;
    return answer ? answer : p->taste;
}

void trial_start(Trial *t, Player *p, const void *view, Budget budget, bool light)
{
    t->game = p->game;
    t->hunch = light ? NULL : p->game->hunch;
    t->me = p;
    t->seat = p->seat;
    t->mine = my_tastes(p, view);
    t->theirs = p->taste;
    t->view = view;
    t->budget = budget;
    t->done = 0;
    t->time = 0;
    t->worlds = 0;
    t->compare = false;
    t->asked = -1;
    t->started = now_us(budget.own);
    if (!budget.iterations && !budget.microseconds) t->budget.microseconds = USUAL_MICROSECONDS;
    dice_fast(&t->dice, dice_word(&p->dice));
    t->moves = t->game->legal(view, t->seat, t->list, MAX_MOVES);
    choose_tries(t);
    count_rounds(t);
}

static bool same_move(const Move *a, const Move *b)
{
    return a->verb == b->verb && !memcmp(a->arg, b->arg, sizeof a->arg);
}

void trial_ask(Trial *t, const Move *m)
{
    t->compare = true;
    memset(t->pair, 0, sizeof t->pair);
    for (int i = 0; m && i < t->tries; i++)
        if (same_move(&t->at[i].move, m)) t->asked = t->at[i].id;
    if (!m || t->asked >= 0) return;
    t->asked = t->tries;
    t->at[t->tries] = try_of(t, *m);
    t->all = ++t->tries;
    count_rounds(t);
}

bool trial_step(Trial *t)
{
    if (t->round > t->rounds || t->tries < (t->compare ? 1 : 2)) return false;     /* advice judges a forced move too */
    try_all(t);
    if (spent(t) * t->rounds < t->round) return true;
    sort_tries(t);
    drop_worse(t);
    return t->round++ < t->rounds;
}

const Try *trial_best(const Trial *t) { return &t->at[t->tries > 1 && lead_of(t, &t->at[1]) > 0]; }

/* ---- the truth -------------------------------------------------------------------------- */

void trial_truth(Trial *t, const Game *g, int seats, const void *state, uint32_t rollouts, uint64_t seed,
                 float out[MAX_SEATS])
{
    float taste[MAX_TASTES];
    double sum[MAX_SEATS] = { 0 };
    Dice d;
    *t = (Trial){ .game = g, .hunch = g->hunch, .seat = SEAT_NONE, .mine = taste, .theirs = taste, .asked = -1 };
    for (int i = 0; g->hunch && i < g->hunch->taste_count; i++) taste[i] = g->hunch->tastes[i].value;
    dice_fast(&t->dice, seed);
    for (uint32_t n = 0; n < rollouts; n++) {
        memcpy(t->trial, state, g->state_size);
        dice_fast(&d, dice_word(&t->dice));
        if (g->hunch && g->hunch->redeal) g->hunch->redeal(t->trial, &d);
        play_on(t, &d);
        for (Seat p = 0; p < seats; p++) sum[p] += worth(t, p);
    }
    for (Seat p = 0; p < MAX_SEATS; p++) out[p] = rollouts ? (float)(sum[p] / rollouts) : 0;
}
