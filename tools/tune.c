/* SPDX-License-Identifier: MIT
 *
 * tune.c - finds better tastes for a game's rules of thumb by the cross-entropy method: draw
 * candidates around a centre, let all of them play the same deals against the same rivals,
 * move the centre towards the best, narrow the spread, repeat. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../cli/cli.h"
#include "../core/round.h"

enum { CANDIDATES = 32, ELITE = 8, RIVAL_KINDS = 8 };

typedef struct {
    float  taste[MAX_TASTES];
    double fit;                          /* wins of its seats, divided by what chance would give: 1 is average */
} Candidate;

typedef struct {
    const Game *game;
    int       tastes, low_seats, high_seats;
    uint64_t  games, seed;
    Options   options;                   /* for any number of seats */
    Dice      dice;                      /* draws candidates */
    float     table[MAX_TASTES];         /* as the game has them now */
    float     start[MAX_TASTES], centre[MAX_TASTES], spread[MAX_TASTES];
    bool      fixed[MAX_TASTES];
    long long column;                    /* of the file to write into: 0 is next to the names */
    bool      answer;                    /* tune Hunch.answer: all rivals play by the table */
    Candidate at[CANDIDATES];
} Tuning;

/* ---- one game -------------------------------------------------------------------- */

static void hear(void *players, Seat seat, const void *view, const Event *e)
{
    player_hear(&((Player *)players)[seat], view, e);
}

static void play_seat(Round *r, Player *at, Seat seat)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    char word[MAX_WORD] = "";
    Move m;
    r->table.game->observe(r->table.state, seat, view);
    at[seat].bot->choose(&at[seat], view, (Budget){ .iterations = 1 }, &m, word);
    if (!round_play(r, &m, word)) return;
    complain("%s made an illegal move", at[seat].bot->name);
    exit(EXIT_NOT_SO);
}

static Result play_game(const Game *g, const Options *o, Player *at, uint64_t seed)
{
    static const Audience audience = { .hear = hear };
    uint8_t secret[ENTROPY] = { 0 };
    Round round = { .audience = &audience, .host = at };
    Result r;
    memcpy(secret, &seed, sizeof seed);
    for (Seat p = 0; p < o->seats; p++)
        if (at[p].bot == &bot_easy) round.listening |= SEAT_BIT(p);      /* the others remember nothing */
    round_start(&round, g, o, secret);
    for (round_settle(&round); !round_over(&round);) play_seat(&round, at, (Seat)__builtin_ctz(round_asked(&round)));
    g->score(round.table.state, &r);
    return r;
}

/* ---- how fit a set of tastes is ------------------------------------------------------ */

/* Mostly the rules of thumb with the table's tastes or with the present centre, now and then a weak player. */
static void seat_rival(const Tuning *t, Player *p, Seat seat, uint64_t seed, uint32_t kind)
{
    static const Bot *const weak[] = { &bot_random, &bot_easy };
    if (t->answer) kind = RIVAL_KINDS;                       /* sharp, as it is */
    player_start(p, kind < 2 ? weak[kind] : &bot_sharp, t->game, seat, seed);
    memcpy(p->taste, kind & 1 ? t->centre : t->table, sizeof p->taste);
}

/* Plays deal number `deal`, which alone determines the number of seats, the rivals and the cards: all
 * candidates have the same luck. Returns the candidate's wins for each of its seats. */
static double play_deal(const Tuning *t, const float *taste, uint64_t deal)
{
    Player at[MAX_SEATS];
    Options o = t->options;
    Dice d;
    dice_fast(&d, t->seed * 0x9e3779b97f4a7c15u + deal);
    o.seats = (uint8_t)(t->low_seats + (int)(deal % (uint64_t)(t->high_seats - t->low_seats + 1)));
    int mine = dice_below(&d, 2) || t->answer ? 1 : o.seats - 1;    /* alone among rivals, or one rival among it */
    Seat first = (Seat)dice_below(&d, o.seats);
    SeatSet ours = 0;
    for (int i = 0; i < o.seats; i++) {
        Seat p = (Seat)((first + i) % o.seats);
        uint32_t kind = dice_below(&d, RIVAL_KINDS);
        uint64_t seed = dice_word(&d);
        seat_rival(t, &at[p], p, seed, i < mine ? 2 : kind);
        if (i >= mine) continue;
        memcpy(at[p].taste, taste, sizeof at[p].taste);
        ours |= SEAT_BIT(p);
    }
    Result r = play_game(t->game, &o, at, dice_word(&d));
    double won = r.winners ? (double)__builtin_popcount(r.winners & ours) / __builtin_popcount(r.winners) : 0;
    return won * o.seats / mine;
}

static double fitness(const Tuning *t, const float *taste, uint64_t from)
{
    double sum = 0;
    for (uint64_t i = 0; i < t->games; i++) sum += play_deal(t, taste, from + i);
    return sum / (double)t->games;
}

