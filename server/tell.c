/* SPDX-License-Identifier: MIT
 * tell.c - what clients are told (protocol/PROTOCOL.md), each as much as they may know. What is hidden in a game is
 * left out by protocol/message.c, which gets only the viewer's view and redacted events. */
#include "tell.h"

#include <stdlib.h>

#include "../core/hex.h"
#include "clock.h"
#include "record.h"
#include "notice.h"
#include "push.h"
#include "ring.h"
#include "socket.h"

/* ---- facts that JSON has no kind for ------------------------------------------------------- */

void tell_long(Scribe *to, const char *key, uint64_t v)
{
    char digits[24];
    Text t = text_into(digits, sizeof digits);
    text_long(&t, v);
    to->put(to, FACT_FRACTION, key, 0, digits);
}

void tell_hex(Scribe *to, const char *key, const uint8_t *bytes, size_t n)
{
    char digits[2 * SHA256 + 1];
    Text t = text_into(digits, sizeof digits);
    if (bytes) text_hex(&t, bytes, n);
    tell_text(to, key, bytes ? digits : NULL);
}

void tell_texts(Scribe *to, const char *key, char *const *list, int n)
{
    tell_list(to, key);
    for (int i = 0; i < n; i++) tell_text(to, NULL, list[i]);
    to->close(to);
}

void tell_options(Scribe *to, const Room *r)
{
    char value[32];
    tell_object(to, "options");
    for (int i = 0; i < r->game->option_count; i++) {
        options_value(r->game, &r->options, i, value, sizeof value);
        tell_text(to, r->game->options[i].name, value);
    }
    to->close(to);
}

void tell_points(Scribe *to, const Finished *f)
{
    tell_list(to, "points");
    for (Seat p = 0; p < f->seats; p++) tell_number(to, NULL, f->points[p]);
    to->close(to);
}

static void tell_seat(Scribe *to, Seat p)
{
    if (p < MAX_SEATS) tell_number(to, "seat", p);
    else tell_none(to, "seat");
}

/* ---- short messages -------------------------------------------------------------------------- */

Scribe *frame_begin(Frame *f, const char *kind)
{
    f->text = text_into(f->out, sizeof f->out);
    f->json = json_write(&f->text);
    tell_object(&f->json.to, NULL);
    tell_text(&f->json.to, "t", kind);
    return &f->json.to;
}

const char *frame_end(Frame *f)
{
    f->json.to.close(&f->json.to);
    assert(f->text.n < sizeof f->out);
    return f->out;
}

/* ---- the table ----------------------------------------------------------------------------- */

static const char *who_plays(const Room *r, Seat p)
{
    if (r->chair[p].bot) return "bot";
    if (!r->chair[p].name) return NULL;
    return (r->phase == PLAYING || r->phase == PAUSED) && clock_plays(r, p) ? "bot" : "person";
}

static void put_chairs(Scribe *to, const Room *r)
{
    uint8_t cat[MAX_SEATS];
    room_cats(r, cat);
    tell_list(to, "seats");
    for (Seat p = 0; p < r->options.seats; p++) {
        const Chair *c = &r->chair[p];
        tell_object(to, NULL);
        tell_text(to, "name", c->name);
        tell_text(to, "bot", c->bot ? c->bot->name : NULL);
        if (c->bot) tell_text(to, "called", c->called);
        tell_number(to, "cat", cat[p]);
        tell_bool(to, "here", c->conn || c->bot);
        tell_text(to, "playing", who_plays(r, p));
        to->close(to);
    }
    to->close(to);
}

/* Before a round this is about the round to come. What players gave as luck is shown when nobody can choose theirs by
 * it any more, and the secret when it cannot help anybody any more. */
static void put_fair(Scribe *to, const Room *r)
{
    bool before = r->phase == LOBBY;
    const Fair *f = before ? &r->next_fair : &r->fair;
    tell_object(to, "fair");
    tell_hex(to, "commit", f->commit, ENTROPY);
    tell_list(to, "luck");
    for (Seat p = 0; p < r->options.seats && (before || p < f->seats); p++)
        tell_hex(to, NULL, !before && f->gave >> p & 1 ? f->luck[p] : NULL, ENTROPY);
    to->close(to);
    tell_hex(to, "secret", r->phase == OVER ? r->secret : NULL, ENTROPY);
    to->close(to);
    tell_hex(to, "next", room_rests(r) ? r->next_fair.commit : NULL, ENTROPY);
}

static void put_rounds(Scribe *to, const Room *r)
{
    Seat p;
    tell_list(to, "rounds");
    for (int i = 0; i < r->finished_n; i++) {
        const Finished *f = &r->finished[i];
        tell_object(to, NULL);
        tell_long(to, "round", f->round);
        tell_text(to, "game", f->game->id);
        tell_list(to, "winners");
        EACH_SEAT(p, f->winners) tell_number(to, NULL, p);
        to->close(to);
        tell_points(to, f);
        tell_long(to, "moves", f->moves);
        to->close(to);
    }
    to->close(to);
}

