/* SPDX-License-Identifier: MIT
 * bots.c - bots at a table, and advice. Each is given its seat's view and what that seat was told, never the table. */
#include <stdlib.h>
#include <string.h>

#include "../protocol/reviewed.h"
#include "inside.h"

enum { USUAL_TRIES = 1200 };         /* where the caller names no number */

const char *nl_bot_at(int i) { return bot_at(i) ? bot_at(i)->name : NULL; }

/* ---- sitting down ----------------------------------------------------------------------- */

static void note_down(void *player, Seat seat, const void *view, const Event *e)
{
    (void)seat;
    player_hear(player, view, e);
}

/* Whoever sits down in the middle of a game is told all that the seat was told: the game is played again for it. An
 * imagined game has no beginning. */
static bool catch_up(const nl_table *t, Player *p)
{
    static const Audience listener = { .hear = note_down };
    const Table *now = &t->round.table;
    Why w;
    if (t->imagined || !t->records || !bots_listen(now->game)) return true;
    Round *again = calloc(1, sizeof *again);
    if (!again) return lib_fail(NL_NO_MEMORY, "there is no memory for a bot"), false;
    again->audience = &listener;
    again->host = p;
    again->listening = SEAT_BIT(p->seat);
    round_start(again, now->game, &now->options, now->secret);
    again->table.box = t->box;
    for (size_t i = 0; i < t->records && round_replay(again, &t->record[i], &w); i++) continue;
    free(again);
    return true;
}

/* A player that knows what its seat knows, for the caller to free. */
static Player *sit_down(const nl_table *t, const Bot *bot, int seat, uint64_t seed)
{
    Player *p = malloc(sizeof *p);
    if (!p) return lib_fail(NL_NO_MEMORY, "there is no memory for a bot"), NULL;
    player_start(p, bot, t->round.table.game, (Seat)seat, seed);
    if (catch_up(t, p)) return p;
    free(p);
    return NULL;
}

nl_status nl_table_bot(nl_table *table, int seat, const char *level, uint64_t seed)
{
    if (!lib_plays(table, seat)) return NL_BAD_ARGUMENT;
    const Bot *bot = level ? bot_find(level) : NULL;
    if (level && !bot) return lib_fail(NL_BAD_ARGUMENT, "there is no bot \"%.40s\"", level);
    Player *p = bot ? sit_down(table, bot, seat, seed) : NULL;
    if (bot && !p) return NL_NO_MEMORY;
    free(table->bot[seat]);
    table->bot[seat] = p;
    table->round.listening &= (SeatSet)~SEAT_BIT(seat);
    if (p && bots_listen(table->round.table.game)) table->round.listening |= SEAT_BIT(seat);
    return NL_OK;
}

/* ---- choosing --------------------------------------------------------------------------- */

static bool is_asked(const nl_table *t, int seat)
{
    return lib_plays(t, seat) && (round_asked(&t->round) >> seat & 1
                                  || (lib_fail(NL_NOT_ASKED, "seat %d is not asked", seat), false));
}

static Budget budget_of(uint32_t iterations) { return (Budget){ .iterations = iterations ? iterations : USUAL_TRIES }; }

static void think(nl_table *t, Seat seat, uint32_t iterations, Move *m, char word[MAX_WORD])
{
    _Alignas(16) uint8_t view[MAX_STATE];
    Player *p = t->bot[seat];
    word[0] = 0;
    p->game->observe(t->round.table.state, seat, view);
    p->bot->choose(p, view, budget_of(iterations), m, word);
}

int nl_table_choose(nl_table *table, int seat, uint32_t iterations, char *out, size_t cap)
{
    Move m;
    char word[MAX_WORD];
    if (!lib_can_write(out, cap) || !is_asked(table, seat)) return -1;
    if (!table->bot[seat]) return lib_fail(NL_BAD_ARGUMENT, "no bot sits on seat %d", seat), -1;
    think(table, (Seat)seat, iterations, &m, word);
    return move_format(table->round.table.game, &m, word, out, cap);
}

/* The first seat that is asked and has a bot; -1: none. */
static int next_bot(const nl_table *t)
{
    Seat p;
    EACH_SEAT(p, round_asked(&t->round)) if (t->bot[p]) return p;
    return -1;
}

nl_status nl_table_run(nl_table *table, uint32_t iterations)
{
    nl_status s = nl_table_settle(table);
    if (s) return s;
    uint64_t most = table->round.table.moves + table->round.table.game->bound;
    for (int seat; (seat = next_bot(table)) >= 0;) {
        Move m;
        char word[MAX_WORD];
        think(table, (Seat)seat, iterations, &m, word);
        Err e = round_play(&table->round, &m, word);
        if (e) return lib_fail((nl_status)e, "the bot on seat %d made a move that is refused: %s", seat, err_name(e));
        if (lib_kept(table)) return NL_NO_MEMORY;
        if (table->round.table.moves > most) return lib_fail(NL_ILLEGAL, "the bots do not come to an end");
    }
    return NL_OK;
}

/* ---- advice ------------------------------------------------------------------------------- */

typedef struct { Adviser adviser; Advice advice; } Counsel;

static int give_advice(const nl_table *t, const Player *p, uint32_t iterations, char *out, size_t cap)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    Counsel *c = malloc(sizeof *c);
    if (!c) return lib_fail(NL_NO_MEMORY, "there is no memory for advice"), -1;
    p->game->observe(t->round.table.state, p->seat, view);
    advise(&c->adviser, p, view, budget_of(iterations), NULL, NULL, &c->advice);
    Text text = text_into(out, cap);
    reviewed_advice(&text, p->game, &c->advice);
    free(c);
    return (int)text.n;
}

int nl_table_advise(nl_table *table, int seat, uint32_t iterations, char *out, size_t cap)
{
    if (!lib_can_write(out, cap) || !is_asked(table, seat)) return -1;
    Player *p = sit_down(table, &bot_search, seat, 1);
    if (!p) return -1;
    int n = give_advice(table, p, iterations, out, cap);
    free(p);
    return n;
}
