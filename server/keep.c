/* SPDX-License-Identifier: MIT
 * keep.c - a table as the text that the store keeps, and back; a round played again from its stored moves, each
 * checked against the mark it left (a hash of the state after it); and the log of a finished round. */
#include "keep.h"

#include <stdio.h>
#include <stdlib.h>

#include "../core/hex.h"
#include "lobby.h"
#include "play.h"
#include "ring.h"
#include "tell.h"
#include "thinker.h"

/* ---- writing ------------------------------------------------------------------------- */

static void put_chair(Scribe *to, const Chair *c)
{
    tell_object(to, NULL);
    tell_text(to, "name", c->name);
    tell_text(to, "bot", c->bot ? c->bot->name : NULL);
    if (c->name) tell_hex(to, "token", c->token, sizeof c->token);
    to->close(to);
}

static void put_finished(Scribe *to, const Finished *f)
{
    tell_object(to, NULL);
    tell_text(to, "game", f->game->id);
    tell_long(to, "round", f->round);
    tell_long(to, "moves", f->moves);
    tell_number(to, "winners", f->winners);
    tell_points(to, f);
    to->close(to);
}

static void put_wishes(Scribe *to, const Room *r)
{
    tell_text(to, "game", r->game->id);
    tell_options(to, r);
    tell_number(to, "clock", r->clock);
    tell_number(to, "pace", r->pace);
    tell_number(to, "absent", r->absent);
    tell_number(to, "open", r->open);
    tell_number(to, "host", r->host);
    tell_number(to, "phase", (int)r->phase);
}

static void put_long(Scribe *to, const char *key, int64_t v) { tell_long(to, key, v < 0 ? 0 : (uint64_t)v); }

/* Times are kept by the calendar, because the steady clock starts anew with the server. 0 is no time. */
static void put_time(Scribe *to, const char *key, const Room *r, int64_t steady)
{
    put_long(to, key, steady ? steady + calendar_ms() - steady_ms(r->server) : 0);
}

static void put_times(Scribe *to, const Room *r)
{
    tell_long(to, "round", r->round);
    put_time(to, "started", r, r->started);
    put_time(to, "paused", r, r->paused);
    put_long(to, "left", r->left);
    tell_long(to, "resumed_after", r->resumed_after);
    put_time(to, "resumed_deadline", r, r->resumed_deadline);
}

char *keep_write(const Room *r)
{
    Text t = text_into(r->server->scratch, SCRATCH);
    Json j = json_write(&t);
    Scribe *to = &j.to;
    tell_object(to, NULL);
    put_wishes(to, r);
    put_times(to, r);
    tell_hex(to, "secret", r->secret, ENTROPY);
    tell_hex(to, "next_secret", r->next_secret, ENTROPY);
    tell_list(to, "chairs");
    for (Seat p = 0; p < r->options.seats; p++) put_chair(to, &r->chair[p]);
    to->close(to);
    tell_list(to, "finished");
    for (int i = 0; i < r->finished_n; i++) put_finished(to, &r->finished[i]);
    to->close(to);
    tell_texts(to, "progress", r->progress, r->progress_n);
    to->close(to);
    assert(t.n < SCRATCH);
    char *text = strdup(t.at);
    if (!text) abort();
    return text;
}

/* ---- reading --------------------------------------------------------------------------- */

static int64_t get_long(const Fact *f, const char *key)
{
    f = fact_get(f, key);
    if (f && f->kind == FACT_FRACTION) return strtoll(f->text, NULL, 10);
    return f && f->kind == FACT_NUMBER ? f->number : 0;
}

static bool get_hex(const Fact *f, const char *key, uint8_t *out, size_t n)
{
    f = fact_get(f, key);
    return f && f->kind == FACT_TEXT && hex_bytes(f->text, out, n);
}

static const char *get_text(const Fact *f, const char *key)
{
    f = fact_get(f, key);
    return f && f->kind == FACT_TEXT ? f->text : NULL;
}

static bool get_chairs(Room *r, const Fact *list)
{
    Seat p = 0;
    if (!list || list->kind != FACT_LIST || list->number > MAX_SEATS) return false;
    r->options.seats = (uint8_t)list->number;
    for (const Fact *f = list->child; f; f = f->next, p++) {
        Chair *c = &r->chair[p];
        const char *name = get_text(f, "name"), *bot = get_text(f, "bot");
        if (name) room_set_name(c, name);
        c->left = steady_ms(r->server);
        if (bot && !(c->bot = bot_find(bot))) return false;
        if (name && !get_hex(f, "token", c->token, sizeof c->token)) return false;
    }
    return p >= r->game->min_seats && p <= r->game->max_seats;
}

