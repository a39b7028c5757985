/* SPDX-License-Identifier: MIT
 *
 * cards.h - cards drawn side by side, in the symbols and colours of the game's layout. */
#ifndef NINELIVES_CARDS_H
#define NINELIVES_CARDS_H

#include "canvas.h"

enum { MOST_FACES = 64 };

typedef struct {
    const char *card;                    /* NULL: face down */
    int         count;                   /* so many of them; 0: no card lies here */
    int         place;                   /* its number in a row; 0: none */
} Face;

/* The cards of a hand, equal ones together; those that cannot be named are left out. */
int  cards_of_hand(const Fact *hand, Face face[MOST_FACES]);
int  cards_of_row(const Fact *row, Face face[MOST_FACES]);
/* Draws them `height` lines high (at least 3), in as many lines as they need; returns the line after the last. Large
 * ones stand in the middle. */
int  cards_draw(const Desk *d, int y, int x, int width, const Face *face, int n, int height);
int  cards_width(const Desk *d, const Face *face, int n, int height);    /* of the widest */
/* Only the symbol, in a frame of three lines: for what others have. */
int  cards_draw_signs(const Desk *d, int y, int x, const Face *face, int n);
const ShowSign *cards_sign(const Desk *d, const char *card);     /* NULL: the game has none */

#endif
