/* SPDX-License-Identifier: MIT
 * wire.c - sockets, the upgrade, masked frames out and plain frames in. */
#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { OP_TEXT = 1, OP_CLOSE = 8, OP_PING = 9, OP_PONG = 10, LARGEST = 1 << 22 };

uint64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

void heap_add(Heap *h, const void *bytes, size_t n)
{
    if (h->n + n + 1 > h->cap) {
        h->cap = 2 * h->cap > h->n + n + 1 ? 2 * h->cap : h->n + n + 1;
        h->at = realloc(h->at, h->cap);
        if (!h->at) abort();
    }
    memcpy(h->at + h->n, bytes, n);
    h->n += n;
    h->at[h->n] = 0;
}

void heap_free(Heap *h)
{
    free(h->at);
    *h = (Heap){ 0 };
}

/* ---- connecting ---------------------------------------------------------------- */

static bool place_read(Place *p, const char *text, bool named)
{
    char ip[64];
    unsigned port;
    *p = (Place){ .at.sin_family = AF_INET };
    int n = named ? sscanf(text, "%32[a-z0-9-]=%63[0-9.]:%u", p->node, ip, &port) - 1
                  : sscanf(text, "%63[0-9.]:%u", ip, &port);
    if (n != 2 || !port || port > UINT16_MAX) return false;
    p->at.sin_port = htons((uint16_t)port);
    return inet_pton(AF_INET, ip, &p->at.sin_addr) == 1;
}

bool places_read(Places *p, const char *list, bool named)
{
    for (p->n = 0; list && *list && p->n < MOST_PLACES; list += strcspn(list, ","), list += *list == ',')
        if (!place_read(&p->at[p->n++], list, named)) return false;
    return !list || !*list;
}

const struct sockaddr_in *places_find(const Places *p, const char *node)
{
    for (unsigned i = 0; i < p->n; i++)
        if (!strcmp(p->at[i].node, node)) return &p->at[i].at;
    return NULL;
}

bool wire_make(Wire *w, const char *servers, const char *nodes)
{
    w->mask = 0x9e3779b9u;
    w->epoll = epoll_create1(EPOLL_CLOEXEC);
    return w->epoll >= 0 && places_read(&w->servers, servers, false) && w->servers.n
        && places_read(&w->nodes, nodes, true);
}

void wire_free(Wire *w) { close(w->epoll); }

/* Clients call from different addresses 127.x.y.z, so that they look like people at different places. */
static int socket_from(unsigned from, const struct sockaddr_in *to)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    if (fd < 0) return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (from && (ntohl(to->sin_addr.s_addr) >> 24) == 127) {
        struct sockaddr_in me = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f010000u | (from & 0xffffu)) };
        setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
        bind(fd, (struct sockaddr *)&me, sizeof me);
    }
    return fd;
}

static void watch(Wire *w, Conn *c, int how, bool writing)
{
    struct epoll_event e = { .events = EPOLLIN | (writing ? (unsigned)EPOLLOUT : 0u), .data.ptr = c };
    c->waits = writing;
    epoll_ctl(w->epoll, how, c->fd, &e);
}

static void aim(char target[TARGET], const char *table, const char *node)
{
    snprintf(target, TARGET, "/socket?table=%s%s%s", table, *node ? "&node=" : "", node);
}

bool conn_open(Wire *w, Conn *c, unsigned from, const char *table, const char *node)
{
    const struct sockaddr_in *to = *node ? places_find(&w->nodes, node) : NULL;
    if (!to) to = &w->servers.at[w->turn++ % w->servers.n].at;
    aim(c->target, table, node);
    c->fd = socket_from(from, to);
    if (c->fd < 0) return false;
    fcntl(c->fd, F_SETFL, fcntl(c->fd, F_GETFL) | O_NONBLOCK);
    c->stage = CONN_CONNECTING;
    c->code = 0;
    c->in.n = c->out.n = 0;
    if (connect(c->fd, (const struct sockaddr *)to, sizeof *to) && errno != EINPROGRESS) {
        close(c->fd);
        c->stage = CONN_CLOSED;
        return false;
    }
    watch(w, c, EPOLL_CTL_ADD, true);
    return true;
}

void conn_drop(Wire *w, Conn *c)
{
    if (c->stage == CONN_CLOSED) return;
    epoll_ctl(w->epoll, EPOLL_CTL_DEL, c->fd, NULL);
    close(c->fd);
    c->stage = CONN_CLOSED;
    heap_free(&c->in);
    heap_free(&c->out);
}

