/* SPDX-License-Identifier: MIT
 *
 * kittens.h - the table of the Exploding Kittens family: what lies where, who knows
 * what, and the small steps all the rules are made of. Three editions share it. */
#ifndef NINELIVES_KITTENS_H
#define NINELIVES_KITTENS_H

#include <string.h>

#include "../../core/game.h"
#include "../../core/hand.h"
#include "../../core/show.h"

enum {
    NO_CARD = UNKNOWN,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) id,
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
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) | ((traits) & LONE ? KIND_BIT(id) : 0)
    LONE_CARDS = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) | ((traits) & AIMED ? KIND_BIT(id) : 0)
    AIMED_CARDS = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) | ((traits) & CAT ? KIND_BIT(id) : 0)
    CATS = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) | ((traits) & DIVINE ? KIND_BIT(id) : 0)
    DIVINE_CARDS = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) | ((base) ? KIND_BIT(id) : 0)
    IN_KITTENS = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) | ((gve) ? KIND_BIT(id) : 0)
    IN_GOODEVIL = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) | ((paw) + (plain) ? KIND_BIT(id) : 0)
    IN_PARTY = 0
#include "cards.def"
#undef CARD
    ,
    /* What hands may hold. */
    KITTENS_HELD  = IN_KITTENS & ~KIND_BIT(KITTEN),
    GOODEVIL_HELD = (IN_GOODEVIL & ~KIND_BIT(KITTEN)) | KIND_BIT(GODCAT),
    PARTY_HELD    = IN_PARTY & ~KIND_BIT(KITTEN),
    /* In a combo the Godcat stands for anything but these. */
    MORTAL_CARDS = KIND_BIT(KITTEN) | KIND_BIT(NOPE) | KIND_BIT(ARMAGEDDON),
    WILD_CARDS = KIND_BIT(FERAL) | KIND_BIT(GODCAT)
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
    uint32_t held;               /* what a hand may hold, and a trio may ask for */
    uint32_t lone;               /* ... and what of it can be played by itself */
    uint16_t mark[KINDS];        /* of what a hand may hold, each kind's bit in State.sure */
} Edition;
extern const Edition kittens_edition[EDITIONS];
extern const uint8_t kittens_copies[KINDS][EDITIONS + 1]; /* the last two: party with and without paw print */

enum { OPT_COMBOS, OPT_STACKING, OPT_FIRST, OPT_FAST };

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
    PILE = 60,                   /* the largest draw pile is 54; positions may have a few more */
    DEALT = 7,
    DEEPEST_LOOK = 3,
    MAT = 255                    /* where the Godcat rests */
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"   /* states are compared and hashed as bytes */
typedef struct {
    Hand    hand[MAX_SEATS];     /* in a view: zero for the others, see sure */
    uint16_t sure[MAX_SEATS][MAX_SEATS];   /* [holder][seat]: kinds that seat is sure are there */
    SeatSet pile_seen[PILE];     /* who knows the card at this place */
    uint8_t card[DECK];          /* the draw pile from the front, bottom first; the discard
                                    pile from the back, its top the foremost */
    uint8_t hand_n[MAX_SEATS];
    uint8_t place[MAX_SEATS];    /* 1 the winner, 2 the last to explode ...; 0 alive */
    SeatSet nopers;              /* who holds a Nope; in a view: whether this seat does */
    SeatSet alive;
    SeatSet asked;               /* who has something to decide now, chance included */
    SeatSet stocked;             /* who holds cards */
    uint8_t edition, seats, phase, rigged;
    uint8_t combos, per_card, fast;
    uint8_t pile_n, discard_n;
    uint8_t turn, owed, attacked, attacks;
    uint8_t godcat;              /* MAT or the seat that holds it */
    /* The action on the table. */
    uint8_t action, by, target, named, nopes;
    uint8_t devil;               /* CHOOSING: before whom it lies; 0 unseen */
} State;
#pragma GCC diagnostic pop
static_assert(sizeof(State) <= 768, "ten seats, 120 cards and what is known of them");

enum { DEVIL_AT_PLAYER = 1, DEVIL_AT_TARGET = 2 };

