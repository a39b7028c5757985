/* SPDX-License-Identifier: MIT
 *
 * hunch.h - what a game tells a bot beyond its rules: rules of thumb, what to remember, what
 * to believe. A game that has some writes a hunch.c and points to it from its Game.
 *
 * Everything here looks at a *view*. It may as well be handed an imagined world, as rollouts
 * do, but then it must read only what that seat could see: the same seat's view of that world
 * must lead to the same thought. tests/bots holds every hunch to that. */
#ifndef NINELIVES_HUNCH_H
#define NINELIVES_HUNCH_H

#include "game.h"
#include "speech.h"

enum { MAX_TASTES = 48, MAX_MEMORY = 3072 };

/* A constant of a rule of thumb: tuned by tools/tune, never by taste alone. */
typedef struct {
    const char *name;
    float       value, low, high;
} Taste;

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
    /* Before that, for those who think ahead: holds what another did against what it might have in
     * hand. May be NULL. */
    void  (*ponder)(void *memory, Seat who, const void *view, const Event *e, const float *taste, Dice *d);
    /* Bends a freshly imagined world towards what this seat believes. May be NULL. What the
     * seat sees of the world must not change. */
    void  (*believe)(void *world, Seat who, const void *memory, const float *taste, Dice *d);
    /* How good this world is for the seat, 0 to 1; called at the end of a rollout, which may
     * have been cut short. */
    float (*worth)(const void *world, Seat who);
    /* Such a world can be judged by `worth` although it is not over: rollouts need not go on for
     * ever. NULL: none can. */
    bool  (*settled)(const void *world);
    /* Tastes for one who thinks ahead at such a table and takes the others to play by `tastes`.
     * NULL, or returns NULL: the same. */
    const float *(*answer)(const void *view);
    /* By how much a move must lead, beyond doubt, before one who thinks ahead prefers it to the
     * heaviest; in what `worth` counts. NULL: by nothing. */
    float (*caution)(const void *view);
    /* A human slip: which of the listed moves an easy player might make instead. Returns -1
     * for no slip. May be NULL. */
    int   (*slip)(const void *view, Seat who, const void *memory, const Move *list, int n, Dice *d);
    /* For games in which words are said: choices are made by it where there is lore. May be NULL. */
    const Speech *speech;
};

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