static void gone(Wire *w, Conn *c, uint16_t code)
{
    if (c->stage == CONN_CLOSED) return;
    conn_drop(w, c);
    c->code = code;
    w->gone(c);
}

/* ---- writing --------------------------------------------------------------------- */

static void flush(Wire *w, Conn *c)
{
    size_t done = 0;
    while (done < c->out.n) {
        ssize_t n = send(c->fd, c->out.at + done, c->out.n - done, MSG_NOSIGNAL);
        if (n <= 0) break;                   /* a broken connection is noticed when reading */
        done += (size_t)n;
    }
    if (done) memmove(c->out.at, c->out.at + done, c->out.n -= done);
    if (c->waits != (c->out.n > 0)) watch(w, c, EPOLL_CTL_MOD, c->out.n > 0);
}

static void frame(Wire *w, Conn *c, int op, const char *text, size_t n)
{
    unsigned char head[8] = { (unsigned char)(0x80 | op), (unsigned char)(0x80 | (n < 126 ? n : 126)) };
    size_t h = 2;
    if (n >= 126) head[h++] = (unsigned char)(n >> 8), head[h++] = (unsigned char)n;
    w->mask = w->mask * 1664525u + 1013904223u;
    unsigned char key[4];
    memcpy(key, &w->mask, 4);
    memcpy(head + h, key, 4);
    heap_add(&c->out, head, h + 4);
    heap_add(&c->out, text, n);
    for (size_t i = 0; i < n; i++) c->out.at[c->out.n - n + i] ^= (char)key[i % 4];
    if (!c->waits) flush(w, c);
}

void conn_say(Wire *w, Conn *c, const char *text)
{
    if (c->stage == CONN_OPEN) frame(w, c, OP_TEXT, text, strlen(text));
}

/* ---- reading ----------------------------------------------------------------------- */

/* Size of the frame's head, or 0 while there is too little of it. */
static size_t read_head(const unsigned char *p, size_t n, size_t *length)
{
    if (n < 2) return 0;
    size_t head = (p[1] & 127) == 126 ? 4 : (p[1] & 127) == 127 ? 10 : 2;
    if (n < head) return 0;
    *length = head == 2 ? p[1] & 127u : 0;
    for (size_t i = 2; i < head; i++) *length = *length << 8 | p[i];
    return head;
}

static void hear(Wire *w, Conn *c, int op, const char *text, size_t n)
{
    if (op == OP_TEXT) {
        w->frames++;
        w->bytes += n;
        w->text(c, text, n);
    } else if (op == OP_PING) {
        frame(w, c, OP_PONG, text, n);
    } else if (op == OP_CLOSE) {
        const unsigned char *p = (const unsigned char *)text;
        gone(w, c, n >= 2 ? (uint16_t)(p[0] << 8 | p[1]) : 1005);
    }
}

/* Takes whole frames from the front; returns how many bytes they were. */
static size_t take_frames(Wire *w, Conn *c, const char *bytes, size_t n)
{
    size_t used = 0, length, head;
    while (c->stage == CONN_OPEN && (head = read_head((const unsigned char *)bytes + used, n - used, &length))) {
        unsigned first = (unsigned char)bytes[used];
        if (length > LARGEST || !(first & 0x80)) return gone(w, c, 1002), n;    /* the server sends no fragments */
        if (n - used < head + length) break;
        used += head + length;
        hear(w, c, first & 15, bytes + used - length, length);
    }
    return used;
}

static size_t take_upgrade(Wire *w, Conn *c, const char *bytes, size_t n)
{
    const char *end = NULL;
    for (size_t i = 3; i < n && !end; i++)
        if (!memcmp(bytes + i - 3, "\r\n\r\n", 4)) end = bytes + i + 1;
    if (!end) return 0;
    if (n < 12 || memcmp(bytes, "HTTP/1.1 101", 12)) return gone(w, c, (uint16_t)strtol(bytes + 9, NULL, 10)), n;
    c->stage = CONN_OPEN;
    w->open(c);
    return (size_t)(end - bytes);
}

static size_t take(Wire *w, Conn *c, const char *bytes, size_t n)
{
    size_t used = c->stage == CONN_UPGRADING ? take_upgrade(w, c, bytes, n) : 0;
    return c->stage == CONN_OPEN ? used + take_frames(w, c, bytes + used, n - used) : used;
}