/* ---- the method ------------------------------------------------------------------------ */

static double uniform(Dice *d) { return ((double)(dice_word(d) >> 11) + 0.5) / 9007199254740992.0; }
static double normal(Dice *d) { return sqrt(-2 * log(uniform(d))) * cos(6.283185307179586 * uniform(d)); }

static void draw_candidate(Tuning *t, Candidate *c)
{
    memset(c, 0, sizeof *c);
    for (int i = 0; i < t->tastes; i++) {
        const Taste *row = &t->game->hunch->tastes[i];
        float x = t->centre[i] + (t->fixed[i] ? 0 : t->spread[i] * (float)normal(&t->dice));
        c->taste[i] = x < row->low ? row->low : x > row->high ? row->high : x;
    }
}

static int fitter(const void *a, const void *b)
{
    double x = ((const Candidate *)a)->fit, y = ((const Candidate *)b)->fit;
    return (x < y) - (x > y);
}

/* Moves the centre towards the best candidates, the better the more; half of the old centre stays, because results
 * are noisy. */
static void move_centre(Tuning *t)
{
    double weight[ELITE], all = 0;
    for (int k = 0; k < ELITE; k++) all += weight[k] = log(ELITE + 1) - log(k + 1);
    for (int i = 0; i < t->tastes; i++) {
        double mean = 0, square = 0;
        for (int k = 0; k < ELITE; k++) mean += weight[k] / all * (double)t->at[k].taste[i];
        for (int k = 0; k < ELITE; k++)
            square += weight[k] / all * pow((double)t->at[k].taste[i] - (double)t->centre[i], 2);
        t->centre[i] = (float)(0.5 * (double)t->centre[i] + 0.5 * mean);
        t->spread[i] = (float)(0.7 * (double)t->spread[i] + 0.3 * sqrt(square));
    }
}

static void one_round(Tuning *t, uint64_t number, uint64_t rounds)
{
    double mean = 0;
    for (int k = 0; k < CANDIDATES; k++) {
        draw_candidate(t, &t->at[k]);
        t->at[k].fit = fitness(t, t->at[k].taste, number * t->games);
        mean += t->at[k].fit / CANDIDATES;
        progress("tune", number * CANDIDATES + (uint64_t)k, rounds * CANDIDATES);
    }
    qsort(t->at, CANDIDATES, sizeof t->at[0], fitter);
    double old = fitness(t, t->table, number * t->games);
    move_centre(t);
    progress_end();
    printf("round %3llu: best %.4f, mean %.4f, the table as it is %.4f\n",
           (unsigned long long)number + 1, t->at[0].fit, mean, old);
    fflush(stdout);
}

/* ---- the result -------------------------------------------------------------------------- */

/* Fresh deals, the same for both: the difference and its 95 % interval. */
static void compare(const Tuning *t, uint64_t rounds)
{
    uint64_t n = 16 * t->games, from = rounds * t->games;
    double sum = 0, square = 0;
    for (uint64_t i = 0; i < n; i++) {
        double gain = play_deal(t, t->centre, from + i) - play_deal(t, t->table, from + i);
        sum += gain;
        square += gain * gain;
        if (!(i & 255)) progress("compare", i, n);
    }
    progress_end();
    double mean = sum / (double)n;
    printf("\n/* %llu fresh deals: wins in units of chance %+.4f +- %.4f against the table as it was */\n",
           (unsigned long long)n, mean, 1.96 * sqrt((square / (double)n - mean * mean) / (double)n));
}

static void print_rows(const Tuning *t)
{
    for (int i = 0; i < t->tastes; i++)
        printf("%-14s %9.4f   was %.4f, spread %.4f\n", t->game->hunch->tastes[i].name, (double)t->centre[i],
               (double)t->start[i], (double)t->spread[i]);
}

/* The taste whose name stands here, in quotes and with a comma; how long that is. */
static int name_at(const Tuning *t, const char *p, int *used)
{
    char key[64];
    for (int i = 0; i < t->tastes; i++) {
        *used = snprintf(key, sizeof key, "\"%s\",", t->game->hunch->tastes[i].name);
        if (!strncmp(p, key, (size_t)*used)) return i;
    }
    return -1;
}

/* In every row of the game's tastes.def the new value replaces the number so many columns behind the taste's name. */
static bool write_into(const Tuning *t, const char *path)
{
    size_t n;
    char *text = file_read(path, &n);
    FILE *out = text ? fopen(path, "w") : NULL;
    if (!out) return free(text), false;
    for (const char *p = text; *p; ) {
        int used, i = name_at(t, p, &used);
        if (i < 0) { fputc(*p++, out); continue; }
        for (long long k = 0; k < t->column; k++) used += (int)strcspn(p + used, ",") + 1;
        int wide = (int)strcspn(p + used, ",");
        fprintf(out, "%.*s%*.4ff", used, p, wide - 1, (double)t->centre[i]);
        p += used + wide;
    }
    free(text);
    return !fclose(out);
}

