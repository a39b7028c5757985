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

/* What grows back within an hour: new tables, codes that do not exist, rounds begun (each is stored, with all own words
 * of its table). */
typedef enum { TABLES, GUESSES, ROUNDS, HOURLY } Hourly;
static const char *const hourly[HOURLY] = { "tables", "guesses", "rounds" };

/* What grows back within seconds: behind a proxy, requests; rounds that are gone through from the beginning; tokens
 * that are shown after all guesses were used up. */
typedef enum { REQUESTS, RETOLD, DOUBTED, QUICK } Quick;

/* A household, or a network with many of them: what a household does counts in the networks around it, too. */
struct Address {
    Address *next;
    Address *around;                     /* NULL: nothing larger is counted */
    uint8_t  ip[16];
    int      ring;                       /* the row below that it is of */
    uint32_t conns;
    double   left[HOURLY];               /* of each so much; grows back within an hour */
    int64_t  at;                         /* when these last grew */
    Ration   quick[QUICK];
    uint64_t listing;                    /* in this listing of open tables ... */
    int      listed;                     /* ... so many of its own have been named */
};

enum { PATIENCE = 6 };                   /* seconds' worth of refused messages, then a connection is closed */
enum { HOUSEHOLD = 10 };                 /* a household may ask as much as so many connections, ... */
enum { RETELLINGS = 10, DOUBTS = 20 };   /* ... and these so often a second: to go through a round takes time */
enum { MOST_GUESSES = 600 };             /* an hour; finding one of a thousand tables then takes days */
enum { ROUNDS_A_TABLE = 5 };             /* an hour, for each new table that is allowed */

/* A household has one IPv4 address, or a network of IPv6 addresses: at least one of 64 bits, but a provider gives each
 * of its customers one of 56 or 48, and whoever has so many addresses shall not have as many rations. Phones have 64
 * bits each, and many customers share what is around them; so that has a few rations. */
enum { RINGS = 3 };
static const struct { int bytes, rations; } ring[RINGS] = { { 8, 1 }, { 7, 4 }, { 6, 16 } };

static uint32_t bucket(const Server *s, const uint8_t ip[16])
{
    uint64_t h = s->hash_key;
    for (int i = 0; i < 16; i++) h = (h ^ ip[i]) * 0x100000001b3;
    return (uint32_t)((h ^ h >> 32) % BUCKETS);
}

static bool is_four(const uint8_t ip[16])
{
    static const uint8_t four[12] = { [10] = 0xff, [11] = 0xff };
    return !memcmp(ip, four, sizeof four);
}

/* The network of this ring that the address is in. The last byte tells it from smaller ones whose number ends in 0. */
static void network(const uint8_t ip[16], int of, uint8_t out[16])
{
    memcpy(out, ip, 16);
    if (is_four(ip)) return;
    memset(out + ring[of].bytes, 0, 16 - (size_t)ring[of].bytes);
    out[15] = (uint8_t)of;
}

static Address *find(const Server *s, const uint8_t ip[16])
{
    Address *a = s->address[bucket(s, ip)];
    while (a && memcmp(a->ip, ip, 16)) a = a->next;
    return a;
}

static double most(const Server *s, const Address *a, Hourly what)
{
    double tables = (double)s->settings.tables_per_hour;
    const double an_hour[HOURLY] = { tables, MOST_GUESSES, ROUNDS_A_TABLE * tables };
    return an_hour[what] * ring[a->ring].rations;
}

static double growth(const Server *s, const Address *a, Quick what)
{
    const double a_second[QUICK] = { HOUSEHOLD * (double)s->settings.rate, RETELLINGS, DOUBTS };
    return a_second[what] * ring[a->ring].rations;
}

static Address *meet(Server *s, const uint8_t ip[16], int of)
{
    Address *a = calloc(1, sizeof *a), **head = &s->address[bucket(s, ip)];
    if (!a) abort();
    memcpy(a->ip, ip, 16);
    a->ring = of;
    for (Hourly what = 0; what < HOURLY; what++) a->left[what] = most(s, a, what);
    a->at = steady_ms(s);
    a->next = *head;
    return *head = a;
}

static bool is_full(const Server *s, const uint8_t from[16], int rings)
{
    uint8_t ip[16];
    for (int i = 0; i < rings; i++) {
        network(from, i, ip);
        const Address *a = find(s, ip);
        if (a && a->conns >= s->settings.per_address * ring[i].rations) return true;
    }
    return false;
}

Address *limits_enter(Server *s, const uint8_t from[16], bool capped)
{
    uint8_t ip[16];
    Address *first = NULL, **inner = &first;
    int rings = is_four(from) ? 1 : RINGS;
    if (capped && is_full(s, from, rings)) return NULL;
    for (int i = 0; i < rings; i++, inner = &(*inner)->around) {
        network(from, i, ip);
        Address *a = find(s, ip);
        *inner = a ? a : meet(s, ip, i);
        (*inner)->conns++;
    }
    return first;
}

static double grown(const Ration *r, double rate, int64_t now)
{
    double most = rate * BURST, left = r->left + (now > r->at ? (double)(now - r->at) * rate / 1000 : 0);
    return left > most || !r->at ? most : left;
}

/* Lets the ration grow and takes so many from it. It may fall below zero: whoever goes on asking has to wait longer. */
static bool take(Ration *r, double n, double rate, int64_t now)
{
    double left = grown(r, rate, now);
    *r = (Ration){ .left = left - n, .at = now };
    return left >= 1;
}

bool ration_take(Ration *ration, double rate, int64_t now) { return take(ration, 1, rate, now); }

static double refilled(double now, double full, int64_t ms)
{
    now += (double)ms * full / 3600000;
    return now < full ? now : full;
}

