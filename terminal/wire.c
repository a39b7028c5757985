/* SPDX-License-Identifier: MIT
 * wire.c - a connection to a server, step by step: the name, TCP, TLS, the opening, frames. wslay reads and writes the
 * frames, as in the server. Whatever comes is bounded: the server may be anybody's. */
#include "wire.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include "../cli/cli.h"
#include "../core/text.h"
#include "../server/handshake.h"
#include "tls.h"

enum { HEAD_MOST = 8192, KEY = 24, A_TURN = 1 << 18 };   /* so many bytes are read at once */

typedef enum { CONNECTING, GREETING, ASKING, TALKING, READING, ENDED } Stage;

struct Wire {
    Stage            stage;
    WireTrouble      trouble;
    int              status, code;
    int              fd;                 /* -1: none yet, or none any more */
    struct addrinfo *found, *next;       /* the server's addresses, and the one to be tried next */
    Tls             *tls;                /* NULL: not encrypted */
    Address          to;
    char             key[KEY + 1];
    char             out[1024];          /* the request, until it is sent */
    size_t           out_n, out_done;
    char             head[HEAD_MOST];    /* the answer to it; what follows it is the first of the frames */
    size_t           head_n, head_read;
    wslay_event_context_ptr ws;
    char            *message;            /* as much as has come of a message */
    size_t           message_n, message_cap;
    bool             control, reading;   /* the frame being read is no part of a message; wslay is at work */
    size_t           may_read;           /* bytes, before somebody else gets a turn */
    bool             lost;               /* no more bytes can come or go */
    bool             page;               /* a page is wanted, and no WebSocket: its text becomes the message */
    WireHear        *hear;
    void            *who;
};

/* ---- the address ------------------------------------------------------------------------------------ */

static bool copy_some(char *out, size_t cap, const char *from, size_t n, const char *others)
{
    if (!n || n >= cap) return false;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)from[i];
        if (!isalnum(c) && !strchr(others, c)) return false;
        out[i] = (char)tolower(c);
    }
    out[n] = 0;
    return true;
}

bool address_read(const char *link, Address *a)
{
    *a = (Address){ .tls = !strncasecmp(link, "https://", 8) };
    if (!a->tls && strncasecmp(link, "http://", 7)) return false;
    const char *host = link + (a->tls ? 8 : 7), *path = host + strcspn(host, "/?#");
    const char *end = *host == '[' ? strchr(host, ']') : host + strcspn(host, ":/?#");
    if (!end || end > path) return false;
    bool numbers = *host == '[';
    if (!copy_some(a->host, sizeof a->host, host + numbers, (size_t)(end - host) - numbers, numbers ? ":." : ".-_"))
        return false;
    end += numbers;
    if (end == path) snprintf(a->port, sizeof a->port, "%s", a->tls ? "443" : "80");
    else if (*end != ':' || !copy_some(a->port, sizeof a->port, end + 1, (size_t)(path - end) - 1, "")) return false;
    if (strspn(a->port, "0123456789") != strlen(a->port) || strncmp(path, "/t/", 3)) return false;
    size_t n = strcspn(path + 3, "/?#");
    const char *rest = path + 3 + n + (path[3 + n] == '/');
    return copy_some(a->code, sizeof a->code, path + 3, n, "") && (!*rest || strchr("?#", *rest));
}

/* ---- bytes ------------------------------------------------------------------------------------------- */

static void end(Wire *w, WireTrouble trouble)
{
    if (w->stage == ENDED) return;
    if (w->stage != TALKING) w->trouble = trouble;
    w->stage = ENDED;
}

/* For wslay: nothing can be read or written now, or never again. */
static ssize_t not_now(Wire *w, ssize_t why)
{
    w->lost |= why != TLS_LATER;
    wslay_event_set_error(w->ws, w->lost ? WSLAY_ERR_CALLBACK_FAILURE : WSLAY_ERR_WOULDBLOCK);
    return -1;
}

/* Each returns how many bytes, TLS_LATER or TLS_LOST. */
static ssize_t put_bytes(Wire *w, const void *from, size_t n)
{
    if (w->tls) return tls_write(w->tls, from, n);
    ssize_t put = send(w->fd, from, n, MSG_NOSIGNAL);
    if (put >= 0) return put;
    return errno == EAGAIN || errno == EINTR ? TLS_LATER : TLS_LOST;
}

static ssize_t get_bytes(Wire *w, void *to, size_t n)
{
    if (w->tls) return tls_read(w->tls, to, n);
    ssize_t got = recv(w->fd, to, n, 0);
    if (got > 0) return got;
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? TLS_LATER : TLS_LOST;
}

