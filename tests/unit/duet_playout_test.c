/* SPDX-License-Identifier: MIT
 * duet_playout_test.c - Duet's own playout equals random_playout() wherever it starts and whatever
 * word is said. The laws play at random and lose early; here most guesses are right, so that games
 * reach the last hope and the last word. */
#include "unit.h"

#include "bots/random.h"
#include "games/duet/duet.h"

enum { GAMES = 1000 };

typedef struct { State s; uint32_t choices, moves; } Played;

static Move list[MAX_MOVES];
static uint32_t won, hoped, refused;     /* what the playouts came to */

/* What random_playout() does without Game.playout, with any word. */
static Played play_plainly(const Game *g, const State *from, const char *word, Dice d)
{
    const Extra x = { .word = word, .dice = &d };
    Played p = { .s = *from };
    for (SeatSet asked; (asked = g->to_act(&p.s)); p.moves++) {
        uint32_t n = (uint32_t)g->legal(&p.s, (Seat)__builtin_ctz(asked), list, MAX_MOVES);
        Move m = list[n > 1 ? dice_below(&d, n) : 0];
        p.choices += n > 1;
        if (m.arg[0] == ARG_OPEN) m.arg[0] = RANDOM_NUMBER;
        if (g->apply(&p.s, &m, &x, NULL)) break;
    }
    return p;
}

static void compare(const Game *g, const State *from, const char *word, Dice d)
{
    Played a = play_plainly(g, from, word, d), b = { .s = *from };
    b.choices = g->playout(&b.s, &(Extra){ .word = word, .dice = &d }, list, &b.moves);
    assert_memory_equal(&a.s, &b.s, sizeof a.s);
    assert_int_equal(a.choices, b.choices);
    assert_int_equal(a.moves, b.moves);
    won += a.s.won;
    hoped += a.s.hoped;
    refused += a.s.phase != OVER;
}

/* Mostly a right guess, if there is a word left to find; otherwise a random move. */
static Move lucky_move(const Game *g, const State *s, Dice *d)
{
    Seat who = (Seat)__builtin_ctz(g->to_act(s));
    uint32_t n = (uint32_t)g->legal(s, who, list, MAX_MOVES);
    Cells find = unfound(s, !side_of(who));
    Move m = list[dice_below(d, n)];
    if (m.verb == V_GUESS && find && dice_below(d, 8)) m.arg[0] = (uint8_t)__builtin_ctz(find);
    if (m.arg[0] == ARG_OPEN) m.arg[0] = RANDOM_NUMBER;
    return m;
}

static Options any_options(const Game *g, Dice *d)
{
    Options o = { .seats = (uint8_t)(2 + dice_below(d, 7)) };
    for (int i = 0; i < g->option_count; i++) {
        uint32_t n = 0;
        while (g->options[i].words[n]) n++;
        o.value[i] = (uint8_t)(dice_below(d, 2) ? dice_below(d, n) : 0);
    }
    return o;
}

static void test_playout_is_random_play(void **state)
{
    UNUSED;
    const Game *g = game_find("duet");
    Dice d;
    dice_fast(&d, 1);
    for (int i = 0; i < GAMES; i++) {
        const Extra x = { .word = RANDOM_WORD, .dice = &d };
        Options o = any_options(g, &d);
        State s;
        assert_int_equal(g->setup(&s, &o), E_OK);
        while (g->to_act(&s)) {
            compare(g, &s, RANDOM_WORD, d);
            const char *word = s.phase == DEALING ? "_" : duet_word_text(&s, (int)dice_below(&d, CELLS));
            if (!strchr(word, ' ')) compare(g, &s, word, d);
            Move m = lucky_move(g, &s, &d);
            assert_int_equal(g->apply(&s, &m, &x, NULL), E_OK);
        }
    }
    assert_true(won > 100 && hoped > 100 && refused > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_playout_is_random_play) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
