/* SPDX-License-Identifier: MIT
 *
 * search.c - tries its moves out before making one: imagines worlds that look like what it
 * sees, plays each likely move in each of them, lets rules of thumb play on for everybody,
 * and keeps what ends best.
 *
 * A long game need not be played to its end where the game can say what it is worth by then.
 *
 * There is no tree. Every move is tried in the same worlds with the same dice, so that what
 * differs is the move. The budget goes to moves that may still turn out best: whenever a
 * share of it is spent, the worse half is dropped. And the move that the rules of thumb favour
 * is only given up for one that is better beyond doubt, since a few hundred games are noisy
 * and the rules of thumb are not bad. */
#include "search.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "random.h"

enum {
    KEEP = 16,                   /* moves worth trying: the heaviest */
    FAR = 30,                    /* moves after which a rollout may be judged before the game is over */
    LONGEST = 400,               /* moves after which a rollout stops, settled or not */
    GLANCE = 8                   /* a rollout checks every so many moves whether its seat is out; the
                                    search reads the clock every so many rollouts */
};

/* A move must lead by so many standard errors before it replaces the favourite. Anything from 0 to 2
 * wins nearly as many games; the best is in between. */
static const double DOUBT = 0.7;

typedef struct {
    Move   move;
    double lead, lead_sq;        /* over the favourite, summed over all worlds */
} Try;

typedef struct {
    const Game  *game;
    const Hunch *hunch;          /* NULL: random rollouts */
    Player      *me;
    const float *mine;           /* my own tastes; the others are taken to be sharp */
    double       caution;        /* the lead it takes to leave the favourite */
    const void  *view;
    Budget       budget;
    uint64_t     started;
    double       time;           /* the part of the time budget that was spent when the clock was last read */
    uint32_t     done;           /* rollouts */
    int          tries, worlds;  /* moves still considered; worlds in which all of them were played */
    Try          at[KEEP];       /* the favourite of the rules of thumb first, then the rest */
    Dice         dice;
    Move         list[MAX_MOVES];
    float        weight[MAX_MOVES];
    _Alignas(64) uint8_t world[MAX_STATE], trial[MAX_STATE];
} Search;

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
static double spent(Search *s)
{
    double part = s->budget.iterations ? (double)s->done / s->budget.iterations : 0;
    if (!s->budget.microseconds) return part;
    if (s->done % GLANCE == 0) s->time = (double)(now_us(s->budget.own) - s->started) / s->budget.microseconds;
    return s->time > part ? s->time : part;
}

/* ---- rollouts -------------------------------------------------------------------- */

/* A seat that has its place keeps it whatever happens later, so the rollout can stop. */
static bool is_out(const Search *s)
{
    Result r;
    s->game->score(s->trial, &r);
    return r.place[s->me->seat];
}

/* A rollout stops where a new round would be dealt: playing on would only add luck to the result of this round. */
static bool is_deal(const Search *s, Seat who)
{
    return who == SEAT_CHANCE && s->hunch->worth && s->game->verbs[s->list[0].verb].flags & VERB_DEAL;
}

/* The move that sharp would play here; false: the rollout stops. */
static bool next_move(Search *s, Seat who, Dice *d, Move *m)
{
    const Game *g = s->game;
    const float *taste = who == s->me->seat ? s->mine : s->me->taste;
    if (s->hunch->pick && who < MAX_SEATS) return *m = s->hunch->pick(s->trial, who, taste, d), true;
    int n = g->legal(s->trial, who, s->list, MAX_MOVES);
    if (!n || is_deal(s, who)) return false;               /* no moves: only on a rigged table */
    *m = s->list[sharp_pick(g, s->trial, who, taste, s->list, n, d)];
    if (m->arg[0] == ARG_OPEN) m->arg[0] = RANDOM_NUMBER;
    return true;
}

static void play_sharply(Search *s, Dice *d)
{
    const Game *g = s->game;
    const Extra x = { .word = RANDOM_WORD, .dice = d };
    SeatSet asked;
    for (int played = 0; played < LONGEST && (asked = g->to_act(s->trial)); played++) {
        if (played >= FAR && s->hunch->settled && s->hunch->settled(s->trial)) return;
        if (played % GLANCE == 0 && is_out(s)) return;
        Seat who = (Seat)__builtin_ctz(asked);
        Move m;
        if (!next_move(s, who, d, &m)) return;
        if (g->apply(s->trial, &m, &x, NULL)) return;
    }
}

