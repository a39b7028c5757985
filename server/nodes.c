/* SPDX-License-Identifier: MIT
 * nodes.c - several servers on one store. Each reports to the others, about once a second, which of its tables wait for
 * players and who has used up much of what they may ask for. That is coarse, and meant to be: a list of open tables may
 * be a second old, and somebody who tries all nodes at once gets a little more than from one. */
#include "nodes.h"

#include <stdlib.h>

#include "../core/hex.h"
#include "doze.h"
#include "limits.h"
#include "listing.h"
#include "room.h"
#include "tell.h"
#include "wake.h"

struct Nodes {
    bool        asked;                   /* for tables whose clock runs and that no node has, ... */
    bool        answered;                /* ... and there was an answer, at least once */
    bool        silent;                  /* this node is not sure that its tables are its own */
    Arena       room;                    /* the next line lies in it */
    const Fact *peers;                   /* what the others reported last, or NULL */
};

/* ---- tables come and go ------------------------------------------------------------------------------------- */

static void ask_for_tables(Server *s)
{
    Nodes *n = s->nodes;
    if (n->asked || s->draining || (n->answered && !store_shared(s->store))) return;
    n->asked = true;
    store_ask(s->store, store_job(STORE_ADOPT, 0, 0));
}

void nodes_adopted(Server *s, const StoreJob *j)
{
    s->nodes->asked = false;
    s->nodes->answered |= !j->outcome;
    for (size_t i = 0; i < j->tables_n; i++) room_call(s, j->tables[i]);
}

/* A table that waits for the store goes when the store has answered. */
static void drop_all(Server *s)
{
    for (int i = 0; i < BUCKETS; i++)
        for (Room *r = s->room[i], *next; r; r = next) {
            next = r->next;
            if (!r->storing && !r->waking) room_drop(r, 1001, "another node has this table");
        }
}

void nodes_gone(Server *s)
{
    server_log("error", "this node was thought dead; others have its tables now", NULL, s->settings.node);
    doze_forget(s);
    drop_all(s);
}

/* ---- silence ------------------------------------------------------------------------------------------------ */

/* While it was silent, tables kept what was said to them, and nothing was told; now they go on. */
static void go_on(Server *s)
{
    for (int i = 0; i < BUCKETS; i++)
        for (Room *r = s->room[i], *next; r; r = next) {
            next = r->next;
            room_run(r);
        }
}

static void watch_lease(Server *s)
{
    bool silent = !store_holds(s->store);
    if (silent == s->nodes->silent) return;
    s->nodes->silent = silent;
    server_log(silent ? "warning" : "info", silent ? "the lease has run out: silent until it is renewed"
                                                   : "the lease is renewed", NULL, s->settings.node);
    if (!silent) go_on(s);
}

/* ---- reports ------------------------------------------------------------------------------------------------ */

static void report(Server *s)
{
    Text t = text_into(s->scratch, SCRATCH);
    Json j = json_write(&t);
    tell_object(&j.to, NULL);
    tell_text(&j.to, "node", s->settings.node);
    tell_number(&j.to, "tables", (int)s->rooms);
    tell_number(&j.to, "connections", (int)s->conns);
    tell_list(&j.to, "open");
    listing_put_ours(s, &j.to);
    j.to.close(&j.to);
    tell_list(&j.to, "spent");
    limits_put_spent(s, &j.to);
    j.to.close(&j.to);
    j.to.close(&j.to);
    if (t.n < SCRATCH) store_report(s->store, t.at);
}

void nodes_hear(Server *s, const StoreJob *j)
{
    Nodes *n = s->nodes;
    Why w;
    free(n->room.at);
    size_t size = strlen(j->text), cap = json_needs(size);
    n->room = (Arena){ malloc(cap), cap, 0 };
    if (!n->room.at) abort();
    const Fact *list = json_read(j->text, size, &n->room, &w);
    n->peers = list && list->kind == FACT_LIST ? list : NULL;
}

static const Fact *list_at(const Fact *f, const char *key)
{
    f = fact_get(f, key);
    return f && f->kind == FACT_LIST ? f->child : NULL;
}

static const Fact *first_peer(const Server *s) { return s->nodes && s->nodes->peers ? s->nodes->peers->child : NULL; }

/* Only plain values are passed on: a list or an object that another program put there would not be closed. */
static void put_values(Scribe *to, const Fact *f)
{
    for (; f; f = f->next)
        if (f->kind != FACT_LIST && f->kind != FACT_OBJECT) to->put(to, f->kind, f->key, f->number, f->text);
}

int nodes_put_open(const Server *s, Scribe *to, int most)
{
    int n = 0;
    for (const Fact *peer = first_peer(s); peer; peer = peer->next)
        for (const Fact *f = list_at(peer, "open"); f && n < most; f = f->next, n++) {
            tell_object(to, NULL);
            put_values(to, f->kind == FACT_OBJECT ? f->child : NULL);
            to->close(to);
        }
    return n;
}

void nodes_call_address(const Server *s, const uint8_t ip[16], char out[2 * SHA256 + 1])
{
    char salted[160];
    uint8_t hash[SHA256];
    Text in = text_into(salted, sizeof salted), to = text_into(out, 2 * SHA256 + 1);
    text_add(&in, store_secret(s->store));
    text_hex(&in, ip, 16);
    sha256(salted, in.n, hash);
    text_hex(&to, hash, sizeof hash);
}

int nodes_spent(const Server *s, const uint8_t ip[16], const char *what)
{
    char address[2 * SHA256 + 1];
    int sum = 0;
    Why w;
    if (!first_peer(s)) return 0;
    nodes_call_address(s, ip, address);
    for (const Fact *peer = first_peer(s); peer; peer = peer->next)
        for (const Fact *f = list_at(peer, "spent"); f; f = f->next) {
            const Fact *who = fact_get(f, "address");
            if (!who || who->kind != FACT_TEXT || strcmp(who->text, address)) continue;
            int one = 0;
            if (fact_number(f, what, 0, INT32_MAX / 1000, &one, &w)) sum += one;
        }
    return sum;
}

/* ------------------------------------------------------------------------------------------------------------- */

void nodes_tick(Server *s)
{
    if (!s->nodes && !(s->nodes = calloc(1, sizeof *s->nodes))) abort();
    if (!s->store) return;
    watch_lease(s);
    ask_for_tables(s);
    if (store_shared(s->store)) report(s);
}

void nodes_free(Server *s)
{
    if (s->nodes) free(s->nodes->room.at);
    free(s->nodes);
    s->nodes = NULL;
}
