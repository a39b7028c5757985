/* SPDX-License-Identifier: MIT
 * frame.c - the whole screen: the table as large as there is room for, what happened, the question and its answers. */
#include "wide.h"

#include <stdio.h>
#include <stdlib.h>

#include "../cli/cli.h"
#include "../cli/lay.h"
#include "screen.h"
#include "sheet.h"

enum { LEAST_COLUMNS = 50, LOG_FROM = 110, FRESH = 6, BANNER = 3, MOST_SQUARES = 40, TALL = 50 };

/* From the largest to the smallest: the first that fits is taken, the very largest only on a tall screen. On others it
 * would fit at one question and not at the next. */
static const Style styles[] = {
    { SEATS_AROUND, 9, 9, 5 }, { SEATS_AROUND, 7, 7, 5 }, { SEATS_AROUND, 7, 5, 5 }, { SEATS_AROUND, 5, 5, 3 },
    { SEATS_BOXES, 5, 5, 3 }, { SEATS_BOXES, 3, 5, 3 }, { SEATS_BOXES, 3, 3, 3 }, { SEATS_LINES, 3, 3, 1 },
    { SEATS_LINES, 1, 3, 1 }, { SEATS_LINES, 1, 1, 1 },
};
enum { STYLES = sizeof styles / sizeof *styles };

/* How the screen is shared out, in lines and columns. */
typedef struct {
    const Style *style;
    int board, air;                      /* the table's lines; empty lines between its parts */
    int width;                           /* the table's columns; beside it, if there is room, the log */
    int news;                            /* lines of the log below the table */
    int question, menu;                  /* lines of the question and of its answers */
} Plan;

/* ---- the moves --------------------------------------------------------------------------------- */

static void menu_line(const Screen *s, int line, char *out, size_t cap)
{
    char text[SENTENCE];
    Text t = text_into(text, sizeof text), all = text_into(out, cap);
    int number = menu_number(&s->menu, line);
    menu_text(&s->menu, line, &t);
    if (number < 10) text_char(&all, ' ');
    text_number(&all, number);
    if (strtol(text, NULL, 10) != number || !s->menu.deep) text_add(&all, "  "), text_add(&all, text);
}

/* Lines of the menu that are not on the grid. */
static int listed(const Screen *s, int out[MENU_MOST])
{
    int n = 0;
    for (int i = 0; i < s->menu.count; i++)
        if (menu_cell(&s->menu, i) < 0) out[n++] = i;
    return n;
}

/* As many columns as the longest line allows. */
static int menu_across(const Screen *s, const int *line, int n)
{
    char text[SENTENCE];
    int widest = 5;
    for (int i = 0; i < n; i++) {
        menu_line(s, line[i], text, sizeof text);
        int w = lay_columns(text, strlen(text)) + 2;
        if (w > widest) widest = w;
    }
    return (COLS - 2) / widest > 0 ? (COLS - 2) / widest : 1;
}

static int menu_rows(const Screen *s)
{
    int line[MENU_MOST], n = s->n ? listed(s, line) : 0;
    int across = menu_across(s, line, n);
    return (n + across - 1) / across;
}

/* The page that holds the lit line. Returns how many lines are on other pages. */
static int draw_menu(Screen *s, int top, int rows)
{
    char text[SENTENCE];
    int line[MENU_MOST], n = s->n ? listed(s, line) : 0, across = menu_across(s, line, n), lit = 0;
    int width = (COLS - 2) / across, page = across * rows;
    for (int i = 0; i < n; i++)
        if (line[i] == s->pick) lit = i;
    int first = page > 0 ? lit / page * page : 0, shown = n - first < page ? n - first : page;
    if (n <= page) rows = (n + across - 1) / across;
    for (int i = first; i < first + shown; i++) {
        int y = top + (i - first) % rows, x = 1 + (i - first) / rows * width;
        menu_line(s, line[i], text, sizeof text);
        canvas_put(s->d, y, x, width - 1, text, line[i] == s->pick ? INK_PICK : INK_PLAIN);
        spot_add(s, y, x, 1, width - 1, line[i]);
    }
    return n - shown;
}

/* ---- the question -------------------------------------------------------------------------------- */

/* What is asked, or what is being put together; then how long a window stays open. */
static void question(const Screen *s, Text *out)
{
    if (!s->n || s->menu.deep == s->menu.root) sheet_waiting(s->d, out), text_add(out, "  ");
    if (s->n) menu_heading(&s->menu, out);
    if (s->closes <= 0) return;
    text_add(out, "  ");
    int seconds = sheet_clock(s->d, s->closes, out);
    text_char(out, ' ');
    for (int i = 0; i < seconds && seconds <= MOST_SQUARES; i++) text_add(out, "\342\226\240");
}

