/* SPDX-License-Identifier: MIT
 *
 * pack.c - the moves of a finished round as one text. As rows of their own most of what they take is rows and indexes;
 * in one piece they take a fraction of it, and PostgreSQL compresses long texts by itself.
 *
 * A packed round has one row among the moves, number 0: its line is the text, its mark the text's sum. The text has a
 * line for each move: milliseconds since the move before (for the first: since 1970), the mark in hexadecimal, who
 * played it, the client's id, and the move as in the log, with tabs between them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kind.h"

enum { MOVE_ROOM = 96 };                 /* more than a move takes besides its id and line */

static bool can_be_packed(const StoreJob *j)
{
    uint64_t n = 0;
    for (const StoredMove *m = j->first; m; m = m->next)
        if (m->number != ++n || strpbrk(m->ask, "\t\n") || strchr(m->line, '\n')) return false;
    return n;
}

char *store_pack(const StoreJob *j)
{
    size_t size = 1, n = 0;
    int64_t before = 0;
    if (!can_be_packed(j)) return NULL;
    for (const StoredMove *m = j->first; m; m = m->next) size += MOVE_ROOM + strlen(m->ask) + strlen(m->line);
    char *text = malloc(size);
    if (!text) abort();
    for (const StoredMove *m = j->first; m; before = m->at, m = m->next)
        n += (size_t)snprintf(text + n, size - n, "%" PRId64 "\t%" PRIx64 "\t%c\t%s\t%s\n", m->at - before, m->mark,
                              m->by, m->ask, m->line);
    return text;
}

/* The piece before the next tab, which is cut off; NULL: there is no tab. */
static char *piece(char **at)
{
    char *from = *at, *tab = strchr(from, '\t');
    if (!tab) return NULL;
    *tab = 0;
    *at = tab + 1;
    return from;
}

static bool unpack_line(StoreJob *j, char *line, StoredMove *m)
{
    char *at = piece(&line), *mark = at ? piece(&line) : NULL, *by = mark ? piece(&line) : NULL;
    char *ask = by ? piece(&line) : NULL;
    if (!ask || !*by || strlen(ask) >= MAX_ASK) return false;
    m->number++;
    m->at += strtoll(at, NULL, 10);
    m->mark = strtoull(mark, NULL, 16);
    m->by = by[0];
    snprintf(m->ask, sizeof m->ask, "%s", ask);
    store_move(j, m, line);
    return true;
}

/* A sum that fits says that it is what was packed, so only somebody else's doing can make a line senseless. */
static bool unpack(StoreJob *j, const char *packed, int64_t sum)
{
    StoredMove m = { 0 };
    if (store_sum(packed) != sum) return false;
    char *text = strdup(packed), *line = text, *end;
    if (!text) abort();
    bool ok = true;
    for (; ok && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        ok = unpack_line(j, line, &m);
    }
    ok = ok && !*line;
    free(text);
    return ok;
}

void store_row(StoreJob *j, const StoredMove *m, const char *line)
{
    if (m->number) {
        store_move(j, m, line);
    } else if (!unpack(j, line, (int64_t)m->mark)) {
        j->outcome = STORE_DAMAGED;
        why(&j->why, "the packed moves of round %" PRIu32 " are damaged", j->round);
    }
}