static void refill(const Server *s, Address *a)
{
    int64_t now = steady_ms(s), ms = now - a->at;
    for (Hourly what = 0; what < HOURLY; what++) a->left[what] = refilled(a->left[what], most(s, a, what), ms);
    a->at = now;
}

/* Something of it is in use or has not grown back: it must not be forgotten. */
static bool owes(const Server *s, const Address *a)
{
    bool owed = a->conns;
    for (Hourly what = 0; what < HOURLY; what++) owed |= a->left[what] < most(s, a, what);
    for (Quick what = 0; what < QUICK; what++)
        owed |= grown(&a->quick[what], growth(s, a, what), steady_ms(s)) < growth(s, a, what) * BURST;
    return owed;
}

static void forget(Server *s, Address *a)
{
    Address **link = &s->address[bucket(s, a->ip)];
    while (*link != a) link = &(*link)->next;
    *link = a->next;
    free(a);
}

void limits_leave(Server *s, Address *gone)
{
    for (Address *a = gone, *around; a; a = around) {
        around = a->around;
        refill(s, a);
        if (!--a->conns) a->around = NULL;       /* which may be forgotten sooner */
        if (!owes(s, a)) forget(s, a);
    }
}

bool limits_charge(Conn *c, const uint8_t ip[16])
{
    limits_leave(c->server, c->address);
    c->address = limits_enter(c->server, ip, true);
    if (c->address) return true;
    c->address = limits_enter(c->server, c->peer, false);
    return false;
}

void limits_answered(Conn *c)
{
    bool owed = c->http || c->unsent || c->gathered;
    if (c->server->settings.behind_proxy && !c->socket && !c->closing && !owed) limits_charge(c, c->peer);
}

/* What was used up at other nodes counts as well, but only here: nobody waits for a word from them. */
static bool may(Server *s, Address *household, Hourly what)
{
    for (Address *a = household; a; a = a->around) {
        refill(s, a);
        if (a->left[what] - nodes_spent(s, a->ip, hourly[what]) < 1) return false;
    }
    return true;
}

static void use(Address *household, Hourly what, int n)
{
    for (Address *a = household; a; a = a->around) a->left[what] -= n;
}

bool limits_table(Server *s, Address *a) { return may(s, a, TABLES) && (use(a, TABLES, 1), true); }
bool limits_round(Server *s, Address *a) { return may(s, a, ROUNDS) && (use(a, ROUNDS, 1), true); }
bool limits_may_guess(Server *s, Address *a) { return may(s, a, GUESSES); }
void limits_guessed(Address *a) { use(a, GUESSES, 1); }
void limits_found(Address *a) { use(a, GUESSES, -1); }

/* What a household is refused does not count: others there did not ask too much. */
static bool share(const Conn *c, Quick what, double n)
{
    const Server *s = c->server;
    bool granted = true;
    for (Address *a = c->address; a; a = a->around)
        granted &= take(&a->quick[what], n, growth(s, a, what), steady_ms(s));
    for (Address *a = c->address; a && !granted; a = a->around) a->quick[what].left += n;
    return granted;
}

/* Behind a proxy one connection brings requests of many visitors, so there the ration is the household's. */
bool limits_spend(Conn *c)
{
    const Server *s = c->server;
    bool shared = !c->socket && s->settings.behind_proxy;
    return shared ? share(c, REQUESTS, 1) : ration_take(&c->said, (double)s->settings.rate, steady_ms(s));
}

bool limits_retell(Conn *c, uint64_t moves)
{
    enum { MANY = 5000 };                /* cost as much again */
    return share(c, RETOLD, 1 + (double)moves / MANY);
}

/* A log is paid for when it is known how long it is. Until then it counts as one that takes long to read. */
bool limits_log(Conn *c) { return share(c, RETOLD, 1); }

void limits_log_read(Conn *c, size_t bytes)
{
    enum { MUCH = 200000, SHORT = 20 };  /* costs as much as that; and so many short ones do */
    for (Address *a = c->address; a; a = a->around) a->quick[RETOLD].left += 1 - 1.0 / SHORT - (double)bytes / MUCH;
}

bool limits_doubt(Conn *c) { return share(c, DOUBTED, 1); }

bool limits_list(const Server *s, Address *household)
{
    enum { MOST = 3 };
    bool few = true;
    for (Address *a = household; a; a = a->around) {
        if (a->listing != s->listings) a->listing = s->listings, a->listed = 0;
        few &= a->listed < MOST << a->ring;
    }
    for (Address *a = household; a && few; a = a->around) a->listed++;
    return few;
}

bool limits_message(Conn *c)
{
    if (limits_spend(c)) return true;
    if (c->said.left >= -1) talk_err(c, NULL, NULL, "too_fast");
    if (c->said.left < (double)-c->server->settings.rate * PATIENCE) socket_close(c, 4002, "too many messages");
    return false;
}

static bool has_spent_much(const Server *s, const Address *a)
{
    enum { PART = 10 };
    bool much = false;
    for (Hourly what = 0; what < HOURLY; what++) much |= a->left[what] < most(s, a, what) * (PART - 1) / PART;
    return much;
}

/* Somebody who has used up a tenth or less is not worth a word. */
void limits_put_spent(Server *s, Scribe *to)
{
    enum { MOST = 100 };
    int n = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (Address *a = s->address[i]; a && n < MOST; a = a->next) {
            char address[2 * SHA256 + 1];
            refill(s, a);
            if (!has_spent_much(s, a)) continue;
            tell_object(to, NULL);
            nodes_call_address(s, a->ip, address);
            tell_text(to, "address", address);
            for (Hourly what = 0; what < HOURLY; what++)
                tell_number(to, hourly[what], (int)(most(s, a, what) - a->left[what]));
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
