/* SPDX-License-Identifier: MIT
 * doze.c - which tables go to sleep on disk, and how they wake. One whose clock runs for hours or days sleeps like any
 * other; what stays in memory is its number, the time at which it has to be woken, and its clock, because the calendar
 * by which its moves are stored may be set while it sleeps. These are kept in a heap, the soonest first.
 *
 * If somebody comes and wakes the table earlier, its entry goes: its clock runs in the room again. */
#include "doze.h"

#include <stdlib.h>

#include "clock.h"
#include "play.h"
#include "room.h"
#include "wake.h"

struct Dozing {
    int64_t  when;                       /* by steady_ms(), as are these: */
    int64_t  opened, deadline, started;  /* Room's; opened is 0 for a table that is only to be tried again */
    uint32_t id;
    bool     called;                     /* it has been woken once, and is kept until the room has taken its clock */
};

/* ---- when a table may sleep ------------------------------------------------------------------ */

static bool thinks(const Room *r)
{
    for (Seat p = 0; p < MAX_SEATS; p++)
        if (r->chair[p].thought) return true;
    return false;
}

bool doze_idle(const Room *r)
{
    return !r->conns && !room_shut(r) && !r->draft && !r->waiting && !thinks(r);
}

static bool bot_is_asked(const Room *r)
{
    Seat p;
    EACH_SEAT(p, play_asked(r))
        if (clock_plays(r, p)) return true;
    return false;
}

/* A table that nobody looks at sleeps on disk. One whose clock runs sleeps only if that takes a good while yet, and is
 * woken in time; otherwise it stays in memory, without its ring of events. */
bool doze_may(const Room *r)
{
    enum { LONG = 5 * 60 * 1000 };
    int64_t when = clock_runs_out(r);
    return doze_idle(r) && (!when || (when > steady_ms(r->server) + LONG && !bot_is_asked(r)));
}

/* ---- the heap ------------------------------------------------------------------------------- */

static void swap(Dozing *a, Dozing *b)
{
    Dozing t = *a;
    *a = *b;
    *b = t;
}

static void put(Server *s, Dozing d)
{
    if (s->dozing_n == s->dozing_cap) {
        s->dozing_cap = s->dozing_cap ? 2 * s->dozing_cap : 64;
        if (!(s->dozing = realloc(s->dozing, s->dozing_cap * sizeof *s->dozing))) abort();
    }
    Dozing *heap = s->dozing;
    size_t i = s->dozing_n++;
    heap[i] = d;
    for (; i && heap[i].when < heap[(i - 1) / 2].when; i = (i - 1) / 2) swap(&heap[i], &heap[(i - 1) / 2]);
}

void doze(Server *s, uint32_t id, int64_t when) { put(s, (Dozing){ .when = when, .id = id }); }

void doze_table(const Room *r, int64_t when)
{
    put(r->server, (Dozing){ .when = when, .opened = r->opened, .deadline = r->deadline, .started = r->started,
                             .id = r->id });
}

/* Takes the entry at `i` out: the last one takes its place, and goes up or down from there. */
static Dozing take(Server *s, size_t i)
{
    Dozing *heap = s->dozing, taken = heap[i];
    heap[i] = heap[--s->dozing_n];
    for (; i && heap[i].when < heap[(i - 1) / 2].when; i = (i - 1) / 2) swap(&heap[i], &heap[(i - 1) / 2]);
    for (size_t least; (least = 2 * i + 1) < s->dozing_n; i = least) {
        if (least + 1 < s->dozing_n && heap[least + 1].when < heap[least].when) least++;
        if (heap[i].when <= heap[least].when) break;
        swap(&heap[i], &heap[least]);
    }
    return taken;
}

void doze_resume(Room *r)
{
    Server *s = r->server;
    for (size_t i = 0; i < s->dozing_n; i++) {
        if (s->dozing[i].id != r->id || !s->dozing[i].opened) continue;
        Dozing d = take(s, i);
        r->opened = d.opened;
        r->deadline = d.deadline;
        r->started = d.started;
        return;
    }
}

/* Until the table has been read its clock stays here. */
static void wake(Server *s, Dozing d)
{
    enum { LATER = 60 * 1000 };
    if (d.opened && !d.called) {
        d.called = true;
        d.when = steady_ms(s) + LATER;
        put(s, d);
    }
    room_call(s, d.id);
}

void doze_wake(Server *s)
{
    enum { AT_ONCE = 100 };              /* so many in one tick: the loop is not kept for long */
    for (int i = 0; i < AT_ONCE && s->dozing_n && s->dozing[0].when <= steady_ms(s); i++) wake(s, take(s, 0));
}

void doze_forget(Server *s) { s->dozing_n = 0; }

void doze_free(Server *s)
{
    free(s->dozing);
    s->dozing = NULL;
    s->dozing_n = s->dozing_cap = 0;
}
