/* SPDX-License-Identifier: MIT
 *
 * endings.c - how far every bot is from perfect play in small endings of Exploding Kittens for
 * two: a few cards in hand, a few in the pile, one of them the kitten. The hands and the pile are
 * dealt at random; all other cards lie on the discard pile, so both players know which cards are
 * left. Each ending is written out as a tree and solved. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../cli/bout.h"
#include "../cli/cli.h"
#include "../games/kittens/kittens.h"
#include "tree.h"

enum { SMALL = 12, MOST_STARTS = 20000, LEVELS = 8 };

/* ---- an ending --------------------------------------------------------------------- */

/* The sizes of the two hands and the pile, and how many cards of each kind are left for them, without the kitten. */
typedef struct { int hand[2], pile; uint8_t left[KINDS]; } Ending;

typedef struct {
    const Game *game;
    State      *state;
    Start      *start;
    int         starts;
    uint8_t     hand[2][KINDS], left[KINDS], pile[SMALL];
    double      share;
} Dealer;

/* A position is rigged from facts. */
typedef struct { Fact at[4 * DECK]; int n; } Facts;

static Fact *fact_add(Facts *f, const char *key, FactKind kind)
{
    f->at[f->n] = (Fact){ .key = key, .kind = kind };
    return &f->at[f->n++];
}

static void fact_append(Fact *list, Fact *one, Fact **last)
{
    if (*last) (*last)->next = one;
    else list->child = one;
    *last = one;
    list->number++;
}

static void list_card(Facts *f, Fact *list, Fact **last, int c)
{
    Fact *one = fact_add(f, NULL, FACT_TEXT);
    one->text = kittens_cards[c];
    fact_append(list, one, last);
}

static Fact *list_counts(Facts *f, const char *key, const uint8_t count[KINDS])
{
    Fact *list = fact_add(f, key, FACT_LIST), *last = NULL;
    for (int c = 1; c < KINDS; c++)
        for (int i = 0; i < count[c]; i++) list_card(f, list, &last, c);
    return list;
}

/* All cards that are neither in a hand nor in the pile have been played. */
static void count_played(const Dealer *d, int pile, uint8_t played[KINDS])
{
    kittens_deck_counts(d->state, played);
    for (int c = 1; c < KINDS; c++) played[c] = (uint8_t)(played[c] - d->hand[0][c] - d->hand[1][c]);
    for (int i = 0; i < pile; i++) played[d->pile[i]]--;
}

static bool rig_start(Dealer *d, int pile, State *out)
{
    static Facts f;
    Why w;
    uint8_t played[KINDS] = { 0 };
    Fact *last = NULL, *hand = NULL;
    f.n = 0;
    Fact *all = fact_add(&f, NULL, FACT_OBJECT), *hands = fact_add(&f, "hands", FACT_LIST);
    for (int p = 0; p < 2; p++) fact_append(hands, list_counts(&f, NULL, d->hand[p]), &hand);
    fact_append(all, hands, &last);
    Fact *piled = fact_add(&f, "pile", FACT_LIST), *card = NULL;
    for (int i = 0; i < pile; i++) list_card(&f, piled, &card, d->pile[i]);
    fact_append(all, piled, &last);
    count_played(d, pile, played);
    fact_append(all, list_counts(&f, "discard", played), &last);
    *out = *d->state;
    return d->game->rig(out, all, &w);
}

/* Lays the pile in every order of the cards left and the kitten. */
static bool lay_pile(Dealer *d, int n, int pile, double share)
{
    int kinds = 0;
    if (n == pile) {
        if (d->starts == MOST_STARTS) return false;
        d->start[d->starts] = (Start){ &d->state[1 + d->starts], share };
        return rig_start(d, pile, &d->state[1 + d->starts++]);
    }
    for (int c = 1; c < KINDS; c++) kinds += d->left[c];
    for (int c = 1; c < KINDS; c++) {
        if (!d->left[c]) continue;
        double part = share * d->left[c] / kinds;
        d->left[c]--;
        d->pile[n] = (uint8_t)c;
        bool ok = lay_pile(d, n + 1, pile, part);
        d->left[c]++;
        if (!ok) return false;
    }
    return true;
}

static double choose_k(int n, int k)
{
    double all = 1;
    for (int i = 0; i < k; i++) all = all * (n - i) / (i + 1);
    return all;
}

