/* SPDX-License-Identifier: MIT
 * lobby.c - messages around the game: who sits where, who is host, which game with which options. The table at the end
 * of this file says which message may be sent by whom, and when. */
#include "lobby.h"

#include <stdlib.h>

#include "../core/hex.h"
#include "../core/legible.h"
#include "notice.h"
#include "play.h"
#include "socket.h"
#include "tell.h"
#include "thinker.h"

enum { KEY_SECONDS = 600 };

/* ---- tokens ---------------------------------------------------------------------------------- */

void lobby_token(char hex[2 * TOKEN + 1], uint8_t hash[SHA256])
{
    uint8_t bytes[TOKEN];
    random_bytes(bytes, sizeof bytes);
    Text t = text_into(hex, 2 * TOKEN + 1);
    text_hex(&t, bytes, sizeof bytes);
    sha256(hex, 2 * TOKEN, hash);
}

/* All bytes of the hashes are compared, so that the time it takes does not show how many of them are right. */
bool lobby_fits(const char *hex, const uint8_t hash[SHA256])
{
    uint8_t given[SHA256], differ = 0;
    sha256(hex, strlen(hex), given);
    for (int i = 0; i < SHA256; i++) differ |= given[i] ^ hash[i];
    return !differ;
}

/* ---- names and other words ---------------------------------------------------------------------- */

static const char *take_name(const Fact *f, const char **name)
{
    if (!f || f->kind != FACT_TEXT || !legible_name(f->text)) return "bad_name";
    *name = f->text;
    return NULL;
}

/* The row of this name; -1: none. */
static int row_of(WishName *name, const Fact *f)
{
    if (f->kind != FACT_TEXT) return -1;
    for (int i = 0; name(i); i++)
        if (!strcmp(name(i), f->text)) return i;
    return -1;
}

/* The wish `key`, if there is one, as a row of the list that has these names. */
static bool take_word(const Fact *wish, const char *key, WishName *name, uint8_t *row, const char **what)
{
    const Fact *f = fact_get(wish, key);
    int v = f ? row_of(name, f) : *row;
    if (v >= 0) *row = (uint8_t)v;
    else *what = key;
    return v >= 0;
}

/* ---- wishes ---------------------------------------------------------------------------------------- */

static bool take_option(const Game *g, Options *o, const Fact *f)
{
    char number[12];
    Text t = text_into(number, sizeof number);
    if (f->kind == FACT_NUMBER) text_number(&t, f->number);
    return (f->kind == FACT_TEXT || f->kind == FACT_NUMBER)
        && !options_set(g, o, f->key, f->kind == FACT_TEXT ? f->text : number);
}

/* With another game or another number of seats, the finished round on the table makes no sense any more. */
static void leave_round(Room *r)
{
    free(r->play);
    r->play = NULL;
    r->phase = LOBBY;
}

/* The game, the number of its seats and its options. A chair that somebody has is not taken away. */
static const char *take_game(Room *r, const Fact *wish, const char **what)
{
    const Fact *id = fact_get(wish, "game"), *seats = fact_get(wish, "seats"), *options = fact_get(wish, "options");
    const Game *g = !id ? r->game : id->kind == FACT_TEXT ? game_find(id->text) : NULL;
    if (!g) return *what = "game", "bad_value";
    int n = seats ? (seats->kind == FACT_NUMBER ? seats->number : 0) : r->options.seats;
    if (!seats && n < g->min_seats) n = g->min_seats;
    if (!seats && n > g->max_seats) n = g->max_seats;
    if (n < g->min_seats || n > g->max_seats) return *what = "seats", "bad_seats";
    for (Seat p = (Seat)n; p < MAX_SEATS; p++)
        if (r->chair[p].name || r->chair[p].bot) return *what = "seats", "bad_seats";
    Options o = r->options;
    if (g != r->game) options_offer(g, n, &o);
    o.seats = (uint8_t)n;
    if (options && options->kind != FACT_OBJECT) return *what = "options", "bad_value";
    for (const Fact *f = options ? options->child : NULL; f; f = f->next)
        if (!take_option(g, &o, f)) return *what = "options", "bad_option";
    options_fit(g, &o);
    if (g != r->game || o.seats != r->options.seats) leave_round(r);
    r->game = g;
    r->options = o;
    r->next_fair.seats = o.seats;
    return NULL;
}

