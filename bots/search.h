/* SPDX-License-Identifier: MIT
 *
 * search.h - the bot that tries its moves out in imagined worlds, and the way it does so. */
#ifndef NINELIVES_SEARCH_H
#define NINELIVES_SEARCH_H

#include "bot.h"

enum { USUAL_MICROSECONDS = 20000 };     /* for a move, when no budget is given */

/* The same search with random rollouts: shows how much the rules of thumb add. */
extern const Bot bot_light;

/* Searches for this player's move; returns how many rollouts it made. */
uint32_t search_iterations(Player *p, const void *view, Budget budget);

#endif
