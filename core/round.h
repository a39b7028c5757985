/* SPDX-License-Identifier: MIT
 *
 * round.h - a round being played: the one place where a game goes on.
 *
 * Whoever runs rounds (server, browser, terminal, arena, replay) keeps people, time and storage. The round
 * keeps the table and does what follows from a move: chance plays what it owes, every move is handed over for
 * the log, everybody hears what happened as far as they may, and it is noted when somebody is asked something
 * new. What the host wants to be told of, it names in an Audience. */
#ifndef NINELIVES_ROUND_H
#define NINELIVES_ROUND_H

#include "log.h"
#include "table.h"

/* Each of these may be NULL. They are called in this order for every move, those of chance included. */
typedef struct {
    /* The move, for the log; the table is already as the move left it. */
    void (*record)(void *host, const LogRecord *r);
    /* All that it made happen, unredacted, for whoever passes it on later. `word`: said with the move, or "". */
    void (*happened)(void *host, const Events *ev, const char *word);
    /* One event as a seat that listens is told it, and the seat's view after the move. */
    void (*hear)(void *host, Seat seat, const void *view, const Event *e);
} Audience;

typedef struct {
    const Audience *audience;
    void    *host;               /* handed to the audience */
    SeatSet  listening;          /* seats that hear: where a bot sits */
    SeatSet  still;              /* were asked before, and have not moved since */
    Seat     began;              /* the first seat that was asked anything; SEAT_NONE: nobody yet */
    uint64_t decision;           /* grows when somebody is asked something new */
    uint64_t opened_at;          /* the number of moves when it last grew */
    Table    table;              /* last: whoever keeps many rounds allocates only round_size() */
} Round;

static inline size_t round_size(const Game *g) { return offsetof(Round, table) + table_size(g); }

/* Lays out the table; nothing is dealt yet, so that bots can take their seats and hear the deal. */
Err     round_start(Round *r, const Game *g, const Options *o, const uint8_t seed[ENTROPY]);
/* Plays the chance moves that are due: the deal, or those still missing at the end of a replayed log. */
void    round_settle(Round *r);
/* Plays a move of a seat or of the clock, and all that follows. On error nothing has changed. */
Err     round_play(Round *r, const Move *m, const char *word);
/* For hosts that decide about chance too: one move and nothing that follows; one move of chance, with this entropy or,
 * if it is NULL, the one derived from the secret. On error nothing has changed. */
Err     round_play_one(Round *r, const Move *m, const char *word);
Err     round_chance(Round *r, const uint8_t *entropy);
/* Plays one record of a log, chance's as they are written. False: it does not fit, and `w` says why. */
bool    round_replay(Round *r, const LogRecord *rec, Why *w);

/* The options of the round that follows at the same table: "next" and "loser" become the seat that this means after
 * the last round. That may be NULL, or of another game or size, or not over: then they stay, and the lot decides. */
void    round_follow(const Round *last, const Game *g, const Options *wished, Options *o);

/* The words that lie on the table of the last round are left out of the next one; nothing if `last` is NULL or of
 * another game. */
void    round_leave_out(const Round *last, const Game *g, Box *box);

/* Everybody who may act now: seats, chance, and the clock where it may speak; nobody at the end. */
SeatSet round_to_act(const Round *r);
/* Seats that have something to decide now; 0 while chance is asked, and at the end. */
SeatSet round_asked(const Round *r);
bool    round_over(const Round *r);
/* Is this a reaction window (everybody may answer before a card takes effect)? It is public: it is the phase. */
bool    round_is_window(const Round *r);

/* Could this seat do anything but stay silent? */
bool    round_has_choice(const Round *r, Seat seat);
/* In a window: whom it harms if nobody says anything, as far as the game says so. */
SeatSet round_against(const Round *r);

/* Plays for a seat that stays silent: its default, which is the first move it is offered; where the rules want one
 * drawn by lot, `lot` (any number) draws it; where a word is wanted, the game's word for silence. */
Err     round_silent(Round *r, Seat seat, uint32_t lot);
/* After how many minutes the game's own clock ends the round; 0: it has none, or it may not speak now. */
int     round_minutes(const Round *r);
/* Plays the clock's move: time is up. */
Err     round_time_up(Round *r);

#endif
