/* SPDX-License-Identifier: MIT
 *
 * calibrate.c - do chances come true as often as they say? Bots of mixed levels play at tables of every size; now and
 * then a decision is advised on as a review would, and what was said is compared with how the game ended. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../bots/review.h"
#include "../bots/shelf.h"
#include "../cli/cli.h"

enum { BINS = 10, MOST_JOBS = 64, GAME_ROWS = 64, LEVELS = 3 };

/* One decision: what was said, and what came. */
typedef struct {
    uint8_t seats, in;                   /* at the table; still in the game */
    float   part;                        /* how much of the game had been played */
    float   mean, chance, truth;         /* of the rollouts; what was said of the move played; of the whole table */
    float   won;
} Row;

typedef struct {
    const Game *game;
    Options   options;
    Effort    effort;
    uint64_t  games, seed;
    uint64_t  played;                    /* fewer than `games` if it was interrupted */
    double    often;                     /* the part of decisions that is asked about */
    long long jobs, players, search;
    Row      *row;                       /* owned here */
    size_t    rows, room;
} Study;

/* ---- playing ------------------------------------------------------------------------ */

typedef struct {
    Study  *study;
    Round   round;
    Dice    dice;
    Player  bot[MAX_SEATS], asked[MAX_SEATS];      /* who plays; who listens, to be asked for advice */
    Row     row[GAME_ROWS];
    Seat    of[GAME_ROWS];
    int     rows;
} Sitting;

static void hear(void *sitting, Seat seat, const void *view, const Event *e)
{
    Sitting *s = sitting;
    player_hear(&s->bot[seat], view, e);
    player_hear(&s->asked[seat], view, e);
}

static void seat_all(Sitting *s, int seats)
{
    static const Bot *const level[LEVELS] = { &bot_easy, &bot_sharp, &bot_search };
    const Game *g = s->study->game;
    for (Seat p = 0; p < seats; p++) {
        player_start(&s->bot[p], level[dice_below(&s->dice, LEVELS)], g, p, dice_word(&s->dice));
        player_start(&s->asked[p], &bot_search, g, p, dice_word(&s->dice));
    }
}

static int still_in(const Round *r)
{
    Result result;
    int n = 0;
    r->table.game->score(r->table.state, &result);
    for (Seat p = 0; p < r->table.options.seats; p++) n += !result.place[p];
    return n;
}

static void note_decision(Sitting *s, Seat seat, const void *view, const Move *m, const char *word)
{
    static Adviser adviser;
    static Advice advice;
    const Study *study = s->study;
    const Table *t = &s->round.table;
    double truth[MAX_SEATS];
    if (s->rows == GAME_ROWS || (double)dice_part(&s->dice) >= study->often) return;
    advise(&adviser, &s->asked[seat], view, (Budget){ .iterations = study->effort.tries }, m, word, &advice);
    if (advice.played < 0) return;
    uint64_t seed = dice_word(&s->dice);
    advise_truth(&adviser.trial, t->game, t->options.seats, t->state, study->effort.rollouts, seed, truth);
    const Prospect *p = &advice.at[advice.played];
    s->of[s->rows] = seat;
    s->row[s->rows++] = (Row){ .seats = t->options.seats, .in = (uint8_t)still_in(&s->round), .part = (float)t->moves,
                               .mean = p->mean, .chance = p->chance, .truth = (float)truth[seat] };
}

/* The only move is to say something: there is much to choose from. */
static bool is_open(const Sitting *s, Seat seat)
{
    Move first = { 0 };
    return s->study->game->legal(s->round.table.state, seat, &first, 1) && first.arg[0] == ARG_OPEN;
}

static void play_seat(Sitting *s, Seat seat)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    char word[MAX_WORD] = "";
    Move m;
    const Game *g = s->study->game;
    g->observe(s->round.table.state, seat, view);
    Budget budget = { .iterations = (uint32_t)s->study->search };
    int n = s->bot[seat].bot->choose(&s->bot[seat], view, budget, &m, word);
    if (n > 1 || is_open(s, seat)) note_decision(s, seat, view, &m, word);
    if (!round_play(&s->round, &m, word)) return;
    complain("%s made an illegal move", s->bot[seat].bot->name);
    exit(EXIT_NOT_SO);
}

static bool keep_rows(Study *study, const Row *row, size_t n)
{
    if (study->rows + n > study->room) {
        study->room = 2 * (study->rows + n) + 1024;
        Row *more = realloc(study->row, study->room * sizeof *more);
        if (!more) return complain("no memory left"), false;
        study->row = more;
    }
    if (n) memcpy(study->row + study->rows, row, n * sizeof *row);
    study->rows += n;
    return true;
}

