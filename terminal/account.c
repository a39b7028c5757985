/* SPDX-License-Identifier: MIT
 * account.c - a log reviewed from one end to the other, its numbers as JSON, and everybody's chances as a picture. */
#include <stdlib.h>

#include "../cli/cli.h"
#include "../protocol/reviewed.h"
#include "review.h"

/* ---- making it --------------------------------------------------------------------- */

typedef struct { const Game *game; Options options; const char *body; uint64_t moves; bool over; } Head;

/* Plays the log once, quickly: is all of it legal, and is the game over? */
static bool read_through(const char *log, Head *h, Why *w)
{
    static Round round;
    static Box box;
    static const uint8_t none[ENTROPY];
    char line[LOG_LINE];
    LogRecord rec;
    if (!log_next(&log, line, NULL)) return why(w, "the file is empty");
    if (!log_read_header(line, &h->game, &h->options, w)) return false;
    h->body = log;
    round = (Round){ .audience = NULL };
    if (round_start(&round, h->game, &h->options, none)) return why(w, "%s cannot be set up so", h->game->id);
    box = (Box){ .own_n = 0 };
    round.table.box = &box;
    while (log_next(&log, line, NULL))
        if (!log_read(h->game, h->options.seats, line, &rec, w) || !round_replay(&round, &rec, w)) return false;
    h->moves = round.table.moves;
    h->over = round_over(&round);
    return true;
}

static bool keep_step(Account *a, const Step *s)
{
    if (a->steps == a->room) {
        Step *more = realloc(a->step, (a->room = 2 * a->room + 256) * sizeof *more);
        if (!more) return false;
        a->step = more;
    }
    a->step[a->steps++] = *s;
    if (a->review.whole) moments_offer(&a->moments, s, a->review.round.table.options.seats);
    return true;
}

static bool go_through(Account *a, const Head *h, Why *w)
{
    const char *log = h->body;
    char line[LOG_LINE];
    LogRecord rec;
    Step step;
    while (log_next(&log, line, NULL)) {
        if ((a->stopped = interrupted())) return true;
        if (!log_read(h->game, h->options.seats, line, &rec, w)) return false;
        if (!review_take(&a->review, &rec, &step, w)) return false;
        if (step.number && !keep_step(a, &step)) return why(w, "no memory left");
        progress("review", step.number, h->moves);
    }
    return true;
}

int account_of(Account *a, const char *log, int seat, Effort effort)
{
    Head h = { .game = NULL };
    Why w = { "" };
    if (!read_through(log, &h, &w)) return complain("this is no log that can be played: %s", w.text), EXIT_NOT_SO;
    if (seat >= h.options.seats) return complain("--seat must be below %d", h.options.seats);
    if (seat < 0 && !h.over)
        return complain("this game is not over: only one's own seat can be reviewed, with --seat"), EXIT_NOT_SO;
    SeatSet seats = seat < 0 ? (SeatSet)(SEAT_BIT(h.options.seats) - 1) : SEAT_BIT(seat);
    interrupts_catch();
    if (!review_start(&a->review, h.game, &h.options, seats, h.over, effort)) return complain("it cannot be set up so");
    bool fine = go_through(a, &h, &w);
    progress_end();
    if (!fine) return complain("%s", w.text), EXIT_NOT_SO;
    return a->stopped ? EXIT_INTERRUPTED : EXIT_FINE;
}

void account_free(Account *a)
{
    free(a->step);
    a->step = NULL;
    a->steps = a->room = 0;
}

/* ---- JSON ------------------------------------------------------------------------------ */

void account_json(const Account *a)
{
    enum { ENOUGH = 1 << 14 };           /* for one step */
    char text[ENOUGH];
    const Review *r = &a->review;
    const Game *g = r->round.table.game;
    int seats = r->round.table.options.seats;
    Seat p;
    printf("{\"game\":\"%s\",\"players\":%d,\"whole\":%s,\"stopped\":%s,\"steps\":[", g->id, seats,
           r->whole ? "true" : "false", a->stopped ? "true" : "false");
    const char *comma = "";
    for (size_t i = 0; i < a->steps; i++) {
        Text t = text_into(text, sizeof text);
        reviewed_step(&t, g, seats, &a->step[i], r->whole);
        printf("%s%s", comma, text), comma = ",\n";
    }
    printf("],\"lines\":[");
    comma = "";
    EACH_SEAT(p, r->seats) {
        Text t = text_into(text, sizeof text);
        reviewed_line(&t, p, &r->line[p], r->whole);
        printf("%s%s", comma, text), comma = ",";
    }
    printf("],\"moments\":[");
    for (int i = 0; i < a->moments.n; i++) printf("%s%llu", i ? "," : "", (unsigned long long)a->moments.at[i].number);
    puts("]}");
}

