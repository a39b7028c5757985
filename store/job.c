/* SPDX-License-Identifier: MIT
 * job.c - what is handed to a store and comes back from it. */
#include <stdlib.h>
#include <string.h>

#include "kind.h"

StoreJob *store_job(JobKind kind, uint32_t table, uint32_t round)
{
    StoreJob *j = calloc(1, sizeof *j);
    if (!j) abort();
    j->kind = kind;
    j->table = table;
    j->round = round;
    j->last = &j->first;
    return j;
}

void store_job_free(StoreJob *j)
{
    for (StoredMove *m = j->first, *next; m; m = next) {
        next = m->next;
        free(m);
    }
    free(j->text);
    free(j->head);
    free(j->tail);
    free(j->tables);
    free(j);
}

void store_job_fail(StoreJob *all, Outcome o, const char *words)
{
    for (StoreJob *j = all; j; j = j->next) {
        j->outcome = o;
        why(&j->why, "%s", words);
    }
}

Outcome store_job_spoilt(StoreJob *j)
{
    free(j->text);
    j->text = NULL;
    why(&j->why, "the table's record is damaged");
    return STORE_DAMAGED;
}

void store_move(StoreJob *j, const StoredMove *m, const char *line)
{
    size_t n = strlen(line) + 1;
    StoredMove *copy = malloc(sizeof *copy + n);
    if (!copy) abort();
    *copy = *m;
    copy->next = NULL;
    memcpy(copy->line, line, n);
    *j->last = copy;
    j->last = &copy->next;
}

int64_t store_sum(const char *s)
{
    uint64_t h = 0xcbf29ce484222325;
    for (; *s; s++) h = (h ^ (uint8_t)*s) * 0x100000001b3;
    return (int64_t)h;
}
