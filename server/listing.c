/* SPDX-License-Identifier: MIT
 * listing.c - the list of tables where somebody waits for others. */
#include "listing.h"

#include "conn.h"
#include "nodes.h"
#include "room.h"
#include "tell.h"

static bool is_open(const Room *r)
{
    if (!r->open || r->damaged || room_shut(r) || r->phase != LOBBY || !room_people_here(r)) return false;
    for (Seat p = 0; p < r->options.seats; p++)
        if (!r->chair[p].name && !r->chair[p].bot) return true;
    return false;
}

static void put_open(Scribe *to, const Room *r)
{
    int taken = 0;
    for (Seat p = 0; p < r->options.seats; p++) taken += r->chair[p].name || r->chair[p].bot;
    tell_object(to, NULL);
    tell_text(to, "code", r->code);
    tell_text(to, "game", r->game->id);
    tell_text(to, "host", r->chair[r->host].name ? r->chair[r->host].name : "");
    tell_number(to, "seats", r->options.seats);
    tell_number(to, "taken", taken);
    tell_text(to, "clock", clocks[r->clock].name);
    to->close(to);
}

/* Who pays for an open table's line in the list: the first person who sits there. */
static Address *opener(const Room *r)
{
    Seat p = 0;
    while (!r->chair[p].conn) p++;       /* there is one, or it would not be open */
    return r->chair[p].conn->address;
}

enum { MOST_OPEN = 50 };
typedef struct { int n; const Room *room[MOST_OPEN]; } Open;

static void add_open(Open *list, const Room *r)
{
    if (list->n < MOST_OPEN) list->room[list->n++] = r;
}

/* Only tables in memory: one where somebody waits for others is there. If there are more than fit, each asker sees some
 * of them, from a random one on. Nobody can fill the list alone: who has many tables sees the rest of them behind those
 * of all others. */
static void find_open(Server *s, Open *first, Open *more)
{
    uint32_t from;
    random_bytes(&from, sizeof from);
    s->listings++;
    for (uint32_t i = 0; i < BUCKETS; i++)
        for (const Room *r = s->room[(from + i) % BUCKETS]; r && first->n < MOST_OPEN; r = r->next)
            if (is_open(r)) add_open(limits_list(s, opener(r)) ? first : more, r);
}

static void put_list(Scribe *to, const Open *list, int most)
{
    for (int i = 0; i < list->n && i < most; i++) put_open(to, list->room[i]);
}

void listing_put_ours(Server *s, Scribe *to)
{
    Open first = { 0 }, more = { 0 };
    find_open(s, &first, &more);
    put_list(to, &first, MOST_OPEN);
}

void listing_put(Server *s, Scribe *to)
{
    Open first = { 0 }, more = { 0 };
    find_open(s, &first, &more);
    put_list(to, &first, MOST_OPEN);
    int others = nodes_put_open(s, to, MOST_OPEN - first.n);
    put_list(to, &more, MOST_OPEN - first.n - others);
}
