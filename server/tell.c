/* SPDX-License-Identifier: MIT
 * tell.c - what the table says (protocol/PROTOCOL.md), to each as much as they may know. */
#include "tell.h"

#include <stdlib.h>

#include "../core/hex.h"
#include "clock.h"
#include "ring.h"
#include "socket.h"

/* ---- the table ----------------------------------------------------------------------------- */

static void put_hex(Text *t, const uint8_t *bytes)
{
    if (!bytes) {
        text_add(t, "null");
        return;
    }
    text_char(t, '"');
    text_hex(t, bytes, ENTROPY);
    text_char(t, '"');
}

static void put_text(Text *t, const char *key, const char *v)
{
    text_char(t, ',');
    message_key(t, key);
    if (v) json_string(t, v);
    else text_add(t, "null");
}

static void put_bool(Text *t, const char *key, bool v)
{
    text_char(t, ',');
    message_key(t, key);
    text_add(t, v ? "true" : "false");
}

static void put_number(Text *t, const char *key, uint64_t v)
{
    text_char(t, ',');
    message_long(t, key, v);
}

static const char *who_plays(const Room *r, Seat p)
{
    if (r->chair[p].bot) return "bot";
    if (!r->chair[p].name) return NULL;
    return (r->phase == PLAYING || r->phase == PAUSED) && clock_plays(r, p) ? "bot" : "person";
}

static void put_chairs(Text *t, const Room *r)
{
    text_add(t, ",\"seats\":[");
    for (Seat p = 0; p < r->options.seats; p++) {
        const Chair *c = &r->chair[p];
        text_add(t, p ? ",{\"name\":" : "{\"name\":");
        if (c->name) json_string(t, c->name);
        else text_add(t, "null");
        put_text(t, "bot", c->bot ? c->bot->name : NULL);
        put_bool(t, "here", c->conn || c->bot);
        put_text(t, "playing", who_plays(r, p));
        text_char(t, '}');
    }
    text_char(t, ']');
}

/* Before a round: the promise of the one to come. Luck is published when it can no longer be
 * answered, the secret when it can no longer help. */
static void put_fair(Text *t, const Room *r)
{
    bool before = r->phase == LOBBY;
    const Fair *f = before ? &r->next_fair : &r->fair;
    text_add(t, ",\"fair\":{\"commit\":");
    put_hex(t, f->commit);
    text_add(t, ",\"luck\":[");
    for (Seat p = 0; p < r->options.seats && (before || p < f->seats); p++) {
        if (p) text_char(t, ',');
        put_hex(t, !before && f->gave >> p & 1 ? f->luck[p] : NULL);
    }
    text_add(t, "],\"secret\":");
    put_hex(t, r->phase == OVER ? r->secret : NULL);
    text_add(t, "},\"next\":");
    put_hex(t, r->phase == LOBBY || r->phase == OVER ? r->next_fair.commit : NULL);
}

static void put_finished(Text *t, const Finished *f)
{
    const char *comma = "";
    text_add(t, "{\"round\":");
    text_number(t, (int)f->round);
    put_text(t, "game", f->game->id);
    text_add(t, ",\"winners\":[");
    for (Seat p = 0; p < f->seats; p++)
        if (f->winners >> p & 1) {
            text_add(t, comma);
            text_number(t, p);
            comma = ",";
        }
    text_add(t, "],\"points\":[");
    for (Seat p = 0; p < f->seats; p++) {
        if (p) text_char(t, ',');
        text_number(t, f->points[p]);
    }
    text_char(t, ']');
    put_number(t, "moves", f->moves);
    text_char(t, '}');
}

static void put_past(Text *t, const Room *r)
{
    text_add(t, ",\"progress\":[");
    for (int i = 0; i < r->progress_n; i++) {
        if (i) text_char(t, ',');
        json_string(t, r->progress[i]);
    }
    text_add(t, "],\"rounds\":[");
    for (int i = 0; i < r->finished_n; i++) {
        if (i) text_char(t, ',');
        put_finished(t, &r->finished[i]);
    }
    text_char(t, ']');
}

void tell_table(Text *t, const Room *r, const Conn *to)
{
    text_add(t, "{\"t\":\"table\"");
    put_text(t, "code", r->code);
    put_text(t, "phase", phases[r->phase]);
    put_number(t, "round", r->round);
    put_text(t, "game", r->game->id);
    text_char(t, ',');
    message_options(t, r->game, &r->options);
    put_chairs(t, r);
    put_number(t, "host", r->host);
    put_number(t, "watching", r->watching);
    put_bool(t, "open", r->open);
    put_text(t, "clock", clocks[r->clock].name);
    put_text(t, "pace", paces[r->pace].name);
    put_text(t, "absent", absents[r->absent]);
    put_fair(t, r);
    put_past(t, r);
    if (to) {
        text_add(t, ",\"you\":{\"seat\":");
        if (to->seat < MAX_SEATS) text_number(t, to->seat);
        else text_add(t, "null");
        put_bool(t, "host", to->seat == r->host);
        text_char(t, '}');
    }
    text_char(t, '}');
}

/* ---- the game --------------------------------------------------------------------------------- */

