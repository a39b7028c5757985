/* SPDX-License-Identifier: MIT
 * loop.c - the event loop: connections come, speak, fall silent and go; the server starts, drains and stops.
 *
 * The way of a message. Somebody plays a card in a browser, and these functions run, on the loop's thread unless it
 * says otherwise:
 *
 *   on_read (here)                libuv has bytes from the network
 *   socket_read, on_message       socket.c unwraps the WebSocket frame and has the whole message
 *   talk_hear                     talk.c parses the JSON; from here on nobody looks at bytes
 *     room_wait                   room.c keeps the message for later if the table is being stored just now
 *   hear_move, play_move          talk.c finds the move, play.c plays it by the rules (core/round.c)
 *     note_move, room_draft       play.c notes the move in the room's draft: what is to be stored
 *   room_run, store_ask           room.c hands the draft to the store
 *   run_lane                      the store's thread writes it to disk and wakes the loop
 *   on_stored (here)              the loop takes it back
 *   room_stored, tell_room        tell.c tells everybody at the table what they may know of it
 *   socket_send, conn_write       the frames are gathered in the outbox
 *   clock_set, thinker_ask        clock.c sets the table's alarm, and asks a worker's thread if a bot is next
 *   end_turn (here), outbox_send  the frames go out, one write for each connection
 *   on_thought (here)             the bot has chosen: room_run plays its move when it is time, and so on
 *
 * A request by HTTP begins the same way in http_read() instead of socket_read().
 *
 * How a connection ends. Every write may find that the other side has hung up, and writes happen in the middle of
 * everything: while a request is being parsed, while a table tells twenty people what happened. If the connection were
 * taken out of its lists and freed there, whoever called would go on with freed memory. So it ends in two steps:
 *
 * 1. conn_close() only marks it `closing` and puts it into the list `after`. From here on nothing is written to it and
 *    nothing it said is heard; but it stays in every list it is in, and its memory stays valid.
 * 2. When the callback that was running has returned to the loop, end_turn() takes it out of its room and all lists,
 *    and closes its handle. That is done nowhere else. libuv then calls on_closed(), which frees it.
 *
 * So a Conn is valid until its callback returns, whatever was called meanwhile; conn_gone() says whether there is still
 * somebody to answer; and a list of connections does not change while somebody walks along it.
 *
 * end_turn() is also where an HTTP connection goes on after it had to wait for the disk (http_go_on), so that no
 * request is heard in the middle of the answer to another one. */
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../cli/cli.h"
#include "doze.h"
#include "files.h"
#include "http.h"
#include "invite.h"
#include "jobs.h"
#include "look.h"
#include "metrics.h"
#include "nodes.h"
#include "notice.h"
#include "origin.h"
#include "outbox.h"
#include "push.h"
#include "room.h"
#include "socket.h"
#include "talk.h"
#include "tell.h"
#include "thinker.h"

enum {
    BACKLOG     = 1024,                  /* connections that wait until the loop gets to them */
    SEND_BUFFER = 128 * 1024,            /* bytes that the kernel buffers for one reader */
    HELLO_MS    = 10000,                 /* a WebSocket says hello within this */
    SILENT_MS   = HEARTBEAT * 2500,      /* at a table: two heartbeats and a half */
    HTTP_MS     = 30000,                 /* between two requests */
    DRAIN_MS    = 3000,                  /* for clients to go when the server stops; then ... */
    COMEBACK_MS = 1500,                  /* ... they are told to come back after this */
    TICK_MS     = 1000,
    SWEEP       = 60                     /* ticks from one clearing up to the next */
};

int64_t calendar_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t steady_ms(const Server *s) { return s->epoch + (int64_t)uv_now(&s->loop); }

void random_bytes(void *out, size_t n)
{
    if (getentropy(out, n)) abort();
}

void server_log(const char *level, const char *what, const Room *r, const char *more)
{
    char out[512];
    Text t = text_into(out, sizeof out);
    Json j = json_write(&t);
    Scribe *to = &j.to;
    tell_object(to, NULL);
    tell_long(to, "at", (uint64_t)calendar_ms());
    tell_text(to, "level", level);
    tell_text(to, "what", what);
    if (r) tell_text(to, "table", r->code);
    if (more) tell_text(to, "more", more);
    to->close(to);
    text_char(&t, '\n');
    if (t.n < sizeof out) fputs(out, stderr);
}