/* Own words for the table; an empty list takes them away. `own` is NULL if nothing is wished. */
static const char *read_own(const Game *g, const Fact *wish, Box **own, const char **what)
{
    const Fact *list = fact_get(wish, "own");
    *own = NULL;
    if (!list) return NULL;
    *what = "own";
    if (list->kind != FACT_LIST || (list->number && !g->boxed)) return "bad_value";
    if (!(*own = calloc(1, sizeof **own))) abort();
    for (const Fact *f = list->child; f; f = f->next)
        if (f->kind != FACT_TEXT || box_add(*own, f->text)) return free(*own), *own = NULL, "bad_words";
    return NULL;
}

static void keep_own(Room *r, Box *own)
{
    if (!own) return;
    free(r->own);
    r->own = NULL;
    if (!own->own_n) free(own);
    else if (!(r->own = realloc(own, box_size(own->own_n)))) abort();
}

/* All of the wishes are granted, or none. */
static const char *take_wishes(Room *r, const Fact *wish, const char **what)
{
    uint8_t clock = r->clock, pace = r->pace, absent = r->absent;
    bool open = r->open, hints = r->hints;
    Why w;
    if (!take_word(wish, "clock", wish_clock, &clock, what) || !take_word(wish, "pace", wish_pace, &pace, what)
        || !take_word(wish, "absent", wish_absent, &absent, what)) return "bad_value";
    if (!fact_bool(wish, "open", &open, &w)) return *what = "open", "bad_value";
    if (!fact_bool(wish, "hints", &hints, &w)) return *what = "hints", "bad_value";
    Box *own;
    const Fact *id = fact_get(wish, "game");
    const Game *g = id && id->kind == FACT_TEXT ? game_find(id->text) : r->game;
    const char *code = read_own(g ? g : r->game, wish, &own, what);
    if (!code && (code = take_game(r, wish, what))) free(own);
    if (code) return code;
    keep_own(r, own);
    r->clock = clock;
    r->pace = pace;
    r->absent = absent;
    r->open = open;
    r->hints = hints;
    room_save(r);
    return NULL;
}

/* The table is made first and thrown away again if it cannot be as wished; nothing has been stored by then. */
const char *lobby_make(Server *s, const Fact *wish, Room **made, char token[2 * TOKEN + 1], const char **what)
{
    const Fact *id = fact_get(wish, "game"), *name = fact_get(wish, "name");
    const Game *g = id && id->kind == FACT_TEXT ? game_find(id->text) : NULL;
    const char *called = "1";
    Options o;
    if (!g) return *what = "game", "bad_value";
    if (name && take_name(name, &called)) return *what = "name", "bad_name";
    options_offer(g, g->min_seats, &o);
    Room *r = room_make(s, g, &o);
    const char *code = take_wishes(r, wish, what);
    if (code) return room_free(r), code;
    room_set_name(&r->chair[0], called);
    r->chair[0].left = steady_ms(s);
    lobby_token(token, r->chair[0].token);
    *made = r;
    return NULL;
}

/* ---- chairs ------------------------------------------------------------------------------------------- */

/* This connection is the chair's from now on; the one before goes. */
void lobby_attach(Conn *c, Seat p)
{
    Room *r = c->room;
    Chair *chair = &r->chair[p];
    Conn *before = chair->conn;
    room_watch(c, false);
    chair->conn = c;
    c->seat = p;
    c->retold = 0;
    notice_met(chair);
    if (before && before != c) socket_close(before, 4000, "continues elsewhere");
    c->fresh = true;
    r->changed = true;
}

static void detach(Conn *c)
{
    if (!c) return;
    c->seat = SEAT_TABLE;
    c->fresh = true;
    room_watch(c, true);
}


