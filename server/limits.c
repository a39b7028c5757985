/* SPDX-License-Identifier: MIT
 * limits.c - how much one address and one connection may ask for. */
#include "server.h"

#include <stdlib.h>

struct Address {
    Address *next;
    uint8_t  ip[16];
    uint32_t conns;
    double   tables;                     /* that it may still make; refills by the hour */
    int64_t  tables_at;
};

enum { BURST = 3, PATIENCE = 6 };        /* seconds' worth of messages: at once; refused, and it is sent away */

static uint32_t bucket(const Server *s, const uint8_t ip[16])
{
    uint64_t h = s->hash_key;
    for (int i = 0; i < 16; i++) h = (h ^ ip[i]) * 0x100000001b3;
    return (uint32_t)((h ^ h >> 32) % BUCKETS);
}

Address *limits_enter(Server *s, const uint8_t ip[16])
{
    Address **link = &s->address[bucket(s, ip)], *a = *link;
    while (a && memcmp(a->ip, ip, 16)) a = a->next;
    if (a && a->conns >= s->settings.per_address) return NULL;
    if (!a) {
        if (!(a = calloc(1, sizeof *a))) abort();
        memcpy(a->ip, ip, 16);
        a->tables = (double)s->settings.tables_per_hour;
        a->tables_at = now_ms();
        a->next = *link;
        *link = a;
    }
    a->conns++;
    return a;
}

static void refill(const Server *s, Address *a)
{
    double most = (double)s->settings.tables_per_hour;
    int64_t now = now_ms();
    a->tables += (double)(now - a->tables_at) * most / 3600000;
    if (a->tables > most) a->tables = most;
    a->tables_at = now;
}

/* An address is forgotten when it has gone and owes nothing. */
void limits_leave(Server *s, Address *gone)
{
    Address **link = &s->address[bucket(s, gone->ip)];
    refill(s, gone);
    if (--gone->conns || gone->tables < (double)s->settings.tables_per_hour) return;
    while (*link != gone) link = &(*link)->next;
    *link = gone->next;
    free(gone);
}

bool limits_table(Server *s, Address *a)
{
    refill(s, a);
    if (a->tables < 1) return false;
    a->tables--;
    return true;
}

/* A bucket of messages that fills by the second. Who goes on shouting digs deeper. */
bool limits_spend(Conn *c)
{
    double rate = (double)c->server->settings.rate, most = rate * BURST;
    int64_t now = now_ms();
    c->tokens += (double)(now - c->tokens_at) * rate / 1000;
    if (c->tokens > most || !c->tokens_at) c->tokens = most;
    c->tokens_at = now;
    return c->tokens-- >= 1;
}

bool limits_message(Conn *c)
{
    if (limits_spend(c)) return true;
    if (c->tokens >= -1) talk_err(c, NULL, NULL, "too_fast");
    if (c->tokens < (double)-c->server->settings.rate * PATIENCE) socket_close(c, 4002, "too many messages");
    return false;
}

/* Addresses that nobody uses, whose right to make tables has grown back. */
void limits_sweep(Server *s)
{
    for (int i = 0; i < BUCKETS; i++)
        for (Address **link = &s->address[i], *a; (a = *link);) {
            refill(s, a);
            if (a->conns || a->tables < (double)s->settings.tables_per_hour) {
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
