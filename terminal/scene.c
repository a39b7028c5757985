/* SPDX-License-Identifier: MIT
 * scene.c - a Scribe that keeps the facts as a tree. */
#include "scene.h"

#include <string.h>

/* Copies a text, because a game may tell it from a buffer of its own. Without room for it, it is empty. */
static const char *keep(Scene *s, const char *text)
{
    size_t n = text ? strlen(text) + 1 : 0;
    if (!n || s->used + n > SCENE_TEXT) return "";
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
    s->fact[me] = (Fact){ .key = key, .kind = kind, .number = opens ? 0 : number };
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

const Fact *scene_look(Scene *s, const Table *t, Seat who)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    s->to = (Scribe){ put, close_fact };
    s->fact[0] = (Fact){ .kind = FACT_OBJECT };
    s->n = 1;
    s->used = 0;
    s->deep = s->open[0] = s->last[0] = 0;
    t->game->observe(t->state, who, view);
    t->game->tell(view, who, &s->to);
    return s->fact;
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
