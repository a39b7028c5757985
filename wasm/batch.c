/* SPDX-License-Identifier: MIT
 *
 * batch.c - many tables of one game, played in step, for JavaScript. The batches are those of lib/ninelives.h, exported
 * as they are (cmake/wasm-target.cmake); here is what they need of a library, and where the caller writes.
 *
 *   nl_batch_game(id)              the game that a batch is made of; 0: there is none of that name
 *   nl_batch_room(n)               n bytes for the caller to fill, for good; 0: no more
 *   nl_batch_why()                 what was wrong with the last call that failed */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../core/log.h"
#include "../lib/batch.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

static char reason[256];

const Game *EXPORT(nl_batch_game)(const char *id);
void       *EXPORT(nl_batch_room)(size_t n);
const char *EXPORT(nl_batch_why)(void);

const Game *nl_batch_game(const char *id) { return game_find(id); }
void *nl_batch_room(size_t n) { return calloc(n, 1); }
const char *nl_batch_why(void) { return reason; }

nl_status lib_fail(nl_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    return status;
}

/* The options stand in a log's first line after the game. */
bool lib_options(const Game *g, const char *options, Options *o)
{
    char header[2 * MAX_LINE];
    const Game *named;
    Why w = { "" };
    Text t = text_into(header, sizeof header);
    text_add(&t, "ninelives 1 ");
    text_add(&t, g->id);
    text_char(&t, ' ');
    text_add(&t, options);
    if (t.n < sizeof header && log_read_header(header, &named, o, &w)) return true;
    lib_fail(NL_BAD_OPTION, "%s", t.n < sizeof header ? w.text : "the options are too long");
    return false;
}

/* ---- a crew of one: the module has no threads ---------------------------------------- */

Crew *crew_new(int parts) { (void)parts; return NULL; }
void crew_free(Crew *c) { (void)c; }
void crew_do(Crew *c, void (*work)(void *, int, int), void *of) { (void)c; work(of, 0, 1); }
