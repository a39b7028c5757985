/* SPDX-License-Identifier: MIT
 * bench.c - the engine's speed, and its ratio to a yardstick measured in the same run: times
 * differ between machines and moments, ratios much less. CPU time, the best of several repeats. */
#include <stdlib.h>
#include <string.h>

#include "../bots/random.h"
#include "../bots/search.h"
#include "../core/text.h"
#include "../core/yardstick.h"
#include "../lib/batch.h"
#include "../protocol/json.h"
#include "cli.h"

typedef struct {
    const char *game;
    int    players;
    double games, choices, moves;        /* of the best repeat */
    double seconds, step;                /* that repeat's time; the yardstick beside it, in s */
    double copy_ns, observe_ns, imagine_ns;
    double light, sharp;                 /* iterations a second of a search, by its rollouts */
    double batch, observed;              /* seconds for a decision in a batch, without observations and with them */
} Row;

static Move list[MAX_MOVES];
static volatile uint64_t sink;

/* The yardstick: seconds for one of its steps. */
static double yardstick(void)
{
    double from = cpu_seconds();
    sink = yardstick_walk();
    return (cpu_seconds() - from) / YARDSTICK_STEPS;
}

/* ---- random play ------------------------------------------------------------- */

static void play(const Game *g, const Options *o, uint64_t seed, double budget, Row *r)
{
    static _Alignas(64) uint8_t state[MAX_STATE];
    Dice d;
    uint32_t moves = 0, choices = 0, games = 0;
    dice_fast(&d, seed);
    double from = cpu_seconds(), to;
    do {                                       /* reading the clock takes as long as three short games */
        for (int i = 0; i < 512; i++, games++) {
            g->setup(state, o);
            choices += random_playout(g, state, &d, list, &moves);
        }
        to = cpu_seconds();
    } while (to - from < budget);
    if (r->games > 0 && (to - from) / choices >= r->seconds / r->choices) return;
    r->games = games;
    r->choices = choices;
    r->moves = moves;
    r->seconds = to - from;
}

/* ---- copies and views ---------------------------------------------------------- */

enum { SAMPLES = 256 };

/* Positions in the middle of random games. */
static int sample(const Game *g, const Options *o, uint8_t (*at)[MAX_STATE])
{
    _Alignas(64) uint8_t state[MAX_STATE];
    Dice d;
    dice_fast(&d, 7);
    const Extra x = { .word = RANDOM_WORD, .dice = &d };
    int n = 0;
    while (n < SAMPLES) {
        g->setup(state, o);
        for (SeatSet asked; n < SAMPLES && (asked = g->to_act(state)); ) {
            int k = g->legal(state, (Seat)__builtin_ctz(asked), list, MAX_MOVES);
            Move m = list[dice_below(&d, (uint32_t)k)];
            if (m.arg[0] == ARG_OPEN) m.arg[0] = RANDOM_NUMBER;
            g->apply(state, &m, &x, NULL);
            if (!(asked >> SEAT_CHANCE & 1) && !dice_below(&d, 4)) memcpy(at[n++], state, g->state_size);
        }
    }
    return n;
}

typedef enum { COPY, OBSERVE, IMAGINE } Work;

static double time_work(const Game *g, const Options *o, uint8_t (*at)[MAX_STATE], Work work)
{
    enum { ROUNDS = 400, REPEATS = 5 };
    static _Alignas(64) uint8_t view[MAX_STATE];
    Dice d;
    double best = 1e9;
    dice_fast(&d, 11);
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double from = cpu_seconds();
        for (int i = 0; i < ROUNDS * SAMPLES; i++) {
            const uint8_t *s = at[i % SAMPLES];
            Seat who = (Seat)(i % o->seats);
            if (work == COPY) memcpy(view, s, g->state_size);
            else g->observe(s, who, view);
            if (work == IMAGINE) g->imagine(view, who, &d);
            sink = view[i % g->state_size];
        }
        double took = (cpu_seconds() - from) / (ROUNDS * SAMPLES);
        best = took < best ? took : best;
    }
    return best * 1e9;
}

/* ---- search ----------------------------------------------------------------------- */

