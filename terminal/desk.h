/* SPDX-License-Identifier: MIT
 *
 * desk.h - a table with people and bots around it: who sits where, what has happened, and the
 * log from which all of it can be restored. It shows nothing; plain.c and screen.c do. */
#ifndef NINELIVES_DESK_H
#define NINELIVES_DESK_H

#include "../bots/bot.h"
#include "../core/round.h"
#include "../core/speech.h"
#include "say.h"

/* `meant`: the words that a clue was for, not to be told before the end. */
typedef struct { Event event; char word[MAX_WORD]; uint8_t meant[MAX_BOARD]; int meant_n; } Happening;

typedef struct {
    Round      round;
    Box        box;                      /* words that the table brings along; filled before desk_start() */
    Voice      voice;                    /* its viewer is whoever looks at the screen */
    SeatSet    people;
    const Bot *bot[MAX_SEATS];
    Player     player[MAX_SEATS];
    Budget     budget;
    Happening *happened;                 /* owned by the desk */
    size_t     happened_n, happened_room;
    size_t     told[SEAT_TABLE + 1];     /* how much of it each viewer has been told */
    size_t     since[MAX_SEATS];         /* how much had happened when this seat last moved */
    char      *log;                      /* owned by the desk: the lines of the log file */
    size_t     log_n, log_room;
    Scene      scene;
    double     started;                  /* wall clock; some games end after so many minutes */
    double     speed;                    /* 1 is a leisurely table, 0 does not wait at all */
    bool       no_colour, bidi;          /* bidi: we reorder Hebrew ourselves */
    bool       no_clock;                 /* windows stay open until everybody has answered */
} Desk;

typedef enum { DESK_OVER, DESK_LEFT } DeskEnd;

/* The seats, names and bots are set; deals the cards. False when that cannot be set up. */
bool desk_start(Desk *d, const Game *g, const Options *o, const uint8_t secret[ENTROPY]);
/* The same from a log's text, which is changed. On failure `w` says why. */
bool desk_resume(Desk *d, char *log, const uint8_t secret[ENTROPY], Why *w);
/* Writes the log to a file; the secret is its last line once the round is over. */
bool desk_log(const Desk *d, const char *path);
void desk_free(Desk *d);

Err  desk_move(Desk *d, const Move *m, const char *word);
void desk_bot(Desk *d, Seat seat);               /* lets a bot move */
/* What the viewer sees now; the voice speaks of it from here on. */
const Fact *desk_look(Desk *d, Seat viewer);
/* The next thing that this viewer has not been told, as a sentence; false when there is none. */
bool desk_tell(Desk *d, Text *out);
bool desk_sentence(const Desk *d, size_t i, Text *out);  /* any of them; false: nothing to say */
/* speech.c: what was said, where a game's bots speak. */
void desk_mean(const Desk *d, Happening *h);             /* notes what the clue just given is for */
bool desk_meant(const Desk *d, size_t i, Text *out);     /* after the end; false: nothing to tell */
void desk_gloss(const Desk *d, const Happening *h, Text *out);   /* what it means, if the viewer cannot know */
int  desk_moves(const Desk *d, Move *list);      /* of the viewer, room for MAX_MOVES */
/* Reads what somebody typed: a number of the list, a move, or part of its sentence. `m` and `word` are the move if it
 * is READ_MOVE. */
typedef enum { READ_MOVE, READ_NONE, READ_SEVERAL } Reading;
Reading desk_read(const Desk *d, const char *line, const Move *list, int n, Move *m, char word[MAX_WORD]);
/* Is this part of the move's sentence or notation, or all of it? Capital or small letters make no difference. */
typedef enum { FIT_NOT, FIT_PART, FIT_WHOLE } Fit;
Fit  desk_fits(const Desk *d, const char *line, const Move *m);

/* save.c: a table put aside, and the last one that came to its end, one for each game. */
bool desk_save(const Desk *d);
bool desk_load(Desk *d, const char *game, Why *w);       /* NULL: the latest */
void desk_forget(const Desk *d);
bool desk_last(const Game *g, Round *last, Box *box);    /* the last one played again; false: there is none */
/* Keeps a table that is over as the last one, and adds it to the record of games won and lost. */
typedef struct { int played, won; } Record;
bool desk_keep(const Desk *d, Record *r);

DeskEnd plain_play(Desk *d);
DeskEnd screen_play(Desk *d);
bool screen_possible(void);              /* capable.c: can this terminal be drawn on? Else lines have to do */

#endif
