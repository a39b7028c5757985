/* SPDX-License-Identifier: MIT
 *
 * legal.c - what may be done: the list of all moves, and the judgement of one. The two must
 * agree, and the laws see to it.
 *
 * Written for speed, since every playout of a search lists moves at every decision: a move
 * is built as one word, and what nobody can predict (does a number lie on the discard pile?)
 * moves the end of the list instead of branching. */
#include "ratcat.h"

/* ---- moves as words -------------------------------------------------------- */

#define WORD(verb, a) ((uint64_t)(verb) | (uint64_t)(a) << 24)
#define EACH_PLACE(verb) WORD(verb, 1), WORD(verb, 2), WORD(verb, 3), WORD(verb, 4)

/* What follows from a card alone, the polite answer first: silence keeps the row as it is. */
static const uint64_t with_number[] = { V_DISCARD, EACH_PLACE(V_REPLACE), 0 };
static const uint64_t with_peek[] = { V_DISCARD, EACH_PLACE(V_PEEK) };
static const uint64_t with_draw2[] = { V_DISCARD, V_DRAW2 };
static const uint64_t at_end[] = { V_END, V_KNOCK };

static inline Move *put(Move *at, uint64_t word, Seat who)
{
    word |= (uint64_t)who << 8;
    memcpy(at, &word, sizeof *at);
    return at + 1;
}

static inline Move *put_all(Move *at, const uint64_t *word, int n, Seat who)
{
    for (int i = 0; i < n; i++) put(at + i, word[i], who);
    return at + n;
}

/* ---- the list ---------------------------------------------------------------- */

Move *ratcat_list_turn(const State *s, Move *list)
{
    Move *at = list;
    put(at, V_TAKE_PILE, s->turn);
    at += can_draw(s);
    put(at, V_TAKE_DISCARD, s->turn);
    at += can_take(s);
    return at != list ? at : put_all(at, at_end, s->knocked == SEAT_NONE ? 2 : 1, s->turn);
}

static Move *list_swaps(const State *s, Move *at)
{
    uint64_t first = s->young ? 2 : 1, last = s->young ? ROW - 1 : ROW;        /* */
    Seat with;
    at = put(at, V_DISCARD, s->turn);
    for (uint64_t place = first; place <= last; place++)
        EACH_SEAT(with, s->in & ~SEAT_BIT(s->turn))
            for (uint64_t theirs = first; theirs <= last; theirs++)
                at = put(at, WORD(V_SWAP, place | (uint64_t)with << 8 | theirs << 16), s->turn);
    return at;
}

/* A card taken from the discard pile may not go back there (PLACING). Then the list is taken from one place further
 * on in the table, without V_DISCARD, and the filler at the table's end is cut off. */
Move *ratcat_list_hand(const State *s, Move *at)
{
    bool placing = s->phase == PLACING;
    if (is_number(s->hand)) return put_all(at, with_number + placing, 1 + ROW, s->turn) - placing;
    if (s->hand == PEEK) return put_all(at, with_peek, 1 + ROW, s->turn);
    if (s->hand == SWAP) return list_swaps(s, at);
    return put_all(at, with_draw2, 2, s->turn);
}

Move *ratcat_list_end(const State *s, Move *at) { return put_all(at, at_end, 2, s->turn); }

static Move *list_moves(const State *s, Move *at)
{
    switch ((Phase)s->phase) {
    case DEALING:                    return put(at, V_DEAL, SEAT_CHANCE);
    case SHUFFLING: case RESTOCKING: return put(at, V_SHUFFLE, SEAT_CHANCE);
    case TURN:                       return ratcat_list_turn(s, at);
    case PLACING: case HOLDING:      return ratcat_list_hand(s, at);
    case ENDING:                     return ratcat_list_end(s, at);
    case OVER:                       break;
    }
    return at;
}

int ratcat_legal(const void *state, Seat who, Move *out, int cap)
{
    const State *s = state;
    Move all[MOST_MOVES], *list = cap < MOST_MOVES ? all : out, *end = list;
    if (who > SEAT_CLOCK) return 0;
    if (asked(s) >> who & 1) end = list_moves(s, list);
    if (who == SEAT_CLOCK && clock_may_speak(s)) end = put(list, V_UP, SEAT_CLOCK);
    int n = (int)(end - list);
    if (list == all) memcpy(out, all, (size_t)(n < cap ? n : cap) * sizeof *out);
    return n;
}

/* ---- judging one move ---------------------------------------------------------- */

static bool is_place(int n) { return n >= 1 && n <= ROW; }    /* as it is written: from 1 */

static bool may_replace(const State *s, int place)            /* RTC-9, never with a power card */
{
    return (s->phase == PLACING || s->phase == HOLDING) && is_number(s->hand) && is_place(place);
}

/* Face-up cards stay where they are (RTC-25, A-52); the knocker's may be had. */
static bool may_swap(const State *s, int place, int with, int theirs)
{
    if (s->phase != HOLDING || s->hand != SWAP || !is_place(place) || !is_place(theirs)) return false;
    if (face_up(s, place - 1) || face_up(s, theirs - 1)) return false;
    return is_in(s, with) && with != s->turn;
}

/* With a knock or without, and only one of them a round. */
static bool may_leave(const State *s, bool knock)
{
    return (s->phase == ENDING || is_stuck(s)) && !(knock && s->knocked != SEAT_NONE);
}

bool ratcat_may(const State *s, const Move *m, const Extra *x)
{
    bool holding = s->phase == HOLDING, dice = x && x->dice;
    switch (m->verb) {
    case V_DEAL:         return s->phase == DEALING && dice;
    case V_SHUFFLE:      return (s->phase == SHUFFLING || s->phase == RESTOCKING) && dice;
    case V_TAKE_PILE:    return s->phase == TURN && can_draw(s);
    case V_TAKE_DISCARD: return s->phase == TURN && can_take(s);
    case V_REPLACE:      return may_replace(s, m->arg[0]);
    case V_DISCARD:      return holding;                      /* only what came from the pile */
    case V_PEEK:         return holding && s->hand == PEEK && is_place(m->arg[0]);
    case V_SWAP:         return may_swap(s, m->arg[0], m->arg[1], m->arg[2]);
    case V_DRAW2:        return holding && s->hand == DRAW2;
    case V_END:          return may_leave(s, false);
    case V_KNOCK:        return may_leave(s, true);
    }
    return false;
}
