/* SPDX-License-Identifier: MIT
 *
 * hunch.h - what the parts of a kittens player share: tastes.c has its constants, hunch.c
 * weighs moves, belief.c remembers and believes, suspect.c reads the other player in a duel, explain.c
 * gives reasons. */
#ifndef NINELIVES_KITTENS_HUNCH_H
#define NINELIVES_KITTENS_HUNCH_H

#include "../../core/hunch.h"
#include "kittens.h"

enum {
#define TASTE(id, name, base, gve, party, base_answer, gve_answer, party_answer, low, high) id,
#include "tastes.def"
#undef TASTE
    TASTE_COUNT,
    NO_TASTE = 0                 /* for cards that no hand holds */
};
static_assert((int)TASTE_COUNT <= (int)MAX_TASTES, "as many as a player has room for");
extern const Taste kittens_tastes[EDITIONS][TASTE_COUNT];
extern const float kittens_answer[EDITIONS][TASTE_COUNT];

/* What one remembers. */
enum { NOWHERE = 255 };

/* The table before another player drew. That player could have done something else, and did not: this says something
 * about the hand, and can only be judged by the table as it was then. */
typedef struct {
    uint8_t owed, attacked, attacks, discard_n, mine;    /* mine: how many cards I held */
} Moment;

/* Hands that the only opponent left may have, and how well each explains what was done. */
enum { SUSPECTS = 256 };
typedef struct {
    State    before;             /* what was seen before the last move */
    Hand     hand[SUSPECTS];
    float    odds[SUSPECTS];
    uint8_t  gathered;
} Suspects;

typedef struct {
    SeatSet  seen[PILE];         /* by depth, top first: others who know the card */
    uint8_t  wary[PILE];         /* ... how often one who does would not draw it */
    uint32_t sure[MAX_SEATS];    /* my kinds that another is sure of */
    uint8_t  quiet[MAX_SEATS];   /* how often another let something be done to himself */
    SeatSet  fed;                /* others who got a card since */
    SeatSet  digger;             /* who buried a kitten that nobody else has seen; 0: nobody */
    uint8_t  grave;              /* the depth where it would hit the next player; or NOWHERE */
    uint8_t  pile_n;
    uint8_t  action, target, nopes;   /* what lies on the table */
    uint8_t  low;                /* the card being drawn comes from the bottom */
    Moment   now, then;          /* after the last move; before another drew */
    uint8_t  drawer, drawn;      /* 1 + who that was, 0: nobody; the card, or NO_CARD if I cannot say */
    uint8_t  gone_n, gone[6];    /* cards that have left that hand since */
    Suspects suspects;
} Memory;
static_assert(sizeof(Memory) <= (size_t)MAX_MEMORY, "as much as a player can keep");

void  kittens_weigh(const void *view, Seat who, const float *taste, const Move *list, int n, float *weight);
void  kittens_hear(void *memory, Seat me, const void *view, const Event *e);
Move  kittens_pick(const void *view, Seat who, const float *taste, Dice *d);
void  kittens_ponder(void *memory, Seat me, const void *view, const Event *e, const float *taste, Dice *d);
/* Deals one of the suspected hands, as likely as its odds; false: there are none. */
bool  kittens_suspect(State *world, Seat me, const Suspects *s, Dice *d);
/* Gives the other players of an imagined world the knowledge that this seat believes they have: of its own hand, and
 * of the pile. */
void  kittens_lend(State *world, Seat me, const Memory *m, const float *taste, Dice *d);
void  kittens_believe(void *world, Seat who, const void *memory, const float *taste, Dice *d);

/* What a duel can be judged by: whose turn it is and how many are owed; how deep the kitten lies
 * and which of the two knows; each hand, the first card of a kind and further ones. All weigh
 * differently early and late. */
enum {
    DEPTHS = 8, TRAIT_DEPTHS = 4, TRAIT_HANDS = TRAIT_DEPTHS + 8 * DEPTHS, TRAITS = TRAIT_HANDS + 4 * KINDS,
    MOST_TRAITS = 3 + 4 * KINDS,
    LATER = 2                    /* weights of a trait: as it is, and times how late it is */
};
typedef struct { uint16_t at; float x; } Trait;
int   kittens_traits(const State *s, Seat me, Trait *out);
float kittens_lateness(const State *s);
float kittens_likely(float x);
bool  kittens_settled(const void *world);
float kittens_worth(const void *world, Seat who);
int   kittens_slip(const void *view, Seat who, const void *memory, const Move *list, int n, Dice *d);
/* How many kittens lie where this seat has not looked, and among how many cards. */
int   kittens_hidden(const State *s, Seat me, int *holes);

/* explain.c: reasons for advice, and the chances of reviews. */
enum {
    R_ON_TOP, R_RISK, R_DEFUSES, R_BARE, R_ESCAPE, R_HIT, R_COMES, R_BACK, R_SAVED, R_NEXT, R_UNDER, R_LOW, R_LAST,
    R_LEFT, R_HOLDS, R_UNSURE, R_ASKED, R_BLIND, R_CHOICE, R_TURNS, R_PILED, R_LOOK, R_MIXES, R_DEVIL,
    R_AIMED, R_AGAINST, R_NOBODY, R_STOPS, R_REVIVES,
    R_CURE, R_EXIT, R_VETO, R_PRY, R_GRAB, R_MIX, R_DUEL, R_PLAIN, R_MATCH, REASONS
};
extern const ReasonKind kittens_reasons[REASONS];
int   kittens_explain(const Question *q, Reason *out, int cap);
void  kittens_redeal(void *state, Dice *d);
float kittens_temper(const void *view, float mean);

extern const Hunch kittens_hunch[EDITIONS];

#endif
