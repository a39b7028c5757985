/* SPDX-License-Identifier: MIT
 *
 * ratcat.h - the table of Rat-a-Tat Cat: four cards before everybody, two piles, and who
 * has seen which card. */
#ifndef NINELIVES_RATCAT_H
#define NINELIVES_RATCAT_H

#include <string.h>

#include "../../core/game.h"
#include "../../core/hunch.h"
#include "../../core/show.h"

enum {
    NO_CARD = UNKNOWN,
#define CARD(id, text, copies) id,
#include "cards.def"
#undef CARD
    KINDS
};

enum {
    DECK  = 54,
    SEATS = 6,
    ROW   = 4,
    OUTER = 1 | 1 << (ROW - 1),  /* the two ends of a row, as a set of places */
    WORST_ROW = 36,              /* four nines */
    LIMIT = 100,                 /* whoever has reached it is out (RTC-24) */
    /* There is no clock in the rules, and every game has to end some day: in the longest
     * one, of 240 minutes, that is a round a minute. */
    LAST_ROUND = 240,
    MOST_MOVES = 1 + ROW * (SEATS - 1) * ROW     /* with a Swap in hand, at a full table */
};

typedef enum { BY_ROUNDS, BY_TIME, BY_LIMIT } Ending;

enum { OPT_END, OPT_ROUNDS, OPT_MINUTES, OPT_DRAW2, OPT_LOOK, OPT_YOUNG, OPT_AID, OPT_DEALER, OPTIONS };

enum { V_DEAL, V_SHUFFLE, V_UP, V_TAKE_PILE, V_TAKE_DISCARD, V_REPLACE, V_DISCARD, V_PEEK, V_SWAP, V_DRAW2, V_END,
       V_KNOCK, VERBS };

typedef enum {
    DEALING,                     /* chance deals; the rows of the last round lie open */
    SHUFFLING,                   /* chance turns the discard into a pile: the player in turn wants a card */
    RESTOCKING,                  /* ... and here a power card has to be replaced after a round */
    TURN,
    PLACING,                     /* the card in hand was the top of the discard */
    HOLDING,                     /* the card in hand was the top of the pile */
    ENDING,                      /* knock, or not */
    OVER
} Phase;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"   /* states are compared and hashed as bytes */
typedef struct {
    SeatSet  seen[ROW];          /* who knows the card there: EVERYONE, or some of the seats */
    uint16_t total;
    uint8_t  card[ROW];
    uint8_t  look;               /* places whose card this player is being shown */
    uint8_t  sure;               /* places whose card went through a hand: a number */
} Player;

typedef struct {
    Player  player[SEATS];
    uint8_t card[DECK];          /* the draw pile from the front, bottom first; the discard
                                    pile from the back, its top the foremost */
    uint8_t lasted[SEATS];       /* the last round this seat was dealt cards in */
    SeatSet in;                  /* still in the game */
    SeatSet winners;
    uint8_t seats, phase, rigged;
    uint8_t ending, rounds, hebrew, look, young, aid;      /* the options */
    uint8_t pile_n, discard_n;
    uint8_t turn, dealer, round;
    uint8_t knocked;             /* SEAT_NONE: nobody yet */
    uint8_t hand;                /* PLACING, HOLDING: the card taken */
    uint8_t left;                /* what a Draw 2 still promises: draws (english) or turns (hebrew) */
    uint8_t aside;               /* hebrew: Draw 2 cards that wait for the last of those turns */
    uint8_t up;                  /* the clock has spoken: this round is the last */
    uint8_t unused;
} State;
#pragma GCC diagnostic pop
static_assert(sizeof(State) <= 192, "six rows, 54 cards and what is known of them");

enum {
    EV_DEALT, EV_RETURNED, EV_TURNED, EV_LOOKED, EV_STARTED, EV_DREW, EV_TOOK, EV_REPLACED, EV_DISCARDED, EV_PEEKED,
    EV_SWAPPED, EV_DRAW2, EV_KNOCKED, EV_SHUFFLED, EV_REVEALED, EV_CLEARED, EV_FILLED, EV_SCORED, EV_OUT, EV_UP,
    EV_WON, EVENTS
};

/* ---- looking ------------------------------------------------------------ */

