/* SPDX-License-Identifier: MIT
 * notice.c - telling people who are not at the table that it is their turn.
 *
 * A notice is owed to a seat that is asked something while its person has been away, or has not looked, for a little
 * while. It is sent once for each decision, also across restarts: that it is sent is stored with the table first. It
 * says which table and which game, and nothing about the game itself. */
#include "notice.h"

#include <stdlib.h>

#include "../core/language.h"
#include "clock.h"
#include "play.h"
#include "push.h"
#include "tell.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };
enum {
    GRACE       = 10 * SECOND,           /* who comes back within this needs no notice */
    REST        = 30 * SECOND,           /* from one notice to the next one for the same seat */
    AGAIN       = 50 * SECOND,           /* after a notice that could not be sent */
    MAX_FAILS   = 3,                     /* in a row: then they are given up */
    MAX_UNHEARD = 10,                    /* in a row after which nobody came: then the seat is left in peace */
    SHORT       = 60 * MINUTE,           /* windows that are open for less are over before anybody comes */
    KEPT_DAYS   = 3,                     /* so long a push service keeps a notice for a browser that is not running */
    WARN_EVERY  = MINUTE
};

struct Notices {
    char       *endpoint;                /* where messages for this browser are taken */
    SealReader  to;
    int         lang;                    /* in which its person wants to read them */
    uint32_t    round;                   /* the last one was about this round ... */
    uint64_t    decision;                /* ... and this decision */
    int64_t     rest;                    /* no other one before this */
    int64_t     again;                   /* when the last one is tried once more; 0: it is not */
    uint8_t     unheard, fails;          /* in a row */
    bool        owed;                    /* it is noted in the draft, and to be sent once that is stored ... */
    bool        mute;                    /* ... but only for show: there is nothing to tell */
    bool        gone;                    /* the push service takes no more: forgotten when its person comes */
};

/* ---- subscriptions ------------------------------------------------------------------------ */

void notice_forget(Chair *c)
{
    if (c->notices) free(c->notices->endpoint);
    free(c->notices);
    c->notices = NULL;
}

void notice_met(Chair *c)
{
    if (c->notices) c->notices->unheard = 0;
    if (c->notices && c->notices->gone) notice_forget(c);
}

void notice_tell(Conn *c)
{
    const Notices *n = c->room->chair[c->seat].notices;
    Frame f;
    if (!c->server->push) return;
    tell_text(frame_begin(&f, "notices"), "state", !n || n->gone ? "off" : n->fails ? "failing" : "on");
    tell_soon(c, frame_end(&f));
}

static const char *text_at(const Fact *m, const char *key)
{
    const Fact *f = fact_get(m, key);
    return f && f->kind == FACT_TEXT ? f->text : "";
}

/* NULL: it cannot be used. Whether the key is a point of the curve is seen when something is sent. */
static Notices *read_notices(const Fact *m, bool local)
{
    enum { UNCOMPRESSED = 4 };
    Notices n = { .lang = language_named(text_at(m, "lang")) };
    char origin[MAX_ORIGIN];
    const char *url = text_at(m, "endpoint");
    if (n.lang < 0 || !reach_url(url, local, origin) || !seal_bytes(text_at(m, "key"), n.to.point, SEAL_POINT)
        || n.to.point[0] != UNCOMPRESSED || !seal_bytes(text_at(m, "auth"), n.to.auth, SEAL_AUTH)) return NULL;
    Notices *kept = malloc(sizeof *kept);
    if (!kept || !(n.endpoint = strdup(url))) abort();
    *kept = n;
    return kept;
}

const char *notice_subscribe(Conn *c, const Fact *m)
{
    Chair *chair = &c->room->chair[c->seat];
    if (!c->server->push) return "no_push";
    Notices *n = read_notices(m, c->server->settings.push_local);
    if (!n) return "bad_value";
    notice_forget(chair);
    chair->notices = n;
    room_keep(c->room);
    notice_tell(c);
    return NULL;
}