/* ---- the picture ------------------------------------------------------------------------- */

enum { LEFT = 50, WIDE = 700, TOP = 40, HIGH = 300, RIGHT = 150, FOOT = 40 };

static double x_of(const Account *a, uint64_t number)
{
    uint64_t last = a->steps ? a->step[a->steps - 1].number : 1;
    return LEFT + WIDE * (double)number / (double)(last ? last : 1);
}

static double y_of(double chance) { return TOP + HIGH * (1 - chance); }

static void draw_frame(FILE *out, const Voice *v)
{
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
            "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", LEFT + WIDE + RIGHT,
            TOP + HIGH + FOOT);
    fprintf(out, "<text x=\"%d\" y=\"24\" font-size=\"15\">%s</text>\n", LEFT, say_title(v));
    for (int percent = 0; percent <= 100; percent += 25) {
        double y = y_of(percent / 100.0);
        fprintf(out, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>\n", LEFT, y, WIDE);
        fprintf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#555\">%d %%</text>\n", LEFT - 6, y + 4,
                percent);
    }
}

/* Colours that people who see few colours can tell apart; and each line has a pattern of its own. */
static const struct { const char *colour, *dash; } style[MAX_SEATS] = {
    { "#0072b2", "" }, { "#d55e00", "8 3" }, { "#009e73", "3 3" }, { "#cc79a7", "10 3 3 3" }, { "#8a6d00", "" },
    { "#56b4e9", "8 3" }, { "#000000", "3 3" }, { "#7f3c8d", "10 3 3 3" }, { "#6b6b6b", "" }, { "#b00020", "8 3" },
};

static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&') fputs("&amp;", out);
        else if (*text == '<') fputs("&lt;", out);
        else fputc(*text, out);
    }
}

static void draw_seat(FILE *out, const Account *a, const Voice *v, Seat p)
{
    double y = y_of(a->review.line[p].first);
    fprintf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" d=\"M%d %.1f",
            style[p].colour, style[p].dash, LEFT, y);
    for (size_t i = 0; i < a->steps; i++) {
        y = y_of(a->step[i].after[p]);
        fprintf(out, "L%.1f %.1f", x_of(a, a->step[i].number), y);
    }
    fprintf(out, "\"/>\n<path stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" d=\"M%d %dh24\"/>",
            style[p].colour, style[p].dash, LEFT + WIDE + 12, TOP + 10 + 20 * p);
    fprintf(out, "<text x=\"%d\" y=\"%d\">", LEFT + WIDE + 42, TOP + 14 + 20 * p);
    put_escaped(out, v->name[p]);
    fputs("</text>\n", out);
}

bool account_plot(const Account *a, const Voice *v, const char *path)
{
    FILE *out = a->review.whole ? fopen(path, "w") : NULL;
    int seats = a->review.round.table.options.seats;
    if (!a->review.whole) return complain("a game that is not over has no picture of everybody's chances"), false;
    if (!out) return complain("cannot write %s", path), false;
    draw_frame(out, v);
    for (int i = 0; i < a->moments.n; i++) {
        double x = x_of(a, a->moments.at[i].number);
        fprintf(out, "<path d=\"M%.1f %dv%d\" stroke=\"#999\" stroke-dasharray=\"2 3\"/>", x, TOP, HIGH);
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#333\">%llu</text>\n", x, TOP + HIGH + 16,
                (unsigned long long)a->moments.at[i].number);
    }
    for (Seat p = 0; p < seats; p++) draw_seat(out, a, v, p);
    fputs("</svg>\n", out);
    bool bad = ferror(out);
    bad |= fclose(out) != 0;
    return bad ? complain("cannot write %s", path), false : true;
}
