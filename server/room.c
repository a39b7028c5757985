/* SPDX-License-Identifier: MIT
 * room.c - tables: their codes, how they come and go, and the order in which what is said at one is heard, stored and
 * told (room.h). */
#include "room.h"

#include <stdlib.h>
#include <strings.h>

#include "clock.h"
#include "doze.h"
#include "http.h"
#include "keep.h"
#include "lobby.h"
#include "notice.h"
#include "ring.h"
#include "socket.h"
#include "talk.h"
#include "tell.h"
#include "thinker.h"

enum { CONSONANTS = 16, VOWELS = 5, SYLLABLE = CONSONANTS * VOWELS };
enum { SHORT = 4, LONG = 5 };            /* syllables of a code */
static const uint32_t short_codes = 40960000u;           /* SYLLABLE to the power of SHORT; ... */
static const uint32_t long_codes = 3276800000u;          /* ... and of LONG: these are numbered behind the short ones */
static const char consonant[] = "bdfghjklmnprstvz", vowel[] = "aeiou";

enum {
    MAX_WAITING   = 2048,                /* messages a room keeps while it is being stored; ... */
    WAITING_SURE  = 8,                   /* ... so many of each connection, even when others crowd the room ... */
    WAITING_MANY  = 1280,                /* ... and a whole burst as long as fewer than these wait together ... */
    WAITING_BYTES = 128 * 1024           /* ... but of one connection no more bytes than these */
};
enum { FEW = 20 };                       /* watchers whose coming and going everybody is told */

struct Waiting {
    Waiting *next;
    Conn    *conn;                       /* NULL: it has gone */
    size_t   n;
    char     text[];
};

/* ---- codes: four syllables, easy to read out; five when four are not enough ------- */

void code_write(uint32_t id, char out[CODE])
{
    int syllables = id < short_codes ? SHORT : LONG;
    if (id >= short_codes) id -= short_codes;
    for (int i = syllables - 1; i >= 0; i--, id /= SYLLABLE) {
        out[2 * i] = consonant[id % SYLLABLE / VOWELS];
        out[2 * i + 1] = vowel[id % VOWELS];
    }
    out[2 * syllables] = 0;
}

static int place(const char *letters, char c)
{
    const char *at = c ? strchr(letters, c | 0x20) : NULL;
    return at ? (int)(at - letters) : -1;
}

uint32_t code_read(const char *code)
{
    uint32_t id = 0;
    size_t n = strlen(code);
    if (n != 2 * SHORT && n != 2 * LONG) return UINT32_MAX;
    for (size_t i = 0; i < n / 2; i++) {
        int c = place(consonant, code[2 * i]), v = place(vowel, code[2 * i + 1]);
        if (c < 0 || v < 0) return UINT32_MAX;
        id = id * SYLLABLE + (uint32_t)(c * VOWELS + v);
    }
    return n == 2 * SHORT ? id : id + short_codes;
}

/* A code is drawn without asking whether it is free: the store refuses one that is not. Where several were not, there
 * are so many tables that short codes could be guessed. */
static uint32_t draw_code(Server *s, int draws)
{
    enum { FEW_SHORT = 3 };
    uint64_t lot;
    uint32_t id;
    do {
        random_bytes(&lot, sizeof lot);
        id = draws < FEW_SHORT ? (uint32_t)(lot % short_codes) : short_codes + (uint32_t)(lot % long_codes);
    } while (room_loaded(s, id));
    return id;
}

/* ---- coming and going ---------------------------------------------------------------- */

static void link_room(Room *r, uint32_t id)
{
    Room **bucket = &r->server->room[id % BUCKETS];
    r->id = id;
    code_write(id, r->code);
    r->next = *bucket;
    *bucket = r;
}

static void unlink_room(Room *r)
{
    Room **link = &r->server->room[r->id % BUCKETS];
    while (*link != r) link = &(*link)->next;
    *link = r->next;
}

Room *room_new(Server *s, uint32_t id)
{
    Room *r = calloc(1, sizeof *r);
    uv_timer_t *alarm = malloc(sizeof *alarm);
    if (!r || !alarm) abort();
    r->server = s;
    r->waiting_end = &r->waiting;
    r->touched = steady_ms(s);
    r->alarm = alarm;
    uv_timer_init(&s->loop, alarm);
    alarm->data = r;
    link_room(r, id);
    s->rooms++;
    return r;
}

Room *room_loaded(Server *s, uint32_t id)
{
    Room *r = s->room[id % BUCKETS];
    while (r && r->id != id) r = r->next;
    return r;
}

Room *room_make(Server *s, const Game *g, const Options *o)
{
    Room *r = room_new(s, draw_code(s, 0));
    r->game = g;
    r->options = *o;
    room_new_secret(r);
    room_draft(r)->made = true;
    room_save(r);
    return r;
}

