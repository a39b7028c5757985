/* SPDX-License-Identifier: MIT
 *
 * desk.h - a table with people and bots around it: who sits where, what has happened, and the
 * log from which all of it can be restored. It shows nothing; plain.c and screen.c do.
 *
 * The table is kept here (desk.c), or by a server that this program has joined (join.c). */
#ifndef NINELIVES_DESK_H
#define NINELIVES_DESK_H

#include "../bots/bot.h"
#include "../core/round.h"
#include "../core/speech.h"
#include "say.h"

/* `meant`: the words that a clue was for, not to be told before the end. `remark`: it is no event of the game but
 * something about the table, this key of the catalogue; {who} is `event.seat`, {t} is `word`. */
typedef struct {
    Event    event;
    const char *remark;                  /* NULL: an event */
    uint64_t move;                       /* the number of the move that made it happen */
    char     word[MAX_WORD];
    uint8_t  meant[MAX_BOARD];
    int      meant_n;
} Happening;

/* How things stand. */
typedef struct {
    SeatSet  asked;                      /* seats that have something to decide */
    bool     over, window;               /* window: everybody may answer before a card takes effect */
    bool     gone;                       /* the table elsewhere cannot be reached any more */
    uint64_t step;                       /* grows whenever something has changed */
    uint64_t decision;                   /* grows when somebody is asked something new */
} Now;

typedef struct Desk Desk;
typedef struct Guest Guest;              /* guest.h */

/* Whoever keeps the table. */
typedef struct {
    const Fact *(*look)(Desk *d);                        /* what the viewer sees */
    int  (*moves)(const Desk *d, Move *list);            /* of the viewer, who is asked; room for MAX_MOVES */
    Err  (*play)(Desk *d, const Move *m, const char *word);
    void (*score)(const Desk *d, Result *r);
} Host;

struct Desk {
    const Host *host;
    Guest      *guest;                   /* how we are at a table elsewhere; NULL: it is kept here */
    Now        now;
    Round      round;                    /* of a table elsewhere only its game and options are known */
    Box        box;                      /* words that the table brings along; filled before desk_start() */
    Options    wished;                   /* as people chose them, for the next game too */
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
    Scene      ended;                    /* what everybody saw at the end of the latest round ... */
    int        count[MAX_SEATS], gain[MAX_SEATS];        /* ... the points after it, and those of this round ... */
    size_t     ends, ended_at;           /* ... how many rounds have ended, and how much had happened by then */
    double     started;                  /* wall clock; some games end after so many minutes */
    double     speed;                    /* 1 is a leisurely table, 0 does not wait at all */
    bool       no_colour, dark;          /* dark: the background is known to be */
    bool       no_clock;                 /* windows stay open until everybody has answered */
    double     closes;                   /* of a table elsewhere: when its clock runs out; 0: there is none */
};

/* again, review: over, and another game or a review of this one is wanted */
typedef enum { DESK_OVER, DESK_AGAIN, DESK_REVIEW, DESK_LEFT } DeskEnd;

/* The seats, names and bots are set; deals the cards. False when that cannot be set up. */
bool desk_start(Desk *d, const Game *g, const Options *o, const uint8_t secret[ENTROPY]);
/* The same from a log's text: as far as it goes; or with the chance moves that are still missing at
 * its end. On failure `w` says why. */
bool desk_replay(Desk *d, const char *log, const uint8_t secret[ENTROPY], Why *w);
bool desk_resume(Desk *d, const char *log, const uint8_t secret[ENTROPY], Why *w);
/* Another game at the same table, with the same people and bots. */
bool desk_again(Desk *d, const Options *o, const uint8_t secret[ENTROPY]);
/* Who begins (of what was wished) and which words are left out follow from the last game. Before a start. */
void desk_follow(Desk *d, const Round *last, Options *o);
/* Writes the log to a file, that of the second game to FILE.2; the secret is its last line once the round is over. */
bool desk_log(const Desk *d, const char *path, int game);
void desk_review(Desk *d);               /* play.c: what a game that is over was worth, in lines */
void desk_free(Desk *d);

