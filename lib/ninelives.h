/* SPDX-License-Identifier: MIT
 *
 * ninelives.h - the engine for other programs: five party games with hidden information.
 *
 * Everything is reached through handles; no struct of ours is part of the interface, so that a program goes on working
 * with a newer library. A handle may be used by one thread at a time; different handles by different threads at once.
 *
 * Functions that can fail return an nl_status or NULL; nl_why() then says in English what was wrong. Texts are UTF-8.
 * Functions that write a text take a buffer and its size, write as much as fits with a final NUL, and return the length
 * of the whole text, like snprintf; -1 means that it failed. No buffer (NULL, 0) asks for the length.
 *
 * Seats are numbered from 0. Chance is a seat of its own, and so is the clock: whoever wants to decide a shuffle
 * plays chance's move. Moves, positions and logs are written as docs/NOTATION.md says, events as protocol/PROTOCOL.md
 * does. docs/LIBRARY.md begins with a whole program. */
#ifndef NINELIVES_H
#define NINELIVES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(NL_BUILDING) && defined(__GNUC__)
#define NL_API __attribute__((visibility("default")))
#else
#define NL_API
#endif

typedef struct nl_game  nl_game;         /* one of the games; constant, never freed */
typedef struct nl_table nl_table;        /* a game being played, and its log */
typedef struct nl_view  nl_view;         /* what one seat knows of a table at one moment */
typedef struct nl_batch nl_batch;        /* many tables of one game, played in step */

typedef enum {
    NL_OK = 0,
    NL_BAD_MOVE, NL_OVER, NL_STALE, NL_NOT_ASKED, NL_ILLEGAL,    /* a move was refused; nothing has changed */
    NL_BAD_SEATS, NL_BAD_OPTION,
    NL_BAD_ARGUMENT,                     /* a seat, a level or an action that does not exist here */
    NL_BAD_LOG,                          /* a log that cannot be read or does not play */
    NL_UNFAIR,                           /* a log whose shuffles do not come from its secret */
    NL_NO_SECRET,                        /* a log that does not say its secret: nothing can be checked */
    NL_NO_MEMORY                         /* a table that says so can only be freed */
} nl_status;

enum {
    NL_SECRET = 32,                      /* bytes of a table's secret, and of one shuffle's entropy */
    NL_MAX_SEATS = 10,
    NL_TABLE = 13,                       /* a spectator's seat: sees what the whole table sees */
    NL_CHANCE = 14,
    NL_CLOCK = 15,
    NL_TRUTH = 255                       /* not a seat: everything, for whoever runs the table */
};

/* ---- the library -------------------------------------------------------------------- */

NL_API const char *nl_version(void);                     /* "0.1.0" */
NL_API int         nl_abi(void);                         /* grows when a program has to be built again */
NL_API const char *nl_status_name(nl_status status);     /* "illegal" */
NL_API const char *nl_why(void);                         /* the last failure in this thread; "" if there was none */
NL_API nl_status   nl_failed(void);                      /* its status, also where NULL or -1 was returned */

/* ---- games -------------------------------------------------------------------------- */

NL_API const nl_game *nl_game_at(int i);                 /* NULL past the last */
NL_API const nl_game *nl_game_find(const char *id);      /* "kittens" */
NL_API const char *nl_game_name(const nl_game *game);    /* its id */
NL_API int  nl_game_rules(const nl_game *game);          /* the version of its rules */
NL_API int  nl_game_min_seats(const nl_game *game);
NL_API int  nl_game_max_seats(const nl_game *game);
/* JSON: seats, options, cards, moves and events, as the protocol writes them. */
NL_API int  nl_game_describe(const nl_game *game, char *out, size_t cap);

/* ---- tables ------------------------------------------------------------------------- */

/* Sets up a table: `options` as in a log's first line ("players=3 combos=off"); NULL: the fewest players and the usual
 * options. All chance is derived from the secret; NULL for a secret takes one from the system. Nothing is dealt yet:
 * chance is asked first, so that bots can sit down before. */
