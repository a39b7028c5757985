/* SPDX-License-Identifier: MIT
 *
 * wal.c - is SQLite's write-ahead log whole? SQLite stops reading it at the first frame that
 * does not add up, and takes what follows for rubbish of a write that was never finished. So
 * it is after a crash; but a commit that others follow was finished, and leaving it out would
 * be a silent loss. (The format: sqlite.org/fileformat2.html, "The Write-Ahead Log".) */
#include "wal.h"

#include <stdio.h>
#include <stdlib.h>

enum { HEAD = 32, FRAME_HEAD = 24, MAGIC = 0x377f0682, LARGEST_PAGE = 65536 };

typedef struct { uint32_t a, b; } Sum;

static uint32_t big(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }
static uint32_t little(const uint8_t *p) { return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0]; }

static void add(Sum *s, const uint8_t *p, size_t n, bool is_big)
{
    for (size_t i = 0; i + 8 <= n; i += 8) {
        s->a += (is_big ? big : little)(p + i) + s->b;
        s->b += (is_big ? big : little)(p + i + 4) + s->a;
    }
}

static bool fits(const Sum *s, const uint8_t *p) { return s->a == big(p) && s->b == big(p + 4); }

/* Counts the commits behind the first frame that does not add up. */
static int lost_commits(FILE *f, const uint8_t head[HEAD], uint8_t *frame, size_t page)
{
    bool is_big = big(head) & 1, whole = true;
    int lost = 0;
    Sum s = { 0, 0 };
    add(&s, head, HEAD - 8, is_big);
    while (fread(frame, 1, FRAME_HEAD + page, f) == FRAME_HEAD + page) {
        bool ours = !memcmp(frame + 8, head + 16, 8);            /* salts: not left over from an older log */
        add(&s, frame, 8, is_big);
        add(&s, frame + FRAME_HEAD, page, is_big);
        whole = whole && ours && fits(&s, frame + 16);
        lost += !whole && ours && big(frame + 4);
    }
    return lost;
}

static bool check(FILE *f, Why *w)
{
    uint8_t head[HEAD];
    Sum s = { 0, 0 };
    if (fread(head, 1, HEAD, f) != HEAD) return true;
    size_t page = big(head + 8);
    add(&s, head, HEAD - 8, big(head) & 1);
    if ((big(head) & ~1u) != MAGIC || !fits(&s, head + 24) || page < 512 || page > LARGEST_PAGE)
        return fgetc(f) == EOF || why(w, "the head of its write-ahead log is damaged");
    uint8_t *frame = malloc(FRAME_HEAD + page);
    if (!frame) abort();
    int lost = lost_commits(f, head, frame, page);
    free(frame);
    return lost < 2 || why(w, "its write-ahead log is damaged: %d commits behind the damage would be lost", lost);
}

bool wal_is_whole(const char *path, Why *w)
{
    char name[1200];
    snprintf(name, sizeof name, "%s-wal", path);
    FILE *f = fopen(name, "rb");
    bool ok = !f || check(f, w);
    if (f) fclose(f);
    return ok;
}
