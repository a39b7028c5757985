/* SPDX-License-Identifier: MIT
 *
 * advice.c - advice in the browser, a little at a time: between two calls the worker can answer its page, or stop.
 * Texts are UTF-8 with a final NUL and overwritten by the next call.
 *
 *   nl_advise_from(game, seat, view, notes, worlds)
 *                          begins advice at a table that is elsewhere, from what the server sends the seat that asks
 *                          for a hint (PROTOCOL.md, "Hints"): 0 if these are not a view and notes of this game
 *   nl_advise_step(worlds) a little more of it; 0: it is done. Who has no more time stops calling
 *   nl_advice()            what is known so far, as JSON (protocol/reviewed.h)
 *
 * At a table on this device nl_advise() begins it (play.c). */
#include "advice.h"

#include <string.h>

#include "../core/hex.h"
#include "../core/text.h"
#include "../protocol/reviewed.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { OUT = 1 << 16 };

int         EXPORT(nl_advise_from)(const char *game, int seat, const char *view, const char *notes, uint32_t worlds);
int         EXPORT(nl_advise_step)(uint32_t worlds);
const char *EXPORT(nl_advice)(void);

/* One worker gives one piece of advice at a time. */
static Adviser adviser;

void advice_begin(const Player *p, const void *view, uint32_t iterations)
{
    Budget budget = { .iterations = iterations ? iterations : review_usual.tries };
    adviser_start(&adviser, p, view, budget, NULL, NULL);
}

int nl_advise_from(const char *game, int seat, const char *view, const char *notes, uint32_t worlds)
{
    static Player fresh;
    static _Alignas(16) uint8_t bytes[MAX_STATE];
    const Game *g = game_find(game);
    size_t memory = g && g->hunch ? g->hunch->memory_size : 0;
    if (!g || seat < 0 || seat >= g->max_seats || !hex_bytes(view, bytes, g->state_size)) return 0;
    player_start(&fresh, &bot_search, g, (Seat)seat, 1);
    if (!hex_bytes(notes, fresh.memory, memory) || !(g->to_act(bytes) >> seat & 1)) return 0;
    advice_begin(&fresh, bytes, worlds);
    return 1;
}

int nl_advise_step(uint32_t worlds)
{
    bool more = adviser.player.game != NULL;
    for (; more && worlds; worlds--) more = adviser_step(&adviser);
    return more;
}

const char *nl_advice(void)
{
    static Advice advice;
    static char out[OUT];
    Text t = text_into(out, sizeof out);
    if (!adviser.player.game) return NULL;
    adviser_end(&adviser, &advice);
    reviewed_advice(&t, adviser.player.game, &advice);
    return t.n < sizeof out ? out : NULL;
}