static int question_lines(const Screen *s)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    question(s, &t);
    int n = canvas_lines(line, COLS - 2);
    return n ? n : 1;
}

static void draw_question(const Screen *s, int y, int bottom)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    question(s, &t);
    canvas_wrap(s->d, y, bottom, 1, COLS - 2, line, s->closes > 0 ? INK_WARN : INK_BOLD);
}

/* Which keys are of use now. */
static const char *hint(const Screen *s)
{
    const char *wait = s->d->guest ? "join.wait" : "hint.wait";
    const char *key = !s->n ? wait : s->menu.deep > s->menu.root ? "hint.step" : "help.keys";
    if (s->n && !s->menu.deep && menu_cell(&s->menu, s->pick) >= 0) key = "hint.grid";
    if (s->n && !s->menu.deep && s->menu.at[s->pick].move.arg[0] == ARG_OPEN) key = "hint.open";
    return say_word(&s->d->voice, s->input_n ? "hint.typed" : key);
}

static void draw_input(const Screen *s)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    text_add(&t, "> ");
    text_add(&t, s->input);
    if (s->input_n && !*s->note) text_add(&t, "   ");
    text_add(&t, *s->note ? s->note + !s->input_n : hint(s));
    canvas_put(s->d, LINES - 1, 1, COLS - 2, line, *s->note ? INK_WARN : s->input_n ? INK_BOLD : INK_DIM);
}

/* How many moves are not in sight, at the end of the line above the question. */
static void draw_hidden(const Screen *s, int y, int hidden)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    if (!hidden) return;
    text_char(&t, ' ');
    say_line(&s->d->voice, &t, "menu.hidden", NULL, hidden);
    text_char(&t, ' ');
    int used = lay_columns(line, strlen(line));
    canvas_put(s->d, y, COLS - used - 2, used, line, INK_WARN);
}

/* ---- the log -------------------------------------------------------------------------------------- */

/* The latest sentences, as many as there is room for, the newest last. */
static void draw_log(const Screen *s, int top, int bottom, int x, int width)
{
    char line[SENTENCE];
    int room = bottom - top, used;
    size_t first = s->d->happened_n, all = first;
    for (; first > 0; first--, room -= used) {
        Text t = text_into(line, sizeof line);
        used = desk_sentence(s->d, first - 1, &t) ? canvas_lines(line, width) : 0;
        if (used > room) break;
    }
    for (size_t i = first; i < all; i++) {
        Text t = text_into(line, sizeof line);
        if (!desk_sentence(s->d, i, &t)) continue;
        Ink ink = i + 1 == all ? INK_BOLD : i + FRESH > all ? INK_PLAIN : INK_DIM;
        top = canvas_wrap(s->d, top, bottom, x, width, line, ink);
    }
}

/* What just happened, in a frame under the table, if there is room: the last sentence up to this beat. */
static void draw_banner(const Screen *s, int y, int bottom, int width)
{
    char line[SENTENCE] = "";
    for (size_t i = s->beat < s->d->happened_n ? s->beat : s->d->happened_n; i > 0 && !*line; i--) {
        Text t = text_into(line, sizeof line);
        if (!desk_sentence(s->d, i - 1, &t)) line[0] = 0;
    }
    int used = lay_columns(line, strlen(line)) + 6;
    if (!*line || bottom - y < BANNER) return;
    y += (bottom - y - BANNER) / 2;
    if (used > width - 2) used = width - 2;
    int x = (width - used) / 2;
    canvas_box(s->d, y, x, BANNER, used, "", INK_GOLD);
    canvas_centre(s->d, y + 1, x + 1, used - 2, line, INK_BOLD);
}

/* ---- sharing out ------------------------------------------------------------------------------------ */

static int log_columns(void)
{
    int n = COLS * 28 / 100;
    return COLS < LOG_FROM ? 0 : n < 32 ? 32 : n > 56 ? 56 : n;
}

static int board_lines(Screen *s, const Style *style, int width)
{
    bool was = canvas_measure(true);
    int n = board_draw(s, style, 0, width, 0);
    canvas_measure(was);
    return n;
}

/* Whether this style fits. The menu has the same lines for most questions, so that the table does not change its size
 * with each of them; a long one is shown whole rather than large cards. */
