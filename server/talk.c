/* SPDX-License-Identifier: MIT
 * talk.c - messages from clients: hello and moves are heard here, everything else in lobby.c. The JSON is parsed here;
 * past here nobody looks at bytes. */
#include "talk.h"

#include <stdlib.h>

#include "keep.h"
#include "lobby.h"
#include "look.h"
#include "notice.h"
#include "play.h"
#include "ring.h"
#include "socket.h"
#include "tell.h"
#include "wake.h"

enum { V = 1 };

void talk_err(Conn *c, const char *re, const char *id, const char *code)
{
    Frame f;
    Scribe *to = frame_begin(&f, "err");
    if (id) tell_text(to, "id", id);
    else if (re) tell_text(to, "re", re);
    tell_text(to, "code", code);
    c->server->counts.refused++;
    tell_soon(c, frame_end(&f));
}

/* The kind of a message, to be repeated in an answer; NULL unless it is a plain word. */
static const char *echo(const char *t)
{
    for (const char *p = t; *p; p++)
        if (*p < 'a' || *p > 'z' || p - t > 16) return NULL;
    return t;
}

/* ---- hello ------------------------------------------------------------------------------------- */

static const char *text_at(const Fact *m, const char *key)
{
    const Fact *f = fact_get(m, key);
    return f && f->kind == FACT_TEXT ? f->text : NULL;
}

static Seat seat_of_token(const Room *r, const char *token)
{
    Seat found = SEAT_NONE;
    for (Seat p = 0; p < r->options.seats; p++)
        if (room_person(r, p) && lobby_fits(token, r->chair[p].token)) found = p;
    return found;
}

static Seat seat_of_key(Room *r, const char *key)
{
    Seat found = SEAT_NONE;
    for (Seat p = 0; p < r->options.seats; p++) {
        const Key *k = r->chair[p].key;
        if (k && k->until > steady_ms(r->server) && lobby_fits(key, k->hash)) found = p;
    }
    return found;
}

/* The seat moves to another device, which gets a new token. The key is used up, and the old token is not valid any
 * more. */
static void take_over(Conn *c, Seat p)
{
    Chair *chair = &c->room->chair[p];
    if (!(c->gift = malloc(2 * TOKEN + 1))) abort();
    lobby_token(c->gift, chair->token);
    free(chair->key);
    chair->key = NULL;
    notice_forget(chair);                /* these went to the other device */
    room_save(c->room);
}

/* What the client says it was told before: it is sent what it missed, if the ring still has that. */
static void remember(Conn *c, const Fact *have)
{
    int round = 0, n = 0;
    Why w;
    c->fresh = true;
    if (!have || !fact_number(have, "round", 1, INT32_MAX, &round, &w)) return;
    if (!fact_number(have, "n", 0, INT32_MAX, &n, &w)) return;
    c->round = (uint32_t)round;
    c->told = (uint64_t)n;
}

static void hello(Conn *c, const Fact *m)
{
    Room *r = c->room;
    const char *token = text_at(m, "token"), *key = text_at(m, "key");
    Seat p = key ? seat_of_key(r, key) : token ? seat_of_token(r, token) : SEAT_TABLE;
    if (c->known || c->greet) {
        talk_err(c, "hello", NULL, "bad_message");
        return;
    }
    if (p == SEAT_NONE) {
        talk_err(c, "hello", NULL, "bad_token");
        p = SEAT_TABLE;                  /* it may still watch, or sit down */
    }
    remember(c, fact_get(m, "have"));
    ring_open(r);
    if (p == SEAT_TABLE) {
        Why w;
        fact_bool(m, "screen", &c->screen, &w);
        room_watch(c, true);
    } else {
        bool fresh = c->fresh;
        if (key) take_over(c, p);
        lobby_attach(c, p);
        c->fresh = fresh;
    }
    c->greet = true;
}

static bool refuse_hello(Conn *c, const char *code, uint16_t closing, const char *why)
{
    talk_err(c, "hello", NULL, code);
    socket_close(c, closing, why);
    return false;
}

