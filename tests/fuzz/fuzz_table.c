/* SPDX-License-Identifier: MIT
 *
 * fuzz_table.c - several guests and one whole server, through the real loop. An input is a
 * program: lines of a word and up to three numbers, such as
 *
 *     post 0 1 0        guest 0 asks for a table of kind 1
 *     turn 2            the loop turns three times
 *     slow 1            from now on the disk is slow
 *     reset 0           guest 0 is gone, without a good-bye
 *
 * The words are the rows of `step` below; numbers beyond what a word knows wrap around, and what
 * is no word is passed over. What a guest sends before the loop turns comes in one piece: so is
 * "get, get, upgrade, hello". Unless the first word is "alone" a proxy stands before the server. */
#include "guest.h"
#include "program.h"

enum { MAX_TEXT = 4096 };

static Guest *guest(const Args *x) { return &hall.guest[x->who % GUESTS]; }

/* ---- requests --------------------------------------------------------------------------------- */

enum { EXPECT = 1, CHUNKED = 2, HEAD = 4, CLOSE = 8, FORWARDED = 16, FOREIGN = 32, HALF = 64, TRAILER = 128 };

static const char *const path[] = {
    "/healthz", "/api/tables/CODE", "/api/tables", "/api/games", "/readyz", "/metrics", "/", "/t/CODE", "/big.js",
    "/api/tables/CODE/rounds/1", "/api/tables/babababa", "/socket", "/t/babababa", "/api/tables/CODE/x", "/no.js",
    "/?x#y"
};

static const char *const wish[] = {
    "{\"game\":\"kittens\",\"seats\":2,\"pace\":\"instant\",\"name\":\"NAME\"}",
    "{\"game\":\"kittens\",\"seats\":3,\"clock\":\"quick\",\"open\":true,\"name\":\"NAME\"}",
    "{\"game\":\"ratcat\",\"seats\":2,\"clock\":\"relaxed\",\"pace\":\"brisk\",\"name\":\"NAME\"}",
    "{\"game\":\"duet\",\"seats\":2,\"pace\":\"instant\",\"name\":\"NAME\"}",
    "{\"game\":\"kittens\",\"seats\":2,\"absent\":\"wait\",\"clock\":\"slow\",\"name\":\"NAME\"}",
    "{\"game\":\"goodevil\",\"seats\":4,\"clock\":\"quick\",\"pace\":\"instant\",\"name\":\"NAME\"}",
    "{\"game\":\"none\"}", "{\"game\":", "[]", ""
};

/* The words that only this run knows are filled in: CODE, NAME (never the same twice). */
static void fill(Text *t, const char *text, const char *code)
{
    char name[16];
    for (const char *p = text; *p; p++) {
        if (!strncmp(p, "CODE", 4)) {
            text_add(t, code);
            p += 3;
        } else if (!strncmp(p, "NAME", 4)) {
            snprintf(name, sizeof name, "N%d", ++hall.names);
            text_add(t, name);
            p += 3;
        } else {
            text_char(t, *p);
        }
    }
}

static Known *some_table(int i)
{
    static Known none = { .code = "bababebi" };
    return hall.tables ? &hall.table[i % hall.tables] : &none;
}

static void put_headers(Text *t, int how)
{
    char from[64];
    text_add(t, " HTTP/1.1\r\nHost: localhost\r\n");
    if (how & EXPECT) text_add(t, "Expect: 100-continue\r\n");
    if (how & CLOSE) text_add(t, "Connection: close\r\n");
    if (how & FOREIGN) text_add(t, "Origin: http://example.org\r\n");
    if (how & FORWARDED) {
        snprintf(from, sizeof from, "X-Forwarded-For: 10.0.0.%d\r\n", how & 15);
        text_add(t, from);
    }
}

static void put_body(Text *t, const char *body, int how)
{
    char size[64];
    static const char chunked[] = "Transfer-Encoding: chunked\r\n\r\n%zx\r\n", plain[] = "Content-Length: %zu\r\n\r\n";
    if (how & CHUNKED) snprintf(size, sizeof size, chunked, strlen(body));
    else snprintf(size, sizeof size, plain, strlen(body));
    text_add(t, size);
    text_add(t, body);
    if (how & CHUNKED && *body) text_add(t, "\r\n0\r\n");
    if (how & CHUNKED) text_add(t, how & TRAILER ? "X-Forwarded-For: 10.9.9.9\r\nOrigin: http://x\r\n\r\n" : "\r\n");
}