static void put_you(Scribe *to, const Room *r, Seat seat)
{
    tell_object(to, "you");
    tell_seat(to, seat);
    tell_bool(to, "host", seat == r->host);
    if (seat < MAX_SEATS) tell_text(to, "let", lets[r->chair[seat].let]);
    to->close(to);
}

void tell_table(Text *t, const Room *r, const Conn *viewer)
{
    Json j = json_write(t);
    Scribe *to = &j.to;
    tell_object(to, NULL);
    tell_text(to, "t", "table");
    tell_text(to, "code", r->code);
    tell_text(to, "phase", phases[r->phase]);
    tell_long(to, "round", r->round);
    tell_text(to, "game", r->game->id);
    tell_options(to, r);
    put_chairs(to, r);
    tell_number(to, "host", r->host);
    tell_long(to, "watching", r->watching);
    tell_bool(to, "screen", r->screens);
    tell_bool(to, "open", r->open);
    tell_bool(to, "hints", r->hints);
    tell_text(to, "clock", clocks[r->clock].name);
    tell_text(to, "pace", paces[r->pace].name);
    tell_text(to, "absent", absents[r->absent]);
    put_fair(to, r);
    tell_texts(to, "progress", r->progress, r->progress_n);
    tell_number(to, "own", r->own ? r->own->own_n : 0);
    put_rounds(to, r);
    if (viewer) put_you(to, r, viewer->seat);
    to->close(to);
}

/* ---- the game --------------------------------------------------------------------------------- */

static void put_number(Text *t, const char *key, uint64_t v)
{
    text_char(t, ',');
    message_long(t, key, v);
}

static void put_time(Text *t, int64_t left, int64_t of)
{
    text_add(t, "{\"left\":");
    text_number(t, (int)(left > 0 ? left : 0));
    text_add(t, ",\"of\":");
    text_number(t, (int)of);
    text_char(t, '}');
}

/* Whoever lets the window happen is shown when that is, and whether there is anything to ask. */
static void put_clock(Text *t, const Room *r, Seat p)
{
    int64_t now = steady_ms(r->server), let_at = p < MAX_SEATS ? clock_lets(r, p) : 0;
    if (let_at) text_add(t, clock_quiet(r, p) ? ",\"let\":\"quiet\"" : ",\"let\":\"asked\"");
    text_add(t, ",\"clock\":");
    if (let_at) put_time(t, let_at - now, let_at - r->opened);
    else if (!r->deadline) text_add(t, "null");
    else put_time(t, r->phase == PAUSED ? r->left : r->deadline - now, r->allowed);
}

static void put_events(Text *t, const Room *r, const Conn *c)
{
    text_add(t, ",\"events\":[");
    for (uint64_t n = c->told + 1; n <= r->events; n++) {
        const Happening *h = &r->ring[n % RING];
        if (n > c->told + 1) text_char(t, ',');
        message_event(t, r->game, n, &h->event, c->seat, h->word);
    }
    text_char(t, ']');
}

static bool can_continue(const Room *r, const Conn *c)
{
    return r->ring && c->round == r->round && c->told >= r->ring_from && c->told <= r->events;
}

/* A `step`: the events since this viewer was last told something, and how things stand now. Or a `view`, the same
 * without events, for somebody who missed too many. */
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
    put_clock(t, r, c->seat);
    text_char(t, '}');
}

/* Somebody who was already here when the round began is told its events from the first one on. */
static void begin_round(const Room *r, Conn *c)
{
    if (c->round == r->round || c->fresh || r->ring_from) return;
    c->round = r->round;
    c->told = 0;
}

/* Nothing has happened since this viewer was told but that others have answered the open window. That changes nothing
 * the viewer can do, so it can wait a moment: often the next one answers meanwhile, and one frame tells both. Only what
 * everybody knows decides this. */
static bool can_wait(const Room *r, const Conn *c, bool answered)
{
    return r->phase == PLAYING && !answered && !c->fresh && c->round == r->round && c->told >= r->since
        && round_is_window(r->play);
}

/* `by`: somebody has been waiting and is to be told then; 0: nobody has. */
static bool put_off(Room *r, int64_t by)
{
    enum { SHORT = 200 };
    int64_t now = steady_ms(r->server);
    if (!by) by = now + SHORT;
    if (by <= now) return false;
    r->tell_by = by;
    return true;
}

