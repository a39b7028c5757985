/* SPDX-License-Identifier: MIT
 *
 * notice.h - telling people who are not at the table that it is their turn (notice.c). Who wants that has subscribed at
 * a push service; the subscription is kept with the chair. The loop's thread only. */
#ifndef NINELIVES_NOTICE_H
#define NINELIVES_NOTICE_H

#include "room.h"

/* Messages; NULL, or the code of a refusal. */
const char *notice_subscribe(Conn *c, const Fact *m);
const char *notice_unsubscribe(Conn *c, const Fact *m);
const char *notice_hidden(Conn *c, const Fact *m);

void    notice_tell(Conn *c);                    /* whether its seat gets notices, if anything is known of that */
void    notice_met(Chair *c);                    /* its person is here */
void    notice_forget(Chair *c);                 /* none are wanted any more */

int64_t notice_at(const Room *r, Seat p);        /* when the person of this seat is to be told; 0: not at all */
void    notice_look(Room *r);                    /* notes in the draft who is told now, so that it happens once, ... */
void    notice_send(Room *r);                    /* ... and sends it when that is stored */
void    notice_done(Server *s);                  /* the post has handed some back */

/* As part of a table's text. */
void    notice_put(Scribe *to, const Notices *n);
void    notice_get(Chair *c, const Fact *f, bool local);

#endif
