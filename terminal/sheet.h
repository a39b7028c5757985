/* SPDX-License-Identifier: MIT
 *
 * sheet.h - what lies on the table, line by line, for whoever draws it. Goes by the facts a
 * game tells and by its layout (core/show.h), never by the names of games or facts. */
#ifndef NINELIVES_SHEET_H
#define NINELIVES_SHEET_H

#include "desk.h"

/* Each adds one line without its end. */
void sheet_seat(const Desk *d, Seat seat, Text *out);            /* a player as others see them */
bool sheet_own(const Desk *d, Text *out);                        /* the viewer's hand or row */
bool sheet_line(const Desk *d, int i, Text *out);                /* piles and other facts; false past the last */
void sheet_waiting(const Desk *d, Text *out);                    /* who has to decide what */

/* A word of a grid. */
typedef struct {
    const char     *word;
    const char     *mark;                /* what has become of it; "": nothing yet */
    const ShowSign *key_sign, *mark_sign;        /* NULL: no sign */
} Cell;
int  sheet_columns(const Desk *d);                               /* of the grid; 0: there is none */
bool sheet_cell(const Desk *d, int cell, Cell *out);             /* false: there is no such word */
void sheet_mark(const Desk *d, const Cell *c, Text *out);        /* what the mark says */

/* List i, which may be empty; NULL past the last. A line for each of its items, under a title. */
const Fact *sheet_list(const Desk *d, int i);
void sheet_title(const Desk *d, const Fact *list, Text *out);
void sheet_item(const Desk *d, const Fact *list, const Fact *item, Text *out);

/* "3. Misty, won" by place, then what the game says of it; false past the last. */
bool sheet_result(const Desk *d, int i, Text *out);
/* The line of the rules that is about this card; false when there is none. */
bool sheet_help(const Desk *d, const char *card, Text *out);

#endif
