/* SPDX-License-Identifier: MIT
 *
 * bot.h - programs that play a seat. A bot is handed the view of its seat, the events that
 * seat was told, and a budget; never a state. So it cannot use anything that a person in its
 * seat would not know. */
#ifndef NINELIVES_BOT_H
#define NINELIVES_BOT_H

#include "../core/game.h"
#include "../core/hunch.h"

/* Whichever runs out first; 0 means no limit of that kind, but one of the two must be set.
 * Only a budget of iterations makes a choice repeatable. */
typedef struct {
    uint32_t iterations;
    uint32_t microseconds;
    bool     own;                        /* count CPU time of this thread, not time on the wall */
} Budget;

typedef struct Bot Bot;

/* One bot at one table. Plain bytes, owned by the caller. */
typedef struct {
    const Bot   *bot;
    const Game  *game;
    Seat         seat;
    Dice         dice;                   /* the same seed makes the same choices */
    const Lore  *lore;                   /* what it knows about words; NULL: nothing */
    float        taste[MAX_TASTES];      /* the game's own, unless a tool tries others */
    _Alignas(16) uint8_t memory[MAX_MEMORY];
} Player;

struct Bot {
    const char *name;
    bool        ponders;         /* thinks about why others did what they did (Hunch.ponder) */
    /* Chooses a move; a word, if the move wants one, lands in `word`. Returns how many moves
     * there were to choose from. */
    int (*choose)(Player *p, const void *view, Budget budget, Move *m, char word[MAX_WORD]);
};

const Bot *bot_find(const char *name);
const Bot *bot_at(int i);                /* weakest first; NULL past the last */

void player_start(Player *p, const Bot *bot, const Game *g, Seat seat, uint64_t seed);
/* For rounds that can be played again: a mixed order of the chairs, and a seed for the bot on each of them. They follow
 * from the round's seed alone, so that bots of the same kind choose the same moves wherever it is played. */
void bots_line_up(const uint8_t seed[ENTROPY], int seats, uint8_t order[MAX_SEATS], uint64_t of_bot[MAX_SEATS]);
/* Players that start from now on use this lore. To be called when the program starts, before any thread does. */
void bots_lend(const Lore *lore);
const Lore *bots_lore(void);             /* what was lent; NULL: nothing */
bool bots_listen(const Game *g);         /* false: bots remember nothing in this game, so they need no events */
/* One event, already redacted for this seat, and the seat's view after the move. */
void player_hear(Player *p, const void *view, const Event *e);

/* Chooses a move by what words mean, from cautious (0) to bold (1). False: this game has no Speech, or
 * there is no lore for it. */
bool player_speaks(const Player *p, const void *view, float nerve, Move *m, char word[MAX_WORD]);
#define NERVE_EASY   0.0f
#define NERVE_SHARP  0.5f
#define NERVE_SEARCH 1.0f

/* What sharp would do: the heaviest of the listed moves, ties broken by the dice. */
int sharp_pick(const Game *g, const void *view, Seat who, const float *taste, const Move *list, int n, Dice *d);

extern const Bot bot_random, bot_easy, bot_sharp, bot_search;

#endif
