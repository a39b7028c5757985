/* SPDX-License-Identifier: MIT
 * table.c - tables: setting them up, playing, and telling what happened. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "../protocol/message.h"
#include "inside.h"

/* ---- what a round makes known ------------------------------------------------------------ */

/* Makes room for one more in a list. NULL: there is no memory; the list is as it was. */
static void *with_room(void *list, size_t n, size_t *room, size_t size)
{
    enum { FEW = 32 };
    if (n < *room) return list;
    size_t more = *room ? 2 * *room : FEW;
    void *larger = realloc(list, more * size);
    if (larger) *room = more;
    return larger;
}

static void record(void *table, const LogRecord *r)
{
    nl_table *t = table;
    if (t->imagined || t->lost) return;
    LogRecord *list = with_room(t->record, t->records, &t->record_room, sizeof *list);
    t->lost = !list;
    if (t->lost) return;
    t->record = list;
    list[t->records++] = *r;
}

static void happened(void *table, const Events *ev, const char *word)
{
    nl_table *t = table;
    for (int i = 0; i < ev->n && !t->lost; i++) {
        Happening *list = with_room(t->event, t->events, &t->event_room, sizeof *list);
        t->lost = !list;
        if (t->lost) return;
        t->event = list;
        list[t->events].event = ev->at[i];
        text_cut(list[t->events++].word, MAX_WORD, word);
    }
}

static void hear(void *table, Seat seat, const void *view, const Event *e)
{
    player_hear(((nl_table *)table)->bot[seat], view, e);
}

static const Audience audience = { record, happened, hear };

void lib_forget(nl_table *t, size_t n)
{
    t->told += n;
    t->events -= n;
    if (t->events) memmove(t->event, t->event + n, t->events * sizeof *t->event);
}

nl_status lib_kept(const nl_table *t)
{
    return t->lost ? lib_fail(NL_NO_MEMORY, "there is no memory; this table cannot go on") : NL_OK;
}

/* ---- setting up ------------------------------------------------------------------------- */

static size_t size_of(const Game *g) { return offsetof(nl_table, round) + round_size(g); }

nl_table *lib_table(const Game *g, const Options *o, const uint8_t secret[ENTROPY])
{
    nl_table *t = calloc(1, size_of(g));
    if (!t) return lib_fail(NL_NO_MEMORY, "there is no memory for a table"), NULL;
    t->round.audience = &audience;
    t->round.host = t;
    memcpy(t->secret, secret, ENTROPY);
    Err e = round_start(&t->round, g, o, secret);
    if (!e) return t;
    nl_table_free(t);
    return lib_fail((nl_status)e, "%s cannot be set up with these options: %s", g->id, err_name(e)), NULL;
}

static nl_table *fresh_table(const nl_game *game, const char *options, const uint8_t secret[ENTROPY])
{
    Options o;
    if (!game) return lib_fail(NL_BAD_ARGUMENT, "there is no game to be played"), NULL;
    if (!lib_options(lib_game(game), options, &o)) return NULL;
    nl_table *t = lib_table(lib_game(game), &o, secret);
    if (t) t->proven = true;
    return t;
}

nl_table *nl_table_new(const nl_game *game, const char *options, const uint8_t secret[NL_SECRET])
{
    uint8_t own[ENTROPY];
    if (!secret && getrandom(own, sizeof own, 0) != (ssize_t)sizeof own)
        return lib_fail(NL_NO_SECRET, "the system has no random bytes"), NULL;
    return fresh_table(game, options, secret ? secret : own);
}

nl_table *nl_table_seeded(const nl_game *game, const char *options, uint64_t seed)
{
    uint8_t secret[ENTROPY];
    lib_secret(seed, secret);
    return fresh_table(game, options, secret);
}

void nl_table_free(nl_table *table)
{
    if (!table) return;
    for (int p = 0; p < MAX_SEATS; p++) free(table->bot[p]);
    free(table->box);
    free(table->record);
    free(table->event);
    free(table);
}

/* A copy of n bytes, or NULL; for nothing NULL. *ok becomes false when there is no memory. */
static void *copied(const void *from, size_t n, bool *ok)
{
    void *to = from && n ? malloc(n) : NULL;
    if (to) memcpy(to, from, n);
    else if (from && n) *ok = false;
    return to;
}

