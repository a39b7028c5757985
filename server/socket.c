/* SPDX-License-Identifier: MIT
 * socket.c - WebSocket frames, read and written by the library wslay: whole text messages in, frames out. */
#include "socket.h"

#include <stdlib.h>
#include <wslay/wslay.h>

#include "handshake.h"
#include "outbox.h"
#include "talk.h"

static ssize_t on_recv(wslay_event_context_ptr ws, uint8_t *to, size_t n, int flags, void *conn)
{
    Conn *c = conn;
    (void)flags;
    if (!c->in_n) {
        wslay_event_set_error(ws, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (n > c->in_n) n = c->in_n;
    memcpy(to, c->in, n);
    c->in += n;
    c->in_n -= n;
    return (ssize_t)n;
}

static ssize_t on_send(wslay_event_context_ptr ws, const uint8_t *bytes, size_t n, int flags, void *conn)
{
    (void)ws;
    (void)flags;
    conn_write(conn, bytes, n);
    return (ssize_t)n;
}

/* ---- messages in pieces ------------------------------------------------------------------------
 * wslay would allocate some ninety bytes for every fragment of a message, even for one that brings a single byte. So it
 * is told to keep none, and the pieces are gathered here: a message takes no more memory than its text. */

/* A browser sends a message in one piece, a proxy may cut it into a few. Each further piece counts as a message. */
enum { FREE_FRAGMENTS = 16 };

static void on_frame(wslay_event_context_ptr ws, const struct wslay_event_on_frame_recv_start_arg *f, void *conn)
{
    Conn *c = conn;
    (void)ws;
    c->control = wslay_is_ctrl_frame(f->opcode);
    if (conn_gone(c) || c->control) return;
    if (c->message_n + f->payload_length > MAX_FRAME) socket_close(c, WSLAY_CODE_MESSAGE_TOO_BIG, "too long");
    else if (++c->fragments > FREE_FRAGMENTS) limits_message(c);
}

static void on_piece(wslay_event_context_ptr ws, const struct wslay_event_on_frame_recv_chunk_arg *piece, void *conn)
{
    Conn *c = conn;
    size_t n = c->message_n + piece->data_length;
    (void)ws;
    if (conn_gone(c) || c->control || !piece->data_length) return;
    if (n > c->message_cap) {
        c->message_cap = n < 512 ? 512 : n < MAX_FRAME / 2 ? 2 * n : MAX_FRAME;
        if (!(c->message = realloc(c->message, c->message_cap))) abort();
    }
    memcpy(c->message + c->message_n, piece->data, piece->data_length);
    c->message_n = n;
}

static void forget_message(Conn *c)
{
    free(c->message);
    c->message = NULL;
    c->message_n = c->message_cap = c->fragments = 0;
}

static void on_message(wslay_event_context_ptr ws, const struct wslay_event_on_msg_recv_arg *m, void *conn)
{
    Conn *c = conn;
    (void)ws;
    if (conn_gone(c) || m->opcode == WSLAY_CONNECTION_CLOSE) return;
    if (wslay_is_ctrl_frame(m->opcode)) {
        limits_message(c);               /* a ping counts as a message */
        return;
    }
    if (m->opcode == WSLAY_TEXT_FRAME) talk_hear(c, c->message_n ? c->message : "", c->message_n);
    else socket_close(c, WSLAY_CODE_UNSUPPORTED_DATA, "text only");
    forget_message(c);
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = on_recv, .send_callback = on_send, .on_frame_recv_start_callback = on_frame,
    .on_frame_recv_chunk_callback = on_piece, .on_msg_recv_callback = on_message
};

static void flush(Conn *c)
{
    if (c->closing) return;
    int code = wslay_event_send(c->ws);
    if (!code && (wslay_event_want_read(c->ws) || wslay_event_want_write(c->ws))) return;
    conn_finish(c);
}

void socket_open(Conn *c, const char *key)
{
    char accept[ACCEPT], out[256];
    Text t = text_into(out, sizeof out);
    handshake_accept(key, accept);
    text_add(&t, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Protocol: ninelives.v1\r\nSec-WebSocket-Accept: ");
    text_add(&t, accept);
    text_add(&t, "\r\n\r\n");
    conn_write(c, out, t.n);
    if (wslay_event_context_server_init(&c->ws, &callbacks, c)) abort();
    wslay_event_config_set_no_buffering(c->ws, 1);
    wslay_event_config_set_max_recv_msg_length(c->ws, MAX_FRAME);        /* of one frame; on_frame counts the message */
    c->seat = SEAT_TABLE;
}

void socket_read(Conn *c, const uint8_t *bytes, size_t n)
{
    c->in = bytes;
    c->in_n = n;
    if (wslay_event_recv(c->ws)) {       /* it was no frame; wslay does not send the close frame that says so */
        static const uint8_t broken[] = { 0x88, 2, 1002 >> 8, 1002 & 255 };
        c->closed = true;
        conn_write(c, broken, sizeof broken);
        conn_finish(c);
        return;
    }
    c->in = NULL;
    c->in_n = 0;
    flush(c);
}

void socket_send(Conn *c, const char *text, size_t n)
{
    if (conn_gone(c)) return;
    if (outbox_blocked(c, n)) {          /* it does not read: it has to connect again and gets a view */
        socket_close(c, 4004, "too slow");
        return;
    }
    struct wslay_event_msg m = { WSLAY_TEXT_FRAME, (const uint8_t *)text, n };
    if (wslay_event_queue_msg(c->ws, &m)) return;
    c->server->counts.frames_out++;
    flush(c);
}

void socket_close(Conn *c, uint16_t code, const char *why)
{
    if (conn_gone(c)) return;
    c->closed = true;
    conn_after(c);                       /* it leaves its table when the turn ends */
    wslay_event_queue_close(c->ws, code, (const uint8_t *)why, strlen(why));
    wslay_event_shutdown_read(c->ws);
    flush(c);
}

void socket_free(Conn *c)
{
    if (c->ws) wslay_event_context_free(c->ws);
    free(c->message);
}
