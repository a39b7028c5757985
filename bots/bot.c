/* SPDX-License-Identifier: MIT
 * bot.c - the bots there are. */
#include "bot.h"

#include <string.h>

#include "random.h"

static bool choose_randomly(const Game *g, const void *view, Seat seat, Dice *d, Move *m, char word[MAX_WORD])
{
    Move list[MAX_MOVES];
    int n = g->legal(view, seat, list, MAX_MOVES);
    *m = list[n > 1 ? dice_below(d, (uint32_t)n) : 0];
    if (m->arg[0] == ARG_OPEN) m->arg[0] = RANDOM_NUMBER;
    memcpy(word, RANDOM_WORD, sizeof RANDOM_WORD);
    return n > 1;
}

static const Bot bots[] = {
    { "random", choose_randomly },
};

const Bot *bot_find(const char *name)
{
    for (size_t i = 0; i < sizeof bots / sizeof bots[0]; i++)
        if (!strcmp(bots[i].name, name)) return &bots[i];
    return NULL;
}

const char *bot_names(void) { return "random"; }
