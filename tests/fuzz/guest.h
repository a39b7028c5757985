/* SPDX-License-Identifier: MIT
 *
 * guest.h - a client of the server in table.h, over a real socket of this machine: it says what
 * it is told to say, remembers what it hears, and insists on what the protocol promises. */
#ifndef NINELIVES_FUZZ_GUEST_H
#define NINELIVES_FUZZ_GUEST_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "table.h"

enum { GUESTS = 5, TABLES = 4, SECRETS = 8, PROMISES = 256, OFFERS = 40, MAX_OFFER = 200 };
enum { HEARD = 1 << 20, UNSAID = 1 << 16 };

typedef struct {
    char code[CODE];
    char secret[SECRETS][2 * TOKEN + 1]; /* tokens of its seats, the latest last */
    int  secrets;
    char key[2 * TOKEN + 1];
} Known;

/* An answer that says: this is on disk. Kept, and looked for in the data file. */
typedef struct { uint32_t table; char ask[MAX_ASK]; } Promise;

typedef struct {
    int   fd;                            /* -1: not connected */
    bool  socket;                        /* a WebSocket since an answer 101 */
    bool  loose;                         /* has sent what is no request: its answers may be anything */
    bool  said_hello;
    char *heard;                         /* HEARD bytes, of which `heard_n` are not yet understood */
    size_t heard_n;
    char  unsaid[UNSAID];                /* the rest of a request or frame that was cut */
    size_t unsaid_n;
    int   at;                            /* number of the table it said hello to */
    uint32_t seen_table, round;          /* the last moment it was told of, and of which table ... */
    uint64_t n;                          /* ... up to this event */
    int   asked;                         /* moves it has made */
    char  offer[OFFERS][MAX_OFFER];
    int   offers;
} Guest;

static struct {
    Guest   guest[GUESTS];
    Known   table[TABLES];
    int     tables;
    Promise promise[PROMISES];
    int     promises, names;
    char   *facts;
} hall;

/* ---- what must be true of what is heard --------------------------------------------------- */

static void keep_secret(Known *k, const Fact *secret)
{
    if (!k || !secret || secret->kind != FACT_TEXT) return;
    if (k->secrets == SECRETS) memmove(k->secret, k->secret + 1, sizeof k->secret[0] * (size_t)--k->secrets);
    snprintf(k->secret[k->secrets++], sizeof k->secret[0], "%s", secret->text);
}

static void promise(uint32_t table, const char *ask)
{
    if (hall.promises == PROMISES) return;
    Promise *p = &hall.promise[hall.promises++];
    p->table = table;
    snprintf(p->ask, sizeof p->ask, "%s", ask);
}

static const char *text_of(const Fact *f, const char *key)
{
    const Fact *v = fact_get(f, key);
    return v && v->kind == FACT_TEXT ? v->text : "";
}

static int number_of(const Fact *f, const char *key)
{
    const Fact *v = fact_get(f, key);
    return v && v->kind == FACT_NUMBER ? v->number : -1;
}