static const char *get_seat(const Room *r, const Fact *m, const char *key, Seat *p)
{
    int v = *p;
    Why w;
    if (!fact_number(m, key, 0, r->options.seats - 1, &v, &w)) return "bad_seats";
    *p = (Seat)v;
    return NULL;
}

static bool is_free(const Room *r, Seat p) { return !r->chair[p].name && !r->chair[p].bot; }

/* A cat that somebody else has is not refused: room_cats() gives them another. */
static const char *take_cat(const Fact *m, int *cat)
{
    Why w;
    return fact_number(m, "cat", 0, CATS - 1, cat, &w) ? NULL : "bad_value";
}

static const char *sit(Conn *c, const Fact *m)
{
    Room *r = c->room;
    const char *name = NULL, *code = take_name(fact_get(m, "name"), &name);
    Seat p = 0;
    int cat = -1;
    char token[2 * TOKEN + 1];
    if (code || (code = take_cat(m, &cat))) return code;
    if (c->seat < MAX_SEATS || !room_rests(r)) return "wrong_phase";
    while (p < r->options.seats - 1 && !is_free(r, p)) p++;
    if ((code = get_seat(r, m, "seat", &p))) return code;
    if (!is_free(r, p)) return fact_get(m, "seat") ? "seat_taken" : "full";
    room_set_name(&r->chair[p], name);
    r->chair[p].cat = (uint8_t)(cat + 1);
    lobby_token(token, r->chair[p].token);
    lobby_attach(c, p);
    room_hand_on(r);
    room_save(r);
    Frame f;
    Scribe *to = frame_begin(&f, "seated");
    tell_number(to, "seat", p);
    tell_text(to, "token", token);
    tell_soon(c, frame_end(&f));
    return NULL;
}

/* Somebody leaves a chair. During a round a bot goes on for them, by their name; between rounds the chair is free. */
static void vacate(Room *r, Seat p)
{
    Chair *c = &r->chair[p];
    Conn *conn = c->conn;
    char *name = room_rests(r) ? NULL : c->name;
    if (name) c->name = NULL;
    chair_clear(c);
    if (name) c->bot = &bot_sharp;
    c->called = name;
    r->next_fair.gave &= (SeatSet)~SEAT_BIT(p);
    detach(conn);
    room_hand_on(r);
    room_save(r);
}

static const char *stand(Conn *c, const Fact *m)
{
    Room *r = c->room;
    Seat p = c->seat < MAX_SEATS ? c->seat : 0;
    const char *code = get_seat(r, m, "seat", &p);
    if (code) return code;
    if (p != c->seat && c->seat != r->host) return c->seat < MAX_SEATS ? "not_host" : "not_seated";
    if (!room_person(r, p)) return "empty_seat";
    vacate(r, p);
    return NULL;
}

static const char *rename_seat(Conn *c, const Fact *m)
{
    Chair *chair = &c->room->chair[c->seat];
    int cat = chair->cat - 1;
    const Fact *f = fact_get(m, "name");
    const char *name = chair->name, *code = f || !fact_get(m, "cat") ? take_name(f, &name) : NULL;
    if (code || (code = take_cat(m, &cat))) return code;
    room_set_name(chair, name);
    chair->cat = (uint8_t)(cat + 1);
    room_save(c->room);
    return NULL;
}

static const char *swap(Conn *c, const Fact *m)
{
    Room *r = c->room;
    const Fact *list = fact_get(m, "seats");
    const Fact *a = list && list->kind == FACT_LIST && list->number == 2 ? list->child : NULL;
    if (!a || a->kind != FACT_NUMBER || a->next->kind != FACT_NUMBER) return "bad_seats";
    int p = a->number, q = a->next->number;
    if (p < 0 || q < 0 || p >= r->options.seats || q >= r->options.seats || p == q) return "bad_seats";
    Chair chair = r->chair[p];
    Thought *thought = r->chair[q].thought;
    r->chair[p] = r->chair[q];
    r->chair[q] = chair;
    /* A worker's answer comes back to the chair it was asked for, so thoughts stay with their chairs. */
    r->chair[q].thought = thought;
    r->chair[p].thought = chair.thought;
    if (r->chair[p].conn) r->chair[p].conn->seat = (Seat)p;
    if (r->chair[q].conn) r->chair[q].conn->seat = (Seat)q;
    if (r->host == p || r->host == q) r->host = (uint8_t)(p + q - r->host);
    r->next_fair.gave &= (SeatSet)~(SEAT_BIT(p) | SEAT_BIT(q));
    for (Conn *here = r->conns; here; here = here->next_here) here->fresh = true;
    room_save(r);
    return NULL;
}

