/* SPDX-License-Identifier: MIT
 *
 * batch.c - many tables of one game, played in step. Every table is a lane of its own: nothing that happens at one
 * depends on another, so it does not matter how many there are and which thread plays which. */
#include "batch.h"

#include <stdlib.h>
#include <string.h>

#include "../core/bits.h"

/* ---- bots ------------------------------------------------------------------------ */

static Player *player_at(const Batch *b, uint32_t table, Seat seat)
{
    int bots = __builtin_popcount(b->bots), before = __builtin_popcount(b->bots & (SEAT_BIT(seat) - 1u));
    return &b->player[table * (size_t)bots + (size_t)before];
}

static void hear(void *host, Seat seat, const void *view, const Event *e)
{
    const Seated *t = host;
    player_hear(player_at(t->batch, t->number, seat), view, e);
}

static void sit_down(Seated *t, uint64_t seed)
{
    const Batch *b = t->batch;
    Seat p;
    EACH_SEAT(p, b->bots) player_start(player_at(b, t->number, p), b->bot[p], b->game, p, dice_stir(seed ^ p));
}

static void let_bot_move(Seated *t, Seat seat)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    char word[MAX_WORD] = "";
    Move m = { .seat = seat };
    const Batch *b = t->batch;
    b->game->observe(t->lane.state, seat, view);
    Player *p = player_at(b, t->number, seat);
    p->bot->choose(p, view, (Budget){ .iterations = b->iterations[seat] }, &m, word);
    if (lane_play(&t->lane, &m, word)) abort();          /* a bot that breaks the rules is a mistake of ours */
}

/* ---- one table ------------------------------------------------------------------- */

uint64_t batch_seed(uint64_t seed, uint32_t table, uint32_t game)
{
    return dice_stir(dice_stir(seed + DICE_STEP) + DICE_STEP * ((uint64_t)table << 32 | game));
}

static void deal(Seated *t)
{
    Batch *b = t->batch;
    uint64_t seed = batch_seed(b->seed, t->number, t->game);
    t->lane.forced = b->forced;
    t->lane.apart = b->bots;
    t->lane.hear = b->bots && bots_listen(b->game) ? hear : NULL;
    t->lane.host = t;
    sit_down(t, seed);
    lane_start(&t->lane, b->game, &b->options, seed);
}

/* Bots play, and what is over is dealt again, until the caller is asked. */
static void settle(Seated *t)
{
    Batch *b = t->batch;
    int seats = b->options.seats;
    float reward[MAX_SEATS];
    if (b->done[t->number]) memset(b->reward + (size_t)t->number * (size_t)seats, 0, (size_t)seats * sizeof *reward);
    b->done[t->number] = 0;
    while (t->lane.seat == SEAT_NONE) {
        Seat bot = lane_apart(&t->lane);
        if (bot != SEAT_NONE) {
            let_bot_move(t, bot);
            continue;
        }
        small_reward(b->game, t->lane.state, seats, reward);
        memcpy(b->reward + (size_t)t->number * (size_t)seats, reward, (size_t)seats * sizeof *reward);
        b->done[t->number] = 1;
        t->game++;
        deal(t);
    }
}

static inline void write_word(uint64_t word, uint8_t out[64])
{
    for (int i = 0; i < 64; i += 8) {
        uint64_t eight = bits_as_bytes(word >> i & 0xff);
        memcpy(out + i, &eight, sizeof eight);
    }
}

/* The set as bytes. The words after the first two are mostly empty and were empty before; then what is written there
 * stays. */
static void write_mask(Seated *t, uint8_t *out, int n)
{
    enum { ALWAYS = 2 };
    uint64_t rare = 0;
    for (int i = ALWAYS; i < SMALL_WORDS; i++) rare |= t->lane.may[i];
    int end = rare || t->lit ? n : n < 64 * ALWAYS ? n : 64 * ALWAYS, i = 0;
    for (; i + 64 <= end; i += 64) write_word(t->lane.may[i / 64], out + i);
    if (i < end) {
        uint8_t last[64];
        write_word(t->lane.may[i / 64], last);
        memcpy(out + i, last, (size_t)(end - i));
    }
    t->lit = rare != 0;
}

static void show(Seated *t)
{
    const Batch *b = t->batch;
    const Small *small = small_of(b->game);
    const Lane *l = &t->lane;
    b->seat[t->number] = (int8_t)l->seat;
    write_mask(t, b->mask + (size_t)t->number * small->actions, small->actions);
    if (b->observe)
        small_look(b->game, l->state, &l->so_far, b->observation + (size_t)t->number * small->features);
}

/* ---- all tables ------------------------------------------------------------------- */

enum { LINE = 64 };              /* bytes that memory is read by */

static int part_begin(const Batch *b, int part, int parts) { return (int)((int64_t)b->tables * part / parts); }

static void deal_part(void *of, int part, int parts)
{
    Batch *b = of;
    for (int i = part_begin(b, part, parts); i < part_begin(b, part + 1, parts); i++) {
        Seated *t = batch_at(b, i);
        t->batch = b;
        t->number = (uint32_t)i;
        t->game = 0;
        deal(t);
        settle(t);
        b->done[i] = 0;
        memset(b->reward + (size_t)i * b->options.seats, 0, b->options.seats * sizeof *b->reward);
        show(t);
    }
}

/* Lets the processor read the next table while it plays this one: with thousands of tables all of it is far away. */
static inline void fetch(const Batch *b, int i)
{
    const uint8_t *at = (const uint8_t *)batch_at(b, i);
    for (size_t k = 0; k < b->stride; k += LINE) __builtin_prefetch(at + k);
}

