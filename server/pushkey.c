/* SPDX-License-Identifier: MIT
 * pushkey.c - the key by which push services know this server. Browsers subscribe for this key only, so it must stay
 * the same after a restart and be the same for all nodes: it is kept in the store. Whoever finds none makes one; if two
 * nodes do so at the same time, the store refuses the second, which then takes the first one's. */
#include "push.h"

#include <stdlib.h>

#include "../core/hex.h"
#include "tell.h"

static void ask(Server *s, StoreJob *j)
{
    s->key_asked = true;
    store_ask(s->store, j);
}

void pushkey_tick(Server *s)
{
    if (s->settings.push && !s->push && !s->key_asked) ask(s, store_job(STORE_LOOK, store_key, 0));
}

static void make(Server *s)
{
    SealKey key;
    char text[100];
    if (!seal_make(&key)) abort();
    Text t = text_into(text, sizeof text);
    Json json = json_write(&t);
    tell_object(&json.to, NULL);
    tell_hex(&json.to, "push", key.secret, SEAL_SECRET);
    json.to.close(&json.to);
    StoreJob *j = store_job(STORE_WRITE, store_key, 0);
    j->made = true;
    j->at = calendar_ms();
    if (!(j->text = strdup(text))) abort();
    ask(s, j);
}

static bool read_key(Server *s, const char *text, SealKey *key)
{
    Arena a = { s->facts, sizeof s->facts, 0 };
    uint8_t secret[SEAL_SECRET];
    Why w;
    const Fact *f = fact_get(json_read(text, strlen(text), &a, &w), "push");
    return f && f->kind == FACT_TEXT && hex_bytes(f->text, secret, sizeof secret) && seal_key(secret, key);
}

static void give_up(Server *s, const char *why)
{
    s->settings.push = false;
    server_log("error", "no notices are sent", NULL, why);
}

/* It belongs to no node: whoever made it lets it go. */
static void use(Server *s, const StoreJob *j)
{
    SealKey key;
    if (j->kind == STORE_WRITE) store_ask(s->store, store_job(STORE_RELEASE, store_key, 0));
    if (read_key(s, j->text, &key)) s->push = push_start(s, &key);
    if (!s->push) give_up(s, "the key in the store makes no sense, or no thread could be started");
}

void pushkey_heard(Server *s, const StoreJob *j)
{
    if (j->kind == STORE_RELEASE) return;
    s->key_asked = false;
    if (j->outcome == STORE_NONE && j->kind == STORE_LOOK) make(s);
    else if (j->outcome == STORE_DAMAGED) give_up(s, j->why.text);
    else if (j->outcome == STORE_OK && !s->push) use(s, j);
    else if (j->outcome == STORE_TAKEN) pushkey_tick(s);
}
