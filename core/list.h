/* SPDX-License-Identifier: MIT
 *
 * list.h - lists of moves, written fast: every playout of a search lists moves at every
 * decision. A branch that the processor cannot predict (is this card in the hand? how many
 * targets are there?) costs as much as writing a dozen moves. So a move is built as one word,
 * and more moves are written than are legal: the end of the list advances over the legal ones
 * only, and the next moves overwrite the rest. A list needs LIST_SLACK places more than it has
 * moves. */
#ifndef NINELIVES_LIST_H
#define NINELIVES_LIST_H

#include <string.h>

#include "game.h"

enum { LIST_SLACK = 8 };

#define ARG(i, value) ((uint64_t)(value) << (24 + 8 * (i)))

static inline uint64_t verb_word(int verb, Seat who) { return (uint64_t)verb | (uint64_t)who << 8; }

static inline Move *put(Move *at, uint64_t word)
{
    memcpy(at, &word, sizeof *at);
    return at + 1;
}

/* Moves that differ in one argument only, a member of a set: five are written side by side,
 * whether there are as many members or not. list_members has the first four members of every
 * set within 0..4; a fifth member can only be 4. */
enum { FEW = 5, ALL_FEW = (1 << FEW) - 1 };
typedef uint64_t Four __attribute__((vector_size(32)));
extern const Four list_members[1 << FEW];

/* One move for each member of `set`, which lies within from ... to - 1. */
static inline Move *put_set(Move *at, uint64_t word, int arg, uint32_t set, int from, int to)
{
    Move *end = at + __builtin_popcount(set);
    for (int i = from; i < to; i += FEW) {
        uint32_t few = set >> i & ALL_FEW;
        Four moves = word + ((list_members[few] + (uint64_t)i) << (24 + 8 * arg));
        memcpy(at, &moves, sizeof moves);
        put(at + FEW - 1, word + ARG(arg, i + FEW - 1));
        at += __builtin_popcount(few);
    }
    return end;
}

#endif