static void step_part(void *of, int part, int parts)
{
    Batch *b = of;
    for (int i = part_begin(b, part, parts); i < part_begin(b, part + 1, parts); i++) {
        Seated *t = batch_at(b, i);
        if (i + 1 < b->tables) fetch(b, i + 1);
        lane_act(&t->lane, b->action[i]);
        settle(t);
        show(t);
    }
}

void batch_reset(Batch *b, uint64_t seed)
{
    b->seed = seed;
    b->steps = 0;
    crew_do(b->crew, deal_part, b);
}

int batch_wrong(const Batch *b, const int32_t *action)
{
    for (int i = 0; i < b->tables; i++)
        if (!small_has(batch_at(b, i)->lane.may, action[i])) return i;
    return -1;
}

void batch_step(Batch *b, const int32_t *action)
{
    b->action = action;
    b->steps++;
    crew_do(b->crew, step_part, b);
}

void batch_random(const Batch *b, uint64_t seed, int32_t *action)
{
    uint64_t step = dice_stir(seed + DICE_STEP * b->steps);
    for (int i = 0; i < b->tables; i++) {
        const uint64_t *may = batch_at(b, i)->lane.may;
        uint64_t lot = dice_stir(step + DICE_STEP * (uint64_t)i);
        action[i] = small_nth(may, (uint32_t)((Wide)lot * small_size(may) >> 64));
    }
}

uint64_t batch_mark(const Batch *b, int table)
{
    const Seated *t = batch_at(b, table);
    return lane_mark(&t->lane) ^ dice_stir(DICE_STEP * (t->game + 1));
}

/* ---- memory ------------------------------------------------------------------------ */

static bool make_room(Batch *b)
{
    const Small *small = small_of(b->game);
    size_t n = (size_t)b->tables;
    b->stride = (offsetof(Seated, lane) + lane_size(b->game) + LINE - 1) / LINE * LINE;
    b->table = aligned_alloc(LINE, n * b->stride);
    b->seat = calloc(n, 1);
    b->done = calloc(n, 1);
    b->mask = calloc(n, small->actions);
    b->observation = calloc(n, small->features + 1u);
    b->reward = calloc(n * b->options.seats, sizeof *b->reward);
    if (b->table) memset(b->table, 0, n * b->stride);
    return b->table && b->seat && b->done && b->mask && b->observation && b->reward;
}

Batch *batch_new(const Game *g, const Options *o, int tables, uint64_t seed, bool observe, bool forced, int threads)
{
    Batch *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    *b = (Batch){ .game = g, .options = *o, .tables = tables, .observe = observe, .forced = forced };
    if (!make_room(b) || (threads > 1 && !(b->crew = crew_new(threads)))) {
        batch_free(b);
        return NULL;
    }
    batch_reset(b, seed);
    return b;
}

void batch_free(Batch *b)
{
    if (!b) return;
    crew_free(b->crew);
    free(b->table);
    free(b->player);
    free(b->seat);
    free(b->done);
    free(b->mask);
    free(b->observation);
    free(b->reward);
    free(b);
}

/* Everything is dealt again, because bots listen from the deal on. */
bool batch_bot(Batch *b, Seat seat, const Bot *bot, uint32_t iterations)
{
    SeatSet bots = b->bots | SEAT_BIT(seat);
    Player *player = calloc((size_t)b->tables * (size_t)__builtin_popcount(bots), sizeof *player);
    if (!player) return false;
    free(b->player);
    b->player = player;
    b->bots = bots;
    b->bot[seat] = bot;
    b->iterations[seat] = iterations;
    batch_reset(b, b->seed);
    return true;
}

/* ---- what the numbers mean ----------------------------------------------------------- */

static void tell_range(const Game *g, Text *t, int first, int n, int card)
{
    text_add(t, ",\"first\":"), text_number(t, first);
    text_add(t, ",\"count\":"), text_number(t, n);
    if (!card) return;
    text_add(t, ",\"cards\":[");
    for (int c = card; c < g->card_count && c < card + n; c++) {
        if (c > card) text_char(t, ',');
        text_char(t, '"'), text_add(t, g->cards[c]), text_char(t, '"');
    }
    text_char(t, ']');
}

/* None of these texts needs an escape: they are ours (tests/unit/batch_test.c reads them as JSON). */
static void tell_text_field(Text *t, const char *key, const char *text)
{
    text_add(t, key), text_char(t, '"'), text_add(t, text), text_char(t, '"');
}

static void tell_actions(const Game *g, Text *t)
{
    int first = 0;
    for (const ActionRow *r = small_of(g)->action; r->name; first += r->n, r++) {
        tell_text_field(t, first ? ",{\"name\":" : "{\"name\":", r->name);
        tell_range(g, t, first, r->n, r->card);
        if (!r->card) text_add(t, ",\"from\":"), text_number(t, r->low);
        tell_text_field(t, ",\"meaning\":", r->what);
        text_char(t, '}');
    }
}

static void tell_features(const Game *g, Text *t)
{
    int first = 0;
    for (const FeatureRow *r = small_of(g)->feature; r->name; first += r->n, r++) {
        tell_text_field(t, first ? ",{\"name\":" : "{\"name\":", r->name);
        tell_range(g, t, first, r->n, r->card);
        text_add(t, ",\"most\":"), text_number(t, r->most);
        tell_text_field(t, ",\"meaning\":", r->what);
        text_char(t, '}');
    }
}

void batch_describe(const Game *g, int seats, Text *t)
{
    tell_text_field(t, "{\"game\":", g->id);
    text_add(t, ",\"seats\":"), text_number(t, seats);
    text_add(t, ",\"team\":"), text_add(t, small_of(g)->team ? "true" : "false");
    text_add(t, ",\"actions\":[");
    tell_actions(g, t);
    text_add(t, "],\"features\":[");
    tell_features(g, t);
    text_add(t, "]}");
}
