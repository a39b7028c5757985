/* SPDX-License-Identifier: MIT
 *
 * kittens.h - the table of the Exploding Kittens family: what lies where, who knows
 * what, and the small steps all the rules are made of. Three editions share it. */
#ifndef NINELIVES_KITTENS_H
#define NINELIVES_KITTENS_H

#include <string.h>

#include "../../core/game.h"
#include "../../core/hand.h"

enum {
    NO_CARD = UNKNOWN,
#define CARD(id, text, base, gve, paw, plain, traits, effect) id,
#include "cards.def"
#undef CARD
    KINDS,
    /* Not cards, but played and noped like one. */
    PAIR = KINDS, TRIO, FIVE, ACTIONS
};
#define KIND_BIT(c) (1u << (c))

enum { LONE = 1, AIMED = 2, CAT = 4, DIVINE = 8 };

/* Sets of kinds, from the traits column. */
enum {
#define CARD(id, text, base, gve, paw, plain, traits, effect) | ((traits) & LONE ? KIND_BIT(id) : 0)
    LONE_CARDS = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect) | ((traits) & AIMED ? KIND_BIT(id) : 0)
    AIMED_CARDS = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect) | ((traits) & CAT ? KIND_BIT(id) : 0)
    CATS = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect) | ((traits) & DIVINE ? KIND_BIT(id) : 0)
    DIVINE_CARDS = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect) | ((base) ? KIND_BIT(id) : 0)
    IN_KITTENS = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect) | ((gve) ? KIND_BIT(id) : 0)
    IN_GOODEVIL = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect) | ((paw) + (plain) ? KIND_BIT(id) : 0)
    IN_PARTY = 0
#include "cards.def"
#undef CARD
    ,
    /* In a combo the Godcat stands for anything but these. */
    MORTAL_CARDS = KIND_BIT(KITTEN) | KIND_BIT(NOPE) | KIND_BIT(ARMAGEDDON)
};

typedef enum { KITTENS, GOODEVIL, PARTY, EDITIONS } EditionId;

typedef struct {
    uint8_t  most_seats;
    uint8_t  spare_defuses;      /* at most so many go back into the deck */
    bool     spares_dealt;       /* ... before the deal, so that hands may hold them */
    bool     paw_prints;         /* the number of players chooses the cards */
    bool     mat;                /* Godcat, Devilcat, Armageddon */
    bool     five;               /* five different cards take one from the discard */
    bool     per_card;           /* attack arithmetic unless an option says otherwise */
    uint32_t named;              /* what a trio may ask for */
} Edition;
extern const Edition edition[EDITIONS];
extern const uint8_t card_copies[KINDS][EDITIONS + 1];    /* the last two: party with and without paw print */

enum { OPT_COMBOS, OPT_STACKING, OPT_FAST };

enum { V_DEAL, V_SHUFFLE, V_PICK, V_DRAW, V_PLAY, V_PLAY_AT, V_AS, V_AS_AT, V_PAIR, V_TRIO, V_FIVE, V_PASS, V_NOPE,
       V_GIVE, V_STEAL_OTHER, V_STEAL_GODCAT, V_TAKE, V_ORDER, V_KEEP, V_TOP, V_SET_GODCAT, V_SET_DEVILCAT,
       V_STAY, V_SWAP, V_DEFUSE, V_DEFUSE_GODCAT, VERBS };

typedef enum {
    DEALING, SHUFFLING, PICKING,                       /* chance is asked */
    TURN, WINDOW, GIVING, STEALING, TAKING, ORDERING, HECK_CHOICE, SETTING, CHOOSING, DEFUSING,
    OVER
} Phase;

enum {
    DECK = 120,                  /* cards in the largest box */
    PILE = 72,                   /* the largest draw pile is 54; positions may have a few more */
    KNOWN = 68,
    DEALT = 7,
    DEEPEST_LOOK = 3,
    MAT = 255                    /* where the Godcat rests */
};

