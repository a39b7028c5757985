/* SPDX-License-Identifier: MIT
 *
 * screen.h - the table drawn on the whole terminal: screen.c lets the game go on, keys.c reads, frame.c and board.c
 * draw, pages.c shows what lies over the table. */
#ifndef NINELIVES_SCREEN_H
#define NINELIVES_SCREEN_H

#include "canvas.h"
#include "menu.h"

enum { SPOTS = 400, LINES_MOST = 10000 };         /* lines: as many as it takes */

typedef struct { int y, x, height, width, line; } Spot;          /* where a line of the menu can be clicked */

typedef struct {
    Desk    *d;
    Move     list[MAX_MOVES];
    int      n;
    Menu     menu;
    int      pick;                       /* the line that is lit */
    char     input[MAX_LINE], note[SENTENCE];
    size_t   input_n;
    uint64_t at;                         /* the move count that all this belongs to */
    uint64_t decision;                   /* what was typed is an answer to this question, and to no later one */
    bool     dropped;                    /* somebody was typing an answer when the question changed ... */
    double   typed;                      /* ... and goes on until nothing has been typed for a moment */
    double   bot_due, closes;            /* closes 0: no countdown */
    size_t   beat;                       /* how much of what has happened the banner has come to */
    double   beat_due;                   /* when it goes on */
    size_t   rounds_shown;               /* how many ends of rounds have been looked at */
    Spot     spot[SPOTS];
    int      spots;
    bool     left;
    DeskEnd  end;                        /* what people want once it is over */
} Screen;

/* frame.c */
void frame_draw(Screen *s);

/* board.c: how large things are drawn. Each number is lines; 1: words in a line. */
typedef enum { SEATS_AROUND, SEATS_BOXES, SEATS_LINES } SeatStyle;
typedef struct { SeatStyle seats; int cards, piles, cell; } Style;
/* The table from line y on, `width` columns wide; returns the line after it. */
int  board_draw(Screen *s, const Style *style, int y, int width, int air);
int  board_columns(const Screen *s);     /* as many as the table needs at least */
const char *board_marker(const Screen *s);       /* what stands before whoever is to decide */
void spot_add(Screen *s, int y, int x, int height, int width, int line);

/* keys.c */
void keys_take(Screen *s);               /* waits a moment for a key, and does what it says */
void keys_clear(Screen *s);
bool keys_command_begun(const Screen *s);        /* is what was typed the beginning of a command? */
void screen_move(Screen *s, const Move *m, const char *word);

/* pages.c. Meanwhile no clock runs out and no bot moves. */
void page_help(Screen *s);
void page_rules(Screen *s);
void page_cards(Screen *s, const char *card);    /* "": all of them */
void page_map(Screen *s);                /* where the game has one */
void page_phrases(Screen *s);            /* something to say, at a table elsewhere */
void page_log(Screen *s);
void page_round(Screen *s);              /* the end of a round, if it has not been looked at */
void page_end(Screen *s);

#endif