static bool plan_with(Screen *s, const Style *style, Plan *p)
{
    bool last = style == &styles[STYLES - 1], beside = log_columns() > 0;
    int usual = LINES < 30 ? 5 : LINES < TALL ? 6 : 7, needed = menu_rows(s);
    int rows = needed < usual || style >= &styles[STYLES - 2] ? usual : needed < MENU_LINES ? needed : MENU_LINES;
    *p = (Plan){ .style = style, .width = COLS - log_columns(), .question = question_lines(s) };
    p->board = board_lines(s, style, p->width);
    p->news = last ? !beside : beside ? BANNER : 2;
    p->menu = last ? 2 : rows;
    int left = LINES - 3 - p->board - p->news - p->question - p->menu;
    if (left < 0) return false;
    int more = needed > p->menu ? needed - p->menu : 0;
    more = more < left ? more : left;
    p->menu += more;
    left -= more;
    p->air = left / 5 > 3 ? 3 : left / 5;
    if (!beside) p->news += left - 3 * p->air > 0 ? left - 3 * p->air : 0;
    return true;
}

static bool make_plan(Screen *s, Plan *p)
{
    for (int i = LINES < TALL; i < STYLES; i++)
        if (plan_with(s, &styles[i], p)) return COLS >= LEAST_COLUMNS && COLS - log_columns() >= board_columns(s);
    return false;
}

/* ---- the whole ---------------------------------------------------------------------------------------- */

/* The keys that are of use anywhere; where there is little room only the first of them, which explains the others. */
static void bar_keys(const Screen *s, int room, char *keys, size_t cap)
{
    const Voice *v = &s->d->voice;
    Text t = text_into(keys, cap);
    text_add(&t, say_word(v, "help.bar"));
    if (sheet_has_cards(s->d)) text_add(&t, say_word(v, "help.bar.cards"));
    if (show_shape(v->game, SHOW_MAP)) text_add(&t, say_word(v, "help.bar.map"));
    if (s->d->guest) text_add(&t, say_word(v, "join.bar"));
    text_add(&t, say_word(v, "help.bar.quit"));
    while (lay_columns(keys, strlen(keys)) > room) {
        char *last = keys;
        for (char *at = keys; (at = strstr(at, "   ")); at += 3) last = at;
        *last = 0;
        if (last == keys) return;
    }
}

static void draw_bar(const Screen *s)
{
    char line[SENTENCE], keys[SENTENCE];
    Text t = text_into(line, sizeof line);
    text_char(&t, ' ');
    text_add(&t, say_title(&s->d->voice));
    int room = COLS - 1 - lay_columns(line, strlen(line));
    bar_keys(s, room - 2, keys, sizeof keys);
    for (int i = lay_columns(keys, strlen(keys)); i < room; i++) text_char(&t, ' ');
    text_add(&t, keys);
    canvas_put(s->d, 0, 0, COLS, line, INK_BAR);
}

/* Says how many lines and columns would do. */
static void draw_too_small(Screen *s, const Plan *p)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    Phrase phrase = { .n = 0 };
    int columns = board_columns(s) > LEAST_COLUMNS ? board_columns(s) : LEAST_COLUMNS;
    int lines = 3 + board_lines(s, &styles[STYLES - 1], columns > COLS ? columns : COLS) + 1 + p->question + 2;
    phrase_number(&phrase, "w", columns);
    phrase_number(&phrase, "h", lines);
    phrase_number(&phrase, "x", COLS);
    phrase_number(&phrase, "y", LINES);
    say(&s->d->voice, &t, "small", &phrase);
    canvas_wrap(s->d, 0, LINES, 0, COLS, line, INK_BOLD);
}

static void draw_parts(Screen *s, const Plan *p)
{
    int bottom = LINES - 2 - p->menu - p->question, beside = log_columns();
    draw_bar(s);
    int y = board_draw(s, p->style, 1 + (p->air > 0), p->width, p->air);
    if (beside) {
        for (int i = 1; i < bottom; i++) canvas_put(s->d, i, p->width, 1, "\342\224\202", INK_DIM);
        draw_log(s, 2, bottom, p->width + 2, beside - 3);
        draw_banner(s, y, bottom, p->width);
    } else {
        draw_log(s, bottom - p->news > y ? bottom - p->news : y, bottom, 1, COLS - 2);
    }
    canvas_rule(s->d, bottom, 0, COLS);
    draw_question(s, bottom + 1, bottom + 1 + p->question);
    draw_hidden(s, bottom, draw_menu(s, bottom + 1 + p->question, p->menu));
    draw_input(s);
}

void frame_draw(Screen *s)
{
    Plan p;
    bool fits = make_plan(s, &p);
    s->spots = 0;
    erase();
    if (fits) draw_parts(s, &p);
    else draw_too_small(s, &p);
    refresh();
}
