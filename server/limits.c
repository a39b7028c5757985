/* SPDX-License-Identifier: MIT
 * limits.c - how much one address and one connection may ask for. What an address has used is remembered after its
 * connections have gone, until it has grown back. */
#include "limits.h"

#include <stdlib.h>

#include "conn.h"
#include "nodes.h"
#include "socket.h"
#include "talk.h"
#include "tell.h"

struct Address {
    Address *next;
    uint8_t  ip[16];
    uint32_t conns;
    double   tables;                     /* so many it may still make; grows back within an hour, ... */
    double   guesses;                    /* ... as does the number of codes it may ask for that do not exist */
    int64_t  at;                         /* when these two last grew */
    Ration   asked;                      /* behind a proxy: requests of the whole household */
    Ration   retold;                     /* how often all of a round was gone through for it */
    Ration   doubted;                    /* tokens shown after all guesses were used up */
};

enum { PATIENCE = 6 };                   /* seconds' worth of refused messages, then a connection is closed */
enum { HOUSEHOLD = 10 };                 /* a household may ask as much as so many connections, ... */
enum { RETOLD = 10, DOUBTED = 20 };      /* ... and these so often a second: to go through a long round takes 10 ms */
enum { GUESSES = 600 };                  /* an hour; finding one of a thousand tables then takes days */

static uint32_t bucket(const Server *s, const uint8_t ip[16])
{
    uint64_t h = s->hash_key;
    for (int i = 0; i < 16; i++) h = (h ^ ip[i]) * 0x100000001b3;
    return (uint32_t)((h ^ h >> 32) % BUCKETS);
}

/* A household has one IPv4 address, or all of a network of 64 bits. */
static void household(const uint8_t ip[16], uint8_t out[16])
{
    static const uint8_t four[12] = { [10] = 0xff, [11] = 0xff };
    memcpy(out, ip, 16);
    if (memcmp(ip, four, sizeof four)) memset(out + 8, 0, 8);
}

Address *limits_enter(Server *s, const uint8_t from[16], bool capped)
{
    uint8_t ip[16];
    household(from, ip);
    Address **link = &s->address[bucket(s, ip)], *a = *link;
    while (a && memcmp(a->ip, ip, 16)) a = a->next;
    if (capped && a && a->conns >= s->settings.per_address) return NULL;
    if (!a) {
        if (!(a = calloc(1, sizeof *a))) abort();
        memcpy(a->ip, ip, 16);
        a->tables = (double)s->settings.tables_per_hour;
        a->guesses = GUESSES;
        a->at = steady_ms(s);
        a->next = *link;
        *link = a;
    }
    a->conns++;
    return a;
}

/* Lets the ration grow and takes one from it. It may fall below zero: whoever goes on asking has to wait longer. */
bool ration_take(Ration *ration, double rate, int64_t now)
{
    double most = rate * BURST;
    if (now > ration->at) ration->left += (double)(now - ration->at) * rate / 1000;
    if (ration->left > most || !ration->at) ration->left = most;
    ration->at = now;
    return ration->left-- >= 1;
}

static double refilled(double now, double most, int64_t ms)
{
    now += (double)ms * most / 3600000;
    return now < most ? now : most;
}

static void refill(const Server *s, Address *a)
{
    int64_t now = steady_ms(s), ms = now - a->at;
    a->tables = refilled(a->tables, (double)s->settings.tables_per_hour, ms);
    a->guesses = refilled(a->guesses, GUESSES, ms);
    a->at = now;
}

static bool grows(const Server *s, const Ration *r) { return r->at && steady_ms(s) - r->at < 1000 * BURST; }

/* Something of it is in use or has not grown back: it must not be forgotten. */
static bool owes(const Server *s, const Address *a)
{
    bool asked = grows(s, &a->asked) || grows(s, &a->retold) || grows(s, &a->doubted);
    return a->conns || asked || a->tables < (double)s->settings.tables_per_hour || a->guesses < GUESSES;
}

void limits_leave(Server *s, Address *gone)
{
    Address **link = &s->address[bucket(s, gone->ip)];
    refill(s, gone);
    gone->conns--;
    if (owes(s, gone)) return;
    while (*link != gone) link = &(*link)->next;
    *link = gone->next;
    free(gone);
}

bool limits_charge(Conn *c, const uint8_t ip[16])
{
    limits_leave(c->server, c->address);
    c->address = limits_enter(c->server, ip, true);
    if (c->address) return true;
    c->address = limits_enter(c->server, c->peer, false);
    return false;
}

static bool spend(double *left)
{
    if (*left < 1) return false;
    --*left;
    return true;
}

/* What was used up at other nodes counts as well, but only here: nobody waits for a word from them. */
bool limits_table(Server *s, Address *a)
{
    refill(s, a);
    return a->tables - nodes_spent(s, a->ip, "tables") >= 1 && spend(&a->tables);
}

bool limits_may_guess(Server *s, Address *a)
{
    refill(s, a);
    return a->guesses - nodes_spent(s, a->ip, "guesses") >= 1;
}

void limits_guessed(Address *a) { spend(&a->guesses); }
void limits_found(const Server *s, Address *a) { a->guesses++, refill(s, a); }

/* A household's ration does not fall below zero: others there did not ask too much. */
static bool share(Ration *ration, double rate, int64_t now)
{
    if (ration_take(ration, rate, now)) return true;
    ration->left++;
    return false;
}

/* Behind a proxy one connection brings requests of many visitors, so there the ration is the household's. */
bool limits_spend(Conn *c)
{
    double rate = (double)c->server->settings.rate;
    int64_t now = steady_ms(c->server);
    bool shared = !c->socket && c->server->settings.behind_proxy;
    return shared ? share(&c->address->asked, HOUSEHOLD * rate, now) : ration_take(&c->said, rate, now);
}

bool limits_retell(Conn *c) { return share(&c->address->retold, RETOLD, steady_ms(c->server)); }
bool limits_doubt(Conn *c) { return share(&c->address->doubted, DOUBTED, steady_ms(c->server)); }

bool limits_message(Conn *c)
{
    if (limits_spend(c)) return true;
    if (c->said.left >= -1) talk_err(c, NULL, NULL, "too_fast");
    if (c->said.left < (double)-c->server->settings.rate * PATIENCE) socket_close(c, 4002, "too many messages");
    return false;
}

/* Somebody who has used up a tenth or less is not worth a word. */
void limits_put_spent(Server *s, Scribe *to)
{
    enum { MOST = 100, PART = 10 };
    double tables = (double)s->settings.tables_per_hour;
    int n = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (Address *a = s->address[i]; a && n < MOST; a = a->next) {
            refill(s, a);
            if (a->tables >= tables - tables / PART && a->guesses >= GUESSES - GUESSES / PART) continue;
            tell_object(to, NULL);
            char address[2 * SHA256 + 1];
            nodes_call_address(s, a->ip, address);
            tell_text(to, "address", address);
            tell_number(to, "tables", (int)(tables - a->tables));
            tell_number(to, "guesses", (int)(GUESSES - a->guesses));
            to->close(to);
            n++;
        }
}

void limits_sweep(Server *s)
{
    for (int i = 0; i < BUCKETS; i++)
        for (Address **link = &s->address[i], *a; (a = *link);) {
            refill(s, a);
            if (owes(s, a)) {
                link = &a->next;
                continue;
            }
            *link = a->next;
            free(a);
        }
}

void limits_free(Server *s)
{
    for (int i = 0; i < BUCKETS; i++)
        for (Address *a = s->address[i], *next; a; a = next) {
            next = a->next;
            free(a);
        }
}
