/* SPDX-License-Identifier: MIT
 *
 * canvas.h - the screen in fields. Columns are counted in the direction of reading, so that
 * the same table is laid out from the right in Hebrew. */
#ifndef NINELIVES_CANVAS_H
#define NINELIVES_CANVAS_H

#include "desk.h"

/* The first are the tones of a game's signs, in their order (core/show.h). */
typedef enum {
    INK_PLAIN = TONE_NONE, INK_GREEN = TONE_GOOD, INK_RED = TONE_BAD, INK_TAN = TONE_DULL, INK_DIM = TONE_DONE,
    INK_WARM = TONE_WARM, INK_GOLD = TONE_GOLD, INK_COOL = TONE_COOL, INK_ODD = TONE_ODD,
    INK_BOLD = TONES, INK_BAR, INK_PICK, INK_WARN, INKS
} Ink;

void canvas_open(const Desk *d);
void canvas_close(const Desk *d);
/* While measuring nothing is drawn: whoever lays something out can try first how many lines it takes. Returns how it
 * was before. */
bool canvas_measure(bool on);
/* One line of text in `width` columns from (y, x); what does not fit is cut off. */
void canvas_put(const Desk *d, int y, int x, int width, const char *text, Ink ink);
void canvas_centre(const Desk *d, int y, int x, int width, const char *text, Ink ink);
/* The same over several lines; returns the line after the last. */
int  canvas_wrap(const Desk *d, int y, int bottom, int x, int width, const char *text, Ink ink);
int  canvas_lines(const char *text, int width);          /* how many lines that takes */
/* A frame, with a title in its upper edge if there is one. */
void canvas_box(const Desk *d, int y, int x, int height, int width, const char *title, Ink ink);
void canvas_rule(const Desk *d, int y, int x, int width);        /* a line across */
/* Shows a long text page by page, until a key closes it; from its end, if `last`. Returns that key. */
int  canvas_page(const Desk *d, const char *text, const char *hint, bool last);
/* Hides everything but one line, until Enter. False: no more input. */
bool canvas_curtain(const Desk *d, const char *line);
/* Where the mouse has been pressed, in lines and columns of reading; false: it was something else. */
bool canvas_mouse(const Desk *d, int *y, int *x);

#endif
