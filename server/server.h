/* SPDX-License-Identifier: MIT
 *
 * server.h - the table server: one loop, one port, one data file. A Conn is one connection, a
 * Room one table with the people around it. The loop's thread owns all of it; the store and
 * the bots' workers have threads of their own and are handed copies.
 *
 * How a move travels: socket.c reads a frame, talk.c its message, room.c takes it or lets it
 * wait, play.c plays it and drafts what to store; when the store says it is on disk, tell.c
 * tells everybody. While a draft is being stored the room takes nothing new, so what is in
 * memory and on disk never differ when somebody looks. */
#ifndef NINELIVES_SERVER_H
#define NINELIVES_SERVER_H

#ifndef NINELIVES_VERSION
#define NINELIVES_VERSION "0"
#endif

#include <uv.h>

#include "../bots/bot.h"
#include "../core/fair.h"
#include "../core/round.h"
#include "../core/text.h"
#include "../protocol/json.h"
#include "../protocol/message.h"
#include "../protocol/wishes.h"
#include "../store/store.h"

enum {
    MAX_FRAME   = 16384,                 /* bytes of one message from a client */
    TOKEN       = 16,                    /* bytes of a seat's secret */
    CODE        = 9,                     /* four syllables and a NUL */
    RING        = 128,                   /* events kept for those who were away a moment */
    IDS         = 8,                     /* answers kept for each seat */
    BURST       = 3,                     /* seconds' worth of messages that a connection may say at once */
    MAX_WAITING = 1024,                  /* messages a room keeps while it is being stored; ... */
    WAITING_SURE = 8,                    /* ... so many of each connection, even when others crowd the room ... */
    WAITING_MANY = 640,                  /* ... and a whole burst as long as fewer than these wait together ... */
    WAITING_BYTES = 65536,               /* ... but of one connection no more bytes than these */
    KEPT_ROUNDS = 20,
    MAX_PROGRESS = 32,
    FEW         = 20,                    /* watchers whose coming and going everybody is told */
    HEARTBEAT   = 40,                    /* seconds */
    MAX_UNSENT  = 256 * 1024             /* bytes that wait for a slow reader */
};

typedef struct Server Server;
typedef struct Room Room;
typedef struct Conn Conn;

/* ---- a table ------------------------------------------------------------------- */

/* How a client's move was answered, so that asking again gives the same answer. */
typedef struct { uint64_t id; uint32_t n; Err err; } Answer;
typedef struct { Answer at[IDS]; uint8_t next; } Answers;

/* A key with which another device takes the seat, once. */
typedef struct { uint8_t hash[SHA256]; int64_t until; } Key;

/* What a bot is thinking about: owned by the room until a worker takes it. */
typedef struct Thought Thought;
/* What a bot was told and has not thought about yet (thinker.c). */
typedef struct Heard Heard;

typedef struct {
    char      *name;                     /* NULL: nobody sits here */
    uint8_t    token[SHA256];            /* the hash of the seat's secret */
    const Bot *bot;                      /* NULL: a person or nobody */
    Conn      *conn;                     /* NULL: not here */
    int64_t    left;                     /* when its person was last seen; all times in a room are steady_ms() */
    Player    *player;                   /* who thinks for it; NULL unless a bot has to */
    uint32_t   player_no;                /* tells this player from those who sat here before */
    Heard     *heard, *heard_last;       /* a list, for those who ponder */
    int        heard_n;
    Thought   *thought;                  /* being thought; NULL: none */
    Move       chosen;                   /* by a bot, to be played at `ready` */
    char      *word;
    int64_t    ready;                    /* 0: nothing chosen */
    Answers   *answers;                  /* NULL until it has moved */
    uint64_t   since;                    /* number of the last event when it was asked what it is asked now */
    Key       *key;                      /* NULL: none given out */
} Chair;

typedef struct { Event event; char *word; } Happening;

typedef struct {
    uint32_t round;
    uint32_t moves;
    const Game *game;
    SeatSet  winners;
    uint8_t  seats;
    int16_t  points[MAX_SEATS];
} Finished;

