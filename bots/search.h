/* SPDX-License-Identifier: MIT
 *
 * search.h - the bot that tries its moves out in imagined worlds, and the way it does so. */
#ifndef NINELIVES_SEARCH_H
#define NINELIVES_SEARCH_H

#include "bot.h"

enum { USUAL_MICROSECONDS = 20000 };     /* when nobody says how long it may take */

/* The same search, but its rollouts are random: the yardstick for what rules of thumb add. */
extern const Bot bot_light;

/* Thinks about a choice as this player's search would; returns how many games it played on. */
uint32_t search_iterations(Player *p, const void *view, Budget budget);

#endif
