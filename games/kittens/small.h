/* SPDX-License-Identifier: MIT
 *
 * small.h - the numbers of the actions and the bytes of the features (core/small.h), row by row. All three editions
 * share them; what an edition does not have is never possible, or always 0. */
#ifndef NINELIVES_KITTENS_SMALL_H
#define NINELIVES_KITTENS_SMALL_H

#include "../../core/small.h"
#include "kittens.h"

enum {
    LONE_KINDS = ARMAGEDDON - ATTACK + 1,        /* cards that can be played by themselves */
    HELD_KINDS = GODCAT - DEFUSE + 1,            /* cards that a hand may hold */
    CAT_KINDS  = SIAMESE - TABBY + 1,            /* cats that are not wild */
    LAIN_KINDS = HELD_KINDS + 1,                 /* cards that may lie on the discard pile: those, and kittens */
    ORDERS     = 6,
    NUMBERS    = PILE + 1,
    OTHERS     = MAX_SEATS - 1,
    BEGUN      = 9,                              /* verbs that take more than one action */
    DIGIT      = 32                              /* five different cards are numbered in digits of this base */
};
static_assert(LONE_CARDS >> ATTACK < 1 << LONE_KINDS && (CATS & ~KIND_BIT(FERAL)) >> TABBY == (1 << CAT_KINDS) - 1,
              "the rows of cards.def stand in the order that these ranges need");

/* X(id, how many, first card or NO_CARD, first number, name, what it means). How many is written as a number, because
 * a macro's name is made of it. */
#define ACTION_ROWS(X)                                                                                             \
    X(A_DRAW, 1, NO_CARD, 0, "draw", "draw a card and end the turn")                                               \
    X(A_PASS, 1, NO_CARD, 0, "pass", "let it happen")                                                              \
    X(A_NOPE, 1, NO_CARD, 0, "nope", "stop it")                                                                    \
    X(A_PLAY, 11, ATTACK, 0, "play", "play this card; then `at`, if it needs a target")                            \
    X(A_AT, 9, NO_CARD, 1, "at", "aimed at the player so many seats after you")                                    \
    X(A_PAIR, 20, DEFUSE, 0, "pair", "two of this card; then `at`")                                                \
    X(A_TRIO, 20, DEFUSE, 0, "trio", "three of this card; then `at`, then `name`")                                 \
    X(A_NAME, 20, DEFUSE, 0, "name", "the card that a trio asks for")                                              \
    X(A_FIVE, 1, NO_CARD, 0, "five", "five different cards; then `number` twice")                                  \
    X(A_GIVE, 20, DEFUSE, 0, "give", "give this card away")                                                        \
    X(A_TAKE, 20, DEFUSE, 0, "take", "take this card from the discard pile")                                       \
    X(A_DEFUSE, 1, NO_CARD, 0, "defuse", "defuse the kitten with a Defuse; then `number`: cards above it")         \
    X(A_DEFUSE_GODCAT, 1, NO_CARD, 0, "defuse godcat", "the same with the Godcat")                                 \
    X(A_NUMBER, 61, NO_CARD, 0, "number", "cards that lie above the kitten; a digit of five different cards")      \
    X(A_ORDER, 6, NO_CARD, 0, "order", "the top cards (1 is the top) become 123, 132, 213, 231, 312, 321")         \
    X(A_AS, 11, ATTACK, 0, "as", "the Godcat as this card; then `at`, if it needs a target")                       \
    X(A_PAIR_FERAL, 5, TABBY, 0, "pair feral", "this cat and a Feral; then `at`")                                  \
    X(A_PAIR_GODCAT, 20, DEFUSE, 0, "pair godcat", "this card and the Godcat; then `at`")                          \
    X(A_TRIO_FERAL, 5, TABBY, 0, "trio feral", "two of this cat and a Feral; then as `trio`")                      \
    X(A_TRIO_FERALS, 5, TABBY, 0, "trio ferals", "this cat and two Ferals; then as `trio`")                        \
    X(A_TRIO_GODCAT, 20, DEFUSE, 0, "trio godcat", "two of this card and the Godcat; then as `trio`")              \
    X(A_TRIO_BOTH, 5, TABBY, 0, "trio both", "this cat, a Feral and the Godcat; then as `trio`")                   \
    X(A_STEAL_OTHER, 1, NO_CARD, 0, "steal other", "steal a hidden card, not the Godcat")                          \
    X(A_STEAL_GODCAT, 1, NO_CARD, 0, "steal godcat", "steal the Godcat")                                           \
    X(A_KEEP, 1, NO_CARD, 0, "keep", "keep the bottom card")                                                       \
    X(A_TOP, 1, NO_CARD, 0, "top", "put the bottom card on top")                                                   \
    X(A_SET_GODCAT, 1, NO_CARD, 0, "set godcat", "the Godcat before another player; then `at`")                    \
    X(A_SET_DEVILCAT, 1, NO_CARD, 0, "set devilcat", "the Devilcat before another player; then `at`")              \
    X(A_STAY, 1, NO_CARD, 0, "stay", "leave the two cats where they lie")                                          \
    X(A_SWAP, 1, NO_CARD, 0, "swap", "change their places")