/* Iterations a second of the first choice of a game: each plays a whole one. */
static double time_search(const Game *g, const Options *o, const Bot *bot, int repeats, double budget)
{
    static _Alignas(64) uint8_t state[MAX_STATE], view[MAX_STATE];
    static Player p;
    Dice d;
    double best = 0;
    for (int i = 0; i < repeats; i++) {
        dice_fast(&d, (uint64_t)i + 1);
        const Extra x = { .word = RANDOM_WORD, .dice = &d };
        g->setup(state, o);
        while (g->to_act(state) >> SEAT_CHANCE & 1 && g->legal(state, SEAT_CHANCE, list, MAX_MOVES) == 1)
            g->apply(state, list, &x, NULL);
        Seat who = (Seat)__builtin_ctz(g->to_act(state));
        g->observe(state, who, view);
        player_start(&p, bot, g, who, (uint64_t)i);
        double from = cpu_seconds();
        uint32_t n = search_iterations(&p, view, (Budget){ .microseconds = (uint32_t)(budget * 1e6) });
        double rate = n / (cpu_seconds() - from);
        best = rate > best ? rate : best;
    }
    return best;
}

/* ---- batches ---------------------------------------------------------------------- */

/* Seconds for a decision of a batch: an action is drawn from those that are possible, checked and played, games are
 * dealt again when they are over. Nobody is asked who has no choice. */
static double time_batch(const Game *g, const Options *o, bool observe, int repeats, double budget)
{
    enum { TABLES = 256, STEPS = 16 };
    int32_t action[TABLES];
    Batch *b = batch_new(g, o, TABLES, 1, observe, false, 1);
    double best = 1e9;
    for (int i = 0; b && i < repeats; i++) {
        double from = cpu_seconds(), to;
        int steps = 0;
        do {
            for (int k = 0; k < STEPS; k++, steps++) {
                batch_random(b, 7, action);
                if (batch_wrong(b, action) < 0) batch_step(b, action);
            }
            to = cpu_seconds();
        } while (to - from < budget);
        double took = (to - from) / steps / TABLES;
        best = took < best ? took : best;
    }
    batch_free(b);
    return best;
}

/* ---- reporting ------------------------------------------------------------------ */

typedef struct { bool json, copies, views, search, batch; } Wants;

static double ns_per_choice(const Row *r) { return r->seconds / r->choices * 1e9; }

static void print_row(const Game *g, const Row *r, Wants want)
{
    double ns = ns_per_choice(r), ratio = r->seconds / r->choices / r->step;
    if (want.json) {
        printf("{\"game\":\"%s\",\"players\":%d,\"games_per_s\":%.0f,\"choices_per_s\":%.0f,\"ns_per_choice\":%.2f,"
               "\"moves_per_choice\":%.2f,\"choices_per_game\":%.1f,\"state_bytes\":%u,\"move_bytes\":%zu,"
               "\"yardstick_ns\":%.3f,\"ratio\":%.2f",
               g->id, r->players, r->games / r->seconds, r->choices / r->seconds, ns, r->moves / r->choices,
               r->choices / r->games, g->state_size, sizeof(Move), r->step * 1e9, ratio);
        if (want.copies) printf(",\"copy_ns\":%.2f", r->copy_ns);
        if (want.views) printf(",\"observe_ns\":%.2f,\"imagine_ns\":%.2f", r->observe_ns, r->imagine_ns);
        if (want.search) printf(",\"light_per_s\":%.0f,\"sharp_per_s\":%.0f", r->light, r->sharp);
        if (want.batch)
            printf(",\"batch_per_s\":%.0f,\"observed_per_s\":%.0f,\"batch_ratio\":%.1f,\"observed_ratio\":%.1f",
                   1 / r->batch, 1 / r->observed, r->batch / r->step, r->observed / r->step);
        puts("}");
        return;
    }
    printf("%-9s %3d %11.0f %12.0f %8.1f %7.2f %7.1f %6u %5zu %6.2f %7.1f", g->id, r->players, r->games / r->seconds,
           r->choices / r->seconds, ns, r->moves / r->choices, r->choices / r->games, g->state_size, sizeof(Move),
           r->step * 1e9, ratio);
    if (want.copies) printf(" %8.1f", r->copy_ns);
    if (want.views) printf(" %8.1f %8.1f", r->observe_ns, r->imagine_ns);
    if (want.search) printf(" %8.0f %8.0f", r->light, r->sharp);
    if (want.batch)
        printf(" %9.0f %7.1f %9.0f %7.1f", 1 / r->batch, r->batch / r->step, 1 / r->observed, r->observed / r->step);
    putchar('\n');
}

