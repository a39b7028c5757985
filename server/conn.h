/* SPDX-License-Identifier: MIT
 *
 * conn.h - a connection: what is known of it, and its bytes in and out (loop.c). First it speaks HTTP (http.h); after
 * an upgrade it is a WebSocket (socket.h), and after its hello it is at a table (room.h). The loop's thread only.
 *
 * A Conn stays valid until the callback in which it is used returns to the loop, even when it is closed meanwhile:
 * loop.c says how that is done. */
#ifndef NINELIVES_CONN_H
#define NINELIVES_CONN_H

#include "limits.h"
#include "server.h"

typedef struct Http Http;                /* http.c */
typedef struct Piece Piece;              /* outbox.c */
struct wslay_event_context;

enum {
    HEARTBEAT  = 40,                     /* seconds: a client says something at least so often */
    MAX_UNSENT = 256 * 1024              /* bytes that may wait for a client who reads slowly */
};

struct Conn {
    uv_tcp_t  tcp;
    Server   *server;
    Conn     *older, *newer;             /* in the server's list of all connections */
    int64_t   heard;                     /* when, by steady_ms() */
    uint8_t   peer[16];                  /* the address it comes from; behind a proxy that is the proxy's */
    Address  *address;                   /* who pays for it; behind a proxy that is the visitor */
    Ration    said;                      /* what it may still say */

    /* Bytes to it (outbox.h). */
    Piece    *out, *out_last;            /* gathered in this turn of the loop; NULL: nothing */
    size_t    gathered;                  /* how many bytes these are */
    bool      posted;                    /* is in the server's list `outgoing`, linked by next_out */
    Conn     *next_out;
    size_t    unsent;                    /* bytes handed to libuv ... */
    size_t    unread;                    /* ... of which the network had not taken so many, when last looked at */

    /* Its end; conn_gone() asks for any of these. */
    bool      closing;                   /* the other side has gone, or must: no more bytes either way */
    bool      closed;                    /* a WebSocket's close frame was sent */
    bool      ending;                    /* everything was said; it closes when that is sent */
    bool      listed;                    /* is in the server's list `after`, linked by next_after */
    Conn     *next_after;

    StoreJob *look;                      /* the store is looking something up for it (look.h); NULL: nothing */
    bool      socket;                    /* it is a WebSocket; false: it speaks HTTP */

    /* While it speaks HTTP. */
    Http     *http;                      /* the request being read or answered; NULL: none */
    Room     *waits_for;                 /* its request is about this table, which is being stored; NULL: none */
    char     *owed;                      /* the token of the table it has made, told then; NULL: the request is looked
                                          * at again */
    const StoreJob *found;               /* what the store had of the table it asks for; NULL: not asked yet */

    /* Once it is a WebSocket. */
    struct wslay_event_context *ws;      /* reads a message; NULL: none has begun */
    const uint8_t *in;                   /* what has been read and not yet parsed */
    size_t    in_n;
    uint64_t  ahead;                     /* bytes read, less the size of every frame that has begun; 0: between two */
    char     *message;                   /* the message being received; NULL: none */
    size_t    message_n, message_cap;
    uint32_t  fragments;                 /* of that message, so far */
    bool      control;                   /* the frame being received is a ping or the like, no part of a message */

    bool      guesses;                   /* it named a table that may not exist, which was counted */
    char     *doubt;                     /* its hello, while it is looked up whether its token is good; NULL: no */
    bool      judged;                    /* it has been looked up, and is told at the next tick: ... */
    uint32_t  opens;                     /* ... it opens this table; UINT32_MAX: none */
    Conn     *next_judged;

    /* Once it has said hello. */
    Room     *room;                      /* NULL before */
    Conn     *next_here;                 /* in the room's list of connections, or of HTTP requests that wait */
    Seat      seat;                      /* SEAT_TABLE: it watches */
    bool      watches;                   /* is counted in Room.watching, ... */
    bool      screen;                    /* ... and in Room.screens */
    bool      known;                     /* has been welcomed */
    bool      greet;                     /* is owed a welcome */
    bool      fresh;                     /* is owed a view of the game, ... */
    bool      changed;                   /* ... and the table: what has changed of it concerns only this one */
    int64_t   hidden;                    /* since when nobody looks at its page, as it says; 0: somebody does */
    uint32_t  round;                     /* it has been told of this round ... */
    uint64_t  told;                      /* ... up to this event */
    uint32_t  retold;                    /* it has asked for all of this round (`past`), as this seat */
    char     *held;                      /* answers that wait until the table is stored: NUL-ended frames in a row */
    size_t    held_n;
    char     *gift;                      /* a new token for its seat, to be told in the welcome */
};

/* Nothing more is heard from it or said to it. Anything that writes may make this true: ask again afterwards. */
static inline bool conn_gone(const Conn *c) { return c->closing || c->closed || c->ending; }
/* What it asked for waits for the store. */
static inline bool conn_waits(const Conn *c) { return c->waits_for || c->look || c->judged; }

void conn_write(Conn *c, const void *bytes, size_t n);   /* copies them; they are sent when the turn of the loop ends */
void conn_lend(Conn *c, const void *bytes, size_t n);    /* the same without a copy: for bytes that outlive it */
void conn_listen(Conn *c, bool on);              /* off: what it sends stays in the network until it is on again */
void conn_heard(Conn *c);                        /* it is alive: its patience starts again */
void conn_close(Conn *c);                        /* at once; it is taken out of all lists when the callback returns */
void conn_finish(Conn *c);                       /* once everything is sent */
void conn_after(Conn *c);                        /* has end_turn() look at it when the callback returns */
void turn_ends(Server *s);                       /* has end_turn() run */

#endif
