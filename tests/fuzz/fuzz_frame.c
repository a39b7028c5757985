/* SPDX-License-Identifier: MIT
 *
 * fuzz_frame.c - any bytes as frames of a WebSocket that has said hello. */
#include "wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char hello[64];
    if (!size) return 0;
    size_t piece = data[0] ? data[0] : size;
    wire_begin();
    need(wire_table("{\"game\":\"kittens\",\"seats\":2}"), "a table can be made");
    Conn *c = wire_socket(0);
    int n = snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\"}", wire.code);
    talk_hear(c, hello, (size_t)n);
    for (size_t at = 1; at < size && !c->closing && !c->ending; at += piece) {
        size_t more = size - at < piece ? size - at : piece;
        uint8_t *bytes = malloc(more);
        memcpy(bytes, data + at, more);
        socket_read(c, bytes, more);
        free(bytes);
        wire_settle();
    }
    wire_end();
    return 0;
}