/* Deals seat p every hand of n cards out of those left, from this kind on; then the other seat; then the pile. */
static bool deal_hands(Dealer *d, const Ending *e, int p, int from, int n, double share)
{
    if (!n) {
        if (!p) return deal_hands(d, e, 1, 1, e->hand[1], share);
        d->left[KITTEN] = 1;
        bool ok = lay_pile(d, 0, e->pile, share);
        d->left[KITTEN] = 0;
        return ok;
    }
    if (from == KINDS) return true;
    for (int k = 0, most = d->left[from]; k <= most && k <= n; k++) {
        d->hand[p][from] = (uint8_t)k;
        d->left[from] = (uint8_t)(most - k);
        bool ok = deal_hands(d, e, p, from + 1, n - k, share * choose_k(most, k));
        d->hand[p][from] = 0;
        d->left[from] = (uint8_t)most;
        if (!ok) return false;
    }
    return true;
}

static bool deal_all(Dealer *d, const Ending *e)
{
    int n = e->hand[0] + e->hand[1] + e->pile - 1;
    d->starts = 0;
    memcpy(d->left, e->left, sizeof d->left);
    double ways = choose_k(n, e->hand[0]) * choose_k(n - e->hand[0], e->hand[1]);
    return deal_hands(d, e, 0, 1, e->hand[0], 1 / ways);
}

/* Draws the cards that are left: each is a Defuse one time in four, else any card of the deck. */
static Ending draw_ending(const State *table, int cards, int pile, Dice *dice)
{
    enum { DEFUSE_IN = 4 };
    Ending e = { .hand = { cards, cards }, .pile = pile };
    uint8_t deck[DECK], count[KINDS] = { 0 };
    int n = 0, defuses;
    kittens_deck_counts(table, count);
    for (int c = DEFUSE + 1; c < KINDS; c++)
        for (int i = 0; i < count[c]; i++) deck[n++] = (uint8_t)c;
    defuses = count[DEFUSE];
    dice_shuffle(dice, deck, n);
    for (int i = 0; i < 2 * cards + pile - 1; i++) {
        bool defuse = defuses && !dice_below(dice, DEFUSE_IN);
        e.left[defuse ? DEFUSE : deck[--n]]++;
        defuses -= defuse;
    }
    return e;
}

/* The dice that chance will throw: a theft draws one card of a hand; a shuffle swaps each card with itself or one
 * before it. */
static int throws(const void *state, int sides[DICE_WORDS])
{
    const State *s = state;
    int n = s->phase == PICKING ? 1 : s->pile_n;
    for (int i = 0; i < n && i < DICE_WORDS; i++) sides[i] = s->phase == PICKING ? s->hand_n[s->target] : i + 1;
    return n;
}

/* ---- a bot's way to play -------------------------------------------------------------- */

/* One seat's bot is walked through the tree: it hears what its seat is told and is asked at its decisions. Decisions
 * that its own play never reaches are left out. */
typedef struct {
    const Tree    *tree;
    const Entrant *who;
    Seat           seat;
    Policy        *policy;
    int            samples;
    uint8_t       *asked;        /* by set */
    uint64_t       choices;
    double         slowest;
} Walk;

static void tell_player(const Walk *w, Player *p, const State *s, const Events *ev)
{
    State view;
    Event e;
    w->tree->game->observe(s, w->seat, &view);
    for (int i = 0; i < ev->n; i++) {
        events_redact(w->tree->game, &ev->at[i], w->seat, &e);
        player_hear(p, &view, &e);
    }
}

static void decide(Walk *w, const Player *p, const State *s, const InfoSet *set, const Move *list)
{
    State view;
    Move m;
    char word[MAX_WORD];
    w->tree->game->observe(s, w->seat, &view);
    for (int k = 0; k < w->samples; k++) {
        Player one = *p;
        double from = wall_seconds();
        dice_fast(&one.dice, set->heard + (uint64_t)k);
        one.bot->choose(&one, &view, w->who->budget, &m, word);
        if (wall_seconds() - from > w->slowest) w->slowest = wall_seconds() - from;
        for (int i = 0; i < set->n; i++)
            if (!memcmp(&list[i], &m, sizeof m)) w->policy->often[set->first + (uint32_t)i] += 1 / (float)w->samples;
    }
    w->choices++;
}

static void walk(Walk *w, uint32_t at, const State *s, const Player *p);

static void step(Walk *w, uint32_t at, const State *s, const Player *p, const Move *m, Dice *d)
{
    State after = *s;
    Player then = *p;
    Events ev = { .n = 0 };
    w->tree->game->apply(&after, m, &(Extra){ .dice = d }, &ev);
    tell_player(w, &then, &after, &ev);
    walk(w, at, &after, &then);
}

