/* SPDX-License-Identifier: MIT
 * round.c - what follows from a move: chance, the log, who hears what, who is asked next. */
#include "round.h"

#include <string.h>

#include "show.h"
#include "text.h"

/* ---- telling ------------------------------------------------------------------ */

static void let_hear(const Round *r, const Events *ev)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    const Table *t = &r->table;
    Event heard;
    Seat p;
    EACH_SEAT(p, r->listening) {
        t->game->observe(t->state, p, view);
        for (int i = 0; i < ev->n; i++) {
            events_redact(t->game, &ev->at[i], p, &heard);
            r->audience->hear(r->host, p, view, &heard);
        }
    }
}

static void tell(const Round *r, const LogRecord *rec, const Events *ev)
{
    const Audience *a = r->audience;
    if (!a) return;
    if (a->record) a->record(r->host, rec);
    if (a->happened) a->happened(r->host, ev, rec->word);
    if (a->hear) let_hear(r, ev);
}

/* ---- who is asked ---------------------------------------------------------------- */

SeatSet round_to_act(const Round *r)
{
    const Table *t = &r->table;
    Move up;
    bool timed = t->game->legal(t->state, SEAT_CLOCK, &up, 1) == 1;
    return t->game->to_act(t->state) | (timed ? SEAT_BIT(SEAT_CLOCK) : 0);
}

SeatSet round_asked(const Round *r)
{
    return table_asked(&r->table) & (SeatSet)(SEAT_BIT(r->table.options.seats) - 1);
}

bool round_over(const Round *r) { return !r->table.game->to_act(r->table.state); }

bool round_is_window(const Round *r)
{
    const Game *g = r->table.game;
    SeatSet asked = round_asked(r);
    Move first;
    return asked && g->legal(r->table.state, (Seat)__builtin_ctz(asked), &first, 1) > 0
        && g->verbs[first.verb].flags & VERB_WINDOW;
}

bool round_has_choice(const Round *r, Seat seat)
{
    Move first;
    return r->table.game->legal(r->table.state, seat, &first, 1) > 1;
}

SeatSet round_against(const Round *r) { return r->table.game->against ? r->table.game->against(r->table.state) : 0; }

/* A decision is new when it asks a seat that was not asked before, or that has moved since. A window that only
 * loses seats stays the same decision. While chance is asked no seat is. */
static void decide(Round *r)
{
    SeatSet now = round_asked(r);
    if (table_waits_for_chance(&r->table)) return;
    if (!r->decision && now) r->began = (Seat)__builtin_ctz(now);
    if (!now || now & ~r->still) {
        r->decision++;
        r->opened_at = r->table.moves;
    }
    r->still = now;
}

/* ---- moves ------------------------------------------------------------------------- */

Err round_start(Round *r, const Game *g, const Options *o, const uint8_t seed[ENTROPY])
{
    r->still = 0;
    r->began = SEAT_NONE;
    r->decision = r->opened_at = 0;
    return table_start(&r->table, g, o, seed);
}

static Err play_chance(Round *r, const uint8_t *entropy)
{
    Table *t = &r->table;
    Events ev = { .n = 0 };
    LogRecord rec = { .kind = LOG_MOVE, .number = t->moves + 1 };
    if (t->game->legal(t->state, SEAT_CHANCE, &rec.move, 1) != 1) return E_NOT_ASKED;
    if (entropy) memcpy(rec.entropy, entropy, ENTROPY);
    else dice_derive(t->secret, rec.number, rec.entropy);
    Err e = table_chance(t, rec.entropy, &ev);
    if (!e) tell(r, &rec, &ev);
    return e;
}

void round_settle(Round *r)
{
    while (table_waits_for_chance(&r->table) && !play_chance(r, NULL)) continue;
    decide(r);
}

static void has_moved(Round *r, Seat p)
{
    if (p < MAX_SEATS) r->still &= (SeatSet)~SEAT_BIT(p);
}

static Err play_move(Round *r, const Move *m, const char *word)
{
    Events ev = { .n = 0 };
    LogRecord rec = { .kind = LOG_MOVE, .number = r->table.moves + 1, .move = *m };
    Err e = table_move(&r->table, m, word, &ev);
    if (e) return e;
    text_cut(rec.word, sizeof rec.word, word ? word : "");
    has_moved(r, m->seat);
    tell(r, &rec, &ev);
    return E_OK;
}

Err round_play(Round *r, const Move *m, const char *word)
{
    Err e = play_move(r, m, word);
    if (!e) round_settle(r);
    return e;
}