enum {
    EV_DEALT, EV_GOT, EV_STARTED, EV_DREW, EV_PLAYED, EV_INVOKED, EV_PAIRED, EV_TRIO, EV_FIVE, EV_NOPED, EV_PASSED,
    EV_STOPPED, EV_HAPPENED, EV_ATTACKED, EV_SKIPPED, EV_SHUFFLED, EV_SAW, EV_REVEALED, EV_ALTERED, EV_GAVE,
    EV_STOLE, EV_SPARED, EV_TOOK, EV_MISSED, EV_BOTTOM, EV_TOPPED, EV_LAID, EV_CHOSE, EV_GODCAT, EV_DEVILCAT, EV_KITTEN,
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

static inline SeatSet others(SeatSet set, Seat me) { return (SeatSet)(set & ~SEAT_BIT(me)); }

static inline void ask(State *s, Phase phase, SeatSet who)
{
    s->phase = (uint8_t)phase;
    s->asked = who;
}

/* ---- knowing ------------------------------------------------------------ */

/* What a seat is sure of in another's hand is a set of kinds: "there is a Defuse". How many
 * of a kind is not kept, and spectators only see the Godcat. No edition's hands hold more
 * than sixteen kinds, so a set is half a word; foreign cards of a rigged table have no bit. */
static inline uint16_t mark_of(const State *s, int card) { return kittens_edition[s->edition].mark[card]; }

/* What `who`, a seat or a spectator, is sure that `holder` has. */
static inline uint32_t sure_of(const State *s, Seat holder, Seat who)
{
    uint32_t kinds = 0;
    if (who >= s->seats) return s->godcat == holder ? KIND_BIT(GODCAT) : 0;
    for (int c = 1; c < KINDS; c++) kinds |= s->sure[holder][who] & mark_of(s, c) ? KIND_BIT(c) : 0;
    return kinds;
}

/* From now on the seats in `by` are sure that `holder` has this card. Eight seats are done at once, further ones one
 * by one. */
typedef uint16_t Eight __attribute__((vector_size(16)));

static inline void learn(State *s, Seat holder, int card, SeatSet by)
{
    const Eight bit = { 1, 2, 4, 8, 16, 32, 64, 128 };
    uint16_t mark = mark_of(s, card), *row = s->sure[holder];
    Eight eight;
    by &= others((SeatSet)(SEAT_BIT(s->seats) - 1), holder);
    memcpy(&eight, row, sizeof eight);
    eight |= (Eight)((bit & by) == bit) & mark;
    memcpy(row, &eight, sizeof eight);
    for (Seat p = 8; p < s->seats; p++) row[p] |= by >> p & 1 ? mark : 0;
}

/* One card of each of these kinds has left the hand for all to see. */
static inline void unlearn(State *s, Seat holder, uint16_t marks)
{
    for (Seat p = 0; p < MAX_SEATS; p++) s->sure[holder][p] &= (uint16_t)~marks;
}

/* A card went from one player to another, seen by those two alone. The rest are sure of
 * nothing any more but the Godcat, whose back they would have known. */
static inline void unlearn_secretly(State *s, Seat from, Seat to, int card)
{
    uint16_t *row = s->sure[from], left = row[to] & (uint16_t)~mark_of(s, card);
    unlearn(s, from, (uint16_t)~mark_of(s, GODCAT));
    row[to] = left;
}

/* ---- moving cards ------------------------------------------------------- */

static inline void gain(State *s, Seat p, int c, SeatSet seen_by)
{
    hand_add(&s->hand[p], c);
    s->hand_n[p]++;
    s->stocked |= SEAT_BIT(p);
    s->nopers |= (SeatSet)((c == NOPE) << p);
    if (c == GODCAT) s->godcat = p;
    if (seen_by) learn(s, p, c, seen_by);
}

/* The record of a hand that has n cards fewer. */
static inline void recount(State *s, Seat p, int n)
{
    uint32_t one = hand_one(&s->hand[p]), me = SEAT_BIT(p);
    s->hand_n[p] = (uint8_t)(s->hand_n[p] - n);
    s->stocked = (SeatSet)((s->stocked & ~me) | (uint32_t)(one != 0) << p);
    s->nopers = (SeatSet)((s->nopers & ~me) | (one >> NOPE & 1) << p);
}

/* The same when the kinds of these cards are known: then `stocked` and `nopers` seldom have to be touched. */
static inline void recount_less(State *s, Seat p, int n, uint32_t kinds)
{
    s->hand_n[p] = (uint8_t)(s->hand_n[p] - n);
    if (!s->hand_n[p]) s->stocked &= (SeatSet)~SEAT_BIT(p);
    if (kinds & KIND_BIT(NOPE) && !holds(s, p, NOPE)) s->nopers &= (SeatSet)~SEAT_BIT(p);
}

static inline void lose(State *s, Seat p, int c)
{
    hand_remove(&s->hand[p], c);
    recount_less(s, p, 1, KIND_BIT(c));
}

/* For all to see: everybody who was sure of such a card is sure of one fewer. */
static inline void lose_openly(State *s, Seat p, int c)
{
    lose(s, p, c);
    unlearn(s, p, mark_of(s, c));
}

static inline void discard(State *s, int c)
{
    size_t n = ++s->discard_n;
    s->card[DECK - n] = (uint8_t)c;
}

/* From the hand to the discard pile, for all to see. The Godcat goes to the mat at once
 * and never to the discard (GVE-35), whatever becomes of what it was played as. */
static inline void spend_all(State *s, Seat p, const uint8_t *card, int n)
{
    uint16_t marks = 0;
    uint32_t kinds = 0;
    for (int i = 0; i < n; i++) {
        hand_remove(&s->hand[p], card[i]);
        kinds |= KIND_BIT(card[i]);
        marks |= mark_of(s, card[i]);
        if (card[i] == GODCAT) s->godcat = MAT;
        else discard(s, card[i]);
    }
    recount_less(s, p, n, kinds);
    unlearn(s, p, marks);
}

static inline void spend(State *s, Seat p, int c) { spend_all(s, p, &(uint8_t){ (uint8_t)c }, 1); }

static inline int pile_take(State *s, int at, SeatSet *seen)
{
    int c = s->card[at], left = s->pile_n - 1, above = left - at;
    *seen = s->pile_seen[at];
    s->pile_n = (uint8_t)left;
    if (above) {                 /* not the usual draw from the top */
        memmove(s->card + at, s->card + at + 1, (size_t)above);
        memmove(s->pile_seen + at, s->pile_seen + at + 1, (size_t)above * sizeof *s->pile_seen);
    }
    s->card[left] = NO_CARD;
    s->pile_seen[left] = 0;
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
    for (int i = 0; i < PILE; i++) s->pile_seen[i] &= but;
}

/* The whole hand, as when its holder explodes. */
static inline void spend_hand(State *s, Seat p)
{
    Hand h = s->hand[p];
    int n = s->hand_n[p];
    if (s->godcat == p) {
        hand_remove(&h, GODCAT);
        s->godcat = MAT;
        n--;
    }
    for (int c; n > 0; n--) {
        discard(s, c = __builtin_ctz(hand_one(&h)));
        hand_remove(&h, c);
    }
    s->hand[p] = hand_of(0);
    recount(s, p, s->hand_n[p]);
    unlearn(s, p, UINT16_MAX);
}

/* ---- shared by the files of this folder --------------------------------- */

/* How many of each kind this table plays with, kittens and Defuses included. */
void    kittens_deck_counts(const State *s, uint8_t count[KINDS]);
typedef Move *Lister(const State *s, Seat who, Move *at);
Lister  kittens_list, kittens_turn, kittens_turn_short;              /* all that may be done; see legal.c */
Err     kittens_judge(const State *s, const Move *m);
void    kittens_quietly(State *s, const Move *m, const Extra *x);    /* does it, unasked and without events */
void    kittens_close_quietly(State *s);
uint32_t kittens_playout(void *state, const Extra *x, Move *list, uint32_t *moves);
SeatSet kittens_to_act(const void *state);
Err     kittens_apply(void *state, const Move *m, const Extra *x, Events *ev);
int     kittens_legal(const void *state, Seat who, Move *out, int cap);
void    kittens_observe(const void *state, Seat who, void *view);
void    kittens_imagine(void *view, Seat who, Dice *d);
void    kittens_tell(const void *view, Seat who, Scribe *to);
extern const ShowRow kittens_layout[];
bool    kittens_rig(void *state, const Fact *start, Why *w);
const char *kittens_audit(const void *state);
SeatSet kittens_against(const void *state);
extern const char *const kittens_cards[KINDS];

#endif
