/* SPDX-License-Identifier: MIT
 * suspect_test.c - guessing the other player's hand in a duel: the hands suspected after the events
 * so far have more cards right than hands that are merely possible. */
#include "unit.h"

#include "../../core/round.h"
#include "../../games/kittens/hunch.h"

enum { ME, RIVAL, SEATS, WORLDS = 8 };

/* A duel of two sharp players; one of them ponders. */
typedef struct {
    const Game *game;
    Table  table;
    Memory memory;
    Dice   dice;
    float  taste[MAX_TASTES];
    double cards, suspected, imagined;   /* of the rival's cards, those found in such worlds */
} Duel;

static int common(const Hand *a, const Hand *b)
{
    int n = 0;
    for (int c = 1; c < KINDS; c++) {
        int x = hand_count(a, c), y = hand_count(b, c);
        n += x < y ? x : y;
    }
    return n;
}

static void hear(Duel *d, const Events *ev)
{
    const Hunch *h = d->game->hunch;
    State view;
    Event e;
    d->game->observe(d->table.state, ME, &view);
    for (int i = 0; i < ev->n; i++) {
        events_redact(d->game, &ev->at[i], ME, &e);
        h->ponder(&d->memory, ME, &view, &e, d->taste, &d->dice);
        h->hear(&d->memory, ME, &view, &e);
    }
}

static void compare(Duel *d)
{
    const State *truth = (const State *)d->table.state;
    State view, world;
    d->game->observe(truth, ME, &view);
    for (int i = 0; i < WORLDS; i++) {
        world = view;
        d->game->imagine(&world, ME, &d->dice);
        d->imagined += common(&world.hand[RIVAL], &truth->hand[RIVAL]);
        d->game->hunch->believe(&world, ME, &d->memory, d->taste, &d->dice);
        d->suspected += common(&world.hand[RIVAL], &truth->hand[RIVAL]);
        d->cards += truth->hand_n[RIVAL];
    }
}

static void step(Duel *d)
{
    Events ev = { .n = 0 };
    Table *t = &d->table;
    if (table_waits_for_chance(t)) {
        assert_int_equal(table_chance(t, NULL, &ev), E_OK);
    } else {
        Seat who = (Seat)__builtin_ctz(table_asked(t));
        if (who == ME) compare(d);
        Move m = d->game->hunch->pick(t->state, who, d->taste, &d->dice);
        assert_int_equal(table_move(t, &m, NULL, &ev), E_OK);
    }
    hear(d, &ev);
}

static void play(Duel *d, uint8_t number)
{
    const uint8_t secret[ENTROPY] = { number };
    Options o;
    options_default(d->game, SEATS, &o);
    assert_int_equal(table_start(&d->table, d->game, &o, secret), E_OK);
    memset(&d->memory, 0, sizeof d->memory);
    while (d->game->to_act(d->table.state)) step(d);
}

static Duel duels_of(const char *game, int n)
{
    static Duel d;
    memset(&d, 0, sizeof d);
    d.game = game_find(game);
    dice_fast(&d.dice, 1);
    for (int i = 0; i < d.game->hunch->taste_count; i++) d.taste[i] = d.game->hunch->tastes[i].value;
    for (int i = 0; i < n; i++) play(&d, (uint8_t)i);
    return d;
}

static void suspects_are_nearer_the_truth(void **unused)
{
    static const char *const games[] = { "kittens", "goodevil", "party" };
    (void)unused;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        Duel d = duels_of(games[i], 40);
        double suspected = d.suspected / d.cards, imagined = d.imagined / d.cards;
        print_message("%s: %.3f of the rival's cards suspected, %.3f imagined\n", games[i], suspected, imagined);
        assert_true(suspected > imagined + 0.04);        /* 0.02 if the rival's choices are not judged */
    }
}

/* How much likelier a suspected hand with two of a kind is than one with a single one, after I got one of that kind. */
static float odds_of_two_to_one(int action)
{
    Duel d = duels_of("kittens", 1);
    State view;
    Suspects *s = &d.memory.suspects;
    const Event stole = { .kind = EV_STOLE, .seat = ME, .arg = { RIVAL, SKIP } };
    const uint8_t secret[ENTROPY] = { 1 };
    Options o;
    options_default(d.game, SEATS, &o);
    static Round round;
    round_start(&round, d.game, &o, secret);
    round_settle(&round);
    d.game->observe(round.table.state, ME, &view);
    memcpy(&s->before, &view, sizeof view);
    s->gathered = 1;
    for (int i = 0; i < SUSPECTS; i++) {
        s->hand[i] = (Hand){ 0 };
        hand_add(&s->hand[i], SKIP);
        if (i) hand_add(&s->hand[i], SKIP);
        s->odds[i] = 1;
    }
    d.memory.action = (uint8_t)action;
    d.game->hunch->ponder(&d.memory, ME, &view, &stole, d.taste, &d.dice);
    return s->odds[1] / s->odds[0];
}

static void a_named_card_is_no_blind_draw(void **unused)
{
    (void)unused;
    assert_true(odds_of_two_to_one(PAIR) > 1.5f);
    assert_true(odds_of_two_to_one(TRIO) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suspects_are_nearer_the_truth),
        cmocka_unit_test(a_named_card_is_no_blind_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