static void print_head(Wants want)
{
    if (want.json) return;
    printf("%-9s %3s %11s %12s %8s %7s %7s %6s %5s %6s %7s", "game", "pl", "games/s", "choices/s", "ns/ch", "mv/ch",
           "ch/game", "state", "move", "yard", "ratio");
    if (want.copies) printf(" %8s", "copy ns");
    if (want.views) printf(" %8s %8s", "observe", "imagine");
    if (want.search) printf(" %8s %8s", "light/s", "sharp/s");
    if (want.batch) printf(" %9s %7s %9s %7s", "batch/s", "ratio", "observ/s", "ratio");
    putchar('\n');
}

static void bench(const Game *g, int players, int repeats, double budget, Wants want)
{
    static uint8_t at[SAMPLES][MAX_STATE];
    Options o;
    Row r = { .game = g->id, .players = players, .step = 1 };
    options_default(g, players, &o);
    for (int i = 0; i < repeats; i++) {
        double step = yardstick();
        r.step = step < r.step ? step : r.step;
        play(g, &o, (uint64_t)i + 1, budget, &r);
    }
    if (want.copies || want.views) sample(g, &o, at);
    if (want.copies) r.copy_ns = time_work(g, &o, at, COPY);
    if (want.views) {
        r.observe_ns = time_work(g, &o, at, OBSERVE);
        r.imagine_ns = time_work(g, &o, at, IMAGINE) - r.observe_ns;
    }
    if (want.search) {
        r.light = time_search(g, &o, &bot_light, repeats, budget);
        r.sharp = time_search(g, &o, &bot_search, repeats, budget);
    }
    if (want.batch) {
        r.batch = time_batch(g, &o, false, repeats, budget);
        r.observed = time_batch(g, &o, true, repeats, budget);
    }
    print_row(g, &r, want);
    fflush(stdout);
}

int cmd_bench(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives bench [GAME...] [--players N] [--repeats N] [--ms N] [--copies] [--views] [--search]"
        " [--batch] [--json]\n\n"
        "Random play on one core: list the legal moves, pick one, apply it, until the game is over,\n"
        "set-up included. A choice is a decision with at least two legal moves. The ratio is to one\n"
        "step of x ^= x >> 12; x ^= x << 25; x ^= x >> 27; x *= 0x2545F4914F6CDD1D, timed beside it.\n\n"
        "  --players N   only with that many players\n"
        "  --repeats N   keep the best of N repeats (25)\n"
        "  --ms N        CPU time of one repeat (20); of many short ones some are undisturbed\n"
        "  --copies      also the cost of copying a state\n"
        "  --views       also the cost of observe and imagine\n"
        "  --search      also a search's iterations a second: whole games with random rollouts (light)\n"
        "                and with rules of thumb (sharp)\n"
        "  --batch       also decisions a second of a batch of 256 tables (docs/OBSERVATIONS.md), without and with\n"
        "                observations, and their ratios to the step\n"
        "  --json        one JSON object a line\n";
    long long repeats = 25, ms = 20, players = 0;
    Wants want = { .json = false };
    const Flag flag[] = {
        { .name = "--players", .number = &players, .low = 1, .high = MAX_SEATS },
        { .name = "--repeats", .number = &repeats, .low = 1, .high = 1000 },
        { .name = "--ms", .number = &ms, .low = 1, .high = 60000 },
        { .name = "--copies", .on = &want.copies }, { .name = "--views", .on = &want.views },
        { .name = "--search", .on = &want.search }, { .name = "--batch", .on = &want.batch },
        { .name = "--json", .on = &want.json },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    for (int i = 1; i < n; i++)
        if (!game_or_complain(argv[i])) return EXIT_USAGE;
    print_head(want);
    const Game *g;
    for (int i = 0; (g = game_at(i)); i++) {
        bool wanted = n == 1;
        for (int k = 1; k < n; k++) wanted |= !strcmp(argv[k], g->id);
        for (int p = g->min_seats; wanted && p <= g->max_seats; p++)
            if (!players || players == p) bench(g, p, (int)repeats, (double)ms / 1000, want);
    }
    return EXIT_FINE;
}
