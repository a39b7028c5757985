/* SPDX-License-Identifier: MIT
 *
 * inside.h - what the library's files share: its handles, and how they say that something failed. Nobody outside of
 * lib/ includes it. */
#ifndef NINELIVES_INSIDE_H
#define NINELIVES_INSIDE_H

#include "../bots/bot.h"
#include "../core/round.h"
#include "ninelives.h"

/* ---- failing -------------------------------------------------------------------------- */

/* Keeps the reason for nl_why() and returns the status. */
nl_status lib_fail(nl_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Is there a buffer to write to? No buffer and no room is fine too: then only the length is wanted. */
bool lib_can_write(const char *out, size_t cap);

/* ---- games ------------------------------------------------------------------------------ */

static inline const Game *lib_game(const nl_game *game) { return (const Game *)game; }
/* Reads options as in a log's first line; NULL: the fewest seats and the usual options. */
bool lib_options(const Game *g, const char *options, Options *o);
/* The secret that is made of a number: the same that `ninelives arena --seed` begins with. */
void lib_secret(uint64_t seed, uint8_t secret[ENTROPY]);

/* ---- tables ------------------------------------------------------------------------------ */

/* Something that happened, and the word that was said with it ("": none). */
typedef struct { Event event; char word[MAX_WORD]; } Happening;

struct nl_table {
    Player    *bot[MAX_SEATS];       /* NULL: none sits there */
    Box       *box;                  /* words that a log brought along, or NULL */
    Fair       promise;              /* of a log that was dealt fairly */
    bool       promised;
    bool       proven;               /* all shuffles come from `secret`, which the log may tell in the end */
    bool       imagined;             /* it did not begin with a deal, so it has no log */
    bool       lost;                 /* memory ran out while something was written down: it cannot go on */
    uint8_t    secret[ENTROPY];
    LogRecord *record;               /* every move so far */
    size_t     records, record_room;
    Happening *event;                /* of the last change */
    size_t     events, event_room;
    uint64_t   told;                 /* events before those */
    Round      round;                /* last: only round_size() of it is allocated */
};

/* A table that nothing is known of but its game, its options and its secret. NULL: no memory, or no such options. */
nl_table *lib_table(const Game *g, const Options *o, const uint8_t secret[ENTROPY]);
/* A seat that plays; one that looks; one that moves. */
bool lib_plays(const nl_table *t, int seat);
bool lib_looks(const nl_table *t, int seat);
bool lib_moves(const nl_table *t, int seat);
/* The first n events of the last change are no longer part of it. */
void lib_forget(nl_table *t, size_t n);
/* NL_NO_MEMORY if memory ran out while this was written down. */
nl_status lib_kept(const nl_table *t);
/* What the seat of this view is shown, as JSON. */
int  lib_tell(const Game *g, const void *view, int seat, char *out, size_t cap);

#endif