static bool get_finished(Room *r, const Fact *list)
{
    if (!list || list->number > KEPT_ROUNDS) return false;
    if (!list->number) return true;
    r->finished = calloc(KEPT_ROUNDS, sizeof *r->finished);
    if (!r->finished) abort();
    for (const Fact *f = list->child; f; f = f->next) {
        const char *game = get_text(f, "game");
        Finished *to = &r->finished[r->finished_n++];
        *to = (Finished){ .round = (uint32_t)get_long(f, "round"), .moves = (uint32_t)get_long(f, "moves"),
                          .game = game ? game_find(game) : NULL, .winners = (SeatSet)get_long(f, "winners") };
        if (!to->game) return false;
        const Fact *points = fact_get(f, "points");
        for (const Fact *v = points ? points->child : NULL; v && to->seats < MAX_SEATS; v = v->next)
            to->points[to->seats++] = (int16_t)v->number;
    }
    return true;
}

static void get_progress(Room *r, const Fact *list)
{
    if (!list || !list->number) return;
    r->progress = calloc(MAX_PROGRESS, sizeof *r->progress);
    if (!r->progress) abort();
    for (const Fact *f = list->child; f && r->progress_n < MAX_PROGRESS; f = f->next)
        if (f->kind == FACT_TEXT && !(r->progress[r->progress_n++] = strdup(f->text))) abort();
}

static bool is_row(const char *const *list, size_t step, int row)
{
    for (; *list; list = (const char *const *)(const void *)((const char *)list + step))
        if (!row--) return true;
    return false;
}

static bool get_wishes(Room *r, const Fact *f)
{
    const char *game = get_text(f, "game");
    if (!game || !(r->game = game_find(game))) return false;
    options_default(r->game, r->game->min_seats, &r->options);
    const Fact *options = fact_get(f, "options");
    for (const Fact *o = options ? options->child : NULL; o; o = o->next)
        if (o->kind != FACT_TEXT || options_set(r->game, &r->options, o->key, o->text)) return false;
    r->clock = (uint8_t)get_long(f, "clock");
    r->pace = (uint8_t)get_long(f, "pace");
    r->absent = (uint8_t)get_long(f, "absent");
    r->open = get_long(f, "open");
    r->host = (uint8_t)get_long(f, "host");
    r->phase = (Phase)get_long(f, "phase");
    return r->host < MAX_SEATS && r->phase <= OVER && r->absent <= ABSENT_WAIT
        && is_row(&clocks[0].name, sizeof clocks[0], r->clock) && is_row(&paces[0].name, sizeof paces[0], r->pace);
}

static int64_t to_steady(const Room *r, int64_t calendar)
{
    return calendar ? calendar - calendar_ms() + steady_ms(r->server) : 0;
}

/* When something happened. If that seems to lie in the future, the calendar was set back meanwhile: then it is now. */
static int64_t past(const Room *r, int64_t calendar)
{
    int64_t at = to_steady(r, calendar), now = steady_ms(r->server);
    return at < now ? at : now;
}

static void get_times(Room *r, const Fact *f)
{
    r->round = (uint32_t)get_long(f, "round");
    r->started = past(r, get_long(f, "started"));
    r->paused = past(r, get_long(f, "paused"));
    r->left = get_long(f, "left");
    r->resumed_after = (uint64_t)get_long(f, "resumed_after");
    r->resumed_deadline = to_steady(r, get_long(f, "resumed_deadline"));
}

/* `a`: the caller frees a->at. */
static const Fact *read_text(const char *text, Arena *a, Why *w)
{
    size_t n = strlen(text), room = json_needs(n);
    *a = (Arena){ malloc(room), room, 0 };
    if (!a->at) abort();
    return json_read(text, n, a, w);
}

bool keep_read(Room *r, const char *text, Why *w)
{
    Arena a;
    const Fact *f = read_text(text, &a, w);
    bool ok = f && get_wishes(r, f) && get_chairs(r, fact_get(f, "chairs"))
           && get_hex(f, "secret", r->secret, ENTROPY) && get_hex(f, "next_secret", r->next_secret, ENTROPY)
           && get_finished(r, fact_get(f, "finished"));
    if (ok) {
        get_times(r, f);
        get_progress(r, fact_get(f, "progress"));
        r->next_fair.seats = r->options.seats;
        fair_commit(r->next_secret, r->next_fair.commit);
    }
    free(a.at);
    return ok || why(w, "the table's record makes no sense");
}

/* ---- playing a round again ---------------------------------------------------------------- */

typedef struct { Room *room; Why *why; bool ok; Answer *last; } Replaying;

/* The answer to a client's move counts the events up to it, including those of the chance moves that followed. */
static void remember_answer(Replaying *p, const StoredMove *m, Seat seat)
{
    if (m->by != 'c') p->last = m->ask[0] && seat < MAX_SEATS ? play_answer(p->room, seat, m->ask, 0, E_OK) : NULL;
    if (p->last) p->last->n = (uint32_t)p->room->events;
}

static bool replay_move(void *to, const StoredMove *m)
{
    Replaying *p = to;
    Room *r = p->room;
    LogRecord rec;
    p->ok = log_read(r->game, r->options.seats, m->line, &rec, p->why)
         && rec.kind == LOG_MOVE && rec.number == m->number && play_again(r, &rec, past(r, m->at), p->why)
         && (game_mark(r->game, r->play->table.state) == m->mark
             || why(p->why, "move %llu left another mark", (unsigned long long)m->number));
    if (!p->ok) return false;
    remember_answer(p, m, rec.move.seat);
    return true;
}

