/* SPDX-License-Identifier: MIT
 *
 * knock.c - how well each bot knocks. Sharp plays rounds against itself; every position in which
 * it may knock is shown to each bot with all cards open, and its choice is compared with the solved
 * model. The loss is in chances to win the round. */
#include "knock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../cli/cli.h"

typedef struct {
    const Game  *game;
    const Model *model;
    Moment      *at;
    int          n, most;
} Measurement;

/* ---- moments at which somebody may knock --------------------------------------------- */

static void play_round(Measurement *y, Dice *d)
{
    _Alignas(16) uint8_t state[MAX_STATE] = { 0 };
    const Game *g = y->game;
    Player p[2];
    Options o;
    char word[MAX_WORD];
    options_default(g, 2, &o);
    options_set(g, &o, "rounds", "1");
    g->setup(state, &o);
    for (Seat seat = 0; seat < 2; seat++) player_start(&p[seat], &bot_sharp, g, seat, dice_word(d));
    for (SeatSet asked; y->n < y->most && (asked = g->to_act(state)); ) {
        _Alignas(16) uint8_t view[MAX_STATE];
        Seat seat = (Seat)__builtin_ctz(asked);
        Move m;
        y->n += moment_read(state, &y->at[y->n]);
        if (seat == SEAT_CHANCE) g->legal(state, seat, &m, 1);
        else g->observe(state, seat, view), p[seat].bot->choose(&p[seat], view, (Budget){ .iterations = 1 }, &m, word);
        g->apply(state, &m, &(Extra){ .word = "", .dice = d }, NULL);
    }
}

/* ---- what a bot does there -------------------------------------------------------------- */

typedef struct { double loss, square, wrong, early; } Tally;

static bool knocks(const Measurement *y, const Bot *b, const Moment *e, Budget budget, Dice *d)
{
    _Alignas(16) uint8_t state[MAX_STATE] = { 0 }, view[MAX_STATE];
    Player p;
    Move m;
    char word[MAX_WORD];
    moment_lay(e, y->game, d, state);
    player_start(&p, b, y->game, 0, dice_word(d));
    y->game->observe(state, 0, view);
    b->choose(&p, view, budget, &m, word);
    return !strcmp(y->game->verbs[m.verb].form, "knock");
}

static void judge(const Measurement *y, Tally *t, const Moment *e, bool knock)
{
    double yes = model_worth(y->model, e, true), no = model_worth(y->model, e, false);
    double loss = knock ? no - yes : yes - no;
    if (loss <= 0) return;
    t->loss += loss;
    t->square += loss * loss;
    t->wrong++;
    t->early += knock;
}

static void measure(const Measurement *y, const Bot *b, Budget budget, uint64_t seed)
{
    Tally t = { 0 };
    Dice d;
    double n = y->n, from = cpu_seconds();
    dice_fast(&d, seed);
    for (int i = 0; i < y->n; i++) {
        judge(y, &t, &y->at[i], knocks(y, b, &y->at[i], budget, &d));
        progress(b->name, (uint64_t)i, (uint64_t)y->n);
    }
    progress_end();
    double mean = t.loss / n, half = 1.96 * sqrt((t.square / n - mean * mean) / n);
    printf("%-8s %8.4f +- %.4f %9.1f %% %9.1f %% %11.1f\n", b->name, mean, half, 100 * t.wrong / n, 100 * t.early / n,
           (cpu_seconds() - from) / n * 1e6);
}

/* ---- the command --------------------------------------------------------------------------- */

static bool run(Measurement *y, Budget budget, uint64_t seed)
{
    Dice d;
    Model *model = model_solve(1e-4);
    y->at = calloc((size_t)y->most, sizeof *y->at);
    if (!model || !y->at) return model_free(model), free(y->at), false;
    y->model = model;
    dice_fast(&d, seed);
    while (y->n < y->most) play_round(y, &d);
    int right = 0;
    for (int i = 0; i < y->n; i++) right += model_worth(model, &y->at[i], true) > model_worth(model, &y->at[i], false);
    printf("%d moments, solved in %d sweeps; to knock is right in %.1f %%\n",
           y->n, model_sweeps(model), 100.0 * right / y->n);
    printf("%-8s %18s %11s %11s %11s\n", "bot", "mean loss", "wrong", "too early", "us a choice");
    for (int i = 0; bot_at(i); i++) measure(y, bot_at(i), budget, seed + 1);
    model_free(model);
    free(y->at);
    return true;
}

int main(int argc, char **argv)
{
    static const char help[] =
        "usage: knock [--moments N] [--iterations N] [--seed S]\n\n"
        "Compares every bot's knocks with the solved open game. Takes a minute or two.\n\n"
        "  --moments N     how many positions (1000)\n"
        "  --iterations N  what a searching bot may spend on each (2000)\n"
        "  --seed S        the same seed gives the same positions (1)\n";
    long long moments = 1000, iterations = 2000, seed = 1;
    const Flag flag[] = {
        { .name = "--moments", .number = &moments, .low = 1, .high = 1000000 },
        { .name = "--iterations", .number = &iterations, .low = 1, .high = 10000000 },
        { .name = "--seed", .number = &seed, .low = 0, .high = INT64_MAX },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    Measurement y = { .game = game_find("ratcat"), .most = (int)moments };
    return y.game && run(&y, (Budget){ .iterations = (uint32_t)iterations }, (uint64_t)seed) ? EXIT_FINE : EXIT_NOT_SO;
}
