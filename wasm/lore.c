/* SPDX-License-Identifier: MIT
 *
 * lore.c - what bots know about words, in the browser: the worker fetches a volume of lore and
 * copies it into the engine's memory; all bots use every volume that is there.
 *
 *   nl_shelf(n)                    room for a volume of n bytes, for the caller to fill; 0: no more.
 *                                  Memory grows: JavaScript must make its views of it anew */
#include "../bots/bot.h"
#include "lore.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { PAGE = 65536 };

Lore fetched;

void *EXPORT(nl_shelf)(size_t n);

/* Lent from the start: bots keep the pointer, so those that are already playing also use volumes that come later. */
__attribute__((constructor)) static void lend_shelf(void) { bots_lend(&fetched); }

/* Volumes are checked whenever they are read, so one that is not filled yet does no harm. */
void *nl_shelf(size_t n)
{
    if (fetched.n == MAX_VOLUMES || !n) return NULL;
    size_t page = __builtin_wasm_memory_grow(0, (n + PAGE - 1) / PAGE);
    if (page == SIZE_MAX) return NULL;
    void *room = (void *)(page * PAGE);
    fetched.at[fetched.n++] = (Volume){ room, n };
    return room;
}
