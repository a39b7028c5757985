/* SPDX-License-Identifier: MIT
 * wake.c - how a table comes into memory. It is claimed first: then this server runs it, and no other does. The room
 * is there at once and keeps what is said to it until the store has answered. */
#include "wake.h"

#include "clock.h"
#include "doze.h"
#include "keep.h"
#include "record.h"
#include "socket.h"
#include "talk.h"
#include "tell.h"

Room *room_wake(Server *s, uint32_t id)
{
    Room *r = room_loaded(s, id);
    if (r) return r;
    r = room_new(s, id);
    r->waking = true;
    StoreJob *claim = store_job(STORE_CLAIM, id, 0);
    claim->owner = r;
    store_ask(s->store, claim);
    return r;
}

void room_call(Server *s, uint32_t id)
{
    Room *r = room_wake(s, id);
    r->called = true;
    room_run(r);
}

/* ---- what the store answered -------------------------------------------------------------------------------- */

/* Their guess was right: it is given back to them. */
static void forgive(const Room *r)
{
    for (Conn *c = r->conns; c; c = c->next_here) {
        if (c->guesses) limits_found(c->address);
        c->guesses = false;
    }
}

static void send_away(Room *r, const char *code)
{
    while (r->conns) {
        Conn *c = r->conns;
        room_leave(c);
        talk_err(c, "hello", NULL, code);
        socket_close(c, 4003, "no such table");
    }
}

/* Another node runs it. Whoever came here is told its name, by which the balancer finds the way. */
static void send_elsewhere(Room *r, const char *node)
{
    Frame f;
    tell_text(frame_begin(&f, "elsewhere"), "node", node);
    const char *elsewhere = frame_end(&f);
    while (r->conns) {
        Conn *c = r->conns;
        room_leave(c);
        tell_now(c, elsewhere);
        socket_close(c, 4006, "another node has this table");
        r->server->counts.elsewhere++;
    }
}

/* The store did not answer, or this node was thought dead meanwhile. That passes: people come again, and so does its
 * clock. */
static void try_later(Room *r, const Why *w)
{
    enum { SOON = 5000 };
    if (w->text[0]) server_log("warning", "a table could not be read now", r, w->text);
    if (r->called) doze(r->server, r->id, steady_ms(r->server) + SOON);
    room_drop(r, 1013, "come back in a moment");
}

/* A table whose record makes no sense is kept in memory for a while, so that people are told "damaged" instead of "no
 * such table". If its clock runs it is tried again later, because the disk may recover. */
static void damaged(Room *r, const Why *w)
{
    enum { LATER = 10 * 60 * 1000 };
    r->damaged = true;
    server_log("error", "a table cannot be read", r, w->text);
    if (r->called) doze(r->server, r->id, steady_ms(r->server) + LATER);
    send_away(r, "damaged");
    clock_soon(r);
}

static void read_table(Room *r, const StoreJob *claim)
{
    Why w;
    r->term = claim->term;
    r->server->counts.wakes++;
    if (keep_read(r, claim->text, &w) && record_replay(r, claim, &w)) room_run(r);
    else damaged(r, &w);
}

void room_woken(Room *r, const StoreJob *claim)
{
    r->waking = false;
    if (claim->outcome != STORE_NONE) forgive(r);
    switch (claim->outcome) {
    case STORE_OK:
        if (claim->term == store_term(r->server->store)) read_table(r, claim);
        else try_later(r, &claim->why);
        return;
    case STORE_REFUSED: case STORE_LOST: case STORE_TAKEN:
        try_later(r, &claim->why);
        return;
    case STORE_DAMAGED:
        damaged(r, &claim->why);
        return;
    case STORE_ELSEWHERE:
        send_elsewhere(r, claim->node);
        break;
    case STORE_NONE:
        send_away(r, "no_table");
        break;
    }
    room_free(r);
}

/* ---- going to sleep ----------------------------------------------------------------------------------------- */

/* A table whose clock runs stays ours while it sleeps: somebody has to wake it. Others are anybody's. */
void room_sleep(Room *r)
{
    Server *s = r->server;
    int64_t when = clock_runs_out(r);
    if (when) doze_table(r, when);
    else store_ask(s->store, store_job(STORE_RELEASE, r->id, 0));
    room_free(r);
}
