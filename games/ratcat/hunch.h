/* SPDX-License-Identifier: MIT
 * hunch.h - what the parts of the hunch share: rules of thumb in hunch.c, what the
 * others' play gives away in belief.c, reasons in explain.c. */
#ifndef NINELIVES_RATCAT_HUNCH_H
#define NINELIVES_RATCAT_HUNCH_H

#include "ratcat.h"

enum {
#define TASTE(id, name, value, low, high) id,
#include "tastes.def"
#undef TASTE
    TASTE_COUNT
};

/* Two ways in which a player shows that no card it knows is high. */
typedef enum { LEFT, THROWN, SIGNS } Sign;     /* the open card; a card it had drawn */

/* What a seat has heard in this round. */
typedef struct {
    uint8_t most[SIGNS][SEATS][ROW];   /* 1 + the lowest such card since that place was filled; 0: none */
    uint8_t knew[SEATS];               /* places whose card their owner knew before the last event */
    uint8_t held[SEATS];               /* ended a turn without a knock, and the row is still the same */
    uint8_t turn;                      /* 1 + whose turn it is; 0: the first is to come */
    uint8_t fresh;                     /* the turn has begun, and nothing has been taken yet */
    uint8_t again;                     /* another draw is promised: what is thrown away says little */
} Memory;

/* How much more likely to be lowest this seat thinks it is than it wants to be for a knock. */
float ratcat_urge(const State *s, Seat who, const float *taste);
void  ratcat_hear(void *memory, Seat who, const void *view, const Event *e);
void  ratcat_believe(void *world, Seat who, const void *memory, const float *taste, Dice *d);
float ratcat_worth(const void *world, Seat who);

/* What a seat makes of the rows: the points each is thought to hold, how many places of each it has to guess, and how
 * likely its own is the lowest if the round ended soon. */
typedef struct { float sum[SEATS], lowest; int dark[SEATS]; } Reckoning;
void  ratcat_reckon(const State *s, Seat who, Reckoning *r);

/* explain.c: reasons for advice, and the chances of reviews. */
enum {
    R_FORGOT, R_SEEN, R_OUT, R_IN, R_AWAY, R_DARK, R_KEPT, R_OPEN, R_EARLY, R_LATE, R_LOWEST, R_ROW, R_THEIRS, REASONS
};
extern const ReasonKind ratcat_reasons[REASONS];
int   ratcat_explain(const Question *q, Reason *out, int cap);
void  ratcat_redeal(void *state, Dice *d);
float ratcat_temper(const void *view, float mean);
float ratcat_tally(const void *world, Seat who);

#endif