/* A message that waits until the room is stored. */
typedef struct Waiting Waiting;

struct Room {
    Server     *server;
    Room       *next;                    /* in the server's list of its bucket */
    uint32_t    id;
    char        code[CODE];
    uint8_t     clock, pace, absent, host;
    bool        open, damaged;
    Phase       phase;
    const Game *game;
    Options     options;
    Chair       chair[MAX_SEATS];
    uint32_t    round;                   /* the round being played, or the last one; 0: none yet */
    Fair        fair;                    /* of that round */
    uint8_t     secret[ENTROPY];
    Fair        next_fair;               /* of the round to come */
    uint8_t     next_secret[ENTROPY];
    Finished   *finished;                /* the latest, KEPT_ROUNDS at most */
    uint8_t     finished_n;
    char      **progress;                /* what the team has won, MAX_PROGRESS at most */
    uint8_t     progress_n;

    Round      *play;                    /* the round on the table; NULL: none yet */
    const char *ask;                     /* of the move being played: the client's id, or NULL, ... */
    char        by;                      /* ... and who plays it, as the store notes it */
    Happening  *ring;                    /* of event n at n % RING; NULL while nobody is here */
    uint64_t    events;                  /* number of the last event */
    uint64_t    ring_from;               /* the ring holds events after this one */
    int64_t     deadline, allowed;       /* of the decision now open; 0: none */
    SeatSet     stand_ins;               /* absent people for whom a bot plays, as everybody was told */
    int64_t     opened;                  /* when the decision was opened */
    int64_t     started;                 /* when the round was, pauses taken off */
    int64_t     paused;                  /* when it was paused; then `left` of the clock was left */
    int64_t     left;
    uint64_t    resumed_after;           /* number of moves when it was last resumed ... */
    int64_t     resumed_deadline;        /* ... and the deadline it got then */

    Conn       *conns;
    uint32_t    watching;
    Waiting    *waiting, **waiting_end;
    int         waiting_n;
    StoreWrite *draft;                   /* being filled */
    bool        unsaved;                 /* the draft is to hold the table's text */
    bool        storing;                 /* handed in, not yet on disk */
    bool        changed;                 /* the table's own facts; everybody is told */
    Conn       *askers;                  /* HTTP: wait for what is being stored, linked by next_here */
    int64_t     touched;                 /* last time somebody did something */
    uv_timer_t *alarm;                   /* owned by the loop once closing */
};

/* ---- a connection ----------------------------------------------------------------- */

typedef struct Http Http;                /* http.c: while it speaks HTTP */
typedef struct Address Address;          /* limits.c */
typedef struct { double left; int64_t at; } Ration;      /* limits.c: of something that grows back; all zero: full */
struct wslay_event_context;

struct Conn {
    uv_tcp_t  tcp;
    Server   *server;
    Conn     *older, *newer;             /* by when it was last heard */
    int64_t   heard;
    Address  *address;
    Http     *http;                      /* NULL once it is a socket */
    struct wslay_event_context *ws;
    const uint8_t *in;                   /* what has been read and not yet parsed */
    size_t    in_n;
    size_t    unsent;                    /* bytes handed to the loop ... */
    size_t    unread;                    /* ... of which the network had not taken so many, when last looked at */
    Ration    said;                      /* what it may still say */
    bool      closing, closed, ending;   /* it has gone; close frame sent; everything was said (see conn_gone) */
    bool      listed;                    /* in the server's list `after`, linked by next_after */
    Conn     *next_after;
    uint8_t   peer[16];                  /* where it comes from; behind a proxy that is the proxy */
    char     *message;                   /* socket: the message being received; NULL: none */
    size_t    message_n, message_room;
    uint32_t  fragments;                 /* of that message */
    bool      control;                   /* the frame being received is no part of one */