nl_table *nl_table_copy(const nl_table *table)
{
    bool ok = true;
    if (!table) return lib_fail(NL_BAD_ARGUMENT, "there is no table to copy"), NULL;
    if (lib_kept(table)) return NULL;
    nl_table *t = copied(table, size_of(table->round.table.game), &ok);
    if (!t) return lib_fail(NL_NO_MEMORY, "there is no memory for a copy"), NULL;
    for (int p = 0; p < MAX_SEATS; p++) t->bot[p] = copied(table->bot[p], sizeof(Player), &ok);
    t->box = copied(table->box, sizeof *t->box, &ok);
    t->record = copied(table->record, table->records * sizeof *t->record, &ok);
    t->event = copied(table->event, table->events * sizeof *t->event, &ok);
    t->record_room = t->records;
    t->event_room = t->events;
    t->round.host = t;
    t->round.table.box = t->box;
    if (ok) return t;
    nl_table_free(t);
    return lib_fail(NL_NO_MEMORY, "there is no memory for a copy"), NULL;
}

/* ---- looking ------------------------------------------------------------------------------ */

static int seats_of(const nl_table *t) { return t->round.table.options.seats; }

bool lib_plays(const nl_table *t, int seat)
{
    if (!t) return lib_fail(NL_BAD_ARGUMENT, "there is no table"), false;
    return (seat >= 0 && seat < seats_of(t))
        || (lib_fail(NL_BAD_ARGUMENT, "there is no seat %d at a table for %d", seat, seats_of(t)), false);
}

bool lib_looks(const nl_table *t, int seat)
{
    return (t && (seat == NL_TABLE || seat == NL_TRUTH)) || lib_plays(t, seat);
}

bool lib_moves(const nl_table *t, int seat)
{
    return (t && (seat == NL_CHANCE || seat == NL_CLOCK)) || lib_plays(t, seat);
}

const nl_game *nl_table_game(const nl_table *table) { return table ? (const nl_game *)table->round.table.game : NULL; }
int nl_table_seats(const nl_table *table) { return table ? seats_of(table) : 0; }
uint64_t nl_table_moves(const nl_table *table) { return table ? table->round.table.moves : 0; }
int nl_table_over(const nl_table *table) { return !table || round_over(&table->round); }

uint64_t nl_table_mark(const nl_table *table)
{
    return table ? game_mark(table->round.table.game, table->round.table.state) : 0;
}

uint32_t nl_table_to_act(const nl_table *table)
{
    return table ? round_to_act(&table->round) : 0;
}

int nl_table_legal(const nl_table *table, int seat)
{
    Move first;
    if (!lib_moves(table, seat)) return -1;
    return table->round.table.game->legal(table->round.table.state, (Seat)seat, &first, 1);
}

int nl_table_legal_text(const nl_table *table, int seat, int i, char *out, size_t cap)
{
    Move list[MAX_MOVES];
    if (!lib_moves(table, seat) || !lib_can_write(out, cap)) return -1;
    const Game *g = table->round.table.game;
    int n = i >= 0 && i < MAX_MOVES ? g->legal(table->round.table.state, (Seat)seat, list, i + 1) : 0;
    if (i < 0 || i >= n) return lib_fail(NL_BAD_ARGUMENT, "seat %d has no move number %d", seat, i), -1;
    return move_format(g, &list[i], NULL, out, cap);
}

int lib_tell(const Game *g, const void *view, int seat, char *out, size_t cap)
{
    if (!lib_can_write(out, cap)) return -1;
    Text t = text_into(out, cap);
    Json j = json_write(&t);
    tell_object(&j.to, NULL);
    g->tell(view, (Seat)seat, &j.to);
    j.to.close(&j.to);
    return (int)t.n;
}

int nl_table_tell(const nl_table *table, int seat, char *out, size_t cap)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    if (!lib_looks(table, seat)) return -1;
    const Table *t = &table->round.table;
    if (seat == NL_TRUTH) return lib_tell(t->game, t->state, seat, out, cap);
    t->game->observe(t->state, (Seat)seat, view);
    return lib_tell(t->game, view, seat, out, cap);
}

