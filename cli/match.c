/* SPDX-License-Identifier: MIT
 * match.c - matching an expectation as a subset: objects by the keys given, lists element
 * by element or as bags, patterns of size and counts in place of a list or string. */
#include "match.h"

#include <stdio.h>
#include <string.h>

#include "../core/text.h"

static void differ(Mismatch *out, const char *path)
{
    if (out->n < MISMATCHES) text_cut(out->path[out->n++], sizeof out->path[0], path);
}

static bool equal(const Fact *a, const Fact *b)
{
    if (a->kind != b->kind) return false;
    if (a->kind == FACT_TEXT || a->kind == FACT_FRACTION) return !strcmp(a->text, b->text);
    if (a->kind == FACT_NONE) return true;
    if (a->kind != FACT_LIST && a->kind != FACT_OBJECT) return a->number == b->number;
    const Fact *x = a->child, *y = b->child;
    for (; x && y; x = x->next, y = y->next)
        if (!equal(x, y)) return false;
    return !x && !y;
}

static int count_in(const Fact *where, const Fact *what)
{
    int n = 0;
    for (const Fact *f = where->child; f; f = f->next) n += equal(f, what);
    return n;
}

/* ---- patterns ---------------------------------------------------------------- */

static int pattern_count(const Fact *got, const char *x)
{
    int n = 0;
    if (got->kind == FACT_TEXT)
        for (const char *p = got->text; (p = strstr(p, x)) && *x; p++) n++;
    else
        n = count_in(got, &(Fact){ .kind = FACT_TEXT, .text = x });
    return n;
}

static int length(const Fact *got)
{
    if (got->kind != FACT_TEXT) return got->number;
    int n = 0;
    for (const char *p = got->text; *p; p++) n += (*p & 0xc0) != 0x80;
    return n;
}

static bool is_pattern(const Fact *want)
{
    return want->kind == FACT_OBJECT
        && (!want->child || fact_get(want, "size") || fact_get(want, "count") || fact_get(want, "least"));
}

static bool pattern_holds(const Fact *want, const Fact *got)
{
    const Fact *size = fact_get(want, "size"), *count = fact_get(want, "count"), *least = fact_get(want, "least");
    if (size && length(got) != size->number) return false;
    for (const Fact *f = count ? count->child : NULL; f; f = f->next)
        if (!f->key || pattern_count(got, f->key) != f->number) return false;
    for (const Fact *f = least ? least->child : NULL; f; f = f->next)
        if (!f->key || pattern_count(got, f->key) < f->number) return false;
    return true;
}

/* ---- the walk ------------------------------------------------------------------ */

static bool in_words(const char *words, const char *key)
{
    size_t n = strlen(key);
    for (const char *p = words; n && p && (p = strstr(p, key)); p += n)
        if ((p == words || p[-1] == ' ') && (!p[n] || p[n] == ' ')) return true;
    return false;
}

static bool scalars(const Fact *list)
{
    for (const Fact *f = list->child; f; f = f->next)
        if (f->kind == FACT_LIST || f->kind == FACT_OBJECT) return false;
    return true;
}

static bool same_bag(const Fact *want, const Fact *got)
{
    if (want->number != got->number) return false;
    for (const Fact *f = want->child; f; f = f->next)
        if (count_in(want, f) != count_in(got, f)) return false;
    return true;
}

static void match(const Fact *want, const Fact *got, bool bag, const char *path, Mismatch *out);

static void match_list(const Fact *want, const Fact *got, bool bag, const char *path, Mismatch *out)
{
    char deeper[512];
    if (bag && scalars(want) && scalars(got)) {
        if (!same_bag(want, got)) differ(out, path);
        return;
    }
    if (want->number != got->number) {
        differ(out, path);
        return;
    }
    int i = 0;
    for (const Fact *w = want->child, *g = got->child; w; w = w->next, g = g->next) {
        snprintf(deeper, sizeof deeper, "%.480s[%d]", path, i++);
        match(w, g, bag, deeper, out);
    }
}

static void match_object(const Fact *want, const Fact *got, bool bag, const char *path, Mismatch *out)
{
    static const Fact none = { .kind = FACT_NONE };
    char deeper[512];
    for (const Fact *w = want->child; w; w = w->next) {
        const Fact *g = fact_get(got, w->key);
        Text t = text_into(deeper, sizeof deeper);
        text_add(&t, path);
        text_add(&t, ".");
        text_add(&t, w->key);                        /* one that is far too long is left out */
        match(w, g ? g : &none, bag || in_words(out->game->bags, w->key), deeper, out);
    }
}

static void match(const Fact *want, const Fact *got, bool bag, const char *path, Mismatch *out)
{
    bool sized = got->kind == FACT_LIST || got->kind == FACT_TEXT;
    if (is_pattern(want) && sized) {
        if (!pattern_holds(want, got)) differ(out, path);
    } else if (want->kind != got->kind) {
        differ(out, path);
    } else if (want->kind == FACT_LIST) {
        match_list(want, got, bag, path, out);
    } else if (want->kind == FACT_OBJECT) {
        match_object(want, got, bag, path, out);
    } else if (!equal(want, got)) {
        differ(out, path);
    }
}

/* ---- the three things beside the state -------------------------------------------- */

/* In this list and the lists in it. */
static int count_cards(const Fact *f, const char *card)
{
    if (f->kind == FACT_TEXT) return !strcmp(f->text, card);
    int n = 0;
    for (const Fact *c = f->kind == FACT_LIST ? f->child : NULL; c; c = c->next) n += count_cards(c, card);
    return n;
}

static void match_cards(const Fact *want, const Fact *state, Mismatch *out)
{
    for (const Fact *w = want->child; w; w = w->next) {
        int n = 0;
        for (const Fact *f = state ? state->child : NULL; f; f = f->next)
            if (f->kind == FACT_LIST) n += count_cards(f, w->key);
        char path[512];
        Text t = text_into(path, sizeof path);
        text_add(&t, "cards.");
        text_add(&t, w->key);
        if (n != w->number) differ(out, path);
    }
}

void match_expect(const Fact *expect, const Fact *printed, Mismatch *out)
{
    static const Fact none = { .kind = FACT_NONE };
    for (const Fact *w = expect && expect->kind == FACT_OBJECT ? expect->child : NULL; w; w = w->next) {
        const Fact *got = fact_get(printed, w->key);
        if (!strcmp(w->key, "cards") && w->kind == FACT_OBJECT) match_cards(w, fact_get(printed, "state"), out);
        else match(w, got ? got : &none, !strcmp(w->key, "legal"), w->key, out);
    }
}
