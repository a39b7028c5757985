/* SPDX-License-Identifier: MIT
 *
 * fuzz_keep.c - any text as what a data file holds of a table: read or refused with a reason;
 * what is read survives being written. */
#include "wire.h"

static Room *blank(void)
{
    Room *r = calloc(1, sizeof *r);
    uv_timer_t *alarm = malloc(sizeof *alarm);
    r->server = wire.server;
    r->alarm = alarm;
    r->waiting_end = &r->waiting;
    uv_timer_init(&wire.server->loop, alarm);
    r->next = wire.server->room[0];
    wire.server->room[0] = r;
    return r;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Why w = { "" };
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    wire_begin();
    Room *r = blank();
    if (keep_read(r, text, &w)) {
        char *once = keep_write(r);
        Room *again = blank();
        need(keep_read(again, once, &w), "what was written can be read");
        char *twice = keep_write(again);
        need(!strcmp(once, twice), "what was read is written the same");
        free(once);
        free(twice);
    } else {
        need(w.text[0], "a refusal says why");
    }
    free(text);
    wire_end();
    return 0;
}
