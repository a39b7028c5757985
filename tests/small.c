/* SPDX-License-Identifier: MIT
 *
 * small.c - the laws of small actions and features (core/small.h), checked by random play of every game over every
 * number of players and option:
 *
 *   - every legal move is reached by exactly one sequence of actions, and every possible sequence ends in a legal move;
 *   - what a seat cannot tell apart gives the same features and the same possible actions;
 *   - a lane that is played by actions comes to the same bytes as a table that is played by the moves they mean;
 *   - the rows add up, and no feature is larger than its row says.
 *
 *     small GAME [GAMES] [SEED]       with --listed GAME: the same for the coding by places in the list */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/lane.h"
#include "../core/table.h"

typedef struct { _Alignas(16) uint8_t at[MAX_STATE]; } Bytes;

static struct {
    Game        game;                    /* a copy, so that its coding can be taken away */
    Options     options;
    Dice        dice;
    uint64_t    seed, games, positions, moves, twins, actions;
} law;

static void broken(const char *name)
{
    printf("BROKEN %s: %s\n  players %u, seed %llu, game %llu, position %llu\n", law.game.id, name, law.options.seats,
           (unsigned long long)law.seed, (unsigned long long)law.games, (unsigned long long)law.positions);
    exit(1);
}

static void must(bool holds, const char *name)
{
    if (!holds) broken(name);
}

static uint32_t any(uint32_t n) { return dice_below(&law.dice, n); }

/* ---- every move once, and nothing else --------------------------------------------------- */

/* Every sequence of actions ends here. Moves with an open word are not listed one by one; they are tried out. */
static struct { Move listed[MAX_MOVES]; bool reached[MAX_MOVES]; int n, open, whole; bool try_words; } reach;

static void reach_open(const void *state, const Move *m, const char *word)
{
    Bytes copy;
    reach.open++;
    must(*word, "a move with an open word has one");
    if (!reach.try_words && any(64)) return;
    memcpy(copy.at, state, law.game.state_size);
    must(!law.game.apply(copy.at, m, &(Extra){ .word = word }, NULL), "a word that can be chosen is accepted");
}

static void reach_move(const void *state, const Move *m, const char *word)
{
    reach.whole++;
    if (*word) {
        reach_open(state, m, word);
        return;
    }
    for (int i = 0; i < reach.n; i++) {
        if (memcmp(&reach.listed[i], m, sizeof *m)) continue;
        must(!reach.reached[i], "no move is reached by two sequences");
        reach.reached[i] = true;
        return;
    }
    broken("a sequence ends in a legal move");
}

static void follow(const void *state, const Chosen *so_far)
{
    uint64_t may[SMALL_WORDS];
    small_may(&law.game, state, so_far, may);
    uint32_t n = small_size(may);
    must(n > 0, "a move that was begun can be completed");
    for (uint32_t i = 0; i < n; i++) {
        char word[MAX_WORD];
        Chosen next = *so_far;
        int action = small_nth(may, i);
        must(small_has(may, action) && action < small_of(&law.game)->actions, "actions are numbered below their limit");
        bool whole = small_say(&law.game, state, &next, action, word);
        must(next.n == so_far->n + 1 && next.n <= 3, "a move takes three actions at most");
        if (whole) reach_move(state, &next.move, word);
        else follow(state, &next);
    }
}

static void check_reach(const void *state, Seat who)
{
    memset(&reach, 0, sizeof reach);
    reach.n = law.game.legal(state, who, reach.listed, MAX_MOVES);
    reach.try_words = !any(50);
    follow(state, &(Chosen){ .move.seat = who });
    for (int i = 0; i < reach.n; i++)
        if (reach.listed[i].arg[0] == ARG_OPEN) must(reach.open > 0, "a move with an open word can be reached");
        else must(reach.reached[i], "every legal move is reached");
    law.moves += (uint64_t)reach.whole;
}

/* ---- what a seat cannot tell apart ----------------------------------------------------------- */

static void check_most(const uint8_t *feature)
{
    for (const FeatureRow *r = small_of(&law.game)->feature; r->name; feature += r->n, r++)
        for (int i = 0; i < r->n; i++)
            if (feature[i] > r->most) broken(r->name);
}

static void look(const void *state, const Chosen *so_far, uint8_t out[SMALL_FEATURES])
{
    memset(out, 0xaa, SMALL_FEATURES);
    small_look(&law.game, state, so_far, out);
}