/* Asks the data file for a row; false: there is none. */
static bool file_has(const char *sql, uint32_t table, const char *text)
{
    sqlite3 *db;
    sqlite3_stmt *q;
    Disk disk = world.disk;
    world.disk = DISK_FINE;
    need(sqlite3_open_v2(world.file, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK, "the data file can be opened");
    need(sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK, "the data file can be asked");
    sqlite3_bind_int64(q, 1, table);
    sqlite3_bind_text(q, 2, text, -1, SQLITE_STATIC);
    bool there = sqlite3_step(q) == SQLITE_ROW;
    sqlite3_finalize(q);
    sqlite3_close(db);
    world.disk = disk;
    return there;
}

/* Names are never used twice, so one that was refused is in no text that was stored. What was stored while the
 * server stopped, only the file knows. */
static bool name_was_stored(uint32_t table, const char *name)
{
    char quoted[80];
    snprintf(quoted, sizeof quoted, "{\"name\":\"%s\"", name);
    for (const Stored *s = world.stored; s; s = s->next)
        if (s->table == table && strstr(s->text, quoted)) return true;
    return file_has("SELECT 1 FROM tables WHERE id=?1 AND instr(text, ?2)", table, quoted);
}

static void need_table(const Fact *m)
{
    const Fact *seats = fact_get(m, "seats");
    uint32_t id = code_read(text_of(m, "code"));
    int watching = number_of(m, "watching");
    need(seats && seats->kind == FACT_LIST, "a table has seats");
    need(watching >= 0 && watching <= GUESTS, "as many watch as there are");
    for (const Fact *f = seats->child; f; f = f->next) {
        const char *name = text_of(f, "name");
        need(!*name || name_was_stored(id, name), "a name that is shown is on disk");
    }
}

static void need_numbers(Guest *g, const Fact *m, bool step)
{
    int round = number_of(m, "round"), n = number_of(m, "n");
    uint32_t table = code_read(hall.table[g->at].code);
    need(round > 0 && n >= 0, "a moment has a round and a number");
    bool same = g->seen_table == table && g->round == (uint32_t)round;
    bool later = (uint32_t)round > g->round || (same && (uint64_t)n >= g->n);
    if (g->seen_table == table) need(later, "what was told stays true");
    uint64_t next = same ? g->n + 1 : 1;
    const Fact *events = fact_get(m, "events");
    for (const Fact *e = step && events ? events->child : NULL; e; e = e->next, next++)
        need((uint64_t)number_of(e, "n") == next, "events have contiguous numbers");
    if (step) need(next == (uint64_t)n + 1, "the last event is the last one");
    g->seen_table = table;
    g->round = (uint32_t)round;
    g->n = (uint64_t)n;
}

static void need_clock(const Fact *m)
{
    const Fact *clock = fact_get(m, "clock");
    need(clock, "a moment has a clock, or none");
    if (clock->kind == FACT_NONE) return;
    int left = number_of(clock, "left");
    need(left >= 0 && left <= number_of(clock, "of"), "no more time is left than there was");
}

static void keep_offer(Guest *g, const Fact *m)
{
    const Fact *offer = fact_get(m, "offer");
    g->offers = 0;
    for (const Fact *f = offer ? offer->child : NULL; f && g->offers < OFFERS; f = f->next)
        if (f->kind == FACT_TEXT) snprintf(g->offer[g->offers++], MAX_OFFER, "%s", f->text);
}

static const Fact *facts_of(const char *text, size_t n)
{
    Why w;
    Arena a = { hall.facts, json_needs(HEARD), 0 };
    return json_read(text, n, &a, &w);
}

static void hear_message(Guest *g, const char *text, size_t n)
{
    const Fact *m = facts_of(text, n);
    const char *t = text_of(m, "t");
    Known *k = &hall.table[g->at];
    need(m && m->kind == FACT_OBJECT && *t, "what is said is one message");
    if (!strcmp(t, "table")) need_table(m);
    else if (!strcmp(t, "view") || !strcmp(t, "step")) need_numbers(g, m, *t == 's'), need_clock(m), keep_offer(g, m);
    else if (!strcmp(t, "seated") || !strcmp(t, "welcome")) keep_secret(k, fact_get(m, "token"));
    else if (!strcmp(t, "handover")) snprintf(k->key, sizeof k->key, "%s", text_of(m, "key"));
    else if (!strcmp(t, "ack")) promise(code_read(k->code), text_of(m, "id"));
}

static void hear_created(const Fact *m)
{
    if (hall.tables == TABLES) return;
    Known *k = &hall.table[hall.tables++];
    *k = (Known){ .secrets = 0 };
    snprintf(k->code, sizeof k->code, "%s", text_of(m, "code"));
    keep_secret(k, fact_get(m, "token"));
    promise(code_read(k->code), "");
}

/* ---- hearing ------------------------------------------------------------------------------------ */

/* Each gives the bytes it has understood; 0: more must come. */
static size_t hear_frame(Guest *g, const uint8_t *p, size_t n)
{
    size_t head = n < 2 ? 2 : (p[1] & 127) == 126 ? 4 : (p[1] & 127) == 127 ? 10 : 2, length = n < 2 ? 0 : p[1] & 127u;
    if (n < head) return 0;
    if (head > 2) length = 0;
    for (size_t i = 2; i < head; i++) length = length << 8 | p[i];
    need(!(p[1] & 128) && length < HEARD - head, "frames are plain and not too long");
    need(p[0] == 0x81 || p[0] == 0x88 || p[0] == 0x89 || p[0] == 0x8a, "frames are whole, of text or of control");
    if (n < head + length) return 0;
    if (p[0] == 0x81) hear_message(g, (const char *)p + head, length);
    return head + length;
}

static size_t hear_answer(Guest *g, char *p, size_t n)
{
    char *end = memmem(p, n, "\r\n\r\n", 4);
    if (!end) return 0;
    size_t head = (size_t)(end - p) + 4, length = 0;
    int status = n > 12 && !memcmp(p, "HTTP/1.1 ", 9) ? atoi(p + 9) : 0;
    need(status, "an answer has a status");
    char *size = memmem(p, head, "Content-Length: ", 16);
    if (size) length = strtoul(size + 16, NULL, 10);
    if (status == 101) g->socket = true;
    if (n < head + length) return 0;
    bool json = memmem(p, head, "application/json", 16);
    const Fact *m = json ? facts_of(end + 4, length) : NULL;
    need(!json || (m && m->kind == FACT_OBJECT), "an answer is an object");
    if (status == 201) hear_created(m);
    else if (json && fact_get(m, "watching")) need_table(m);
    return head + length;
}

static void understand(Guest *g)
{
    size_t used = 0, some = 1;
    while (some && used < g->heard_n && !g->loose) {
        char *p = g->heard + used;
        some = g->socket ? hear_frame(g, (uint8_t *)p, g->heard_n - used) : hear_answer(g, p, g->heard_n - used);
        used += some;
    }
    if (g->loose) used = g->heard_n;
    memmove(g->heard, g->heard + used, g->heard_n - used);
    g->heard_n -= used;
}

static void guest_drop(Guest *g)
{
    if (g->fd >= 0) close(g->fd);
    g->fd = -1;
    g->heard_n = g->unsaid_n = 0;
    g->socket = g->loose = g->said_hello = false;
    g->offers = 0;
}

static void guest_reset(Guest *g)
{
    struct linger now = { 1, 0 };
    if (g->fd >= 0) setsockopt(g->fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    guest_drop(g);
}

/* At most so many bytes; 0: all there is. Whoever is hung up on goes. Returns whether anything came. */
static bool guest_read(Guest *g, size_t most)
{
    if (g->fd < 0) return false;
    if (!most || most > HEARD - g->heard_n) most = HEARD - g->heard_n;
    ssize_t n = recv(g->fd, g->heard + g->heard_n, most, MSG_DONTWAIT);
    if (n > 0) g->heard_n += (size_t)n;
    understand(g);
    if (n == 0 || (n < 0 && errno != EAGAIN)) guest_reset(g);
    return n > 0;
}

/* ---- saying --------------------------------------------------------------------------------------- */

static void guest_connect(Guest *g, int slot, bool small)
{
    int room = 4096;
    struct sockaddr_in from = { .sin_family = AF_INET }, to = from;
    to.sin_port = (in_port_t)world.port;
    if (g->fd >= 0) return;
    from.sin_addr.s_addr = htonl(0x7f000002u + (uint32_t)slot / 3);      /* some share an address */
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    g->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (small) setsockopt(g->fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    bool ok = g->fd >= 0 && !bind(g->fd, (struct sockaddr *)&from, sizeof from);
    if (!ok || (connect(g->fd, (struct sockaddr *)&to, sizeof to) && errno != EINPROGRESS)) guest_drop(g);
}

static void guest_send(Guest *g, const void *bytes, size_t n)
{
    if (g->fd < 0) return;
    ssize_t sent = send(g->fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent != (ssize_t)n) guest_reset(g);
}

/* A part of it is sent now, and the rest when asked for, or never. `cut` in 256ths; 0: all of it. */
static void guest_say(Guest *g, const void *bytes, size_t n, int cut)
{
    size_t first = cut ? n * (size_t)cut / 256 : n;
    guest_send(g, bytes, first);
    if (g->fd < 0 || first == n) return;
    if (n - first > UNSAID - g->unsaid_n) return;
    memcpy(g->unsaid + g->unsaid_n, (const char *)bytes + first, n - first);
    g->unsaid_n += n - first;
}

static void guest_say_rest(Guest *g)
{
    guest_send(g, g->unsaid, g->unsaid_n);
    g->unsaid_n = 0;
}

/* ---- beginning and end -------------------------------------------------------------------------------- */

static void hall_begin(void)
{
    for (int i = 0; i < GUESTS; i++) {
        Guest *g = &hall.guest[i];
        char *heard = g->heard ? g->heard : malloc(HEARD);
        *g = (Guest){ .fd = -1, .heard = heard, .seen_table = UINT32_MAX };
    }
    if (!hall.facts) hall.facts = malloc(json_needs(HEARD));
    hall.tables = hall.promises = hall.names = 0;
}

/* Whatever anybody was promised is in the file that the server left. */
static void need_promises(void)
{
    static const char table[] = "SELECT 1 FROM tables WHERE id=?1 AND ?2=''";
    static const char move[] = "SELECT 1 FROM moves WHERE round>>24=?1 AND ask=?2";
    for (const Promise *p = hall.promise; p < hall.promise + hall.promises; p++)
        need(file_has(*p->ask ? move : table, p->table, p->ask), "what was promised is on disk");
    hall.promises = 0;
}

static void hall_end(void)
{
    for (int i = 0; i < GUESTS; i++) guest_read(&hall.guest[i], 0);
    for (int i = 0; i < GUESTS; i++) guest_reset(&hall.guest[i]);
}

#endif
