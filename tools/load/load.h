/* SPDX-License-Identifier: MIT
 *
 * load.h - what the parts of the load generator share: what was asked for, the rooms of
 * scripted players, what they measured, and the server they measured. */
#ifndef NINELIVES_LOAD_H
#define NINELIVES_LOAD_H

#include <stdio.h>
#include <sys/types.h>

#include "../../core/game.h"
#include "scan.h"
#include "wire.h"

enum { MAX_CHAIRS = MAX_SEATS + 4, CODE = 32, TOKEN = 72, MOVE_TEXT = 96, SEEN = 16, FLIGHTS = 16 };

/* How long to wait before it counts as a failure: seconds until everybody sits and plays, milliseconds until a server
 * answers. */
enum { SEATED = 180, READY = 60000 };

/* ---- what was asked for --------------------------------------------------------- */

typedef struct {
    const char *game, *clock, *options;          /* options: the JSON object, or NULL */
    long long   tables, seats, watchers, stalled, seconds, think;
    long long   idle, crash, secrecy, seed, core, port;
    long long   patience;                        /* seconds until tables must be playable after a restart */
    const char *server, *host, *arguments;
    const char *url, *nodes;                     /* addresses: of servers; of nodes by name, "NAME=IP:PORT,..." */
    const char *journal;                         /* a file, or NULL */
    bool        json, keep, survive;
} Wish;

/* ---- measured ---------------------------------------------------------------------- */

typedef struct { uint32_t *at; size_t n, cap; } Samples;         /* microseconds */
void     samples_add(Samples *s, uint64_t us);
void     samples_sort(Samples *s);
double   samples_at(const Samples *s, double part);              /* of a sorted one, in ms */

/* What must never happen; the crash test counts them, and any run reports them. */
#define FAULTS(X)                                                                    \
    X(GAP,        "gap",           "an event number was left out")                   \
    X(CHANGED,    "changed",       "an event came again and was another")            \
    X(FORGOTTEN,  "forgotten",     "the table went back behind what was seen")       \
    X(LOST,       "lost",          "an acknowledged move is not in the log")         \
    X(UNLOGGED,   "unlogged",      "something was seen that is not in the log")      \
    X(TWICE,      "twice",         "the same move id got another answer")            \
    X(CLOCK,      "clock",         "a clock jumped over a restart")                  \
    X(LATE,       "late",          "a table was not playable soon after a restart")   \
    X(STUCK,      "stuck",         "a game did not come to its end")                 \
    X(REFUSED,    "refused",       "an offered move was refused as illegal")         \
    X(EXTRA,      "extra",         "a frame held more than view and events explain") \
    X(BUFFERED,   "buffered",      "who does not read was not sent away")            \
    X(CLOSED,     "closed",        "a connection was closed without reason")
#define X(id, name, says) FAULT_##id,
typedef enum { FAULTS(X) FAULT_COUNT } Fault;
#undef X
extern const char *const fault_names[FAULT_COUNT], *const fault_says[FAULT_COUNT];

/* ---- rooms -------------------------------------------------------------------------- */

/* Hashes of what one viewer heard in one round, by event number: the event, and the view, asked and
 * offer after it. 0: not heard. */
typedef struct { uint64_t event, moment; } Heard;
typedef struct { Heard *at; uint32_t n, cap; } Stream;

typedef struct {
    uint32_t round, n;                           /* n: the event it ended with */
    uint8_t  seat;
    char     text[MOVE_TEXT];
} Acked;

typedef struct Room Room;

typedef struct {
    Conn     conn;                               /* first, so that a Conn* is a Chair* */
    Room    *room;
    uint8_t  seat;                               /* SEAT_TABLE: somebody watching */
    char     token[TOKEN];
    char     node[NODE];                         /* which node to ask for; "": any */
    unsigned hops;                               /* how often in a row it was sent elsewhere */
    uint64_t heard_at;                           /* anything, or began to connect */
    bool     pinged;                             /* since then */
    bool     welcomed, asked;
    bool     fresh;                              /* has heard of the game since it connected */
    bool     pending;                            /* a move was sent and not answered */
    uint32_t round, n;                           /* the last event heard */
    uint32_t sent_n, acked_n;                    /* heard when sending; the event the last ack named */
    uint32_t moves;                              /* sent so far: makes ids */
    uint64_t sent_at, due;                       /* due: when to play or connect; 0: not planned */
    char     text[MOVE_TEXT];                    /* the pending move, or the last */
    char     last_ack_text[MOVE_TEXT];
    uint32_t last_ack_move, last_ack_n, last_ack_round, repeat;   /* repeat: an old id was sent again on purpose */
    uint64_t clock_at;                           /* when `clock_left` was heard; 0: no clock */
    long     clock_left;
    Heap     offer;
    struct { uint32_t n; uint64_t at; } seen[SEEN];
    unsigned seen_next;
    Stream  *stream;                             /* one a round, when streams are kept */
    uint32_t streams;
} Chair;