static void play_game(Study *study, uint64_t number)
{
    static const Audience audience = { .hear = hear };
    static Sitting s;
    uint8_t secret[ENTROPY] = { 0 };
    Options o = study->options;
    const Game *g = study->game;
    int sizes = g->max_seats - g->min_seats + 1;
    o.seats = (uint8_t)(study->players ? study->players : g->min_seats + (int)(number % (uint64_t)sizes));
    s = (Sitting){ .study = study, .round = { .audience = &audience, .host = &s } };
    dice_fast(&s.dice, study->seed * 0x9e3779b97f4a7c15u + number);
    uint64_t deal = dice_word(&s.dice);
    memcpy(secret, &deal, sizeof deal);
    s.round.listening = bots_listen(g) ? (SeatSet)(SEAT_BIT(o.seats) - 1) : 0;
    seat_all(&s, o.seats);
    round_start(&s.round, g, &o, secret);
    for (round_settle(&s.round); !round_over(&s.round);) play_seat(&s, (Seat)__builtin_ctz(round_asked(&s.round)));
    for (int i = 0; i < s.rows; i++) {
        Result r;
        g->score(s.round.table.state, &r);
        bool together = g->hunch && g->hunch->together;
        bool won = r.winners >> s.of[i] & 1;
        s.row[i].won = !won ? 0 : together ? 1 : 1.0f / (float)__builtin_popcount(r.winners);
        s.row[i].part /= (float)s.round.table.moves;
    }
    if (!keep_rows(study, s.row, (size_t)s.rows)) exit(EXIT_NOT_SO);
}

/* ---- several processes ------------------------------------------------------------------ */

static void play_share(Study *study, long long job)
{
    for (uint64_t i = (uint64_t)job; i < study->games && !interrupted(); i += (uint64_t)study->jobs) {
        play_game(study, i);
        study->played++;
        if (!job) progress("calibrate", i, study->games);
    }
}

/* Ctrl-C reaches the children too: they end after their game and hand over what they have, so they are waited for. */
static bool ended_well(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return false;
    return !status;
}

static bool take_share(Study *study, FILE *from)
{
    uint64_t played = 0;
    Row row;
    rewind(from);
    if (fread(&played, sizeof played, 1, from) != 1) return false;
    study->played += played;
    while (fread(&row, sizeof row, 1, from) == 1)
        if (!keep_rows(study, &row, 1)) return false;
    return true;
}

/* Each child plays its share and writes how many games that were, and its rows, to a file of its own. */
static bool play_all(Study *study)
{
    FILE *file[MOST_JOBS];
    pid_t child[MOST_JOBS];
    bool fine = true;
    for (long long k = 0; k < study->jobs; k++) {
        file[k] = tmpfile();
        if (!file[k] || (child[k] = fork()) < 0) return complain("cannot start a process"), false;
        if (child[k]) continue;
        play_share(study, k);
        fwrite(&study->played, sizeof study->played, 1, file[k]);
        fwrite(study->row, sizeof *study->row, study->rows, file[k]);
        _exit(fflush(file[k]) ? EXIT_NOT_SO : EXIT_FINE);
    }
    for (long long k = 0; k < study->jobs; k++) {
        fine &= ended_well(child[k]) && take_share(study, file[k]);
        fclose(file[k]);
    }
    progress_end();
    return fine;
}

/* ---- counting -------------------------------------------------------------------------------- */

typedef struct { double n, said, came, came_sq; } Bin;
typedef struct { double n, brier, constant; Bin bin[BINS]; } Account;

typedef float Opinion(const Row *r);
static float own_chance(const Row *r) { return r->chance; }
static float whole_chance(const Row *r) { return r->truth; }

static bool is_middle(const Row *r) { return r->part >= 0.4f && r->part <= 0.6f; }

/* The constant is the best one: the mean of all outcomes that are counted. */
static Account count(const Study *s, Opinion *said, bool middle)
{
    Account a = { 0 };
    double won = 0, won_sq = 0;
    for (size_t i = 0; i < s->rows; i++) {
        const Row *r = &s->row[i];
        double p = (double)said(r), came = (double)r->won;
        if (middle && !is_middle(r)) continue;
        Bin *b = &a.bin[p >= 1 ? BINS - 1 : (int)(p * BINS)];
        b->n++, b->said += p, b->came += came, b->came_sq += came * came;
        a.n++, a.brier += (p - came) * (p - came);
        won += came, won_sq += came * came;
    }
    if (a.n > 0) a.brier /= a.n, a.constant = won_sq / a.n - pow(won / a.n, 2);
    return a;
}

static double gain(const Account *a) { return a->constant > 0 ? 100 * (1 - a->brier / a->constant) : 0; }

static double half_width(const Bin *b)
{
    double mean = b->came / b->n, variance = b->came_sq / b->n - mean * mean;
    return 1.96 * sqrt(fmax(variance, 0) / b->n + 1 / (b->n * b->n));
}

