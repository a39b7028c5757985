/* SPDX-License-Identifier: MIT
 * guest.c - the connection to a table: it comes back by itself, continues where it was, and sends again what was not
 * answered. The browser does the same (web/src/socket.ts, way.ts). */
#include "guest.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "../cli/cli.h"
#include "../protocol/json.h"

static const double FIRST_WAIT = 0.5, LONGEST_WAIT = 30;
/* A connection that does not answer for so long counts as dead, even if the socket still looks open. */
static const double SILENCE = 5;
enum { MOST_HOPS = 3, MESSAGE = 1024, LEAST_HEARTBEAT = 5 };

/* ---- saying ----------------------------------------------------------------------------------------- */

bool guest_say(Guest *g, const char *message)
{
    if (g->line != LINE_OPEN || !g->wire || g->ended) return false;
    wire_send(g->wire, message, strlen(message));
    return true;
}

/* A message is written as the server's are: told to a Scribe. */
typedef struct { char text[MESSAGE]; Text out; Json json; } Draft;

static Scribe *begin(Draft *m, const char *t)
{
    m->out = text_into(m->text, sizeof m->text);
    m->json = json_write(&m->out);
    tell_object(&m->json.to, NULL);
    tell_text(&m->json.to, "t", t);
    return &m->json.to;
}

static const char *finish(Draft *m)
{
    m->json.to.close(&m->json.to);
    return m->text;
}

static bool say_bare(Guest *g, const char *t)
{
    Draft m;
    begin(&m, t);
    return guest_say(g, finish(&m));
}

bool guest_start(Guest *g) { return say_bare(g, "start"); }
bool guest_stand(Guest *g) { return say_bare(g, "stand"); }

void guest_past(Guest *g)
{
    g->came = g->n;
    say_bare(g, "past");
}

bool guest_phrase(Guest *g, const char *phrase)
{
    Draft m;
    tell_text(begin(&m, "say"), "phrase", phrase);
    return guest_say(g, finish(&m));
}

bool guest_bot(Guest *g, Seat seat, const char *level)
{
    Draft m;
    Scribe *to = begin(&m, "bot");
    tell_number(to, "seat", seat);
    tell_text(to, "level", level);
    return guest_say(g, finish(&m));
}

bool guest_option(Guest *g, const char *name, const char *value)
{
    Draft m;
    Scribe *to = begin(&m, "set");
    tell_object(to, "options");
    tell_text(to, name, value);
    to->close(to);
    return guest_say(g, finish(&m));
}

void guest_sit(Guest *g)
{
    Draft m;
    tell_text(begin(&m, "sit"), "name", g->name);
    guest_say(g, finish(&m));
}

static void random_hex(char *out, size_t bytes)
{
    uint8_t random[ENTROPY];
    if (getrandom(random, bytes, 0) != (ssize_t)bytes) abort();
    for (size_t i = 0; i < bytes; i++) snprintf(out + 2 * i, 3, "%02x", random[i]);
}

void guest_mix(Guest *g)
{
    Draft m;
    char luck[2 * ENTROPY + 1];
    if (!*g->seen.next || g->seen.me >= MAX_SEATS || !strcmp(g->mix, g->seen.next)) return;
    random_hex(luck, ENTROPY);
    tell_text(begin(&m, "luck"), "value", luck);
    if (guest_say(g, finish(&m))) snprintf(g->mix, sizeof g->mix, "%s", g->seen.next);
}

/* ---- moves -------------------------------------------------------------------------------------------- */

static void send_move(Guest *g)
{
    Draft m;
    Scribe *to = begin(&m, "move");
    tell_text(to, "id", g->sent.id);
    tell_number(to, "round", (int)g->sent.round);
    tell_text(to, "move", g->sent.text);
    tell_number(to, "at", (int)g->sent.at);
    if (guest_say(g, finish(&m)) && !(g->doubt > 0)) g->doubt = wall_seconds() + SILENCE;
}

void guest_move(Guest *g, const Move *m, const char *word)
{
    g->sent = (Sent){ .round = g->round, .at = g->n };
    if (!*g->id_begins) random_hex(g->id_begins, 5);
    snprintf(g->sent.id, sizeof g->sent.id, "%s-%u", g->id_begins, ++g->ids);
    move_format(g->seen.game, m, word, g->sent.text, sizeof g->sent.text);
    send_move(g);
}

/* ---- coming and coming back ------------------------------------------------------------------------------- */

static void hear(void *guest, const char *text, size_t n)
{
    Guest *g = guest;
    g->doubt = 0;
    if (!g->ended) guest_hear(g, text, n);
}

static void connect_now(Guest *g)
{
    char path[128];
    Text t = text_into(path, sizeof path);
    text_add(&t, "/socket?table="), text_add(&t, g->to.code);
    if (*g->node) text_add(&t, "&node="), text_add(&t, g->node);
    wire_close(g->wire);
    g->ended = false;
    g->line = LINE_OPENING;
    g->doubt = wall_seconds() + SILENCE;
    g->beat = 0;
    g->wire = wire_open(&g->to, path, hear, g);
}

/* A random part is added, so that not everybody comes back at once when a server has been away. */
static void come_back(Guest *g)
{
    uint8_t random = 0;
    if (!g->away) desk_remark(g->d, "join.lost", SEAT_NONE, "");
    g->away = true;
    if (getrandom(&random, 1, 0) < 0) abort();
    g->line = LINE_WAITING;
    g->starting = false;
    g->due = wall_seconds() + g->wait * (0.75 + random / 512.0);
    g->wait = g->wait * 2 < LONGEST_WAIT ? g->wait * 2 : LONGEST_WAIT;
    g->doubt = g->beat = 0;
    g->node[0] = 0;
    g->hops = 0;
}

