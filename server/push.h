/* SPDX-License-Identifier: MIT
 *
 * push.h - notices go to push services (push.c; RFC 8030). A thread of its own encrypts and sends them, many at a time;
 * it is handed parcels and hands them back with their outcome. Nothing here waits for the network. All functions are
 * for the loop's thread. */
#ifndef NINELIVES_PUSH_H
#define NINELIVES_PUSH_H

#include "reach.h"
#include "seal.h"
#include "server.h"

enum { MAX_NOTICE = 160, POINT_LETTERS = 88 };   /* bytes of a notice's text; of a public key as letters, with a NUL */

typedef enum {
    PUSH_SENT,
    PUSH_GONE,                           /* nobody takes messages there any more, or never will */
    PUSH_FAILED                          /* not this time: `why` */
} PushOutcome;

typedef struct Parcel Parcel;
struct Parcel {
    Parcel     *next;
    uint32_t    table;
    uint8_t     seat;
    char        endpoint[MAX_ENDPOINT];
    SealReader  to;
    char        text[MAX_NOTICE];
    char        topic[33];               /* a later parcel of the same topic replaces one that was not delivered yet */
    bool        mute;                    /* sealed, but not sent: nobody shall see the difference */
    long        seconds;                 /* so long the push service keeps it */
    PushOutcome outcome;
    Why         why;
};

Push   *push_start(Server *s, const SealKey *key);
void    push_stop(Push *p);                      /* what is under way is given up; NULL: nothing to stop */
const char *push_key(const Push *p);             /* the public key as letters, by which browsers subscribe */
bool    push_send(Push *p, Parcel *parcel);      /* takes it over; false: too many, and it is still the caller's */
Parcel *push_done(Push *p);                      /* a list, the caller's to free */

/* The key in the store (pushkey.c): it is made at the first start, and the same for all nodes. Once it is known the
 * thread starts. */
void    pushkey_tick(Server *s);                 /* every second: asks the store while the key is not known */
void    pushkey_heard(Server *s, const StoreJob *j);

#endif