int nl_table_events(const nl_table *table, int seat, char *out, size_t cap)
{
    if (!lib_looks(table, seat) || !lib_can_write(out, cap)) return -1;
    Text t = text_into(out, cap);
    text_char(&t, '[');
    for (size_t i = 0; i < table->events; i++) {
        const Happening *h = &table->event[i];
        if (i) text_char(&t, ',');
        message_event(&t, table->round.table.game, table->told + 1 + i, &h->event, (Seat)seat, h->word);
    }
    text_char(&t, ']');
    return (int)t.n;
}

static Result result_of(const nl_table *t)
{
    Result r = { 0 };
    if (t) t->round.table.game->score(t->round.table.state, &r);
    return r;
}

void nl_table_score(const nl_table *table, int points[NL_MAX_SEATS], int place[NL_MAX_SEATS])
{
    Result r = result_of(table);
    for (int p = 0; p < MAX_SEATS; p++) {
        if (points) points[p] = r.points[p];
        if (place) place[p] = r.place[p];
    }
}

uint32_t nl_table_winners(const nl_table *table) { return result_of(table).winners; }

/* ---- playing ---------------------------------------------------------------------------- */

/* After a move was tried: what happened before it, `old` events, is not part of this change. A refused move changes
 * nothing, the last change neither. */
static nl_status played(nl_table *t, Err e, const char *move, size_t old)
{
    if (e) return lib_fail((nl_status)e, "\"%.60s\" is refused: %s", move, err_name(e));
    lib_forget(t, old);
    return lib_kept(t);
}

nl_status nl_table_settle(nl_table *table)
{
    if (!table) return lib_fail(NL_BAD_ARGUMENT, "there is no table");
    if (lib_kept(table)) return NL_NO_MEMORY;
    lib_forget(table, table->events);
    if (table_waits_for_chance(&table->round.table)) round_settle(&table->round);
    return lib_kept(table);
}

/* Plays what a seat or the clock says, by one of the ways that a round has. */
static nl_status play(nl_table *t, int seat, const char *text, Err (*way)(Round *, const Move *, const char *))
{
    Move m;
    char word[MAX_WORD] = "";
    if (!lib_moves(t, seat)) return NL_BAD_ARGUMENT;
    if (!text || seat == NL_CHANCE) return lib_fail(NL_BAD_ARGUMENT, "seat %d plays a move written as text", seat);
    if (lib_kept(t)) return NL_NO_MEMORY;
    const Table *table = &t->round.table;
    Err e = strlen(text) < MAX_LINE ? move_hear(table->game, seats_of(t), (Seat)seat, text, &m, word) : E_BAD_MOVE;
    size_t old = t->events;
    return played(t, e ? e : way(&t->round, &m, word), text, old);
}

nl_status nl_table_play(nl_table *table, int seat, const char *move) { return play(table, seat, move, round_play); }

/* Entropy that is not the derived one: from now on the secret proves nothing. */
static nl_status play_chance(nl_table *t, const uint8_t *entropy)
{
    uint8_t derived[ENTROPY];
    if (lib_kept(t)) return NL_NO_MEMORY;
    size_t old = t->events;
    dice_derive(t->round.table.secret, t->round.table.moves + 1, derived);
    Err e = round_chance(&t->round, entropy);
    if (!e && entropy && memcmp(entropy, derived, ENTROPY)) t->proven = false;
    return played(t, e, "chance", old);
}

nl_status nl_table_apply(nl_table *table, int seat, const char *move, const uint8_t entropy[NL_SECRET])
{
    if (!table) return lib_fail(NL_BAD_ARGUMENT, "there is no table");
    if (seat == NL_CHANCE && move) return lib_fail(NL_BAD_ARGUMENT, "chance plays what is due: the move is NULL");
    if (seat != NL_CHANCE && entropy) return lib_fail(NL_BAD_ARGUMENT, "only chance has entropy");
    return seat == NL_CHANCE ? play_chance(table, entropy) : play(table, seat, move, round_play_one);
}
