/* SPDX-License-Identifier: MIT
 *
 * speech.h - for games in which words are said. What words mean is not in the rules: it is in
 * "lore", bytes that the program has loaded and lends to bots. A game whose bots speak points to
 * its Speech from its Hunch. Nothing here allocates, reads files or keeps anything between two
 * calls. */
#ifndef NINELIVES_SPEECH_H
#define NINELIVES_SPEECH_H

#include "game.h"

enum { MAX_VOLUMES = 8, MAX_BOARD = 32 };

/* Read in place, from an address divisible by four. A game knows its own volumes by their
 * first bytes and passes over all others. */
typedef struct { const void *bytes; size_t size; } Volume;
typedef struct Lore { int n; Volume at[MAX_VOLUMES]; } Lore;

/* Words to guess from or to give a clue for, without a game around them. */
typedef struct {
    const char *lang;
    const char *word[MAX_BOARD];
    int         n;
} Board;

/* A clue, and which words of the board it is for, nearest first. */
typedef struct {
    char    word[MAX_WORD];
    uint8_t number, targets;
    uint8_t target[MAX_BOARD];
} Said;

/* What becomes of a move that is about words: how likely the game is won after it, how many words it is likely to
 * bring, and how likely it loses the game at once; `give`: by how much the chance may be off, as far as is known. */
typedef struct {
    Move  move;
    char  word[MAX_WORD];
    float chance, give, words, danger;
} Verdict;

typedef struct Speech {
    /* Chooses a move, with its word and number. `nerve` is from 0 (cautious) to 1 (bold). False: no
     * lore helps here, so the move must be chosen some other way. */
    bool (*choose)(const Lore *lore, const void *view, Seat who, float nerve, Move *m, char word[MAX_WORD]);
    /* Judges the moves worth considering, and `played` too unless it is NULL; returns how many it wrote. Without lore
     * (NULL) it goes by the rules alone. */
    int  (*judge)(const Lore *lore, const void *view, Seat who, const Move *played, const char *word, Verdict *out,
                  int cap);
    /* "I meant ...": which words a clue was for, worked out from the giver's view just after the clue
     * was given. They are written as arguments of guesses, nearest first; returns how many. */
    int  (*meant)(const Lore *lore, const void *view, Seat who, uint8_t *out, int cap);
    /* The word that such an argument stands for. */
    const char *(*word)(const void *view, int arg);
    /* What a word means, in another language. False: the lore does not say. */
    bool (*gloss)(const Lore *lore, const char *word, const char *from, const char *to, char *out, size_t cap);
    /* All words of a board, the best guess first; returns how many of them it would dare to
     * guess, or -1: there is no lore for this language. */
    int  (*guess)(const Lore *lore, const Board *b, const char *clue, int number, uint8_t order[MAX_BOARD]);
    /* A clue for the words in `green` (bits) that keeps away from the others and most of all
     * from those in `black`. False: none will do. */
    bool (*clue)(const Lore *lore, const Board *b, uint32_t green, uint32_t black, float nerve, Said *out);
} Speech;

#endif