static void do_get(const Args *x)
{
    char out[MAX_TEXT];
    Guest *g = guest(x);
    Text t = text_into(out, sizeof out);
    text_add(&t, x->b & HEAD ? "HEAD " : "GET ");
    fill(&t, path[x->a % (int)(sizeof path / sizeof path[0])], some_table(x->a / 16)->code);
    put_headers(&t, x->b);
    if (x->b & CHUNKED) put_body(&t, "hello", x->b);
    else text_add(&t, "\r\n");
    g->loose |= x->b & HEAD;             /* its length is of what does not follow */
    guest_say(g, out, t.n, x->b & HALF ? 128 : 0);
}

static void do_post(const Args *x)
{
    char out[MAX_TEXT], body[512];
    Text t = text_into(out, sizeof out), w = text_into(body, sizeof body);
    text_add(&t, "POST /api/tables");
    put_headers(&t, x->b & ~HEAD);
    fill(&w, wish[x->a % (int)(sizeof wish / sizeof wish[0])], "");
    put_body(&t, body, x->b);
    guest_say(guest(x), out, t.n, x->b & HALF ? 200 : 0);
}

static void do_upgrade(const Args *x)
{
    char out[MAX_TEXT];
    Text t = text_into(out, sizeof out);
    text_add(&t, x->a & 1 ? "POST /socket" : "GET /socket");
    put_headers(&t, x->b & (EXPECT | FOREIGN | FORWARDED));
    if (x->a & 1) text_add(&t, "Content-Length: 0\r\n");
    if (!(x->a & 2)) text_add(&t, "Sec-WebSocket-Protocol: ninelives.v1\r\n");
    text_add(&t, "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: bmluZWxpdmVzIGlzIGdvbw==\r\n\r\n");
    guest_say(guest(x), out, t.n, x->b & HALF ? 128 : 0);
}

/* ---- frames ---------------------------------------------------------------------------------------- */

enum { PIECES = 1, BYTES = 2, PLAIN = 4, BINARY = 8, CUT = 16, UNFINISHED = 32, TWICE = 64 };

static void put_frame(Text *t, int head, const char *payload, size_t n, bool plain)
{
    static const char mask[4] = { 1, 2, 3, 4 };
    text_char(t, (char)head);
    text_char(t, (char)((n < 126 ? (int)n : 126) | (plain ? 0 : 128)));
    if (n >= 126) text_char(t, (char)(n >> 8)), text_char(t, (char)(n & 255));
    if (!plain) text_bytes(t, mask, 4);
    for (size_t i = 0; i < n; i++) text_char(t, (char)(plain ? payload[i] : payload[i] ^ mask[i % 4]));
}

/* A message as one frame, as several, or as something that is none. */
static void say(Guest *g, const char *text, int how)
{
    char out[MAX_TEXT * 4];
    Text t = text_into(out, sizeof out);
    size_t n = strlen(text), piece = how & BYTES && n < 200 ? 1 : how & PIECES ? n / 2 + 1 : n + 1, at = 0;
    do {
        size_t more = n - at < piece ? n - at : piece;
        bool last = at + more >= n && !(how & UNFINISHED);
        put_frame(&t, (last ? 0x80 : 0) | (at ? 0 : how & BINARY ? 2 : 1), text + at, more, how & PLAIN);
        at += more;
    } while (at < n);
    guest_say(g, out, t.n, how & CUT ? 100 : 0);
    if (how & TWICE) guest_say(g, out, t.n, 0);
}

static void do_hello(const Args *x)
{
    char text[400];
    Guest *g = guest(x);
    int number = hall.tables ? x->a / 8 % hall.tables : 0;
    const Known *k = some_table(number);
    Text t = text_into(text, sizeof text);
    if (g->fd < 0) return;               /* nobody hears it, so nobody is brought to that table */
    if (!g->said_hello) g->at = number;
    g->said_hello = true;
    text_add(&t, "{\"t\":\"hello\",\"v\":1,\"table\":\"");
    text_add(&t, (x->a & 7) == 7 ? "babababa" : k->code);
    char more[200] = "";
    const char *secret = k->secrets ? k->secret[x->b / 128 ? 0 : k->secrets - 1] : "00";
    if ((x->a & 7) == 1) snprintf(more, sizeof more, "\",\"token\":\"%s", secret);
    if ((x->a & 7) == 2) snprintf(more, sizeof more, "\",\"token\":\"%s", "0123456789abcdef");
    if ((x->a & 7) == 3) snprintf(more, sizeof more, "\",\"key\":\"%s", k->key);
    if ((x->a & 7) == 4) snprintf(more, sizeof more, "\",\"token\":\"%s", secret);
    text_add(&t, more);
    if ((x->a & 6) == 4) {
        snprintf(more, sizeof more, "\",\"have\":{\"round\":%u,\"n\":%d},\"x\":\"", g->round, (int)g->n);
        text_add(&t, more);
    }
    text_add(&t, "\"}");
    say(g, text, x->b & 127);
}

