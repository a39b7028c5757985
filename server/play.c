/* SPDX-License-Identifier: MIT
 * play.c - rounds at a table: dealing one, playing its moves, ending it. core/round.c plays by the rules and calls back
 * here for every move: it is noted in the room's draft for the store, its events go into the ring for people, and bots
 * hear them. Nobody is told before the draft is stored. */
#include "play.h"

#include <stdlib.h>

#include "record.h"
#include "ring.h"
#include "thinker.h"

enum { MOST_SHOWN = 8000 };              /* milliseconds that a table waits for what is being shown, at most */

/* ---- what happened -------------------------------------------------------------------- */

static void note_move(void *room, const LogRecord *rec)
{
    Room *r = room;
    char line[MAX_LINE * 2];
    bool chance = rec->move.seat == SEAT_CHANCE;
    StoredMove m = { .number = rec->number, .at = calendar_ms(), .by = chance ? 'c' : r->by,
                     .mark = game_mark(r->game, r->play->table.state) };
    if (!r->by) return;                  /* it comes from the store, where a table is being woken */
    text_cut(m.ask, sizeof m.ask, r->ask && !chance ? r->ask : "");
    log_write(r->game, rec, line, sizeof line);
    record_line(r, line);
    store_move(room_draft(r), &m, line);
}

/* Clients show one thing after the other, each for its beat; what comes meanwhile waits. */
static void show(Room *r, const Events *ev)
{
    int64_t now = steady_ms(r->server), beat = events_beat(r->game, ev) * paces[r->pace].beats / 100;
    if (!r->by) return;                  /* it comes from the store */
    if (r->shown > now + MOST_SHOWN || r->shown < now) r->shown = now;
    r->shown += beat;
}

/* People are told from the ring once the move is stored. */
static void happened(void *room, const Events *ev, const char *word)
{
    for (int i = 0; i < ev->n; i++) ring_put(room, &ev->at[i], word);
    show(room, ev);
}

static void hear(void *room, Seat p, const void *view, const Event *e) { thinker_hear(room, p, view, e); }

static const Audience audience = { .record = note_move, .happened = happened, .hear = hear };

void play_seat_round(Room *r, Round *round)
{
    free(r->play);
    r->play = round;
    round->audience = &audience;
    round->host = r;
}

/* Seats for which a bot decides hear what happens; other seats are told by tell.c. */
static void let_listen(Room *r)
{
    r->play->listening = 0;
    for (Seat p = 0; bots_listen(r->game) && p < r->options.seats; p++)
        if (r->chair[p].player) r->play->listening |= SEAT_BIT(p);
}

/* ---- decisions --------------------------------------------------------------------------- */

SeatSet play_asked(const Room *r) { return r->play ? round_asked(r->play) : 0; }

static void drop_choice(Chair *c)
{
    c->ready = 0;
    free(c->word);
    c->word = NULL;
}

/* When a window is answered for somebody who lets it happen. It is drawn before anybody looks at the cards, and kept to
 * whatever they hold: so when the answer comes says nothing about them. */
void play_draw_let(Room *r, Seat p, int64_t from)
{
    const Clock *clock = &clocks[r->clock];
    r->chair[p].let_at = r->chair[p].let ? from + thinker_draw(clock->let_low, clock->let_high) : 0;
}

/* Somebody is asked something new: its clock starts. (While a window only waits for fewer seats, it is the same
 * decision and keeps its clock: core/round.c.) */
static void open_decision(Room *r, int64_t at)
{
    const Clock *clock = &clocks[r->clock];
    r->opened = at;
    r->allowed = !play_asked(r) ? 0 : round_is_window(r->play) ? clock->window : clock->turn;
    if (r->allowed && r->shown > at) r->allowed += r->shown - at;
    r->deadline = r->allowed ? at + r->allowed : 0;
    r->since = r->events;
    for (Seat p = 0; p < r->options.seats; p++) drop_choice(&r->chair[p]), play_draw_let(r, p, at);
}

