/* SPDX-License-Identifier: MIT
 * reviewed.c - writing advice and reviews as JSON. */
#include "reviewed.h"

#include "message.h"

static void put_number(Text *out, const char *key, double v)
{
    text_char(out, ',');
    message_key(out, key);
    text_fixed(out, v, 4);
}

static void put_move(Text *out, const Game *g, const Move *m, const char *word)
{
    char line[MAX_LINE];
    if (m->seat == SEAT_CHANCE) text_cut(line, sizeof line, g->verbs[m->verb].form);
    else move_format(g, m, word, line, sizeof line);
    message_key(out, "move");
    json_string(out, line);
}

/* ---- prospects ------------------------------------------------------------------- */

/* An argument that names no card is left out: a reason may be about fewer cards than there is room for. */
static void put_reason(Text *out, const Game *g, const Reason *r)
{
    const ReasonKind *kind = &g->hunch->reasons[r->kind];
    EventArg a;
    text_char(out, '{');
    message_key(out, "is");
    json_string(out, kind->name);
    for (int i = 0; event_arg(kind, i, &a); i++) {
        if (a.type == 'C' && r->arg[i] == UNKNOWN) continue;
        text_char(out, ',');
        message_key(out, a.key);
        if (a.type == 'C') json_string(out, g->cards[r->arg[i]]);
        else if (a.type == 'W') json_string(out, r->word);
        else text_number(out, r->arg[i]);
    }
    text_char(out, '}');
}

void reviewed_prospect(Text *out, const Game *g, const Prospect *p)
{
    text_char(out, '{');
    put_move(out, g, &p->move, p->word);
    put_number(out, "chance", (double)p->chance);
    put_number(out, "low", (double)p->low);
    put_number(out, "high", (double)p->high);
    put_number(out, "tally", (double)p->tally);
    put_number(out, "danger", (double)p->danger);
    text_char(out, ',');
    message_long(out, "tried", p->tried);
    text_add(out, ",\"why\":[");
    for (int i = 0; i < p->reasons; i++) {
        if (i) text_char(out, ',');
        put_reason(out, g, &p->reason[i]);
    }
    text_add(out, "]}");
}

void reviewed_advice(Text *out, const Game *g, const Advice *a)
{
    text_char(out, '{');
    message_long(out, "moves", (uint64_t)a->moves);
    put_number(out, "cost", (double)a->cost);
    put_number(out, "cost_low", (double)a->cost_low);
    text_add(out, ",\"played\":");
    if (a->played < 0) text_add(out, "null");
    else text_number(out, a->played);
    text_add(out, ",\"options\":[");
    for (int i = 0; i < a->n; i++) {
        if (i) text_char(out, ',');
        reviewed_prospect(out, g, &a->at[i]);
    }
    text_add(out, "]}");
}

/* ---- steps --------------------------------------------------------------------------- */

static void put_decision(Text *out, const Game *g, const Step *s)
{
    text_add(out, ",\"mark\":");
    json_string(out, mark_name[s->mark]);
    put_number(out, "cost", (double)s->cost);
    text_add(out, ",\"played\":");
    reviewed_prospect(out, g, &s->played);
    text_add(out, ",\"best\":");
    reviewed_prospect(out, g, &s->best);
}

/* One number for each seat. */
static void put_seats(Text *out, const char *key, const double *first, size_t stride, int seats)
{
    text_char(out, ',');
    message_key(out, key);
    for (int p = 0; p < seats; p++) {
        text_char(out, p ? ',' : '[');
        text_fixed(out, *(const double *)(const void *)((const char *)first + (size_t)p * stride), 4);
    }
    text_char(out, ']');
}

static void put_chances(Text *out, int seats, const Step *s)
{
    put_seats(out, "chances", s->after, sizeof s->after[0], seats);
    put_seats(out, "luck", &s->split[0].luck, sizeof s->split[0], seats);
    put_seats(out, "own", &s->split[0].own, sizeof s->split[0], seats);
    put_seats(out, "others", &s->split[0].others, sizeof s->split[0], seats);
}

static void put_what(Text *out, const Game *g, const Step *s)
{
    text_char(out, ',');
    put_move(out, g, &s->move, s->word);
    if (s->mark) put_decision(out, g, s);
}

/* Moves have secrets in them, such as where a kitten was put. So what others did in a game that goes on is told to
 * nobody: only decisions of the seats that are reviewed have a mark. */
void reviewed_step(Text *out, const Game *g, int seats, const Step *s, bool whole)
{
    text_char(out, '{');
    message_long(out, "n", s->number);
    text_add(out, ",\"seat\":");
    if (s->move.seat < seats) text_number(out, s->move.seat);
    else text_add(out, "null");
    if (whole || s->mark) put_what(out, g, s);
    if (whole) put_chances(out, seats, s);
    text_char(out, '}');
}

void reviewed_line(Text *out, Seat seat, const Line *line, bool whole)
{
    text_char(out, '{');
    message_long(out, "seat", seat);
    text_char(out, ',');
    message_long(out, "decisions", (uint64_t)line->decisions);
    text_add(out, ",\"marks\":{");
    for (int i = MARK_BEST; i < MARKS; i++) {
        if (i > MARK_BEST) text_char(out, ',');
        message_long(out, mark_name[i], (uint64_t)line->marks[i]);
    }
    text_char(out, '}');
    put_number(out, "share", line->possible > 0 ? line->played / line->possible : 1);
    if (whole) {
        put_number(out, "first", line->first);
        put_number(out, "last", line->last);
        put_number(out, "luck", line->split.luck);
        put_number(out, "own", line->split.own);
        put_number(out, "others", line->split.others);
    }
    text_char(out, '}');
}