/* The connection is at this table from now on, although it may have to be woken first. */
static bool enter_room(Conn *c, uint32_t id)
{
    Room *r = room_wake(c->server, id);
    if (r->damaged) return refuse_hello(c, "damaged", 4003, "no such table");
    if (r->waking && !c->guesses && !c->doubt) limits_guessed(c->address), c->guesses = true;
    c->room = r;
    c->next_here = r->conns;
    r->conns = c;
    r->touched = steady_ms(r->server);
    r->alone = 0;
    return true;
}

/* An address that has guessed too many codes may still come to a table if it has a seat's token. It must not learn
 * whether the table exists, so the answer takes the same way if it does not: the table is looked up, and the hello is
 * heard again at the tick after the store has answered (talk_doubts). */
static bool enter_in_doubt(Conn *c, uint32_t id, const char *token, const char *text, size_t n)
{
    const Room *r = room_loaded(c->server, id);
    if (!token || !limits_doubt(c)) return refuse_hello(c, "too_many", 4002, "too many wrong codes");
    if (!(c->doubt = strndup(text, n))) abort();
    if (r && !r->waking && !r->damaged && room_opened_by(r, token)) return enter_room(c, id);
    look_at(c, id, 0);
    return false;
}

/* Finds the table that a hello names and brings the connection to it. False: it was sent away, or has to wait. */
static bool enter(Conn *c, const Fact *m, const char *text, size_t n)
{
    int v = 0;
    Why w;
    const char *code = text_at(m, "table");
    if (!fact_number(m, "v", V, V, &v, &w) || v != V || !code)
        return refuse_hello(c, "bad_message", 4001, "a hello names v 1 and a table");
    uint32_t id = code_read(code);
    if (!limits_may_guess(c->server, c->address)) return enter_in_doubt(c, id, text_at(m, "token"), text, n);
    if (id != UINT32_MAX) return enter_room(c, id);
    limits_guessed(c->address);
    return refuse_hello(c, "no_table", 4003, "no such table");
}

/* ---- moves --------------------------------------------------------------------------------------- */

static void answer(Conn *c, const char *id, const Answer *a)
{
    if (a->err) {
        talk_err(c, NULL, id, err_name(a->err));
        return;
    }
    Frame f;
    Scribe *to = frame_begin(&f, "ack");
    tell_text(to, "id", id);
    tell_long(to, "n", a->n);
    tell_soon(c, frame_end(&f));
}

static bool good_id(const char *id)
{
    size_t n = strlen(id);
    return n && n < MAX_ASK
        && n == strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
}

/* The client says which event it had seen last. If the seat has been asked something else since, the move was meant
 * for the earlier question, even if it fits this one. */
static bool too_late(const Room *r, const Fact *m)
{
    int at = INT32_MAX;
    Why w;
    return fact_number(m, "at", 0, INT32_MAX, &at, &w) && (uint64_t)at < r->since;
}

static Err try_move(Conn *c, const Fact *m, const char *id, const char *text)
{
    Room *r = c->room;
    Move move;
    char word[MAX_WORD] = "";
    Err e = move_hear(r->game, r->options.seats, c->seat, text, &move, word);
    if (!e && r->phase == OVER) return E_OVER;
    if (!e && too_late(r, m)) return E_STALE;
    return e ? e : play_move(r, &move, word, id, 'p');
}

static const char *move(Conn *c, const Fact *m, const char *id, const char *text)
{
    Room *r = c->room;
    int round = 0;
    Why w;
    if (c->seat >= MAX_SEATS) return "not_seated";
    const Answer *before = play_answered(r, c->seat, id);
    if (before) return answer(c, id, before), NULL;
    if (!fact_number(m, "round", 1, INT32_MAX, &round, &w) || (uint32_t)round != r->round) return "wrong_round";
    if (r->phase == PAUSED) return "paused";
    if (!r->play) return "wrong_phase";
    Err e = try_move(c, m, id, text);
    answer(c, id, play_answer(r, c->seat, id, r->events, e));
    return NULL;
}