/* Somebody besides the holder is sure that the holder has this card. */
typedef struct { uint8_t card; Seat holder; SeatSet by; } Known;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"   /* states are compared and hashed as bytes */
typedef struct {
    Hand    hand[MAX_SEATS];     /* in a view: zero for the others, see known */
    Known   known[KNOWN];        /* in the order in which it was learnt */
    SeatSet pile_seen[PILE];     /* who knows the card at this place */
    uint8_t card[DECK];          /* the draw pile from the front, bottom first; the discard
                                    pile from the back, its top the foremost */
    uint8_t hand_n[MAX_SEATS];
    uint8_t place[MAX_SEATS];    /* 1 the winner, 2 the last to explode ...; 0 alive */
    SeatSet alive;
    SeatSet asked;               /* WINDOW: who has neither let it happen nor stopped it */
    uint8_t edition, seats, phase, rigged;
    uint8_t combos, per_card, fast;
    uint8_t pile_n, discard_n, known_n;
    uint8_t turn, owed, attacked, attacks;
    uint8_t godcat;              /* MAT or the seat that holds it */
    /* The action on the table. */
    uint8_t action, by, target, named, nopes;
    uint8_t devil;               /* CHOOSING: before whom it lies; 0 unseen */
    uint8_t unused[3];
} State;
#pragma GCC diagnostic pop
static_assert(sizeof(State) <= 768, "ten seats, 120 cards and what is known of them");

enum { DEVIL_AT_PLAYER = 1, DEVIL_AT_TARGET = 2 };

enum {
    EV_DEALT, EV_GOT, EV_STARTED, EV_DREW, EV_PLAYED, EV_INVOKED, EV_PAIRED, EV_TRIO, EV_FIVE, EV_NOPED, EV_PASSED,
    EV_STOPPED, EV_HAPPENED, EV_ATTACKED, EV_SKIPPED, EV_SHUFFLED, EV_SAW, EV_REVEALED, EV_ALTERED, EV_GAVE,
    EV_STOLE, EV_TOOK, EV_MISSED, EV_BOTTOM, EV_TOPPED, EV_LAID, EV_CHOSE, EV_GODCAT, EV_DEVILCAT, EV_KITTEN,
    EV_DEFUSED, EV_BURIED, EV_EXPLODED, EV_LOST, EV_WON, EVENTS
};

/* ---- looking ------------------------------------------------------------ */

static inline bool is_alive(const State *s, int p) { return p < s->seats && s->alive >> p & 1; }
static inline bool holds(const State *s, Seat p, int c) { return c < KINDS && hand_one(&s->hand[p]) >> c & 1; }
static inline uint8_t pile_top(const State *s, int depth) { return s->card[s->pile_n - 1 - depth]; }
static inline uint8_t discard_at(const State *s, int depth) { return s->card[DECK - s->discard_n + depth]; }
static inline int look_depth(const State *s) { return s->pile_n < DEEPEST_LOOK ? s->pile_n : DEEPEST_LOOK; }

static inline Seat next_alive(const State *s, Seat p)
{
    SeatSet after = (SeatSet)(s->alive & ~((2u << p) - 1));
    return (Seat)__builtin_ctz(after ? after : s->alive);
}

/* Everybody else who could lose a card. */
static inline SeatSet with_cards(const State *s, Seat who)
{
    SeatSet set = 0;
    for (Seat p = 0; p < s->seats; p++) set |= (SeatSet)((s->hand_n[p] != 0) << p);
    return (SeatSet)(set & s->alive & ~SEAT_BIT(who));
}

/* ---- knowing ------------------------------------------------------------ */

/* `by` may say for sure that `holder` has this card. What a seat holds itself it sees. */
static inline void learn(State *s, Seat holder, int card, SeatSet by)
{
    by &= (SeatSet)~SEAT_BIT(holder);
    if (by && s->known_n < KNOWN) s->known[s->known_n++] = (Known){ (uint8_t)card, holder, by };
}

static inline void known_tidy(State *s)
{
    int n = 0;
    for (int i = 0; i < s->known_n; i++)
        if (s->known[i].by) s->known[n++] = s->known[i];
    memset(s->known + n, 0, (size_t)(s->known_n - n) * sizeof *s->known);
    s->known_n = (uint8_t)n;
}

/* The holder parted with such a card, and `by` know it: each of them is sure of one
 * fewer. Earliest first, so that what one viewer knows never depends on another's. */
