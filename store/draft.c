/* SPDX-License-Identifier: MIT
 * draft.c - a write to the store, put together in memory before it is handed in. */
#include <stdlib.h>
#include <string.h>

#include "store.h"

StoreWrite *store_draft(uint32_t table, uint32_t round)
{
    StoreWrite *w = calloc(1, sizeof *w);
    if (!w) abort();
    w->table = table;
    w->round = round;
    w->last = &w->first;
    return w;
}

void store_draft_free(StoreWrite *w)
{
    for (StoredMove *m = w->first, *next; m; m = next) {
        next = m->next;
        free(m);
    }
    free(w->text);
    free(w->head);
    free(w->tail);
    free(w);
}

void store_move(StoreWrite *w, const StoredMove *m, const char *line)
{
    size_t n = strlen(line) + 1;
    StoredMove *copy = malloc(sizeof *copy + n);
    if (!copy) abort();
    *copy = *m;
    copy->next = NULL;
    memcpy(copy->line, line, n);
    *w->last = copy;
    w->last = &copy->next;
}
