/* SPDX-License-Identifier: MIT
 *
 * talk.h - messages from clients (talk.c): each is parsed here, once, and acted on in its turn. The loop's thread
 * only. */
#ifndef NINELIVES_TALK_H
#define NINELIVES_TALK_H

#include "conn.h"

void talk_hear(Conn *c, const char *text, size_t n);     /* a message has come */
void talk_again(Conn *c, const char *text, size_t n);    /* one that had to wait is heard now */
void talk_looked(Conn *c, const StoreJob *found);        /* the store has answered whether its token is good ... */
void talk_doubts(Server *s);                             /* ... and every second those who wait for that are told */
void talk_forget(Conn *c);                               /* it goes, and waits for nothing more */
/* Tells it that something was refused: the move with this id, or else the message of kind `re`; NULL: neither. */
void talk_err(Conn *c, const char *re, const char *id, const char *code);

#endif