    Room     *room;                      /* NULL before hello */
    Conn     *next_here;                 /* in the room's list: of those here, or of those who wait */
    bool      watches;                   /* is one of the room's `watching` */
    Seat      seat;                      /* SEAT_TABLE: watching */
    bool      known;                     /* has been welcomed */
    bool      greet;                     /* is owed a welcome */
    bool      fresh;                     /* is owed a view */
    uint32_t  round;                     /* what it has been told of ... */
    uint64_t  told;                      /* ... up to this event */
    char     *held;                      /* answers that wait for the disk, NUL-ended frames */
    size_t    held_n;
    char     *gift;                      /* a new token, in the welcome */
    Room     *waits_for;                 /* HTTP: asks about this table, which is being stored */
    char     *owed;                      /* the answer it gets then; NULL: its request is looked at again */
};

/* ---- the server --------------------------------------------------------------------- */

typedef struct {
    const char *listen, *data, *web, *public_url;
    long long   per_address, tables_per_hour, connections, rate, workers;
    bool        behind_proxy, quiet, accept_loss;
} Settings;

typedef struct {
    uint64_t connections, messages, frames_out, bytes_out, moves, tables_made, refused, thoughts, wakes;
    uint64_t latency_ms;                 /* of all moves together, from taken to told */
} Counts;

typedef struct { int64_t when; uint32_t id; } Dozing;    /* doze.c */
typedef struct Files Files;              /* files.c */
typedef struct Names Names;              /* origin.c */
typedef struct Workers Workers;          /* thinker.c */

enum { BUCKETS = 4096, SCRATCH = 1 << 20 };

struct Server {
    uv_loop_t   loop;
    uv_tcp_t    listener;
    uv_async_t  stored, thought;
    uv_timer_t  tick;
    uv_idle_t   turn;                    /* runs when a turn of the loop has left something to do ... */
    Conn       *after;                   /* ... with these connections (loop.c) */
    uv_signal_t term, interrupt;
    Settings    settings;
    Store      *store;
    const char *trouble;                 /* the store's, as the log was told */
    Workers    *workers;
    Files      *files;
    Names      *names;                   /* of this machine */
    Room       *room[BUCKETS];
    uint32_t    rooms;
    Dozing     *dozing;                  /* tables that sleep until their clock runs out: a heap, the soonest first */
    size_t      dozing_n, dozing_room;
    Conn       *oldest, *newest;
    uint32_t    conns;
    Address    *address[BUCKETS];
    Counts      counts;
    bool        draining;
    uint32_t    ticks;
    int64_t     drain_until;
    int64_t     warned;                  /* when the log last said that a foreign page was refused */
    int64_t     epoch;                   /* what the calendar said at the start, less what the loop's clock did */
    int         lock;                    /* the data directory's lock file */
    int         notify;                  /* the service manager's socket, or -1 */
    uint64_t    hash_key;                /* for ids and buckets */
    OfferRoom   offers;                  /* the three below are used by one message at a time */
    char        scratch[SCRATCH];
    char        facts[MAX_FRAME * 40];
    char        read[65536];
    char        out[65536];              /* frames being gathered */
    size_t      out_n;
};

int  server_run(const Settings *settings);
Server *server_open(const Settings *settings);   /* ready to run its loop; NULL: it said why not */
void server_shut(Server *s);                     /* frees all of it */
void server_log(const char *level, const char *what, const Room *r, const char *more);
/* Two clocks. The calendar may be set by anybody at any time, so only what is stored uses it. All that is
 * waited for is measured by the steady clock: it shows what the calendar showed at the start, and what has passed
 * since. Times are turned from one into the other where they are stored and read back (keep.c). */
int64_t calendar_ms(void);
int64_t steady_ms(const Server *s);
void random_bytes(void *out, size_t n);

