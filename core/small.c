/* SPDX-License-Identifier: MIT
 * small.c - the coding of games that have none of their own, and what all codings share. */
#include "small.h"

#include <string.h>

#include "bits.h"

int small_nth(const uint64_t may[SMALL_WORDS], uint32_t i)
{
    for (int word = 0; word < SMALL_WORDS; word++) {
        uint32_t n = (uint32_t)__builtin_popcountll(may[word]);
        if (i < n) return 64 * word + nth_of64(may[word], i);
        i -= n;
    }
    return -1;
}

/* ---- the place in the list, in three digits ------------------------------------- */

enum { DIGIT = 32, FIRST_DIGIT = MAX_MOVES / (DIGIT * DIGIT), AT_SECOND = FIRST_DIGIT, AT_THIRD = AT_SECOND + DIGIT };

static const ActionRow digits[] = {
    { "high", FIRST_DIGIT, 0, 0, "the move's place in the list of legal moves: how often 1024 goes into it" },
    { "middle", DIGIT, 0, 0, "how often 32 goes into the rest" },
    { "low", DIGIT, 0, 0, "what is left" },
    { .name = NULL },
};
static const FeatureRow nothing[] = { { .name = NULL } };
static const Small by_place = { .action = digits, .feature = nothing, .actions = AT_THIRD + DIGIT };

const Small *small_of(const Game *g) { return g->small ? g->small : &by_place; }

/* The first place that begins with the digits chosen so far. */
static int place_of(const Chosen *so_far) { return (so_far->move.arg[0] * DIGIT + so_far->move.arg[1]) * DIGIT; }

static uint64_t below(int n) { return n <= 0 ? 0 : n >= DIGIT ? UINT32_MAX : ((uint64_t)1 << n) - 1; }

static void may_place(const Game *g, const void *state, const Chosen *so_far, uint64_t *may)
{
    Move first;
    int left = g->legal(state, so_far->move.seat, &first, 1) - place_of(so_far);
    if (so_far->n == 0) small_put(may, 0, below((left + DIGIT * DIGIT - 1) / (DIGIT * DIGIT)));
    else if (so_far->n == 1) small_put(may, AT_SECOND, below((left + DIGIT - 1) / DIGIT));
    else small_put(may, AT_THIRD, below(left));
}

/* Where a word is wanted, it is the game's word for silence, its last letter repeated until the rules accept it. */
static void find_word(const Game *g, const void *state, const Move *m, char word[MAX_WORD])
{
    _Alignas(16) uint8_t copy[MAX_STATE];
    size_t n = strlen(g->silence);
    memcpy(word, g->silence, n + 1);
    for (; n < MAX_WORD - 1; n++, word[n - 1] = word[n - 2], word[n] = 0) {
        memcpy(copy, state, g->state_size);
        if (!g->apply(copy, m, &(Extra){ .word = word }, NULL)) return;
    }
}

static bool say_place(const Game *g, const void *state, Chosen *so_far, int action, char word[MAX_WORD])
{
    Move list[MAX_MOVES];
    if (so_far->n < 2) {
        so_far->move.arg[so_far->n] = (uint8_t)(action - (so_far->n ? AT_SECOND : 0));
        return false;
    }
    int place = place_of(so_far) + action - AT_THIRD;
    g->legal(state, so_far->move.seat, list, MAX_MOVES);
    so_far->move = list[place];
    if (so_far->move.arg[0] == ARG_OPEN) {
        so_far->move.arg[0] = 0;
        find_word(g, state, &so_far->move, word);
    }
    return true;
}

/* ---- any game -------------------------------------------------------------------- */

void small_may(const Game *g, const void *state, const Chosen *so_far, uint64_t may[SMALL_WORDS])
{
    memset(may, 0, SMALL_WORDS * sizeof *may);
    if (g->small) g->small->may(state, so_far, may);
    else may_place(g, state, so_far, may);
}

bool small_say(const Game *g, const void *state, Chosen *so_far, int action, char word[MAX_WORD])
{
    const char *text = NULL;
    word[0] = 0;
    bool whole = g->small ? g->small->say(state, so_far, action, &text) : say_place(g, state, so_far, action, word);
    if (text) memcpy(word, text, strlen(text) + 1);
    so_far->n++;
    return whole;
}

void small_look(const Game *g, const void *state, const Chosen *so_far, uint8_t *out)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    if (!g->small) return;
    g->observe(state, so_far->move.seat, view);
    g->small->look(view, so_far, out);
}

void small_reward(const Game *g, const void *state, int seats, float reward[MAX_SEATS])
{
    Result r;
    g->score(state, &r);
    int won = __builtin_popcount(r.winners), lost = seats - won;
    for (Seat p = 0; p < seats; p++) {
        bool winner = r.winners >> p & 1;
        if (small_of(g)->team) reward[p] = winner ? 1 : -1;
        else if (!won || !lost) reward[p] = 0;
        else reward[p] = winner ? 1 / (float)won : -1 / (float)lost;
    }
}
