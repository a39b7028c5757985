/* SPDX-License-Identifier: MIT
 *
 * review.c - reviews in the browser, a move at a time: between two calls the worker can answer its page, say how far it
 * has come, or stop. Texts are UTF-8 with a final NUL and overwritten by the next call.
 *
 *   nl_review(log, seat, tries, rollouts)
 *                          opens the text of a log, which stays where it is until the end; seat 255: everybody, and the
 *                          game must be over. 0 for tries or rollouts: as many as usual. NULL, or why it cannot be
 *   nl_review_step()       reviews the next move: a step (protocol/reviewed.h); NULL: there is none
 *   nl_review_options()    all that could have been done in that step, if it was a decision
 *   nl_review_of()         how many moves there are
 *   nl_review_line(seat)   what became of a seat so far
 *   nl_review_moments()    [57,...]: the numbers of the moves that decided the game so far */
#include "../protocol/reviewed.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { OUT = 1 << 16 };

/* One worker reviews one game at a time. */
static struct {
    Review      review;
    Moments     moments;
    const char *log;                     /* what is still to come; the caller's */
    uint64_t    moves;
    bool        open, decided;           /* decided: the last step was a decision that was judged */
    char        out[OUT], reason[256];
} at;

const char *EXPORT(nl_review)(const char *log, int seat, uint32_t tries, uint32_t rollouts);
const char *EXPORT(nl_review_step)(void);
const char *EXPORT(nl_review_options)(void);
uint32_t    EXPORT(nl_review_of)(void);
const char *EXPORT(nl_review_line)(int seat);
const char *EXPORT(nl_review_moments)(void);

static bool read_record(const char *line, LogRecord *r, Why *w)
{
    const Table *t = &at.review.round.table;
    return log_read(t->game, t->options.seats, line, r, w);
}

/* Plays the whole log without a thought: is it one, how long is it, and is the game over? */
static bool look_through(const char *log, bool *over, Why *w)
{
    char line[LOG_LINE];
    LogRecord r;
    Step unused;
    at.moves = 0;
    while (log_next(&log, line, NULL)) {
        if (!read_record(line, &r, w) || !review_take(&at.review, &r, &unused, w)) return false;
        at.moves += r.kind == LOG_MOVE;
    }
    *over = round_over(&at.review.round);
    return true;
}

static const char *refuse(const Why *w)
{
    text_cut(at.reason, sizeof at.reason, w->text);
    return at.reason;
}

static bool read_header(const char **log, const Game **g, Options *o, Why *w)
{
    char line[LOG_LINE];
    return log_next(log, line, NULL) ? log_read_header(line, g, o, w) : why(w, "this is no log");
}

const char *nl_review(const char *log, int seat, uint32_t tries, uint32_t rollouts)
{
    const Game *g;
    Options o;
    Why w = { "" };
    bool over = false;
    Effort effort = review_usual;
    at.open = at.decided = false;
    at.moments.n = 0;
    if (tries) effort.tries = tries;
    if (rollouts) effort.rollouts = rollouts;
    if (!read_header(&log, &g, &o, &w)) return refuse(&w);
    if (!review_start(&at.review, g, &o, 0, false, effort)) return "bad_option";
    if (!look_through(log, &over, &w)) return refuse(&w);
    bool one = seat >= 0 && seat < o.seats;
    if (!one && !over) return "not_over";
    if (!review_start(&at.review, g, &o, one ? SEAT_BIT(seat) : (SeatSet)(SEAT_BIT(o.seats) - 1), over, effort))
        return "bad_option";
    at.log = log;
    at.open = true;
    return NULL;
}

uint32_t nl_review_of(void) { return (uint32_t)at.moves; }

const char *nl_review_step(void)
{
    LogRecord r;
    char line[LOG_LINE];
    Step step = { .number = 0 };
    Why w;
    Text t = text_into(at.out, sizeof at.out);
    const Table *table = &at.review.round.table;
    while (at.open && !step.number && log_next(&at.log, line, NULL))
        if (!read_record(line, &r, &w) || !review_take(&at.review, &r, &step, &w)) at.open = false;
    if (!at.open || !step.number) return NULL;
    at.decided = step.mark != MARK_NONE;
    if (at.review.whole) moments_offer(&at.moments, &step, table->options.seats);
    reviewed_step(&t, table->game, table->options.seats, &step, at.review.whole);
    return t.n < sizeof at.out ? at.out : NULL;
}

const char *nl_review_options(void)
{
    Text t = text_into(at.out, sizeof at.out);
    if (!at.decided) return NULL;
    reviewed_advice(&t, at.review.round.table.game, &at.review.advice);
    return t.n < sizeof at.out ? at.out : NULL;
}

const char *nl_review_line(int seat)
{
    Text t = text_into(at.out, sizeof at.out);
    if (!at.open || seat < 0 || seat >= MAX_SEATS || !(at.review.seats >> seat & 1)) return NULL;
    reviewed_line(&t, (Seat)seat, &at.review.line[seat], at.review.whole);
    return at.out;
}

const char *nl_review_moments(void)
{
    Text t = text_into(at.out, sizeof at.out);
    text_char(&t, '[');
    for (int i = 0; i < at.moments.n; i++) {
        if (i) text_char(&t, ',');
        text_long(&t, at.moments.at[i].number);
    }
    text_char(&t, ']');
    return at.out;
}