/* room.c: tables come, are found, are put to sleep */
Room *room_make(Server *s, const Game *g, const Options *o);     /* NULL: no code to be had */
Room *room_find(Server *s, const char *code);    /* wakes it from disk; NULL: none */
Room *room_wake(Server *s, uint32_t id);
bool  room_opened_by(Server *s, const char *code, const char *token);    /* does it open a chair there? Wakes nothing */
void  room_free(Room *r);
void  room_new_secret(Room *r);
void  room_leave(Conn *c);
void  room_watch(Conn *c, bool on);              /* it is counted among those who watch, or no longer */
void  room_ask(Room *r, Conn *c);                /* HTTP: answered when what is being stored is */
bool  room_busy(const Room *r);                  /* what is said now has to wait */
void  room_wait(Conn *c, const char *text, size_t n);
void  room_run(Room *r);                         /* does what waits, then stores and tells */
void  room_stored(Room *r, bool ok);
StoreWrite *room_draft(Room *r);
void  room_save(Room *r);                        /* its own facts go into the draft */
void  room_set_name(Chair *c, const char *name);
bool  room_person(const Room *r, Seat p);        /* somebody has this chair, here or not */
int   room_people_here(const Room *r);
void  room_hand_on(Room *r);                     /* makes sure there is a host, if anybody can be */
uint32_t code_read(const char *code);            /* UINT32_MAX: not one */
void  code_write(uint32_t id, char out[CODE]);
void  chair_clear(Chair *c);

/* keep.c: a table as text, and back */
char *keep_write(const Room *r);
bool  keep_opened_by(const char *text, const char *token);
bool  keep_read(Room *r, const char *text, Why *w);
bool  keep_replay(Room *r, Why *w);              /* plays the round again from the store */
/* A finished round's log; NULL: there is none, or, if `broken`, the disk did not give all of it. */
char *keep_log(Room *r, uint32_t round, size_t *n, bool *broken);

/* play.c: rounds and moves */
SeatSet play_asked(const Room *r);               /* seats that have something to decide */
Err   play_start(Room *r);
Err   play_move(Room *r, const Move *m, const char *word, const char *ask, char by);
Err   play_silent(Room *r, Seat p);              /* the seat's polite move: it said nothing for too long */
Err   play_time_up(Room *r);                     /* the game's own clock has run out */
Answer *play_answer(Room *r, Seat p, const char *id, uint64_t n, Err e);
const Answer *play_answered(const Room *r, Seat p, const char *id);
void  play_pause(Room *r, bool on);
bool  play_again(Room *r, const LogRecord *rec, int64_t at, Why *w);     /* a move from the store, played then */
void  play_seat_round(Room *r, Round *round);    /* the round is this room's: it hears of every move */
void  play_finish(Room *r);

/* ring.c: the latest events */
void  ring_put(Room *r, const Event *e, const char *word);
void  ring_open(Room *r);                        /* recalls them from the store, if it must */
void  ring_free(Room *r);

/* clock.c: what happens when nobody does anything */
void  clock_set(Room *r);
void  clock_soon(Room *r);                       /* runs the room in a moment */
bool  clock_plays(const Room *r, Seat p);        /* does a bot decide for this seat now? */
bool  clock_due(Room *r);                        /* plays what time brings; true: something was played */

/* doze.c: tables whose clock runs sleep until it has run out */
void  doze(Server *s, uint32_t id, int64_t when);
void  doze_wake(Server *s);                      /* those whose time has come */
void  doze_free(Server *s);

/* thinker.c: bots, in threads of their own */
Workers *thinker_start(Server *s, int threads);
void  thinker_stop(Workers *w);
void  thinker_think(Room *r, Seat p);
void  thinker_forget(Room *r);
void  thinker_collect(Server *s);
void  thinker_listen(Room *r, Seat p);           /* gives the seat a player who knows what it heard */
void  thinker_hear(Room *r, Seat p, const void *view, const Event *e);
SeatSet thinker_behind(const Room *r);           /* seats that have much to take in and are asked nothing */
void  thinker_dismiss(Chair *c);                 /* its player goes, if it has one */

