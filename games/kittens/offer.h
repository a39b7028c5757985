/* SPDX-License-Identifier: MIT
 *
 * offer.h - what a seat is offered, as sets: of kinds, of names, of seats. legal.c makes the
 * list of it, playout.c draws a move without one: from the sizes of the sets follows how many
 * moves there are, and which the i-th is. Both go through them in the order of this file. */
#ifndef NINELIVES_KITTENS_OFFER_H
#define NINELIVES_KITTENS_OFFER_H

#include "../../core/list.h"
#include "kittens.h"

static inline uint32_t size(uint32_t set) { return (uint32_t)__builtin_popcount(set); }

/* ---- a hand ----------------------------------------------------------------- */

/* The kinds that a hand has at least one, two, three of, as far as this table plays with them; the other living
 * players; those of them who have cards. */
typedef struct { uint32_t one, two, three; SeatSet living, rich; } Held;

static inline Held held(const State *s, Seat who)
{
    const Hand h = s->hand[who];
    uint32_t kinds = kittens_edition[s->edition].held;
    return (Held){ .one = hand_one(&h) & kinds, .two = hand_two(&h) & (s->combos ? kinds : CATS),
                   .three = s->combos ? hand_three(&h) & kinds : 0,
                   .living = others(s->alive, who), .rich = others(s->stocked, who) };
}

/* ---- cards laid down by themselves, or the Godcat as one of them --------------- */

typedef struct { uint32_t plain; SeatSet targeted, favor; } Lone;        /* kinds; their targets */

/* This set, or none: without a branch, since nobody can foresee what a hand holds. */
static inline SeatSet if_held(uint32_t kinds, int kind, SeatSet set)
{
    return (SeatSet)(set & (0 - (kinds >> kind & 1)));
}

static inline Lone lone(const State *s, const Held *h, uint32_t may)
{
    static_assert(AIMED_CARDS == (KIND_BIT(TARGETED) | KIND_BIT(FAVOR)), "every aimed card has its targets here");
    may &= kittens_edition[s->edition].lone & ~(s->godcat == MAT ? 0 : KIND_BIT(ARMAGEDDON));
    return (Lone){ may & ~(uint32_t)AIMED_CARDS, if_held(may, TARGETED, h->living), if_held(may, FAVOR, h->rich) };
}

/* ---- two or three of a kind ----------------------------------------------------- */

/* A group of combos: one of `kinds`, completed by the wild cards that are in `word`; a trio also asks for one of
 * `names`. The target is any other player with cards. */
typedef struct {
    uint64_t word;               /* verb, seat and the wild cards */
    uint64_t kind_at;            /* the arguments that are the kind: a one in each */
    uint32_t kinds, names;
} Combo;

#define ONCE   ARG(0, 1)
#define TWICE  (ONCE | ARG(1, 1))
#define THRICE (TWICE | ARG(2, 1))
enum { NO_NAME = KIND_BIT(NO_CARD) };

static inline int combo_target(const Combo *c) { return c->names == NO_NAME ? 2 : 3; }       /* this argument */
static inline uint32_t combo_size(const Combo *c, uint32_t rich) { return size(c->kinds) * size(c->names) * rich; }

static inline uint64_t combo_nth(const Combo *c, SeatSet rich, uint32_t i)
{
    uint32_t seats = size(rich), names = size(c->names), row = i / seats;
    return c->word + c->kind_at * (uint64_t)nth_of(c->kinds, row / names) + ARG(4, nth_of(c->names, row % names))
         + ARG(combo_target(c), nth_of(rich, i % seats));
}

static inline Combo pairs(Seat who, const Held *h) { return (Combo){ verb_word(V_PAIR, who), TWICE, h->two, NO_NAME }; }

static inline Combo trios(const State *s, Seat who, const Held *h)
{
    return (Combo){ verb_word(V_TRIO, who), THRICE, h->three, kittens_edition[s->edition].held };
}

