/* SPDX-License-Identifier: MIT
 * canvas.c - drawing with ncurses. */
#include "wide.h"

#include "canvas.h"

#include <langinfo.h>
#include <locale.h>

#include "../cli/lay.h"

static bool measuring;

/* ---- colours --------------------------------------------------------------------------------- */

/* A colour for terminals known to be dark, one that can be read on white and on black alike, and the nearest of the
 * eight that every colour terminal has. -1: the terminal's own. */
static const struct { attr_t attr; int dark, any; short basic; } ink_look[INKS] = {
    [INK_PLAIN] = { A_NORMAL, -1, -1, -1 },
    [INK_GREEN] = { A_BOLD, 0x5fd787, 0x008740, COLOR_GREEN },
    [INK_RED] = { A_BOLD, 0xff6f6f, 0xd70000, COLOR_RED },
    [INK_TAN] = { A_NORMAL, 0xd7af87, 0x9a6b2f, COLOR_YELLOW },
    [INK_DIM] = { A_DIM, -1, -1, -1 },
    [INK_WARM] = { A_BOLD, 0xff9f5f, 0xc05a00, COLOR_RED },
    [INK_GOLD] = { A_BOLD, 0xffd75f, 0x8f7000, COLOR_YELLOW },
    [INK_COOL] = { A_BOLD, 0x7fb7ff, 0x2f70d0, COLOR_BLUE },
    [INK_ODD] = { A_BOLD, 0xd79fff, 0x9850d0, COLOR_MAGENTA },
    [INK_BOLD] = { A_BOLD, -1, -1, -1 },
    [INK_BAR] = { A_REVERSE, -1, -1, -1 },
    [INK_PICK] = { A_REVERSE | A_BOLD, -1, -1, -1 },
    [INK_WARN] = { A_BOLD, 0xff87d7, 0xc0308f, COLOR_MAGENTA },
};

static int cube(int part) { return part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40; }

/* The number that this terminal has for a colour: the colour itself, the nearest of 256, or one of eight. Of these,
 * yellow cannot be read on white, and is used only where it is dark. */
static int number_of(const Desk *d, Ink ink)
{
    int rgb = d->dark ? ink_look[ink].dark : ink_look[ink].any, basic = ink_look[ink].basic;
    if (rgb < 0 || COLORS < 256) return basic == COLOR_YELLOW && !d->dark ? -1 : basic;
    if (COLORS > 256) return rgb;
    return 16 + 36 * cube(rgb >> 16) + 6 * cube(rgb >> 8 & 255) + cube(rgb & 255);
}

static bool in_colour(const Desk *d) { return !d->no_colour && has_colors(); }

static void mix_colours(const Desk *d)
{
    start_color();
    use_default_colors();
    for (int i = 0; i < INKS; i++)
        if (number_of(d, (Ink)i) >= 0) init_extended_pair(i + 1, number_of(d, (Ink)i), -1);
}

static void set_ink(const Desk *d, Ink ink)
{
    int pair = in_colour(d) && number_of(d, ink) >= 0 ? (int)ink + 1 : 0;
    attr_set(ink_look[ink].attr, (short)pair, NULL);
}

/* ---- opening and closing ---------------------------------------------------------------------- */

void canvas_open(const Desk *d)
{
    /* Without UTF-8 nobody could read three of the four languages. */
    if (strcmp(nl_langinfo(CODESET), "UTF-8")) setlocale(LC_CTYPE, "C.UTF-8");
    initscr();
    raw();                               /* Ctrl-C is a key too: it saves */
    noecho();
    curs_set(0);
    keypad(stdscr, TRUE);
    set_escdelay(100);
    timeout(50);
    mousemask(BUTTON1_CLICKED | BUTTON1_PRESSED, NULL);
    mouseinterval(0);
    if (in_colour(d)) mix_colours(d);
    if (d->voice.bidi == BIDI_SILENCED) bidi_silence(true);
}

void canvas_close(const Desk *d)
{
    if (d->voice.bidi == BIDI_SILENCED) bidi_silence(false);
    endwin();
}

bool canvas_measure(bool on)
{
    bool was = measuring;
    measuring = on;
    return was;
}

/* ---- text ------------------------------------------------------------------------------------- */

/* A field as it is sent. Where the terminal puts right-to-left text in order by itself, it is told with isolates that
 * the fields of a line are separate texts. */
static void field(const Desk *d, const char *text, char *out, size_t cap)
{
    bool rtl = language[d->voice.lang].rtl;
    if (rtl && d->voice.bidi != BIDI_TERMINAL) lay_visual(text, out, cap);
    else snprintf(out, cap, rtl && lay_from_right(text, strlen(text)) ? "\342\201\247%s\342\201\251" : "%s", text);
}

void canvas_put(const Desk *d, int y, int x, int width, const char *text, Ink ink)
{
    char cut[SENTENCE], shown[SENTENCE + 8];
    bool rtl = language[d->voice.lang].rtl;
    if (measuring || y < 0 || y >= LINES || width < 1) return;
    snprintf(cut, sizeof cut, "%.*s", (int)lay_fit(text, width, 0), text);
    field(d, cut, shown, sizeof shown);
    int used = lay_columns(cut, strlen(cut)), left = rtl ? COLS - x - width : x;
    set_ink(d, ink);
    mvhline(y, left, ' ', width);
    mvaddstr(y, rtl ? left + width - used : left, shown);
    attr_set(A_NORMAL, 0, NULL);
}

