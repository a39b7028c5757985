/* SPDX-License-Identifier: MIT
 * play.c - rounds: dealing one, playing its moves, ending it. Every move goes into the draft
 * that is stored before anybody is told. */
#include "server.h"

#include <stdlib.h>

#include "../core/hex.h"
#include "../core/log.h"

/* ---- what happened -------------------------------------------------------------------- */

/* Bots that sit here hear it as their seat does; people are told once it is stored. */
void play_spread(Room *r, const Events *ev, const char *word)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    Event heard;
    for (int i = 0; i < ev->n; i++) ring_put(r, &ev->at[i], word);
    for (Seat p = 0; p < r->options.seats; p++) {
        if (!r->chair[p].player) continue;
        r->game->observe(r->table->state, p, view);
        for (int i = 0; i < ev->n; i++) {
            events_redact(r->game, &ev->at[i], p, &heard);
            player_hear(r->chair[p].player, view, &heard);
        }
    }
}

static void record(Room *r, const LogRecord *rec, const char *ask, char by)
{
    char line[MAX_LINE * 2];
    StoredMove m = { .number = rec->number, .at = calendar_ms(), .by = by,
                     .mark = game_mark(r->game, r->table->state) };
    text_cut(m.ask, sizeof m.ask, ask ? ask : "");
    log_write(r->game, rec, line, sizeof line);
    store_move(room_draft(r), &m, line);
}

static void settle(Room *r)
{
    while (table_waits_for_chance(r->table)) {
        Events ev = { .n = 0 };
        LogRecord rec = { .kind = LOG_MOVE, .number = r->table->moves + 1 };
        r->game->legal(r->table->state, SEAT_CHANCE, &rec.move, 1);
        dice_derive(r->table->secret, rec.number, rec.entropy);
        if (table_chance(r->table, rec.entropy, &ev)) return;
        record(r, &rec, NULL, 'c');
        play_spread(r, &ev, NULL);
    }
}

/* ---- decisions --------------------------------------------------------------------------- */

SeatSet play_asked(const Room *r)
{
    return r->table ? table_asked(r->table) & (SeatSet)(SEAT_BIT(r->options.seats) - 1) : 0;
}

static bool is_window(const Room *r, SeatSet who)
{
    Move first;
    return who && r->game->legal(r->table->state, (Seat)__builtin_ctz(who), &first, 1) > 0
        && r->game->verbs[first.verb].flags & VERB_WINDOW;
}

static void drop_choice(Chair *c)
{
    c->ready = 0;
    free(c->word);
    c->word = NULL;
}

/* Somebody is asked something new, or the same seats are merely fewer: a window keeps its
 * clock while others answer, whatever they hold. */
void play_decide(Room *r, SeatSet before, Seat mover, int64_t at)
{
    SeatSet now = play_asked(r), still = before;
    if (mover < MAX_SEATS) {
        still &= (SeatSet)~SEAT_BIT(mover);
        drop_choice(&r->chair[mover]);
    }
    if (now && !(now & ~still)) return;
    const Clock *clock = &clocks[r->clock];
    r->decision++;
    r->opened = at;
    r->opened_at = r->table->moves;
    r->allowed = !now ? 0 : is_window(r, now) ? clock->window : clock->turn;
    r->deadline = r->allowed ? at + r->allowed : 0;
    for (Seat p = 0; p < r->options.seats; p++) {
        drop_choice(&r->chair[p]);
        r->chair[p].since = r->events;
    }
}

/* ---- moves ----------------------------------------------------------------------------------- */

Err play_move(Room *r, const Move *m, const char *word, const char *ask, char by)
{
    Events ev = { .n = 0 };
    LogRecord rec = { .kind = LOG_MOVE, .number = r->table->moves + 1, .move = *m };
    SeatSet before = play_asked(r);
    Err e = table_move(r->table, m, word, &ev);
    if (e) return e;
    text_cut(rec.word, sizeof rec.word, word ? word : "");
    record(r, &rec, ask, by);
    play_spread(r, &ev, word);
    settle(r);
    play_decide(r, before, m->seat, steady_ms(r->server));
    r->server->counts.moves++;
    if (!r->game->to_act(r->table->state)) play_finish(r);
    return E_OK;
}

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
    Answer *a = &c->answers->at[c->answers->next++ % IDS];
    *a = (Answer){ id_hash(r, id), (uint32_t)n, e };
    return a;
}