/* ---- the command --------------------------------------------------------------------------- */

/* The game's present answer for such a table, if it has one: the search starts there. */
static const float *answer_so_far(const Tuning *t)
{
    _Alignas(16) uint8_t state[MAX_STATE] = { 0 };
    const Hunch *h = t->game->hunch;
    if (!t->answer || !h->answer || t->game->setup(state, &t->options)) return NULL;
    return h->answer(state);
}

static void begin(Tuning *t, long long width)
{
    const Hunch *h = t->game->hunch;
    const float *answer = answer_so_far(t);
    t->tastes = h->taste_count;
    dice_fast(&t->dice, t->seed);
    for (int i = 0; i < t->tastes; i++) {
        t->table[i] = h->tastes[i].value;
        t->start[i] = t->centre[i] = answer ? answer[i] : t->table[i];
        t->spread[i] = (h->tastes[i].high - h->tastes[i].low) * (float)width / 100;
    }
}

static bool fix(Tuning *t, const char *only)
{
    for (int i = 0; only && i < t->tastes; i++) {
        const char *name = t->game->hunch->tastes[i].name, *at = strstr(only, name);
        while (at && ((at != only && at[-1] != ',') || (at[strlen(name)] && at[strlen(name)] != ',')))
            at = strstr(at + 1, name);
        t->fixed[i] = !at;
    }
    return true;
}

int main(int argc, char **argv)
{
    static const char help[] =
        "usage: tune GAME [--rounds N] [--games N] [--seed S] [--seats LOW] [--most HIGH] [--width PERCENT]\n"
        "            [--only NAME,...] [--answer] [--write FILE [--column N]] [OPTION=VALUE...]\n\n"
        "Looks for tastes that win more: candidates play against the table as it is, their own\n"
        "centre, easy and random; one among rivals, or several around one. Prints them.\n\n"
        "  --rounds N     how often the centre moves (30)\n"
        "  --games N      deals a candidate plays each round (1000)\n"
        "  --seed S       the same seed gives the same result (1)\n"
        "  --seats, --most  from and to how many players (the game's fewest; 5 or its most)\n"
        "  --width P      how far candidates lie from the centre at first, in % of a range (12)\n"
        "  --only A,B     leave all other tastes as they are\n"
        "  --answer       tune the tastes of a searching bot against sharp as it is\n"
        "  --write FILE   also put the new values into this tastes.def ...\n"
        "  --column N     ... into its N-th column behind the names (0)\n";
    static Tuning t;
    long long rounds = 30, games = 1000, seed = 1, low = 0, high = 0, width = 12;
    const char *only = NULL, *path = NULL;
    const Flag flag[] = {
        { .name = "--rounds", .number = &rounds, .low = 0, .high = 100000 },
        { .name = "--games", .number = &games, .low = 1, .high = 10000000 },
        { .name = "--seed", .number = &seed, .low = 0, .high = INT64_MAX },
        { .name = "--seats", .number = &low, .low = 2, .high = MAX_SEATS },
        { .name = "--most", .number = &high, .low = 2, .high = MAX_SEATS },
        { .name = "--width", .number = &width, .low = 1, .high = 100 },
        { .name = "--only", .text = &only }, { .name = "--answer", .on = &t.answer },
        { .name = "--write", .text = &path }, { .name = "--column", .number = &t.column, .low = 0, .high = 5 },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (!(t.game = game_or_complain(n > 1 ? argv[1] : NULL))) return EXIT_USAGE;
    if (!t.game->hunch) return complain("%s has no rules of thumb to tune", t.game->id);
    t.low_seats = low ? (int)low : t.game->min_seats;
    t.high_seats = high ? (int)high : t.game->max_seats < 5 ? t.game->max_seats : 5;
    if (t.low_seats < t.game->min_seats || t.high_seats > t.game->max_seats || t.low_seats > t.high_seats)
        return complain("%s is for %d to %d players", t.game->id, t.game->min_seats, t.game->max_seats);
    options_default(t.game, t.low_seats, &t.options);
    if (!options_or_complain(t.game, argv + 2, n - 2, &t.options)) return EXIT_USAGE;
    t.games = (uint64_t)games;
    t.seed = (uint64_t)seed;
    begin(&t, width);
    fix(&t, only);
    for (long long i = 0; i < rounds; i++) one_round(&t, (uint64_t)i, (uint64_t)rounds);
    compare(&t, (uint64_t)rounds);
    print_rows(&t);
    return path && !write_into(&t, path) ? EXIT_NOT_SO : EXIT_FINE;
}