enum {
#define X(id, n, card, low, name, what) id, id##_LAST = id + (n) - 1,
    ACTION_ROWS(X)
#undef X
    SMALL_ACTIONS
};
#define COUNT(id) (id##_LAST - id + 1)
static_assert((int)SMALL_ACTIONS <= (int)SMALL_MOST, "there is room for them in a set");
static_assert(COUNT(A_PLAY) == LONE_KINDS && COUNT(A_AT) == OTHERS && COUNT(A_PAIR) == HELD_KINDS
              && COUNT(A_NUMBER) == NUMBERS && COUNT(A_ORDER) == ORDERS && COUNT(A_PAIR_FERAL) == CAT_KINDS,
              "the numbers above are as many as there are");

/* X(field, how many, first card or NO_CARD, largest value, what it means). Seats count from the observer. */
#define FEATURE_ROWS(X)                                                                                            \
    X(phase, DEFUSING - TURN + 1, NO_CARD, 1, "what is asked: turn, nope, give, steal, take, order, heck, set, "   \
      "choice, defuse; one of them is 1")                                                                          \
    X(begun, BEGUN, NO_CARD, 1, "a move that is not whole yet: play, as, pair, trio, five, set godcat, "           \
      "set devilcat, defuse, defuse godcat")                                                                       \
    X(chosen, HELD_KINDS, DEFUSE, 3, "cards chosen for it")                                                        \
    X(aim, MAX_SEATS, NO_CARD, 1, "its target, if it is chosen already")                                           \
    X(digit, 1, NO_CARD, DIGIT, "five different cards: 1 + the first digit, if it is chosen already")              \
    X(hand, HELD_KINDS, DEFUSE, HAND_MOST, "cards in your hand")                                                   \
    X(cards, MAX_SEATS, NO_CARD, DECK, "how many cards each seat has in hand")                                     \
    X(alive, MAX_SEATS, NO_CARD, 1, "who is in the game")                                                          \
    X(asked, MAX_SEATS, NO_CARD, 1, "who is still asked")                                                          \
    X(turn, MAX_SEATS, NO_CARD, 1, "whose turn it is")                                                             \
    X(owed, 1, NO_CARD, 255, "turns that player owes")                                                             \
    X(attacks, 1, NO_CARD, 255, "attacks that led to it")                                                          \
    X(sure, OTHERS * HELD_KINDS, NO_CARD, 1, "cards that you are sure of, 20 bytes as in `hand` for the next "     \
      "seat, 20 for the one after it and so on")                                                                   \
    X(pile, 1, NO_CARD, PILE, "cards in the draw pile")                                                            \
    X(known, PILE, NO_CARD, KINDS - 1, "the pile from the top: the card's place in the game's list of cards, "     \
      "from 1; 0: unknown")                                                                                        \
    X(discard, LAIN_KINDS, KITTEN, DECK, "cards in the discard pile")                                              \
    X(action, LONE_KINDS, ATTACK, 1, "what was played and may be stopped, or is carried out")                      \
    X(combo, FIVE - PAIR + 1, NO_CARD, 1, "the same: a pair, a trio, five different cards")                        \
    X(by, MAX_SEATS, NO_CARD, 1, "who played it")                                                                  \
    X(target, MAX_SEATS, NO_CARD, 1, "at whom")                                                                    \
    X(named, HELD_KINDS, DEFUSE, 1, "the card a trio asks for")                                                    \
    X(nopes, 1, NO_CARD, 255, "Nopes on it")                                                                       \
    X(godcat, MAX_SEATS, NO_CARD, 1, "who holds the Godcat")                                                       \
    X(mat, 1, NO_CARD, 1, "it lies on the mat")                                                                    \
    X(devil, 2, NO_CARD, 1, "you laid the Devilcat before yourself, before the other player")                      \
    X(seats, 1, NO_CARD, MAX_SEATS, "players at the table")                                                        \
    X(combos, 1, NO_CARD, 1, "option: any cards make pairs, trios and fives")                                      \
    X(percard, 1, NO_CARD, 1, "option: attacks are counted by the card")                                           \
    X(fast, 1, NO_CARD, 1, "option: a third of the deck is out of the game")

typedef struct {
#define X(field, n, card, most, what) uint8_t field[n];
    FEATURE_ROWS(X)
#undef X
} Features;

extern const Small kittens_small;

#endif
