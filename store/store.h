/* SPDX-License-Identifier: MIT
 *
 * store.h - where tables are kept on disk. A table has one text of its own (who sits where, which game, which options)
 * and rounds. A round is its log (core/log.h) in three pieces: a head, numbered moves, and, when it is over, a tail.
 *
 * A move whose number is taken is refused, never overwritten. Writes are carried out by the store's own thread, many
 * tables' in one commit, and are on disk when store_done() hands them back. Reads happen at once. All of these
 * functions are for one thread, the one that opened the store, unless they say otherwise. */
#ifndef NINELIVES_STORE_H
#define NINELIVES_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../core/fact.h"

enum { MAX_ASK = 41 };                   /* a client's id for a move, final NUL included */

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

/* One table's change. All of it is stored, or nothing. */
typedef struct StoreWrite StoreWrite;
struct StoreWrite {
    StoreWrite *next;
    void       *owner;                   /* whatever the caller wants to find again */
    uint32_t    table;
    uint32_t    round;
    int64_t     at;
    bool        made;                    /* the table is new: its code must be free */
    bool        live;                    /* with `text`: has a running clock */
    char       *text;                    /* the table's own text, or NULL: unchanged */
    char       *head, *tail;             /* of the round, or NULL */
    StoredMove *first, **last;           /* moves, in order */
    bool        ok;                      /* when done: it is on disk ... */
    const char *refused;                 /* ... or why not, in SQLite's words */
};

StoreWrite *store_draft(uint32_t table, uint32_t round);
void        store_draft_free(StoreWrite *w);
void        store_move(StoreWrite *w, const StoredMove *m, const char *line);

/* Opens or makes the file, and writes to it once to see that it can. `wake(who)` is called from
 * the store's thread when writes are done. NULL: refused, and `why` says what is wrong with the
 * file. A file that has lost commits (its log was damaged, cut or removed, or an older copy was
 * put in its place) is refused and left as it is: what was played since would be forgotten
 * without a word. */
Store *store_open(const char *path, void (*wake)(void *), void *who, Why *why);
/* The same, but a file that has lost commits is taken as it is; `why` then says what is missing,
 * and is empty if nothing is. */
Store *store_open_anyway(const char *path, void (*wake)(void *), void *who, Why *why);
void   store_close(Store *s);            /* finishes what was handed in */
void   store_write(Store *s, StoreWrite *w);
StoreWrite *store_done(Store *s);        /* a list, the caller's to free; NULL: nothing yet */
/* Why nothing can be promised at the moment, in words for the log, or NULL when all is well: the
 * disk refused the last commit, or the file is no longer where it was. Every write is refused
 * meanwhile. The store looks after this by itself, every second: it notices a file that was
 * removed, moved or made read-only although nobody writes, and it tries again while the disk
 * refuses. Can be asked from any thread; the words stay. */
const char *store_trouble(const Store *s);
bool   store_failed(const Store *s);     /* there is such trouble */
uint64_t store_commits(const Store *s);

/* The table's own text, the caller's to free; NULL: no such table, or `why` says it is damaged. */
char *store_read_table(Store *s, uint32_t table, Why *why);
/* A round's head and tail, the caller's to free; the tail is NULL while it is played. NULL: there is no such round, or
 * `why` says that the disk refused. */
char *store_read_round(Store *s, uint32_t table, uint32_t round, char **tail, Why *why);
/* Calls `hear` for each move in order until it returns false. False: the disk refused. */
bool  store_read_moves(Store *s, uint32_t table, uint32_t round, bool (*hear)(void *, const StoredMove *), void *who);
/* Calls `hear` with the tables whose clock runs. */
void  store_list_live(Store *s, void (*hear)(void *, uint32_t table), void *who);

#endif