const Answer *play_answered(const Room *r, Seat p, const char *id)
{
    const Answers *a = r->chair[p].answers;
    uint64_t h = id_hash(r, id);
    for (int i = 0; a && i < IDS; i++)
        if (a->at[i].id == h) return &a->at[i];
    return NULL;
}

/* ---- a round's beginning and end ------------------------------------------------------------ */

static void write_line(Text *t, const Game *g, const LogRecord *r)
{
    char line[MAX_LINE * 2];
    log_write(g, r, line, sizeof line);
    text_add(t, line);
    text_char(t, '\n');
}

static char *head_of(const Room *r)
{
    char out[4096], line[MAX_LINE * 2];
    Text t = text_into(out, sizeof out);
    log_write_header(r->game, &r->options, line, sizeof line);
    text_add(&t, line);
    text_char(&t, '\n');
    LogRecord rec = { .kind = LOG_COMMIT };
    memcpy(rec.entropy, r->fair.commit, ENTROPY);
    write_line(&t, r->game, &rec);
    for (Seat p = 0; p < r->fair.seats; p++) {
        if (!(r->fair.gave >> p & 1)) continue;
        rec = (LogRecord){ .kind = LOG_LUCK, .move.seat = p };
        memcpy(rec.entropy, r->fair.luck[p], ENTROPY);
        write_line(&t, r->game, &rec);
    }
    return strdup(out);
}

static char *tail_of(const Room *r)
{
    char out[512];
    Text t = text_into(out, sizeof out);
    LogRecord rec = { .kind = LOG_SECRET };
    memcpy(rec.entropy, r->secret, ENTROPY);
    write_line(&t, r->game, &(LogRecord){ .kind = LOG_MARK, .number = r->table->moves,
                                          .mark = game_mark(r->game, r->table->state) });
    write_line(&t, r->game, &rec);
    return strdup(out);
}

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
    r->events = r->ring_from = 0;
    ring_free(r);
}

Err play_start(Room *r)
{
    uint8_t seed[ENTROPY];
    Table *t = calloc(1, table_size(r->game));
    if (!t) abort();
    Fair fair = r->next_fair;
    fair.seats = r->options.seats;
    fair_seed(&fair, r->next_secret, seed);
    Err e = table_start(t, r->game, &r->options, seed);
    if (e) return free(t), e;
    begin(r);
    free(r->table);
    r->table = t;
    for (Seat p = 0; p < r->options.seats; p++) {
        Chair *c = &r->chair[p];
        free(c->player);
        free(c->answers);
        c->player = NULL;
        c->answers = NULL;
        if (c->bot) thinker_listen(r, p);
    }
    if (r->conns) ring_open(r);
    room_draft(r)->head = head_of(r);
    settle(r);
    play_decide(r, 0, SEAT_NONE, steady_ms(r->server));
    room_save(r);
    return E_OK;
}

static void remember_round(Room *r)
{
    Result result;
    Finished f = { .round = r->round, .moves = (uint32_t)r->table->moves, .game = r->game, .seats = r->options.seats };
    r->game->score(r->table->state, &result);
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

/* A game that is played over several rounds says in its facts what is done. */
static void remember_progress(Room *r)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    char text[16384], facts[sizeof text * 4];
    Text t = text_into(text, sizeof text);
    Arena a = { facts, sizeof facts, 0 };
    Why w;
    Json j = json_write(&t);
    r->game->observe(r->table->state, SEAT_TABLE, view);
    tell_object(&j.to, NULL);
    r->game->tell(view, SEAT_TABLE, &j.to);
    j.to.close(&j.to);
    const Fact *done = t.n < sizeof text ? fact_get(json_read(text, t.n, &a, &w), "done") : NULL;
    for (const Fact *f = done && done->kind == FACT_LIST ? done->child : NULL; f; f = f->next)
        if (f->kind == FACT_TEXT) add_progress(r, f->text);
}

void play_finish(Room *r)
{
    r->phase = OVER;
    r->deadline = 0;
    remember_round(r);
    remember_progress(r);
    room_draft(r)->tail = tail_of(r);
    room_save(r);
}

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
        r->resumed_after = r->table->moves;
        r->resumed_deadline = r->deadline;
        r->paused = 0;
        r->opened = now;
        for (Seat p = 0; p < r->options.seats; p++) drop_choice(&r->chair[p]);
    }
    room_save(r);
}