void room_new_secret(Room *r)
{
    r->next_fair = (Fair){ .seats = r->options.seats };
    random_bytes(r->next_secret, ENTROPY);
    fair_commit(r->next_secret, r->next_fair.commit);
}

bool room_opened_by(const Room *r, const char *token)
{
    bool opened = false;
    for (Seat p = 0; p < r->options.seats; p++)
        opened |= room_person(r, p) && lobby_fits(token, r->chair[p].token);
    return opened;
}

void chair_clear(Chair *c)
{
    thinker_dismiss(c);
    free(c->name);
    free(c->called);
    free(c->word);
    free(c->answers);
    free(c->key);
    notice_forget(c);
    *c = (Chair){ .thought = c->thought };
}

static void free_alarm(uv_handle_t *h) { free(h); }

void room_clear(Room *r)
{
    for (Seat p = 0; p < MAX_SEATS; p++) chair_clear(&r->chair[p]);
    ring_free(r);
    for (int i = 0; i < r->progress_n; i++) free(r->progress[i]);
    free(r->progress);
    free(r->finished);
    free(r->play);
    free(r->own);
    free(r->box);
    free(r->story);
    if (r->draft) store_job_free(r->draft);
    for (Waiting *w = r->waiting, *next; w; w = next) next = w->next, free(w);
}

void room_free(Room *r)
{
    unlink_room(r);
    r->server->rooms--;
    thinker_forget(r);
    room_clear(r);
    uv_timer_stop(r->alarm);
    uv_close((uv_handle_t *)r->alarm, free_alarm);
    free(r);
}

/* ---- who is there ---------------------------------------------------------------------- */

void room_set_name(Chair *c, const char *name)
{
    char *copy = strdup(name);
    if (!copy) abort();
    free(c->name);
    c->name = copy;
}

void room_call_bot(Chair *c, const char *called)
{
    char *copy = called ? strdup(called) : NULL;
    if (called && !copy) abort();
    free(c->called);
    c->called = copy;
}

static void take_cat(uint16_t *free, int wanted, uint8_t *cat)
{
    int got = *free >> wanted & 1 ? wanted : __builtin_ctz(*free);
    *cat = (uint8_t)got;
    *free &= (uint16_t)~(1u << got);
}

/* Those who chose come first, then everybody else gets the one of the chair's own number, if it is left. There are as
 * many cats as chairs. */
void room_cats(const Room *r, uint8_t cat[MAX_SEATS])
{
    uint16_t free = (1u << CATS) - 1;
    for (int chosen = 1; chosen >= 0; chosen--)
        for (Seat p = 0; p < r->options.seats; p++)
            if ((r->chair[p].cat != 0) == chosen) take_cat(&free, chosen ? r->chair[p].cat - 1 : p, &cat[p]);
}

bool room_person(const Room *r, Seat p) { return r->chair[p].name; }

int room_people_here(const Room *r)
{
    int n = 0;
    for (Seat p = 0; p < r->options.seats; p++) n += r->chair[p].conn != NULL;
    return n;
}

/* If the host's chair is empty, somebody who is here becomes host, or else anybody who has a chair. */
void room_hand_on(Room *r)
{
    if (room_person(r, r->host)) return;
    for (int here = 1; here >= 0; here--)
        for (Seat p = 0; p < r->options.seats; p++)
            if (room_person(r, p) && (!here || r->chair[p].conn)) {
                r->host = p;
                return;
            }
}

static void unlink_conn(Conn **list, const Conn *c)
{
    while (*list != c) list = &(*list)->next_here;
    *list = c->next_here;
}

void room_ask(Room *r, Conn *c)
{
    c->waits_for = r;
    c->next_here = r->askers;
    r->askers = c;
    conn_listen(c, false);
}

void room_watch(Conn *c, bool on)
{
    Room *r = c->room;
    if (c->watches == on) return;
    c->watches = on;
    if (on) r->watching++;
    else r->watching--;
    bool screen = r->screens;
    if (c->screen && on) r->screens++;
    else if (c->screen) r->screens--;
    r->changed |= r->watching < FEW || screen != (r->screens > 0);
}

void room_leave(Conn *c)
{
    Room *r = c->room;
    if (c->waits_for) unlink_conn(&c->waits_for->askers, c);
    c->waits_for = NULL;
    if (!r) return;
    room_watch(c, false);
    unlink_conn(&r->conns, c);
    c->room = NULL;
    for (Waiting *w = r->waiting; w; w = w->next)
        if (w->conn == c) w->conn = NULL;
    if (c->seat < MAX_SEATS && r->chair[c->seat].conn == c) {
        r->chair[c->seat].conn = NULL;
        r->chair[c->seat].left = steady_ms(r->server);
        r->changed = true;
    }
    r->touched = steady_ms(r->server);
    clock_soon(r);
}

/* ---- hearing, storing, telling ------------------------------------------------------------ */

StoreJob *room_draft(Room *r)
{
    if (!r->draft) {
        r->draft = store_job(STORE_WRITE, r->id, r->round);
        r->draft->owner = r;
    }
    return r->draft;
}

