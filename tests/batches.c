/* SPDX-License-Identifier: MIT
 *
 * batches.c - plays batches with random actions and prints one line a game: its name, the mark of every table, and a
 * hash of all that was shown. js/test/batch.test.mjs compares it with the module for JavaScript.
 * usage: batches TABLES STEPS SEED */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../lib/batch.h"

/* FNV-1a, in 32 bits, which JavaScript can also do. */
static uint32_t hash(uint32_t h, const void *bytes, size_t n)
{
    for (const uint8_t *p = bytes; n; n--) h = (h ^ *p++) * 16777619u;
    return h;
}

static uint32_t hash_shown(uint32_t h, const Batch *b)
{
    size_t tables = (size_t)b->tables;
    h = hash(h, b->seat, tables);
    h = hash(h, b->mask, tables * small_of(b->game)->actions);
    h = hash(h, b->observation, tables * small_of(b->game)->features);
    h = hash(h, b->done, tables);
    return hash(h, b->reward, tables * b->options.seats * sizeof *b->reward);
}

static void play(const Game *g, int tables, int steps, uint64_t seed)
{
    Options o;
    options_default(g, g->max_seats, &o);
    int32_t *action = calloc((size_t)tables, sizeof *action);
    Batch *b = batch_new(g, &o, tables, seed, true, false, 1);
    uint32_t h = 2166136261u;
    if (!b || !action) exit(1);
    for (int i = 0; i < steps; i++) {
        h = hash_shown(h, b);
        batch_random(b, seed, action);
        batch_step(b, action);
    }
    printf("%s", g->id);
    for (int i = 0; i < tables; i++) printf(" %016" PRIx64, batch_mark(b, i));
    printf(" %08" PRIx32 "\n", hash_shown(h, b));
    batch_free(b);
    free(action);
}

int main(int argc, char **argv)
{
    if (argc != 4) return fprintf(stderr, "usage: batches TABLES STEPS SEED\n"), 2;
    for (int i = 0; game_at(i); i++) play(game_at(i), atoi(argv[1]), atoi(argv[2]), strtoull(argv[3], NULL, 0));
    return 0;
}
