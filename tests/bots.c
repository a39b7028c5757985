/* SPDX-License-Identifier: MIT
 *
 * bots.c - what must hold for every bot and every hunch in every game: a choice does not depend
 * on anything hidden from the seat, and neither does advice; choices are legal and repeatable; beliefs change only
 * what the seat cannot see, and a new deal of what nobody has seen changes nothing that anybody sees.
 *
 *     bots GAME [GAMES] [SEED] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../bots/advise.h"
#include "../bots/random.h"
#include "../bots/search.h"
#include "../core/table.h"

enum { ITERATIONS = 40, SHORT_US = 3000, GRACE_US = 20000 };

typedef struct { _Alignas(16) uint8_t at[MAX_STATE]; } Bytes;

static struct {
    const Game *game;
    Table       table;
    Dice        dice;
    Player      player[MAX_SEATS];
    uint64_t    seed, games, checks, choices;
    const char *doing;                   /* which bot, when something breaks */
} test;

static Move list[MAX_MOVES];
static float weight[2][MAX_MOVES];

/* ---- breaking ------------------------------------------------------------------ */

static void broken(const char *name, const char *detail)
{
    printf("BROKEN %s: %s%s%s\n  bot %s, players %u, seed %llu, game %llu, move %llu\n", test.game->id, name,
           detail ? ": " : "", detail ? detail : "", test.doing ? test.doing : "-", test.table.options.seats,
           (unsigned long long)test.seed, (unsigned long long)test.games, (unsigned long long)test.table.moves);
    exit(1);
}

static void must(bool holds, const char *name)
{
    test.checks++;
    if (!holds) broken(name, NULL);
}

static bool same(const void *a, const void *b) { return !memcmp(a, b, test.game->state_size); }
static uint32_t any(uint32_t n) { return dice_below(&test.dice, n); }

/* ---- worlds ---------------------------------------------------------------------- */

static Bytes view_of(const void *state, Seat who)
{
    Bytes v;
    memset(&v, (int)any(256), sizeof v);                   /* bytes beyond the state mean nothing */
    test.game->observe(state, who, v.at);
    return v;
}

static Bytes imagined(const Bytes *view, Seat who)
{
    Bytes world = *view;
    test.game->imagine(world.at, who, &test.dice);
    return world;
}

/* The seat's view of a world in which everything hidden from the seat was dealt anew. */
static Bytes scrambled(const Bytes *view, Seat who)
{
    Bytes world = imagined(view, who);
    return view_of(world.at, who);
}

/* ---- hunches ---------------------------------------------------------------------- */

static void check_belief(const Bytes *view, Seat who)
{
    const Hunch *h = test.game->hunch;
    const Player *p = &test.player[who];
    Bytes world = imagined(view, who);
    if (h->believe) h->believe(world.at, who, p->memory, p->taste, &test.dice);
    Bytes seen = view_of(world.at, who);
    must(same(seen.at, view->at), "a belief changes nothing that is seen");
    const char *bad = test.game->audit(world.at);
    test.checks++;
    if (bad) broken("a world believed in is a possible one", bad);
    if (!h->worth) return;
    float worth = h->worth(world.at, who);
    must(worth >= 0 && worth <= 1, "a world is worth something from 0 to 1");
}

static void weigh(const Bytes *at, Seat who, int n, float *out)
{
    for (int i = 0; i < n; i++) out[i] = NAN;
    test.game->hunch->weigh(at->at, who, test.player[who].taste, list, n, out);
    for (int i = 0; i < n; i++) must(out[i] >= 0 && isfinite(out[i]), "a weight is a number and not below 0");
}

static void must_weigh_same(const Bytes *at, Seat who, int n, const char *name)
{
    weigh(at, who, n, weight[1]);
    must(!memcmp(weight[0], weight[1], (size_t)n * sizeof weight[0][0]), name);
}

static void check_weights(const Bytes *view, Seat who)
{
    const Hunch *h = test.game->hunch;
    Bytes truth, world = imagined(view, who);
    int n = test.game->legal(view->at, who, list, MAX_MOVES);
    memset(&truth, 0, sizeof truth);
    memcpy(truth.at, test.table.state, test.game->state_size);
    weigh(view, who, n, weight[0]);
    must_weigh_same(&truth, who, n, "the truth weighs no more than the view");
    must_weigh_same(&world, who, n, "an imagined world weighs no more than the view");
    if (!h->believe) return;
    h->believe(world.at, who, test.player[who].memory, test.player[who].taste, &test.dice);
    must_weigh_same(&world, who, n, "a world believed in weighs no more than the view");
}

/* Hunch.pick, the shortcut that rollouts use, must find one of the heaviest moves. */
static void check_pick(const Bytes *view, Seat who)
{
    const Hunch *h = test.game->hunch;
    int n = test.game->legal(view->at, who, list, MAX_MOVES), at = 0;
    if (!h->pick || !n) return;
    weigh(view, who, n, weight[0]);
    Move m = h->pick(view->at, who, test.player[who].taste, &test.dice);
    while (at < n && memcmp(&list[at], &m, sizeof m)) at++;
    must(at < n, "what is picked is legal");
    for (int i = 0; i < n; i++) must(weight[0][i] <= weight[0][at], "nothing is heavier than what is picked");
}

