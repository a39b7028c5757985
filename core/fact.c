/* SPDX-License-Identifier: MIT
 * fact.c - looking things up in a tree of facts, with refusals that explain. */
#include "fact.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "utf8.h"

const Fact *fact_get(const Fact *object, const char *key)
{
    if (!object || object->kind != FACT_OBJECT) return NULL;
    for (const Fact *f = object->child; f; f = f->next)
        if (!strcmp(f->key, key)) return f;
    return NULL;
}

const Fact *fact_given(const Fact *object, const char *key)
{
    const Fact *f = fact_get(object, key);
    return f && f->kind != FACT_NONE ? f : NULL;
}

bool why(Why *w, const char *format, ...)
{
    char raw[sizeof w->text];
    va_list args;
    va_start(args, format);
    vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    utf8_harmless(raw, w->text, sizeof w->text);
    return false;
}

bool fact_number(const Fact *object, const char *key, int low, int high, int *out, Why *w)
{
    const Fact *f = fact_get(object, key);
    if (!f) return true;
    if (f->kind != FACT_NUMBER || f->number < low || f->number > high)
        return why(w, "\"%s\" must be a number from %d to %d", key, low, high);
    *out = f->number;
    return true;
}

bool fact_bool(const Fact *object, const char *key, bool *out, Why *w)
{
    const Fact *f = fact_get(object, key);
    if (!f) return true;
    if (f->kind != FACT_BOOL) return why(w, "\"%s\" must be true or false", key);
    *out = f->number;
    return true;
}