/* ---- frames ------------------------------------------------------------------------------------------ */

static ssize_t on_recv(wslay_event_context_ptr ws, uint8_t *to, size_t n, int flags, void *wire)
{
    Wire *w = wire;
    size_t left = w->head_n - w->head_read;
    (void)ws;
    (void)flags;
    if (left) {
        if (n > left) n = left;
        memcpy(to, w->head + w->head_read, n);
        w->head_read += n;
        return (ssize_t)n;
    }
    if (!w->may_read) return not_now(w, TLS_LATER);
    ssize_t got = get_bytes(w, to, n < w->may_read ? n : w->may_read);
    if (got <= 0) return not_now(w, got);
    w->may_read -= (size_t)got;
    return got;
}

static ssize_t on_send(wslay_event_context_ptr ws, const uint8_t *bytes, size_t n, int flags, void *wire)
{
    (void)ws;
    (void)flags;
    ssize_t put = put_bytes(wire, bytes, n);
    return put > 0 ? put : not_now(wire, put);
}

static int on_mask(wslay_event_context_ptr ws, uint8_t *out, size_t n, void *wire)
{
    (void)ws;
    (void)wire;
    return getrandom(out, n, 0) == (ssize_t)n ? 0 : -1;
}

/* A message is gathered here and not by wslay, which would keep some ninety bytes for each of its pieces. */
static void on_frame(wslay_event_context_ptr ws, const struct wslay_event_on_frame_recv_start_arg *f, void *wire)
{
    Wire *w = wire;
    w->control = wslay_is_ctrl_frame(f->opcode);
    if (w->control || w->message_n + f->payload_length <= WIRE_MOST) return;
    wslay_event_queue_close(ws, WSLAY_CODE_MESSAGE_TOO_BIG, NULL, 0);
    wslay_event_shutdown_read(ws);
}

static void on_piece(wslay_event_context_ptr ws, const struct wslay_event_on_frame_recv_chunk_arg *piece, void *wire)
{
    Wire *w = wire;
    size_t n = w->message_n + piece->data_length;
    (void)ws;
    if (w->control || n > WIRE_MOST) return;
    if (n > w->message_cap) {
        w->message_cap = 2 * n + 512;
        if (!(w->message = realloc(w->message, w->message_cap))) abort();
    }
    if (piece->data_length) memcpy(w->message + w->message_n, piece->data, piece->data_length);
    w->message_n = n;
}

static void on_message(wslay_event_context_ptr ws, const struct wslay_event_on_msg_recv_arg *m, void *wire)
{
    Wire *w = wire;
    size_t n = w->message_n;
    if (m->opcode == WSLAY_CONNECTION_CLOSE) w->code = m->status_code;
    if (wslay_is_ctrl_frame(m->opcode)) return;
    w->message_n = 0;
    if (m->opcode == WSLAY_TEXT_FRAME) w->hear(w->who, n ? w->message : "", n);
    else wslay_event_queue_close(ws, WSLAY_CODE_UNSUPPORTED_DATA, NULL, 0);
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = on_recv, .send_callback = on_send, .genmask_callback = on_mask,
    .on_frame_recv_start_callback = on_frame, .on_frame_recv_chunk_callback = on_piece,
    .on_msg_recv_callback = on_message
};

static void talk(Wire *w)
{
    w->reading = true;
    w->may_read = A_TURN;
    bool trouble = wslay_event_recv(w->ws) || wslay_event_send(w->ws);
    w->reading = false;
    if (!trouble && (wslay_event_want_read(w->ws) || wslay_event_want_write(w->ws))) return;
    int said = wslay_event_get_status_code_sent(w->ws);
    if (!w->code && trouble && !w->lost) w->code = WSLAY_CODE_PROTOCOL_ERROR;
    if (!w->code && said != WSLAY_CODE_ABNORMAL_CLOSURE) w->code = said;
    end(w, WIRE_NO_TROUBLE);
}

/* ---- the opening -------------------------------------------------------------------------------------- */

/* The value of a header of the answer; its length is 0 when there is none. */
static const char *header(const Wire *w, const char *name, size_t *n)
{
    size_t len = strlen(name);
    *n = 0;
    for (const char *line = strstr(w->head, "\r\n"); line && line[2] != '\r'; line = strstr(line + 2, "\r\n")) {
        const char *at = line + 2;
        if (strncasecmp(at, name, len) || at[len] != ':') continue;
        at += len + 1 + strspn(at + len + 1, " ");
        *n = strcspn(at, " \r\n");
        return at;
    }
    return "";
}

