/* SPDX-License-Identifier: MIT
 *
 * menu.h - what somebody may do now, in few lines. Where a verb has many moves (five different cards out of eight, a
 * card against any of nine players) they are one line that is opened step by step: which card, which player. */
#ifndef NINELIVES_MENU_H
#define NINELIVES_MENU_H

#include "desk.h"

/* Where moves can be put together there are at most so many lines, and at most so many of one verb. */
enum { MENU_LINES = 12, MENU_FEW = 5, MENU_MOST = 320 };

/* Moves that begin alike. When a verb's leading cards may stand in any order, those chosen so far come first. */
typedef struct {
    Move move;
    int  args;                                   /* so many of its arguments are decided */
    int  moves;                                  /* so many moves begin so; 1: this is the move itself */
} Choice;

typedef struct {
    const Desk *d;
    const Move *list;                            /* all moves, owned by whoever opened the menu */
    int         n;
    Choice      path[MAX_ARGS + 1];              /* the lines opened, the last of them open now */
    int         deep, root;                      /* root: 1 when there was only one line, and it was opened at once */
    Choice      at[MENU_MOST];                   /* the lines */
    int         count;
} Menu;

void menu_open(Menu *m, const Desk *d, const Move *list, int n);
void menu_step(Menu *m, int line);               /* opens a line of several moves */
bool menu_back(Menu *m);                         /* false: nothing was open */
/* The line as it is read: a whole sentence, or inside an opened line only what is chosen there. */
void menu_text(const Menu *m, int line, Text *out);
/* The number in front of a line: counted from 1, or, where a number is asked for, the number itself. A word of the grid
 * has none: -1. */
int  menu_number(const Menu *m, int line);
/* What is being put together, "Play Favor against ..."; nothing when no line is open. */
void menu_heading(const Menu *m, Text *out);
/* The line for a cell of the grid, and the cell of a line; -1: none. */
int  menu_of_cell(const Menu *m, int cell);
int  menu_cell(const Menu *m, int line);

/* Reads what somebody typed: the number of a line, a move, or part of its sentence. `move` and `word` are the move
 * if it is READ_MOVE; `line` is the line to open if it is READ_STEP. */
typedef enum { READ_MOVE, READ_STEP, READ_NONE, READ_SEVERAL } Reading;
Reading menu_read(const Menu *m, const char *typed, Move *move, char word[MAX_WORD], int *line);
bool menu_fits(const Menu *m, const char *typed, int line);      /* may this line be meant? */

#endif