void room_keep(Room *r)
{
    room_draft(r);
    r->unsaved = true;
    r->touched = steady_ms(r->server);
}

void room_save(Room *r)
{
    room_keep(r);
    r->changed = true;
}

bool room_shut(const Room *r) { return r->storing || r->waking || !store_holds(r->server->store); }
bool room_busy(const Room *r) { return r->waiting || room_shut(r); }

/* PROTOCOL.md promises that a burst of messages is heard, so it may wait as a whole; but nobody may take the place
 * that others need. */
static bool may_wait(const Room *r, const Conn *c, size_t bytes)
{
    int mine = 0;
    for (const Waiting *w = r->waiting; w; w = w->next)
        if (w->conn == c) mine++, bytes += w->n;
    if (bytes > WAITING_BYTES) return false;
    if (mine < WAITING_SURE) return r->waiting_n < MAX_WAITING;
    return mine < r->server->settings.rate * BURST && r->waiting_n < WAITING_MANY;
}

void room_wait(Conn *c, const char *text, size_t n)
{
    Room *r = c->room;
    if (!may_wait(r, c, n)) {
        if (c->known) talk_err(c, NULL, NULL, "too_fast");
        else socket_close(c, 1013, "a crowd: come back in a moment");
        return;
    }
    Waiting *w = malloc(sizeof *w + n + 1);
    if (!w) abort();
    *w = (Waiting){ .conn = c, .n = n };
    memcpy(w->text, text, n);
    w->text[n] = 0;
    *r->waiting_end = w;
    r->waiting_end = &w->next;
    r->waiting_n++;
}

/* A draft belongs to one round. Once it holds the end of a round, everything else waits until it is stored; otherwise
 * the moves of a rematch would go into the same draft and be stored under the wrong round. */
static void hear_waiting(Room *r)
{
    while (r->waiting && !(r->draft && r->draft->tail)) {
        Waiting *w = r->waiting;
        r->waiting = w->next;
        if (!r->waiting) r->waiting_end = &r->waiting;
        r->waiting_n--;
        if (w->conn && !conn_gone(w->conn)) talk_again(w->conn, w->text, w->n);
        free(w);
    }
}

static void hand_in(Room *r)
{
    StoreJob *w = r->draft;
    if (r->unsaved) {
        w->text = keep_write(r);
        w->live = r->phase == PLAYING && clocks[r->clock].turn;
        r->unsaved = false;
    }
    w->at = calendar_ms();
    w->round = r->round;
    w->term = r->term;
    r->draft = NULL;
    r->storing = true;
    store_ask(r->server->store, w);
}

void room_run(Room *r)
{
    if (r->damaged || room_shut(r)) return;
    notice_send(r);
    hear_waiting(r);
    while (clock_due(r)) continue;
    if (r->draft) hand_in(r);
    else tell_room(r);
    clock_set(r);
}

void room_drop(Room *r, int code, const char *why)
{
    r->damaged = true;                   /* nothing more is heard from those who go */
    while (r->conns) {
        Conn *c = r->conns;
        socket_close(c, (uint16_t)code, why);
        room_leave(c);
    }
    room_free(r);
}

/* The store refused the draft, so what is in memory did not happen; or the table is not ours any more, and its log will
 * tell. The next who comes wakes the table as the store has it. If its clock runs and it is ours, doze_wake() does. */
static void give_up(Room *r, Outcome o)
{
    enum { SOON = 5000 };
    bool lost = o == STORE_LOST;
    if (!lost && r->round && clocks[r->clock].turn) doze(r->server, r->id, steady_ms(r->server) + SOON);
    room_drop(r, lost ? 1001 : 1011, lost ? "another node has this table" : "not stored");
}

/* Another table has the code that was drawn for this new one, of which nobody has been told: it gets another. */
static void draw_again(Room *r, StoreJob *j)
{
    unlink_room(r);
    link_room(r, draw_code(r->server, ++r->draws));
    j->table = r->id;
    store_ask(r->server->store, j);
}

/* If the store refused, the room is freed before HTTP requests about it are answered, so that nobody is shown what was
 * not stored. Their list is taken out of the room before that. */
bool room_stored(Room *r, StoreJob *j)
{
    bool ours = j->term == store_term(r->server->store), ok = ours && !j->outcome;
    if (j->outcome == STORE_TAKEN && j->made) return draw_again(r, j), false;
    Conn *askers = r->askers;
    r->askers = NULL;
    r->storing = false;
    r->term = j->term;
    if (!ok) give_up(r, ours ? j->outcome : STORE_LOST);
    for (Conn *c = askers, *next; c; c = next) {
        next = c->next_here;
        c->waits_for = NULL;
        http_stored(c, ok ? r : NULL);
    }
    if (!ok) return true;
    tell_room(r);
    room_run(r);
    return true;
}
