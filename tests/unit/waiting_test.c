/* SPDX-License-Identifier: MIT
 * waiting_test.c - how often people are asked in windows, and how often if they let things happen (protocol/wishes.h).
 * Bots play the same deals every time, at the largest table there is. */
#include "unit.h"

#include <stdlib.h>

#include "bots/bot.h"
#include "core/round.h"

enum { GAMES = 12, SEATS = 10 };

/* Questions in windows: all of them, those about which there is a choice, and of these those that harm the asked. */
typedef struct { int windows, all, choice, harms; } Questions;

static void hear(void *players, Seat seat, const void *view, const Event *e)
{
    player_hear(&((Player *)players)[seat], view, e);
}

static void count(const Round *r, Questions *q)
{
    Seat p;
    q->windows++;
    EACH_SEAT(p, round_asked(r)) {
        bool choice = round_has_choice(r, p);
        q->all++;
        q->choice += choice;
        q->harms += choice && round_against(r) >> p & 1;
    }
}

static void play(Round *r, Player *players)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    Seat p = (Seat)__builtin_ctz(round_asked(r));
    Move m;
    char word[MAX_WORD] = "";
    r->table.game->observe(r->table.state, p, view);
    players[p].bot->choose(&players[p], view, (Budget){ 0 }, &m, word);
    assert_int_equal(round_play(r, &m, word), E_OK);
}

static void play_game(const Game *g, uint8_t seed, Questions *q)
{
    static const Audience audience = { .hear = hear };
    Options o;
    Player *players = calloc(SEATS, sizeof *players);
    Round *r = calloc(1, round_size(g));
    options_default(g, SEATS, &o);
    for (Seat p = 0; p < SEATS; p++) player_start(&players[p], &bot_sharp, g, p, 100u * seed + p);
    r->audience = &audience;
    r->host = players;
    r->listening = (1 << SEATS) - 1;
    assert_int_equal(round_start(r, g, &o, (const uint8_t[ENTROPY]){ seed }), E_OK);
    round_settle(r);
    for (uint64_t seen = 0; !round_over(r); play(r, players)) {
        if (r->decision == seen) continue;
        seen = r->decision;
        if (round_is_window(r)) count(r, q);
    }
    free(players);
    free(r);
}

static void half_the_questions_at_most(void **state)
{
    UNUSED;
    Questions q = { 0 };
    const Game *g = game_find("party");
    for (uint8_t seed = 1; seed <= GAMES; seed++) play_game(g, seed, &q);
    printf("%d windows: %d questions; with a choice %d, of these about harm %d\n", q.windows, q.all, q.choice, q.harms);
    assert_true(q.windows > 100 * GAMES / 12);
    assert_true(2 * q.choice <= q.all);
    assert_true(10 * q.harms <= q.all);
    assert_true(q.harms > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(half_the_questions_at_most) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