static void check_slip(const Bytes *view, Seat who)
{
    const Hunch *h = test.game->hunch;
    Dice d = test.dice, again = d;
    int n = test.game->legal(view->at, who, list, MAX_MOVES);
    if (!h->slip || n < 2) return;
    int slip = h->slip(view->at, who, test.player[who].memory, list, n, &d);
    Bytes other = scrambled(view, who);
    must(slip >= -1 && slip < n, "a slip is one of the moves, or none");
    must(slip == h->slip(other.at, who, test.player[who].memory, list, n, &again), "a slip goes by what is seen");
}

/* ---- choices ------------------------------------------------------------------------ */

typedef struct { Player player; Move move; char word[MAX_WORD]; int n; } Choice;

/* The choice of this bot with the memory that the seat's player has now. */
static Choice choose(const Bot *bot, const Bytes *view, Seat who, Budget budget)
{
    Choice c = { .player = test.player[who] };
    c.player.bot = bot;
    c.n = bot->choose(&c.player, view->at, budget, &c.move, c.word);
    return c;
}

static bool agree(const Choice *a, const Choice *b)
{
    return a->n == b->n && !memcmp(&a->move, &b->move, sizeof a->move) && !strcmp(a->word, b->word)
        && !memcmp(&a->player.dice, &b->player.dice, sizeof a->player.dice)
        && !memcmp(a->player.memory, b->player.memory, sizeof a->player.memory);
}

static void must_be_legal(const Choice *c)
{
    Bytes copy;
    memcpy(copy.at, test.table.state, sizeof copy.at);
    must(!test.game->apply(copy.at, &c->move, &(Extra){ .word = c->word }, NULL), "a choice is legal");
}

static void check_choices(const Bytes *view, Seat who, const Bot *bot)
{
    const Budget budget = { .iterations = ITERATIONS };
    test.doing = bot->name;
    Choice first = choose(bot, view, who, budget), again = choose(bot, view, who, budget);
    must_be_legal(&first);
    must(agree(&first, &again), "the same seed makes the same choice");
    for (int i = 0; i < 2; i++) {
        Bytes other = scrambled(view, who);
        again = choose(bot, &other, who, budget);
        must(agree(&first, &again), "what is hidden from a seat does not move its choice");
    }
    test.choices++;
    test.doing = NULL;
}

static double cpu_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

/* Measured in CPU time, so that other load on the machine does not count. */
static void check_patience(const Bytes *view, Seat who, const Bot *bot)
{
    double from = cpu_us();
    test.doing = bot->name;
    Choice c = choose(bot, view, who, (Budget){ .microseconds = SHORT_US, .own = any(2) });
    must(cpu_us() - from < SHORT_US + GRACE_US, "a choice takes no longer than its budget and a blink");
    must_be_legal(&c);
    test.doing = NULL;
}

/* ---- advice ---------------------------------------------------------------------------- */

static bool same_reasons(const Prospect *a, const Prospect *b)
{
    for (int i = 0; i < a->reasons; i++)
        if (a->reason[i].kind != b->reason[i].kind
            || memcmp(a->reason[i].arg, b->reason[i].arg, sizeof a->reason[i].arg)) return false;
    return a->reasons == b->reasons;
}

static bool same_float(float a, float b) { return !memcmp(&a, &b, sizeof a); }

static bool same_prospect(const Prospect *a, const Prospect *b)
{
    return !memcmp(&a->move, &b->move, sizeof a->move) && !strcmp(a->word, b->word) && same_float(a->chance, b->chance)
        && same_float(a->low, b->low) && same_float(a->high, b->high) && same_float(a->tally, b->tally)
        && same_float(a->danger, b->danger) && a->tried == b->tried && same_reasons(a, b);
}

static bool same_advice(const Advice *a, const Advice *b)
{
    for (int i = 0; i < a->n && i < b->n; i++)
        if (!same_prospect(&a->at[i], &b->at[i])) return false;
    return a->n == b->n && a->moves == b->moves && a->played == b->played && same_float(a->cost, b->cost);
}

static void check_prospects(const Advice *a)
{
    for (int i = 0; i < a->n; i++) {
        const Prospect *p = &a->at[i];
        must(p->low >= 0 && p->low <= p->chance && p->chance <= p->high && p->high <= 1,
             "a chance lies in its interval");
        for (int k = 0; k < p->reasons; k++)
            must(p->reason[k].kind < test.game->hunch->reason_count, "a reason is one of the game's");
    }
}

static void check_advice(const Bytes *view, Seat who)
{
    static Adviser a;
    static Advice first, again;
    const Budget budget = { .iterations = 2 * ITERATIONS };
    int n = test.game->legal(view->at, who, list, MAX_MOVES);
    Move asked = list[any((uint32_t)n)];
    if (n < 2 || asked.arg[0] == ARG_OPEN) return;
    test.doing = "advice";
    advise(&a, &test.player[who], view->at, budget, &asked, "", &first);
    bool talk = test.game->hunch->speech;    /* where words are said, some moves are about what may be said */
    must((first.played >= 0 || talk) && first.cost >= 0, "a move that was asked about is judged");
    check_prospects(&first);
    for (int i = 0; i < 2; i++) {
        Bytes other = scrambled(view, who);
        advise(&a, &test.player[who], other.at, budget, &asked, "", &again);
        must(same_advice(&first, &again), "what is hidden from a seat does not move its advice");
    }
    test.doing = NULL;
}

