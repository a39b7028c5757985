/* SPDX-License-Identifier: MIT
 * bot.c - the bots there are, and the simple ones among them. */
#include "bot.h"

#include <string.h>

#include "random.h"

static const Bot *const bots[] = { &bot_random, &bot_easy, &bot_sharp, &bot_search };
enum { BOTS = sizeof bots / sizeof bots[0] };

const Bot *bot_at(int i) { return i >= 0 && i < BOTS ? bots[i] : NULL; }

const Bot *bot_find(const char *name)
{
    for (int i = 0; i < BOTS; i++)
        if (!strcmp(bots[i]->name, name)) return bots[i];
    return NULL;
}

static const Lore *lent;

void bots_lend(const Lore *lore) { lent = lore; }
const Lore *bots_lore(void) { return lent; }

void player_start(Player *p, const Bot *bot, const Game *g, Seat seat, uint64_t seed)
{
    memset(p, 0, sizeof *p);
    p->bot = bot;
    p->game = g;
    p->seat = seat;
    p->lore = lent;
    dice_fast(&p->dice, seed);
    for (int i = 0; g->hunch && i < g->hunch->taste_count; i++) p->taste[i] = g->hunch->tastes[i].value;
}

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

void bots_line_up(const uint8_t seed[ENTROPY], int seats, uint8_t order[MAX_SEATS], uint64_t of_bot[MAX_SEATS])
{
    Dice d;
    dice_fast(&d, word_at(seed) * 0x9e3779b97f4a7c15 ^ (word_at(seed + 8) + 1) * 0xd1342543de82ef95);
    dice_fast(&d, dice_word(&d));
    for (int i = 0; i < seats; i++) order[i] = (uint8_t)i;
    dice_shuffle(&d, order, seats);
    for (int i = 0; i < seats; i++) of_bot[i] = dice_word(&d);
}

bool bots_listen(const Game *g) { return g->hunch && (g->hunch->hear || g->hunch->ponder); }

void player_hear(Player *p, const void *view, const Event *e)
{
    const Hunch *h = p->game->hunch;
    if (h && h->ponder && p->bot->ponders) h->ponder(p->memory, p->seat, view, e, p->taste, &p->dice);
    if (h && h->hear) h->hear(p->memory, p->seat, view, e);
}

bool player_speaks(const Player *p, const void *view, float nerve, Move *m, char word[MAX_WORD])
{
    const Hunch *h = p->game->hunch;
    return p->lore && h && h->speech && h->speech->choose(p->lore, view, p->seat, nerve, m, word);
}

/* ---- choosing --------------------------------------------------------------- */

static void fill_open(Move *m, char word[MAX_WORD])
{
    if (m->arg[0] == ARG_OPEN) m->arg[0] = RANDOM_NUMBER;
    memcpy(word, RANDOM_WORD, sizeof RANDOM_WORD);
}

static int choose_randomly(Player *p, const void *view, Budget budget, Move *m, char word[MAX_WORD])
{
    Move list[MAX_MOVES];
    int n = p->game->legal(view, p->seat, list, MAX_MOVES);
    (void)budget;
    *m = list[n > 1 ? dice_below(&p->dice, (uint32_t)n) : 0];
    fill_open(m, word);
    return n;
}

int sharp_pick(const Game *g, const void *view, Seat who, const float *taste, const Move *list, int n, Dice *d)
{
    float weight[MAX_MOVES];
    if (n < 2) return 0;
    if (!g->hunch) return (int)dice_below(d, (uint32_t)n);
    g->hunch->weigh(view, who, taste, list, n, weight);
    return heaviest(weight, n, d);
}

static int choose_sharply(Player *p, const void *view, Budget budget, Move *m, char word[MAX_WORD])
{
    Move list[MAX_MOVES];
    int n = p->game->legal(view, p->seat, list, MAX_MOVES);
    (void)budget;
    if (player_speaks(p, view, NERVE_SHARP, m, word)) return n;
    *m = list[sharp_pick(p->game, view, p->seat, p->taste, list, n, &p->dice)];
    fill_open(m, word);
    return n;
}

/* Plays like sharp but makes human mistakes: those that the game suggests, and now and then any move. */
static int choose_easily(Player *p, const void *view, Budget budget, Move *m, char word[MAX_WORD])
{
    enum { CARELESS = 8 };                             /* one move in so many is any move */
    Move list[MAX_MOVES];
    const Hunch *h = p->game->hunch;
    int n = p->game->legal(view, p->seat, list, MAX_MOVES), slip = -1;
    (void)budget;
    if (player_speaks(p, view, NERVE_EASY, m, word)) return n;
    if (n > 1 && h && h->slip) slip = h->slip(view, p->seat, p->memory, list, n, &p->dice);
    if (n > 1 && slip < 0 && !dice_below(&p->dice, CARELESS)) slip = (int)dice_below(&p->dice, (uint32_t)n);
    *m = list[slip >= 0 ? slip : sharp_pick(p->game, view, p->seat, p->taste, list, n, &p->dice)];
    fill_open(m, word);
    return n;
}

const Bot bot_random = { .name = "random", .choose = choose_randomly };
const Bot bot_easy = { .name = "easy", .choose = choose_easily };
const Bot bot_sharp = { .name = "sharp", .choose = choose_sharply };