/* talk.c and lobby.c: messages */
void  talk_hear(Conn *c, const char *text, size_t n);    /* from the wire */
void  talk_again(Conn *c, const char *text, size_t n);   /* it had to wait */
void  talk_err(Conn *c, const char *re, const char *id, const char *code);
const char *lobby_make(Server *s, const Fact *wish, Room **made, char token[2 * TOKEN + 1], const char **what);
const char *lobby_set(Room *r, const Fact *wish, const char **what);
const char *lobby_name(const Fact *f, const char **name);
void  lobby_token(char hex[2 * TOKEN + 1], uint8_t hash[SHA256]);
bool  lobby_fits(const char *hex, const uint8_t hash[SHA256]);   /* in constant time */
void  lobby_attach(Conn *c, Seat p);             /* the chair continues with this connection */
/* Handles one message of the lobby; NULL: done, or an error's code. False: not one of these. */
bool  lobby_hear(Conn *c, const char *t, const Fact *m, const char **code);

/* tell.c: frames out */
void  tell_room(Room *r);                        /* everybody, what they have not been told */
void  tell_table(Text *t, const Room *r, const Conn *to);
void  tell_soon(Conn *c, const char *frame);     /* in its turn: after what is being stored */
void  tell_now(Conn *c, const char *frame);      /* what says nothing about the table */
void  tell_said(Room *r, Seat seat, const char *phrase);

/* socket.c, http.c, loop.c: bytes */
void  socket_open(Conn *c, const char *key);
void  socket_read(Conn *c, const uint8_t *bytes, size_t n);
void  socket_send(Conn *c, const char *text, size_t n);
void  socket_close(Conn *c, uint16_t code, const char *why);
void  socket_free(Conn *c);
Http *http_open(Conn *c);
void  http_free(Http *h);
void  http_read(Conn *c, const char *bytes, size_t n);
void  http_stored(Conn *c, bool ok);             /* the table it waits for is, or could not be: answers */
void  http_go_on(Conn *c);                       /* hears what came behind the request that had to wait */
void  conn_write(Conn *c, const void *bytes, size_t n);
void  conn_lend(Conn *c, const void *bytes, size_t n);   /* the same of what lasts as long as the server */
void  conn_close(Conn *c);                       /* it has gone; the rest is done when the turn ends */
void  conn_finish(Conn *c);                      /* closes when everything is sent */
void  conn_after(Conn *c);                       /* looks after it when the turn ends */
void  conn_heard(Conn *c);
void  conn_listen(Conn *c, bool on);             /* what it sends meanwhile stays in the network */

/* It hears and says nothing any more. Ask this again after anything that may write (loop.c says why). */
static inline bool conn_gone(const Conn *c) { return c->closing || c->closed || c->ending; }

/* origin.c: pages of ours, and others */
Names *names_find(void);
void  names_free(Names *n);
bool  origin_is_ours(const Conn *c, const char *origin, const char *host);

/* limits.c: how much one address may have */
Address *limits_enter(Server *s, const uint8_t ip[16], bool capped);     /* NULL: too many connections */
void  limits_leave(Server *s, Address *a);
bool  limits_charge(Conn *c, const uint8_t ip[16]);      /* from now on this address pays; false: it has too many */
bool  limits_table(Server *s, Address *a);       /* may it make another? */
bool  limits_may_guess(Server *s, Address *a);   /* may it name a table, after so many that were none? */
void  limits_guessed(Address *a);                /* that was none */
bool  limits_spend(Conn *c);                     /* may it ask for one thing more? */
bool  limits_message(Conn *c);                   /* the same for a message; says so if not */
void  limits_sweep(Server *s);
void  limits_free(Server *s);

/* files.c, metrics.c */
#define ORIGIN_HOLE "%ORIGIN%"                   /* in a page: the address at which we are reached */
Files *files_load(const char *folder);
void  files_free(Files *f);
typedef struct { const char *type, *encoding, *etag, *cache; const char *bytes; size_t n; bool lasting, page; } File;
bool  files_find(const Files *f, const char *path, const char *page, const char *accepts, const char *langs, File *out);
void  metrics_write(Server *s, Text *t);
void  notify_open(Server *s);
void  notify_say(Server *s, const char *what);

#endif