static bool accepted(Wire *w)
{
    char wanted[ACCEPT];
    size_t n;
    if (sscanf(w->head, "HTTP/1.%*1[01] %3d", &w->status) != 1 || w->status != 101) return false;
    handshake_accept(w->key, wanted);
    const char *got = header(w, "Sec-WebSocket-Accept", &n);
    return n == strlen(wanted) && !memcmp(got, wanted, n);
}

/* What came behind the head is the first of the page. */
static void begin_page(Wire *w, const char *body)
{
    size_t digits, here = w->head_n - (size_t)(body - w->head);
    const char *given = header(w, "Content-Length", &digits);
    unsigned long length = digits ? strtoul(given, NULL, 10) : WIRE_MOST + 1;
    bool good = sscanf(w->head, "HTTP/1.%*1[01] %3d", &w->status) == 1 && w->status == 200 && length <= WIRE_MOST;
    if (!good) { end(w, WIRE_REFUSED); return; }
    if (!(w->message = calloc(length + 1, 1))) abort();
    w->message_cap = length;
    w->message_n = here < length ? here : length;
    memcpy(w->message, body, w->message_n);
    w->stage = READING;
}

static void read_page(Wire *w)
{
    while (w->message_n < w->message_cap) {
        ssize_t got = get_bytes(w, w->message + w->message_n, w->message_cap - w->message_n);
        if (got == TLS_LATER) return;
        if (got < 0) { end(w, WIRE_REFUSED); return; }
        w->message_n += (size_t)got;
    }
    end(w, WIRE_NO_TROUBLE);
}

static void hear_answer(Wire *w)
{
    ssize_t got = get_bytes(w, w->head + w->head_n, sizeof w->head - 1 - w->head_n);
    if (got == TLS_LATER) return;
    if (got > 0) w->head_n += (size_t)got;
    char *body = strstr(w->head, "\r\n\r\n");
    if (!body && got > 0 && w->head_n < sizeof w->head - 1) return;
    if (body && w->page) { begin_page(w, body + 4); return; }
    if (!body || !accepted(w)) { end(w, WIRE_REFUSED); return; }
    w->head_read = (size_t)(body + 4 - w->head);
    if (wslay_event_context_client_init(&w->ws, &callbacks, w)) abort();
    wslay_event_config_set_no_buffering(w->ws, 1);
    wslay_event_config_set_max_recv_msg_length(w->ws, WIRE_MOST);
    w->stage = TALKING;
}

static void ask(Wire *w)
{
    while (w->out_done < w->out_n) {
        ssize_t put = put_bytes(w, w->out + w->out_done, w->out_n - w->out_done);
        if (put == TLS_LATER) return;
        if (put < 0) { end(w, WIRE_REFUSED); return; }
        w->out_done += (size_t)put;
    }
    hear_answer(w);
}

static void greet(Wire *w)
{
    int result = tls_greet(w->tls);
    if (result == TLS_LATER) return;
    if (!result) w->stage = ASKING;
    else end(w, tls_distrusted(w->tls) ? WIRE_BAD_CERTIFICATE : WIRE_REFUSED);
}

/* ---- TCP ----------------------------------------------------------------------------------------------- */

static void hang_up(Wire *w)
{
    if (w->fd >= 0) close(w->fd);
    w->fd = -1;
}

/* Tries one address after the other. */
static void dial(Wire *w)
{
    for (; w->fd < 0 && w->next; w->next = w->next->ai_next) {
        w->fd = socket(w->next->ai_family, w->next->ai_socktype, w->next->ai_protocol);
        if (w->fd < 0) continue;
        fcntl(w->fd, F_SETFL, O_NONBLOCK);
        fcntl(w->fd, F_SETFD, FD_CLOEXEC);
        if (connect(w->fd, w->next->ai_addr, w->next->ai_addrlen) && errno != EINPROGRESS) hang_up(w);
    }
    if (w->fd < 0) end(w, WIRE_REFUSED);
}

