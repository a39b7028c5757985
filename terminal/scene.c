/* SPDX-License-Identifier: MIT
 * scene.c - a Scribe that keeps the facts as a tree. */
#include "scene.h"

#include <string.h>

#include "../core/legible.h"
#include "../protocol/json.h"

/* Copies a text, because a game may tell it from a buffer of its own. Without room for it, it is empty. */
static const char *keep(Scene *s, const char *text)
{
    size_t n = text ? strlen(text) + 1 : 0;
    if (!n || s->used + n > SCENE_TEXT) return "";
    if (s->foreign && n > 1 && !legible_points(text, n - 1)) return "?";
    char *at = memcpy(s->text + s->used, text, n);
    s->used += n;
    return at;
}

static void put(Scribe *to, FactKind kind, const char *key, int number, const char *text)
{
    Scene *s = (Scene *)to;
    bool opens = kind == FACT_LIST || kind == FACT_OBJECT;
    if (s->n == SCENE_FACTS) return;
    int me = s->n++;
    Fact *parent = &s->fact[s->open[s->deep]], *elder = s->last[s->deep] ? &s->fact[s->last[s->deep]] : NULL;
    s->fact[me] = (Fact){ .key = key && s->foreign ? keep(s, key) : key, .kind = kind, .number = opens ? 0 : number };
    if (kind == FACT_TEXT || kind == FACT_FRACTION) s->fact[me].text = keep(s, text);
    if (elder) elder->next = &s->fact[me];
    else parent->child = &s->fact[me];
    parent->number++;
    s->last[s->deep] = me;
    if (opens && s->deep < SCENE_DEEP) {
        s->open[++s->deep] = me;
        s->last[s->deep] = 0;
    }
}

static void close_fact(Scribe *to)
{
    Scene *s = (Scene *)to;
    if (s->deep) s->deep--;
}

static void begin(Scene *s, bool foreign)
{
    s->to = (Scribe){ put, close_fact };
    s->fact[0] = (Fact){ .kind = FACT_OBJECT };
    s->n = 1;
    s->used = 0;
    s->foreign = foreign;
    s->deep = s->open[0] = s->last[0] = 0;
}

const Fact *scene_look(Scene *s, const Table *t, Seat who)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    begin(s, false);
    t->game->observe(t->state, who, view);
    t->game->tell(view, who, &s->to);
    return s->fact;
}

/* ---- from elsewhere -------------------------------------------------------------- */

/* A list whose items are all of one kind, or unknown where that may be. */
static bool list_of(const Fact *f, FactKind kind, bool unknown)
{
    if (f->kind != FACT_LIST) return false;
    for (const Fact *item = f->child; item; item = item->next)
        if (item->kind != kind && !(unknown && item->kind == FACT_NONE)) return false;
    return true;
}

static bool cards_of_seats(const Fact *f, int seats)
{
    if (!list_of(f, FACT_LIST, false) || f->number != seats) return false;
    for (const Fact *cards = f->child; cards; cards = cards->next)
        if (!list_of(cards, FACT_TEXT, true)) return false;
    return true;
}

/* Whether a fact is what its place in the layout says. */
static bool fits(const ShowRow *row, const Fact *f, int seats)
{
    switch (row->shape) {
    case SHOW_PHASE:   return f->kind == FACT_TEXT;
    case SHOW_TURN:    return f->kind == FACT_NUMBER;
    case SHOW_IN: case SHOW_OUT: return list_of(f, FACT_BOOL, false) && f->number == seats;
    case SHOW_HANDS: case SHOW_ROWS: return cards_of_seats(f, seats);
    case SHOW_PILE: case SHOW_DISCARD: case SHOW_KEYS: case SHOW_MARKS: return list_of(f, FACT_TEXT, true);
    case SHOW_MAP: case SHOW_GRID: return list_of(f, FACT_TEXT, false);
    case SHOW_LIST:    return list_of(f, FACT_OBJECT, false);
    case SHOW_VERDICT: return f->kind == FACT_TEXT || f->kind == FACT_NONE;
    case SHOW_NOTHING: break;
    }
    return true;
}

/* Deeper than any game tells: there the list of open facts would be too short. */
static bool too_deep(const Fact *f, int deep)
{
    for (const Fact *c = f->child; c; c = c->next)
        if (deep == SCENE_DEEP || too_deep(c, deep + 1)) return true;
    return false;
}

bool scene_read(Scene *s, const Game *g, int seats, const Fact *view)
{
    begin(s, true);
    if (view->kind != FACT_OBJECT || too_deep(view, 0)) return false;
    for (const Fact *f = view->child; f; f = f->next) json_fact(&s->to, f->key, f);
    if (s->n == SCENE_FACTS) return false;
    for (const ShowRow *row = g->layout; row->fact; row++) {
        const Fact *f = fact_get(s->fact, row->fact);
        if (f && !fits(row, f, seats)) return false;
    }
    return true;
}

const Fact *scene_shape(const Fact *scene, const Game *g, ShowShape shape)
{
    const ShowRow *row = show_shape(g, shape);
    return row ? fact_get(scene, row->fact) : NULL;
}

const Fact *fact_at(const Fact *list, int i)
{
    const Fact *f = list ? list->child : NULL;
    while (f && i-- > 0) f = f->next;
    return f;
}

const char *fact_text(const Fact *object, const char *key)
{
    const Fact *f = object ? fact_get(object, key) : NULL;
    return f && f->kind == FACT_TEXT ? f->text : NULL;
}
