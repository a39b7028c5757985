/* SPDX-License-Identifier: MIT
 *
 * search.c - the bot that tries its moves out before making one (trial.c), and plays what comes out best. */
#include "search.h"

#include <string.h>

#include "random.h"
#include "trial.h"

/* Returns how many moves there are. */
static int think(Trial *t, Player *p, const void *view, Budget budget, Move *m)
{
    trial_start(t, p, view, budget, p->bot == &bot_light);
    while (trial_step(t)) continue;
    *m = trial_best(t)->move;
    return t->moves;
}

static int choose(Player *p, const void *view, Budget budget, Move *m, char word[MAX_WORD])
{
    Trial t;
    if (p->bot != &bot_light && player_speaks(p, view, NERVE_SEARCH, m, word))
        return p->game->legal(view, p->seat, t.list, MAX_MOVES);
    memcpy(word, RANDOM_WORD, sizeof RANDOM_WORD);
    return think(&t, p, view, budget, m);
}

uint32_t search_iterations(Player *p, const void *view, Budget budget)
{
    Trial t;
    Move m;
    think(&t, p, view, budget, &m);
    return t.done;
}

const Bot bot_search = { .name = "search", .ponders = true, .choose = choose };
const Bot bot_light = { .name = "light", .choose = choose };