static void check_redeal(void)
{
    const Hunch *h = test.game->hunch;
    Bytes world;
    if (!h || !h->redeal) return;
    memcpy(world.at, test.table.state, sizeof world.at);
    h->redeal(world.at, &test.dice);
    const char *bad = test.game->audit(world.at);
    test.checks++;
    if (bad) broken("what is dealt anew is a possible table", bad);
    for (Seat p = 0; p < test.table.options.seats; p++) {
        Bytes before = view_of(test.table.state, p), after = view_of(world.at, p);
        must(same(before.at, after.at), "what nobody has seen can be dealt anew, and nobody sees it");
    }
}

/* ---- games --------------------------------------------------------------------------- */

static void tell_all(const Events *ev)
{
    static const uint8_t nothing[MAX_MEMORY];
    const Hunch *h = test.game->hunch;
    Event e;
    for (Seat p = 0; p < test.table.options.seats; p++) {
        Bytes view = view_of(test.table.state, p);
        for (int i = 0; i < ev->n; i++) {
            events_redact(test.game, &ev->at[i], p, &e);
            player_hear(&test.player[p], view.at, &e);
        }
        size_t used = h ? h->memory_size : 0;
        must(!memcmp(test.player[p].memory + used, nothing, MAX_MEMORY - used), "a memory keeps to its size");
    }
}

static void check_seat(Seat who, bool asked)
{
    Bytes view = view_of(test.table.state, who);
    if (test.game->hunch) check_belief(&view, who);
    if (!asked) return;
    if (test.game->hunch) check_weights(&view, who);
    if (test.game->hunch) check_pick(&view, who);
    if (test.game->hunch) check_slip(&view, who);
    if (any(6)) return;
    for (int i = 0; bot_at(i); i++) check_choices(&view, who, bot_at(i));
    check_choices(&view, who, &bot_light);
    check_advice(&view, who);
    if (!any(8)) check_patience(&view, who, &bot_search);
}

/* The first seat that is asked plays what its bot chooses. */
static void step(void)
{
    static Events ev;
    Table *t = &test.table;
    SeatSet asked = table_asked(t);
    Seat who = (Seat)__builtin_ctz(test.game->to_act(t->state));
    ev.n = 0;
    check_redeal();
    for (Seat p = 0; p < t->options.seats; p++) check_seat(p, asked >> p & 1);
    if (table_waits_for_chance(t)) {
        table_chance(t, NULL, &ev);
    } else {
        Bytes view = view_of(t->state, who);
        Move m;
        char word[MAX_WORD];
        test.player[who].bot->choose(&test.player[who], view.at, (Budget){ .iterations = ITERATIONS }, &m, word);
        must(!table_move(t, &m, word, &ev), "a choice is legal");
    }
    tell_all(&ev);
}

static void set_options(Options *o)
{
    const Game *g = test.game;
    for (int i = 0; i < g->option_count; i++) {
        int most = g->options[i].high, least = g->options[i].low;
        if (g->options[i].words) for (most = 0, least = 0; g->options[i].words[most + 1]; ) most++;
        if (any(2)) o->value[i] = (uint8_t)(least + (int)any((uint32_t)(most - least + 1)));
    }
}

static void play(uint64_t number)
{
    enum { LEVELS = 4 };                                   /* search too: only it calls Hunch.ponder */
    const Game *g = test.game;
    uint8_t secret[ENTROPY];
    Options o;
    options_default(g, g->min_seats + (int)(number % (uint64_t)(g->max_seats - g->min_seats + 1)), &o);
    set_options(&o);
    options_fit(g, &o);
    for (int i = 0; i < ENTROPY; i++) secret[i] = (uint8_t)any(256);
    must(!table_start(&test.table, g, &o, secret), "set-up");
    for (Seat p = 0; p < o.seats; p++) player_start(&test.player[p], bot_at((int)any(LEVELS)), g, p, any(UINT32_MAX));
    for (int moves = 0; moves < 600 && g->to_act(test.table.state); moves++) step();
    test.games++;
}

int main(int argc, char **argv)
{
    test.game = game_find(argc > 1 ? argv[1] : "");
    if (!test.game) return fprintf(stderr, "usage: bots GAME [GAMES] [SEED]\n"), 2;
    test.seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
    dice_fast(&test.dice, test.seed);
    for (uint64_t i = 0, n = argc > 2 ? strtoull(argv[2], NULL, 0) : 20; i < n; i++) play(i);
    printf("%s: %llu games, %llu choices of bots, %llu checks hold\n", test.game->id, (unsigned long long)test.games,
           (unsigned long long)test.choices, (unsigned long long)test.checks);
    return 0;
}
