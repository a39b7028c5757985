/* SPDX-License-Identifier: MIT
 *
 * wire.h - a WebSocket to a server, from the client's side: the address, TCP, TLS where the address says https, the
 * opening, frames. Nothing here waits, except that looking up the server's name may take a moment, and wire_fetch(). */
#ifndef NINELIVES_WIRE_H
#define NINELIVES_WIRE_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "../core/fact.h"

/* A link that people send each other: http://host:port/t/CODE. */
typedef struct {
    bool tls;
    char host[254], port[6], code[16];
} Address;

/* Also with a slash at the end, a query or a hash. False: it is no such link. */
bool address_read(const char *link, Address *a);

enum { WIRE_MOST = 1 << 20 };            /* bytes of the longest message that is read */

typedef enum { WIRE_OPENING, WIRE_OPEN, WIRE_ENDED } WireState;
typedef enum { WIRE_NO_TROUBLE, WIRE_NO_NAME, WIRE_BAD_CERTIFICATE, WIRE_REFUSED } WireTrouble;

/* Hears one whole message; must not close the wire. */
typedef void WireHear(void *who, const char *text, size_t n);

typedef struct Wire Wire;
Wire *wire_open(const Address *a, const char *path, WireHear *hear, void *who);
void  wire_turn(Wire *w);                /* sends and reads as much as is possible now */
void  wire_send(Wire *w, const char *text, size_t n);
void  wire_close(Wire *w);               /* says good-bye if it can, and frees it; NULL is fine */

/* A page of the same server, waited for so many seconds at most. Its text is the caller's; NULL: it did not come. */
char *wire_fetch(const Address *a, const char *path, double seconds);

WireState wire_state(const Wire *w);
struct pollfd wire_poll(const Wire *w);  /* what to wait for before the next turn */
/* Once it has ended: the other side's close code, or ours if we ended it because of what came; 0: it was lost. */
int   wire_code(const Wire *w);
/* Why it never opened; the status of WIRE_REFUSED is what the server answered instead of opening a WebSocket. */
WireTrouble wire_trouble(const Wire *w);
int   wire_status(const Wire *w);

#endif
