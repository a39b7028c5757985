/* SPDX-License-Identifier: MIT
 * arena.c - bots against bots: who wins how often, how sure that is, and how long it took
 * them to decide. */
#include "arena.h"

#include <string.h>

#include "cli.h"

/* ---- the report ---------------------------------------------------------------- */

typedef unsigned long long Long;

static double mean_us(const Tally *t) { return t->decisions ? t->seconds / (double)t->decisions * 1e6 : 0; }

static void report_json(const Bout *b)
{
    printf("{\"game\":\"%s\",\"players\":%d,\"games\":%llu,\"shared\":%llu,\"seed\":%llu,\"games_per_s\":%.1f,"
           "\"moves\":%llu,\"choices\":%llu,\"bots\":[",
           b->game->id, b->options.seats, (Long)b->played, (Long)b->shared, (Long)b->seed,
           (double)b->played / b->seconds, (Long)b->moves, (Long)b->choices);
    for (int i = 0; i < b->kinds; i++) {
        const Tally *t = &b->tally[i];
        Range won = rate_95(&t->won);
        printf("%s{\"bot\":\"%s\",\"seats\":%d,\"win_rate\":%.5f,\"win_low\":%.5f,\"win_high\":%.5f,"
               "\"mean_place\":%.4f,\"place_95\":%.4f,"
               "\"mean_points\":%.4f,\"points_95\":%.4f,\"decisions\":%llu,\"late\":%llu,\"us_per_decision\":%.3f,"
               "\"us_slowest\":%.1f}", i ? "," : "", t->who->name, t->seats, mean_of(&t->won), won.low,
               won.high, mean_of(&t->place), mean_95(&t->place), mean_of(&t->points), mean_95(&t->points),
               (Long)t->decisions, (Long)t->late, mean_us(t), t->slowest * 1e6);
    }
    fputs("]}", stdout);
}

static void report_text(const Bout *b)
{
    printf("%s, %d players, %llu games, seed %llu: %.0f games/s, %.1f choices a game\n", b->game->id, b->options.seats,
           (Long)b->played, (Long)b->seed, (double)b->played / b->seconds, (double)b->choices / (double)b->played);
    if (b->shared) printf("a win that several share counts for each of them: %llu games\n", (Long)b->shared);
    printf("%-16s %5s %24s %15s %20s %10s %9s %9s\n",
           "bot", "seats", "win rate", "mean place", "mean points", "decisions", "mean us", "max us");
    for (int i = 0; i < b->kinds; i++) {
        const Tally *t = &b->tally[i];
        Range won = rate_95(&t->won);
        printf("%-16s %5d %7.2f%% %6.2f to %6.2f %6.3f +- %5.3f %9.3f +- %7.3f %10llu %9.1f %9.0f\n",
               t->who->name, t->seats,
               100 * mean_of(&t->won), 100 * won.low, 100 * won.high, mean_of(&t->place), mean_95(&t->place),
               mean_of(&t->points), mean_95(&t->points), (Long)t->decisions, mean_us(t), t->slowest * 1e6);
        if (t->late) printf("%-16s took 20 ms longer than its budget %llu times\n", "", (Long)t->late);
    }
}

bool arena_shares(const Tournament *a)
{
    for (int i = 0; i < a->fixtures; i++)
        if (a->fixture[i].bout.shared) return true;
    return false;
}

static void report_all(const Tournament *a, bool json)
{
    bool one = a->fixture[0].meeting == AS_GIVEN;
    if (json && !one) printf("{\"game\":\"%s\",\"players\":%d,\"bouts\":[", a->game->id, a->options.seats);
    for (int i = 0; i < a->fixtures; i++) {
        if (i && json) putchar(',');
        if (json) report_json(&a->fixture[i].bout);
        else report_text(&a->fixture[i].bout);
        if (!json && !one) putchar('\n');
    }
    if (json) puts(one ? "" : "]}");
    else if (!one) league_table(a);
}

/* ---- the command ----------------------------------------------------------------- */

static bool read_entrants(Tournament *a, const char *flag, const char *list)
{
    char names[512], *rest = names, *name;
    if (strlen(list) >= sizeof names) return complain("%s is too long", flag), false;
    memcpy(names, list, strlen(list) + 1);
    while ((name = strtok_r(rest, ",", &rest))) {
        if (a->entrants == MAX_ENTRANTS) return complain("%s names more than %d bots", flag, MAX_ENTRANTS), false;
        if (!entrant_read(name, &a->entrant[a->entrants++])) return false;
    }
    return true;
}

static bool seats_or_complain(Tournament *a, int seats, const char *flag)
{
    const Game *g = a->game;
    if (seats >= g->min_seats && seats <= g->max_seats) return options_default(g, seats, &a->options), true;
    return complain("%s is for %d to %d players; %s says %d", g->id, g->min_seats, g->max_seats, flag, seats), false;
}

static void add_as_given(Tournament *a)
{
    Bout *b = &a->fixture[a->fixtures++].bout;
    *b = (Bout){ .game = a->game, .options = a->options, .games = a->games, .seed = a->seed, .first = a->first };
    memcpy(b->line_up, a->entrant, sizeof b->line_up);
}

typedef struct {
    const char *seats, *invade, *deal, *log, *plot;
    long long   games, seed, players;
    bool        league, json;
} Wants;

