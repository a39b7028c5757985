/* SPDX-License-Identifier: MIT
 *
 * play.h - rounds at a table: dealt, played move by move, paused and ended (play.c). Every move goes into the room's
 * draft. The loop's thread only. */
#ifndef NINELIVES_PLAY_H
#define NINELIVES_PLAY_H

#include "room.h"

SeatSet play_asked(const Room *r);               /* seats that have something to decide */
Err     play_start(Room *r);
/* `ask`: the client's id for it, or NULL. `by`: as StoredMove.by. */
Err     play_move(Room *r, const Move *m, const char *word, const char *ask, char by);
Err     play_silent(Room *r, Seat p);            /* the seat said nothing for too long: its polite move is played */
Err     play_time_up(Room *r);                   /* the game's own clock has run out */
void    play_pause(Room *r, bool on);
/* Some rounds go on until somebody ends them (Rat-a-Tat Cat, with a knock). What has to do with all of a round, such
 * as telling it again, takes longer and longer, so one that has many times as many moves as any game needs stays
 * paused. */
bool    play_too_long(const Room *r);
/* Draws when the open window is answered for a seat that lets it happen. */
void    play_draw_let(Room *r, Seat p, int64_t from);

/* How a client's move was answered; `id` is the client's. */
Answer *play_answer(Room *r, Seat p, const char *id, uint64_t n, Err e);
const Answer *play_answered(const Room *r, Seat p, const char *id);      /* NULL: it is new, or long ago */

/* For record.c, which plays a stored round again. */
void    play_seat_round(Room *r, Round *round);  /* the round is this room's, which hears of every move */
bool    play_again(Room *r, const LogRecord *rec, int64_t at, Why *w);   /* one stored move, played at that time */

#endif