static void hear_move(Conn *c, const Fact *m)
{
    const char *id = text_at(m, "id"), *text = text_at(m, "move");
    if (!id || !text || !good_id(id)) {
        talk_err(c, "move", NULL, "bad_message");
        return;
    }
    const char *code = move(c, m, id, text);
    if (code) talk_err(c, NULL, id, code);
}

/* ---- one message ------------------------------------------------------------------------------------ */

static const Fact *read_message(Conn *c, const char *text, size_t n)
{
    Arena a = { c->server->facts, sizeof c->server->facts, 0 };
    Why w;
    const Fact *m = json_read(text, n, &a, &w);
    if (m && m->kind == FACT_OBJECT && text_at(m, "t")) return m;
    talk_err(c, NULL, NULL, m ? "bad_message" : "bad_json");
    return NULL;
}

static void hear(Conn *c, const Fact *m)
{
    const char *t = text_at(m, "t"), *code = NULL;
    if (!strcmp(t, "hello")) hello(c, m);
    else if (!c->known && !c->greet) return;
    else if (!strcmp(t, "move")) hear_move(c, m);
    else if (lobby_hear(c, t, m, &code) && code) talk_err(c, echo(t), NULL, code);
}

void talk_again(Conn *c, const char *text, size_t n)
{
    const Fact *m = read_message(c, text, n);
    if (m && c->room) hear(c, m);
}

/* It is at its table, where what it says is heard in its turn. */
static void say(Conn *c, const Fact *m, const char *text, size_t n)
{
    Room *r = c->room;
    r->touched = steady_ms(r->server);
    if (room_busy(r)) {
        room_wait(c, text, n);
        return;
    }
    hear(c, m);
    room_run(r);
}

void talk_hear(Conn *c, const char *text, size_t n)
{
    c->server->counts.messages++;
    if (!limits_message(c)) return;
    const Fact *m = read_message(c, text, n);
    if (!m) return;
    const char *t = text_at(m, "t");
    if (!c->room && strcmp(t, "hello")) {
        socket_close(c, 4001, "say hello first");
        return;
    }
    if (!strcmp(t, "ping")) {
        tell_now(c, "{\"t\":\"pong\"}");
        return;
    }
    if (c->look || c->judged) socket_close(c, 1013, "wait for the answer to hello");
    else if (c->room || enter(c, m, text, n)) say(c, m, text, n);
}

/* A table that exists takes longer to look up than one that does not. So nobody is told at once, but all at the next
 * tick. */
void talk_looked(Conn *c, const StoreJob *found)
{
    const Fact *m = read_message(c, c->doubt, strlen(c->doubt));
    const char *token = m ? text_at(m, "token") : NULL;
    bool opened = token && found->text && keep_opened_by(found->text, token);
    c->opens = opened ? found->table : UINT32_MAX;
    c->judged = true;
    c->next_judged = c->server->judged;
    c->server->judged = c;
}

static void enter_after_all(Conn *c)
{
    const Fact *m = read_message(c, c->doubt, strlen(c->doubt));
    conn_listen(c, true);
    if (c->opens == UINT32_MAX) refuse_hello(c, "too_many", 4002, "too many wrong codes");
    else if (enter_room(c, c->opens)) say(c, m, c->doubt, strlen(c->doubt));
}

void talk_doubts(Server *s)
{
    Conn *c = s->judged;
    s->judged = NULL;
    for (Conn *next; c; c = next) {
        next = c->next_judged;
        c->judged = false;
        if (!conn_gone(c)) enter_after_all(c);
    }
}

void talk_forget(Conn *c)
{
    if (!c->judged) return;
    Conn **link = &c->server->judged;
    while (*link != c) link = &(*link)->next_judged;
    *link = c->next_judged;
    c->judged = false;
}