void guest_open(Guest *g)
{
    g->wait = FIRST_WAIT;
    connect_now(g);
}

static void hello(Guest *g)
{
    Draft m;
    Scribe *to = begin(&m, "hello");
    tell_number(to, "v", 1);
    tell_text(to, "table", g->to.code);
    if (*g->token) tell_text(to, "token", g->token);
    if (g->round) {
        tell_object(to, "have");
        tell_number(to, "round", (int)g->round);
        tell_number(to, "n", (int)g->n);
        to->close(to);
    }
    g->line = LINE_OPEN;
    guest_say(g, finish(&m));
}

/* It has been let in: what was not answered is said again. */
void guest_welcomed(Guest *g, int heartbeat)
{
    if (g->away) desk_remark(g->d, "join.back", SEAT_NONE, "");
    g->away = false;
    g->wait = FIRST_WAIT;
    g->hops = 0;
    g->heartbeat = heartbeat > LEAST_HEARTBEAT ? heartbeat : LEAST_HEARTBEAT;
    g->beat = wall_seconds() + g->heartbeat;
    if (*g->sent.id) send_move(g);
}

static bool node_name(const char *name)
{
    size_t n = strlen(name);
    return n && n < NODE_NAME && n == strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
}

/* Nodes that keep pointing at each other get time to agree. */
void guest_sent_elsewhere(Guest *g, const char *node)
{
    bool follow = ++g->hops < MOST_HOPS && node_name(node);
    g->ended = true;
    if (!follow) { come_back(g); return; }
    snprintf(g->node, sizeof g->node, "%s", node);
    g->line = LINE_WAITING;
    g->due = 0;
}

void guest_drop(Guest *g)
{
    g->ended = true;
    come_back(g);
}

void guest_refuse(Guest *g, const char *why)
{
    g->ended = true;
    g->line = LINE_OVER;
    if (!g->refused) g->refused = why;
    g->d->now.gone = true;
    g->d->now.step++;
}

/* Close codes after which nobody comes back. */
static const char *final_word(int code)
{
    static const struct { int code; const char *key; } final[] = {
        { 4000, "join.elsewhere" }, { 4001, "join.not_understood" }, { 4003, "err.no_table" },
        { 1002, "join.not_understood" }, { 1003, "join.not_understood" }, { 1007, "join.not_understood" },
        { 1009, "join.not_understood" },
    };
    for (size_t i = 0; i < sizeof final / sizeof *final; i++)
        if (final[i].code == code) return final[i].key;
    return NULL;
}

/* What is wrong with the address itself will not be better in a minute. Once there was a table, everything may be. */
static const char *hopeless(const Guest *g)
{
    static const char *const said[] = { [WIRE_NO_NAME] = "join.no_name", [WIRE_BAD_CERTIFICATE] = "join.no_trust",
                                        [WIRE_REFUSED] = "join.no_server" };
    WireTrouble why = wire_trouble(g->wire);
    if (why == WIRE_NO_TROUBLE || g->seen.known) return NULL;
    if (why == WIRE_REFUSED && wire_status(g->wire) / 100 == 5) return NULL;     /* busy; a node that is gone */
    return said[why];
}

static void lost(Guest *g)
{
    const char *why = final_word(wire_code(g->wire));
    if (!why) why = hopeless(g);
    if (why) guest_refuse(g, why);
    else guest_drop(g);
}

/* ---- turns ------------------------------------------------------------------------------------------------- */

static void mind_time(Guest *g)
{
    double now = wall_seconds();
    if (g->line == LINE_WAITING && now >= g->due) connect_now(g);
    if (g->line == LINE_OPENING && now >= g->doubt && !g->seen.known && !*g->node) guest_refuse(g, "join.no_server");
    else if (g->doubt > 0 && now >= g->doubt) guest_drop(g);
    if (g->beat > 0 && now >= g->beat && say_bare(g, "ping")) {
        g->beat = now + g->heartbeat;
        g->doubt = g->doubt > 0 ? g->doubt : now + SILENCE;
    }
}

void guest_turn(Guest *g)
{
    if (g->line == LINE_OVER) return;
    mind_time(g);
    if (!g->ended && g->wire) {
        wire_turn(g->wire);
        if (g->line == LINE_OPENING && wire_state(g->wire) == WIRE_OPEN) hello(g);
        if (!g->ended && wire_state(g->wire) == WIRE_ENDED) lost(g);
    }
    if (!g->ended) return;
    wire_close(g->wire);
    g->wire = NULL;
}

/* When something has to be done even if nobody says anything. */
static int until_due(const Guest *g, int most)
{
    const double at[] = { g->doubt, g->beat, g->line == LINE_WAITING ? g->due + 0.001 : 0 };
    double left = most;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        if (at[i] > 0 && (at[i] - wall_seconds()) * 1000 < left) left = (at[i] - wall_seconds()) * 1000;
    return left > 0 ? (int)left + 1 : 0;
}

void guest_wait(Guest *g, bool keys, int milliseconds)
{
    struct pollfd p[] = { { .fd = keys ? STDIN_FILENO : -1, .events = POLLIN },
                          g->wire && !g->ended ? wire_poll(g->wire) : (struct pollfd){ .fd = -1 } };
    poll(p, 2, until_due(g, milliseconds));
    guest_turn(g);
}

void guest_leave(Guest *g)
{
    wire_close(g->wire);
    g->wire = NULL;
    g->line = LINE_OVER;
}
