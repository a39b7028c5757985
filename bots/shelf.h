/* SPDX-License-Identifier: MIT
 *
 * shelf.h - the lore that comes with the program: every games/GAME/lore/NAME.lore, put in by the
 * build (tools/shelve). Whoever runs bots lends it to them once, before any of them plays; a browser
 * fetches the same files and lends those. */
#ifndef NINELIVES_SHELF_H
#define NINELIVES_SHELF_H

#include "../core/speech.h"

extern const Lore shelf;

#endif
