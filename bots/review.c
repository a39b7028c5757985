/* SPDX-License-Identifier: MIT
 * review.c - a log played again, with a second thought after each move. */
#include "review.h"

#include <math.h>
#include <string.h>

#include "../core/text.h"

const char *const mark_name[MARKS] = { "none", "best", "fine", "doubtful", "blunder" };
const Effort review_usual = { .tries = 1200, .rollouts = 400, .seed = 1 };

/* ---- starting ------------------------------------------------------------------- */

static void hear(void *review, Seat seat, const void *view, const Event *e)
{
    player_hear(&((Review *)review)->player[seat], view, e);
}

static void happened(void *review, const Events *ev, const char *word)
{
    (void)word;
    ((Review *)review)->events = *ev;
}

static int seats_of(const Review *r) { return r->round.table.options.seats; }

/* Whose decisions are judged: of a finished game everybody's, whoever asks. Otherwise what others threw away would
 * look like luck to those who were asked about. */
static SeatSet judged(const Review *r)
{
    return r->whole ? (SeatSet)(SEAT_BIT(seats_of(r)) - 1) : r->seats;
}

static void look(Review *r, double out[MAX_SEATS])
{
    const Table *t = &r->round.table;
    advise_truth(&r->adviser.trial, t->game, seats_of(r), t->state, r->effort.rollouts, r->effort.seed, out);
}

bool review_start(Review *r, const Game *g, const Options *o, SeatSet seats, bool whole, Effort effort)
{
    static const Audience audience = { .happened = happened, .hear = hear };
    static const uint8_t none[ENTROPY];
    memset(r, 0, sizeof *r);
    r->effort = effort;
    r->seats = seats;
    r->whole = whole;
    if (round_start(&r->round, g, o, none)) return false;
    r->round.table.box = &r->box;
    r->round.audience = &audience;
    r->round.host = r;
    r->round.listening = bots_listen(g) ? judged(r) : 0;
    for (Seat p = 0; p < o->seats; p++) player_start(&r->player[p], &bot_search, g, p, effort.seed + p);
    if (whole) look(r, r->now);
    for (Seat p = 0; p < o->seats; p++) r->line[p].first = r->line[p].last = r->now[p];
    return true;
}

/* ---- a decision -------------------------------------------------------------------- */

/* A decision costs at least so much, as a part of a game, before it is doubtful or a blunder. */
static Mark mark_of(float cost, float at_least, bool idle)
{
    static const float blunder = 0.05f, doubtful = 0.01f, nothing = 0.001f;
    if (cost < nothing) return idle ? MARK_FINE : MARK_BEST;
    return at_least >= blunder ? MARK_BLUNDER : at_least >= doubtful ? MARK_DOUBTFUL : MARK_FINE;
}

static void judge(Review *r, const LogRecord *rec, Step *s)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    const Table *t = &r->round.table;
    Seat who = rec->move.seat;
    Move first = { 0 };
    if (who >= seats_of(r) || !(judged(r) >> who & 1)) return;
    t->game->observe(t->state, who, view);
    if (t->game->legal(view, who, &first, 1) < 2 && first.arg[0] != ARG_OPEN) return;   /* an open word is a choice */
    Budget budget = { .iterations = r->effort.tries };
    advise(&r->adviser, &r->player[who], view, budget, &rec->move, rec->word, &r->advice);
    if (r->advice.played < 0) return;
    s->best = r->advice.at[0];
    s->played = r->advice.at[r->advice.played];
    s->cost = r->advice.cost > 0 ? r->advice.cost : 0;
    s->mark = mark_of(s->cost, r->advice.cost_low, r->advice.idle);
}

static void count_decision(Review *r, const Step *s)
{
    if (!s->mark) return;
    Line *line = &r->line[s->move.seat];
    line->decisions++;
    line->marks[s->mark]++;
    line->played += (double)s->played.chance;
    line->possible += (double)(s->played.chance + s->cost);
}

/* ---- the table ------------------------------------------------------------------------ */

/* What a mistake of the mover cost: by what he could know, but never more than there was to lose, as in a game that is
 * as good as lost. */
static double loss(const Step *s) { return fmin((double)s->cost, s->before[s->move.seat]); }

/* What it gives to another seat: rivals share it as they share the chances, partners lose alike. */
static double gift(const Review *r, const Step *s, Seat to)
{
    const Hunch *h = r->round.table.game->hunch;
    if (h && h->together) return -loss(s);
    double rest = 1 - s->before[s->move.seat];
    return rest > 0 ? loss(s) * s->before[to] / rest : loss(s) / (seats_of(r) - 1);
}

static void split(Review *r, Step *s)
{
    for (Seat p = 0; p < seats_of(r); p++) {
        Split *one = &s->split[p];
        if (s->mark && p == s->move.seat) one->own = -loss(s);
        else if (s->mark) one->others = gift(r, s, p);
        one->luck = s->after[p] - s->before[p] - one->own - one->others;
        r->line[p].split.own += one->own;
        r->line[p].split.others += one->others;
        r->line[p].split.luck += one->luck;
        r->line[p].last = s->after[p];
    }
}

/* Is this a pass in a window that stays open? Then nothing has been decided yet, and the chances stay as they are. */
static bool is_pending(const Review *r, const LogRecord *rec, uint64_t decision)
{
    return rec->move.seat < MAX_SEATS && round_is_window(&r->round) && r->round.decision == decision;
}

bool review_take(Review *r, const LogRecord *rec, Step *out, Why *w)
{
    memset(out, 0, sizeof *out);
    uint64_t decision = r->round.decision;
    if (rec->kind == LOG_MOVE) judge(r, rec, out);
    if (!round_replay(&r->round, rec, w)) return false;
    if (rec->kind != LOG_MOVE) return true;
    out->number = rec->number;
    out->move = rec->move;
    memcpy(out->word, rec->word, sizeof out->word);
    count_decision(r, out);
    if (!r->whole) return true;
    memcpy(out->before, r->now, sizeof r->now);
    if (!is_pending(r, rec, decision)) look(r, r->now);
    memcpy(out->after, r->now, sizeof r->now);
    split(r, out);
    if (out->move.seat < MAX_SEATS && !(r->seats >> out->move.seat & 1)) out->mark = MARK_NONE;
    return true;
}

/* ---- moments ---------------------------------------------------------------------------- */

Seat step_mover(const Step *s, int seats)
{
    Seat most = 0;
    for (Seat p = 1; p < seats; p++)
        if (fabs(s->after[p] - s->before[p]) > fabs(s->after[most] - s->before[most])) most = p;
    return most;
}

double step_swing(const Step *s, int seats)
{
    Seat p = step_mover(s, seats);
    return fabs(s->after[p] - s->before[p]);
}

void moments_offer(Moments *m, const Step *s, int seats)
{
    int least = 0;
    for (int i = 1; i < m->n; i++)
        if (step_swing(&m->at[i], seats) < step_swing(&m->at[least], seats)) least = i;
    if (m->n == MOMENTS && step_swing(&m->at[least], seats) >= step_swing(s, seats)) return;
    if (m->n == MOMENTS) memmove(&m->at[least], &m->at[least + 1], (size_t)(--m->n - least) * sizeof m->at[0]);
    m->at[m->n++] = *s;
}
