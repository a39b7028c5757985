/* SPDX-License-Identifier: MIT
 *
 * log.h - a game as lines of text. The log is the truth: everything shown of a game is
 * computed from it, and recovery after a crash is reading it again.
 *
 *     ninelives 1 kittens rules=1 players=3 combos=on stacking=percard
 *     commit 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
 *     luck 0 9b74c9897bac770ffc029102a200c5de11b0c2d3a4f5061728394a5b6c7d8e9f
 *     1 c deal 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
 *     2 0 play skip
 *     3 1 pass
 *     mark 3 51a0c6f2a1d1b4e7
 *     secret 00000000000000000000000000000000000000000000000000000000000000ab
 *
 * Before the first move there may also be words that the table brings along (box.h): "own zoo keeper", "without tea".
 * Moves are numbered from 1 without gaps. A mark is a hash of all bytes of the state after that
 * move. The secret is revealed when the game is over; then every shuffle can be
 * derived again from it and the number of the move. With a commitment (fair.h) the secret has
 * to fit it, and the shuffles come from the seed made of it and the players' luck. */
#ifndef NINELIVES_LOG_H
#define NINELIVES_LOG_H

#include "fact.h"
#include "fair.h"
#include "table.h"
#include "text.h"

enum { LOG_VERSION = 1 };

typedef enum { LOG_MOVE, LOG_MARK, LOG_COMMIT, LOG_LUCK, LOG_OWN, LOG_WITHOUT, LOG_SECRET } LogKind;

typedef struct {
    LogKind  kind;
    uint64_t number;             /* MOVE, MARK */
    uint64_t mark;               /* MARK */
    Move     move;               /* MOVE; of LUCK only the seat */
    char     word[MAX_WORD];     /* MOVE; OWN, WITHOUT */
    uint8_t  entropy[ENTROPY];   /* MOVE of chance; COMMIT, LUCK, SECRET */
} LogRecord;

/* Each writes one line without its end and returns its length, like snprintf. */
int  log_write_header(const Game *g, const Options *o, char *out, size_t cap);
int  log_write(const Game *g, const LogRecord *r, char *out, size_t cap);

/* What stands before the first move: the header; the commitment and everybody's luck if there is a promise; and the
 * words of a box if there is one. LOG_BOX bytes are enough for those, and LOG_HEAD for all the rest. */
enum { LOG_HEAD = 4096, LOG_BOX = (BOX_OWN + BOX_WITHOUT) * (BOX_WORD + 9) };
void log_head(Text *t, const Game *g, const Options *o, const Fair *promise, const Box *box);
/* Puts the word of such a record into a box. */
bool log_box(Box *box, const LogRecord *r);
void log_line(Text *t, const Game *g, const LogRecord *r);       /* log_write(), and the line's end */
/* What stands after the last: how it ended, and the secret. */
void log_tail(Text *t, const Table *table, const uint8_t secret[ENTROPY]);

enum { LOG_LINE = 2 * MAX_LINE };
/* The next line of a log's text that is not empty, without its end, which may also be CR LF. `number` counts all lines;
 * it may be NULL. False: there is no other line. What does not fit into LOG_LINE is cut off, and the rest refused by
 * those below. */
bool log_next(const char **text, char line[LOG_LINE], int *number);
/* Each reads one line without its end. On failure `w` says what is wrong. */
bool log_read_header(const char *line, const Game **g, Options *o, Why *w);
bool log_read(const Game *g, int seats, const char *line, LogRecord *r, Why *w);

/* Plays or checks a record against the table. */
bool log_play(Table *t, const LogRecord *r, Events *ev, Why *w);

#endif
