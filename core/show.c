/* SPDX-License-Identifier: MIT
 * show.c - looking things up in a game's layout. */
#include "show.h"

#include <string.h>

const ShowRow *show_shape(const Game *g, ShowShape shape)
{
    for (const ShowRow *row = g->layout; row->fact; row++)
        if (row->shape == shape) return row;
    return NULL;
}

const ShowRow *show_fact(const Game *g, const char *fact)
{
    for (const ShowRow *row = g->layout; row->fact; row++)
        if (!strcmp(row->fact, fact)) return row;
    return NULL;
}

bool show_beside(const Game *g, const char *fact)
{
    const ShowRow *row = show_fact(g, fact);
    return !row || row->shape == SHOW_IN || row->shape == SHOW_OUT;
}

const ShowRounds *show_rounds(const Game *g)
{
    const ShowRow *rows = show_shape(g, SHOW_ROWS);
    return rows ? rows->rounds : NULL;
}

const ShowSign *show_sign(const Game *g, ShowShape shape, const char *is, size_t n)
{
    const ShowRow *row = show_shape(g, shape);
    for (const ShowSign *s = row ? row->signs : NULL; s && s->is; s++)
        if (strlen(s->is) == n && !memcmp(s->is, is, n)) return s;
    return NULL;
}

/* Many facts may be lists or of no use; of all other shapes a table has one place. */
static bool may_repeat(ShowShape shape) { return shape == SHOW_NOTHING || shape == SHOW_LIST; }

static bool event_has(const Game *g, uint8_t kind, const char *args)
{
    return kind < g->event_count && g->events[kind].args && !strcmp(g->events[kind].args, args);
}

static bool rounds_fit(const Game *g, const ShowRounds *r)
{
    return r->counts && r->facts && r->dealt < g->event_count && event_has(g, r->opened, "slot:N card:C")
        && event_has(g, r->filled, "slot:N card:C") && event_has(g, r->counted, "points:N total:N");
}

static const char *row_flaw(const Game *g, const ShowRow *row)
{
    bool signs = row->shape == SHOW_KEYS || row->shape == SHOW_MARKS;
    bool cards = row->shape == SHOW_HANDS || row->shape == SHOW_ROWS;
    if (show_fact(g, row->fact) != row) return "its layout names a fact twice";
    if (!may_repeat(row->shape) && show_shape(g, row->shape) != row) return "its layout has two facts of one shape";
    if ((row->shape == SHOW_GRID) != (row->columns > 0)) return "a grid has columns, and nothing else has";
    if (row->picks && (row->shape != SHOW_GRID || row->picks >= g->verb_count)) return "a grid is picked by a verb";
    if (!cards && signs != (row->signs != NULL)) return "keys and marks have signs, and nothing but cards may";
    if ((row->shape == SHOW_MAP) != (row->map != NULL)) return "a map has places, and nothing else has";
    if (row->rounds && (row->shape != SHOW_ROWS || !rounds_fit(g, row->rounds)))
        return "rows are turned up, filled and counted by events";
    return signs && !show_shape(g, SHOW_GRID) ? "keys and marks lie on a grid" : NULL;
}

const char *show_flaw(const Game *g)
{
    int n = 0;
    if (!g->layout) return "it has no layout";
    while (g->layout[n].fact) n++;
    if (n > MAX_LAYOUT) return "its layout has too many rows";
    if (!show_shape(g, SHOW_PHASE)) return "its layout does not say which fact is the phase";
    for (const ShowRow *row = g->layout; row->fact; row++)
        if (row_flaw(g, row)) return row_flaw(g, row);
    return NULL;
}
