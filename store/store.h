/* SPDX-License-Identifier: MIT
 *
 * store.h - where tables are kept. A table has one text of its own (who sits where, which game, which options) and
 * rounds. A round is its log (core/log.h) in three pieces: a head, numbered moves, and, when it is over, a tail.
 *
 * There are two kinds of store, and whoever uses one need not know which: a SQLite file for one server (sqlite.c), and
 * a PostgreSQL database that several servers share (postgres.c). Servers that share one are its nodes. Each table is
 * run by one node at a time: that node has claimed it. Only its owner writes to a table; anybody may look.
 *
 * Whatever is wanted of a store is a job. It is handed in with store_ask(), carried out by a thread of the store's, and
 * comes back from store_done() with its outcome. Nothing here waits for a disk or a network. All functions are for one
 * thread, the one that opened the store, unless they say otherwise. */
#ifndef NINELIVES_STORE_H
#define NINELIVES_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../core/fact.h"

enum {
    MAX_ASK  = 41,                       /* a client's id for a move, final NUL included */
    MAX_NODE = 33,                       /* a node's name, final NUL included */
    MAX_ROUND = (1 << 24) - 1            /* the number of a table's last round */
};

/* No table: under this number, which no code leads to, the key of all nodes for push services is kept. */
static const uint32_t store_key = UINT32_MAX - 1;

typedef struct Store Store;

typedef struct StoredMove StoredMove;
struct StoredMove {
    StoredMove *next;
    uint64_t number, mark;               /* mark: a hash of the state after the move */
    int64_t  at;                         /* when it was played, milliseconds since 1970 */
    char     by;                         /* 'p' a person, 'b' a bot, 't' the clock, 'c' chance */
    char     ask[MAX_ASK];               /* the client's id, or "" */
    char     line[];                     /* as in the log */
};

typedef enum {
    STORE_WRITE,                         /* stores what the job holds: all of it, or nothing */
    STORE_CLAIM,                         /* makes the table ours, then reads it and its latest round */
    STORE_LOOK,                          /* reads the table and, if one is named, a round; claims nothing */
    STORE_RELEASE,                       /* the table is ours no longer; handed in when its writes are back */
    STORE_ADOPT,                         /* claims tables whose clock runs and that no node has; says which */
    STORE_LIST,                          /* the tables from number `table` on, in order, MAX_LIST at most */

    STORE_OLD,                           /* finished rounds of tables that nobody has written to since `at`, as pairs of
                                          * table and round, MAX_LIST numbers at most */
    STORE_LOOSE,                         /* the same, of those that are not packed */
    STORE_PACK,                          /* puts the moves of a finished round into one piece, which takes less room and
                                          * reads as before; the job is one that a look brought back */
    STORE_DROP,                          /* throws a finished round away: its log, not the table */

    /* Handed in by nobody: the store says so by itself. */
    STORE_GONE,                          /* this node was declared dead: no table is ours any more */
    STORE_PEERS                          /* `text`: what the other nodes reported, a JSON list */
} JobKind;

typedef enum {
    STORE_OK,
    STORE_NONE,                          /* there is no such table, or no such round */
    STORE_TAKEN,                         /* a write: the new table's code is taken */
    STORE_ELSEWHERE,                     /* a claim: the node `node` has it */
    STORE_LOST,                          /* a write: the table is not ours any more; the log tells what happened */
    STORE_DAMAGED,                       /* what is there makes no sense; `text` is NULL if that is the table's own */
    STORE_REFUSED                        /* nothing happened; `why` has the disk's or the database's words */
} Outcome;

enum { MAX_LIST = 1000 };

