/* SPDX-License-Identifier: MIT
 * room.c - scripted players at their tables: they sit down, start, play what they are offered,
 * reconnect after a restart, and report everything that must not happen (FAULTS in load.h). */
#include "load.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../../cli/cli.h"

enum { OVERLAP = 24, RETRY = 200000, RECONNECT = 10000, MOST_HOPS = 3 };

/* Players who survive come back after so many microseconds and as many more at random. A server that says nothing for
 * LISTEN is asked whether it is there, and given up after SILENCE. */
enum { BACK_OFF = 150000, LISTEN = 2000000, SILENCE = 5000000 };

/* Callbacks of wire.h get only a connection, so the rest is found here. */
static Load *load;

#define X(id, name, says) name,
const char *const fault_names[FAULT_COUNT] = { FAULTS(X) };
#undef X
#define X(id, name, says) says,
const char *const fault_says[FAULT_COUNT] = { FAULTS(X) };
#undef X

void load_fault(Load *l, Fault f, const Room *r, const char *format, ...)
{
    if (l->fault[f]++ >= 5) return;
    va_list args;
    va_start(args, format);
    fprintf(stderr, "FAULT %s at %s: ", fault_names[f], r ? r->code : "-");
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

/* ---- saying ------------------------------------------------------------------------ */

static void say(Chair *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(Chair *c, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    conn_say(&load->wire, &c->conn, text);
}

static bool seated(const Chair *c) { return c->token[0] != 0; }

static void send_move(Chair *c)
{
    say(c, "{\"t\":\"move\",\"id\":\"%u-%u-%u\",\"round\":%u,\"move\":\"%s\"}", c->room->number, c->seat, c->moves,
        c->round, c->text);
}

static Flight *flight_of(Room *r, uint8_t seat, uint32_t move)
{
    for (int i = 0; i < FLIGHTS; i++)
        if (r->flight[i].used && r->flight[i].seat == seat && r->flight[i].move == move) return &r->flight[i];
    return NULL;
}

static void take_off(Chair *c)
{
    for (int i = 0; i < FLIGHTS; i++) {
        Flight *f = &c->room->flight[i];
        if (f->used) continue;
        *f = (Flight){ .at = c->sent_at, .round = c->round, .move = c->moves, .seat = c->seat, .used = true };
        return;
    }
}

static void play(Chair *c)
{
    c->due = 0;
    if (c->pending || !c->asked || c->n < c->acked_n || !c->offer.n) return;
    if (!offer_pick((Slice){ c->offer.at, c->offer.n }, &load->dice, &load->words, c->text, sizeof c->text)) return;
    c->pending = true;
    c->moves++;
    c->sent_n = c->n;
    c->sent_at = now_us();
    take_off(c);
    send_move(c);
}

/* Players of a slow room think for seconds, so that clocks run while the server restarts. */
static void think(Chair *c)
{
    if (c->pending || !c->asked || c->n < c->acked_n) return;
    uint64_t us = (uint64_t)load->wish->think * 1000;
    if (c->room->slow && !load->winding_down) us = 500000 + dice_below(&load->dice, 4000000);
    if (!us) play(c);
    else if (!c->due) c->due = now_us() + us;
}

static void man_bots(Room *r)
{
    static const char *const levels[] = { "random", "easy", "sharp" };
    Seat p;
    EACH_SEAT(p, r->round ? 0 : r->bots)
        say(&r->chair[0], "{\"t\":\"bot\",\"seat\":%u,\"level\":\"%s\"}", p, levels[dice_below(&load->dice, 3)]);
}

/* The host deals when everybody sits, and again when a round has ended. */
static void start(Room *r)
{
    Chair *host = &r->chair[0];
    if (r->seated < r->people || !host->welcomed) return;
    man_bots(r);
    char luck[65];
    for (int i = 0; i < 64; i++) luck[i] = "0123456789abcdef"[dice_below(&load->dice, 16)];
    luck[64] = 0;
    say(host, "{\"t\":\"luck\",\"value\":\"%s\"}", luck);
    say(host, "{\"t\":\"start\"}");
    r->started = true;
}

/* ---- how long it took ------------------------------------------------------------------ */

/* When this chair first knew of event n; 0: not yet. */
static uint64_t knew(const Chair *c, uint32_t n)
{
    if (c->n < n) return 0;
    uint64_t first = UINT64_MAX;
    for (int i = 0; i < SEEN; i++)
        if (c->seen[i].at && c->seen[i].n >= n && c->seen[i].at < first) first = c->seen[i].at;
    return first == UINT64_MAX ? 0 : first;
}

static void land(Room *r)
{
    for (int i = 0; i < FLIGHTS; i++) {
        Flight *f = &r->flight[i];
        uint64_t last = 0, at = 1;
        if (!f->used || !f->n) continue;
        for (int k = 0; k < r->chairs; k++) f->used &= r->chair[k].round == f->round;    /* too late to tell */
        if (!f->used) continue;
        for (int k = 0; k < r->chairs && at; k++) {
            at = knew(&r->chair[k], f->n);
            if (at > last) last = at;
        }
        if (!at) continue;
        f->used = false;
        if (load->measuring && last >= f->at) samples_add(&load->all, last - f->at);
    }
}

static void note_seen(Chair *c)
{
    unsigned i = c->seen_next++ % SEEN;
    c->seen[i].n = c->n;
    c->seen[i].at = now_us();
}

/* ---- streams ------------------------------------------------------------------------------ */

static Stream *stream_of(Chair *c, uint32_t round)
{
    if (round >= c->streams) {
        c->stream = realloc(c->stream, (round + 1) * sizeof *c->stream);
        memset(c->stream + c->streams, 0, (round + 1 - c->streams) * sizeof *c->stream);
        c->streams = round + 1;
    }
    return &c->stream[round];
}

static Heard *heard_at(Chair *c, uint32_t n)
{
    Stream *s = stream_of(c, c->round);
    if (n >= s->cap) {
        uint32_t cap = 2 * n + 64;
        s->at = realloc(s->at, cap * sizeof *s->at);
        memset(s->at + s->cap, 0, (cap - s->cap) * sizeof *s->at);
        s->cap = cap;
    }
    if (n > s->n) s->n = n;
    return &s->at[n];
}

/* Remembers a hash; if the same number was heard before, the hash must be the same. */
static void keep(Chair *c, uint32_t n, uint64_t *place, uint64_t hash, const char *what)
{
    if (*place && *place != hash)
        load_fault(load, FAULT_CHANGED, c->room, "seat %u, round %u: %s %u", c->seat, c->round, what, n);
    *place = hash;
}

uint64_t moment_hash(Slice view, Slice asked, Slice offer)
{
    uint64_t h = hash_bytes(0xcbf29ce484222325u, view.at, view.n);
    h = hash_bytes(h, asked.at, asked.n);
    return hash_bytes(h, offer.at, offer.n) | 1;
}

/* Checks that events come in order without a gap, that the first follows what was heard before or overlaps it, and
 * that the last has the number `last`. */
static void hear_events(Chair *c, Slice events, uint32_t last)
{
    Slice e;
    uint32_t next = 0;
    while (scan_next(&events, &e)) {
        uint32_t n = (uint32_t)scan_number(scan_get(e, "n"), 0);
        if (next ? n != next : n > c->n + 1)
            load_fault(load, FAULT_GAP, c->room, "seat %u, round %u: event %u after %u",
                       c->seat, c->round, n, next ? next - 1 : c->n);
        next = n + 1;
        if (load->keep_streams) keep(c, n, &heard_at(c, n)->event, scan_hash(e), "event");
    }
    uint32_t reached = next ? next - 1 : c->n;
    if (reached != last)
        load_fault(load, FAULT_GAP, c->room, "seat %u, round %u: a step to %u ends with %u",
                   c->seat, c->round, last, reached);
}

/* ---- hearing --------------------------------------------------------------------------------- */

enum { M_T, M_ROUND, M_N, M_EVENTS, M_VIEW, M_ASKED, M_OFFER, M_CLOCK, M_STATE_KEYS,
       M_ID = M_STATE_KEYS, M_CODE, M_TOKEN, M_PHASE, M_NODE, M_KEYS };
static const char *const keys[M_KEYS] = { "t", "round", "n", "events", "view", "asked", "offer", "clock",
                                          "id", "code", "token", "phase", "node" };

static bool holds(Slice seats, int seat)
{
    Slice s;
    while (scan_next(&seats, &s))
        if (scan_number(s, -1) == seat) return true;
    return false;
}

/* After a crash a clock must show what it showed before, less the time that passed. The server may
 * or may not count the time while it was down; a clock with only seconds left may get a few more. */
static void check_clock(Chair *c, long left)
{
    /* `slack` and `lag` allow for a busy server and a busy load generator. */
    const long patience = (long)load->wish->patience, slack = patience * 200, lag = patience * 750, grace = 5000;
    uint64_t now = now_us();
    long lived = (long)((load->killed_at - c->clock_at) / 1000), passed = (long)((now - c->clock_at) / 1000);
    long most = c->clock_left - lived > grace ? c->clock_left - lived : grace;
    if (left > most + slack || left < c->clock_left - passed - lag)
        load_fault(load, FAULT_CLOCK, c->room,
                   "seat %u: %ld ms left, %ld ms before the crash there were %ld; now %ld ms later",
                   c->seat, left, lived, c->clock_left, passed);
}

static void hear_clock(Chair *c, Slice clock, bool same)
{
    long left = scan_number(scan_get(clock, "left"), -1);
    if (!c->fresh && same && load->killed_at && c->clock_at && left >= 0 && c->clock_at < load->killed_at)
        check_clock(c, left);
    c->clock_at = left >= 0 ? now_us() : 0;
    c->clock_left = left;
}

static void hear_state(Chair *c, const Slice m[M_KEYS], bool view)
{
    uint32_t round = (uint32_t)scan_number(m[M_ROUND], 0), n = (uint32_t)scan_number(m[M_N], 0);
    bool same = round == c->round && n == c->n;
    load->steps++;
    if (round != c->round) {
        if (round < c->round)
            load_fault(load, FAULT_FORGOTTEN, c->room, "seat %u: round %u after %u", c->seat, round, c->round);
        c->round = round;
        c->n = c->acked_n = 0;
        c->pending = false;
        memset(c->seen, 0, sizeof c->seen);
        if (round > c->room->round) c->room->round = round, c->room->over = false, load->rounds++;
    }
    if (n < c->n || n < c->acked_n)
        load_fault(load, FAULT_FORGOTTEN, c->room, "seat %u, round %u: %u after %u was seen and %u acknowledged",
                   c->seat, round, n, c->n, c->acked_n);
    if (!view) hear_events(c, m[M_EVENTS], n);
    if (load->keep_streams)
        keep(c, n, &heard_at(c, n)->moment, moment_hash(m[M_VIEW], m[M_ASKED], m[M_OFFER]), "the view at");
    c->n = n;
    journal_frame(load, c);
    hear_clock(c, m[M_CLOCK], same);
    c->fresh = true;
    note_seen(c);
    if (c->seat == SEAT_TABLE) { land(c->room); return; }
    c->asked = holds(m[M_ASKED], c->seat);
    c->offer.n = 0;
    if (c->asked) heap_add(&c->offer, m[M_OFFER].at, m[M_OFFER].n);
    else c->due = 0;
    land(c->room);
    think(c);
}

static void keep_ack(Chair *c, uint32_t n)
{
    Room *r = c->room;
    if (r->acks == r->acked_cap) {
        r->acked_cap = r->acked_cap ? 2 * r->acked_cap : 256;
        r->acked = realloc(r->acked, r->acked_cap * sizeof *r->acked);
    }
    Acked *a = &r->acked[r->acks++];
    *a = (Acked){ .round = c->round, .n = n, .seat = c->seat };
    memcpy(a->text, c->text, sizeof a->text);
}

/* The number at the end of an id, 0 when it is not this chair's. */
static uint32_t move_number(const Chair *c, Slice id)
{
    char text[64], mine[48];
    if (!scan_copy(id, text, sizeof text)) return 0;
    int n = snprintf(mine, sizeof mine, "%u-%u-", c->room->number, c->seat);
    return strncmp(text, mine, (size_t)n) ? 0 : (uint32_t)strtoul(text + n, NULL, 10);
}

static void hear_ack(Chair *c, const Slice m[M_KEYS])
{
    uint32_t move = move_number(c, m[M_ID]), n = (uint32_t)scan_number(m[M_N], 0);
    if (move && move == c->repeat) {                 /* asked for again after a restart */
        c->repeat = 0;
        if (n != c->last_ack_n)
            load_fault(load, FAULT_TWICE, c->room, "seat %u: ack %u, then %u", c->seat, c->last_ack_n, n);
        return;
    }
    if (!c->pending || move != c->moves) return;
    c->pending = false;
    c->acked_n = n;
    c->last_ack_move = move, c->last_ack_n = n, c->last_ack_round = c->round;
    memcpy(c->last_ack_text, c->text, sizeof c->text);
    c->room->played = true;
    if (load->keep_streams) keep_ack(c, n);
    journal_ack(load, c, n);
    if (load->measuring) {
        load->moves++;
        samples_add(&load->ack, now_us() - c->sent_at);
    }
    Flight *f = flight_of(c->room, c->seat, move);
    if (f) f->n = n;
    land(c->room);
    think(c);
}

static void hear_err(Chair *c, const Slice m[M_KEYS])
{
    uint32_t move = move_number(c, m[M_ID]);
    char code[32] = "?";
    scan_copy(m[M_CODE], code, sizeof code);
    if (move && move == c->repeat) {
        c->repeat = 0;
        if (strcmp(code, "wrong_round"))             /* that is no fault: the next round has begun meanwhile */
            load_fault(load, FAULT_TWICE, c->room, "seat %u: a move that was acknowledged is now refused: %s",
                       c->seat, code);
        return;
    }
    if (!strcmp(code, "too_fast")) load->too_fast++;
    else if (!move) load_fault(load, FAULT_REFUSED, c->room, "seat %u: %s", c->seat, code);
    if (!c->pending || (move && move != c->moves)) return;
    Flight *f = flight_of(c->room, c->seat, c->moves);
    if (f) f->used = false;
    c->pending = false;
    load->refusals++;
    /* A move may be refused if something happened since it was offered; otherwise it must be legal. */
    if ((!strcmp(code, "illegal") || !strcmp(code, "bad_move")) && c->n == c->sent_n)
        load_fault(load, FAULT_REFUSED, c->room, "seat %u, round %u, event %u: \"%s\" is %s",
                   c->seat, c->round, c->n, c->text, code);
    if (c->n > c->sent_n) think(c);
    if (!c->pending && c->asked && !c->due) c->due = now_us() + RETRY;
}

/* A table message has only these keys, and shows the secret only at the end. */
static void check_table(Chair *c, Slice table)
{
    static const char *const known[] = { "t", "code", "phase", "round", "game", "options", "seats", "host", "watching",
                                         "screen", "open", "hints", "clock", "pace", "absent", "fair", "next",
                                         "progress", "own", "rounds", "you" };
    static const char *const of_chair[] = { "name", "bot", "called", "cat", "here", "playing" };
    Slice seats = scan_get(table, "seats"), chair, secret = scan_get(scan_get(table, "fair"), "secret");
    bool shown = secret.n != 4 && !scan_is(scan_get(table, "phase"), "over");
    int others = scan_others(table, known, sizeof known / sizeof known[0]);
    while (scan_next(&seats, &chair)) others += scan_others(chair, of_chair, sizeof of_chair / sizeof of_chair[0]);
    if (others || shown) load_fault(load, FAULT_EXTRA, c->room, "seat %u: %.*s", c->seat, (int)table.n, table.at);
}

static void hear_table(Chair *c, Slice phase)
{
    Room *r = c->room;
    if (c->seat != 0) return;
    if (scan_is(phase, "playing")) r->over = false;
    if (scan_is(phase, "lobby") && !r->started) start(r);
    if (!scan_is(phase, "over") || r->over) return;
    r->over = true;
    if (!load->winding_down) start(r);
}

static void sit_down(Chair *c, const Slice m[M_KEYS])
{
    if (!scan_copy(m[M_TOKEN], c->token, sizeof c->token)) return;
    c->room->seated++;
    start(c->room);
}

/* After a reconnect: sends an unanswered move again, and now and then an answered one, to see that it gets the same
 * answer. */
static void welcome(Chair *c)
{
    c->welcomed = true;
    c->hops = 0;
    if (c->seat != SEAT_TABLE && !seated(c)) {
        say(c, "{\"t\":\"sit\",\"name\":\"P%u\",\"seat\":%u}", c->seat, c->seat);
    } else if (c->pending) {
        send_move(c);
    } else if (c->last_ack_move && c->last_ack_round == c->round && !dice_below(&load->dice, 4)) {
        c->repeat = c->last_ack_move;
        say(c, "{\"t\":\"move\",\"id\":\"%u-%u-%u\",\"round\":%u,\"move\":\"%s\"}", c->room->number, c->seat, c->repeat,
            c->last_ack_round, c->last_ack_text);
    }
}

static uint64_t back_off(void)
{
    return load->wish->survive ? BACK_OFF + dice_below(&load->dice, BACK_OFF) : RECONNECT;
}

/* Another node has the table: comes again at once, to that node. After three times in a row the nodes get time to
 * agree. */
static void redirect(Chair *c, Slice node)
{
    bool follow = scan_copy(node, c->node, sizeof c->node) && ++c->hops < MOST_HOPS;
    load->elsewhere++;
    conn_drop(&load->wire, &c->conn);
    if (!follow) c->hops = 0, c->node[0] = 0;
    c->due = now_us() + (follow ? 0 : back_off());
}

static void hear(Conn *conn, const char *text, size_t n)
{
    Chair *c = (Chair *)conn;
    Slice m[M_KEYS];
    c->heard_at = now_us();
    c->pinged = false;
    scan_object((Slice){ text, n }, keys, m, M_KEYS);
    bool state = scan_is(m[M_T], "step") || scan_is(m[M_T], "view");
    if (state && load->keep_streams && scan_others((Slice){ text, n }, keys, M_STATE_KEYS))
        load_fault(load, FAULT_EXTRA, c->room, "seat %u: %.*s", c->seat, (int)n, text);
    if (load->keep_streams && scan_is(m[M_T], "table")) check_table(c, (Slice){ text, n });
    if (scan_is(m[M_T], "step")) hear_state(c, m, false);
    else if (scan_is(m[M_T], "ack")) hear_ack(c, m);
    else if (scan_is(m[M_T], "view")) hear_state(c, m, true);
    else if (scan_is(m[M_T], "err")) hear_err(c, m);
    else if (scan_is(m[M_T], "table")) hear_table(c, m[M_PHASE]);
    else if (scan_is(m[M_T], "welcome")) welcome(c);
    else if (scan_is(m[M_T], "seated")) sit_down(c, m);
    else if (scan_is(m[M_T], "elsewhere")) redirect(c, m[M_NODE]);
}

/* ---- coming and going ---------------------------------------------------------------------------- */

static void opened(Conn *conn)
{
    Chair *c = (Chair *)conn;
    char have[64] = "", token[TOKEN + 16] = "";
    c->fresh = false;
    if (c->seat == 0) c->room->over = c->room->started = false;
    /* Asks for more events than were missed, to see whether the old ones are still the same. */
    if (c->round)
        snprintf(have, sizeof have, ",\"have\":{\"round\":%u,\"n\":%u}",
                 c->round, c->n > OVERLAP ? c->n - OVERLAP : 0);
    if (seated(c)) snprintf(token, sizeof token, ",\"token\":\"%s\"", c->token);
    say(c, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\"%s%s}", c->room->code, token, have);
}

/* Where nodes and databases die, storing may fail, and a load balancer may have nobody to ask. */
static bool may_close(uint16_t code)
{
    static const uint16_t survived[] = { 1011, 1013, 4006, 502, 503, 504 };
    if (code == 1001 || code == 1006) return true;
    for (size_t i = 0; i < sizeof survived / sizeof survived[0] && load->wish->survive; i++)
        if (code == survived[i]) return true;
    return false;
}

static void left(Conn *conn)
{
    Chair *c = (Chair *)conn;
    if (!may_close(conn->code))
        load_fault(load, FAULT_CLOSED, c->room, "seat %u: closed with %u", c->seat, conn->code);
    load->returns += c->welcomed;
    c->repeat = 0;
    c->welcomed = false;
    c->node[0] = 0;
    c->hops = 0;
    c->due = now_us() + back_off();
}

bool chair_connect(Load *l, Chair *c)
{
    c->heard_at = now_us();
    c->pinged = false;
    return conn_open(&l->wire, &c->conn, c->room->number + 1, c->room->code, c->node);
}

/* A node that is paused, or cut off, does not hang up. */
static void mind_silence(Chair *c, uint64_t now)
{
    if (!load->wish->survive || c->conn.stage == CONN_CLOSED || now < c->heard_at + LISTEN) return;
    if (now > c->heard_at + SILENCE) {
        conn_drop(&load->wire, &c->conn);
        c->conn.code = 1006;
        left(&c->conn);
    } else if (c->welcomed && !c->pinged) {
        c->pinged = true;
        say(c, "{\"t\":\"ping\"}");
    }
}

static void do_due(Chair *c, uint64_t now)
{
    if (!c->due || c->due > now) return;
    c->due = 0;
    if (c->conn.stage == CONN_CLOSED) {
        if (!chair_connect(load, c)) c->due = now + back_off();
    } else {
        play(c);
    }
}

void load_tick(Load *l, int ms)
{
    wire_poll(&l->wire, ms);
    uint64_t now = now_us();
    for (unsigned r = 0; r < l->rooms; r++)
        for (int i = 0; i < l->room[r].chairs; i++) {
            do_due(&l->room[r].chair[i], now);
            mind_silence(&l->room[r].chair[i], now);
        }
}

unsigned load_playing(const Load *l)
{
    unsigned n = 0;
    for (unsigned r = 0; r < l->rooms; r++) n += l->room[r].round > 0 && !l->room[r].over;
    return n;
}

/* ---- making ------------------------------------------------------------------------------------------ */

bool load_make(Load *l, const Wish *wish, const char *servers)
{
    load = l;
    *l = (Load){ .wish = wish, .rooms = (unsigned)wish->tables };
    dice_fast(&l->dice, (uint64_t)wish->seed);
    l->wire.open = opened, l->wire.text = hear, l->wire.gone = left;
    l->room = calloc(l->rooms ? l->rooms : 1, sizeof *l->room);
    return l->room && wire_make(&l->wire, servers, wish->nodes) && journal_open(l, wish->journal);
}

void load_finish(Load *l)
{
    l->winding_down = true;
    for (uint64_t until = now_us() + 600000000; load_playing(l) && now_us() < until; load_tick(l, 5))
        progress("tables finished", l->rooms - load_playing(l), l->rooms);
    progress_end();
    for (unsigned i = 0; i < l->rooms; i++)
        if (!l->room[i].over)
            load_fault(l, FAULT_STUCK, &l->room[i], "%s, round %u, event %u",
                       l->room[i].game, l->room[i].round, l->room[i].chair[0].n);
}

void load_free(Load *l)
{
    for (unsigned i = 0; i < l->rooms; i++) {
        Room *r = &l->room[i];
        for (int k = 0; k < r->chairs; k++) {
            Chair *c = &r->chair[k];
            conn_drop(&l->wire, &c->conn);
            heap_free(&c->offer);
            for (uint32_t s = 0; s < c->streams; s++) free(c->stream[s].at);
            free(c->stream);
        }
        free(r->acked);
    }
    free(l->room);
    free(l->ack.at);
    free(l->all.at);
    journal_close(l);
    wire_free(&l->wire);
}
