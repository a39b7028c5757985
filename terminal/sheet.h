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
/* Piles and other facts; false past the last. Where piles are drawn, only what is known of them is told. */
bool sheet_line(const Desk *d, int i, bool drawn, Text *out);
void sheet_waiting(const Desk *d, Text *out);                    /* who has to decide what */
/* "12 s": how long it is until then. Returns the seconds. */
int  sheet_clock(const Desk *d, double closes, Text *out);
bool sheet_options(const Desk *d, Text *out);                    /* those that nobody expects */

/* For whoever draws a player: their cards, and what is said of them besides ("12 points"). */
const Fact *sheet_hand(const Desk *d, Seat seat);                /* NULL: none in this game */
const Fact *sheet_row(const Desk *d, Seat seat);
void sheet_facts(const Desk *d, Seat seat, Text *out);
Seat sheet_turn(const Desk *d);                                  /* whose turn it is; SEAT_NONE: nobody's */
Seat sheet_next(const Desk *d);                                  /* and who comes after them */
bool sheet_has_cards(const Desk *d);                             /* hands or rows: cards that can be read about */
const Fact *sheet_pile(const Desk *d, bool discard, Text *caption);      /* NULL: there is none */

/* Where the seats are two sides. "Your side: you, Misty" */
bool sheet_sides(const Desk *d);
void sheet_side(const Desk *d, int side, Text *out);

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

/* The end of a round, after desk_look_back(). By how they stand; false past the last. */
bool sheet_standing(const Desk *d, int i, Seat *seat);
/* " (+7)": what the round brought. */
void sheet_gain(const Desk *d, Seat seat, Text *out);
/* What else is said of it, a line each; false past the last. */
bool sheet_round(const Desk *d, int i, Text *out);
/* A line for each place of the map, what has been won in games before included; false: the game has no map. */
bool sheet_map(const Desk *d, Text *out);
/* "1. Misty, 13 points, won" by place, or how all did together, then what the game says of it; false past the last. */
bool sheet_result(const Desk *d, int i, Text *out);
void sheet_record(const Desk *d, Text *out);     /* games won and lost so far, and what the team has won, if anything */
/* The line of the rules that is about this card; false when there is none. */
bool sheet_help(const Desk *d, const char *card, Text *out);

#endif
