/* SPDX-License-Identifier: MIT
 *
 * lore.c - what bots know about words, in the browser: the worker fetches a volume and puts it on
 * the shelf; every bot has read what stands there.
 *
 *   nl_shelf(n)                    room for a volume of n bytes, for the caller to fill; 0: no more.
 *                                  Memory grows, so views of it go stale */
#include "../bots/bot.h"
#include "lore.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { PAGE = 65536 };

Lore fetched;

void *EXPORT(nl_shelf)(size_t n);

/* From the start, so that who sits down early reads what is put there later. */
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
