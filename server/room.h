/* SPDX-License-Identifier: MIT
 *
 * room.h - a table: its chairs, its rounds, who is there, and what is being stored (room.c). The loop's thread only.
 *
 * Everything that changes a table goes through the same three steps. It is heard, in the order in which it came; what
 * it changes is collected in a draft (room_draft, room_save); and room_run() hands the draft to the store. Until
 * room_stored() says that it is on disk, the room hears nothing new and tells nobody anything. So nobody is ever told
 * what the disk does not have.
 *
 * A table that is not in memory is woken: the store is asked for it (wake.h), and until it has answered, the room
 * exists, hears nothing and keeps what is said. */
#ifndef NINELIVES_ROOM_H
#define NINELIVES_ROOM_H

#include "../bots/bot.h"
#include "../core/fair.h"
#include "../core/round.h"
#include "../protocol/wishes.h"
#include "conn.h"
#include "server.h"

enum {
    TOKEN        = 16,                   /* bytes of a seat's secret */
    CODE         = 11,                   /* letters of the longest code of a table and a NUL */
    ANSWERS      = 8,                    /* remembered for each seat */
    KEPT_ROUNDS  = 20,                   /* whose results are remembered */
    MAX_PROGRESS = 32,
    CATS         = MAX_SEATS             /* pictures of people to choose from */
};

/* How a client's move was answered, so that the same message, sent again, gets the same answer. */
typedef struct { uint64_t id; uint32_t n; Err err; } Answer;
typedef struct { Answer at[ANSWERS]; uint8_t next; } Answers;

/* With this key another device may take the seat over, once. */
typedef struct { uint8_t hash[SHA256]; int64_t until; } Key;

typedef struct Thought Thought;          /* thinker.c: a question that a worker answers for a bot */
typedef struct Heard Heard;              /* thinker.c: an event that a bot was told */
typedef struct { Heard *first, *last; int n; } Hearing;  /* those that it has not taken in yet, the oldest first */
typedef struct Waiting Waiting;          /* room.c: a message that waits until the room is stored */
typedef struct { Event event; char *word; } Happening;   /* ring.c */

typedef struct Notices Notices;          /* notice.c: how the person of a chair is told that it is their turn */

/* All times of a room and its chairs are steady_ms(). */
typedef struct {
    char      *name;                     /* NULL: no person has it */
    char      *called;                   /* what its bot is called by everybody; NULL: no name was given */
    uint8_t    cat;                      /* 1 + the cat that its person chose; 0: none */
    uint8_t    token[SHA256];            /* the hash of the secret by which its person is known */
    const Bot *bot;                      /* NULL: a person has it, or nobody */
    Conn      *conn;                     /* NULL: its person is not here */
    int64_t    left;                     /* when its person was last here */
    Answers   *answers;                  /* NULL until its person has moved */
    Key       *key;                      /* NULL: none was given out */
    Notices   *notices;                  /* NULL: none are wanted */
    uint8_t    let;                      /* what its person lets happen: Let of protocol/wishes.h; then ... */
    int64_t    let_at;                   /* ... an open window is answered for them at this time */

    /* When a bot decides for it (thinker.h). */
    Player    *player;                   /* what the bot knows; NULL: no bot has had to decide yet */
    uint32_t   player_no;                /* tells this player from all others of this server */
    Hearing    hearing;
    Thought   *thought;                  /* a worker has been asked; NULL: none */
    Move       chosen;                   /* its answer, to be played at `ready` */
    char      *word;                     /* said with that move, or NULL */
    int64_t    ready;                    /* 0: nothing is chosen */
} Chair;

typedef struct {
    uint32_t round;
    uint32_t moves;
    const Game *game;
    SeatSet  winners;
    uint8_t  seats;
    int16_t  points[MAX_SEATS];
} Finished;

struct Room {
    Server     *server;
    Room       *next;                    /* in the server's bucket */
    uint32_t    id;                      /* a number, of which `code` is the readable form */
    char        code[CODE];
    bool        waking;                  /* the store has been asked for it and has not answered */
    bool        called;                  /* it was woken because its clock runs, not by a visitor */
    bool        damaged;                 /* cannot be read from disk; it stays a while so that people are told so */
    uint8_t     draws;                   /* how many codes were drawn for it and found taken */
    uint64_t    term;                    /* in which it was claimed (store.h) */

    /* What the table wishes, and who sits at it. */
    const Game *game;
    Options     options;
    uint8_t     clock, pace, absent;     /* rows of protocol/wishes.h */
    uint8_t     host;                    /* a seat */
    bool        open;                    /* strangers are shown it */
    bool        hints;                   /* who is asked something may ask for a hint */
    Chair       chair[MAX_SEATS];
    Finished   *finished;                /* the latest rounds, KEPT_ROUNDS at most */
    uint8_t     finished_n;
    Box        *own;                     /* the table's own words, box_size() of them; NULL: none */
    char      **progress;                /* what the team has won, MAX_PROGRESS at most */
    uint8_t     progress_n;