static void connected(Wire *w)
{
    int error = 0, on = 1;
    socklen_t n = sizeof error;
    struct pollfd p = { .fd = w->fd, .events = POLLOUT };
    if (poll(&p, 1, 0) < 1) return;
    if (getsockopt(w->fd, SOL_SOCKET, SO_ERROR, &error, &n) || error) {
        hang_up(w);
        dial(w);
        return;
    }
    setsockopt(w->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    w->stage = w->to.tls ? GREETING : ASKING;
    if (w->to.tls && !(w->tls = tls_open(w->fd, w->to.host))) end(w, WIRE_BAD_CERTIFICATE);
}

/* ---- from outside --------------------------------------------------------------------------------------- */

static void make_key(Wire *w)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t random[KEY] = { 0 };
    if (getrandom(random, sizeof random, 0) < 0) abort();
    for (int i = 0; i < KEY - 2; i++) w->key[i] = digit[random[i] & 63];
    w->key[KEY - 3] = digit[random[KEY - 3] & 48];       /* 16 bytes are 21 digits and two bits */
    strcpy(w->key + KEY - 2, "==");
}

/* A page is asked for as in HTTP/1.0, so that it comes in one piece. */
static void write_request(Wire *w, const char *path)
{
    bool numbers = strchr(w->to.host, ':');
    Text t = text_into(w->out, sizeof w->out);
    text_add(&t, "GET "), text_add(&t, path), text_add(&t, w->page ? " HTTP/1.0\r\nHost: " : " HTTP/1.1\r\nHost: ");
    text_add(&t, numbers ? "[" : ""), text_add(&t, w->to.host), text_add(&t, numbers ? "]:" : ":");
    text_add(&t, w->to.port), text_add(&t, "\r\n");
    if (!w->page) {
        make_key(w);
        text_add(&t, "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Protocol: ninelives.v1\r\nSec-WebSocket-Key: ");
        text_add(&t, w->key), text_add(&t, "\r\n");
    }
    text_add(&t, "\r\n");
    w->out_n = t.n < sizeof w->out ? t.n : 0;
}

static Wire *open_wire(const Address *a, const char *path, bool page)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
    Wire *w = calloc(1, sizeof *w);
    if (!w) abort();
    w->fd = -1;
    w->to = *a;
    w->page = page;
    write_request(w, path);
    if (getaddrinfo(a->host, a->port, &hints, &w->found)) end(w, WIRE_NO_NAME);
    w->next = w->found;
    if (w->stage != ENDED) dial(w);
    return w;
}

Wire *wire_open(const Address *a, const char *path, WireHear *hear, void *who)
{
    Wire *w = open_wire(a, path, false);
    w->hear = hear;
    w->who = who;
    return w;
}

char *wire_fetch(const Address *a, const char *path, double seconds)
{
    Wire *w = open_wire(a, path, true);
    double until = wall_seconds() + seconds;
    while (w->stage != ENDED && wall_seconds() < until) {
        struct pollfd p = wire_poll(w);
        poll(&p, 1, 100);
        wire_turn(w);
    }
    bool whole = w->stage == ENDED && w->trouble == WIRE_NO_TROUBLE;
    char *page = whole ? w->message : NULL;
    if (whole) w->message = NULL;
    wire_close(w);
    return page;
}

void wire_turn(Wire *w)
{
    if (w->stage == CONNECTING) connected(w);
    if (w->stage == GREETING) greet(w);
    if (w->stage == ASKING) ask(w);
    if (w->stage == TALKING) talk(w);
    if (w->stage == READING) read_page(w);
}

void wire_send(Wire *w, const char *text, size_t n)
{
    struct wslay_event_msg message = { WSLAY_TEXT_FRAME, (const uint8_t *)text, n };
    if (w->stage != TALKING || wslay_event_queue_msg(w->ws, &message)) return;
    if (!w->reading) talk(w);
}

void wire_close(Wire *w)
{
    if (!w) return;
    if (w->stage == TALKING && !wslay_event_queue_close(w->ws, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0))
        wslay_event_send(w->ws);
    if (w->ws) wslay_event_context_free(w->ws);
    if (w->tls) tls_close(w->tls);
    if (w->found) freeaddrinfo(w->found);
    hang_up(w);
    free(w->message);
    free(w);
}

WireState wire_state(const Wire *w)
{
    return w->stage == ENDED ? WIRE_ENDED : w->stage == TALKING ? WIRE_OPEN : WIRE_OPENING;
}

struct pollfd wire_poll(const Wire *w)
{
    bool write = w->stage == CONNECTING || (w->stage == ASKING && w->out_done < w->out_n)
              || (w->tls && tls_wants_write(w->tls)) || (w->stage == TALKING && wslay_event_want_write(w->ws));
    return (struct pollfd){ .fd = w->stage == ENDED ? -1 : w->fd, .events = (short)(POLLIN | (write ? POLLOUT : 0)) };
}

int wire_code(const Wire *w) { return w->code; }
WireTrouble wire_trouble(const Wire *w) { return w->trouble; }
int wire_status(const Wire *w) { return w->status; }
