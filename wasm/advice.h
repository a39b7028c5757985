/* SPDX-License-Identifier: MIT
 *
 * advice.h - advice in the making: begun by whoever has a player and a view (play.c, advice.c). */
#ifndef NINELIVES_WASM_ADVICE_H
#define NINELIVES_WASM_ADVICE_H

#include <stdint.h>

#include "../bots/bot.h"

/* Begins advice for this player from this view; 0 for iterations: as many as usual. Both are copied. */
void advice_begin(const Player *p, const void *view, uint32_t iterations);

#endif
