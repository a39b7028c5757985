/* SPDX-License-Identifier: MIT
 * outbox.c - bytes out. A write to the network costs more than everything else that is done for a frame, and a turn of
 * the loop often has several frames for one connection: an answer, the table, the game. So they are copied into the
 * outbox, in pieces that are linked for each connection, and sent together: by end_turn() in loop.c, or earlier when
 * the outbox is full. What the network does not take then is kept by libuv, which sends it later. */
#include "outbox.h"

#include <stdlib.h>
#include <sys/socket.h>

/* Bytes for one connection: they lie behind this in the outbox, or with somebody who keeps them. */
struct Piece {
    Piece      *next;
    const char *bytes;
    size_t      n;
    bool        lent;
};

/* Everything is sent. If the other side is still sending, closing now would make the network throw away what it has not
 * read yet, such as the reason for closing. So we only say that nothing more will come and wait until it hangs up, or
 * until send_silent_away() in loop.c closes it. */
static void say_end(Conn *c)
{
    uv_os_fd_t fd;
    if (uv_fileno((uv_handle_t *)&c->tcp, &fd) || shutdown(fd, SHUT_WR)) conn_close(c);
}

static void all_sent(Conn *c)
{
    limits_answered(c);
    if (c->ending) say_end(c);
}

void conn_finish(Conn *c)
{
    if (c->ending || c->closing) return;
    c->ending = true;
    conn_after(c);                       /* it leaves its table now, however long it takes to hang up */
    if (!c->unsent && !c->out) say_end(c);
}

/* ---- what the network does not take at once ------------------------------------------------------ */

/* Bytes that libuv still has to send; it hands `req` back to on_written(). */
typedef struct { uv_write_t req; Conn *conn; size_t n; char bytes[]; } Unsent;

/* What had to be sent later has been sent, or could not be. */
static void on_written(uv_write_t *req, int status)
{
    Unsent *u = (Unsent *)req;
    Conn *c = u->conn;
    c->unsent -= u->n;
    free(u);
    if (status) conn_close(c);
    else if (!c->unsent && !c->out) all_sent(c);
}

/* socket_send() and http_read() ask outbox_blocked() before they add to what waits; the limit here is for frames that
 * wslay sends by itself. */
static void send_later(Conn *c, const char *bytes, size_t n, bool lent)
{
    if (c->closing) return;
    if (c->socket && c->unsent + n > 2 * MAX_UNSENT) {
        conn_close(c);
        return;
    }
    Unsent *u = malloc(sizeof *u + (lent ? 0 : n));
    if (!u) abort();
    u->conn = c;
    u->n = n;
    if (!lent) bytes = memcpy(u->bytes, bytes, n);
    c->unsent += n;
    c->unread = c->unsent;
    uv_buf_t buf = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)n);
    if (!uv_write(&u->req, (uv_stream_t *)&c->tcp, &buf, 1, on_written)) return;
    c->unsent -= n;
    free(u);
    conn_close(c);
}

/* ---- what was gathered ------------------------------------------------------------------------------ */

/* One write. Returns how many bytes the network took. */
static size_t send_now(Conn *c, const uv_buf_t *buf, unsigned n)
{
    if (c->unsent) return 0;             /* it has to wait for its turn behind those */
    int sent = uv_try_write((uv_stream_t *)&c->tcp, buf, n);
    c->server->counts.writes++;
    if (sent < 0 && sent != UV_EAGAIN) conn_close(c);
    return sent > 0 ? (size_t)sent : 0;
}

static void send_pieces(Conn *c, const Piece *p)
{
    enum { AT_ONCE = 16 };
    uv_buf_t buf[AT_ONCE];
    while (p && !c->closing) {
        unsigned n = 0;
        const Piece *first = p;
        for (; p && n < AT_ONCE; p = p->next) buf[n++] = uv_buf_init((char *)(uintptr_t)p->bytes, (unsigned)p->n);
        size_t sent = send_now(c, buf, n);
        for (; first != p; first = first->next) {
            size_t done = sent < first->n ? sent : first->n;
            sent -= done;
            if (done < first->n) send_later(c, first->bytes + done, first->n - done, first->lent);
        }
    }
}

/* The pieces are taken out of the connection first, because conn_close() comes back here. */
void outbox_send_to(Conn *c)
{
    const Piece *all = c->out;
    c->out = c->out_last = NULL;
    c->gathered = 0;
    if (!all) return;
    send_pieces(c, all);
    if (!c->unsent && !c->closing) all_sent(c);
}

/* Whoever was sent their pieces alone is still in the list, and has none. */
void outbox_send(Server *s)
{
    for (Conn *c; (c = s->outgoing);) {
        s->outgoing = c->next_out;
        c->posted = false;
        outbox_send_to(c);
    }
    s->outbox_n = 0;
}

bool outbox_blocked(Conn *c, size_t more)
{
    if (c->unsent + c->gathered + more > MAX_UNSENT) outbox_send_to(c);
    return c->unsent + more > MAX_UNSENT;
}

size_t outbox_owed(const Server *s, const Address *a)
{
    size_t sum = 0;
    for (const Conn *c = s->oldest; c; c = c->newer)
        if (c->address == a) sum += c->unsent + c->gathered;
    return sum;
}

/* ---- gathering ---------------------------------------------------------------------------------------- */

/* Takes so much of the outbox, after sending everything if it has no room for it. NULL: it never has. */
static char *take_room(Server *s, size_t n)
{
    size_t at = (s->outbox_n + _Alignof(Piece) - 1) & ~(_Alignof(Piece) - 1);
    if (n > sizeof s->outbox) return NULL;
    if (at + n > sizeof s->outbox) {
        outbox_send(s);
        at = 0;
    }
    s->outbox_n = at + n;
    return s->outbox + at;
}

static void add_piece(Conn *c, Piece *p)
{
    Server *s = c->server;
    *(c->out ? &c->out_last->next : &c->out) = p;
    c->out_last = p;
    c->gathered += p->n;
    if (c->posted) return;
    c->posted = true;
    c->next_out = s->outgoing;
    s->outgoing = c;
    turn_ends(s);
}

/* Adds to the last piece, if that is this connection's and the outbox ends with it. */
static bool lengthen(Conn *c, const void *bytes, size_t n)
{
    Server *s = c->server;
    Piece *p = c->out_last;
    if (!p || p->lent || p->bytes + p->n != s->outbox + s->outbox_n || n > sizeof s->outbox - s->outbox_n) return false;
    memcpy(s->outbox + s->outbox_n, bytes, n);
    s->outbox_n += n;
    p->n += n;
    c->gathered += n;
    return true;
}

void conn_write(Conn *c, const void *bytes, size_t n)
{
    if (c->closing || !n) return;
    c->server->counts.bytes_out += n;
    if (lengthen(c, bytes, n)) return;
    char *room = take_room(c->server, sizeof(Piece) + n);
    if (room) {
        Piece *p = (Piece *)(void *)room;
        *p = (Piece){ .bytes = memcpy(room + sizeof *p, bytes, n), .n = n };
        add_piece(c, p);
    } else {                             /* more than the outbox holds: it goes out at once */
        outbox_send_to(c);
        send_pieces(c, &(Piece){ .bytes = bytes, .n = n });
    }
}

void conn_lend(Conn *c, const void *bytes, size_t n)
{
    if (c->closing || !n) return;
    c->server->counts.bytes_out += n;
    Piece *p = (Piece *)(void *)take_room(c->server, sizeof *p);
    *p = (Piece){ .bytes = bytes, .n = n, .lent = true };
    add_piece(c, p);
}