Err  desk_move(Desk *d, const Move *m, const char *word);
void desk_bot(Desk *d, Seat seat);               /* lets a bot move */
/* Something about the table itself; `word`, which may be "", is a part of it. */
void desk_remark(Desk *d, const char *remark, Seat seat, const char *word);
/* One event of a move has happened. */
void desk_happened(Desk *d, const Event *e, uint64_t move, const char *word);
/* Room for so many more: if that would be too much, what was before is forgotten. Returns where they will be. */
size_t desk_make_room(Desk *d, size_t more);
/* What was added from `from` on is the past up to this move. It takes the place of what was known of that, and stands
 * before everything else; to who has been told nothing yet, the end of it is news. */
void desk_past(Desk *d, size_t from, uint64_t upto);
/* A round has ended: `ended` and `gain` are what to look back on. */
void desk_round_over(Desk *d);
void desk_clear(Desk *d);                        /* forgets all that has happened, before another game */
/* What the viewer sees now; the voice speaks of it from here on. */
const Fact *desk_look(Desk *d, Seat viewer);
/* How the table lay at the end of the latest round. */
const Fact *desk_look_back(Desk *d);
/* The next thing that this viewer has not been told, as a sentence; false when there is none. */
bool desk_tell(Desk *d, Text *out);
bool desk_sentence(const Desk *d, size_t i, Text *out);  /* any of them; false: nothing to say */
/* speech.c: what was said, where a game's bots speak. */
void desk_mean(const Desk *d, Happening *h);             /* notes what the clue just given is for */
bool desk_meant(const Desk *d, size_t i, Text *out);     /* after the end; false: nothing to tell */
void desk_gloss(const Desk *d, const Happening *h, Text *out);   /* what it means, if the viewer cannot know */
int  desk_moves(const Desk *d, Move *list);      /* of the viewer, room for MAX_MOVES */
/* Is this part of the move's sentence or notation, or all of it? Capital or small letters make no difference. */
typedef enum { FIT_NOT, FIT_PART, FIT_WHOLE } Fit;
Fit  desk_fits(const Desk *d, const char *line, const Move *m);
bool desk_alike(const char *part, const char *text);     /* the same for any text: is it part of it? */
/* Reads what somebody typed: a move, or part of its sentence. FIT_WHOLE: `m` and `word` are the move; FIT_PART: it may
 * mean several. */
Fit  desk_read(const Desk *d, const char *line, const Move *list, int n, Move *m, char word[MAX_WORD]);

/* save.c: a table put aside, and the last one that came to its end, one for each game. */
bool desk_save(const Desk *d);
bool desk_load(Desk *d, const char *game, Why *w);       /* NULL: the latest */
void desk_forget(const Desk *d);
bool desk_last(const Game *g, Round *last, Box *box);    /* the last one played again; false: there is none */
/* Keeps a table of people that is over as the last one, and adds it to the record. */
void desk_keep(const Desk *d);
/* What the record says of a game. */
typedef struct {
    int  played, won;
    char progress[2048];                 /* what teams have won over their rounds (Game.progress), one name a line */
} Record;
bool record_read(const Game *g, Record *r);              /* false: nothing is known */

/* sheet.c: who won, in lines, and what clues were for. */
void desk_result(const Desk *d, Text *out);

/* join.c: a table elsewhere. */
void desk_attend(const Desk *d);         /* lets it go on, where somebody waits for a key */
/* `log`: where the games that end there are written to; NULL: nowhere. Returns an exit code. */
int  join_table(Desk *d, const char *link, const char *name, const char *log, bool watch, bool plain);
/* "say" lists the phrases, "say hello" or its number says one; false: the line was something else. */
bool join_said(const Desk *d, const char *line);

DeskEnd plain_play(Desk *d);
DeskEnd plain_follow(Desk *d);           /* the same at a table elsewhere, until it is over or left */
DeskEnd plain_again(const Desk *d);      /* asks what people want after a game */
void plain_result(const Desk *d);        /* desk_result() on standard output */
void plain_record(const Desk *d);        /* what has been won and lost so far */
DeskEnd screen_play(Desk *d);
/* capable.c: what the terminal can do. */
bool screen_possible(void);              /* can it be drawn on? Else lines have to do */
void bidi_silence(bool on);              /* asks the terminal to leave the order of text alone */
bool no_colour_wanted(void);
bool dark_background(void);
void all_colours_wanted(void);           /* from now on TERM names the terminal with all its colours, if it has more */

#endif
