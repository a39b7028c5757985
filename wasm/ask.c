/* SPDX-License-Identifier: MIT
 *
 * ask.c - what the browser asks without a table. Answers are UTF-8 with a final NUL, overwritten by the next call.
 *
 *   nl_list()                      {"games":[...],"bots":[...],"clocks":{...},"paces":{...}}
 *   nl_name(text)                  may somebody be called that? NULL: yes
 *   nl_commit(secret)              what is shown of a secret before the deal (core/fair.h)
 *   nl_gloss(game, word, from, to) what a word means in another language; NULL: nobody knows */
#include "../bots/bot.h"
#include "../core/fair.h"
#include "../core/hex.h"
#include "../core/legible.h"
#include "../protocol/json.h"
#include "../protocol/message.h"
#include "../protocol/wishes.h"
#include "lore.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

const char *EXPORT(nl_list)(void);
const char *EXPORT(nl_name)(const char *text);
const char *EXPORT(nl_commit)(const char *secret);
const char *EXPORT(nl_gloss)(const char *game, const char *word, const char *from, const char *to);

static char out[1 << 16];

/* ---- what can be played --------------------------------------------------------- */

/* The same clocks and paces as a server's. */
static void put_times(Text *t)
{
    Json j = json_write(t);
    j.any[0] = true;                                     /* goes on inside the object that is open */
    tell_object(&j.to, "clocks");
    for (const Clock *c = clocks; c->name; c++) {
        tell_object(&j.to, c->name);
        tell_number(&j.to, "turn", c->turn);
        tell_number(&j.to, "window", c->window);
        j.to.close(&j.to);
    }
    j.to.close(&j.to);
    tell_object(&j.to, "paces");
    for (const Pace *p = paces; p->name; p++) {
        tell_object(&j.to, p->name);
        tell_number(&j.to, "low", p->low);
        tell_number(&j.to, "high", p->high);
        tell_number(&j.to, "beats", p->beats);
        j.to.close(&j.to);
    }
    j.to.close(&j.to);
}

const char *nl_list(void)
{
    Text t = text_into(out, sizeof out);
    text_add(&t, "{\"games\":[");
    for (int i = 0; game_at(i); i++) {
        if (i) text_char(&t, ',');
        message_whole_game(&t, game_at(i));
    }
    text_add(&t, "],\"bots\":[");
    for (int i = 0; bot_at(i); i++) {
        if (i) text_char(&t, ',');
        json_string(&t, bot_at(i)->name);
    }
    text_char(&t, ']');
    put_times(&t);
    text_char(&t, '}');
    return t.n < sizeof out ? out : NULL;
}

/* ---- names, secrets, words ---------------------------------------------------------------------- */

const char *nl_name(const char *text) { return legible_name(text) ? NULL : "bad_name"; }

const char *nl_gloss(const char *game, const char *word, const char *from, const char *to)
{
    const Game *g = game_find(game);
    if (!g || !g->hunch || !g->hunch->speech || strlen(word) >= MAX_WORD) return NULL;
    return g->hunch->speech->gloss(&fetched, word, from, to, out, sizeof out) ? out : NULL;
}

const char *nl_commit(const char *secret)
{
    uint8_t bytes[ENTROPY], commit[SHA256];
    Text t = text_into(out, sizeof out);
    if (!hex_bytes(secret, bytes, ENTROPY)) return NULL;
    fair_commit(bytes, commit);
    text_hex(&t, commit, SHA256);
    return out;
}
