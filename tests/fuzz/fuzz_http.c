/* SPDX-License-Identifier: MIT
 *
 * fuzz_http.c - any bytes as what comes over a fresh connection, in pieces: a byte of 0 in
 * front of the rest says how large. After an upgrade they are frames. */
#include "wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size) return 0;
    size_t piece = data[0] ? data[0] : size;
    wire_begin();
    Conn *c = wire_conn(0);
    for (size_t at = 1; at < size && !c->closing && !c->ending; at += piece) {
        size_t n = size - at < piece ? size - at : piece;
        char *bytes = malloc(n);                 /* exactly as large, so that ASan sees one too many */
        memcpy(bytes, data + at, n);
        if (c->socket) socket_read(c, (const uint8_t *)bytes, n);
        else http_read(c, bytes, n);
        free(bytes);
        wire_settle();
    }
    wire_end();
    return 0;
}