/* ---- connections: a list, those that have been silent longest first ---------------------------- */

static void end_turn(uv_idle_t *turn);

static void unlink_conn(Conn *c)
{
    Server *s = c->server;
    *(c->older ? &c->older->newer : &s->oldest) = c->newer;
    *(c->newer ? &c->newer->older : &s->newest) = c->older;
    c->older = c->newer = NULL;
}

static void link_newest(Conn *c)
{
    Server *s = c->server;
    c->older = s->newest;
    *(s->newest ? &s->newest->newer : &s->oldest) = c;
    s->newest = c;
    c->heard = steady_ms(s);
}

void conn_heard(Conn *c)
{
    unlink_conn(c);
    link_newest(c);
}

static void on_closed(uv_handle_t *h)
{
    Conn *c = h->data;
    socket_free(c);
    http_free(c->http);
    free(c->held);
    free(c->gift);
    free(c->owed);
    free(c->doubt);
    free(c);
}

void conn_after(Conn *c)
{
    Server *s = c->server;
    if (c->listed) return;
    c->listed = true;
    c->next_after = s->after;
    s->after = c;
    turn_ends(s);
}

void turn_ends(Server *s) { uv_idle_start(&s->turn, end_turn); }

/* What it was said before is still sent, as far as the network takes it now. */
void conn_close(Conn *c)
{
    if (c->closing) return;              /* libuv reports unfinished writes once more while it closes */
    outbox_send_to(c);
    c->closing = true;
    conn_after(c);
}

/* The second step of a connection's end. After it nothing but libuv points to the connection. */
static void bury(Conn *c)
{
    if (c->posted) outbox_send(c->server);       /* which empties the list that it is in */
    c->listed = true;                    /* so that conn_after() never lists it again */
    look_forget(c);
    talk_forget(c);
    unlink_conn(c);
    c->server->conns--;
    limits_leave(c->server, c->address);
    uv_close((uv_handle_t *)&c->tcp, on_closed);
}

/* Runs after the callbacks of a turn of the loop. Sends what they have gathered; then looks after the connections they
 * listed with conn_after(), and sends what these were answered. Those that are listed meanwhile have to wait for the
 * next time. */
static void end_turn(uv_idle_t *turn)
{
    Server *s = turn->data;
    uv_idle_stop(turn);
    outbox_send(s);
    Conn *c = s->after;
    s->after = NULL;
    for (Conn *next; c; c = next) {
        next = c->next_after;
        c->listed = false;
        if (conn_gone(c)) room_leave(c);
        if (c->closing) bury(c);
        else http_go_on(c);
    }
    outbox_send(s);
}

/* All connections read into one buffer: on_read() has used up what is in it before it returns. */
static void on_alloc(uv_handle_t *h, size_t size, uv_buf_t *buf)
{
    Server *s = ((Conn *)h->data)->server;
    (void)size;
    *buf = uv_buf_init(s->read, sizeof s->read);
}

/* Bytes have come, or the connection has ended (n < 0). */
static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    Conn *c = stream->data;
    if (n < 0) {
        conn_close(c);
        return;
    }
    if (!n || conn_gone(c)) return;
    if (c->room) conn_heard(c);          /* before that only whole requests count as a sign of life (http.c) */
    if (c->socket) socket_read(c, (const uint8_t *)buf->base, (size_t)n);
    else http_read(c, buf->base, (size_t)n);
}

void conn_listen(Conn *c, bool on)
{
    if (c->closing) return;
    if (on) uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);
    else uv_read_stop((uv_stream_t *)&c->tcp);
}

/* An IPv4 address is kept as the IPv6 address that stands for it, ::ffff:a.b.c.d. */
static bool find_peer(Conn *c)
{
    struct sockaddr_storage from;
    uint8_t *ip = c->peer;
    int n = sizeof from;
    if (uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&from, &n)) return false;
    if (from.ss_family == AF_INET6) {
        memcpy(ip, &((struct sockaddr_in6 *)&from)->sin6_addr, 16);
    } else {
        ip[10] = ip[11] = 0xff;
        memcpy(ip + 12, &((struct sockaddr_in *)&from)->sin_addr, 4);
    }
    return true;
}

static void on_refused(uv_handle_t *h) { free(h->data); }

