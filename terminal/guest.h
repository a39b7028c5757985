/* SPDX-License-Identifier: MIT
 *
 * guest.h - this program as a guest at a server's table (protocol/PROTOCOL.md): guest.c keeps the connection, heard.c
 * takes in what the table says, join.c sits down with it. */
#ifndef NINELIVES_TERMINAL_GUEST_H
#define NINELIVES_TERMINAL_GUEST_H

#include "../protocol/wishes.h"
#include "desk.h"
#include "wire.h"

enum { TOKEN_TEXT = 65, NODE_NAME = 33, MOVE_ID = 24, BOT_NAME = 16 };

typedef struct {
    char name[NAME_BYTES];               /* of a person; "": nobody's chair, or a bot's */
    char bot[BOT_NAME];                  /* its level; "": no bot */
    bool here, by_bot;                   /* connected now; a bot decides for it */
} Chair;

/* What the table said last about itself. */
typedef struct {
    bool        known;
    Phase       phase;
    uint32_t    round;
    const Game *game;
    Options     options;
    Chair       chair[MAX_SEATS];
    Seat        host, me;                /* me: SEAT_TABLE for a spectator */
    int         watching;
    char        clock[16], next[2 * ENTROPY + 1];        /* next: the promise for the shuffles to come */
    Result      result;                  /* of the last round that ended ... */
    uint32_t    result_of;               /* ... which is this one; 0: none */
} Seen;

/* A move that has not been answered. It is sent again with the same id, so that it is played only once. */
typedef struct { char id[MOVE_ID], text[MAX_LINE]; uint32_t round; uint64_t at; } Sent;

/* What one message tells of a round's end: the cards that lie open, and what they count. */
enum { ROW_MOST = 8 };
typedef struct {
    SeatSet counted;                     /* whose points have been told */
    uint8_t card[MAX_SEATS][ROW_MOST];   /* 0: none has been told */
    int     gain[MAX_SEATS], count[MAX_SEATS];
} Ending;

typedef enum { LINE_OPENING, LINE_OPEN, LINE_WAITING, LINE_OVER } Line;

struct Guest {
    Desk       *d;
    Address     to;
    char        name[NAME_BYTES];        /* to sit down with; "": only watching */
    char        token[TOKEN_TEXT];       /* "": no seat yet */
    Line        line;
    const char *refused;                 /* LINE_OVER: the key of the sentence that says why */
    Wire       *wire;
    bool        ended;                   /* the wire is of no use any more: to be closed outside its own calls */
    bool        away;                    /* the connection is lost, and people have been told so */
    double      wait, due;               /* seconds before the next attempt; when that is */
    double      doubt, beat;             /* when silence means that the connection is dead; when to ask. 0: never */
    int         heartbeat;
    char        node[NODE_NAME];         /* the node to ask for; "": any */
    int         hops;
    Seen        seen;
    bool        starting;                /* a start has been sent and not been answered */
    Sent        sent;                    /* its id is "" if nothing waits for an answer */
    uint32_t    ids;
    char        id_begins[12];
    uint32_t    round;                   /* of the moment below; 0: there is none */
    uint64_t    n;                       /* the number of its last event */
    uint64_t    came;                    /* the events up to this one have been asked for with "past" */
    Scene       scene;
    Ending      ending;
    Move        offer[MAX_MOVES];
    int         offers;
    char        mix[2 * ENTROPY + 1];    /* the promise that luck was sent for */
};

/* Begins to connect. Everything after that happens in turns. */
void guest_open(Guest *g);
void guest_turn(Guest *g);
/* Waits for the table, or for a key if `keys`, at most so long, and takes a turn. */
void guest_wait(Guest *g, bool keys, int milliseconds);
void guest_leave(Guest *g);              /* closes the connection; the seat stays */

/* Says something to the table; false: there is no connection now. */
bool guest_say(Guest *g, const char *message);
bool guest_start(Guest *g);
bool guest_phrase(Guest *g, const char *phrase);
bool guest_bot(Guest *g, Seat seat, const char *level);
bool guest_option(Guest *g, const char *name, const char *value);
bool guest_stand(Guest *g);
void guest_move(Guest *g, const Move *m, const char *word);
void guest_sit(Guest *g);
void guest_refuse(Guest *g, const char *why);    /* the end: `why` is the key of a sentence */

/* heard.c: one message. */
void guest_hear(Guest *g, const char *text, size_t n);
/* guest.c, for heard.c. */
void guest_welcomed(Guest *g, int heartbeat);
void guest_sent_elsewhere(Guest *g, const char *node);
void guest_drop(Guest *g);               /* the connection is given up; another one will be tried */
void guest_past(Guest *g);               /* asks what has happened in this round so far */
void guest_mix(Guest *g);                /* sends luck for the next shuffles, if that has not been done */

/* join.c: the desk shows this guest's table from now on. */
void join_sit(Desk *d, Guest *g);

/* save.c: the token of a seat, kept so that the same command takes the same seat again. */
bool token_load(const Address *to, char token[TOKEN_TEXT]);
bool token_save(const Address *to, const char *token);
void token_forget(const Address *to);

#endif