    /* The round. */
    Phase       phase;
    uint32_t    round;                   /* the one being played, or the last one; 0: none yet */
    Fair        fair;                    /* how it was shuffled */
    uint8_t     secret[ENTROPY];
    Fair        next_fair;               /* the same for the round to come */
    uint8_t     next_secret[ENTROPY];
    Round      *play;                    /* the round on the table; NULL: none */
    Box        *box;                     /* its words: own ones, and those of the round before; NULL: none */
    const char *ask;                     /* of the move being played: the client's id, or NULL, ... */
    char        by;                      /* ... and who plays it, as StoredMove.by; 0: it comes from the store */
    char       *story;                   /* the moves of this round, as lines of its log, each ended by a NUL */
    size_t      story_n, story_cap;
    Happening  *ring;                    /* event n is at n % RING; NULL while nobody is here */
    uint64_t    events;                  /* how many there were in this round */
    uint64_t    ring_from;               /* the ring has the events after this one */
    uint64_t    since;                   /* the last event before the open decision was opened */

    /* Its clocks. */
    int64_t     opened;                  /* when the decision that is open now was opened */
    int64_t     shown;                   /* when people have seen what happened: bots wait for that, and clocks */
    int64_t     deadline, allowed;       /* when it runs out, and how long it had; 0: it has no clock */
    int64_t     started;                 /* when the round began; pauses move this on */
    int64_t     paused;                  /* when it was paused; then ... */
    int64_t     left;                    /* ... so much was left until the deadline */
    uint64_t    resumed_after;           /* number of moves when it was last resumed ... */
    int64_t     resumed_deadline;        /* ... and the deadline it got then */
    SeatSet     stand_ins;               /* absent people for whom a bot decides, as everybody was told */
    int64_t     tell_by;                 /* when viewers hear at last who has answered meanwhile; 0: they know */
    int64_t     touched;                 /* when somebody last did something */
    int         alone;                   /* decisions whose time has run out since anybody was here */
    uv_timer_t *alarm;                   /* when to look again (clock.h); libuv frees it */

    /* Who is here, and what waits. */
    Conn       *conns;                   /* linked by next_here */
    uint32_t    watching;                /* of these, how many have no seat; and of those, ... */
    uint32_t    screens;                 /* ... how many are a large screen in the room */
    Conn       *askers;                  /* HTTP requests that wait until it is stored, linked by next_here */
    Waiting    *waiting, **waiting_end;
    int         waiting_n;
    StoreJob   *draft;                   /* what has changed and has not been handed to the store; NULL: nothing */
    bool        unsaved;                 /* the draft is to hold the table's own text, too */
    bool        storing;                 /* a draft was handed in and is not yet on disk */
    bool        changed;                 /* what `table` messages say has changed: everybody is to be told */
};

/* Tables come, are found, and go. */
Room *room_make(Server *s, const Game *g, const Options *o);
Room *room_new(Server *s, uint32_t id);                  /* in memory, and nothing is known of it yet */
Room *room_loaded(Server *s, uint32_t id);               /* NULL: it is not in memory */
bool  room_opened_by(const Room *r, const char *token);  /* is it a seat's token? */
void  room_free(Room *r);                                /* out of memory; in the store it stays */
void  room_clear(Room *r);                               /* frees what it has, but not the room */
void  room_drop(Room *r, int code, const char *why);     /* sends everybody away and frees it */
uint32_t code_read(const char *code);                    /* UINT32_MAX: not one */
void  code_write(uint32_t id, char out[CODE]);

/* Who is there. */
static inline bool room_rests(const Room *r) { return r->phase == LOBBY || r->phase == OVER; }    /* between rounds */
bool  room_person(const Room *r, Seat p);                /* a person has this chair, here or not */
int   room_people_here(const Room *r);
void  room_leave(Conn *c);                               /* it is not at its table any more */
void  room_watch(Conn *c, bool on);                      /* counts it among those who watch, or no longer */
void  room_set_name(Chair *c, const char *name);
void  room_call_bot(Chair *c, const char *called);       /* a name for its bot; NULL: none */
void  room_cats(const Room *r, uint8_t cat[MAX_SEATS]);  /* the cat of each chair: no two have the same */
void  room_hand_on(Room *r);                             /* finds another host if the host's chair is empty */
void  chair_clear(Chair *c);

/* What is said and what is stored. */
/* It can neither hear nor tell: the store has not answered yet, or this node is not sure that the table is its own. */
bool  room_shut(const Room *r);
bool  room_busy(const Room *r);                          /* what is said now has to wait */
void  room_wait(Conn *c, const char *text, size_t n);    /* keeps a message until the room can hear it */
void  room_ask(Room *r, Conn *c);                        /* an HTTP request waits until the room is stored */
StoreJob *room_draft(Room *r);                           /* begins one if there is none */
void  room_keep(Room *r);                                /* its text is stored, too, ... */
void  room_save(Room *r);                                /* ... and everybody is told: the table itself has changed */
void  room_run(Room *r);                                 /* hears what waits, plays what is due, then stores or tells */
bool  room_stored(Room *r, StoreJob *j);                 /* the store has answered; false: it is asked again */
void  room_new_secret(Room *r);                          /* and a promise of it, for the round to come */

#endif
