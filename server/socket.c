/* SPDX-License-Identifier: MIT
 * socket.c - WebSocket frames: whole text messages in, frames out. The library wslay reads what clients send, and
 * answers their pings and their closing; what we say is put into frames here.
 *
 * wslay needs 8 kB for each connection, and most connections are silent most of the time. So it is there from the first
 * byte of a message to the last, and is freed in between. */
#include "socket.h"

#include <stdlib.h>
#include <wslay/wslay.h>

#include "handshake.h"
#include "outbox.h"
#include "talk.h"

/* ---- out ------------------------------------------------------------------------------------------ */

static void write_frame(Conn *c, enum wslay_opcode kind, const void *bytes, size_t n)
{
    int more = n < 126 ? 0 : n <= UINT16_MAX ? 2 : 8;    /* bytes of a length that does not fit into the second byte */
    uint8_t head[2 + 8] = { (uint8_t)(0x80 | kind), (uint8_t)(more == 0 ? n : more == 2 ? 126 : 127) };
    for (int i = 0; i < more; i++) head[2 + i] = (uint8_t)((uint64_t)n >> 8 * (more - 1 - i));
    conn_write(c, head, 2 + (size_t)more);
    conn_write(c, bytes, n);
}

void socket_send(Conn *c, const char *text, size_t n)
{
    if (conn_gone(c)) return;
    if (outbox_blocked(c, n)) {          /* it does not read: it has to connect again and gets a view */
        socket_close(c, 4004, "too slow");
        return;
    }
    c->server->counts.frames_out++;
    write_frame(c, WSLAY_TEXT_FRAME, text, n);
}

void socket_close(Conn *c, uint16_t code, const char *why)
{
    enum { LONGEST = 123 };
    uint8_t body[2 + LONGEST] = { (uint8_t)(code >> 8), (uint8_t)code };
    size_t n = strlen(why);
    if (conn_gone(c)) return;
    assert(n <= LONGEST);
    memcpy(body + 2, why, n);
    c->closed = true;
    if (c->ws) wslay_event_shutdown_read(c->ws);
    write_frame(c, WSLAY_CONNECTION_CLOSE, body, 2 + n);
    conn_finish(c);                      /* it leaves its table when the turn ends */
}

/* ---- in: messages in pieces -------------------------------------------------------------------------
 * wslay would allocate some ninety bytes for every fragment of a message, even for one that brings a single byte. So it
 * is told to keep none, and the pieces are gathered here: a message takes no more memory than its text. */

/* A browser sends a message in one piece, a proxy may cut it into a few. Each further piece counts as a message. */
enum { FREE_FRAGMENTS = 16 };

/* How long a client's frame is: two bytes, the rest of its length, a mask of four, and the payload. wslay refuses
 * frames whose length is written longer than it must be. */
static uint64_t frame_size(uint64_t payload)
{
    uint64_t more = payload < 126 ? 0 : payload <= UINT16_MAX ? 2 : 8;
    return 2 + more + 4 + payload;
}

static void on_frame(wslay_event_context_ptr ws, const struct wslay_event_on_frame_recv_start_arg *f, void *conn)
{
    Conn *c = conn;
    (void)ws;
    c->ahead -= frame_size(f->payload_length);
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

/* ---- wslay comes and goes --------------------------------------------------------------------------- */

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

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = on_recv, .send_callback = on_send, .on_frame_recv_start_callback = on_frame,
    .on_frame_recv_chunk_callback = on_piece, .on_msg_recv_callback = on_message
};

static void begin_reading(Conn *c)
{
    if (c->ws) return;
    if (wslay_event_context_server_init(&c->ws, &callbacks, c)) abort();
    wslay_event_config_set_no_buffering(c->ws, 1);
    wslay_event_config_set_max_recv_msg_length(c->ws, MAX_FRAME);        /* of one frame; on_frame counts the message */
}

/* Sends what wslay answers. If nothing has begun that is not complete, wslay has nothing to remember. */
static void end_reading(Conn *c)
{
    if (conn_gone(c)) return;
    bool failed = wslay_event_send(c->ws), ended = !wslay_event_want_read(c->ws) && !wslay_event_want_write(c->ws);
    if (failed || ended) {
        conn_finish(c);
    } else if (!c->ahead && !c->fragments) {
        wslay_event_context_free(c->ws);
        c->ws = NULL;
    }
}

void socket_read(Conn *c, const uint8_t *bytes, size_t n)
{
    begin_reading(c);
    c->in = bytes;
    c->in_n = n;
    c->ahead += n;
    if (wslay_event_recv(c->ws) && !conn_gone(c)) {      /* it was no frame; wslay does not say so to the client */
        static const uint8_t broken[] = { WSLAY_CODE_PROTOCOL_ERROR >> 8, WSLAY_CODE_PROTOCOL_ERROR & 255 };
        c->closed = true;
        write_frame(c, WSLAY_CONNECTION_CLOSE, broken, sizeof broken);
        conn_finish(c);
    }
    c->in = NULL;
    c->in_n = 0;
    end_reading(c);
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
    c->socket = true;
    c->seat = SEAT_TABLE;
}

void socket_free(Conn *c)
{
    if (c->ws) wslay_event_context_free(c->ws);
    free(c->message);
}
