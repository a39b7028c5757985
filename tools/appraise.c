/* SPDX-License-Identifier: MIT
 *
 * appraise.c - learns what a position of a kittens duel is worth. A player with the tastes tuned
 * against sharp (Hunch.answer) plays sharp; every turn is a sample, and the winner is what it should
 * predict: logistic regression by stochastic gradients, the weights of the later half averaged.
 * Prints the rows of games/kittens/worth.def. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/random.h"
#include "../cli/cli.h"
#include "../games/kittens/hunch.h"

enum { MOST_TURNS = 400 };

typedef struct { Trait trait[MOST_TRAITS]; int n; float late; } Sample;

typedef struct {
    const Game *game;
    uint64_t games, seed;
    double   w[LATER][TRAITS], mean[LATER][TRAITS];
    int      edition;
    double   error, samples;             /* squared errors, and how many, in the last tenth of the games */
    Sample   at[MOST_TURNS];
} Appraisal;

static double estimate(const Appraisal *a, const Sample *x)
{
    double sum = 0;
    for (int i = 0; i < x->n; i++) {
        int t = x->trait[i].at;
        sum += (double)x->trait[i].x * (a->w[0][t] + (double)x->late * a->w[1][t]);
    }
    return (double)kittens_likely((float)sum);
}

/* Plays a duel. Returns how many turns were sampled; *won: whether seat `me` won. */
static int play(Appraisal *a, Dice *d, Seat me, bool *won)
{
    _Alignas(16) uint8_t state[MAX_STATE] = { 0 };
    const Game *g = a->game;
    float sharp[MAX_TASTES];
    State *s = (State *)(void *)state;
    Options o;
    int n = 0;
    options_default(g, 2, &o);
    g->setup(state, &o);
    a->edition = s->edition;
    for (int i = 0; i < g->hunch->taste_count; i++) sharp[i] = g->hunch->tastes[i].value;
    for (SeatSet asked; (asked = g->to_act(state)); ) {
        Seat who = (Seat)__builtin_ctz(asked);
        Move m;
        if (s->phase == TURN && n < MOST_TURNS) {
            a->at[n].n = kittens_traits(s, me, a->at[n].trait);
            a->at[n++].late = kittens_lateness(s);
        }
        if (who >= MAX_SEATS) g->legal(state, who, &m, 1);
        else m = g->hunch->pick(state, who, who == me ? kittens_answer[s->edition] : sharp, d);
        if (g->apply(state, &m, &(Extra){ .word = RANDOM_WORD, .dice = d }, NULL)) break;
    }
    *won = s->place[me] == 1;
    return n;
}

static void learn_from(Appraisal *a, const Sample *x, double won, double rate)
{
    double wrong = won - estimate(a, x);
    for (int i = 0; i < x->n; i++) {
        int t = x->trait[i].at;
        double step = rate * wrong * (double)x->trait[i].x;
        a->w[0][t] += step;
        a->w[1][t] += step * (double)x->late;
    }
}

static void appraise(Appraisal *a)
{
    Dice d;
    dice_fast(&d, a->seed);
    for (uint64_t i = 0; i < a->games; i++) {
        bool won, late = i >= a->games / 2, last = i >= a->games - a->games / 10;
        int n = play(a, &d, (Seat)(i & 1), &won);
        for (int k = 0; k < n; k++) {
            double p = estimate(a, &a->at[k]);
            if (last) a->error += (won - p) * (won - p), a->samples++;
            learn_from(a, &a->at[k], won, 0.02 / (1 + 20 * (double)i / (double)a->games));
        }
        for (int t = 0; late && t < LATER * TRAITS; t++) (&a->mean[0][0])[t] += (&a->w[0][0])[t];
        if (!(i & 1023)) progress("appraise", i, a->games);
    }
    progress_end();
}

/* n weights of this kind, as they are or late, `step` traits apart. */
static void print_weights(const Appraisal *a, int late, int at, int step, int n)
{
    double games = (double)(a->games - a->games / 2);
    for (int i = 0; i < n; i++) printf(", %.3ff", a->mean[late][at + i * step] / games);
}

static void print_rows(const Appraisal *a)
{
    static const char *const editions[EDITIONS] = { [KITTENS] = "KITTENS", [GOODEVIL] = "GOODEVIL", [PARTY] = "PARTY" };
    static const char *const kinds[KINDS] = {
#define CARD(id, ...) [id] = #id,
#include "../games/kittens/cards.def"
#undef CARD
    };
    const char *edition = editions[a->edition];
    printf("ON_TURN(%s", edition);
    for (int late = 0; late < LATER; late++) print_weights(a, late, 0, 1, TRAIT_DEPTHS);
    for (int row = 0; row < 8 * LATER; row++) {
        printf(")\nAT_DEPTH(%s, %d, %d, %d", edition, row / LATER / 4, row / LATER % 4, row % LATER);
        print_weights(a, row % LATER, TRAIT_DEPTHS + row / LATER * DEPTHS, 1, DEPTHS);
    }
    for (uint32_t held = kittens_edition[a->edition].held; held; held &= held - 1) {
        printf(")\nIN_HAND(%s, %s", edition, kinds[__builtin_ctz(held)]);
        for (int late = 0; late < LATER; late++) print_weights(a, late, TRAIT_HANDS + __builtin_ctz(held), KINDS, 4);
    }
    printf(")\n");
}

int main(int argc, char **argv)
{
    static const char help[] =
        "usage: appraise GAME [--games N] [--seed S]\n\n"
        "Learns from duels what a position is worth to a player who searches, and prints it as a row of\n"
        "games/kittens/worth.def. GAME is kittens, goodevil or party.\n";
    static Appraisal a;
    long long games = 200000, seed = 1;
    const Flag flag[] = {
        { .name = "--games", .number = &games, .low = 10, .high = 100000000 },
        { .name = "--seed", .number = &seed, .low = 0, .high = INT64_MAX },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (!(a.game = game_or_complain(n > 1 ? argv[1] : NULL))) return EXIT_USAGE;
    if (!a.game->hunch || a.game->hunch->worth != kittens_worth)
        return complain("%s is no game of kittens", a.game->id);
    a.games = (uint64_t)games;
    a.seed = (uint64_t)seed;
    appraise(&a);
    fprintf(stderr, "squared error %.4f; a coin has .25\n", a.error / a.samples);
    print_rows(&a);
    return EXIT_FINE;
}
