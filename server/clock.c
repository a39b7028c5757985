/* SPDX-License-Identifier: MIT
 * clock.c - what happens at a table when nobody does anything: a decision's time runs out, a bot plays its move or
 * stands in for somebody who is away, an absent host is replaced, a table that nobody looks at goes to sleep.
 *
 * Every room has one alarm. clock_set() sets it to the next time at which something is due; then room_run() asks
 * clock_due() to do it. */
#include "clock.h"

#include <stdlib.h>

#include "doze.h"
#include "notice.h"
#include "play.h"
#include "ring.h"
#include "thinker.h"
#include "wake.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };
enum {
    AWAY      = 20 * SECOND,             /* so long after somebody left a bot stands in */
    HOST_AWAY = MINUTE,                  /* so long after the host left somebody else is host */
    SLEEP     = MINUTE                   /* so long after the last sign of life a table goes to sleep */
};

/* When a bot begins to decide for the absent person of this chair; 0: never. While nobody at all is here it does not:
 * then the table simply waits for its people. */
static int64_t stands_in(const Room *r, Seat p)
{
    const Chair *c = &r->chair[p];
    if (c->bot || c->conn || r->absent != ABSENT_BOT || !room_people_here(r)) return 0;
    return c->left + AWAY;
}

bool clock_plays(const Room *r, Seat p)
{
    int64_t from = stands_in(r, p);
    return r->chair[p].bot || (from && from <= steady_ms(r->server));
}

/* ---- answers for people who let things happen ---------------------------------------------- */

int64_t clock_lets(const Room *r, Seat p)
{
    bool asked = r->phase == PLAYING && play_asked(r) >> p & 1;
    return asked && room_person(r, p) && !clock_plays(r, p) && round_is_window(r->play) ? r->chair[p].let_at : 0;
}

/* What is asked here only decides what this very seat is shown: when its answer is given is drawn already. */
bool clock_quiet(const Room *r, Seat p)
{
    if (!clock_lets(r, p)) return false;
    bool harms = round_against(r->play) >> p & 1;
    return !round_has_choice(r->play, p) || (r->chair[p].let == LET_OTHERS && !harms);
}

static bool let_happen(Room *r)
{
    Seat p;
    EACH_SEAT(p, play_asked(r)) {
        int64_t at = clock_lets(r, p);
        if (at && at <= steady_ms(r->server)) return !play_silent(r, p);
    }
    return false;
}

/* ---- the game's own clock ------------------------------------------------------------------ */

/* When the game's own clock ends the round; 0: not this one. */
static int64_t time_up(const Room *r)
{
    int minutes = round_minutes(r->play);
    return minutes ? r->started + minutes * (int64_t)MINUTE : 0;
}

/* ---- what is due ----------------------------------------------------------------------------- */

/* A round may go on for ever if nobody ends it (a round of Rat-a-Tat Cat ends with a knock). A table that everybody has
 * left plays on for a while; then it pauses until they come back. */
static void count_alone(Room *r)
{
    enum { MOST = 200 };
    if (++r->alone < MOST || r->phase != PLAYING) return;
    r->alone = 0;
    play_pause(r, true);
}

/* The time of the open decision is up: plays a polite move for every seat that has not answered it. */
static bool out_of_time(Room *r)
{
    Seat p;
    SeatSet silent = play_asked(r);
    if (!r->deadline || r->deadline > steady_ms(r->server)) return false;
    uint64_t decision = r->play->decision;
    bool played = false;
    EACH_SEAT(p, silent) {
        bool still_asked = r->phase == PLAYING && r->play->decision == decision && play_asked(r) >> p & 1;
        if (still_asked) played |= !play_silent(r, p);
    }
    if (!played) r->deadline = 0;        /* no polite move was accepted: do not try for ever */
    else if (!r->conns) count_alone(r);
    return played;
}

static bool bot_is_ready(Room *r)
{
    Seat p;
    EACH_SEAT(p, play_asked(r)) {
        Chair *c = &r->chair[p];
        if (!c->ready || c->ready > steady_ms(r->server) || !clock_plays(r, p)) continue;
        Move m = c->chosen;
        char *word = c->word;
        c->word = NULL;
        c->ready = 0;
        Err e = play_move(r, &m, word, NULL, 'b');
        free(word);
        return !e || !play_silent(r, p);
    }
    return false;
}