/* The same choice in the real world and in another one that looks the same from here: what may be chosen, and what is
 * seen, must be the same after every action. */
static void check_twin(const void *state, Seat who, bool asked)
{
    static uint8_t here[SMALL_FEATURES], there[SMALL_FEATURES];
    uint64_t may[SMALL_WORDS], other[SMALL_WORDS];
    char word[MAX_WORD], same_word[MAX_WORD];
    Bytes twin;
    law.game.observe(state, who, twin.at);
    law.game.imagine(twin.at, who, &law.dice);
    Chosen so_far = { .move.seat = who }, again = so_far;
    for (bool whole = false; !whole; law.twins++) {
        look(state, &so_far, here);
        look(twin.at, &again, there);
        must(!memcmp(here, there, SMALL_FEATURES), "features show only what the seat knows");
        check_most(here);
        if (!asked) return;
        small_may(&law.game, state, &so_far, may);
        small_may(&law.game, twin.at, &again, other);
        must(!memcmp(may, other, sizeof may), "what may be chosen depends on nothing hidden");
        int action = small_nth(may, any(small_size(may)));
        whole = small_say(&law.game, state, &so_far, action, word);
        small_say(&law.game, twin.at, &again, action, same_word);
        must(!memcmp(&so_far.move, &again.move, sizeof again.move) && !strcmp(word, same_word),
             "what an action means depends on nothing hidden");
    }
}

/* ---- random games ---------------------------------------------------------------------------- */

static void check_position(const Table *t)
{
    SeatSet asked = table_asked(t);
    law.positions++;
    for (Seat p = 0; p < law.options.seats; p++) {
        bool is_asked = asked >> p & 1;
        if (is_asked) check_reach(t->state, p);
        check_twin(t->state, p, is_asked);
    }
}

/* Any seat that is asked moves, not only the lowest; a move is chosen by actions. */
static void play_on(Table *t)
{
    char word[MAX_WORD];
    SeatSet asked = table_asked(t);
    uint64_t may[SMALL_WORDS];
    for (uint32_t skip = any((uint32_t)__builtin_popcount(asked)); skip; skip--) asked &= (SeatSet)(asked - 1);
    Chosen so_far = { .move.seat = (Seat)__builtin_ctz(asked) };
    do small_may(&law.game, t->state, &so_far, may);
    while (!small_say(&law.game, t->state, &so_far, small_nth(may, any(small_size(may))), word));
    must(!table_move(t, &so_far.move, word, NULL), "what was chosen is played");
}

static void start(Table *t, uint64_t number)
{
    const Game *g = &law.game;
    uint64_t counts = (uint64_t)(g->max_seats - g->min_seats + 1);
    options_default(g, g->min_seats + (int)(number % counts), &law.options);
    for (int i = 0; i < g->option_count && number >= counts; i++) {
        int most = g->options[i].high, least = g->options[i].low;
        if (g->options[i].words) for (most = 0, least = 0; g->options[i].words[most + 1]; ) most++;
        law.options.value[i] = (uint8_t)(least + (int)any((uint32_t)(most - least + 1)));
    }
    options_fit(g, &law.options);
    uint8_t secret[ENTROPY];
    for (int i = 0; i < ENTROPY; i++) secret[i] = (uint8_t)any(256);
    must(!table_start(t, g, &law.options, secret), "set-up");
}

static void play(uint64_t number)
{
    static Table t;
    start(&t, number);
    while (law.game.to_act(t.state)) {
        while (table_waits_for_chance(&t)) must(!table_chance(&t, NULL, NULL), "chance plays");
        if (!table_asked(&t)) break;
        if (number < 60 || !any(8)) check_position(&t);
        play_on(&t);
    }
    law.games++;
}

/* ---- a lane is a table ------------------------------------------------------------------------- */

static void play_judged(Table *t, const Move *m, const char *word)
{
    Events ev = { .n = 0 };
    must(!table_move(t, m, word, &ev), "what was chosen is played");
}

/* Chance, with the lane's dice; and whoever has one legal move makes it, unless forced moves are asked for. A word is
 * a choice of its own only where the game has a coding for it. */
