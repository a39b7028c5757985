/* SPDX-License-Identifier: MIT
 * batch_api.c - the batches of ninelives.h: whatever a caller may get wrong is refused here. */
#include <limits.h>
#include <string.h>

#include "batch.h"

enum { MOST_TABLES = 1 << 24, MOST_THREADS = 1024 };

nl_batch *nl_batch_new(const nl_game *game, const char *options, int tables, uint64_t seed, int flags, int threads)
{
    const Game *g = (const Game *)game;
    _Alignas(16) uint8_t state[MAX_STATE];
    Options o;
    if (!g || tables < 1 || tables > MOST_TABLES || threads < 0 || threads > MOST_THREADS
        || flags & ~(NL_OBSERVE | NL_FORCED)) {
        lib_fail(NL_BAD_ARGUMENT, "a batch has a game, 1 to %d tables, known flags and 0 to %d threads", MOST_TABLES,
                 MOST_THREADS);
        return NULL;
    }
    if (!lib_options(g, options, &o)) return NULL;
    Err e = g->setup(state, &o);
    if (e) return lib_fail((nl_status)e, "these options do not fit together"), NULL;
    Batch *b = batch_new(g, &o, tables, seed, flags & NL_OBSERVE, flags & NL_FORCED, threads);
    if (!b) lib_fail(NL_NO_MEMORY, "there is not enough memory for %d tables, or no more threads", tables);
    return b;
}

void nl_batch_free(nl_batch *batch) { batch_free(batch); }

nl_status nl_batch_bot(nl_batch *b, int seat, const char *level, uint32_t iterations)
{
    const Bot *bot = b && level ? bot_find(level) : NULL;
    if (!bot) return lib_fail(NL_BAD_ARGUMENT, "there is no bot \"%s\"", level ? level : "");
    if (seat < 0 || seat >= b->options.seats) return lib_fail(NL_BAD_ARGUMENT, "there is no seat %d", seat);
    if (!iterations) return lib_fail(NL_BAD_ARGUMENT, "a bot needs at least one iteration");
    if (b->steps) return lib_fail(NL_BAD_ARGUMENT, "bots sit down before the first step");
    if (__builtin_popcount(b->bots | SEAT_BIT(seat)) == b->options.seats)
        return lib_fail(NL_BAD_ARGUMENT, "at least one seat must be asked");
    if (!batch_bot(b, (Seat)seat, bot, iterations)) return lib_fail(NL_NO_MEMORY, "there is no memory for the bots");
    return NL_OK;
}

nl_status nl_batch_reset(nl_batch *b, uint64_t seed)
{
    if (!b) return lib_fail(NL_BAD_ARGUMENT, "there is no batch");
    batch_reset(b, seed);
    return NL_OK;
}

int nl_batch_tables(const nl_batch *b) { return b->tables; }
int nl_batch_seats(const nl_batch *b) { return b->options.seats; }
int nl_batch_actions(const nl_batch *b) { return small_of(b->game)->actions; }
int nl_batch_features(const nl_batch *b) { return small_of(b->game)->features; }

int nl_batch_describe(const nl_batch *b, char *out, size_t cap)
{
    if (!b || (!out && cap)) return lib_fail(NL_BAD_ARGUMENT, "there is no batch, or nowhere to write to"), -1;
    Text t = text_into(out, cap);
    batch_describe(b->game, b->options.seats, &t);
    return (int)t.n;
}

const int8_t  *nl_batch_seat(const nl_batch *b) { return b->seat; }
const uint8_t *nl_batch_mask(const nl_batch *b) { return b->mask; }
const uint8_t *nl_batch_observation(const nl_batch *b) { return b->observation; }
const uint8_t *nl_batch_done(const nl_batch *b) { return b->done; }
const float   *nl_batch_reward(const nl_batch *b) { return b->reward; }

nl_status nl_batch_step(nl_batch *b, const int32_t *action)
{
    if (!b || !action) return lib_fail(NL_BAD_ARGUMENT, "there is no batch, or there are no actions");
    int wrong = batch_wrong(b, action);
    if (wrong >= 0) return lib_fail(NL_ILLEGAL, "action %d is not possible at table %d", action[wrong], wrong);
    batch_step(b, action);
    return NL_OK;
}

nl_status nl_batch_random(nl_batch *b, uint64_t seed, int32_t *action)
{
    if (!b || !action) return lib_fail(NL_BAD_ARGUMENT, "there is no batch, or nowhere to write to");
    batch_random(b, seed, action);
    return NL_OK;
}

uint64_t nl_batch_mark(const nl_batch *b, int table)
{
    return b && table >= 0 && table < b->tables ? batch_mark(b, table) : 0;
}
