/* SPDX-License-Identifier: MIT
 * arena.c - bots against bots: who wins how often, and how sure that is. The line-up moves
 * round the table from game to game, so that no seat is anybody's advantage. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../core/log.h"
#include "../core/table.h"
#include "cli.h"

enum { MAX_KINDS = MAX_SEATS };

typedef struct {
    const Bot *bot;
    uint64_t   games, decisions;         /* seats played, over all games */
    double     won, won_sq, place, points, points_sq, seconds;
} Tally;

typedef struct {
    const Game *game;
    Options     options;
    const Bot  *line_up[MAX_SEATS];
    Tally       tally[MAX_KINDS];        /* one for each different bot */
    int         kinds, seats;
    uint64_t    games, seed, choices, moves;
    FILE       *log;
} Arena;

static Tally *tally_of(Arena *a, const Bot *b)
{
    for (int i = 0; i < a->kinds; i++)
        if (a->tally[i].bot == b) return &a->tally[i];
    a->tally[a->kinds].bot = b;
    return &a->tally[a->kinds++];
}

/* ---- one game ---------------------------------------------------------------- */

static void write_line(Arena *a, const LogRecord *r)
{
    char line[MAX_LINE];
    if (!a->log) return;
    log_write(a->game, r, line, sizeof line);
    fprintf(a->log, "%s\n", line);
}

static void log_start(Arena *a)
{
    char line[MAX_LINE];
    if (!a->log) return;
    log_write_header(a->game, &a->options, line, sizeof line);
    fprintf(a->log, "%s\n", line);
}

static void play_chance(Arena *a, Table *t)
{
    LogRecord r = { .kind = LOG_MOVE, .number = t->moves + 1 };
    dice_derive(t->secret, r.number, r.entropy);
    a->game->legal(t->state, SEAT_CHANCE, &r.move, 1);
    table_chance(t, r.entropy, NULL);
    write_line(a, &r);
}

static void play_seat(Arena *a, Table *t, Seat seat, const Bot *bot, Dice *d)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    LogRecord r = { .kind = LOG_MOVE, .number = t->moves + 1 };
    a->game->observe(t->state, seat, view);
    double from = a->games <= 10000 ? cpu_seconds() : 0;
    bool choice = bot->choose(a->game, view, seat, d, &r.move, r.word);
    Tally *tally = tally_of(a, bot);
    tally->seconds += a->games <= 10000 ? cpu_seconds() - from : 0;
    tally->decisions += choice;
    a->choices += choice;
    if (table_move(t, &r.move, r.word, NULL)) {
        complain("%s made an illegal move in %s", bot->name, a->game->id);
        exit(EXIT_NOT_SO);
    }
    write_line(a, &r);
}

static void log_end(Arena *a, const Table *t)
{
    write_line(a, &(LogRecord){ .kind = LOG_MARK, .number = t->moves, .mark = game_mark(a->game, t->state) });
    LogRecord secret = { .kind = LOG_SECRET };
    memcpy(secret.entropy, t->secret, ENTROPY);
    write_line(a, &secret);
}

static void count(Arena *a, const Table *t, const Bot *const at[MAX_SEATS])
{
    Result r;
    a->game->score(t->state, &r);
    int winners = __builtin_popcount(r.winners);
    for (int p = 0; p < a->seats; p++) {
        Tally *tally = tally_of(a, at[p]);
        double won = r.winners >> p & 1 ? 1.0 / winners : 0;
        tally->games++;
        tally->won += won;
        tally->won_sq += won * won;
        tally->place += r.place[p];
        tally->points += r.points[p];
        tally->points_sq += (double)r.points[p] * r.points[p];
    }
}

static void play_game(Arena *a, uint64_t number)
{
    static Table t;
    uint8_t secret[ENTROPY] = { 0 };
    const Bot *at[MAX_SEATS];
    Dice d;
    for (int i = 0; i < 8; i++) secret[i] = (uint8_t)(a->seed >> 8 * i), secret[8 + i] = (uint8_t)(number >> 8 * i);
    for (int p = 0; p < a->seats; p++) at[(p + (int)(number % (uint64_t)a->seats)) % a->seats] = a->line_up[p];
    dice_fast(&d, a->seed ^ (number + 1) * 0x9e3779b97f4a7c15);
    table_start(&t, a->game, &a->options, secret);
    log_start(a);
    for (SeatSet asked; (asked = a->game->to_act(t.state)); ) {
        Seat seat = (Seat)__builtin_ctz(asked);
        if (asked >> SEAT_CHANCE & 1) play_chance(a, &t);
        else play_seat(a, &t, seat, at[seat], &d);
    }
    log_end(a, &t);
    count(a, &t, at);
    a->moves += t.moves;
}

/* ---- the report ---------------------------------------------------------------- */

/* Half the width of a 95 % interval of a mean. */
static double half_width(double sum, double sum_sq, double n)
{
    double mean = sum / n, variance = sum_sq / n - mean * mean;
    return n > 1 ? 1.96 * sqrt((variance > 0 ? variance : 0) / n) : 0;
}

