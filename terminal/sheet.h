/* SPDX-License-Identifier: MIT
 *
 * sheet.h - what lies on the table, line by line, for whoever draws it. Goes by the facts a
 * game tells (hands, rows, pile, discard, words ...), never by the game's name. */
#ifndef NINELIVES_SHEET_H
#define NINELIVES_SHEET_H

#include "desk.h"

/* Each adds one line without its end. */
void sheet_seat(const Desk *d, Seat seat, Text *out);            /* a player, from outside */
bool sheet_own(const Desk *d, Text *out);                        /* the viewer's hand or row */
bool sheet_line(const Desk *d, int i, Text *out);                /* piles and other facts; false past the last */
void sheet_waiting(const Desk *d, Text *out);                    /* who has to decide what */

/* A word of a grid. */
typedef struct {
    const char *word;
    char        key;             /* of the viewer's key: 'g', 'x', '.', or 0 */
    const char *mark;            /* "", "g", "x", "0", "1", "01" */
} Cell;
enum { GRID = 5 };
bool sheet_cell(const Desk *d, int cell, Cell *out);             /* false: there is no such word */
void sheet_mark(const Desk *d, const Cell *c, Text *out);        /* what the mark says */
bool sheet_clue(const Desk *d, int i, Text *out);                /* false past the last */

/* "3. Misty, won" by place; false past the last. */
bool sheet_result(const Desk *d, int i, Text *out);
/* The lines of the rules that speak of this card; false when there is none like it. */
bool sheet_help(const Desk *d, const char *card, Text *out);

#endif