void canvas_centre(const Desk *d, int y, int x, int width, const char *text, Ink ink)
{
    int used = lay_columns(text, strlen(text)), before = used < width ? (width - used) / 2 : 0;
    canvas_put(d, y, x + before, width - before, text, ink);
}

/* A text that is read line by line. Where a paragraph begins with blanks or a bullet, its other lines hang below its
 * first word. */
typedef struct {
    const char *rest;
    const char *line;                    /* the latest line ... */
    size_t      n;                       /* ... its bytes ... */
    int         indent;                  /* ... and the column it begins in */
    int         hang;                    /* of the other lines of this paragraph */
    bool        inside;                  /* the next line goes on with it */
} Reader;

static int hang_of(const char *paragraph)
{
    int blanks = (int)strspn(paragraph, " ");
    return blanks + (strncmp(paragraph + blanks, "- ", 2) ? 0 : 2);
}

static bool next_line(Reader *r, int width)
{
    if (!*r->rest) return false;
    if (!r->inside) r->hang = hang_of(r->rest);
    r->indent = r->inside && r->hang < width / 2 ? r->hang : 0;
    r->line = r->rest;
    r->n = lay_fit(r->rest, width - r->indent, 1);
    r->rest += r->n;
    r->inside = *r->rest != '\n';
    if (!r->inside) r->rest++;
    else r->rest += strspn(r->rest, " ");
    return true;
}

static int put_lines(const Desk *d, int y, int bottom, int x, int width, Reader r, Ink ink)
{
    char line[SENTENCE];
    while (y < bottom && next_line(&r, width)) {
        snprintf(line, sizeof line, "%.*s", (int)r.n, r.line);
        canvas_put(d, y++, x + r.indent, width - r.indent, line, ink);
    }
    return y;
}

int canvas_wrap(const Desk *d, int y, int bottom, int x, int width, const char *text, Ink ink)
{
    return put_lines(d, y, bottom, x, width, (Reader){ .rest = text }, ink);
}

int canvas_lines(const char *text, int width)
{
    Reader r = { .rest = text };
    int lines = 0;
    while (next_line(&r, width)) lines++;
    return lines;
}

/* ---- frames ------------------------------------------------------------------------------------- */

static void across(const Desk *d, int y, int x, int width, const char *left, const char *right, Ink ink)
{
    for (int i = 1; i < width - 1; i++) canvas_put(d, y, x + i, 1, "\342\224\200", ink);
    canvas_put(d, y, x, 1, left, ink);
    canvas_put(d, y, x + width - 1, 1, right, ink);
}

/* From the right, what is drawn first stands on the right: corners change places. */
void canvas_box(const Desk *d, int y, int x, int height, int width, const char *title, Ink ink)
{
    static const char *const corner[] = { "\342\225\255", "\342\225\256", "\342\225\260", "\342\225\257" };
    int turn = language[d->voice.lang].rtl;
    across(d, y, x, width, corner[turn], corner[1 - turn], ink);
    for (int i = 1; i < height - 1; i++) {
        canvas_put(d, y + i, x, 1, "\342\224\202", ink);
        canvas_put(d, y + i, x + width - 1, 1, "\342\224\202", ink);
    }
    across(d, y + height - 1, x, width, corner[2 + turn], corner[3 - turn], ink);
    if (!title || !*title) return;
    int used = lay_columns(title, strlen(title)), most = width - 4;
    canvas_put(d, y, x + 2, used < most ? used : most, title, ink);
}

void canvas_rule(const Desk *d, int y, int x, int width)
{
    for (int i = 0; i < width; i++) canvas_put(d, y, x + i, 1, "\342\224\200", INK_DIM);
}

/* ---- pages -------------------------------------------------------------------------------------- */

/* The text after so many lines of that width. */
static Reader skip(const char *text, int lines, int width)
{
    Reader r = { .rest = text };
    while (lines-- > 0 && next_line(&r, width)) continue;
    return r;
}

int canvas_page(const Desk *d, const char *text, const char *hint, bool last)
{
    int top = 0;
    for (bool begin = true; ; begin = false) {
        int width = COLS - 4 < 96 ? COLS - 4 : 96, rows = LINES - 3, end = canvas_lines(text, width) - rows;
        if (begin && last) top = end;
        if (top > end) top = end;
        if (top < 0) top = 0;
        erase();
        put_lines(d, 1, LINES - 2, 2, width, skip(text, top, width), INK_PLAIN);
        canvas_put(d, LINES - 1, 0, COLS, hint, INK_BAR);
        refresh();
        desk_attend(d);
        int key = getch();
        if (key == ERR || key == KEY_RESIZE || key == KEY_MOUSE) continue;
        if (key == KEY_DOWN) top++;
        else if (key == KEY_UP) top--;
        else if ((key == ' ' || key == KEY_NPAGE) && top < end) top += rows - 1;
        else if (key == KEY_PPAGE) top -= rows - 1;
        else return key;
    }
}

bool canvas_curtain(const Desk *d, const char *line)
{
    for (;;) {
        erase();
        canvas_wrap(d, LINES / 2, LINES, 4, COLS - 8, line, INK_BOLD);
        refresh();
        int key = getch();
        if (key == '\n' || key == '\r' || key == KEY_ENTER) return true;
        if (key == 3 || key == 4) return false;
    }
}

bool canvas_mouse(const Desk *d, int *y, int *x)
{
    MEVENT event;
    if (getmouse(&event) != OK || !(event.bstate & (BUTTON1_CLICKED | BUTTON1_PRESSED))) return false;
    *y = event.y;
    *x = language[d->voice.lang].rtl ? COLS - 1 - event.x : event.x;
    return true;
}