/* Somebody connects: let in, unless there are too many already. */
static void on_connection(uv_stream_t *listener, int status)
{
    Server *s = listener->data;
    Conn *c = status ? NULL : calloc(1, sizeof *c);
    if (!c) return;
    c->server = s;
    c->tcp.data = c;
    uv_tcp_init(&s->loop, &c->tcp);
    bool ok = !uv_accept(listener, (uv_stream_t *)&c->tcp) && !s->draining && s->conns < s->settings.connections
           && find_peer(c);
    /* Behind a proxy all connections come from one address; there each request is charged to its visitor (http.c). */
    if (!ok || !(c->address = limits_enter(s, c->peer, !s->settings.behind_proxy))) {
        s->counts.refused++;
        uv_close((uv_handle_t *)&c->tcp, on_refused);
        return;
    }
    uv_tcp_nodelay(&c->tcp, 1);
    int buffer = SEND_BUFFER;            /* otherwise the kernel buffers megabytes for clients that do not read */
    uv_send_buffer_size((uv_handle_t *)&c->tcp, &buffer);
    c->seat = SEAT_TABLE;
    s->conns++;
    s->counts.connections++;
    link_newest(c);
    conn_listen(c, true);
}

/* ---- every second -------------------------------------------------------------------------------- */

/* How long it may be silent, in ms. */
static int64_t patience(const Conn *c)
{
    return c->ending ? HELLO_MS : !c->socket ? HTTP_MS : c->room ? SILENT_MS : HELLO_MS;
}

/* A slow reader counts as alive as long as it has taken something since we last looked. */
static bool still_reads(Conn *c)
{
    size_t before = c->unread;
    c->unread = uv_stream_get_write_queue_size((uv_stream_t *)&c->tcp);
    return c->unread < before;
}

/* The list is ordered by silence, so it ends at the first that was heard within the shortest patience. */
static void send_silent_away(Server *s)
{
    int64_t now = steady_ms(s);
    for (Conn *c = s->oldest, *next; c && c->heard + HELLO_MS <= now; c = next) {
        next = c->newer;                 /* taken first, because conn_heard() moves c to the end of the list */
        if (c->heard + patience(c) > now || conn_waits(c) || c->closing) continue;
        if ((!c->socket || c->ending) && still_reads(c)) {
            conn_heard(c);
            continue;
        }
        if (!c->socket || c->closed || c->ending) conn_close(c);
        else if (!c->room) socket_close(c, 4001, "no hello");
        else socket_close(c, 4005, "silent");
    }
}

static bool all_stored(const Server *s)
{
    for (int i = 0; i < BUCKETS; i++)
        for (const Room *r = s->room[i]; r; r = r->next)
            if (r->storing || r->draft) return false;
    return true;
}

/* Tells the log once when nothing can be stored any more, and once when it can again. */
static void watch_store(Server *s)
{
    const char *trouble = s->store ? store_trouble(s->store) : s->trouble;
    if (trouble == s->trouble) return;
    if (trouble && !s->trouble) s->trouble_since = steady_ms(s);
    s->trouble = trouble;
    if (trouble) server_log("error", "nothing can be stored", NULL, trouble);
    else server_log("info", "tables are stored again", NULL, NULL);
}

/* Every second: what need not be done at once. */
static void on_tick(uv_timer_t *t)
{
    Server *s = t->data;
    watch_store(s);
    nodes_tick(s);
    pushkey_tick(s);
    talk_doubts(s);
    send_silent_away(s);
    notify_say(s, "WATCHDOG=1");
    if (s->draining && (steady_ms(s) > s->drain_until || (!s->conns && all_stored(s)))) uv_stop(&s->loop);
    doze_wake(s);
    if (++s->ticks % SWEEP) return;
    limits_sweep(s);
    malloc_trim(0);                      /* memory that a rush took and freed goes back to the system */
}

/* ---- draining --------------------------------------------------------------------------------------- */

/* The first signal drains: clients are told to come back in a moment, and the loop stops when all connections have gone
 * and everything is stored, or after DRAIN_MS. The second signal stops at once. */
