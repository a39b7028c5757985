/* SPDX-License-Identifier: MIT
 *
 * lore.h - the volumes of lore that the browser has fetched so far (lore.c). */
#ifndef NINELIVES_WASM_LORE_H
#define NINELIVES_WASM_LORE_H

#include "../core/speech.h"

extern Lore fetched;

#endif
