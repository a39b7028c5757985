/* SPDX-License-Identifier: MIT
 *
 * wire.h - the server in a fuzzer's hands: all of its parts but the loop. The fuzzer plays the
 * network, the clock and the lots; the store is the real one, under TMPDIR: a disk of memory
 * makes it fast. */
#ifndef NINELIVES_FUZZ_WIRE_H
#define NINELIVES_FUZZ_WIRE_H

#include <dirent.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../server/files.h"
#include "../../server/http.h"
#include "../../server/jobs.h"
#include "../../server/keep.h"
#include "../../server/lobby.h"
#include "../../server/look.h"
#include "../../server/origin.h"
#include "../../server/outbox.h"
#include "../../server/room.h"
#include "../../server/socket.h"
#include "../../server/talk.h"
#include "../../server/thinker.h"
#include "fuzz.h"

enum { PEOPLE = 3, RUNS_A_STORE = 5000 };

static struct {
    Server  *server;
    Conn    *conn[PEOPLE];
    int64_t  now;
    uint64_t lot, runs;
    char     folder[64], code[CODE], token[PEOPLE][2 * TOKEN + 1];
    uint8_t *frame[PEOPLE];              /* what is there of the frame being written to each */
    size_t   frame_n[PEOPLE];
    pthread_mutex_t lock;
    pthread_cond_t  some;
    int      woken;
} wire = { .lock = PTHREAD_MUTEX_INITIALIZER, .some = PTHREAD_COND_INITIALIZER };

/* ---- what loop.c does otherwise -------------------------------------------------- */

int64_t calendar_ms(void) { return wire.now; }
int64_t steady_ms(const Server *s) { return (void)s, wire.now; }

void random_bytes(void *out, size_t n)
{
    uint8_t *p = out;
    for (size_t i = 0; i < n; i++) p[i] = (uint8_t)(dice_stir(wire.lot += DICE_STEP) >> 24);
}

void server_log(const char *level, const char *what, const Room *r, const char *more)
{
    (void)level, (void)what, (void)r, (void)more;
}
void conn_heard(Conn *c) { c->heard = wire.now; }
void conn_listen(Conn *c, bool on) { (void)c, (void)on; }

static int who(const Conn *c)
{
    for (int i = 0; i < PEOPLE; i++)
        if (wire.conn[i] == c) return i;
    return -1;
}

/* Whatever is said to a client is one JSON object a frame; tokens are kept for later use. */
static void need_message(Conn *c, const char *text, size_t n)
{
    Why w;
    Arena a = { .at = malloc(json_needs(n)), .cap = json_needs(n) };
    const Fact *m = json_read(text, n, &a, &w), *token = fact_get(m, "token");
    need(m && m->kind == FACT_OBJECT && fact_get(m, "t"), "what is said is a message");
    bool ours = token && token->kind == FACT_TEXT && who(c) >= 0;
    if (ours) snprintf(wire.token[who(c)], sizeof wire.token[0], "%s", token->text);
    free(a.at);
}

/* The size of the frame these bytes begin with; 0: not all of it is there. */
static size_t whole_frame(const uint8_t *p, size_t n, size_t *head)
{
    if (n < 2) return 0;
    *head = (p[1] & 127) == 126 ? 4 : (p[1] & 127) == 127 ? 10 : 2;
    size_t length = *head == 2 ? p[1] & 127u : 0;
    if (n < *head) return 0;
    for (size_t i = 2; i < *head; i++) length = length << 8 | p[i];
    need(!(p[1] & 128), "frames are written plain");
    return n >= *head + length ? *head + length : 0;
}

/* Frames are written in pieces, but whole before the turn ends. */
void conn_write(Conn *c, const void *bytes, size_t n)
{
    int i = who(c);
    size_t head, size;
    if (c->closing || !c->socket || !n) return;
    uint8_t *p = wire.frame[i] = realloc(wire.frame[i], wire.frame_n[i] + n);
    memcpy(p + wire.frame_n[i], bytes, n);
    wire.frame_n[i] += n;
    while ((size = whole_frame(p, wire.frame_n[i], &head))) {
        if (p[0] == 0x81) need_message(c, (const char *)p + head, size - head);
        wire.frame_n[i] -= size;
        memmove(p, p + size, wire.frame_n[i]);
    }
}

/* In outbox.c there is more to it; here everything is taken at once. */
bool outbox_blocked(Conn *c, size_t more) { return c->unsent + more > MAX_UNSENT; }
size_t outbox_owed(const Server *s, const Address *a) { return (void)s, (void)a, 0; }

void conn_lend(Conn *c, const void *bytes, size_t n) { conn_write(c, bytes, n); }

void conn_after(Conn *c) { c->listed = true; }

void conn_close(Conn *c)
{
    c->closing = true;
    conn_after(c);
}

void conn_finish(Conn *c)
{
    c->ending = true;
    conn_after(c);
}

static void end_turn(void)
{
    for (int i = 0; i < PEOPLE; i++) {
        Conn *c = wire.conn[i];
        need(!c || !wire.frame_n[i], "frames are written whole");
        if (!c || !c->listed) continue;
        c->listed = false;
        if (conn_gone(c)) room_leave(c);
        else http_go_on(c);
    }
}