Err round_play_one(Round *r, const Move *m, const char *word)
{
    Err e = play_move(r, m, word);
    if (!e) decide(r);
    return e;
}

Err round_chance(Round *r, const uint8_t *entropy)
{
    Err e = play_chance(r, entropy);
    if (!e) decide(r);
    return e;
}

bool round_replay(Round *r, const LogRecord *rec, Why *w)
{
    Events ev = { .n = 0 };
    if (!log_play(&r->table, rec, &ev, w)) return false;
    if (rec->kind != LOG_MOVE) return true;
    has_moved(r, rec->move.seat);
    tell(r, rec, &ev);
    decide(r);
    return true;
}

/* ---- the next round ---------------------------------------------------------------------- */

/* Whoever came last; of several the lowest seat. */
static Seat loser(const Round *r)
{
    Result result;
    Seat worst = 0;
    r->table.game->score(r->table.state, &result);
    for (Seat p = 1; p < r->table.options.seats; p++)
        if (result.place[p] > result.place[worst]) worst = p;
    return worst;
}

void round_follow(const Round *last, const Game *g, const Options *wished, Options *o)
{
    int first = options_role(g, ROLE_FIRST), i = first >= 0 ? first : options_role(g, ROLE_DEALER);
    Seat seat;
    *o = *wished;
    if (i < 0 || !last || last->table.game != g || last->table.options.seats != o->seats || !round_over(last)) return;
    const char *how = g->options[i].words[o->value[i]];
    if (!strcmp(how, "next")) seat = (Seat)((last->began + (first >= 0)) % o->seats);
    else if (!strcmp(how, "loser")) seat = loser(last);
    else return;
    options_set(g, o, g->options[i].name, (char[]){ '@', (char)('0' + seat), 0 });
}

/* Reads the texts in one list of what a game tells. */
typedef struct { Scribe to; const char *list; bool in; Box *box; } WordReader;

static void read_fact(Scribe *to, FactKind kind, const char *key, int number, const char *text)
{
    WordReader *r = (WordReader *)to;
    (void)number;
    if (kind == FACT_LIST && key && !strcmp(key, r->list)) r->in = true;
    else if (r->in && kind == FACT_TEXT) box_leave_out(r->box, text);
}

static void close_list(Scribe *to) { ((WordReader *)to)->in = false; }

void round_leave_out(const Round *last, const Game *g, Box *box)
{
    const ShowRow *grid = show_shape(g, SHOW_GRID);
    if (!last || last->table.game != g || !g->boxed || !grid) return;
    WordReader r = { { read_fact, close_list }, grid->fact, false, box };
    g->tell(last->table.state, SEAT_NONE, &r.to);
}

/* ---- silent seats ---------------------------------------------------------------------- */

/* Says the game's word for silence; if the rules refuse it because it lies on the table, its last letter is repeated
 * ("hmm", "hmmm") until they accept it. */
static Err say_nothing(Round *r, const Move *m)
{
    char word[MAX_WORD];
    const char *silence = r->table.game->silence;
    Err e = E_ILLEGAL;
    for (size_t n = strlen(silence); e && n < MAX_WORD - 1; n++) {
        memset(word, silence[strlen(silence) - 1], n);
        memcpy(word, silence, strlen(silence));
        word[n] = 0;
        e = round_play(r, m, word);
    }
    return e;
}

Err round_silent(Round *r, Seat seat, uint32_t lot)
{
    enum { FEW = 64 };                   /* enough for a lot: no hand holds as many kinds of cards to give away */
    Move list[FEW];
    const Game *g = r->table.game;
    int n = g->legal(r->table.state, seat, list, FEW);
    if (n < 1) return E_NOT_ASKED;
    if (n > FEW) n = FEW;
    Move *m = &list[g->verbs[list[0].verb].flags & VERB_LOT ? lot % (uint32_t)n : 0];
    if (m->arg[0] != ARG_OPEN) return round_play(r, m, NULL);
    m->arg[0] = 0;
    return say_nothing(r, m);
}

int round_minutes(const Round *r)
{
    const Game *g = r->table.game;
    int minutes = options_role(g, ROLE_MINUTES);
    Move m;
    return minutes >= 0 && g->legal(r->table.state, SEAT_CLOCK, &m, 1) == 1 ? r->table.options.value[minutes] : 0;
}

Err round_time_up(Round *r)
{
    Move m;
    if (r->table.game->legal(r->table.state, SEAT_CLOCK, &m, 1) != 1) return E_NOT_ASKED;
    return round_play(r, &m, NULL);
}
