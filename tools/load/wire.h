/* SPDX-License-Identifier: MIT
 *
 * wire.h - WebSocket clients by the thousand on one epoll: RFC 6455 as a client speaks it, and
 * plain HTTP requests in between. */
#ifndef NINELIVES_WIRE_H
#define NINELIVES_WIRE_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct { char *at; size_t n, cap; } Heap;        /* grows; freed by heap_free */
void heap_add(Heap *h, const void *bytes, size_t n);
void heap_free(Heap *h);

typedef enum { CONN_CLOSED, CONN_CONNECTING, CONN_UPGRADING, CONN_OPEN } ConnStage;

enum { MOST_PLACES = 64, NODE = 33, TARGET = 96 };

/* Where servers listen: all of those that were given, or those of nodes by their names. */
typedef struct { char node[NODE]; struct sockaddr_in at; } Place;
typedef struct { Place at[MOST_PLACES]; unsigned n; } Places;
/* Reads "IP:PORT,..." or, if `named`, "NAME=IP:PORT,...". */
bool places_read(Places *p, const char *list, bool named);
const struct sockaddr_in *places_find(const Places *p, const char *node);       /* NULL: nobody said where it is */

typedef struct {
    int       fd;
    ConnStage stage;
    uint16_t  code;              /* the server's close code, 1006 when it just went */
    bool      waits;             /* for room to write */
    char      target[TARGET];    /* what the upgrade asks for: "/socket?table=CODE" */
    Heap      in, out;           /* what is not yet a whole frame; what is not yet sent */
} Conn;

typedef struct Wire Wire;
struct Wire {
    int                epoll;
    Places             servers, nodes;       /* connections go to the servers in turn, unless their node is known */
    unsigned           turn;
    void             (*open)(Conn *);
    void             (*text)(Conn *, const char *text, size_t n);
    void             (*gone)(Conn *);
    uint64_t           frames, bytes;        /* heard so far */
    uint32_t           mask;
    char               buffer[1 << 18];
};

bool wire_make(Wire *w, const char *servers, const char *nodes);      /* nodes: may be NULL */
void wire_free(Wire *w);
/* `from`: the last 16 bits of the 127.x.y.z that this client calls from. `node`: the one to ask for; "": any. */
bool conn_open(Wire *w, Conn *c, unsigned from, const char *table, const char *node);
void conn_say(Wire *w, Conn *c, const char *text);
void conn_drop(Wire *w, Conn *c);            /* without closing it properly, as a dead phone does */
void wire_poll(Wire *w, int ms);

/* One request, waited for; to another server if one does not answer. Returns the status, 0 when there was no answer
 * at all; the body is added to `body`. */
int  http_ask(const Wire *w, const char *method, const char *path, const char *send, unsigned from, Heap *body);

/* A blocking socket that has been upgraded, with the smallest receive buffer there can be, so that
 * what it does not read stays with the server; -1: it failed. */
int  stall_open(const Wire *w, unsigned from, const char *table, const char *hello);

uint64_t now_us(void);

#endif
