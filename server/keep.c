/* SPDX-License-Identifier: MIT
 * keep.c - a table as the text that the store keeps, and back: what it wishes, who sits there, its secrets and its
 * clocks. Its rounds are stored move by move (record.c). */
#include "keep.h"

#include <stdlib.h>

#include "../core/hex.h"
#include "lobby.h"
#include "notice.h"
#include "tell.h"

/* ---- writing ------------------------------------------------------------------------- */

static void put_chair(Scribe *to, const Chair *c)
{
    tell_object(to, NULL);
    tell_text(to, "name", c->name);
    tell_text(to, "bot", c->bot ? c->bot->name : NULL);
    if (c->name) tell_hex(to, "token", c->token, sizeof c->token);
    if (c->called) tell_text(to, "called", c->called);
    if (c->cat) tell_number(to, "cat", c->cat);
    if (c->let) tell_number(to, "let", c->let);
    notice_put(to, c->notices);
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
    tell_number(to, "hints", r->hints);
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
    tell_list(to, "own");
    for (int i = 0; r->own && i < r->own->own_n; i++) tell_text(to, NULL, r->own->own[i]);
    to->close(to);
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
        room_call_bot(c, get_text(f, "called"));
        if (get_long(f, "cat") > 0 && get_long(f, "cat") <= CATS) c->cat = (uint8_t)get_long(f, "cat");
        if (name && wish_let((int)get_long(f, "let"))) c->let = (uint8_t)get_long(f, "let");
        if (name) notice_get(c, fact_get(f, "notices"), r->server->settings.push_local);
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

static bool get_own(Room *r, const Fact *list)
{
    if (!list || !list->number) return true;
    if (list->number > BOX_OWN || !(r->own = calloc(1, box_size(list->number)))) return false;
    for (const Fact *f = list->child; f; f = f->next)
        if (f->kind != FACT_TEXT || box_add(r->own, f->text)) return false;
    return true;
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
    r->hints = get_long(f, "hints");     /* tables kept before there were hints say nothing, and have none */
    r->host = (uint8_t)get_long(f, "host");
    r->phase = (Phase)get_long(f, "phase");
    return r->host < MAX_SEATS && r->phase <= OVER
        && wish_clock(r->clock) && wish_pace(r->pace) && wish_absent(r->absent);
}

static int64_t to_steady(const Room *r, int64_t calendar)
{
    return calendar ? calendar - calendar_ms() + steady_ms(r->server) : 0;
}

int64_t keep_past(const Room *r, int64_t calendar)
{
    int64_t at = to_steady(r, calendar), now = steady_ms(r->server);
    return at < now ? at : now;
}

static void get_times(Room *r, const Fact *f)
{
    r->round = (uint32_t)get_long(f, "round");
    r->started = keep_past(r, get_long(f, "started"));
    r->paused = keep_past(r, get_long(f, "paused"));
    r->left = get_long(f, "left");
    r->resumed_after = (uint64_t)get_long(f, "resumed_after");
    r->resumed_deadline = to_steady(r, get_long(f, "resumed_deadline"));
}

/* `a`: the caller frees a->at. */
static const Fact *read_text(const char *text, Arena *a, Why *w)
{
    size_t n = strlen(text), cap = json_needs(n);
    *a = (Arena){ malloc(cap), cap, 0 };
    if (!a->at) abort();
    return json_read(text, n, a, w);
}

bool keep_read(Room *r, const char *text, Why *w)
{
    Arena a;
    const Fact *f = read_text(text, &a, w);
    bool ok = f && get_wishes(r, f) && get_chairs(r, fact_get(f, "chairs"))
           && get_hex(f, "secret", r->secret, ENTROPY) && get_hex(f, "next_secret", r->next_secret, ENTROPY)
           && get_finished(r, fact_get(f, "finished")) && get_own(r, fact_get(f, "own"));
    if (ok) {
        get_times(r, f);
        get_progress(r, fact_get(f, "progress"));
        r->next_fair.seats = r->options.seats;
        fair_commit(r->next_secret, r->next_fair.commit);
    }
    free(a.at);
    return ok || why(w, "the table's record makes no sense");
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