/* ---- the store -------------------------------------------------------------------- */

static void woken(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&wire.lock);
    wire.woken++;
    pthread_cond_signal(&wire.some);
    pthread_mutex_unlock(&wire.lock);
}

static bool storing(void)
{
    for (int i = 0; i < BUCKETS; i++)
        for (const Room *r = wire.server->room[i]; r; r = r->next)
            if (r->storing || r->waking) return true;
    for (int i = 0; i < PEOPLE; i++)
        if (wire.conn[i] && wire.conn[i]->look) return true;
    return false;
}

/* Waits until everything is on disk, and what waited for that has been heard. */
static inline void wire_settle(void)
{
    thinker_collect(wire.server);
    end_turn();
    while (storing()) {
        pthread_mutex_lock(&wire.lock);
        while (!wire.woken) pthread_cond_wait(&wire.some, &wire.lock);
        wire.woken = 0;
        pthread_mutex_unlock(&wire.lock);
        jobs_hear(wire.server);
        end_turn();
    }
}

static void clear_folder(void)
{
    char path[400];
    DIR *d = opendir(wire.folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%s", wire.folder, e->d_name);
        if (e->d_name[0] != '.') unlink(path);
    }
    if (d) closedir(d);
}

static void leave_nothing(void)
{
    clear_folder();
    rmdir(wire.folder);
}

static void open_store(void)
{
    char where[80];
    Why w = { "" };
    StoreWish wish = { .where = where, .wake = woken };
    if (wire.server->store) store_close(wire.server->store);
    clear_folder();
    snprintf(where, sizeof where, "sqlite:%s", wire.folder);
    wire.server->store = store_open(&wish, &w);
    need(wire.server->store, w.text);
}

static void make_server(void)
{
    static const Settings settings = { .per_address = 1 << 20, .tables_per_hour = 1000000000, .connections = 1 << 20,
                                       .rate = 100000 };
    Server *s = wire.server = calloc(1, sizeof *s);
    need(s, "there is memory");
    s->settings = settings;
    s->notify = -1;
    uv_loop_init(&s->loop);
    uv_async_init(&s->loop, &s->thought, NULL);
    const char *place = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    snprintf(wire.folder, sizeof wire.folder, "%s/ninelives-fuzz-%d", place, (int)getpid());
    mkdir(wire.folder, 0700);
    atexit(leave_nothing);
    s->files = files_load(NULL);
    s->names = names_find();
}

/* ---- one run --------------------------------------------------------------------------- */

static inline Conn *wire_conn(int i)
{
    static const uint8_t ip[16] = { 1 };
    Conn *c = wire.conn[i] = calloc(1, sizeof *c);
    c->server = wire.server;
    c->address = limits_enter(wire.server, ip, false);
    c->seat = SEAT_TABLE;
    c->said = (Ration){ 1000000, wire.now };
    return c;
}

static inline Conn *wire_socket(int i)
{
    Conn *c = wire_conn(i);
    socket_open(c, "bmluZWxpdmVzIGlzIGdvbw==");
    return c;
}

static inline void wire_begin(void)
{
    wire.now = 1700000000000;
    wire.lot = 1;
    if (!wire.server) make_server();
    if (wire.runs++ % RUNS_A_STORE == 0) open_store();
    wire.server->workers = thinker_start(wire.server, 1);
    wire.lot += wire.runs * 1000003;             /* codes that earlier runs left free */
    memset(wire.token, 0, sizeof wire.token);
}

static inline void wire_end(void)
{
    Server *s = wire.server;
    wire_settle();
    for (int i = 0; i < PEOPLE; i++)
        if (wire.conn[i]) conn_close(wire.conn[i]);
    end_turn();
    for (int i = 0; i < PEOPLE; i++) {
        Conn *c = wire.conn[i];
        if (!c) continue;
        limits_leave(s, c->address);
        socket_free(c);
        http_free(c->http);
        free(c->held);
        free(c->gift);
        free(c->owed);
        free(c->doubt);
        free(c);
        wire.conn[i] = NULL;
        free(wire.frame[i]);
        wire.frame[i] = NULL;
        wire.frame_n[i] = 0;
    }
    wire_settle();
    for (int i = 0; i < BUCKETS; i++)
        while (s->room[i]) room_free(s->room[i]);
    limits_free(s);                              /* what this run's address did is not held against the next */
    memset(s->address, 0, sizeof s->address);
    thinker_stop(s->workers);
    s->workers = NULL;
    while (uv_run(&s->loop, UV_RUN_NOWAIT) && s->loop.closing_handles) continue;
}

/* A table with one chair taken, as POST makes it. */
static inline Room *wire_table(const char *wish)
{
    Server *s = wire.server;
    Arena a = { s->facts, sizeof s->facts, 0 };
    Why w;
    Room *r = NULL;
    const char *what;
    const Fact *f = json_read(wish, strlen(wish), &a, &w);
    if (!f || f->kind != FACT_OBJECT || lobby_make(s, f, &r, wire.token[0], &what)) return NULL;
    memcpy(wire.code, r->code, CODE);
    room_run(r);
    wire_settle();
    return r;
}

#endif
