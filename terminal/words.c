/* SPDX-License-Identifier: MIT
 * words.c - looking up what is said. */
#include "words.h"

#include <stdio.h>
#include <string.h>

static const char *scope_of(const Game *g)
{
    for (const WordScope *s = word_scopes; g && s->game; s++)
        if (!strcmp(s->game, g->id)) return s->scope;
    return "";
}

static const char *find_in(const char *scope, int lang, const char *key)
{
    for (const WordRow *r = word_rows; r->scope; r++)
        if (!strcmp(r->key, key) && !strcmp(r->scope, scope)) return r->text[lang];
    return NULL;
}

const char *words_find(const Game *g, int lang, const char *key)
{
    const char *text = find_in(scope_of(g), lang, key);
    return text ? text : find_in("", lang, key);
}

const char *words_of(const Game *g, int lang, const char *prefix, const char *name)
{
    char key[96];
    snprintf(key, sizeof key, "%s%s", prefix, name);
    return words_find(g, lang, key);
}