static void print_account(const char *title, const Account *all, const Account *middle)
{
    printf("%s: %.0f decisions, Brier %.4f, constant %.4f (%.1f %% better)\n", title, all->n, all->brier, all->constant,
           gain(all));
    printf("  mid-game: %.0f decisions, Brier %.4f, constant %.4f (%.1f %% better)\n", middle->n, middle->brier,
           middle->constant, gain(middle));
    puts("  chance       n     said     came   95 %    off");
    for (int i = 0; i < BINS; i++) {
        const Bin *b = &all->bin[i];
        if (b->n <= 0) continue;
        double said = 100 * b->said / b->n, came = 100 * b->came / b->n;
        printf("  %3d-%3d %7.0f %7.1f%% %7.1f%% %5.1f %+6.1f\n", 10 * i, 10 * i + 10, b->n, said, came,
               100 * half_width(b), came - said);
    }
}

/* ---- fitting ------------------------------------------------------------------------------------ */

static double logit(double p)
{
    p = fmin(fmax(p, 0.005), 0.995);
    return log(p / (1 - p));
}

/* Logistic regression of the outcome on the log-odds of the mean, for as many as are still in, by Newton's method. */
static void fit(const Study *s, int in)
{
    double shift = 0, slope = 1, n = 0;
    for (int round = 0; round < 30; round++) {
        double g0 = 0, g1 = 0, h00 = 1e-6, h01 = 0, h11 = 1e-6;
        n = 0;
        for (size_t i = 0; i < s->rows; i++) {
            const Row *r = &s->row[i];
            if (r->in != in) continue;
            double x = logit((double)r->mean), p = 1 / (1 + exp(-shift - slope * x)), w = p * (1 - p);
            double e = (double)r->won - p;
            g0 += e, g1 += e * x, h00 += w, h01 += w * x, h11 += w * x * x, n++;
        }
        double det = h00 * h11 - h01 * h01;
        if (n < 50 || det <= 0) return;
        shift += (h11 * g0 - h01 * g1) / det;
        slope += (h00 * g1 - h01 * g0) / det;
    }
    printf("  %2d in: slope %.3f, shift %+.3f (%.0f decisions)\n", in, slope, shift, n);
}

/* ---- the reports --------------------------------------------------------------------------------- */

static void write_bins(FILE *out, const char *key, const Account *all, const Account *middle)
{
    fprintf(out, "\"%s\":{\"n\":%.0f,\"brier\":%.5f,\"constant\":%.5f,", key, all->n, all->brier, all->constant);
    fprintf(out, "\"middle\":{\"n\":%.0f,\"brier\":%.5f,\"constant\":%.5f},\"bins\":[", middle->n, middle->brier,
            middle->constant);
    for (int i = 0; i < BINS; i++) {
        const Bin *b = &all->bin[i];
        double n = b->n > 0 ? b->n : 1;
        fprintf(out, "%s{\"n\":%.0f,\"said\":%.4f,\"came\":%.4f,\"half_width\":%.4f}", i ? "," : "", b->n, b->said / n,
                b->came / n, b->n > 0 ? half_width(b) : 0);
    }
    fputs("]}", out);
}

static void draw_bins(FILE *out, const Account *a, int left)
{
    enum { SIDE = 300, TOP = 40 };
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>\n", left, TOP,
            SIDE, SIDE);
    fprintf(out, "<path d=\"M%d %dl%d -%d\" stroke=\"#999\" stroke-dasharray=\"4 3\"/>\n", left, TOP + SIDE, SIDE,
            SIDE);
    for (int i = 0; i < BINS; i++) {
        const Bin *b = &a->bin[i];
        if (b->n < 1) continue;
        double x = left + SIDE * b->said / b->n, y = TOP + SIDE * (1 - b->came / b->n), h = SIDE * half_width(b);
        fprintf(out, "<path d=\"M%.1f %.1fv%.1f\" stroke=\"#1b5e8c\"/>", x, y - h, 2 * h);
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" stroke=\"#1b5e8c\">", x, y,
                b->n >= 1000 ? "#1b5e8c" : "#fff");
        fprintf(out, "<title>%.0f decisions</title></circle>\n", b->n);
    }
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">chance that was said</text>\n", left + SIDE / 2,
            TOP + SIDE + 34);
    for (int k = 0; k <= 100; k += 50)
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#555\">%d %%</text>\n",
                left + SIDE * k / 100, TOP + SIDE + 16, k);
}