static void readable(Wire *w, Conn *c)
{
    ssize_t got = recv(c->fd, w->buffer, sizeof w->buffer, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) { gone(w, c, 1006); return; }
    if (!c->in.n) {
        size_t used = take(w, c, w->buffer, (size_t)got);
        if (c->stage != CONN_CLOSED && used < (size_t)got) heap_add(&c->in, w->buffer + used, (size_t)got - used);
        return;
    }
    heap_add(&c->in, w->buffer, (size_t)got);
    size_t used = take(w, c, c->in.at, c->in.n);
    if (c->stage == CONN_CLOSED) return;
    if (used == c->in.n) heap_free(&c->in);
    else memmove(c->in.at, c->in.at + used, c->in.n -= used);
}

static size_t write_upgrade(char out[512], const char *target)
{
    return (size_t)snprintf(out, 512, "GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: bmluZWxpdmVzIGlzIGdvbw==\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: ninelives.v1\r\n\r\n", target);
}

static void writable(Wire *w, Conn *c)
{
    if (c->stage == CONN_CONNECTING) {
        int error = 0;
        socklen_t n = sizeof error;
        getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &error, &n);
        if (error) { gone(w, c, 1006); return; }
        c->stage = CONN_UPGRADING;
        char upgrade[512];
        heap_add(&c->out, upgrade, write_upgrade(upgrade, c->target));
    }
    flush(w, c);
}

void wire_poll(Wire *w, int ms)
{
    struct epoll_event e[512];
    int n = epoll_wait(w->epoll, e, 512, ms);
    for (int i = 0; i < n; i++) {
        Conn *c = e[i].data.ptr;
        if (c->stage != CONN_CLOSED && e[i].events & EPOLLOUT) writable(w, c);
        if (c->stage != CONN_CLOSED && e[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) readable(w, c);
    }
}

/* ---- plain requests --------------------------------------------------------------------- */

static int read_answer(int fd, Heap *body)
{
    Heap all = { 0 };
    char part[1 << 14];
    int status = 0;
    for (ssize_t n; (n = recv(fd, part, sizeof part, 0)) > 0; ) heap_add(&all, part, (size_t)n);
    char *end = all.at ? strstr(all.at, "\r\n\r\n") : NULL;
    if (end && all.n > 12 && !memcmp(all.at, "HTTP/1.1 ", 9)) {
        status = (int)strtol(all.at + 9, NULL, 10);
        heap_add(body, end + 4, all.n - (size_t)(end + 4 - all.at));
    }
    heap_free(&all);
    return status;
}

static int ask_at(const struct sockaddr_in *to, const char *method, const char *path, const char *send_text,
                  unsigned from, Heap *body)
{
    char request[2048];
    int fd = socket_from(from, to), status = 0;
    struct timeval patience = { .tv_sec = 60 };
    if (fd < 0) return 0;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    int n = snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                     "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", method, path,
                     send_text ? strlen(send_text) : 0, send_text ? send_text : "");
    if (!connect(fd, (const struct sockaddr *)to, sizeof *to)
        && send(fd, request, (size_t)n, MSG_NOSIGNAL) == n) status = read_answer(fd, body);
    close(fd);
    return status;
}

int http_ask(const Wire *w, const char *method, const char *path, const char *send_text, unsigned from, Heap *body)
{
    int status = 0;
    for (unsigned i = 0; i < w->servers.n && !status; i++)
        status = ask_at(&w->servers.at[(from + i) % w->servers.n].at, method, path, send_text, from, body);
    return status;
}

int stall_open(const Wire *w, unsigned from, const char *table, const char *hello)
{
    const struct sockaddr_in *to = &w->servers.at[0].at;
    char target[TARGET], upgrade[512];
    int fd = socket_from(from, to), little = 2048;
    unsigned char head[6] = { 0x81, (unsigned char)(0x80 | strlen(hello)) };     /* masked with zeros */
    if (fd < 0) return -1;
    aim(target, table, "");
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
    if (!connect(fd, (const struct sockaddr *)to, sizeof *to)
        && send(fd, upgrade, write_upgrade(upgrade, target), MSG_NOSIGNAL) > 0
        && send(fd, head, sizeof head, MSG_NOSIGNAL) > 0
        && send(fd, hello, strlen(hello), MSG_NOSIGNAL) > 0) return fd;
    close(fd);
    return -1;
}
