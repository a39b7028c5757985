/* SPDX-License-Identifier: MIT
 *
 * program.h - inputs that are programs, a step a line, and how they change: by steps, not by bytes,
 * so that what comes out is a program again. */
#ifndef NINELIVES_FUZZ_PROGRAM_H
#define NINELIVES_FUZZ_PROGRAM_H

#include "fuzz.h"

enum { MAX_STEPS = 150 };

typedef struct { int who, a, b; } Args;

/* A list of them ends with no word. */
typedef struct {
    const char *word;
    void (*act)(const Args *);
    int numbers;                         /* that follow the word */
    int often;                           /* it is drawn, beside the others */
} Step;

typedef struct { char line[MAX_STEPS][40]; int n; } Program;

static inline void program_read(Program *p, const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    for (p->n = 0; at < end && p->n < MAX_STEPS;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((stop ? stop : end) - at);
        snprintf(p->line[p->n++], sizeof p->line[0], "%.*s", (int)n, at);
        at = stop ? stop + 1 : end;
    }
}

static inline size_t program_write(const Program *p, uint8_t *out, size_t most)
{
    size_t n = 0;
    for (int i = 0; i < p->n; i++) {
        size_t more = strlen(p->line[i]);
        if (n + more + 1 > most) break;
        memcpy(out + n, p->line[i], more);
        out[n + more] = '\n';
        n += more + 1;
    }
    return n;
}

static int below(Dice *d, int n) { return (int)(dice_below(d, (uint32_t)n)); }

static int some_guest(Dice *d) { return below(d, 4) ? below(d, 3) : below(d, 16); }

/* Few guests, few kinds and plain ways of saying things are likelier than the rest. */
static void new_line(const Step *step, Dice *d, int who, char *out, size_t cap)
{
    int all = 0;
    for (const Step *s = step; s->word; s++) all += s->often;
    for (int at = below(d, all); at >= step->often; step++) at -= step->often;
    int a = below(d, 3) ? below(d, below(d, 2) ? 3 : 12) : below(d, 256), n = step->numbers;
    int b = below(d, 3) ? 0 : 1 << below(d, below(d, 2) ? 2 : 8);
    if (n == 1 && below(d, 2)) who = below(d, 16);
    if (!n) snprintf(out, cap, "%s", step->word);
    else if (n == 1) snprintf(out, cap, "%s %d", step->word, who);
    else if (n == 2) snprintf(out, cap, "%s %d %d", step->word, who, a);
    else snprintf(out, cap, "%s %d %d %d", step->word, who, a, b);
}

static void insert(Program *p, int at, const char *line)
{
    if (p->n == MAX_STEPS) return;
    memmove(p->line[at + 1], p->line[at], sizeof p->line[0] * (size_t)(p->n++ - at));
    snprintf(p->line[at], sizeof p->line[0], "%s", line);
}

static void take_out(Program *p, int at, int n)
{
    if (n > p->n - at) n = p->n - at;
    memmove(p->line[at], p->line[at + n], sizeof p->line[0] * (size_t)(p->n - at - n));
    p->n -= n;
}

/* A piece of the program happens again somewhere else, for another guest if that is drawn. */
static void repeat(Program *p, Dice *d)
{
    Program from = *p;
    int first = below(d, p->n), n = 1 + below(d, 6), to = below(d, p->n + 1);
    for (int i = 0; i < n && first + i < from.n; i++) insert(p, to + i < p->n ? to + i : p->n, from.line[first + i]);
}

static void change_number(char *line, size_t cap, Dice *d)
{
    char word[12] = "";
    int x[3] = { 0, 0, 0 }, n = sscanf(line, "%11s %3d %3d %3d", word, &x[0], &x[1], &x[2]) - 1;
    if (n < 1) return;
    int i = below(d, n);
    if (i == 0) x[0] = below(d, below(d, 2) ? 5 : 16);
    else if (i == 2 && below(d, 2)) x[2] ^= 1 << below(d, 8);
    else x[i] = below(d, 3) ? below(d, 12) : below(d, 256);
    if (n == 1) snprintf(line, cap, "%s %d", word, x[0]);
    else if (n == 2) snprintf(line, cap, "%s %d %d", word, x[0], x[1]);
    else snprintf(line, cap, "%s %d %d %d", word, x[0], x[1], x[2]);
}

/* One new step, or several of the same guest. */
static void grow(Program *p, const Step *step, Dice *d)
{
    char line[40];
    int who = some_guest(d), at = p->n ? below(d, p->n + 1) : 0, n = below(d, 2) ? 1 : 2 + below(d, 4);
    for (int i = 0; i < n; i++) {
        new_line(step, d, who, line, sizeof line);
        insert(p, at + i < p->n ? at + i : p->n, line);
    }
}

static inline void program_change(Program *p, const Step *step, Dice *d)
{
    char line[40];
    int what = below(d, 20), at = p->n ? below(d, p->n) : 0;
    if (!p->n || what < 8) {
        grow(p, step, d);
    } else if (what < 12) {
        take_out(p, at, 1 + below(d, 5));
    } else if (what < 14) {
        repeat(p, d);
    } else if (what < 18) {
        change_number(p->line[at], sizeof p->line[0], d);
    } else {
        int other = below(d, p->n);
        memcpy(line, p->line[at], sizeof line);
        memcpy(p->line[at], p->line[other], sizeof line);
        memcpy(p->line[other], line, sizeof line);
    }
}

#endif