/* Makes the list of line-ups to play. The game's options must have been read before. */
static bool make_fixtures(Tournament *a, const Wants *w)
{
    if (!w->invade && !w->league) return add_as_given(a), true;
    if (w->invade && a->entrants != 2) return complain("--invade takes two bots, e.g. --invade sharp,random"), false;
    if (a->entrants < 2) return complain("a league needs two bots or more"), false;
    for (int i = a->entrants - 1; i > 0; i--)
        for (int k = i - 1; k >= 0; k--) league_pair(a, w->invade ? k : i, w->invade ? i : k);
    return true;
}

/* Who takes part, and at how many seats. */
static bool read_table(Tournament *a, const Wants *w)
{
    const char *list = w->invade ? w->invade : w->seats;
    int seats = w->players ? (int)w->players : a->game->min_seats;
    if (!list && !w->league) return complain("arena needs --seats, e.g. --seats random,random"), false;
    if (w->players && !w->invade && !w->league)
        return complain("--players goes with --invade and --league; --seats names one bot for each seat"), false;
    if (list && !read_entrants(a, w->invade ? "--invade" : "--seats", list)) return false;
    for (int i = 0; !list && bot_at(i); i++)
        if (!entrant_read(bot_at(i)->name, &a->entrant[a->entrants++])) return false;
    if (w->invade || w->league) return seats_or_complain(a, seats, "--players");
    return seats_or_complain(a, a->entrants, "--seats");
}

static int run(Tournament *a, const Wants *w)
{
    FILE **log = &a->fixture[0].bout.log;
    uint64_t all = a->games * (uint64_t)a->fixtures;
    if (w->log && !(*log = fopen(w->log, "w"))) return complain("cannot write %s", w->log);
    interrupts_catch();
    for (int i = 0; i < a->fixtures && !interrupted(); i++)
        if (!bout_play(&a->fixture[i].bout, a->games * (uint64_t)i, all)) return EXIT_NOT_SO;
    progress_end();
    while (a->fixtures > 1 && !a->fixture[a->fixtures - 1].bout.played) a->fixtures--;   /* those it never came to */
    if (interrupted()) complain("interrupted; this is what was played until then");
    if (!a->fixture[0].bout.played) return EXIT_INTERRUPTED;
    report_all(a, w->json);
    if (w->plot && !plot_write(a, w->plot)) return EXIT_USAGE;
    return interrupted() ? EXIT_INTERRUPTED : EXIT_FINE;
}

static const char help[] =
    "usage: ninelives arena GAME --seats BOT,BOT,... [--games N] [--seed S] [--log FILE] [--plot FILE] [--json]"
    " [OPTION=VALUE...]\n"
    "       ninelives arena GAME --invade A,B [--players N] ...\n"
    "       ninelives arena GAME --league [--seats A,B,C,...] [--players N] ...\n\n"
    "Plays bots against each other. Every deal goes round the table, so that each bot plays it from\n"
    "each seat, and all line-ups with the same seed play the same deals. Intervals are 95 %, those of\n"
    "win rates by Wilson. A shared win counts for each who shares it. Ctrl-C prints what was played so far.\n\n"
    "  --seats A,B,...  one bot for each seat, with what it may spend on a move if it takes long:\n"
    "                   search:20ms (its own time, however busy the machine is) or search:1000\n"
    "                   (iterations; repeatable); light is search with random rollouts\n"
    "  --invade A,B     one A among Bs, one B among As, and both in equal numbers\n"
    "  --league         every pair of all levels (or of --seats) in those three line-ups\n"
    "  --players N      how many sit at a table of --invade and --league (the fewest the game allows)\n"
    "  --games N        how many games a line-up (1000)\n"
    "  --seed S         the same seed gives the same games (1)\n"
    "  --deal HEX       the first deal is this one: the seed of a round, as \"ninelives play --seed\" takes it\n"
    "  --log FILE       write the first game as a log that \"ninelives replay\" verifies\n"
    "  --plot FILE      write the win rates as a chart (SVG)\n"
    "  --json           one JSON object\n"
    "  OPTION=VALUE     options of the game, e.g. combos=off\n";

int cmd_arena(int argc, char **argv)
{
    static Tournament a;
    static uint8_t deal[ENTROPY];
    Wants w = { .games = 1000, .seed = 1 };
    const Flag flag[] = {
        { .name = "--seats", .text = &w.seats },
        { .name = "--invade", .text = &w.invade },
        { .name = "--league", .on = &w.league },
        { .name = "--players", .number = &w.players, .low = 1, .high = MAX_SEATS },
        { .name = "--games", .number = &w.games, .low = 1, .high = 1000000000000 },
        { .name = "--seed", .number = &w.seed, .low = 0, .high = INT64_MAX }, { .name = "--deal", .text = &w.deal },
        { .name = "--log", .text = &w.log }, { .name = "--plot", .text = &w.plot }, { .name = "--json", .on = &w.json },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (!(a.game = game_or_complain(n > 1 ? argv[1] : NULL))) return EXIT_USAGE;
    if (!read_table(&a, &w)) return EXIT_USAGE;
    if (!options_or_complain(a.game, argv + 2, n - 2, &a.options)) return EXIT_USAGE;
    a.games = (uint64_t)w.games;
    a.seed = (uint64_t)w.seed;
    if (w.deal && !hex_read(w.deal, deal, ENTROPY)) return complain("--deal needs up to 64 hexadecimal digits");
    a.first = w.deal ? deal : NULL;
    return make_fixtures(&a, &w) ? run(&a, &w) : EXIT_USAGE;
}