/* How good the end of the rollout is: by the game's own `worth`, or else the share of a win. */
static double worth(const Search *s)
{
    Result r;
    if (s->hunch && s->hunch->worth) return s->hunch->worth(s->trial, s->me->seat);
    s->game->score(s->trial, &r);
    if (!(r.winners >> s->me->seat & 1)) return 0;
    return 1.0 / __builtin_popcount(r.winners);
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

/* ---- worlds ------------------------------------------------------------------------ */

static void imagine(Search *s)
{
    const Hunch *h = s->game->hunch;
    memcpy(s->world, s->view, s->game->state_size);
    s->game->imagine(s->world, s->me->seat, &s->dice);
    if (h && h->believe) h->believe(s->world, s->me->seat, s->me->memory, s->me->taste, &s->dice);
}

/* Plays every remaining move in one more world. If the budget ends in between, this world is not
 * counted, so that all moves are compared in the same worlds. */
static void try_all(Search *s)
{
    double got[KEEP];
    imagine(s);
    uint64_t seed = dice_word(&s->dice);
    for (int i = 0; i < s->tries; i++) {
        got[i] = rollout(s, &s->at[i].move, seed);
        if (i + 1 < s->tries && spent(s) >= 1) return;
    }
    for (int i = 1; i < s->tries; i++) {
        double lead = got[i] - got[0];
        s->at[i].lead += lead;
        s->at[i].lead_sq += lead * lead;
    }
    s->worlds++;
}

/* ---- moves ---------------------------------------------------------------------------- */

/* The heaviest moves, the heaviest first; equals in random order. */
static void choose_tries(Search *s, int n)
{
    const Hunch *h = s->game->hunch;
    if (h) h->weigh(s->view, s->me->seat, s->mine, s->list, n, s->weight);
    else memset(s->weight, 0, (size_t)n * sizeof *s->weight);
    for (s->tries = 0; s->tries < KEEP && s->tries < n; s->tries++) {
        int best = -1;
        uint32_t ties = 0;
        for (int i = 0; i < n; i++) {
            if (s->weight[i] < 0 || (best >= 0 && s->weight[i] < s->weight[best])) continue;
            if (best < 0 || s->weight[i] > s->weight[best]) best = i, ties = 1;
            else if (!dice_below(&s->dice, ++ties)) best = i;
        }
        Move m = s->list[best];
        if (m.arg[0] == ARG_OPEN) m.arg[0] = RANDOM_NUMBER;
        s->at[s->tries] = (Try){ .move = m };
        s->weight[best] = -1;
    }
}

/* By how much a move is better than the favourite, less the caution and the margin for chance. */
static double lead_of(const Search *s, const Try *t)
{
    double n = s->worlds > 0 ? s->worlds : 1, mean = t->lead / n, variance = t->lead_sq / n - mean * mean;
    return mean - s->caution - DOUBT * sqrt(variance > 0 ? variance / n : 0);
}

/* Sorts the moves behind the favourite, the best first. They are few and nearly in order: insertion sort. */
static void sort_tries(Search *s)
{
    for (int i = 2; i < s->tries; i++) {
        Try t = s->at[i];
        double lead = lead_of(s, &t);
        int k = i;
        for (; k > 1 && lead_of(s, &s->at[k - 1]) < lead; k--) s->at[k] = s->at[k - 1];
        s->at[k] = t;
    }
}

/* Each halving gets an equal share of the budget. */
static const Move *halve(Search *s)
{
    int rounds = 1;
    while (1 << rounds < s->tries) rounds++;
    for (int round = 1; round <= rounds; round++) {
        do try_all(s); while (spent(s) * rounds < round);
        sort_tries(s);
        if (s->tries > 2) s->tries = (s->tries + 1) / 2;
    }
    return &s->at[lead_of(s, &s->at[1]) > 0].move;
}

/* ---- the bots ------------------------------------------------------------------------ */

static const float *my_tastes(const Player *p, const void *view)
{
    const Hunch *h = p->game->hunch;
    const float *answer = h && h->answer ? h->answer(view) : NULL;
    return answer ? answer : p->taste;
}

static void start(Search *s, Player *p, const void *view, Budget budget, bool light)
{
    s->game = p->game;
    s->hunch = light ? NULL : p->game->hunch;
    s->me = p;
    s->mine = my_tastes(p, view);
    s->caution = s->hunch && s->hunch->caution ? s->hunch->caution(view) : 0;
    s->view = view;
    s->budget = budget;
    s->done = 0;
    s->time = 0;
    s->worlds = 0;
    s->started = now_us(budget.own);
    if (!budget.iterations && !budget.microseconds) s->budget.microseconds = USUAL_MICROSECONDS;
    dice_fast(&s->dice, dice_word(&p->dice));
}

/* Returns how many moves there are. */
static int think(Search *s, Player *p, const void *view, Budget budget, bool light, Move *m)
{
    start(s, p, view, budget, light);
    int n = p->game->legal(view, p->seat, s->list, MAX_MOVES);
    choose_tries(s, n);
    *m = n > 1 ? *halve(s) : s->at[0].move;
    return n;
}

static int choose(Player *p, const void *view, Budget budget, Move *m, char word[MAX_WORD])
{
    Search s;
    bool light = p->bot == &bot_light;
    if (!light && player_speaks(p, view, NERVE_SEARCH, m, word))
        return p->game->legal(view, p->seat, s.list, MAX_MOVES);
    memcpy(word, RANDOM_WORD, sizeof RANDOM_WORD);
    return think(&s, p, view, budget, light, m);
}

uint32_t search_iterations(Player *p, const void *view, Budget budget)
{
    Search s;
    Move m;
    think(&s, p, view, budget, p->bot == &bot_light, &m);
    return s.done;
}

const Bot bot_search = { .name = "search", .ponders = true, .choose = choose };
const Bot bot_light = { .name = "light", .choose = choose };
