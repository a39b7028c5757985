/* SPDX-License-Identifier: MIT
 * journal.c - writes down what players were told, so that another program can hold it against the logs. */
#include "load.h"

bool journal_open(Load *l, const char *path)
{
    if (!path) return true;
    l->journal = fopen(path, "w");
    if (l->journal) setvbuf(l->journal, NULL, _IOLBF, 1 << 12);      /* others read along */
    return l->journal != NULL;
}

void journal_close(Load *l)
{
    if (l->journal) fclose(l->journal);
    l->journal = NULL;
}

/* What every line begins with; somebody who watches has no seat. */
static void begin(const Load *l, const Chair *c, const char *what)
{
    fprintf(l->journal, "{\"is\":\"%s\",\"at\":%llu,\"table\":\"%s\",\"round\":%u,\"seat\":", what,
            (unsigned long long)now_us(), c->room->code, c->round);
    if (c->seat == SEAT_TABLE) fputs("null", l->journal);
    else fprintf(l->journal, "%u", c->seat);
}

void journal_ack(const Load *l, const Chair *c, uint32_t n)
{
    if (!l->journal) return;
    begin(l, c, "ack");
    fprintf(l->journal, ",\"id\":\"%u-%u-%u\",\"move\":\"%s\",\"n\":%u}\n", c->room->number, c->seat, c->moves, c->text,
            n);
}

void journal_frame(const Load *l, const Chair *c)
{
    if (!l->journal) return;
    begin(l, c, "frame");
    fprintf(l->journal, ",\"n\":%u}\n", c->n);
}