static void put_clock(Text *t, const Room *r)
{
    int64_t left = r->phase == PAUSED ? r->left : r->deadline - steady_ms(r->server);
    text_add(t, ",\"clock\":");
    if (!r->deadline) {
        text_add(t, "null");
        return;
    }
    text_add(t, "{\"left\":");
    text_number(t, (int)(left > 0 ? left : 0));
    text_add(t, ",\"of\":");
    text_number(t, (int)r->allowed);
    text_char(t, '}');
}

static void put_events(Text *t, const Room *r, const Conn *c)
{
    Event seen;
    text_add(t, ",\"events\":[");
    for (uint64_t n = c->told + 1; n <= r->events; n++) {
        const Happening *h = &r->ring[n % RING];
        if (n > c->told + 1) text_char(t, ',');
        events_redact(r->game, &h->event, c->seat, &seen);
        message_event(t, r->game, n, &seen, h->word);
    }
    text_char(t, ']');
}

static bool can_continue(const Room *r, const Conn *c)
{
    return r->ring && c->round == r->round && c->told >= r->ring_from && c->told <= r->events;
}

/* How things stand, after what happened since this viewer was last told anything. */
static void write_moment(Text *t, const Room *r, const Conn *c, bool step)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    text_add(t, step ? "{\"t\":\"step\"" : "{\"t\":\"view\"");
    put_number(t, "round", r->round);
    put_number(t, "n", r->events);
    if (step) put_events(t, r, c);
    text_char(t, ',');
    r->game->observe(r->play->table.state, c->seat, view);
    message_moment(t, r->game, view, c->seat, &r->server->offers);
    put_clock(t, r);
    text_char(t, '}');
}

/* Whoever was here when a round began is told of it from the deal on. */
static void begin_round(const Room *r, Conn *c)
{
    if (c->round == r->round || c->fresh || r->ring_from) return;
    c->round = r->round;
    c->told = 0;
}

static void tell_game(Room *r, Conn *c)
{
    if (!r->play) {
        c->fresh = false;
        return;
    }
    begin_round(r, c);
    bool news = c->round != r->round || c->told != r->events;
    if (!news && !c->fresh) return;
    Text t = text_into(r->server->scratch, SCRATCH);
    write_moment(&t, r, c, news && can_continue(r, c));
    c->round = r->round;
    c->told = r->events;
    c->fresh = false;
    if (t.n < SCRATCH) socket_send(c, t.at, t.n);
}

/* ---- frames --------------------------------------------------------------------------------------- */

void tell_now(Conn *c, const char *frame) { socket_send(c, frame, strlen(frame)); }

static void hold(Conn *c, const char *frame)
{
    size_t n = strlen(frame) + 1;
    char *more = realloc(c->held, c->held_n + n);
    if (!more) abort();
    memcpy(more + c->held_n, frame, n);
    c->held = more;
    c->held_n += n;
}

/* Even a refusal may betray a move that is not yet on disk. */
void tell_soon(Conn *c, const char *frame)
{
    const Room *r = c->room;
    if (r && (r->draft || r->storing)) hold(c, frame);
    else tell_now(c, frame);
}

static void send_held(Conn *c)
{
    char *held = c->held;
    size_t n = c->held_n;
    c->held = NULL;
    c->held_n = 0;
    for (size_t i = 0; i < n; i += strlen(held + i) + 1) tell_now(c, held + i);
    free(held);
}

static void welcome(Conn *c)
{
    char out[256];
    Text t = text_into(out, sizeof out);
    text_add(&t, "{\"t\":\"welcome\",\"v\":1,\"server\":\"" NINELIVES_VERSION "\",\"heartbeat\":");
    text_number(&t, HEARTBEAT);
    text_add(&t, ",\"seat\":");
    if (c->seat < MAX_SEATS) text_number(&t, c->seat);
    else text_add(&t, "null");
    if (c->gift) put_text(&t, "token", c->gift);
    text_char(&t, '}');
    free(c->gift);
    c->gift = NULL;
    c->greet = false;
    c->known = true;
    tell_now(c, out);
}

static void tell_conn(Room *r, Conn *c, bool table)
{
    bool greeted = c->greet;
    if (conn_gone(c)) return;
    if (c->greet) welcome(c);
    if (!c->known) return;
    send_held(c);
    if (table || greeted) {
        Text t = text_into(r->server->scratch, SCRATCH);
        tell_table(&t, r, c);
        socket_send(c, t.at, t.n);
    }
    if (!conn_gone(c)) tell_game(r, c);
}

/* Who turns out to have gone while being told leaves when the turn ends; then the table has changed again. */
void tell_room(Room *r)
{
    bool table = r->changed;
    r->changed = false;
    for (Conn *c = r->conns; c; c = c->next_here) tell_conn(r, c, table);
}

void tell_said(Room *r, Seat seat, const char *phrase)
{
    char out[128];
    Text t = text_into(out, sizeof out);
    text_add(&t, "{\"t\":\"said\",\"seat\":");
    text_number(&t, seat);
    put_text(&t, "phrase", phrase);
    text_char(&t, '}');
    for (Conn *c = r->conns; c; c = c->next_here)
        if (c->known) tell_soon(c, out);
}