NL_API nl_table *nl_table_new(const nl_game *game, const char *options, const uint8_t secret[NL_SECRET]);
/* The same with a secret made of a number: for experiments that are to be repeated. */
NL_API nl_table *nl_table_seeded(const nl_game *game, const char *options, uint64_t seed);
NL_API nl_table *nl_table_copy(const nl_table *table);
NL_API void      nl_table_free(nl_table *table);

NL_API const nl_game *nl_table_game(const nl_table *table);
NL_API int      nl_table_seats(const nl_table *table);
NL_API uint64_t nl_table_moves(const nl_table *table);   /* played so far, those of chance included */
NL_API uint64_t nl_table_mark(const nl_table *table);    /* one number for all its bytes: equal marks, equal tables */
NL_API int      nl_table_over(const nl_table *table);
/* A bit for every seat that may act now; bit NL_CHANCE: a shuffle is due; bit NL_CLOCK: somebody who keeps the time may
 * say that it is up; 0: it is over. */
NL_API uint32_t nl_table_to_act(const nl_table *table);
/* How many moves a seat has, 0 if it is not asked, -1 if there is no such seat; and the i-th as text. What is left to
 * the player is written in capitals: "clue WORD N" is played as "clue river 2". */
NL_API int      nl_table_legal(const nl_table *table, int seat);
NL_API int      nl_table_legal_text(const nl_table *table, int seat, int i, char *out, size_t cap);

/* Plays the chance moves that are due, the deal among them; if none is, nothing. */
NL_API nl_status nl_table_settle(nl_table *table);
/* Plays a move ("play favor @2"), and the chance moves that follow. */
NL_API nl_status nl_table_play(nl_table *table, int seat, const char *move);
/* Plays exactly one move. For NL_CHANCE `move` is NULL, and `entropy` may be given instead of the derived one; then the
 * secret proves nothing any more, and the log does not end with it. */
NL_API nl_status nl_table_apply(nl_table *table, int seat, const char *move, const uint8_t entropy[NL_SECRET]);

/* What the last call of settle, play, apply or run made happen, as a seat is told it; a JSON list. */
NL_API int  nl_table_events(const nl_table *table, int seat, char *out, size_t cap);
/* The table as a seat is shown it; NL_TRUTH: all of it. JSON, as NOTATION.md writes positions. */
NL_API int  nl_table_tell(const nl_table *table, int seat, char *out, size_t cap);
/* Points by seat, and places (1 is first, equal places are shared, 0: still playing). Either may be NULL. */
NL_API void nl_table_score(const nl_table *table, int points[NL_MAX_SEATS], int place[NL_MAX_SEATS]);
NL_API uint32_t nl_table_winners(const nl_table *table); /* a bit for each; 0 until it is over */

/* ---- what a seat knows -------------------------------------------------------------- */

NL_API nl_view *nl_table_observe(const nl_table *table, int seat);
NL_API void     nl_view_free(nl_view *view);
NL_API int      nl_view_tell(const nl_view *view, char *out, size_t cap);
NL_API uint64_t nl_view_mark(const nl_view *view);       /* equal marks: nothing that this seat knows differs */
/* A table that this seat could not tell from the real one: for searches. Its chance comes from the seed as well. It
 * has no log, because it did not begin with a deal. */
NL_API nl_table *nl_view_imagine(const nl_view *view, uint64_t seed);

/* ---- bots and advice ---------------------------------------------------------------- */

NL_API const char *nl_bot_at(int i);                     /* levels, the weakest first; NULL past the last */
/* Seats a bot, which hears what its seat hears; in the middle of a game it is first told what its seat heard so far.
 * The same seed makes the same choices. NULL for a level: the bot leaves. */
NL_API nl_status nl_table_bot(nl_table *table, int seat, const char *level, uint64_t seed);
/* The move that the bot of a seat, which must be asked, wants to make, from its view alone. `iterations`: how many
 * worlds it may try out, if its level does that; 0: a usual number. A bot that is asked again throws dice again. */
