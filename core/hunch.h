/* SPDX-License-Identifier: MIT
 *
 * hunch.h - what a game tells a bot beyond its rules: rules of thumb, what to remember, what
 * to believe. A game that has some writes a hunch.c and points to it from its Game.
 *
 * Everything here looks at a *view*. Rollouts hand it an imagined world instead, for speed; then
 * it must read only what that seat could see, so that the seat's view of that world would give the
 * same answer. tests/bots.c checks this for every hunch. */
#ifndef NINELIVES_HUNCH_H
#define NINELIVES_HUNCH_H

#include <math.h>

#include "game.h"
#include "speech.h"

enum { MAX_TASTES = 48, MAX_MEMORY = 6144 };

/* A constant of a rule of thumb: tuned by tools/tune, never by taste alone. */
typedef struct {
    const char *name;
    float       value, low, high;
} Taste;

/* Why a move is good or bad, as a fact: `kind` is a row of Hunch.reasons, whose arguments are written as those of
 * events are; `word` is the open word among them. Front ends say it in their reader's language. */
typedef struct { uint8_t kind; int16_t arg[6]; char word[MAX_WORD]; } Reason;
typedef EventKind ReasonKind;

/* A move that somebody asks about, and the one that is thought best (perhaps the same), as seen from a seat. A word
 * is said only in games with a Speech; else it is "". */
typedef struct {
    const Lore *lore;                    /* NULL: nothing is known about words */
    const void *view, *memory;
    Seat        who;
    Move        move, best;
    const char *word, *best_word;
} Question;

struct Hunch {
    const Taste *tastes;                 /* as tuned; a bot may think with others */
    uint8_t      taste_count;
    uint16_t     memory_size;            /* bytes of memory, at most MAX_MEMORY; zeroed at the start */

    /* Weighs listed moves: weight[i] >= 0, the larger the better; all zero means no opinion.
     * Cheap: rollouts call it at every decision. */
    void  (*weigh)(const void *view, Seat who, const float *taste, const Move *list, int n, float *weight);
    /* The heaviest of all legal moves, ties broken by the dice. NULL: list them and weigh them. */
    Move  (*pick)(const void *view, Seat who, const float *taste, Dice *d);
    /* Takes in one event as this seat heard it (blanks included). May be NULL. */
    void  (*hear)(void *memory, Seat who, const void *view, const Event *e);
    /* For searching bots, called before `hear`: compares what another seat did with the hands it may
     * have, and remembers which of them fit. May be NULL. */
    void  (*ponder)(void *memory, Seat who, const void *view, const Event *e, const float *taste, Dice *d);
    /* Bends a freshly imagined world towards what this seat believes. May be NULL. What the
     * seat sees of the world must not change. */
    void  (*believe)(void *world, Seat who, const void *memory, const float *taste, Dice *d);
    /* How good this world is for the seat, 0 to 1; called at the end of a rollout, which may
     * have been cut short. */
    float (*worth)(const void *world, Seat who);
    /* Can `worth` judge this world although the game is not over? Then a rollout may stop here.
     * NULL: never. */
    bool  (*settled)(const void *world);
    /* Tastes for a searching bot that assumes the others play by `tastes`. NULL, or returns NULL: it
     * uses `tastes` too. */
    const float *(*answer)(const void *view);
    /* How far a move must lead another, besides the margin for chance, before it counts as better; in units of
     * `worth`. For what rollouts cannot judge fairly. NULL: 0. */
    float (*caution)(const void *view, const Move *a, const Move *b);
    /* A human slip: which of the listed moves an easy player might make instead. Returns -1
     * for no slip. May be NULL. */
    int   (*slip)(const void *view, Seat who, const void *memory, const Move *list, int n, Dice *d);
    /* For games in which words are said: it makes the choices where there is lore. May be NULL. */
    const Speech *speech;

    /* ---- for advice and reviews; each may be NULL ---- */

    bool together;                       /* all win or all lose; otherwise everybody's chances add up to 1 */
    const ReasonKind *reasons;
    uint8_t      reason_count;
    /* Gives reasons for and against a move, the most important first; returns how many. */
    int   (*explain)(const Question *q, Reason *out, int cap);
    /* Deals anew what no seat has seen. No seat's view changes. */
    void  (*redeal)(void *state, Dice *d);
    /* A chance to win made of a mean of `worth`: as often as it comes true (docs/ADVICE.md says how it was fitted). It
     * must grow with the mean. NULL: the mean itself. */
    float (*temper)(const void *view, float mean);
    /* What the game counts besides winning, at the end of a rollout: expected points of a round. */
    float (*tally)(const void *world, Seat who);
    /* The chance to win, where it follows from what lies on the table and rollouts would say less. */
    float (*chance)(const Lore *lore, const void *state, Seat who);
};

/* How a mean of rollouts is made a chance that comes true as often as it says: its odds to a power below 1, if rollouts
 * are too sure of themselves, times a factor. Fitted by tools/calibrate. */
typedef struct { float slope, shift; } Temper;

static inline float temper_mean(Temper t, float mean)
{
    const float edge = 0.005f;                   /* nothing is certain */
    float p = mean < edge ? edge : mean > 1 - edge ? 1 - edge : mean;
    float odds = expf(t.shift) * powf(p / (1 - p), t.slope);
    return odds / (1 + odds);
}

/* Which of n weights is the largest, ties broken by the dice. */
static inline int heaviest(const float *weight, int n, Dice *d)
{
    int best = 0, ties = 1;
    for (int i = 1; i < n; i++) {
        if (weight[i] < weight[best]) continue;
        if (weight[i] > weight[best]) best = i, ties = 1;
        else if (!dice_below(d, (uint32_t)++ties)) best = i;
    }
    return best;
}

#endif