static const char *put_bot(Conn *c, const Fact *m)
{
    Room *r = c->room;
    Seat p = MAX_SEATS;
    const Fact *level = fact_get(m, "level"), *name = fact_get(m, "called");
    const char *called = NULL, *code = get_seat(r, m, "seat", &p);
    if (code || p >= MAX_SEATS) return "bad_seats";
    if (name && (code = take_name(name, &called))) return code;
    const Bot *bot = level && level->kind == FACT_TEXT ? bot_find(level->text) : NULL;
    if (!bot && level && level->kind != FACT_NONE) return "bad_value";
    if (room_person(r, p)) return "seat_taken";
    if (!room_rests(r) && !bot) return "wrong_phase";
    if (!room_rests(r) && !limits_retell(c, r->play->table.moves)) return "too_fast";   /* it is told the round */
    r->chair[p].bot = bot;
    if (called || !bot) room_call_bot(&r->chair[p], called);
    thinker_dismiss(&r->chair[p]);       /* the new bot gets its player when it is first asked */
    room_save(r);
    return NULL;
}

/* Only the pace of bots and what is done for absent people may be changed during a round. */
static const char *set(Conn *c, const Fact *m)
{
    static const char *const settled[] = { "game", "options", "seats", "clock", "open", "hints", "own", NULL };
    const char *what = NULL;
    for (int i = 0; !room_rests(c->room) && settled[i]; i++)
        if (fact_get(m, settled[i])) return "wrong_phase";
    return take_wishes(c->room, m, &what);
}

static const char *host(Conn *c, const Fact *m)
{
    Seat p = MAX_SEATS;
    const char *code = get_seat(c->room, m, "seat", &p);
    if (code || p >= MAX_SEATS) return "bad_seats";
    if (!room_person(c->room, p)) return "empty_seat";
    c->room->host = p;
    room_save(c->room);
    return NULL;
}

/* A seat adds something of its own to the shuffles of the round to come (PROTOCOL.md, "Fair shuffles"). */
static const char *luck(Conn *c, const Fact *m)
{
    Room *r = c->room;
    const Fact *f = fact_get(m, "value");
    uint8_t value[ENTROPY];
    if (!f || f->kind != FACT_TEXT || !hex_bytes(f->text, value, ENTROPY)) return "bad_value";
    memcpy(r->next_fair.luck[c->seat], value, ENTROPY);
    r->next_fair.gave |= SEAT_BIT(c->seat);
    return NULL;
}

static const char *start(Conn *c, const Fact *m)
{
    Room *r = c->room;
    (void)m;
    for (Seat p = 0; p < r->options.seats; p++)
        if (is_free(r, p)) return "empty_seat";
    if (r->round == MAX_ROUND) return "too_long";
    if (!limits_round(c->server, c->address)) return "too_fast";
    Err e = play_start(r);
    return e ? err_name(e) : NULL;
}

static const char *pause(Conn *c, const Fact *m)
{
    bool on = true;
    Why w;
    if (!fact_bool(m, "on", &on, &w)) return "bad_value";
    if (c->room->phase != (on ? PLAYING : PAUSED)) return "wrong_phase";
    if (!on && play_too_long(c->room)) return "too_long";
    play_pause(c->room, on);
    for (Conn *here = c->room->conns; here; here = here->next_here) here->fresh = true;
    return NULL;
}