static bool read_head(Room *r, char *head, Why *w)
{
    LogRecord rec;
    const Game *g;
    Options o;
    char *rest = head, *line = strtok_r(rest, "\n", &rest);
    if (!line || !log_read_header(line, &g, &o, w)) return false;
    r->fair = (Fair){ .seats = o.seats };
    while ((line = strtok_r(NULL, "\n", &rest))) {
        if (!log_read(g, o.seats, line, &rec, w)) return false;
        if (rec.kind == LOG_COMMIT) memcpy(r->fair.commit, rec.entropy, ENTROPY);
        if (rec.kind != LOG_LUCK) continue;
        r->fair.gave |= SEAT_BIT(rec.move.seat);
        memcpy(r->fair.luck[rec.move.seat], rec.entropy, ENTROPY);
    }
    uint8_t seed[ENTROPY];
    fair_seed(&r->fair, r->secret, seed);
    Round *round = calloc(1, round_size(g));
    if (!round) abort();
    play_seat_round(r, round);
    if (!fair_fits(&r->fair, r->secret)) return why(w, "the round's secret does not fit its commitment");
    return !round_start(round, g, &o, seed) || why(w, "the round cannot be set up");
}

/* The clock of the open decision went on while the table was on disk. Still, whoever comes back finds at least GRACE
 * left of it, and never more than the clock allows, even if the calendar was set meanwhile. */
static void settle_clock(Room *r)
{
    enum { GRACE = 2000 };
    int64_t now = steady_ms(r->server);
    if (r->resumed_deadline && r->play->opened_at <= r->resumed_after) r->deadline = r->resumed_deadline;
    if (r->deadline > now + r->allowed) r->deadline = now + r->allowed;
    if (r->deadline && r->deadline < now + GRACE) r->deadline = now + GRACE;
    if (r->left > r->allowed) r->left = r->allowed;
}

static bool replay_round(Room *r, Why *w)
{
    char *tail, *head = store_read_round(r->server->store, r->id, r->round, &tail);
    free(tail);
    bool ok = head ? read_head(r, head, w) : why(w, "round %u is missing", r->round);
    free(head);
    if (!ok) return false;
    Replaying p = { r, w, true, NULL };
    for (Seat seat = 0; seat < r->options.seats; seat++)
        if (r->chair[seat].bot) thinker_listen(r, seat);
    if (!store_read_moves(r->server->store, r->id, r->round, replay_move, &p))
        return why(w, "the moves cannot be read");
    if (!p.ok) return false;
    if ((r->phase == OVER) == !round_over(r->play)) return why(w, "the last moves are missing");
    settle_clock(r);
    return true;
}

/* A round that is over and cannot be played again, because its rules have changed since, does not keep people from
 * playing another one: then the table is there without a view of its last round. */
bool keep_replay(Room *r, Why *w)
{
    if (r->phase == LOBBY || replay_round(r, w)) return true;
    if (r->phase != OVER) return false;
    server_log("warning", "the last round of a table cannot be shown any more", r, w->text);
    free(r->play);
    r->play = NULL;
    ring_free(r);
    r->events = r->ring_from = 0;
    return true;
}

static bool retell_move(void *to, const StoredMove *m)
{
    Round *again = to;
    LogRecord rec;
    Why w;
    return log_read(again->table.game, again->table.options.seats, m->line, &rec, &w) && round_replay(again, &rec, &w);
}

void keep_retell(const Room *r, const Audience *audience, void *host, SeatSet listening)
{
    const Table *t = &r->play->table;
    Round *again = calloc(1, round_size(t->game));
    if (!again) abort();
    again->audience = audience;
    again->host = host;
    again->listening = listening;
    if (!round_start(again, t->game, &t->options, t->secret))
        store_read_moves(r->server->store, r->id, r->round, retell_move, again);
    free(again);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

bool keep_opened_by(const char *text, const char *token)
{
    uint8_t hash[SHA256];
    bool opened = false;
    Why w;
    Arena a;
    const Fact *chairs = fact_get(read_text(text, &a, &w), "chairs");
    for (const Fact *f = chairs && chairs->kind == FACT_LIST ? chairs->child : NULL; f; f = f->next)
        opened |= get_hex(f, "token", hash, sizeof hash) && lobby_fits(token, hash);
    free(a.at);
    return opened;
}

/* ---- the log of a finished round ------------------------------------------------------------ */

static bool print_move(void *file, const StoredMove *m) { return fprintf(file, "%s\n", m->line) > 0; }

char *keep_log(Room *r, uint32_t round, size_t *n, bool *broken)
{
    char *tail, *log = NULL, *head = store_read_round(r->server->store, r->id, round, &tail);
    *broken = false;
    if (head && tail) {
        FILE *f = open_memstream(&log, n);
        if (!f) abort();
        fputs(head, f);
        *broken = !store_read_moves(r->server->store, r->id, round, print_move, f);
        fputs(tail, f);
        fclose(f);
    }
    free(head);
    free(tail);
    if (*broken) free(log), log = NULL;
    return log;
}
