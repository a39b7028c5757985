/* SPDX-License-Identifier: MIT
 *
 * bot.h - who plays when nobody is there. A bot is handed the view of its seat and never a
 * state: it cannot cheat, because it has nothing to cheat with. */
#ifndef NINELIVES_BOT_H
#define NINELIVES_BOT_H

#include "../core/game.h"

typedef struct {
    const char *name;
    /* Chooses a move for `seat`; a word, if the move wants one, lands in `word`. Returns
     * whether there was anything to choose. The same dice make the same choice. */
    bool (*choose)(const Game *g, const void *view, Seat seat, Dice *d, Move *m, char word[MAX_WORD]);
} Bot;

const Bot *bot_find(const char *name);
const char *bot_names(void);             /* for people: "random, ..." */

#endif