typedef struct { uint64_t at; uint32_t round, move, n; uint8_t seat; bool used; } Flight;

struct Room {
    unsigned number;
    char     code[CODE];
    const char *game;
    char     options[256];                       /* a JSON object, or nothing */
    int      seats, people, chairs, seated;
    SeatSet  bots;
    bool     started, over, slow, played;        /* played: a move since the last restart */
    uint32_t round;
    Flight   flight[FLIGHTS];
    Chair    chair[MAX_CHAIRS];
    Acked   *acked;                              /* when streams are kept */
    size_t   acks, acked_cap;
};

typedef struct {
    const Wish *wish;
    Wire        wire;
    Room       *room;
    unsigned    rooms;
    Dice        dice;
    bool        measuring, winding_down, keep_streams;
    uint64_t    moves, rounds, steps, checked, refusals, too_fast, words;
    uint64_t    elsewhere, returns;              /* sent to other nodes; came back after a lost connection */
    FILE       *journal;                         /* NULL: none */
    uint64_t    killed_at;                       /* when the server was last killed; 0: never */
    long        bare;                            /* kB of the server before there was any table */
    Samples     ack, all;                        /* move to ack; move to its last recipient */
    uint64_t    fault[FAULT_COUNT];
} Load;

bool load_make(Load *l, const Wish *wish, const char *servers);       /* "IP:PORT,..." */
void load_finish(Load *l);                       /* plays every round to its end; starts no other */
void load_free(Load *l);
/* Connections that say hello and never read again; the server must close them with 4004. */
typedef struct Stalled Stalled;
Stalled *stalled_open(Load *l);
unsigned stalled_sent_away(Load *l, Stalled *s);     /* how many; frees them */

bool load_open(Load *l);                         /* makes the tables and starts to connect */
bool room_open(Load *l, unsigned number);        /* only this one */
void room_desert(Load *l, Room *r);              /* all its people go and do not come back */
bool chair_connect(Load *l, Chair *c);
void load_tick(Load *l, int ms);                 /* hears what there is, does what is due */
unsigned load_playing(const Load *l);            /* rooms whose round runs */
void load_fault(Load *l, Fault f, const Room *r, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* A move out of an offer: one of its lines, one alternative where there are several, and a new word where one is
 * wanted. */
bool offer_pick(Slice offer, Dice *d, uint64_t *words, char *out, size_t cap);

/* ---- the journal: what players were told, one JSON object a line ----------------------- */

bool journal_open(Load *l, const char *path);
void journal_ack(const Load *l, const Chair *c, uint32_t n);     /* the pending move was acknowledged */
void journal_frame(const Load *l, const Chair *c);               /* a view or step of c->round, up to c->n */
void journal_close(Load *l);

/* ---- the server ------------------------------------------------------------------------ */

typedef struct {
    pid_t pid;
    int   port;
    char  data[64], log[80];
} Server;

bool   server_place(Server *s);                              /* a free port, an empty data directory */
bool   server_start(Server *s, const Wish *wish);            /* does not wait */
bool   server_ready(const Server *s, const Wire *w, int ms);
int    server_kill(Server *s, int signal);
void   server_remove(Server *s, bool keep);
double server_cpu(pid_t pid);                                /* seconds so far */
double disk_sync_ms(const Server *s);
long   server_memory(pid_t pid);                             /* kB resident */

/* ---- modes -------------------------------------------------------------------------------- */

int  run_load(Load *l, Server *s);
int  run_idle(Load *l, Server *s);
int  run_memory(Load *l, Server *s);
int  run_crash(Load *l, Server *s);
int  run_survive(Load *l, Server *s);
int  run_secrecy(Load *l, Server *s);
uint64_t moment_hash(Slice view, Slice asked, Slice offer);
/* Replays the exported logs and compares them with everything that was heard and acknowledged: all
 * moves, events and views must follow from the log, and each viewer's from that viewer's view alone. */
void check_logs(Load *l);
int  report_faults(const Load *l, FILE *out);

#endif
