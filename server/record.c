/* SPDX-License-Identifier: MIT
 * record.c - a round in the store: the head and the tail of its log, which are stored with its first and its last
 * moves; the round played again from there, each move checked against the mark it left (a hash of the state after it);
 * and its whole log. The lines of the round on the table stay in memory, too, so that it can be retold at once. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>

#include "doze.h"
#include "keep.h"
#include "play.h"
#include "ring.h"
#include "thinker.h"

/* ---- head and tail ------------------------------------------------------------------- */

char *record_head(const Room *r)
{
    char out[LOG_HEAD + LOG_BOX];
    Text t = text_into(out, sizeof out);
    log_head(&t, r->game, &r->play->table.options, &r->fair, r->play->table.box);
    return strdup(out);
}

char *record_tail(const Room *r)
{
    char out[512];
    Text t = text_into(out, sizeof out);
    log_tail(&t, &r->play->table, r->secret);
    return strdup(out);
}

/* ---- playing a round again ---------------------------------------------------------------- */

typedef struct { Room *room; Why *why; bool ok; Answer *last; } Replaying;

/* The answer to a client's move counts the events up to it, including those of the chance moves that followed. */
static void remember_answer(Replaying *p, const StoredMove *m, Seat seat)
{
    if (m->by != 'c') p->last = m->ask[0] && seat < MAX_SEATS ? play_answer(p->room, seat, m->ask, 0, E_OK) : NULL;
    if (p->last) p->last->n = (uint32_t)p->room->events;
}

static bool replay_move(Replaying *p, const StoredMove *m)
{
    Room *r = p->room;
    LogRecord rec;
    p->ok = log_read(r->game, r->options.seats, m->line, &rec, p->why)
         && rec.kind == LOG_MOVE && rec.number == m->number && play_again(r, &rec, keep_past(r, m->at), p->why)
         && (game_mark(r->game, r->play->table.state) == m->mark
             || why(p->why, "move %llu left another mark", (unsigned long long)m->number));
    if (!p->ok) return false;
    record_line(r, m->line);
    remember_answer(p, m, rec.move.seat);
    return true;
}

static bool read_word(Room *r, const LogRecord *rec, Why *w)
{
    if (!r->box && !(r->box = calloc(1, sizeof *r->box))) abort();
    return log_box(r->box, rec) || why(w, "the round has words that cannot be");
}

static bool take_head(Room *r, char *head, Why *w)
{
    LogRecord rec;
    const Game *g;
    Options o;
    char *rest = head, *line = strtok_r(rest, "\n", &rest);
    if (!line || !log_read_header(line, &g, &o, w)) return false;
    r->fair = (Fair){ .seats = o.seats };
    free(r->box);
    r->box = NULL;
    while ((line = strtok_r(NULL, "\n", &rest))) {
        if (!log_read(g, o.seats, line, &rec, w)) return false;
        if ((rec.kind == LOG_OWN || rec.kind == LOG_WITHOUT) && !read_word(r, &rec, w)) return false;
        if (rec.kind == LOG_COMMIT) memcpy(r->fair.commit, rec.entropy, ENTROPY);
        if (rec.kind != LOG_LUCK) continue;
        r->fair.gave |= SEAT_BIT(rec.move.seat);
        memcpy(r->fair.luck[rec.move.seat], rec.entropy, ENTROPY);
    }
    uint8_t seed[ENTROPY];
    fair_seed(&r->fair, r->secret, seed);
    Round *round = calloc(1, round_size(g));
    if (!round) abort();
    play_seat_round(r, round);
    if (!fair_fits(&r->fair, r->secret)) return why(w, "the round's secret does not fit its commitment");
    if (round_start(round, g, &o, seed)) return why(w, "the round cannot be set up");
    round->table.box = r->box;
    return true;
}

static bool read_head(Room *r, const char *head, Why *w)
{
    char *copy = strdup(head);
    if (!copy) abort();
    bool ok = take_head(r, copy, w);
    free(copy);
    return ok;
}