/* ---- a round's end ----------------------------------------------------------------------------- */

static void remember_round(Room *r)
{
    Result result;
    Finished f = { .round = r->round, .game = r->game, .seats = r->options.seats };
    f.moves = (uint32_t)r->play->table.moves;
    r->game->score(r->play->table.state, &result);
    f.winners = result.winners;
    memcpy(f.points, result.points, sizeof f.points);
    if (!r->finished && !(r->finished = calloc(KEPT_ROUNDS, sizeof f))) abort();
    if (r->finished_n == KEPT_ROUNDS) memmove(r->finished, r->finished + 1, --r->finished_n * sizeof f);
    r->finished[r->finished_n++] = f;
}

static void add_progress(Room *r, const char *what)
{
    if (!r->progress && !(r->progress = calloc(MAX_PROGRESS, sizeof *r->progress))) abort();
    for (int i = 0; i < r->progress_n; i++)
        if (!strcmp(r->progress[i], what)) return;
    if (r->progress_n < MAX_PROGRESS && !(r->progress[r->progress_n++] = strdup(what))) abort();
}

static void remember_progress(Room *r)
{
    char text[16384], facts[sizeof text * 4];
    Arena a = { facts, sizeof facts, 0 };
    const Fact *won = message_progress(r->game, r->play->table.state, text, sizeof text, &a);
    for (const Fact *f = won ? won->child : NULL; f; f = f->next)
        if (f->kind == FACT_TEXT) add_progress(r, f->text);
}

static void finish(Room *r)
{
    r->phase = OVER;
    r->deadline = 0;
    remember_round(r);
    remember_progress(r);
    room_draft(r)->tail = record_tail(r);
    room_save(r);
}

/* ---- moves ----------------------------------------------------------------------------------- */

bool play_too_long(const Room *r)
{
    enum { MOST = 50000 };
    return r->play && r->play->table.moves >= MOST;
}

/* Returns the number of the open decision, from which end_move() sees whether there is a new one. */
static uint64_t begin_move(Room *r, const char *ask, char by)
{
    r->ask = ask;
    r->by = by;
    let_listen(r);
    return r->play->decision;
}

static Err end_move(Room *r, uint64_t before, Seat mover, Err e)
{
    r->ask = NULL;
    r->by = 0;
    if (e) return e;
    if (mover < MAX_SEATS) drop_choice(&r->chair[mover]);
    if (r->play->decision != before) open_decision(r, steady_ms(r->server));
    r->server->counts.moves++;
    if (round_over(r->play)) finish(r);
    else if (play_too_long(r) && r->phase == PLAYING) play_pause(r, true);
    return E_OK;
}

Err play_move(Room *r, const Move *m, const char *word, const char *ask, char by)
{
    uint64_t before = begin_move(r, ask, by);
    return end_move(r, before, m->seat, round_play(r->play, m, word));
}

Err play_silent(Room *r, Seat p)
{
    uint32_t lot;
    random_bytes(&lot, sizeof lot);
    uint64_t before = begin_move(r, NULL, 't');
    return end_move(r, before, p, round_silent(r->play, p, lot));
}

Err play_time_up(Room *r)
{
    uint64_t before = begin_move(r, NULL, 't');
    return end_move(r, before, SEAT_CLOCK, round_time_up(r->play));
}

bool play_again(Room *r, const LogRecord *rec, int64_t at, Why *w)
{
    uint64_t before = begin_move(r, NULL, 0);
    if (!round_replay(r->play, rec, w)) return false;
    if (rec->move.seat < MAX_SEATS) drop_choice(&r->chair[rec->move.seat]);
    if (r->play->decision != before) open_decision(r, at);
    return true;
}

/* ---- answers -------------------------------------------------------------------------------- */

