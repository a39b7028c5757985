/* SPDX-License-Identifier: MIT
 *
 * server.h - the table server as a whole: its settings, its one Server, its clocks and its log (loop.c).
 *
 * One process serves one port and keeps its tables in one store, which it may share with others. Four kinds of
 * threads work in it:
 *
 *   the loop     one thread; owns every Conn and every Room, and runs all functions of server/ unless their header
 *                says otherwise
 *   the store    threads that write and read (store/store.h); they are handed jobs and hand them back
 *   the workers  threads in which bots think (thinker.h); they are handed copies and hand back moves
 *   the post     one thread that sends notices to push services (push.h); it is handed parcels and hands them back
 *
 * Each part of the server has a header of its own beside its .c file. loop.c begins with the way of a message through
 * these parts. */
#ifndef NINELIVES_SERVER_H
#define NINELIVES_SERVER_H

#ifndef NINELIVES_VERSION
#define NINELIVES_VERSION "0"
#endif

#include <uv.h>

#include "../protocol/message.h"
#include "../store/store.h"

typedef struct Server Server;
typedef struct Room Room;                /* room.h: a table and the people around it */
typedef struct Conn Conn;                /* conn.h: a connection */
typedef struct Address Address;          /* limits.h: where connections come from */
typedef struct Dozing Dozing;            /* doze.h: a table on disk that has to be woken */
typedef struct Workers Workers;          /* thinker.h: the threads of the bots */
typedef struct Files Files;              /* files.h: the web client's files */
typedef struct Nodes Nodes;              /* nodes.h: the other servers that share the store */
typedef struct Names Names;              /* origin.h: what this machine is called */
typedef struct Push Push;                /* push.h: the thread that sends notices */

/* As the flags of `ninelives serve` say; docs/RUNNING.md explains them. */
typedef struct {
    const char *listen, *store, *web, *public_url;
    const char *node;                    /* what this server is called among those that share its store */
    long long   per_address, tables_per_hour, connections, rate, workers, lease;
    bool        behind_proxy, accept_loss;
    bool        metrics;                 /* may be asked for by anybody */
    bool        push, push_local;        /* send notices through push services; also to private addresses */
} Settings;

/* What /metrics reports (metrics.h). */
typedef struct {
    uint64_t connections, messages, frames_out, writes, bytes_out, moves, tables_made, refused, thoughts, wakes,
             elsewhere, notices_sent, notices_failed, notices_dropped;
} Counts;

enum {
    BUCKETS   = 4096,                    /* of the hash tables of rooms and of addresses */
    SCRATCH   = 1 << 20,                 /* bytes in which one message is put together */
    MAX_FRAME = 16384                    /* bytes of one message or request body from a client */
};

struct Server {
    uv_loop_t   loop;
    uv_tcp_t    listener;
    uv_async_t  stored, thought, pushed; /* the store's threads, the workers and the post wake the loop with these */
    uv_timer_t  tick;                    /* every second */
    uv_idle_t   turn;                    /* runs end_turn() in loop.c ... */
    Conn       *after;                   /* ... for these connections, ... */
    Conn       *outgoing;                /* ... and for these, for which there is something in the outbox */
    Conn       *judged;                  /* these wait for the tick, to be told whether their token is good (talk.c) */
    uv_signal_t term, interrupt;
    Settings    settings;
    Store      *store;
    Nodes      *nodes;                   /* what is known of the others; NULL: nothing yet */
    const char *trouble;                 /* why nothing can be stored, as the log was last told; NULL: all is well */
    int64_t     trouble_since;           /* when that began */
    Workers    *workers;
    uint32_t    players;                 /* so many bots have sat down since the start: each has a number */
    Push       *push;                    /* NULL: no notices are sent, or its key is not known yet ... */
    bool        key_asked;               /* ... because the store has not answered */
    int64_t     notice_warned;           /* when the log last said that a notice failed */
    Files      *files;
    Names      *names;
    Room       *room[BUCKETS];           /* tables in memory, by their number; linked by Room.next */
    uint32_t    rooms;                   /* how many */
    Dozing     *dozing;                  /* a heap, the soonest first */
    size_t      dozing_n, dozing_cap;
    Conn       *oldest, *newest;         /* all connections, by when they were last heard */
    uint32_t    conns;                   /* how many */
    Address    *address[BUCKETS];
    uint64_t    listings;                /* how often open tables were listed */
    Counts      counts;
    bool        draining;                /* it was told to stop: nobody new is let in */
    int64_t     drain_until;
    uint32_t    ticks;
    int64_t     warned;                  /* when the log last said that a foreign page was refused */
    int64_t     epoch;                   /* what the calendar said at the start, less what the loop's clock did */
    int         notify;                  /* the service manager's socket, or -1 */
    uint64_t    hash_key;                /* random, so that nobody can choose what falls into one bucket */

    /* Room to work in, used by one message at a time: */
    OfferRoom   offers;                  /* for listing a viewer's moves */
    char        scratch[SCRATCH];        /* for what is said */
    char        facts[MAX_FRAME * 40];   /* for what was heard, once it is parsed */
    char        read[65536];             /* for what has come from the network */

    /* Bytes that go out when this turn of the loop ends (outbox.h). */
    _Alignas(16) char outbox[256 * 1024];
    size_t      outbox_n;
};

int     server_run(const Settings *settings);    /* until it is told to stop; the program's exit code */
Server *server_open(const Settings *settings);   /* ready to run its loop; NULL: it said why not */
void    server_shut(Server *s);                  /* stops the threads and frees everything */

/* One line of JSON to stderr. `r` and `more` may be NULL. Any thread; never a card, a token or a key. */
void    server_log(const char *level, const char *what, const Room *r, const char *more);

/* There are two clocks. The calendar may be set by anybody at any time, so it is used only for what is stored.
 * Everything that is waited for is measured by the steady clock, which starts with what the calendar shows at the
 * start of the server and then counts the milliseconds that pass. keep.c turns one into the other. */
int64_t calendar_ms(void);                       /* any thread */
int64_t steady_ms(const Server *s);
void    random_bytes(void *out, size_t n);       /* from the system, fit for secrets; any thread */

#endif