typedef struct StoreJob StoreJob;
struct StoreJob {
    StoreJob   *next;
    JobKind     kind;
    Outcome     outcome;
    void       *owner;                   /* whatever the caller wants to find again */
    uint32_t    table;
    uint32_t    round;                   /* written or looked at; 0: none. A claim sets it to the latest one */
    int64_t     at;                      /* when the table was last written, milliseconds since 1970 */
    uint64_t    term;                    /* in which of this node's lives the table was claimed: a write shows it
                                          * again, and is STORE_LOST when that life is over. A write that makes a
                                          * table has 0, and comes back with the term in which it was made */
    bool        made;                    /* a write: the table is new, its code must be free */
    bool        live;                    /* with `text`: has a running clock */
    char       *text;                    /* the table's own text; NULL in a write: unchanged */
    char       *head, *tail;             /* of the round, or NULL */
    StoredMove *first, **last;           /* its moves, in order */
    uint32_t   *tables;                  /* adopted or listed */
    size_t      tables_n;
    char        node[MAX_NODE];
    Why         why;
};

StoreJob *store_job(JobKind kind, uint32_t table, uint32_t round);
void      store_job_free(StoreJob *j);
void      store_move(StoreJob *j, const StoredMove *m, const char *line);    /* one more move */

typedef struct {
    const char *where;                   /* "sqlite:FOLDER" or "postgresql://..." */
    const char *node;                    /* what this node is called; SQLite has but one and does not ask */
    const char *version;                 /* this program's, for the list of nodes; or NULL */
    int         lease_ms;                /* a node that is silent for so long may be declared dead */
    bool        accept_loss;             /* take a file from which commits are missing; `why` then says which */
    void      (*wake)(void *who);        /* called from the store's threads when jobs are done */
    void       *who;
} StoreWish;

/* NULL: refused, and `why` says what is wrong. A SQLite file is made if there is none, and written to once to see that
 * it can be. One that has lost commits (its log was damaged, cut or removed, or an older copy was put in its place) is
 * refused and left as it is: what was played since would be forgotten without a word. */
Store    *store_open(const StoreWish *wish, Why *why);
void      store_close(Store *s);         /* finishes what was handed in; a node leaves, and its tables are free */
void      store_ask(Store *s, StoreJob *j);
StoreJob *store_done(Store *s);          /* a list, the caller's to free; NULL: nothing yet. May wake for more */

/* Is this node surely still the owner of its tables? By its own clock, so that nobody has to be asked. While it is
 * not, it says nothing to anybody about a table: another node may have played on. Any thread. */
bool store_holds(const Store *s);
/* Which of this node's lives it is: what was claimed in another is not ours any more. Any thread. */
uint64_t store_term(const Store *s);
/* What the other nodes are to be told of this one, with the next renewal of its lease. `text` is JSON. */
void store_report(Store *s, const char *text);
bool store_shared(const Store *s);       /* other nodes may use it, too */
/* The same for all nodes: by it they hash what they tell each other of visitors. "": there are no other nodes. */
const char *store_secret(const Store *s);

/* Why nothing can be promised at the moment, in words for the log, or NULL when all is well: the disk refused the last
 * commit, the file is no longer where it was, the database cannot be reached. The store looks after this by itself,
 * every second, although nobody writes. Any thread; the words stay. */
const char *store_trouble(const Store *s);
bool        store_failed(const Store *s);        /* there is such trouble */

typedef struct { uint64_t commits, claims, fenced, microseconds; } StoreCounts;  /* the last: of the latest commit */
StoreCounts store_counts(const Store *s);        /* any thread */

/* ---- without opening it ------------------------------------------------------------------------------------- */

typedef enum {
    STORE_INIT,                          /* makes an empty one; refused when it has tables already */
    STORE_UPGRADE,                       /* to the format that this program writes */
    STORE_CHECK                          /* looks it over and changes nothing */
} StoreTask;
bool store_prepare(const char *where, StoreTask task, Why *w);       /* waits until it is done */

typedef struct {
    const char *name, *version, *report; /* the report is JSON, or NULL */
    int64_t     entered;                 /* milliseconds since 1970 */
    int64_t     lease_ms;                /* how long it still has: less than 0 when it should have renewed */
    int64_t     tables;
    bool        gone;
} StoreNode;
bool store_nodes(const char *where, void (*hear)(void *who, const StoreNode *n), void *who, Why *w);

#endif