static uint64_t id_hash(const Room *r, const char *id)
{
    uint64_t h = r->server->hash_key;
    for (; *id; id++) h = (h ^ (uint8_t)*id) * 0x100000001b3;
    return h ^ h >> 29;
}

Answer *play_answer(Room *r, Seat p, const char *id, uint64_t n, Err e)
{
    Chair *c = &r->chair[p];
    if (!c->answers && !(c->answers = calloc(1, sizeof *c->answers))) abort();
    Answer *a = &c->answers->at[c->answers->next++ % ANSWERS];
    *a = (Answer){ id_hash(r, id), (uint32_t)n, e };
    return a;
}

const Answer *play_answered(const Room *r, Seat p, const char *id)
{
    const Answers *a = r->chair[p].answers;
    uint64_t h = id_hash(r, id);
    for (int i = 0; a && i < ANSWERS; i++)
        if (a->at[i].id == h) return &a->at[i];
    return NULL;
}

/* ---- a round's beginning -------------------------------------------------------------------- */

static void begin(Room *r)
{
    r->round++;
    r->fair = r->next_fair;
    r->fair.seats = r->options.seats;
    memcpy(r->secret, r->next_secret, ENTROPY);
    room_new_secret(r);
    r->phase = PLAYING;
    r->started = steady_ms(r->server);
    r->paused = r->left = r->resumed_deadline = 0;
    r->resumed_after = 0;
    r->events = r->ring_from = r->story_n = 0;
    ring_free(r);
}

/* Bots take their seats before the cards are dealt, so that they hear the deal. */
static void seat_bots(Room *r)
{
    for (Seat p = 0; p < r->options.seats; p++) {
        Chair *c = &r->chair[p];
        thinker_dismiss(c);
        free(c->answers);
        c->answers = NULL;
        if (c->bot) thinker_listen(r, p);
    }
}

/* The own words of the table, and those of the last round to be left out; NULL: neither. */
static Box *pack_box(const Room *r)
{
    int own = r->own && r->game->boxed ? r->own->own_n : 0;
    Box *box = calloc(1, box_size(own));
    if (!box) abort();
    if (own) memcpy(box, r->own, box_size(own));
    round_leave_out(r->play, r->game, box);
    if (box->own_n || box->without_n) return box;
    free(box);
    return NULL;
}

Err play_start(Room *r)
{
    uint8_t seed[ENTROPY];
    Round *round = calloc(1, round_size(r->game));
    if (!round) abort();
    Fair fair = r->next_fair;
    Options o;
    fair.seats = r->options.seats;
    fair_seed(&fair, r->next_secret, seed);
    round_follow(r->play, r->game, &r->options, &o);
    Err e = round_start(round, r->game, &o, seed);
    if (e) return free(round), e;
    Box *box = pack_box(r);
    begin(r);
    free(r->box);
    round->table.box = r->box = box;
    play_seat_round(r, round);
    seat_bots(r);
    if (r->conns) ring_open(r);
    room_draft(r)->head = record_head(r);
    begin_move(r, NULL, 'c');
    round_settle(round);
    r->by = 0;
    open_decision(r, steady_ms(r->server));
    room_save(r);
    return E_OK;
}

/* ---- a pause ---------------------------------------------------------------------------------- */

void play_pause(Room *r, bool on)
{
    int64_t now = steady_ms(r->server);
    if (on) {
        r->phase = PAUSED;
        r->paused = now;
        r->left = r->deadline ? r->deadline - now : 0;
    } else {
        r->phase = PLAYING;
        r->started += now - r->paused;
        r->deadline = r->deadline ? now + r->left : 0;
        r->resumed_after = r->play->table.moves;
        r->resumed_deadline = r->deadline;
        r->paused = 0;
        r->opened = now;
        for (Seat p = 0; p < r->options.seats; p++) drop_choice(&r->chair[p]), play_draw_let(r, p, now);
    }
    room_save(r);
}