static bool write_plot(const Study *s, const char *path, const Account *own, const Account *table)
{
    FILE *out = fopen(path, "w");
    if (!out) return complain("cannot write %s", path), false;
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"740\" height=\"390\" font-family=\"sans-serif\" "
            "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    fprintf(out, "<text x=\"40\" y=\"26\">%s, by what the player knows: how often it came true</text>\n", s->game->id);
    fprintf(out, "<text x=\"410\" y=\"26\">with all hands seen</text>\n");
    draw_bins(out, own, 40);
    draw_bins(out, table, 410);
    fputs("</svg>\n", out);
    return !fclose(out) || (complain("cannot write %s", path), false);
}

static bool report(const Study *s, const char *json, const char *plot, bool fits)
{
    Account own = count(s, own_chance, false), own_middle = count(s, own_chance, true);
    Account table = count(s, whole_chance, false), table_middle = count(s, whole_chance, true);
    FILE *out = json ? fopen(json, "w") : NULL;
    printf("%s, %llu games, seed %llu\n", s->game->id, (unsigned long long)s->played, (unsigned long long)s->seed);
    print_account("by what the player knows", &own, &own_middle);
    print_account("with all hands seen", &table, &table_middle);
    for (int in = 1; fits && in <= MAX_SEATS; in++) fit(s, in);
    if (plot && !write_plot(s, plot, &own, &table)) return false;
    if (!json) return true;
    if (!out) return complain("cannot write %s", json), false;
    fprintf(out, "{\"game\":\"%s\",\"games\":%llu,\"seed\":%llu,\"tries\":%u,\"rollouts\":%u,", s->game->id,
            (unsigned long long)s->played, (unsigned long long)s->seed, s->effort.tries, s->effort.rollouts);
    write_bins(out, "own", &own, &own_middle);
    fputc(',', out);
    write_bins(out, "table", &table, &table_middle);
    fputs("}\n", out);
    return !fclose(out) || (complain("cannot write %s", json), false);
}

/* ---- the command ---------------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    static const char help[] =
        "usage: calibrate GAME [--games N] [--seed S] [--jobs N] [--json FILE] [--plot FILE] [--fit]"
        " [OPTION=VALUE...]\n\n"
        "Plays games between easy, sharp and search at tables of every size, asks for advice on some decisions as a\n"
        "review does, and compares the chances that were said with the results.\n\n"
        "  --games N      how many games (1000)\n"
        "  --seed S       the same seed gives the same result (1)\n"
        "  --players N    only tables of this size\n"
        "  --percent P    ask about so many of 100 decisions (10)\n"
        "  --tries N      rollouts for a decision; half of what a review has (600)\n"
        "  --rollouts N   rollouts for the chances of the whole table (300)\n"
        "  --search N     rollouts of the searching bots that play (60)\n"
        "  --jobs N       so many processes (1)\n"
        "  --fit          also print what would make the chances truer: odds' = exp(shift) * odds ^ slope\n"
        "  --json FILE    the numbers\n"
        "  --plot FILE    a reliability diagram (SVG); a bin with fewer than 1,000 decisions is drawn empty\n";
    static Study s;
    long long games = 1000, seed = 1, percent = 10, tries = 600, rollouts = 300;
    const char *json = NULL, *plot = NULL;
    bool fits = false;
    s.jobs = 1;
    s.search = 60;
    const Flag flag[] = {
        { .name = "--games", .number = &games, .low = 1, .high = 100000000 },
        { .name = "--seed", .number = &seed, .low = 0, .high = INT64_MAX },
        { .name = "--players", .number = &s.players, .low = 2, .high = MAX_SEATS },
        { .name = "--percent", .number = &percent, .low = 1, .high = 100 },
        { .name = "--tries", .number = &tries, .low = 1, .high = 1000000 },
        { .name = "--rollouts", .number = &rollouts, .low = 1, .high = 1000000 },
        { .name = "--search", .number = &s.search, .low = 1, .high = 1000000 },
        { .name = "--jobs", .number = &s.jobs, .low = 1, .high = MOST_JOBS },
        { .name = "--json", .text = &json }, { .name = "--plot", .text = &plot }, { .name = "--fit", .on = &fits },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (!(s.game = game_or_complain(n > 1 ? argv[1] : NULL))) return EXIT_USAGE;
    bots_lend(&shelf);
    options_default(s.game, s.game->min_seats, &s.options);
    if (!options_or_complain(s.game, argv + 2, n - 2, &s.options)) return EXIT_USAGE;
    s.games = (uint64_t)games;
    s.seed = (uint64_t)seed;
    s.often = (double)percent / 100;
    s.effort = (Effort){ .tries = (uint32_t)tries, .rollouts = (uint32_t)rollouts, .seed = 1 };
    interrupts_catch();
    if (!play_all(&s)) return EXIT_NOT_SO;
    if (interrupted()) complain("interrupted; this is what was played until then");
    bool fine = report(&s, json, plot, fits);
    free(s.row);
    return !fine ? EXIT_NOT_SO : interrupted() ? EXIT_INTERRUPTED : EXIT_FINE;
}