static const char *say(Conn *c, const Fact *m)
{
    const Fact *f = fact_get(m, "phrase");
    int i = f ? row_of(wish_phrase, f) : -1;
    if (i < 0) return "bad_phrase";
    tell_said(c->room, c->seat, phrases[i]);
    return NULL;
}

static const char *let(Conn *c, const Fact *m)
{
    Chair *chair = &c->room->chair[c->seat];
    const char *what = NULL;
    if (!fact_get(m, "what") || !take_word(m, "what", wish_let, &chair->let, &what)) return "bad_value";
    play_draw_let(c->room, c->seat, steady_ms(c->server));
    c->fresh = c->changed = true;        /* what it is asked may have changed, too; for others nothing has */
    room_keep(c->room);
    return NULL;
}

static const char *hand_over(Conn *c, const Fact *m)
{
    Chair *chair = &c->room->chair[c->seat];
    char key[2 * TOKEN + 1];
    (void)m;
    if (!chair->key && !(chair->key = malloc(sizeof *chair->key))) abort();
    lobby_token(key, chair->key->hash);
    chair->key->until = steady_ms(c->server) + KEY_SECONDS * 1000;
    Frame f;
    Scribe *to = frame_begin(&f, "handover");
    tell_text(to, "key", key);
    tell_number(to, "seconds", KEY_SECONDS);
    tell_soon(c, frame_end(&f));
    return NULL;
}

/* Who thinks about a hint is the client. It gets what a bot on its chair would be given, and no more. */
static const char *hint(Conn *c, const Fact *m)
{
    Room *r = c->room;
    (void)m;
    if (!r->hints) return "no_hints";
    if (r->phase != PLAYING) return "wrong_phase";
    if (!(play_asked(r) >> c->seat & 1)) return err_name(E_NOT_ASKED);
    if (!limits_retell(c, r->play->table.moves)) return "too_fast";
    tell_hint(c);
    return NULL;
}

/* What has happened in this round. It is found out by playing the round again, so each connection can have it once. */
static const char *past(Conn *c, const Fact *m)
{
    Room *r = c->room;
    (void)m;
    if (!r->play) return "wrong_phase";
    if (c->retold == r->round || !limits_retell(c, r->play->table.moves)) return "too_fast";
    c->retold = r->round;
    tell_past(c);
    return NULL;
}

/* ---- which message, who may, when ------------------------------------------------------------------------ */

enum { ANYBODY, SEATED, HOST };
static const struct {
    const char *t;
    int  who;
    bool between;                        /* between rounds only */
    const char *(*hear)(Conn *, const Fact *);
} message[] = {
    { "sit",      ANYBODY, false, sit },
    { "stand",    SEATED,  false, stand },
    { "name",     SEATED,  false, rename_seat },
    { "swap",     HOST,    true,  swap },
    { "bot",      HOST,    false, put_bot },
    { "set",      HOST,    false, set },
    { "host",     HOST,    false, host },
    { "luck",     SEATED,  true,  luck },
    { "start",    HOST,    true,  start },
    { "pause",    HOST,    false, pause },
    { "say",      SEATED,  false, say },
    { "handover", SEATED,  false, hand_over },
    { "hint",     SEATED,  false, hint },
    { "past",     ANYBODY, false, past },
    { "let",      SEATED,  false, let },
    { "subscribe",   SEATED, false, notice_subscribe },
    { "unsubscribe", SEATED, false, notice_unsubscribe },
    { "hidden",   SEATED,  false, notice_hidden },
};

bool lobby_hear(Conn *c, const char *t, const Fact *m, const char **code)
{
    for (size_t i = 0; i < sizeof message / sizeof message[0]; i++) {
        if (strcmp(message[i].t, t)) continue;
        if (message[i].who != ANYBODY && c->seat >= MAX_SEATS) *code = "not_seated";
        else if (message[i].who == HOST && c->seat != c->room->host) *code = "not_host";
        else if (message[i].between && !room_rests(c->room)) *code = "wrong_phase";
        else *code = message[i].hear(c, m);
        return true;
    }
    return false;
}