static const char *const message[] = {
    "{\"t\":\"sit\",\"name\":\"NAME\"}", "{\"t\":\"sit\",\"name\":\"NAME\",\"seat\":1}", "{\"t\":\"stand\"}",
    "{\"t\":\"stand\",\"seat\":1}", "{\"t\":\"name\",\"name\":\"NAME\"}",
    "{\"t\":\"bot\",\"seat\":1,\"level\":\"random\"}", "{\"t\":\"bot\",\"seat\":1,\"level\":\"sharp\"}",
    "{\"t\":\"bot\",\"seat\":2,\"level\":\"search\"}", "{\"t\":\"bot\",\"seat\":1,\"level\":null}",
    "{\"t\":\"start\"}", "{\"t\":\"pause\",\"on\":true}", "{\"t\":\"pause\",\"on\":false}",
    "{\"t\":\"swap\",\"seats\":[0,1]}", "{\"t\":\"host\",\"seat\":1}", "{\"t\":\"handover\"}", "{\"t\":\"past\"}",
    "{\"t\":\"say\",\"phrase\":\"hello\"}", "{\"t\":\"ping\"}",
    "{\"t\":\"set\",\"clock\":\"quick\",\"pace\":\"instant\"}", "{\"t\":\"set\",\"seats\":3}",
    "{\"t\":\"set\",\"game\":\"ratcat\",\"seats\":2}", "{\"t\":\"set\",\"absent\":\"wait\",\"open\":true}",
    "{\"t\":\"luck\",\"value\":\"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"}",
    "{\"t\":\"bot\",\"seat\":0,\"level\":\"easy\"}", "{\"t\":\"set\",\"game\":\"duet\",\"clock\":\"off\"}",
    "{\"t\":\"set\",\"pace\":\"human\"}", "{\"t\":\"name\",\"name\":\"\"}", "{\"t\":1}", "{\"t\":\"nothing\"}",
    "{\"t\":\"move\"}", "not json", "{\"t\":\"sit\",\"name\":\"NAME\",\"seat\":2}",
    "{\"t\":\"bot\",\"seat\":2,\"level\":\"easy\"}"
};

static void do_say(const Args *x)
{
    char text[400];
    Text t = text_into(text, sizeof text);
    fill(&t, message[x->a % (int)(sizeof message / sizeof message[0])], "");
    say(guest(x), text, x->b);
}

/* One of the moves an offer stands for: "play favor @1|@2", "clue WORD N". */
static void put_move(Text *t, const char *offer, int pick)
{
    for (const char *p = offer, *end; *p; p = *end ? end + 1 : end) {
        size_t n = strcspn(p, " ");
        int choices = 1;
        end = p + n;
        for (const char *q = p; q < end; q++) choices += *q == '|';
        for (int i = pick % choices; i; i--) p = strchr(p, '|') + 1;
        n = strcspn(p, "| ");
        if (p != offer) text_char(t, ' ');
        if (n == 4 && !memcmp(p, "WORD", 4)) text_add(t, "zebu");
        else if (n == 1 && *p == 'N') text_add(t, "1");
        else text_bytes(t, p, n);
        pick = pick / choices + 1;
    }
}

static void do_move(const Args *x)
{
    char text[500], head[160];
    Guest *g = guest(x);
    Text t = text_into(text, sizeof text);
    guest_read(g, 0);
    if (!g->offers) return;
    if (x->b < 128) g->asked++;          /* else the same move once more */
    snprintf(head, sizeof head, "{\"t\":\"move\",\"id\":\"g%d-%d\",\"round\":%u,\"at\":%d,\"move\":\"",
             x->who % GUESTS, g->asked, g->round, (int)g->n);
    text_add(&t, head);
    put_move(&t, g->offer[x->a % g->offers], x->a / 7);
    text_add(&t, "\"}");
    say(g, text, x->b & 127);
}