const char *notice_unsubscribe(Conn *c, const Fact *m)
{
    (void)m;
    notice_forget(&c->room->chair[c->seat]);
    room_keep(c->room);
    notice_tell(c);
    return NULL;
}

const char *notice_hidden(Conn *c, const Fact *m)
{
    bool on = false;
    Why w;
    if (!fact_bool(m, "on", &on, &w)) return "bad_value";
    c->hidden = on ? steady_ms(c->server) : 0;
    if (!on) notice_met(&c->room->chair[c->seat]);
    return NULL;
}

/* ---- who is told, and when -------------------------------------------------------------------- */

static bool was_told(const Room *r, const Notices *n)
{
    return n->round == r->round && n->decision == r->play->decision;
}

/* A window is open to everybody, and mostly for seconds. */
static bool is_brief(const Room *r) { return r->allowed && r->allowed < SHORT && round_is_window(r->play); }

int64_t notice_at(const Room *r, Seat p)
{
    const Chair *c = &r->chair[p];
    const Notices *n = c->notices;
    if (!n || !r->server->push || clock_plays(r, p) || (c->conn && !c->conn->hidden) || is_brief(r)) return 0;
    if (was_told(r, n)) return n->again;
    int64_t at = (c->conn ? c->conn->hidden : c->left) + GRACE;
    if (at < r->opened) at = r->opened;
    return at < n->rest ? n->rest : at;
}

/* ---- sending -------------------------------------------------------------------------------------- */

/* What it says is a key of the sentences that the client has in every language. */
static void write_notice(const Room *r, const Notices *n, Parcel *parcel)
{
    Text t = text_into(parcel->text, sizeof parcel->text);
    Json j = json_write(&t);
    tell_object(&j.to, NULL);
    tell_text(&j.to, "table", r->code);
    tell_text(&j.to, "game", r->game->id);
    tell_text(&j.to, "key", round_is_window(r->play) ? "notice.asked" : "notice.turn");
    tell_text(&j.to, "lang", language[n->lang].code);
    j.to.close(&j.to);
    assert(t.n < sizeof parcel->text);
}

static long seconds_kept(const Room *r)
{
    long most = KEPT_DAYS * 24 * 3600L;
    int64_t left = r->deadline ? (r->deadline - steady_ms(r->server)) / SECOND : most;
    return left < 0 ? 0 : left < most ? (long)left : most;
}

/* Not sent: it is tried again after a while. */
static void failed(Room *r, Chair *c, const char *why)
{
    Server *s = r->server;
    int64_t now = steady_ms(s);
    s->counts.notices_failed++;
    if (!s->notice_warned || s->notice_warned + WARN_EVERY <= now) {
        s->notice_warned = now;
        server_log("warning", "a notice could not be sent", r, why);
    }
    r->touched = now;                    /* so that the table stays awake until then */
    c->notices->again = now + AGAIN;
}

static void drop(Room *r, Chair *c, const char *why)
{
    r->server->counts.notices_dropped++;
    server_log("info", "notices for a seat were given up", r, why);
    c->notices->gone = true;
    c->notices->again = 0;
}

static void post(Room *r, Seat p)
{
    Chair *c = &r->chair[p];
    c->notices->again = 0;
    Parcel *parcel = calloc(1, sizeof *parcel);
    if (!parcel) abort();
    parcel->table = r->id;
    parcel->seat = p;
    parcel->mute = c->notices->mute;
    parcel->to = c->notices->to;
    parcel->seconds = seconds_kept(r);
    text_cut(parcel->endpoint, sizeof parcel->endpoint, c->notices->endpoint);
    text_cut(parcel->topic, sizeof parcel->topic, r->code);
    write_notice(r, c->notices, parcel);
    if (r->server->push && push_send(r->server->push, parcel)) return;
    if (!parcel->mute) failed(r, c, "too many at once");
    free(parcel);
}

