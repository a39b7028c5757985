/* SPDX-License-Identifier: MIT
 * screen.c - the course of a game on the screen: whose turn it is to look, when bots move, when a window closes. */
#include <stdio.h>

#include "../cli/cli.h"
#include "screen.h"

static const double WINDOW_SECONDS = 8, PAUSE_SECONDS = 0.8, BEAT_SECONDS = 0.7;
enum { MOST_BEATS = 4 };

static double pause_of(const Desk *d, double seconds) { return d->speed > 0 ? seconds / d->speed : 0; }

/* Hides the table while two people at one keyboard change places. False: no more input. */
static bool seat_viewer(Screen *s, SeatSet people)
{
    Desk *d = s->d;
    char line[SENTENCE];
    Seat next = (Seat)__builtin_ctz(people);
    if (d->voice.viewer >= MAX_SEATS || people >> d->voice.viewer & 1) return true;
    d->voice.viewer = next;
    Text t = text_into(line, sizeof line);
    say_line(&d->voice, &t, "pass.to", d->voice.name[next], 0);
    return canvas_curtain(d, line);
}

/* A new question: what was being typed answered the last one, unless it is a command. */
static void drop_answer(Screen *s)
{
    bool typing = s->input_n && !keys_command_begun(s);
    if (typing) keys_clear(s);
    s->dropped = typing;
}

/* Whatever is being put together stays if it is still the same question with the same answers. */
static void list_moves(Screen *s)
{
    static Move list[MAX_MOVES];
    int n = desk_moves(s->d, list);
    bool same = s->menu.d && n == s->n && !memcmp(list, s->list, (size_t)n * sizeof *list);
    if (same && s->decision == s->d->now.decision) return;
    memcpy(s->list, list, (size_t)n * sizeof *list);
    s->n = n;
    menu_open(&s->menu, s->d, s->list, n);
    s->pick = 0;
}

/* After a move: lists the viewer's moves, starts the countdown of a window, and sets when the next bot moves. */
static void begin_step(Screen *s)
{
    Desk *d = s->d;
    bool mine = d->voice.viewer < d->voice.seats && d->now.asked >> d->voice.viewer & 1;
    double now = wall_seconds();
    s->at = d->now.step;
    list_moves(s);
    if (s->decision != d->now.decision) drop_answer(s);
    s->decision = d->now.decision;
    s->bot_due = now + pause_of(d, PAUSE_SECONDS);
    if (d->guest) s->closes = d->closes;
    else if (!mine || !d->now.window || d->speed <= 0 || d->no_clock) s->closes = 0;
    else if (s->closes <= 0) s->closes = now + pause_of(d, WINDOW_SECONDS);
}

static void run_clocks(Screen *s, SeatSet bots)
{
    double now = wall_seconds();
    if (s->d->guest) {
        desk_attend(s->d);
    } else if (s->closes > 0 && now >= s->closes) {
        s->closes = 0;
        screen_move(s, &s->list[0], "");
    } else if (bots && now >= s->bot_due) {
        desk_bot(s->d, (Seat)__builtin_ctz(bots));
    }
}

/* The banner tells what happened one sentence after the other, a beat each, and bots wait for it. What lies further
 * back is passed over, so that nobody has to wait long. */
static void run_beats(Screen *s)
{
    const Desk *d = s->d;
    char line[SENTENCE];
    double now = wall_seconds();
    if (d->speed <= 0 || d->happened_n - s->beat > MOST_BEATS) s->beat = d->happened_n;
    if (s->beat == d->happened_n || now < s->beat_due) return;
    for (Text t = text_into(line, sizeof line); s->beat < d->happened_n && !t.n; ) desk_sentence(d, s->beat++, &t);
    s->beat_due = now + pause_of(d, BEAT_SECONDS);
    if (s->bot_due < s->beat_due) s->bot_due = s->beat_due;
}

static void play_on(Screen *s)
{
    Desk *d = s->d;
    while (!s->left && !d->now.over && !d->now.gone) {
        SeatSet people = d->now.asked & d->people;
        page_round(s);
        if (people && !seat_viewer(s, people)) return;
        desk_look(d, d->voice.viewer);
        if (s->at != d->now.step) begin_step(s);
        run_beats(s);
        frame_draw(s);
        keys_take(s);
        /* In a window bots answer while a person still thinks. A turn that one of several seats may take is left to
         * the person. */
        bool wait = people && !d->now.window;
        if (!s->left && s->at == d->now.step) run_clocks(s, wait ? 0 : d->now.asked & (SeatSet)~people);
    }
}

DeskEnd screen_play(Desk *d)
{
    static Screen s;
    s = (Screen){ .d = d, .at = UINT64_MAX, .rounds_shown = d->ends };
    canvas_open(d);
    play_on(&s);
    bool over = d->now.over;
    if (over) page_end(&s);
    canvas_close(d);
    return over ? s.end : DESK_LEFT;
}