NL_API int       nl_table_choose(nl_table *table, int seat, uint32_t iterations, char *out, size_t cap);
/* Chance and bots play on until only seats without a bot are asked, or it is over. */
NL_API nl_status nl_table_run(nl_table *table, uint32_t iterations);
/* Every sensible move with its chance and reasons, from the seat's view alone; JSON. */
NL_API int       nl_table_advise(nl_table *table, int seat, uint32_t iterations, char *out, size_t cap);

/* ---- logs --------------------------------------------------------------------------- */

/* The log so far; with the secret once the game is over. */
NL_API int       nl_table_log(const nl_table *table, char *out, size_t cap);
/* A table from a log, played as far as the log goes. Its chance goes on from the secret if the log says one (a host
 * that kept it apart adds the line), or else from the log's own bytes. */
NL_API nl_table *nl_log_read(const char *log);
/* Can the log be played, does every shuffle come from the secret that it ends with, and does the secret fit what was
 * promised? NL_OK, NL_BAD_LOG, NL_UNFAIR or NL_NO_SECRET. */
NL_API nl_status nl_log_verify(const char *log);

/* ---- batches ------------------------------------------------------------------------ */

enum {
    NL_OBSERVE = 1,                      /* make observations */
    NL_FORCED = 2                        /* ask also where only one action is possible; else it is played at once */
};

/* `tables` games of one kind. Table i is dealt from `seed` and its number, and dealt again when it is over; so the
 * same actions give the same bytes whatever the size of the batch and the number of threads (0 or 1: the caller's). */
NL_API nl_batch *nl_batch_new(const nl_game *game, const char *options, int tables, uint64_t seed, int flags,
                              int threads);
NL_API void      nl_batch_free(nl_batch *batch);
/* A bot plays this seat at every table; it is not asked any more. Before the first step. */
NL_API nl_status nl_batch_bot(nl_batch *batch, int seat, const char *level, uint32_t iterations);
/* Deals all tables anew. */
NL_API nl_status nl_batch_reset(nl_batch *batch, uint64_t seed);

NL_API int nl_batch_tables(const nl_batch *batch);
NL_API int nl_batch_seats(const nl_batch *batch);
NL_API int nl_batch_actions(const nl_batch *batch);      /* actions are numbered from 0 to below this */
NL_API int nl_batch_features(const nl_batch *batch);     /* bytes of one observation */
/* JSON: what every feature and every action is. */
NL_API int nl_batch_describe(const nl_batch *batch, char *out, size_t cap);

/* Where the batch writes: these stay where they are as long as the batch lives, and change with every step. */
NL_API const int8_t   *nl_batch_seat(const nl_batch *batch);        /* [tables]: who decides now */
NL_API const uint8_t  *nl_batch_mask(const nl_batch *batch);        /* [tables][actions]: 1 where it is possible */
NL_API const uint8_t  *nl_batch_observation(const nl_batch *batch); /* [tables][features]: of that seat's view */
NL_API const uint8_t  *nl_batch_done(const nl_batch *batch);        /* [tables]: the game ended in this step */
NL_API const float    *nl_batch_reward(const nl_batch *batch);      /* [tables][seats]: where it ended; else 0 */

/* One action for each table. A big move takes up to three: what, at whom or where, which name. On NL_ILLEGAL nothing
 * has changed at any table. */
NL_API nl_status nl_batch_step(nl_batch *batch, const int32_t *action);
/* Draws a possible action for each table; `seed` and the step make the same draws again. For tests and benchmarks. */
NL_API nl_status nl_batch_random(nl_batch *batch, uint64_t seed, int32_t *action);
/* Equal marks: the same game of that table, at the same point. */
NL_API uint64_t  nl_batch_mark(const nl_batch *batch, int table);

#ifdef __cplusplus
}
#endif

#endif
