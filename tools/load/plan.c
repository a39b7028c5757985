/* SPDX-License-Identifier: MIT
 * plan.c - which tables are made: all alike to measure speed, of every kind to check secrecy. */
#include "load.h"

#include <string.h>

#include "../../core/text.h"

static bool make_table(Load *l, Room *r)
{
    const Wish *w = l->wish;
    char send[512];
    Heap body = { 0 };
    snprintf(send, sizeof send, "{\"game\":\"%s\",\"seats\":%d,\"clock\":\"%s\",\"pace\":\"instant\","
                                "\"absent\":\"wait\",\"name\":\"P0\"%s%s}",
             r->game, r->seats, w->clock, r->options[0] ? ",\"options\":" : "", r->options);
    int status = http_ask(&l->wire, "POST", "/api/tables", send, r->number + 1, &body);
    Slice made = { body.at, body.n };
    bool ok = status == 201 && scan_copy(scan_get(made, "code"), r->code, CODE)
        && scan_copy(scan_get(made, "token"), r->chair[0].token, TOKEN);
    if (!scan_copy(scan_get(made, "node"), r->chair[0].node, NODE)) r->chair[0].node[0] = 0;
    if (!ok) fprintf(stderr, "load: no table: status %d, %.*s\n", status, (int)body.n, body.at ? body.at : "");
    heap_free(&body);
    return ok;
}

/* Any number of seats, any options, bots on some chairs. */
static void plan_anything(Load *l, Room *r)
{
    int games = 0;
    Options o;
    while (game_at(games)) games++;
    const Game *g = game_at((int)(r->number % (unsigned)games));
    r->game = g->id;
    r->seats = g->min_seats + (int)dice_below(&l->dice, (uint32_t)(g->max_seats - g->min_seats + 1));
    for (int p = 1; p < r->seats; p++)
        if (!dice_below(&l->dice, 3)) r->bots |= SEAT_BIT(p);
    options_default(g, r->seats, &o);
    Text t = text_into(r->options, sizeof r->options);
    for (int i = 0; i < g->option_count; i++) {
        const OptionRow *row = &g->options[i];
        uint32_t n = 0;
        char value[32];
        while (row->words && row->words[n]) n++;
        if (n && !dice_below(&l->dice, 3)) o.value[i] = (uint8_t)dice_below(&l->dice, n);
        if (!row->words) o.value[i] = row->low;                  /* the lowest number: short games */
        if (row->words && !strcmp(row->words[o.value[i]], "time") && l->wish->secrecy < 1000) o.value[i] = row->usual;
        options_value(g, &o, i, value, sizeof value);
        text_add(&t, i ? ",\"" : "{\"");
        text_add(&t, row->name);
        text_add(&t, "\":\"");
        text_add(&t, value);
        text_char(&t, '"');
    }
    text_add(&t, g->option_count ? "}" : "");
}

static void plan(Load *l, Room *r, unsigned number)
{
    *r = (Room){ .number = number, .game = l->wish->game, .seats = (int)l->wish->seats, .seated = 1,
                 .slow = l->wish->crash && number % 8 == 0 };
    if (l->wish->secrecy) plan_anything(l, r);
    else if (l->wish->options) snprintf(r->options, sizeof r->options, "%s", l->wish->options);
    for (int p = 0; p < r->seats; p++)
        if (!(r->bots >> p & 1)) r->chair[r->people++].seat = (uint8_t)p;
    r->chairs = r->people + (int)l->wish->watchers;
    for (int k = r->people; k < r->chairs; k++) r->chair[k].seat = SEAT_TABLE;
    for (int k = 0; k < r->chairs; k++) r->chair[k].room = r;
}

bool room_open(Load *l, unsigned number)
{
    Room *r = &l->room[number];
    plan(l, r, number);
    if (!make_table(l, r)) return false;
    for (int k = 0; k < r->chairs; k++)
        if (!chair_connect(l, &r->chair[k])) return false;
    return true;
}

bool load_open(Load *l)
{
    for (unsigned i = 0; i < l->rooms; i++)
        if (!room_open(l, i)) return false;
    return true;
}

void room_desert(Load *l, Room *r)
{
    for (int k = 0; k < r->chairs; k++) {
        conn_drop(&l->wire, &r->chair[k].conn);
        r->chair[k].due = 0;
    }
}
