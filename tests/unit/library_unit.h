/* SPDX-License-Identifier: MIT
 * library_unit.h - random play through the public interface, as a program outside would do it. */
#ifndef NINELIVES_LIBRARY_UNIT_H
#define NINELIVES_LIBRARY_UNIT_H

#include "unit.h"

#include <stdlib.h>

#include "lib/ninelives.h"

enum { TEXT = 1 << 20, LINE = 256 };

static inline uint32_t any(uint64_t *dice, uint32_t n)
{
    *dice = *dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*dice >> 33) % n);
}

/* What an offered move leaves to the player is filled in. */
static inline void fill_in(char move[LINE])
{
    char filled[LINE] = "", *rest = move;
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        if (*filled) strncat(filled, " ", sizeof filled - strlen(filled) - 1);
        const char *said = !strcmp(word, "WORD") ? "association" : !strcmp(word, "N") ? "1" : word;
        strncat(filled, said, sizeof filled - strlen(filled) - 1);
    }
    memcpy(move, filled, sizeof filled);
}

static inline int seat_to_act(const nl_table *t) { return __builtin_ctz(nl_table_to_act(t)); }

static inline void any_move(const nl_table *t, int seat, uint64_t *dice, char move[LINE])
{
    int n = nl_table_legal(t, seat);
    assert_true(n > 0);
    assert_true(nl_table_legal_text(t, seat, (int)any(dice, (uint32_t)n), move, LINE) > 0);
    fill_in(move);
}

static inline void play_any(nl_table *t, uint64_t *dice)
{
    char move[LINE];
    int seat = seat_to_act(t);
    any_move(t, seat, dice, move);
    if (nl_table_play(t, seat, move)) fail_msg("%s", nl_why());
}

/* Deals, and plays so many moves or to the end. */
static inline void play_on(nl_table *t, uint64_t seed, int moves)
{
    assert_int_equal(nl_table_settle(t), NL_OK);
    for (uint64_t dice = seed; moves && !nl_table_over(t); moves--) play_any(t, &dice);
}

static inline nl_table *table_of(const char *game, const char *options, uint64_t seed)
{
    nl_table *t = nl_table_seeded(nl_game_find(game), options, seed);
    if (!t) fail_msg("%s", nl_why());
    return t;
}

#define EACH_GAME(g) for (int g##_i = 0; (g = nl_game_at(g##_i)); g##_i++)

#endif