static bool is_wanted(const Room *r, Seat p)
{
    const Notices *n = r->chair[p].notices;
    return !n->gone && n->unheard < MAX_UNHEARD && !clock_quiet(r, p);
}

static void note_asked(Room *r, Seat p)
{
    Notices *n = r->chair[p].notices;
    n->round = r->round;
    n->decision = r->play->decision;
    n->rest = steady_ms(r->server) + REST;
    n->again = 0;
    n->owed = true;
    n->mute = !is_wanted(r, p);
    n->unheard += !n->mute;
    room_keep(r);
}

void notice_look(Room *r)
{
    Seat p;
    EACH_SEAT(p, play_asked(r)) {
        int64_t at = notice_at(r, p);
        if (!at || at > steady_ms(r->server)) continue;
        if (was_told(r, r->chair[p].notices)) post(r, p);
        else note_asked(r, p);
    }
}

/* Meanwhile its person may have moved; then there is nothing to tell. */
void notice_send(Room *r)
{
    for (Seat p = 0; p < r->options.seats; p++) {
        Notices *n = r->chair[p].notices;
        if (!n || !n->owed) continue;
        n->owed = false;
        if (r->phase == PLAYING && play_asked(r) >> p & 1 && was_told(r, n)) post(r, p);
    }
}

static void hear(Server *s, const Parcel *parcel)
{
    Room *r = room_loaded(s, parcel->table);
    Chair *c = r && !r->waking && !r->damaged ? &r->chair[parcel->seat] : NULL;
    s->counts.notices_sent += parcel->outcome == PUSH_SENT && !parcel->mute;
    if (!c || !c->notices || parcel->mute || strcmp(c->notices->endpoint, parcel->endpoint)) return;
    if (parcel->outcome == PUSH_SENT) c->notices->fails = 0;
    if (parcel->outcome == PUSH_FAILED) c->notices->fails++, failed(r, c, parcel->why.text);
    if (parcel->outcome == PUSH_GONE || c->notices->fails >= MAX_FAILS) drop(r, c, parcel->why.text);
    if (c->conn) notice_tell(c->conn);
    room_run(r);
}

void notice_done(Server *s)
{
    for (Parcel *p = s->push ? push_done(s->push) : NULL, *next; p; p = next) {
        next = p->next;
        hear(s, p);
        free(p);
    }
}

/* ---- as part of a table's text ------------------------------------------------------------------------ */

static void put_letters(Scribe *to, const char *key, const uint8_t *bytes, size_t n)
{
    char letters[POINT_LETTERS];
    Text t = text_into(letters, sizeof letters);
    seal_letters(&t, bytes, n);
    tell_text(to, key, letters);
}

void notice_put(Scribe *to, const Notices *n)
{
    if (!n || n->gone) return;
    tell_object(to, "notices");
    tell_text(to, "endpoint", n->endpoint);
    put_letters(to, "key", n->to.point, SEAL_POINT);
    put_letters(to, "auth", n->to.auth, SEAL_AUTH);
    tell_text(to, "lang", language[n->lang].code);
    tell_long(to, "round", n->round);
    tell_long(to, "decision", n->decision);
    tell_number(to, "unheard", n->unheard);
    to->close(to);
}

/* One that cannot be used any more, because the operator has forbidden http since, is left out. */
void notice_get(Chair *c, const Fact *f, bool local)
{
    int round = 0, decision = 0, unheard = 0;
    Why w;
    if (!f || !(c->notices = read_notices(f, local))) return;
    if (fact_number(f, "round", 0, INT32_MAX, &round, &w)) c->notices->round = (uint32_t)round;
    if (fact_number(f, "decision", 0, INT32_MAX, &decision, &w)) c->notices->decision = (uint64_t)decision;
    if (fact_number(f, "unheard", 0, MAX_UNHEARD, &unheard, &w)) c->notices->unheard = (uint8_t)unheard;
}