static void on_signal(uv_signal_t *sig, int number)
{
    Server *s = sig->data;
    Frame f;
    (void)number;
    if (s->draining) {
        uv_stop(&s->loop);
        return;
    }
    s->draining = true;
    s->drain_until = steady_ms(s) + DRAIN_MS;
    notify_say(s, "STOPPING=1");
    server_log("info", "draining", NULL, NULL);
    uv_close((uv_handle_t *)&s->listener, NULL);
    tell_number(frame_begin(&f, "bye"), "after", COMEBACK_MS);
    const char *bye = frame_end(&f);
    for (Conn *c = s->oldest; c; c = c->newer) {
        if (c->socket) tell_now(c, bye), socket_close(c, 1001, "going away");
        else if (conn_waits(c)) continue;        /* room_stored() or look_done() answers it */
        else if (c->unsent || c->out) conn_finish(c);
        else conn_close(c);
    }
    uv_timer_start(&s->tick, on_tick, 20, 20);
}

/* ---- starting ----------------------------------------------------------------------------------------- */

/* The store's threads have finished some jobs. */
static void on_stored(uv_async_t *a) { jobs_hear(a->data); }

/* A worker has finished a thought. */
static void on_thought(uv_async_t *a)
{
    Server *s = a->data;
    if (s->workers) thinker_collect(s);
}

/* Some notices were sent, or were not. */
static void on_pushed(uv_async_t *a) { notice_done(a->data); }

/* Runs on the store's thread. uv_async_send() is the one function of libuv that other threads may call: it makes the
 * loop call on_stored(). */
static void wake(void *server) { uv_async_send(&((Server *)server)->stored); }

static bool open_data(Server *s)
{
    Why w = { "" };
    const Settings *set = &s->settings;
    StoreWish wish = { .where = set->store, .node = set->node, .lease_ms = (int)set->lease * 1000,
                       .version = NINELIVES_VERSION, .accept_loss = set->accept_loss, .wake = wake, .who = s };
    s->store = store_open(&wish, &w);
    if (!s->store && strncmp(set->store, "sqlite:", 7))
        complain("the database cannot be used: %s", w.text);     /* without its address, which may hold a password */
    else if (!s->store)
        complain("the data folder %s cannot be used: %s\nNothing was changed. Restore a backup, or start with another"
                 " --data folder. If commits are missing, --accept-loss goes on without them.", set->store + 7, w.text);
    else if (w.text[0]) server_log("error", "the data file was accepted although tables have lost moves", NULL, w.text);
    return s->store;
}

static bool parse_listen(const char *text, struct sockaddr_storage *to)
{
    char host[64];
    const char *colon = strrchr(text, ':');
    char *end = NULL;
    long port = colon ? strtol(colon + 1, &end, 10) : -1;
    size_t n = colon ? (size_t)(colon - text) : sizeof host;
    if (!end || end == colon + 1 || *end || port < 0 || port > 65535 || n >= sizeof host) return false;
    memcpy(host, text, n);
    host[n] = 0;
    if (n > 1 && host[0] == '[' && host[n - 1] == ']') {
        memmove(host, host + 1, n - 2);
        host[n - 2] = 0;
    }
    return !uv_ip4_addr(host, (int)port, (struct sockaddr_in *)to)
        || !uv_ip6_addr(host, (int)port, (struct sockaddr_in6 *)to);
}

static bool open_port(Server *s)
{
    struct sockaddr_storage to;
    if (!parse_listen(s->settings.listen, &to))
        return complain("--listen wants ADDRESS:PORT, such as 0.0.0.0:9119 or [::]:9119, not \"%s\"",
                        s->settings.listen), false;
    uv_tcp_init(&s->loop, &s->listener);
    s->listener.data = s;
    int e = uv_tcp_bind(&s->listener, (struct sockaddr *)&to, 0);
    if (!e) e = uv_listen((uv_stream_t *)&s->listener, BACKLOG, on_connection);
    if (e) return complain("%s cannot be listened on: %s", s->settings.listen, uv_strerror(e)), false;
    return true;
}

/* Asks for as many open files as the system allows. Each connection is one; some are needed for the data. */
static void raise_file_limit(Server *s)
{
    enum { OURS = 64 };
    struct rlimit l;
    if (getrlimit(RLIMIT_NOFILE, &l)) return;
    l.rlim_cur = l.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &l) || l.rlim_cur == RLIM_INFINITY || l.rlim_cur <= 2 * OURS) return;
    if (s->settings.connections > (long long)l.rlim_cur - OURS) s->settings.connections = (long long)l.rlim_cur - OURS;
}