/* Combos with a Feral, with two, with the Godcat, and with a Feral and the Godcat. */
enum { WILD_COMBOS = 6 };
static inline void wild_combos(const State *s, Seat who, const Held *h, Combo c[WILD_COMBOS])
{
    uint64_t pair = verb_word(V_PAIR, who), trio = verb_word(V_TRIO, who);
    uint32_t cats = CATS & ~KIND_BIT(FERAL), names = s->combos ? kittens_edition[s->edition].held : 0;
    uint32_t feral = h->one & KIND_BIT(FERAL) ? cats : 0, ferals = h->two & KIND_BIT(FERAL) ? cats : 0;
    uint32_t god = h->one & KIND_BIT(GODCAT) ? ~(uint32_t)(MORTAL_CARDS | KIND_BIT(GODCAT)) : 0;
    c[0] = (Combo){ pair | ARG(1, FERAL), ONCE, h->one & feral, NO_NAME };
    c[1] = (Combo){ pair | ARG(1, GODCAT), ONCE, h->one & god & (s->combos ? god : CATS), NO_NAME };
    c[2] = (Combo){ trio | ARG(2, FERAL), TWICE, h->two & feral, names };
    c[3] = (Combo){ trio | ARG(1, FERAL) | ARG(2, FERAL), ONCE, h->one & ferals, names };
    c[4] = (Combo){ trio | ARG(2, GODCAT), TWICE, h->two & god, names };
    c[5] = (Combo){ trio | ARG(1, FERAL) | ARG(2, GODCAT), ONCE, h->one & feral & god, names };
}

/* ---- five different names ---------------------------------------------------------- */

static inline uint32_t five_names(const State *s, const Held *h)
{
    return s->combos && kittens_edition[s->edition].five ? h->one : 0;
}
uint32_t kittens_five_size(uint32_t names);
uint64_t kittens_five_nth(uint32_t names, Seat who, uint32_t i);

/* ---- decisions that follow a turn ---------------------------------------------------- */

/* The first verb with a member of `first` as its argument, or the second with one of `second`: kinds, seats, depths,
 * or just 0 where there is no argument. The orders of some cards are all listed instead. */
typedef struct { int verb[2]; uint64_t first, second; } Either;

static inline uint32_t discarded(const State *s)
{
    uint32_t there = 0;
    for (int i = 0; i < s->discard_n; i++) there |= KIND_BIT(discard_at(s, i));
    return there & ~KIND_BIT(KITTEN);
}

static inline Either either(const State *s, Seat who)
{
    uint64_t depths = ((uint64_t)2 << s->pile_n) - 1;
    SeatSet living = others(s->alive, who);
    switch ((Phase)s->phase) {
    case DEALING:     return (Either){ { V_DEAL }, 1, 0 };
    case SHUFFLING:   return (Either){ { V_SHUFFLE }, 1, 0 };
    case PICKING:     return (Either){ { V_PICK }, 1, 0 };
    case WINDOW:      return (Either){ { V_PASS, V_NOPE }, 1, holds(s, who, NOPE) };
    case GIVING:      return (Either){ { V_GIVE }, hand_one(&s->hand[who]), 0 };
    case STEALING:    return (Either){ { V_STEAL_OTHER, V_STEAL_GODCAT }, 1, 1 };
    case TAKING:      return (Either){ { V_TAKE }, discarded(s), 0 };
    case HECK_CHOICE: return (Either){ { V_KEEP, V_TOP }, 1, 1 };
    case SETTING:     return (Either){ { V_SET_GODCAT, V_SET_DEVILCAT }, living, living };
    case CHOOSING:    return (Either){ { V_STAY, V_SWAP }, 1, 1 };
    case DEFUSING:
        return (Either){ { V_DEFUSE, V_DEFUSE_GODCAT }, holds(s, who, DEFUSE) ? depths : 0,
                         holds(s, who, GODCAT) ? depths : 0 };
    case TURN: case ORDERING: case OVER: break;
    }
    return (Either){ .first = 0 };
}

/* Those asked before the first one with a Nope can only pass. */
static inline SeatSet silent(const State *s)
{
    uint32_t nopers = s->asked & s->nopers;
    return (SeatSet)(s->asked & ((nopers & -nopers) - 1));
}

enum { MOST_ORDERS = 6 };
Move *kittens_list_orders(const State *s, Seat who, Move *at);

#endif