static void tell_game(Room *r, Conn *c, bool answered, int64_t by)
{
    if (!r->play) {
        c->fresh = false;
        return;
    }
    begin_round(r, c);
    bool news = c->round != r->round || c->told != r->events;
    if (!news && !c->fresh) return;
    if (can_wait(r, c, answered) && put_off(r, by)) return;
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

/* Even a refusal may reveal a move that is not on disk yet, so it waits for the disk, too. */
void tell_soon(Conn *c, const char *frame)
{
    const Room *r = c->room;
    if (r && (r->draft || room_shut(r))) hold(c, frame);
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
    Frame f;
    Scribe *to = frame_begin(&f, "welcome");
    tell_number(to, "v", 1);
    tell_text(to, "server", NINELIVES_VERSION);
    tell_number(to, "heartbeat", HEARTBEAT);
    tell_seat(to, c->seat);
    if (c->gift) tell_text(to, "token", c->gift);
    if (c->server->push) tell_text(to, "push", push_key(c->server->push));
    free(c->gift);
    c->gift = NULL;
    c->greet = false;
    c->known = true;
    tell_now(c, frame_end(&f));
    if (c->seat < MAX_SEATS && c->room->chair[c->seat].notices) notice_tell(c);
}

static void tell_conn(Room *r, Conn *c, bool table, int64_t by)
{
    bool greeted = c->greet, answered = c->held;
    if (conn_gone(c)) return;
    if (c->greet) welcome(c);
    if (!c->known) return;
    send_held(c);
    if (table || greeted || c->changed) {
        c->changed = false;
        Text t = text_into(r->server->scratch, SCRATCH);
        tell_table(&t, r, c);
        socket_send(c, t.at, t.n);
    }
    if (!conn_gone(c)) tell_game(r, c, answered, by);
}

/* Somebody may turn out to be gone while being told. They stay in the list until end_turn() in loop.c; then the others
 * are told about that as well. */
void tell_room(Room *r)
{
    bool table = r->changed;
    int64_t by = r->tell_by;
    if (room_shut(r)) return;
    r->changed = false;
    r->tell_by = 0;
    for (Conn *c = r->conns; c; c = c->next_here) tell_conn(r, c, table, by);
}

void tell_said(Room *r, Seat seat, const char *phrase)
{
    Frame f;
    Scribe *to = frame_begin(&f, "said");
    tell_number(to, "seat", seat);
    tell_text(to, "phrase", phrase);
    const char *frame = frame_end(&f);
    for (Conn *c = r->conns; c; c = c->next_here)
        if (c->known) tell_soon(c, frame);
}

/* ---- what has happened ---------------------------------------------------------------------------- */

enum { PAST = 2000 };                    /* events at most, so that they fit into what may wait for a slow reader */
typedef struct { Text *text; const Conn *to; uint64_t n, from, upto; bool begun; } Retelling;

/* An event that shows something only while it happens is left out: nobody can look at it afterwards. */
static void retell(void *retelling, const Events *ev, const char *word)
{
    Retelling *p = retelling;
    const Game *g = p->to->room->play->table.game;
    for (int i = 0; i < ev->n; i++) {
        const Event *e = &ev->at[i];
        if (++p->n <= p->from || p->n > p->upto || event_passing(&g->events[e->kind])) continue;
        if (p->begun) text_char(p->text, ',');
        message_event(p->text, g, p->n, e, p->to->seat, word);
        p->begun = true;
    }
}

void tell_past(Conn *c)
{
    static const Audience audience = { .happened = retell };
    const Room *r = c->room;
    Text t = text_into(r->server->scratch, SCRATCH);
    uint64_t upto = c->round == r->round ? c->told : 0;
    Retelling p = { .text = &t, .to = c, .from = upto > PAST ? upto - PAST : 0, .upto = upto };
    text_add(&t, "{\"t\":\"past\"");
    put_number(&t, "round", r->round);
    put_number(&t, "n", upto);
    text_add(&t, ",\"events\":[");
    if (upto) record_retell(r, &audience, &p, 0);
    text_add(&t, "]}");
    tell_soon(c, t.at);
}

/* ---- hints ------------------------------------------------------------------------------------ */

static void note_down(void *player, Seat seat, const void *view, const Event *e)
{
    (void)seat;
    player_hear(player, view, e);
}

void tell_hint(Conn *c)
{
    static const Audience audience = { .hear = note_down };
    _Alignas(16) uint8_t view[MAX_STATE];
    const Room *r = c->room;
    Text t = text_into(r->server->scratch, SCRATCH);
    Player p;
    player_start(&p, &bot_sharp, r->game, c->seat, 0);
    record_retell(r, &audience, &p, SEAT_BIT(c->seat));
    r->game->observe(r->play->table.state, c->seat, view);
    text_add(&t, "{\"t\":\"hint\"");
    put_number(&t, "round", r->round);
    put_number(&t, "n", r->events);
    text_char(&t, ',');
    message_known(&t, r->game, view, p.memory);
    text_char(&t, '}');
    tell_soon(c, t.at);
}