static void open_loop(Server *s)
{
    uv_loop_init(&s->loop);
    uv_async_init(&s->loop, &s->stored, on_stored);
    uv_async_init(&s->loop, &s->thought, on_thought);
    uv_async_init(&s->loop, &s->pushed, on_pushed);
    uv_timer_init(&s->loop, &s->tick);
    uv_idle_init(&s->loop, &s->turn);
    s->epoch = calendar_ms() - (int64_t)uv_now(&s->loop);
    uv_signal_init(&s->loop, &s->term);
    uv_signal_init(&s->loop, &s->interrupt);
    s->turn.data = s->stored.data = s->thought.data = s->pushed.data = s;
    s->tick.data = s->term.data = s->interrupt.data = s;
    uv_timer_start(&s->tick, on_tick, TICK_MS, TICK_MS);
    uv_signal_start(&s->term, on_signal, SIGTERM);
    uv_signal_start(&s->interrupt, on_signal, SIGINT);
}

static void close_handle(uv_handle_t *h, void *unused)
{
    (void)unused;
    if (!uv_is_closing(h)) uv_close(h, NULL);
}

/* Connections leave their tables first, then the threads stop, then tables are freed: until its thread has
 * stopped, a worker writes into a thought, and a table points to its thoughts. Every handle is closed before the loop
 * turns for the last time: the tick would look for tables, and a visitor could still come in. */
void server_shut(Server *s)
{
    for (Conn *c = s->oldest; c; c = c->newer) conn_close(c);
    end_turn(&s->turn);
    push_stop(s->push);
    s->push = NULL;
    if (s->workers) thinker_stop(s->workers);
    if (s->store) store_close(s->store);
    s->workers = NULL;
    s->store = NULL;
    for (int i = 0; i < BUCKETS; i++)
        while (s->room[i]) room_free(s->room[i]);
    uv_walk(&s->loop, close_handle, NULL);
    do uv_run(&s->loop, UV_RUN_DEFAULT); while (uv_loop_close(&s->loop));    /* a second SIGTERM cuts a run short */
    limits_free(s);
    doze_free(s);
    nodes_free(s);
    names_free(s->names);
    files_free(s->files);
    free(s);
}

Server *server_open(const Settings *settings)
{
    Server *s = calloc(1, sizeof *s);
    if (!s) abort();
    s->settings = *settings;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);            /* a file that may not grow is a disk that refuses */
    umask(077);                          /* the data file has the seats' secrets: only its owner may read it */
    raise_file_limit(s);
    random_bytes(&s->hash_key, sizeof s->hash_key);
    open_loop(s);
    if (!open_data(s) || !open_port(s)) return server_shut(s), NULL;
    s->files = files_load(settings->web);
    s->names = names_find();
    s->workers = thinker_start(s, (int)settings->workers);
    nodes_tick(s);
    pushkey_tick(s);
    return s;
}

/* What is not on disk yet nobody was told of, so the program may end at any time. A disk that does not answer must not
 * keep it from ending. */
static void leave(int signal)
{
    static const char line[] = "{\"level\":\"error\",\"what\":\"ended before everything was stored\"}\n";
    (void)signal;
    ssize_t unused = write(STDERR_FILENO, line, sizeof line - 1);
    (void)unused;
    _exit(EXIT_NOT_SO);
}

static void hurry(int signal)
{
    enum { SECONDS = 3 };
    (void)signal;
    alarm(SECONDS);
}

/* From here on the program ends within half a minute, and soon after another SIGTERM or Ctrl-C. */
static void leave_soon(Server *s)
{
    enum { SECONDS = 30 };
    uv_signal_stop(&s->term);
    uv_signal_stop(&s->interrupt);
    signal(SIGALRM, leave);
    signal(SIGTERM, hurry);
    signal(SIGINT, hurry);
    alarm(SECONDS);
}

int server_run(const Settings *settings)
{
    Server *s = server_open(settings);
    if (!s) return EXIT_USAGE;
    notify_open(s);
    notify_say(s, "READY=1");
    invite_print(s);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    bool failed = store_failed(s->store);
    leave_soon(s);
    server_log("info", "stopped", NULL, NULL);
    server_shut(s);
    return failed ? EXIT_NOT_SO : EXIT_FINE;
}