static void report_json(const Arena *a, double seconds)
{
    printf("{\"game\":\"%s\",\"players\":%d,\"games\":%llu,\"seed\":%llu,\"games_per_s\":%.1f,\"moves\":%llu,\"choices\":%llu,\"bots\":[",
           a->game->id, a->seats, (unsigned long long)a->games, (unsigned long long)a->seed, (double)a->games / seconds,
           (unsigned long long)a->moves, (unsigned long long)a->choices);
    for (int i = 0; i < a->kinds; i++) {
        const Tally *t = &a->tally[i];
        double n = (double)t->games;
        printf("%s{\"bot\":\"%s\",\"seats\":%llu,\"win_rate\":%.5f,\"win_95\":%.5f,\"mean_place\":%.4f,\"mean_points\":%.4f,"
               "\"points_95\":%.4f,\"decisions\":%llu,\"us_per_decision\":%.3f}", i ? "," : "", t->bot->name,
               (unsigned long long)t->games, t->won / n, half_width(t->won, t->won_sq, n), t->place / n, t->points / n,
               half_width(t->points, t->points_sq, n), (unsigned long long)t->decisions,
               t->decisions ? t->seconds / (double)t->decisions * 1e6 : 0);
    }
    puts("]}");
}

static void report_text(const Arena *a, double seconds)
{
    printf("%s, %d players, %llu games, seed %llu: %.0f games/s, %.1f choices a game\n", a->game->id, a->seats,
           (unsigned long long)a->games, (unsigned long long)a->seed, (double)a->games / seconds,
           (double)a->choices / (double)a->games);
    printf("%-10s %10s %18s %11s %20s\n", "bot", "seats", "win rate", "mean place", "mean points");
    for (int i = 0; i < a->kinds; i++) {
        const Tally *t = &a->tally[i];
        double n = (double)t->games;
        printf("%-10s %10llu %8.2f%% +- %5.2f%% %11.3f %10.3f +- %6.3f\n", t->bot->name, (unsigned long long)t->games,
               100 * t->won / n, 100 * half_width(t->won, t->won_sq, n), t->place / n, t->points / n,
               half_width(t->points, t->points_sq, n));
    }
}

/* ---- the command ----------------------------------------------------------------- */

static bool read_line_up(Arena *a, const char *seats)
{
    char names[256], *rest = names, *name;
    if (strlen(seats) >= sizeof names) return complain("--seats is too long"), false;
    memcpy(names, seats, strlen(seats) + 1);
    while ((name = strtok_r(rest, ",", &rest))) {
        if (a->seats == MAX_SEATS) return complain("--seats names more than %d bots", MAX_SEATS), false;
        const Bot *b = bot_find(name);
        if (!b) return complain("there is no bot \"%s\"; there are: %s", name, bot_names()), false;
        a->line_up[a->seats++] = b;
    }
    if (a->seats < a->game->min_seats || a->seats > a->game->max_seats)
        return complain("%s is for %d to %d players; --seats names %d", a->game->id, a->game->min_seats,
                        a->game->max_seats, a->seats), false;
    return true;
}

static int run(Arena *a, const char *log, bool json)
{
    if (log && !(a->log = fopen(log, "w"))) return complain("cannot write %s", log);
    double from = wall_seconds();
    for (uint64_t i = 0; i < a->games; i++) {
        play_game(a, i);
        if (a->log) fclose(a->log), a->log = NULL;         /* the first game only */
        if (!(i & 255)) progress("arena", i, a->games);
    }
    progress_end();
    if (json) report_json(a, wall_seconds() - from);
    else report_text(a, wall_seconds() - from);
    return EXIT_FINE;
}

int cmd_arena(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives arena GAME --seats BOT,BOT,... [--games N] [--seed S] [--log FILE] [--json] [OPTION=VALUE...]\n\n"
        "Plays bots against each other; the line-up moves round the table from game to game.\n\n"
        "  --seats A,B,...  one bot for each seat\n"
        "  --games N        how many games (1000)\n"
        "  --seed S         the same seed gives the same games (1)\n"
        "  --log FILE       write the first game as a log that \"ninelives replay\" verifies\n"
        "  --json           one JSON object\n"
        "  OPTION=VALUE     options of the game, e.g. combos=off\n";
    static Arena a;
    long long games = 1000, seed = 1;
    bool json = false;
    const char *seats = NULL, *log = NULL;
    const Flag flag[] = {
        { .name = "--seats", .text = &seats }, { .name = "--games", .number = &games, .low = 1, .high = 1000000000000 },
        { .name = "--seed", .number = &seed, .low = 0, .high = INT64_MAX }, { .name = "--log", .text = &log },
        { .name = "--json", .on = &json },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (!(a.game = game_or_complain(n > 1 ? argv[1] : NULL))) return EXIT_USAGE;
    if (!seats) return complain("arena needs --seats, e.g. --seats random,random");
    if (!read_line_up(&a, seats)) return EXIT_USAGE;
    options_default(a.game, a.seats, &a.options);
    if (!options_or_complain(a.game, argv + 2, n - 2, &a.options)) return EXIT_USAGE;
    a.games = (uint64_t)games;
    a.seed = (uint64_t)seed;
    return run(&a, log, json);
}
