/* SPDX-License-Identifier: MIT
 * socket.c - WebSocket frames, by wslay: whole text messages in, frames out, closed by the book. */
#include "server.h"

#include <stdlib.h>
#include <wslay/wslay.h>

#include "handshake.h"

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
    Conn *c = conn;
    (void)ws;
    (void)flags;
    Server *s = c->server;
    if (s->out_n + n > sizeof s->out) {          /* more than a gathering holds goes out as it is */
        conn_write(c, s->out, s->out_n);
        s->out_n = 0;
    }
    if (n > sizeof s->out) {
        conn_write(c, bytes, n);
    } else {
        memcpy(s->out + s->out_n, bytes, n);
        s->out_n += n;
    }
    return (ssize_t)n;
}

static void on_message(wslay_event_context_ptr ws, const struct wslay_event_on_msg_recv_arg *m, void *conn)
{
    Conn *c = conn;
    (void)ws;
    if (c->closed || c->closing || m->opcode == WSLAY_CONNECTION_CLOSE) return;
    if (wslay_is_ctrl_frame(m->opcode)) limits_message(c);       /* pings are rationed like what is said */
    else if (m->opcode == WSLAY_TEXT_FRAME) talk_hear(c, m->msg_length ? (const char *)m->msg : "", m->msg_length);
    else socket_close(c, WSLAY_CODE_UNSUPPORTED_DATA, "text only");
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = on_recv, .send_callback = on_send, .on_msg_recv_callback = on_message
};

/* Small pieces of frames are gathered and written at once. */
static void flush(Conn *c)
{
    if (c->closing) return;
    int code = wslay_event_send(c->ws);
    Server *s = c->server;
    if (s->out_n) conn_write(c, s->out, s->out_n);
    s->out_n = 0;
    if (!code && (wslay_event_want_read(c->ws) || wslay_event_want_write(c->ws))) return;
    room_leave(c);                       /* it may take its time to hang up, but it said good-bye */
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
    wslay_event_config_set_max_recv_msg_length(c->ws, MAX_FRAME);
    c->seat = SEAT_TABLE;
}

void socket_read(Conn *c, const uint8_t *bytes, size_t n)
{
    c->in = bytes;
    c->in_n = n;
    if (wslay_event_recv(c->ws)) {       /* not even a frame: wslay has no words for it, but there is a code */
        static const uint8_t broken[] = { 0x88, 2, 1002 >> 8, 1002 & 255 };
        room_leave(c);
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
    if (c->closing || c->closed) return;
    if (c->unsent + n > MAX_UNSENT) {    /* it starts afresh instead of being buffered for ever */
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
    if (c->closing || c->closed) return;
    c->closed = true;
    room_leave(c);
    wslay_event_queue_close(c->ws, code, (const uint8_t *)why, strlen(why));
    wslay_event_shutdown_read(c->ws);
    flush(c);
}

void socket_free(Conn *c)
{
    if (c->ws) wslay_event_context_free(c->ws);
}