static void do_frame(const Args *x)
{
    static const struct { const char *bytes; size_t n; } raw[] = {
        { "\x88\x82\1\2\3\4\2\xea", 8 }, { "\x89\x84\1\2\3\4aaaa", 10 }, { "\x88\x80\1\2\3\4", 6 },
        { "\x8a\x80\1\2\3\4", 6 }, { "\x81\xff\0\0\0\1\0\0\0\0\1\2\3\4", 14 }, { "\x81\xfe\x3f\xff\1\2\3\4abc", 11 },
        { "\xf1\x80\1\2\3\4", 6 }, { "\x80\x80\1\2\3\4", 6 }, { "\x81\x80\1\2\3\4", 6 },
        { "\1\x80\1\2\3\4", 6 }, { "\x81\x82\1\2\3\4\xfe\xfc", 8 },
        { "GARBAGE\r\n\r\n", 11 }, { "\r\n\r\n", 4 }, { "\0", 1 }, { "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 24 },
        { "CONNECT a:1 HTTP/1.1\r\n\r\n", 24 }, { "GET / HTTP/1.0\r\n\r\n", 18 },
        { "POST /api/tables HTTP/1.1\r\nContent-Length: 99999\r\n\r\n", 52 }
    };
    int i = x->a % (int)(sizeof raw / sizeof raw[0]);
    guest_say(guest(x), raw[i].bytes, raw[i].n, x->b & 1 ? 128 : 0);
}

/* ---- coming and going ------------------------------------------------------------------------------------ */

static void do_connect(const Args *x) { guest_connect(guest(x), x->who % GUESTS, x->a & 1); }
static void do_rest(const Args *x) { guest_say_rest(guest(x)); }
static void do_read(const Args *x) { guest_read(guest(x), (size_t)x->a * 64); }
static void do_close(const Args *x) { guest_drop(guest(x)); }
static void do_reset(const Args *x) { guest_reset(guest(x)); }

static void do_half(const Args *x)
{
    Guest *g = guest(x);
    if (g->fd >= 0) shutdown(g->fd, SHUT_WR);
}

static void do_turn(const Args *x)
{
    for (int i = x->who % 8; i >= 0; i--) turn();
}

/* Everybody reads what there is, until nothing more comes: a connection that is let in is heard a turn later. */
static void do_settle(const Args *x)
{
    (void)x;
    for (int i = 0, quiet = 0; i < 8 && quiet < 2; i++, quiet++) {
        turn();
        for (int k = 0; k < GUESTS; k++)
            if (guest_read(&hall.guest[k], 0)) quiet = -1;
    }
}

/* The whole way to a table in one step: a chair of it, or a place to watch. */
static void do_come(const Args *x)
{
    Args y = { x->who, x->a, 0 };
    guest_reset(guest(x));
    do_connect(&(Args){ x->who, 0, 0 });
    if (!hall.tables || x->b & 1) do_post(&y), do_settle(&y);
    do_upgrade(&(Args){ x->who, 0, 0 });
    do_settle(&y);
    do_hello(&(Args){ x->who, x->a / 16 * 8 + (x->b & 2 ? 0 : 1), 0 });
    do_settle(&y);
    if (x->b & 2) do_say(&(Args){ x->who, 0, 0 }), do_settle(&y);
}

/* A whole visit in one piece, without waiting for any answer. */
static void do_rush(const Args *x)
{
    do_connect(&(Args){ x->who, 0, 0 });
    turn();
    do_get(&(Args){ x->who, x->a % 4, 0 });
    do_upgrade(&(Args){ x->who, 0, 0 });
    do_hello(&(Args){ x->who, x->b & 1, 0 });
    do_say(&(Args){ x->who, x->a / 4 + x->b / 2, 0 });
}

/* ---- time, disk, bots, signals ----------------------------------------------------------------------------- */

/* In some steps, with turns between them, or a timer that runs every second would run once. */
static void do_time(const Args *x)
{
    static const int64_t ms[] = { 1, 50, 300, 1000, 3000, 7000, 11000, 21000, 31000, 61000, 101000, 125000, 700000,
                                  3700000, 50000000, 300000000 };
    for (int i = 0; i < 4; i++) {
        world.steady += ms[x->who % 16] / 4 + 1;
        world.wall += ms[x->who % 16] / 4 + 1;
        turn();
    }
}

static void do_wall(const Args *x)
{
    static const int64_t ms[] = { -3600000, -1000, -86400000, 3600000, 30000, -60000, 86400000, -100 };
    world.wall += ms[x->who % 8];
}

static void do_disk(const Args *x)
{
    world.disk = (Disk)(x->who % DISKS);
    world.disk_for = x->a % 8;
}

static void do_slow(const Args *x)
{
    world.slow_disk = x->who & 1;
    if (!world.slow_disk) let_write(-1);
}

static void do_stored(const Args *x) { let_write(x->who % 4 + 1); }

static void do_think(const Args *x)
{
    world.slow_bots = x->who & 1;
    if (!world.slow_bots) let_think();
}

static void do_term(const Args *x)
{
    (void)x;
    ask_to_stop();
}

static void do_restart(const Args *x)
{
    (void)x;
    stop_server();
    need_promises();
    start_server();
}

static void do_kill(const Args *x)
{
    (void)x;
    kill_server();
}

/* ---- programs -------------------------------------------------------------------------------------------------- */

static const Step step[] = {
    { "connect", do_connect, 2, 4 }, { "get", do_get, 3, 6 }, { "post", do_post, 3, 4 },
    { "upgrade", do_upgrade, 3, 3 }, { "hello", do_hello, 3, 5 }, { "say", do_say, 3, 10 }, { "move", do_move, 3, 6 },
    { "frame", do_frame, 3, 2 }, { "come", do_come, 3, 5 }, { "rush", do_rush, 3, 4 }, { "rest", do_rest, 1, 1 },
    { "read", do_read, 2, 2 }, { "half", do_half, 1, 1 }, { "close", do_close, 1, 2 }, { "reset", do_reset, 1, 4 },
    { "turn", do_turn, 1, 8 }, { "settle", do_settle, 0, 5 }, { "time", do_time, 1, 4 }, { "wall", do_wall, 1, 1 },
    { "disk", do_disk, 2, 3 }, { "slow", do_slow, 1, 4 }, { "stored", do_stored, 1, 3 }, { "think", do_think, 1, 2 },
    { "term", do_term, 0, 1 }, { "restart", do_restart, 0, 1 }, { "kill", do_kill, 0, 1 }, { .word = NULL }
};

static void do_line(const char *line)
{
    char word[12] = "";
    Args x = { 0, 0, 0 };
    sscanf(line, "%11s %3d %3d %3d", word, &x.who, &x.a, &x.b);
    x.who &= 255;
    x.a &= 255;
    x.b &= 255;
    for (const Step *at = step; at->word; at++)
        if (!strcmp(word, at->word)) at->act(&x);
    if (!world.stopped) return;
    stop_server();
    need_promises();
    start_server();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[64];
    int n = 0;
    world.alone = size > 5 && !memcmp(data, "alone", 5);
    begin_world();
    hall_begin();
    for (const uint8_t *p = data, *end = data + size, *next; p < end && n < MAX_STEPS; p = next, n++) {
        const uint8_t *stop = memchr(p, '\n', (size_t)(end - p));
        next = stop ? stop + 1 : end;
        size_t length = (size_t)((stop ? stop : end) - p);
        if (length >= sizeof line) continue;
        memcpy(line, p, length);
        line[length] = 0;
        do_line(line);
    }
    hall_end();
    end_world();
    need_promises();
    return 0;
}

/* ---- how programs change, line by line: called by the fuzzer's library ---------------------------------- */

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t an, const uint8_t *b, size_t bn, uint8_t *out, size_t most,
                                 unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static Program p;
    Dice d;
    dice_fast(&d, seed);
    program_read(&p, data, size);
    for (int n = 1 + below(&d, 5); n; n--) program_change(&p, step, &d);
    return program_write(&p, data, most);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t an, const uint8_t *b, size_t bn, uint8_t *out, size_t most,
                                 unsigned seed)
{
    static Program p, q;
    Dice d;
    dice_fast(&d, seed);
    program_read(&p, a, an);
    program_read(&q, b, bn);
    if (!p.n || !q.n) return 0;
    p.n = 1 + below(&d, p.n);
    for (int i = below(&d, q.n); i < q.n; i++) insert(&p, p.n, q.line[i]);
    return program_write(&p, out, most);
}