static void walk(Walk *w, uint32_t at, const State *s, const Player *p)
{
    enum { CHOICES = 64 };
    const Node *v = &w->tree->node[at];
    Move list[CHOICES];
    if (v->who == SEAT_NONE) return;
    w->tree->game->legal(s, v->who, list, CHOICES);
    if (v->who == SEAT_CHANCE) {
        Outcome out[MOST_OUTCOMES];
        int n = outcomes_of(w->tree, s, out);
        for (int i = 0; i < n; i++) step(w, v->first + (uint32_t)i, s, p, list, &out[i].dice);
        return;
    }
    const InfoSet *set = &w->tree->set[v->set];
    bool own = v->who == w->seat;
    if (own && !w->asked[v->set]) w->asked[v->set] = 1, decide(w, p, s, set, list);
    for (uint32_t i = 0; i < v->n; i++)
        if (!own || w->policy->often[set->first + i] > 0) step(w, v->first + i, s, p, &list[i], NULL);
}

/* Walks through every deal of the ending. At its start the bot hears one event: the pile was shuffled. */
static void walk_all(Walk *w, const Dealer *d)
{
    for (int i = 0; i < d->starts; i++) {
        const State *s = d->start[i].state;
        Player p;
        Events ev = { .n = 0 };
        note(&ev, EV_SHUFFLED, SEAT_NONE, EVERYONE, s->pile_n, 0, 0);
        player_start(&p, w->who->bot, w->tree->game, w->seat, 0);
        tell_player(w, &p, s, &ev);
        walk(w, w->tree->node[0].first + (uint32_t)i, s, &p);
    }
}

/* ---- measuring -------------------------------------------------------------------------- */

typedef struct {
    Entrant  who;
    double   loss, square, open; /* lost to the equilibrium, and its square; lost to the best answer */
    double   slowest;
    uint64_t choices;
} Level;

typedef struct {
    const Game *game;
    Tree    tree;
    Dealer  dealer;
    Level   level[LEVELS];
    int     levels, cards, pile, endings, done, skipped;
    double  gap, worst_gap, sets;
    Dice    dice;
} Measurement;

/* How often a bot is asked at each decision: its policy is how often it chose each move. Random needs many samples,
 * bots that break ties by dice a few; search is asked once. */
static int samples_of(const Entrant *e)
{
    if (e->bot == &bot_random) return 256;
    return e->bot == &bot_search ? 1 : 8;
}

/* Adds what this bot loses from each seat to the equilibrium, and to the best answer to it. */
static bool measure(Measurement *y, Level *l, const Policy *best, double value)
{
    Policy p;
    double loss = 0, open = 0;
    uint8_t *asked = calloc(y->tree.sets, 1);
    if (!policy_new(&y->tree, &p) || !asked) return free(asked), policy_free(&p), false;
    Walk w = { .tree = &y->tree, .who = &l->who, .policy = &p, .samples = samples_of(&l->who), .asked = asked,
               .slowest = l->slowest };
    for (w.seat = 0; w.seat < 2; w.seat++) {
        walk_all(&w, &y->dealer);
        double got = w.seat ? 1 - policy_value(&y->tree, best, &p) : policy_value(&y->tree, &p, best);
        double fair = w.seat ? 1 - value : value;
        loss += (fair - got) / 2;
        open += (policy_best(&y->tree, !w.seat, &p) - (1 - fair)) / 2;
    }
    l->loss += loss, l->square += loss * loss, l->open += open;
    l->choices += w.choices, l->slowest = w.slowest;
    free(asked);
    policy_free(&p);
    return true;
}

static void print_ending(const Measurement *y, const Ending *e, const Solved *how, double value)
{
    printf("%2d:", y->done + 1);
    for (int c = 1; c < KINDS; c++)
        for (int i = 0; i < e->left[c]; i++) printf(" %s", kittens_cards[c]);
    printf(": %d deals, %u nodes, %u information sets, gap %.5f after %d sweeps, first wins %.3f\n", y->dealer.starts,
           y->tree.nodes, y->tree.sets, how->gap, how->sweeps - 1, value);
    fflush(stdout);
}

static bool one_ending(Measurement *y)
{
    enum { SWEEPS = 4000, FEW = 50 };
    Ending e = draw_ending(y->dealer.state, y->cards, y->pile, &y->dice);
    Policy best;
    Solved how;
    if (!deal_all(&y->dealer, &e) || !tree_grow(&y->tree, y->dealer.start, y->dealer.starts) || y->tree.sets < FEW)
        return y->skipped++, true;
    if (!policy_new(&y->tree, &best)) return false;
    bool ok = solve(&y->tree, y->gap, SWEEPS, &best, &how);
    double value = policy_value(&y->tree, &best, &best);
    if (ok) print_ending(y, &e, &how, value);
    if (how.gap > y->worst_gap) y->worst_gap = how.gap;
    for (int i = 0; ok && i < y->levels; i++) ok = measure(y, &y->level[i], &best, value);
    policy_free(&best);
    y->sets += y->tree.sets;
    y->done++;
    return ok;
}

