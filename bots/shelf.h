/* SPDX-License-Identifier: MIT
 *
 * shelf.h - the lore inside the program: every games/GAME/lore/NAME.lore, linked in by the build
 * (tools/shelve). A program with bots calls bots_lend(&shelf) once, before any of them plays; the
 * browser fetches the same files and lends those instead. */
#ifndef NINELIVES_SHELF_H
#define NINELIVES_SHELF_H

#include "../core/speech.h"

extern const Lore shelf;

#endif
