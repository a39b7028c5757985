/* SPDX-License-Identifier: MIT
 * canvas.c - drawing with ncurses. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700                        /* wide characters */
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include "canvas.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>

#include "lay.h"

static const struct { attr_t attr; short colour; } ink_look[] = {
    [INK_PLAIN] = { A_NORMAL, -1 }, [INK_BOLD] = { A_BOLD, -1 }, [INK_DIM] = { A_DIM, -1 },
    [INK_BAR] = { A_REVERSE, -1 },
    [INK_PICK] = { A_REVERSE | A_BOLD, -1 }, [INK_GREEN] = { A_BOLD, COLOR_GREEN }, [INK_RED] = { A_BOLD, COLOR_RED },
    [INK_TAN] = { A_NORMAL, COLOR_YELLOW }, [INK_WARN] = { A_BOLD, COLOR_MAGENTA },
};

void canvas_open(const Desk *d)
{
    /* Without UTF-8 nobody could read three of the four languages. */
    if (strcmp(nl_langinfo(CODESET), "UTF-8")) setlocale(LC_CTYPE, "C.UTF-8");
    initscr();
    raw();                               /* Ctrl-C is a key too: it saves */
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    timeout(50);
    if (d->no_colour || !has_colors()) return;
    start_color();
    use_default_colors();
    for (size_t i = 0; i < sizeof ink_look / sizeof *ink_look; i++)
        if (ink_look[i].colour >= 0) init_pair((short)(i + 1), ink_look[i].colour, -1);
}

void canvas_close(void) { endwin(); }

static short ink_pair(const Desk *d, Ink ink)
{
    return ink_look[ink].colour >= 0 && !d->no_colour && has_colors() ? (short)(ink + 1) : 0;
}

void canvas_put(const Desk *d, int y, int x, int width, const char *text, Ink ink)
{
    char cut[SENTENCE], shown[SENTENCE];
    bool rtl = language[d->voice.lang].rtl;
    if (y < 0 || y >= LINES || width < 1) return;
    snprintf(cut, sizeof cut, "%.*s", (int)lay_fit(text, width, 0), text);
    if (rtl && d->bidi) lay_visual(cut, shown, sizeof shown);
    else snprintf(shown, sizeof shown, "%s", cut);
    int used = lay_columns(shown, strlen(shown)), left = rtl ? COLS - x - width : x;
    attr_set(ink_look[ink].attr, ink_pair(d, ink), NULL);
    mvhline(y, left, ' ', width);
    mvaddstr(y, rtl ? left + width - used : left, shown);
    attr_set(A_NORMAL, 0, NULL);
}

int canvas_wrap(const Desk *d, int y, int bottom, int x, int width, const char *text, Ink ink)
{
    char line[SENTENCE];
    while (*text && y < bottom) {
        size_t end = strcspn(text, "\n"), n = lay_fit(text, width, 1);
        if (n > end) n = end;
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        canvas_put(d, y++, x, width, line, ink);
        text += n;
        if (*text == '\n') text++;
        while (*text == ' ') text++;
    }
    return y;
}

/* The text after so many lines of that width. */
static const char *skip(const char *text, int lines, int width)
{
    while (lines-- > 0 && *text) {
        size_t end = strcspn(text, "\n"), n = lay_fit(text, width, 1);
        text += n > end ? end : n;
        if (*text == '\n') text++;
        while (*text == ' ') text++;
    }
    return text;
}

void canvas_page(const Desk *d, const char *text)
{
    int top = 0;
    for (;;) {
        int width = COLS - 4 < 96 ? COLS - 4 : 96;
        erase();
        canvas_wrap(d, 1, LINES - 2, 2, width, skip(text, top, width), INK_PLAIN);
        canvas_put(d, LINES - 1, 0, COLS, say_word(&d->voice, "help.page"), INK_BAR);
        refresh();
        int key = getch(), most = LINES - 4;
        bool more = *skip(text, top + LINES - 3, width);
        if (key == ERR || key == KEY_RESIZE) continue;
        if (key == KEY_DOWN && more) top++;
        else if ((key == ' ' || key == KEY_NPAGE) && more) top += most;
        else if (key == KEY_UP || key == KEY_PPAGE) top -= key == KEY_UP ? 1 : most;
        else return;
        if (top < 0) top = 0;
    }
}

bool canvas_curtain(const Desk *d, const char *line)
{
    for (;;) {
        erase();
        canvas_put(d, LINES / 2, 4, COLS - 8, line, INK_BOLD);
        refresh();
        int key = getch();
        if (key == '\n' || key == '\r' || key == KEY_ENTER) return true;
        if (key == 3 || key == 4) return false;
    }
}