static inline void unlearn(State *s, Seat holder, int card, SeatSet by)
{
    bool spent = false;
    for (int i = 0; by && i < s->known_n; i++) {
        Known *k = &s->known[i];
        if (k->holder != holder || k->card != card) continue;
        SeatSet both = k->by & by;
        k->by &= (SeatSet)~both;
        by &= (SeatSet)~both;
        spent |= !k->by;
    }
    if (spent) known_tidy(s);
}

/* The holder parted with some card unseen by `by`: it may have been one of each kind
 * they were sure of. Only the Godcat's back gives it away. */
static inline void doubt(State *s, Seat holder, SeatSet by)
{
    SeatSet shaken[KINDS] = { [GODCAT] = EVERYONE };
    for (int i = 0; i < s->known_n; i++) {
        Known *k = &s->known[i];
        if (k->holder != holder) continue;
        SeatSet unsure = (SeatSet)(k->by & by & ~shaken[k->card]);
        k->by &= (SeatSet)~unsure;
        shaken[k->card] |= unsure;
    }
    known_tidy(s);
}

/* ---- moving cards ------------------------------------------------------- */

static inline void gain(State *s, Seat p, int c, SeatSet seen_by)
{
    hand_add(&s->hand[p], c);
    s->hand_n[p]++;
    if (c == GODCAT) s->godcat = p;
    learn(s, p, c, seen_by);
}

static inline void lose(State *s, Seat p, int c, SeatSet seen_by)
{
    hand_remove(&s->hand[p], c);
    s->hand_n[p]--;
    unlearn(s, p, c, seen_by);
}

static inline void discard(State *s, int c) { s->card[DECK - ++s->discard_n] = (uint8_t)c; }

/* From the hand to the discard pile, for all to see. The Godcat goes to the mat at once
 * and never to the discard (GVE-35), whatever becomes of what it was played as. */
static inline void spend(State *s, Seat p, int c)
{
    lose(s, p, c, EVERYONE);
    if (c == GODCAT) s->godcat = MAT;
    else discard(s, c);
}

static inline int pile_take(State *s, int at, SeatSet *seen)
{
    int c = s->card[at];
    *seen = s->pile_seen[at];
    s->pile_n--;
    memmove(s->card + at, s->card + at + 1, (size_t)(s->pile_n - at));
    memmove(s->pile_seen + at, s->pile_seen + at + 1, (size_t)(s->pile_n - at) * sizeof *s->pile_seen);
    s->card[s->pile_n] = NO_CARD;
    s->pile_seen[s->pile_n] = 0;
    return c;
}

static inline void pile_put(State *s, int at, int c, SeatSet seen)
{
    memmove(s->card + at + 1, s->card + at, (size_t)(s->pile_n - at));
    memmove(s->pile_seen + at + 1, s->pile_seen + at, (size_t)(s->pile_n - at) * sizeof *s->pile_seen);
    s->card[at] = (uint8_t)c;
    s->pile_seen[at] = seen;
    s->pile_n++;
}

static inline void pile_forget(State *s, SeatSet but) /* only `but` still know the order */
{
    for (int i = 0; i < s->pile_n; i++) s->pile_seen[i] &= but;
}

/* ---- shared by the files of this folder --------------------------------- */

/* Cards of one name, Ferals and the Godcat standing in as they may. */
bool    combo_fits(const State *s, const uint8_t *card, int n);
/* How many of each kind this table plays with, kittens and Defuses included. */
void    deck_counts(const State *s, uint8_t count[KINDS]);
SeatSet kittens_to_act(const void *state);
Err     kittens_apply(void *state, const Move *m, const Extra *x, Events *ev);
int     kittens_legal(const void *state, Seat who, Move *out, int cap);
void    kittens_observe(const void *state, Seat who, void *view);
void    kittens_imagine(void *view, Seat who, Dice *d);
void    kittens_tell(const void *view, Seat who, Scribe *to);
bool    kittens_rig(void *state, const Fact *start, Why *w);
const char *kittens_audit(const void *state);
extern const char *const kittens_cards[KINDS];

#endif