static void play_unasked(Table *t, const Lane *l)
{
    Move only;
    Dice d;
    for (SeatSet asked; (asked = law.game.to_act(t->state)); ) {
        if (law.game.legal(t->state, (Seat)__builtin_ctz(asked), &only, 1) != 1) return;
        if (asked >> SEAT_CHANCE & 1) {
            lane_dice(l->seed, t->moves++, &d);
            must(!law.game.apply(t->state, &only, &(Extra){ .dice = &d }, NULL), "chance plays");
        } else if (l->forced || (only.arg[0] == ARG_OPEN && law.game.small)) {
            return;
        } else {
            if (only.arg[0] == ARG_OPEN) only.arg[0] = 0;
            play_judged(t, &only, law.game.silence);
        }
    }
}

/* The actions of the lane, and those that it left out because there was no other, on the table's own state. */
static void follow_lane(Table *t, Chosen *so_far, int action, bool forced)
{
    uint64_t may[SMALL_WORDS];
    char word[MAX_WORD];
    if (!so_far->n) so_far->move = (Move){ .seat = (Seat)__builtin_ctz(table_asked(t)) };
    for (;;) {
        if (small_say(&law.game, t->state, so_far, action, word)) {
            play_judged(t, &so_far->move, word);
            so_far->n = 0;
            return;
        }
        small_may(&law.game, t->state, so_far, may);
        if (forced || small_size(may) != 1) return;
        action = small_nth(may, 0);
    }
}

/* The lane may stand behind the first action of a move that only has this one beginning. */
static void catch_up(Table *t, const Lane *l, Chosen *so_far)
{
    uint64_t may[SMALL_WORDS];
    if (so_far->n || !l->so_far.n || l->forced) return;
    small_may(&law.game, t->state, &(Chosen){ .move.seat = l->seat }, may);
    must(small_size(may) == 1, "an action is left out only where there is no other");
    follow_lane(t, so_far, small_nth(may, 0), l->forced);
}

static void check_lane(uint64_t number)
{
    static Lane lane;
    static Table table;
    Chosen so_far = { .n = 0 };
    start(&table, number);
    lane.forced = number & 1;
    must(!lane_start(&lane, &law.game, &law.options, dice_word(&law.dice)), "set-up");
    for (;; law.actions++) {
        if (!so_far.n) play_unasked(&table, &lane);
        catch_up(&table, &lane, &so_far);
        must(!memcmp(lane.state, table.state, law.game.state_size) && lane.moves == table.moves,
             "a lane comes to the same bytes as a table");
        if (lane.seat == SEAT_NONE) break;
        must(lane.seat == (Seat)__builtin_ctz(table_asked(&table)), "the lowest seat that is asked decides");
        must(lane.forced || small_size(lane.may) > 1, "nobody is asked who has no choice");
        int action = small_nth(lane.may, any(small_size(lane.may)));
        lane_act(&lane, action);
        follow_lane(&table, &so_far, action, lane.forced);
    }
    must(!law.game.to_act(table.state) && lane_apart(&lane) == SEAT_NONE, "both are over");
}

static void check_rows(void)
{
    const Small *s = small_of(&law.game);
    int actions = 0, features = 0;
    for (const ActionRow *r = s->action; r->name; r++) actions += r->n;
    for (const FeatureRow *r = s->feature; r->name; r++) features += r->n;
    must(actions == s->actions && actions <= SMALL_MOST, "the rows of actions add up");
    must(features == s->features && features <= SMALL_FEATURES, "the rows of features add up");
}

int main(int argc, char **argv)
{
    bool listed = argc > 1 && !strcmp(argv[1], "--listed");
    char **arg = argv + listed;
    const Game *g = argc > 1 + listed ? game_find(arg[1]) : NULL;
    if (!g) return fputs("usage: small [--listed] GAME [GAMES] [SEED]\n", stderr), 2;
    law.game = *g;
    if (listed) law.game.small = NULL;
    law.seed = argc > 3 + listed ? strtoull(arg[3], NULL, 0) : 1;
    dice_fast(&law.dice, law.seed);
    check_rows();
    uint64_t games = argc > 2 + listed ? strtoull(arg[2], NULL, 0) : 100;
    for (uint64_t i = 0; i < games; i++) play(i), check_lane(i);
    printf("%s: %llu games, %llu positions, %llu moves reached, %llu twins, %llu actions of lanes: all hold\n", g->id,
           (unsigned long long)law.games, (unsigned long long)law.positions, (unsigned long long)law.moves,
           (unsigned long long)law.twins, (unsigned long long)law.actions);
    return 0;
}
