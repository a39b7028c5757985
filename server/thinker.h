/* SPDX-License-Identifier: MIT
 *
 * thinker.h - bots, which think in threads of their own (thinker.c). All of these are called by the loop's thread; the
 * workers' code is inside thinker.c and sees only what it was handed. */
#ifndef NINELIVES_THINKER_H
#define NINELIVES_THINKER_H

#include "room.h"

Workers *thinker_start(Server *s, int threads);
void     thinker_stop(Workers *w);               /* waits for the threads; what they had left to do is dropped */

void     thinker_ask(Room *r, SeatSet bots);     /* asks workers for these seats' moves, unless they are at it */
void     thinker_collect(Server *s);             /* takes the workers' answers: each becomes its chair's `chosen` */
void     thinker_forget(Room *r);                /* the room goes: answers for it find nobody */

void     thinker_listen(Room *r, Seat p);        /* gives the seat a new player, who learns what the seat was told */
void     thinker_hear(Room *r, Seat p, const void *view, const Event *e);        /* the seat is told one event more */
SeatSet  thinker_behind(const Room *r);          /* seats that were told much and are asked nothing: let them think */
void     thinker_dismiss(Chair *c);              /* its player goes, if it has one */
int64_t  thinker_draw(int low, int high);        /* so many milliseconds, drawn from the system's entropy */

#endif