static void report(const Measurement *y)
{
    double n = y->done;
    printf("\n%d endings (%d too large or trivial), %.0f information sets on average, solved to %.5f\n",
           y->done, y->skipped, y->sets / n, y->worst_gap);
    printf("%-16s %19s %15s %10s %9s\n", "bot", "mean loss", "exploitability", "choices", "max us");
    for (int i = 0; i < y->levels; i++) {
        const Level *l = &y->level[i];
        double mean = l->loss / n, half = 1.96 * sqrt(fmax(0, l->square / n - mean * mean) / n);
        printf("%-16s %9.4f +- %.4f %15.4f %10llu %9.0f\n", l->who.name, mean, half, l->open / n,
               (unsigned long long)l->choices, l->slowest * 1e6);
    }
}

/* ---- the command ---------------------------------------------------------------------------- */

static bool read_levels(Measurement *y, const char *list)
{
    char names[256], *rest = names, *name;
    if (strlen(list) >= sizeof names) return complain("--bots is too long"), false;
    memcpy(names, list, strlen(list) + 1);
    while ((name = strtok_r(rest, ",", &rest))) {
        if (y->levels == LEVELS) return complain("--bots names more than %d bots", LEVELS), false;
        if (!entrant_read(name, &y->level[y->levels++].who)) return false;
    }
    return y->levels > 0 || (complain("--bots names no bot"), false);
}

static bool start(Measurement *y, uint32_t nodes, uint64_t seed)
{
    Options o;
    options_default(y->game, 2, &o);
    dice_fast(&y->dice, seed);
    y->dealer.game = y->game;
    y->dealer.state = calloc(1 + MOST_STARTS, sizeof *y->dealer.state);
    y->dealer.start = calloc(MOST_STARTS, sizeof *y->dealer.start);
    if (!y->dealer.state || !y->dealer.start || !tree_new(&y->tree, y->game, throws, nodes, nodes / 2))
        return complain("not enough memory"), false;
    return !y->game->setup(y->dealer.state, &o);
}

static void stop(Measurement *y)
{
    tree_free(&y->tree);
    free(y->dealer.state);
    free(y->dealer.start);
}

static bool run(Measurement *y)
{
    while (y->done < y->endings) {
        if (!one_ending(y)) return complain("not enough memory"), false;
        if (y->skipped > 50 * y->endings) return complain("hardly any ending fits into --nodes"), false;
        progress("endings", (uint64_t)y->done, (uint64_t)y->endings);
    }
    progress_end();
    report(y);
    return true;
}

int main(int argc, char **argv)
{
    static const char help[] =
        "usage: endings [--bots A,B,...] [--endings N] [--cards N] [--pile N] [--nodes N] [--seed S]\n\n"
        "Solves small endings of Exploding Kittens for two, and compares bots with perfect play: how\n"
        "much less often they win against it than it does (mean loss), and how much an opponent who\n"
        "knew all their choices could gain (exploitability).\n\n"
        "  --bots A,B,...  as in the arena (random,easy,sharp,search:1000)\n"
        "  --endings N     how many (20)\n"
        "  --cards N       in each hand, 1 to 4 (2)\n"
        "  --pile N        cards in the pile, the kitten included, 1 to 5 (3)\n"
        "  --nodes N       larger trees are left out (2000000)\n"
        "  --seed S        the same seed gives the same endings (1)\n";
    static Measurement y;
    const char *bots = "random,easy,sharp,search:1000";
    long long endings = 20, cards = 2, pile = 3, nodes = 2000000, seed = 1;
    const Flag flag[] = {
        { .name = "--bots", .text = &bots },
        { .name = "--endings", .number = &endings, .low = 1, .high = 100000 },
        { .name = "--cards", .number = &cards, .low = 1, .high = 4 },
        { .name = "--pile", .number = &pile, .low = 1, .high = 5 },
        { .name = "--nodes", .number = &nodes, .low = 1000, .high = 100000000 },
        { .name = "--seed", .number = &seed, .low = 0, .high = INT64_MAX },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    y = (Measurement){ .game = game_find("kittens"), .cards = (int)cards, .pile = (int)pile, .endings = (int)endings,
                .gap = 0.0005 };
    bool ok = read_levels(&y, bots) && start(&y, (uint32_t)nodes, (uint64_t)seed) && run(&y);
    stop(&y);
    return ok ? EXIT_FINE : EXIT_NOT_SO;
}
