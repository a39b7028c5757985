/* SPDX-License-Identifier: MIT
 * keep.c - a table as the text the store keeps, and back; and a round played again from its
 * moves, each checked against the mark it left. */
#include "keep.h"

#include <stdlib.h>

#include "../core/hex.h"
#include "lobby.h"
#include "play.h"
#include "ring.h"
#include "thinker.h"

/* ---- writing ------------------------------------------------------------------------- */

static void put_hex(Text *t, const char *key, const uint8_t *bytes, size_t n)
{
    text_char(t, ',');
    message_key(t, key);
    text_char(t, '"');
    text_hex(t, bytes, n);
    text_char(t, '"');
}

static void put_long(Text *t, const char *key, int64_t v)
{
    text_char(t, ',');
    message_long(t, key, v < 0 ? 0 : (uint64_t)v);
}

static void put_chair(Text *t, const Chair *c)
{
    text_add(t, "{\"name\":");
    if (c->name) json_string(t, c->name);
    else text_add(t, "null");
    text_add(t, ",\"bot\":");
    if (c->bot) json_string(t, c->bot->name);
    else text_add(t, "null");
    if (c->name) put_hex(t, "token", c->token, sizeof c->token);
    text_char(t, '}');
}

static void put_finished(Text *t, const Finished *f)
{
    text_add(t, "{\"game\":");
    json_string(t, f->game->id);
    put_long(t, "round", f->round);
    put_long(t, "moves", f->moves);
    put_long(t, "winners", f->winners);
    text_add(t, ",\"points\":[");
    for (Seat p = 0; p < f->seats; p++) {
        if (p) text_char(t, ',');
        text_number(t, f->points[p]);
    }
    text_add(t, "]}");
}

static void put_wishes(Text *t, const Room *r)
{
    text_add(t, "\"game\":");
    json_string(t, r->game->id);
    text_char(t, ',');
    message_options(t, r->game, &r->options);
    put_long(t, "clock", r->clock);
    put_long(t, "pace", r->pace);
    put_long(t, "absent", (int64_t)r->absent);
    put_long(t, "open", r->open);
    put_long(t, "host", r->host);
    put_long(t, "phase", (int64_t)r->phase);
}

/* Times are kept by the calendar, since the steady clock begins anew with the server. 0 is no time. */
static void put_time(Text *t, const char *key, const Room *r, int64_t steady)
{
    put_long(t, key, steady ? steady + calendar_ms() - steady_ms(r->server) : 0);
}

static void put_times(Text *t, const Room *r)
{
    put_long(t, "round", r->round);
    put_time(t, "started", r, r->started);
    put_time(t, "paused", r, r->paused);
    put_long(t, "left", r->left);
    put_long(t, "resumed_after", (int64_t)r->resumed_after);
    put_time(t, "resumed_deadline", r, r->resumed_deadline);
}

char *keep_write(const Room *r)
{
    Text t = text_into(r->server->scratch, SCRATCH);
    text_char(&t, '{');
    put_wishes(&t, r);
    put_times(&t, r);
    put_hex(&t, "secret", r->secret, ENTROPY);
    put_hex(&t, "next_secret", r->next_secret, ENTROPY);
    text_add(&t, ",\"chairs\":[");
    for (Seat p = 0; p < r->options.seats; p++) {
        if (p) text_char(&t, ',');
        put_chair(&t, &r->chair[p]);
    }
    text_add(&t, "],\"finished\":[");
    for (int i = 0; i < r->finished_n; i++) {
        if (i) text_char(&t, ',');
        put_finished(&t, &r->finished[i]);
    }
    text_add(&t, "],\"progress\":[");
    for (int i = 0; i < r->progress_n; i++) {
        if (i) text_char(&t, ',');
        json_string(&t, r->progress[i]);
    }
    text_add(&t, "]}");
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

/* Of something that has happened. If the calendar says that it will, somebody has set it back: then it is now. */
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

bool keep_read(Room *r, const char *text, Why *w)
{
    size_t n = strlen(text), room = json_needs(n);
    Arena a = { malloc(room), room, 0 };
    if (!a.at) abort();
    const Fact *f = json_read(text, n, &a, w);
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

/* What chance did after a move belongs to the answer that move got. */
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
    p->ok = log_read(r->game, r->options.seats, m->line, &rec, p->why) && rec.kind == LOG_MOVE && rec.number == m->number
         && play_again(r, &rec, past(r, m->at), p->why)
         && (game_mark(r->game, r->play->table.state) == m->mark || why(p->why, "move %llu left another mark", (unsigned long long)m->number));
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

/* The clock went on while the server was away, but nobody comes back to a lost turn, nor to a longer one than there
 * is: whatever happened to the calendar meanwhile. */
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
    if (!store_read_moves(r->server->store, r->id, r->round, replay_move, &p)) return why(w, "the moves cannot be read");
    if (!p.ok) return false;
    if ((r->phase == OVER) == !round_over(r->play)) return why(w, "the last moves are missing");
    settle_clock(r);
    return true;
}

/* A round that is over need not be played again for people to play another: if the rules have changed since, the
 * table is there without a view of its last round. */
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

/* ---- whom a token belongs to ---------------------------------------------------------------- */

bool keep_opened_by(const char *text, const char *token)
{
    size_t n = strlen(text), room = json_needs(n);
    uint8_t hash[SHA256];
    bool opened = false;
    Why w;
    Arena a = { malloc(room), room, 0 };
    if (!a.at) abort();
    const Fact *chairs = fact_get(json_read(text, n, &a, &w), "chairs");
    for (const Fact *f = chairs && chairs->kind == FACT_LIST ? chairs->child : NULL; f; f = f->next)
        opened |= get_hex(f, "token", hash, sizeof hash) && lobby_fits(token, hash);
    free(a.at);
    return opened;
}

/* ---- the log of a finished round ------------------------------------------------------------ */

typedef struct { char *at; size_t n, room; } Growing;

static void grow(Growing *g, const char *text)
{
    size_t n = strlen(text);
    if (g->n + n + 2 > g->room) {
        g->room = 2 * (g->n + n) + 4096;
        if (!(g->at = realloc(g->at, g->room))) abort();
    }
    memcpy(g->at + g->n, text, n + 1);
    g->n += n;
}

static bool grow_move(void *to, const StoredMove *m)
{
    grow(to, m->line);
    grow(to, "\n");
    return true;
}

char *keep_log(Room *r, uint32_t round, size_t *n, bool *broken)
{
    char *tail, *head = store_read_round(r->server->store, r->id, round, &tail);
    Growing g = { NULL, 0, 0 };
    *broken = false;
    if (head && tail) {
        grow(&g, head);
        *broken = !store_read_moves(r->server->store, r->id, round, grow_move, &g);
        grow(&g, tail);
    }
    free(head);
    free(tail);
    *n = g.n;
    if (*broken) free(g.at), g.at = NULL;
    return g.at;
}