/* Whoever lets windows happen has a few seconds to say something after all, as when a window opens. */
static void settle_lets(Room *r)
{
    enum { FEW = 4000 };
    int64_t now = steady_ms(r->server);
    for (Seat p = 0; p < r->options.seats; p++)
        if (r->chair[p].let_at && r->chair[p].let_at < now + FEW) r->chair[p].let_at = now + thinker_draw(FEW / 2, FEW);
}

/* The clock of the open decision went on while the table was on disk. Still, whoever comes back finds at least GRACE
 * left of it, and never more than the clock allows, even if the calendar was set meanwhile. */
static void settle_clock(Room *r)
{
    enum { GRACE = 2000 };
    int64_t now = steady_ms(r->server);
    if (r->resumed_deadline && r->play->opened_at <= r->resumed_after) r->deadline = r->resumed_deadline;
    doze_resume(r);
    if (r->deadline > now + r->allowed) r->deadline = now + r->allowed;
    if (r->deadline && r->deadline < now + GRACE) r->deadline = now + GRACE;
    if (r->left > r->allowed) r->left = r->allowed;
}

static bool replay_round(Room *r, const StoreJob *claim, Why *w)
{
    if (claim->round != r->round || !claim->head) return why(w, "round %u is missing", r->round);
    if (!read_head(r, claim->head, w)) return false;
    Replaying p = { r, w, true, NULL };
    for (Seat seat = 0; seat < r->options.seats; seat++)
        if (r->chair[seat].bot) thinker_listen(r, seat);
    for (const StoredMove *m = claim->first; m; m = m->next)
        if (!replay_move(&p, m)) return false;
    if ((r->phase == OVER) == !round_over(r->play)) return why(w, "the last moves are missing");
    settle_clock(r);
    settle_lets(r);
    return true;
}

/* A round that is over and cannot be played again, because its rules have changed since, does not keep people from
 * playing another one: then the table is there without a view of its last round. */
bool record_replay(Room *r, const StoreJob *claim, Why *w)
{
    if (r->phase == LOBBY || replay_round(r, claim, w)) return true;
    if (r->phase != OVER) return false;
    server_log("warning", "the last round of a table cannot be shown any more", r, w->text);
    free(r->play);
    r->play = NULL;
    ring_free(r);
    r->events = r->ring_from = 0;
    return true;
}

/* ---- telling it again ----------------------------------------------------------------------- */

void record_line(Room *r, const char *line)
{
    size_t n = strlen(line) + 1;
    if (r->story_n + n > r->story_cap) {
        r->story_cap = 2 * (r->story_n + n);
        if (!(r->story = realloc(r->story, r->story_cap))) abort();
    }
    memcpy(r->story + r->story_n, line, n);
    r->story_n += n;
}

static bool retell_line(Round *again, const char *line)
{
    LogRecord rec;
    Why w;
    return log_read(again->table.game, again->table.options.seats, line, &rec, &w) && round_replay(again, &rec, &w);
}

void record_retell(const Room *r, const Audience *audience, void *host, SeatSet listening)
{
    const Table *t = &r->play->table;
    Round *again = calloc(1, round_size(t->game));
    if (!again) abort();
    again->audience = audience;
    again->host = host;
    again->listening = listening;
    bool ok = !round_start(again, t->game, &t->options, t->secret);
    again->table.box = t->box;           /* the same words are laid out */
    for (size_t i = 0; ok && i < r->story_n; i += strlen(r->story + i) + 1) ok = retell_line(again, r->story + i);
    free(again);
}

/* ---- the log of a finished round ------------------------------------------------------------ */

char *record_log(const StoreJob *found, size_t *n)
{
    char *log = NULL;
    if (!found->head || !found->tail) return NULL;
    FILE *f = open_memstream(&log, n);
    if (!f) abort();
    fputs(found->head, f);
    for (const StoredMove *m = found->first; m; m = m->next) fprintf(f, "%s\n", m->line);
    fputs(found->tail, f);
    fclose(f);
    return log;
}
