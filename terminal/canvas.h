/* SPDX-License-Identifier: MIT
 *
 * canvas.h - the screen in fields. Columns are counted in the direction of reading, so that
 * the same table is laid out from the right in Hebrew. */
#ifndef NINELIVES_CANVAS_H
#define NINELIVES_CANVAS_H

#include "desk.h"

typedef enum { INK_PLAIN, INK_BOLD, INK_DIM, INK_BAR, INK_PICK, INK_GREEN, INK_RED, INK_TAN, INK_WARN } Ink;

void canvas_open(const Desk *d);
void canvas_close(void);
/* One line of text in `width` columns from (y, x); what does not fit is cut off. */
void canvas_put(const Desk *d, int y, int x, int width, const char *text, Ink ink);
/* The same over several lines; returns the line after the last. */
int  canvas_wrap(const Desk *d, int y, int bottom, int x, int width, const char *text, Ink ink);
/* Shows a long text page by page, until a key closes it. */
void canvas_page(const Desk *d, const char *text);
/* Hides everything but one line, until Enter. False: no more input. */
bool canvas_curtain(const Desk *d, const char *line);

#endif