static bool time_is_up(Room *r)
{
    int64_t up = time_up(r);
    return up && up <= steady_ms(r->server) && !play_time_up(r);
}

static void pass_host_on(Room *r)
{
    Seat p = r->host;
    if (r->chair[p].conn || r->chair[p].left + HOST_AWAY > steady_ms(r->server)) return;
    for (Seat q = 0; q < r->options.seats; q++)
        if (r->chair[q].conn) {
            r->host = q;
            room_save(r);
            return;
        }
}

/* Everybody is told for whom a bot decides: if that has changed, the table has. */
static void note_stand_ins(Room *r)
{
    SeatSet now = 0;
    for (Seat p = 0; p < r->options.seats; p++)
        if (room_person(r, p) && clock_plays(r, p)) now |= SEAT_BIT(p);
    r->changed |= now != r->stand_ins;
    r->stand_ins = now;
}

bool clock_due(Room *r)
{
    pass_host_on(r);
    if (r->phase != PLAYING) return false;
    note_stand_ins(r);
    notice_look(r);
    return bot_is_ready(r) || let_happen(r) || out_of_time(r) || time_is_up(r);
}

/* ---- when to look again ------------------------------------------------------------------------ */

/* Of two times the sooner one; 0 is none. */
static void sooner(int64_t *when, int64_t at)
{
    if (at && (!*when || at < *when)) *when = at;
}

/* Asks the bots whose turn it is to think, and says when something is due next; 0: nothing is. */
static int64_t next_in_play(Room *r)
{
    Seat p;
    SeatSet bots = 0;
    int64_t when = r->deadline;
    sooner(&when, time_up(r));
    sooner(&when, r->tell_by);
    EACH_SEAT(p, play_asked(r)) {
        if (!clock_plays(r, p)) sooner(&when, stands_in(r, p));
        else if (r->chair[p].ready) sooner(&when, r->chair[p].ready);
        else if (!r->chair[p].thought) bots |= SEAT_BIT(p);
        sooner(&when, clock_lets(r, p));
        sooner(&when, notice_at(r, p));
    }
    thinker_ask(r, bots | thinker_behind(r));
    return when;
}

int64_t clock_runs_out(const Room *r)
{
    Seat p;
    int64_t when = 0;
    if (r->damaged || r->phase != PLAYING) return 0;
    sooner(&when, r->deadline);
    sooner(&when, time_up(r));
    EACH_SEAT(p, play_asked(r)) sooner(&when, clock_lets(r, p));
    return when;
}

/* When a table at which nobody is goes to sleep. Keys that move a seat to another device are in memory only, so it
 * stays awake as long as one of them is good. */
static int64_t sleeps_at(const Room *r)
{
    int64_t at = r->touched + SLEEP;
    for (Seat p = 0; p < r->options.seats; p++)
        if (r->chair[p].key && r->chair[p].key->until > at) at = r->chair[p].key->until;
    return at;
}

static void on_alarm(uv_timer_t *alarm)
{
    Room *r = alarm->data;
    bool long_ago = sleeps_at(r) <= steady_ms(r->server);
    if (long_ago && doze_may(r)) {
        room_sleep(r);
        return;
    }
    if (long_ago && doze_idle(r)) ring_free(r);
    if (r->damaged) uv_timer_start(alarm, on_alarm, SLEEP, 0);
    room_run(r);
}

void clock_soon(Room *r) { uv_timer_start(r->alarm, on_alarm, 0, 0); }

void clock_set(Room *r)
{
    int64_t when = 0, now = steady_ms(r->server);
    if (room_shut(r)) return;
    if (r->phase == PLAYING) when = next_in_play(r);
    if (!r->chair[r->host].conn && room_people_here(r)) sooner(&when, r->chair[r->host].left + HOST_AWAY);
    if (doze_may(r) || (doze_idle(r) && r->ring)) sooner(&when, sleeps_at(r));
    if (when) uv_timer_start(r->alarm, on_alarm, (uint64_t)(when > now ? when - now : 0), 0);
    else uv_timer_stop(r->alarm);
}