static inline bool is_power(int c) { return c >= PEEK; }
static inline bool is_number(int c) { return c && c < PEEK; }
static inline int  card_value(int c) { return is_number(c) ? c - ZERO : 0; }
static inline bool is_in(const State *s, int p) { return p < SEATS && s->in >> p & 1; }
static inline bool has_row(const State *s, Seat p) { return s->round && s->lasted[p] == s->round; }
static inline bool face_up(const State *s, int slot) { return s->young && OUTER >> slot & 1; }    /* RTC-25 */
static inline uint8_t pile_top(const State *s, int depth) { return s->card[s->pile_n - 1 - depth]; }
static inline uint8_t discard_at(const State *s, int depth) { return s->card[DECK - s->discard_n + depth]; }

static inline SeatSet asked(const State *s)
{
    switch ((Phase)s->phase) {
    case DEALING: case SHUFFLING: case RESTOCKING:      return SEAT_BIT(SEAT_CHANCE);
    case TURN: case PLACING: case HOLDING: case ENDING: return SEAT_BIT(s->turn);
    case OVER:                                          break;
    }
    return 0;
}

/* Is there a card to draw, if need be after a shuffle? One of the two there always is,
 * but on a rigged table: then a turn is only ended. */
static inline bool can_draw(const State *s) { return s->pile_n || s->discard_n > 1; }
static inline bool can_take(const State *s) { return s->discard_n && !is_power(discard_at(s, 0)); }   /* */
static inline bool is_stuck(const State *s) { return s->phase == TURN && !can_draw(s) && !can_take(s); }

static inline bool clock_may_speak(const State *s) { return s->ending == BY_TIME && !s->up && s->phase != OVER; }

/* The next player who is still in. The set is written down twice in a row, so that the search goes past the last
 * seat to the first without a branch. */
static inline Seat next_in(const State *s, Seat p)
{
    uint32_t twice = s->in * 0x10001u, after = p + 1u;
    return (after + (uint32_t)__builtin_ctz(twice >> after)) & 15;
}

/* Whose eyes these are: a seat's own, or those of all who look on. */
static inline SeatSet eyes(const State *s, Seat who) { return SEAT_BIT(who < s->seats ? who : SEAT_TABLE); }

/* ---- moving cards ------------------------------------------------------- */

static inline void discard(State *s, int c) { s->card[DECK - ++s->discard_n] = (uint8_t)c; }

static inline uint8_t pile_pop(State *s)
{
    uint8_t c = s->card[--s->pile_n];
    s->card[s->pile_n] = NO_CARD;
    return c;
}

static inline uint8_t discard_pop(State *s)
{
    uint8_t *top = &s->card[DECK - s->discard_n--], c = *top;
    *top = NO_CARD;
    return c;
}

/* ---- shared by the files of this folder --------------------------------- */

extern const uint8_t ratcat_deck[DECK];
extern const char *const ratcat_cards[KINDS];
extern const char *const ratcat_phase[];
void    ratcat_deal(State *s, Dice *d, Events *ev);
void    ratcat_restock(State *s, int kept, Dice *d, Events *ev);
void    ratcat_reveal(State *s, Events *ev);
void    ratcat_settle(State *s, Events *ev);      /* goes on with a reveal after a shuffle */
SeatSet ratcat_to_act(const void *state);
Err     ratcat_apply(void *state, const Move *m, const Extra *x, Events *ev);
/* Every move of the player in turn: before a card is taken, with one in hand, after it. The
 * list needs room for MOST_MOVES; its end is returned. */
Move   *ratcat_list_turn(const State *s, Move *list);
Move   *ratcat_list_hand(const State *s, Move *list);
Move   *ratcat_list_end(const State *s, Move *list);
bool    ratcat_may(const State *s, const Move *m, const Extra *x);
int     ratcat_legal(const void *state, Seat who, Move *out, int cap);
void    ratcat_observe(const void *state, Seat who, void *view);
void    ratcat_imagine(void *view, Seat who, Dice *d);
void    ratcat_tell(const void *view, Seat who, Scribe *to);
extern const ShowRow ratcat_layout[];
bool    ratcat_rig(void *state, const Fact *start, Why *w);
const char *ratcat_audit(const void *state);
void    ratcat_score(const void *state, Result *r);
uint32_t ratcat_playout(void *state, const Extra *x, Move *list, uint32_t *moves);
extern const Hunch ratcat_hunch;
extern const Small ratcat_small;

#endif
