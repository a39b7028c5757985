/* SPDX-License-Identifier: MIT
 * json.c - a small strict JSON reader into Facts, and a Scribe that writes JSON. */
#include "json.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>

#include "../core/utf8.h"

/* ---- reading -------------------------------------------------------------- */

typedef struct {
    const char *start, *p, *end;
    Arena      *arena;
    Why        *why;
    int         depth;
} Reader;

/* The shortest value takes one byte and a separator; strings are copied with a NUL. */
size_t json_needs(size_t n) { return (n / 2 + 2) * (sizeof(Fact) + 16) + 2 * n + 64; }

static const Fact *fail(Reader *r, const char *what)
{
    if (!r->why->text[0]) why(r->why, "%s at byte %zu", what, (size_t)(r->p - r->start));
    return NULL;
}

static void *arena_take(Arena *a, size_t n)
{
    size_t at = (a->used + 7) & ~(size_t)7;
    if (n > a->cap || at > a->cap - n) return NULL;
    a->used = at + n;
    return memset(a->at + at, 0, n);
}

static void skip_space(Reader *r)
{
    while (r->p < r->end && strchr(" \t\r\n", *r->p) && *r->p) r->p++;
}

static bool eat(Reader *r, char c)
{
    skip_space(r);
    if (r->p == r->end || *r->p != c) return false;
    r->p++;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static bool read_unit(Reader *r, uint32_t *out)
{
    if (r->end - r->p < 4) return false;
    *out = 0;
    for (int i = 0; i < 4; i++) {
        int d = hex_digit(*r->p++);
        if (d < 0) return false;
        *out = *out << 4 | (uint32_t)d;
    }
    return true;
}

/* After "\u". Surrogates must come in pairs; NUL would end the text early. */
static bool read_point(Reader *r, uint32_t *point)
{
    uint32_t low;
    if (!read_unit(r, point) || !*point || (*point >= 0xdc00 && *point < 0xe000)) return false;
    if (*point < 0xd800 || *point >= 0xe000) return true;
    if (r->end - r->p < 2 || r->p[0] != '\\' || r->p[1] != 'u') return false;
    r->p += 2;
    if (!read_unit(r, &low) || low < 0xdc00 || low >= 0xe000) return false;
    *point = 0x10000 + ((*point - 0xd800) << 10) + (low - 0xdc00);
    return true;
}

static bool read_escape(Reader *r, char *out, size_t *n)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (r->p == r->end) return false;
    char c = *r->p++;
    uint32_t point;
    if (c == 'u') {
        if (!read_point(r, &point)) return false;
        *n += (size_t)utf8_put(point, out + *n);
        return true;
    }
    const char *at = c ? strchr(from, c) : NULL;
    if (at) out[(*n)++] = to[at - from];
    return at;
}

static const char *read_string(Reader *r)
{
    const char *close = r->p;
    while (close < r->end && *close != '"') close += *close == '\\' && close + 1 < r->end ? 2 : 1;
    if (close >= r->end) return fail(r, "a string without an end"), NULL;
    char *out = arena_take(r->arena, (size_t)(close - r->p) + 1);    /* escapes only shrink */
    if (!out) return fail(r, "too much"), NULL;
    size_t n = 0;
    while (r->p < close) {
        uint32_t point;
        int len = utf8_next(r->p, (size_t)(close - r->p), &point);
        if (!len || point < 0x20) return fail(r, "a byte that may not stand in a string"), NULL;
        if (point == '\\') {
            r->p++;
            if (!read_escape(r, out, &n)) return fail(r, "an unknown escape"), NULL;
            continue;
        }
        memcpy(out + n, r->p, (size_t)len);
        n += (size_t)len;
        r->p += len;
    }
    r->p++;
    return out;
}

static bool digits(Reader *r)
{
    const char *from = r->p;
    while (r->p < r->end && *r->p >= '0' && *r->p <= '9') r->p++;
    return r->p > from;
}

/* Whole numbers in an int's range are NUMBER; the others are kept as what was written. */
static bool read_number(Reader *r, Fact *f)
{
    const char *from = r->p;
    bool minus = *r->p == '-', whole = true;
    long long v = 0;
    if (minus) r->p++;
    const char *first = r->p;
    if (!digits(r) || (*first == '0' && r->p > first + 1)) return fail(r, "a malformed number");
    for (const char *p = first; p < r->p; p++) {
        if (v <= INT_MAX) v = v * 10 + (*p - '0');
    }
    if (r->p < r->end && *r->p == '.') {
        whole = false;
        r->p++;
        if (!digits(r)) return fail(r, "a malformed number");
    }
    if (r->p < r->end && (*r->p == 'e' || *r->p == 'E')) {
        whole = false;
        r->p++;
        if (r->p < r->end && (*r->p == '+' || *r->p == '-')) r->p++;
        if (!digits(r)) return fail(r, "a malformed number");
    }
    f->kind = FACT_NUMBER;
    f->number = (int)(minus ? -v : v);
    if (whole && v <= INT_MAX) return true;
    size_t n = (size_t)(r->p - from);
    char *raw = arena_take(r->arena, n + 1);
    if (!raw) return fail(r, "too much");
    memcpy(raw, from, n);
    f->kind = FACT_FRACTION;
    f->number = 0;
    f->text = raw;
    return true;
}

static bool read_word(Reader *r, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(r->end - r->p) < n || memcmp(r->p, word, n)) return fail(r, "a value that JSON does not know");
    r->p += n;
    return true;
}

static bool read_value(Reader *r, Fact *f);

static bool read_members(Reader *r, Fact *f, char close)
{
    const Fact **link = &f->child;
    if (eat(r, close)) return true;
    do {
        Fact *m = arena_take(r->arena, sizeof *m);
        if (!m) return fail(r, "too much");
        if (close == '}') {
            if (!eat(r, '"')) return fail(r, "a key should stand here");
            if (!(m->key = read_string(r))) return false;
            if (!eat(r, ':')) return fail(r, "a colon is missing");
        }
        if (!read_value(r, m)) return false;
        *link = m;
        link = &m->next;
        f->number++;
    } while (eat(r, ','));
    return eat(r, close) || fail(r, "a comma or a closing bracket is missing");
}

static bool read_value(Reader *r, Fact *f)
{
    skip_space(r);
    if (r->p == r->end) return fail(r, "a value is missing");
    if (r->depth == JSON_DEPTH - 1) return fail(r, "too deeply nested");        /* a Json scribe can write no deeper */
    bool ok;
    r->depth++;
    switch (*r->p) {
    case '{': r->p++; f->kind = FACT_OBJECT; ok = read_members(r, f, '}'); break;
    case '[': r->p++; f->kind = FACT_LIST; ok = read_members(r, f, ']'); break;
    case '"': r->p++; f->kind = FACT_TEXT; ok = (f->text = read_string(r)); break;
    case 't': f->kind = FACT_BOOL; f->number = 1; ok = read_word(r, "true"); break;
    case 'f': f->kind = FACT_BOOL; ok = read_word(r, "false"); break;
    case 'n': ok = read_word(r, "null"); break;
    default:
        if (*r->p != '-' && (*r->p < '0' || *r->p > '9')) return fail(r, "a value that JSON does not know");
        ok = read_number(r, f);
    }
    r->depth--;
    return ok;
}

const Fact *json_read(const char *text, size_t n, Arena *a, Why *w)
{
    Reader r = { text, text, text + n, a, w, 0 };
    w->text[0] = 0;
    Fact *root = arena_take(a, sizeof *root);
    if (!root) return fail(&r, "too much");
    if (!read_value(&r, root)) return NULL;
    skip_space(&r);
    return r.p == r.end ? root : fail(&r, "something after the end");
}

/* ---- writing -------------------------------------------------------------- */

void json_string(Text *out, const char *s)
{
    static const char hex[] = "0123456789abcdef";
    text_char(out, '"');
    for (; *s; s++) {
        size_t plain = 0;
        while ((uint8_t)s[plain] >= 0x20 && s[plain] != '"' && s[plain] != '\\') plain++;
        text_bytes(out, s, plain);
        s += plain;
        if (!*s) break;
        if (*s == '"' || *s == '\\') {
            text_char(out, '\\');
            text_char(out, *s);
        } else {
            text_add(out, "\\u00");
            text_char(out, hex[*s >> 4 & 15]);
            text_char(out, hex[*s & 15]);
        }
    }
    text_char(out, '"');
}

static void put(Scribe *to, FactKind kind, const char *key, int number, const char *text)
{
    Json *j = (Json *)to;
    if (j->any[j->depth]) text_char(j->out, ',');
    j->any[j->depth] = true;
    if (key) {
        json_string(j->out, key);
        text_char(j->out, ':');
    }
    switch (kind) {
    case FACT_NONE:     text_add(j->out, "null"); break;
    case FACT_BOOL:     text_add(j->out, number ? "true" : "false"); break;
    case FACT_NUMBER:   text_number(j->out, number); break;
    case FACT_FRACTION: text_add(j->out, text); break;
    case FACT_TEXT:     json_string(j->out, text); break;
    case FACT_LIST: case FACT_OBJECT:
        text_char(j->out, kind == FACT_LIST ? '[' : '{');
        assert(j->depth + 1 < JSON_DEPTH);
        j->end[++j->depth] = kind == FACT_LIST ? ']' : '}';
        j->any[j->depth] = false;
    }
}

static void close_bracket(Scribe *to)
{
    Json *j = (Json *)to;
    text_char(j->out, j->end[j->depth--]);
}

Json json_write(Text *out)
{
    return (Json){ .to = { put, close_bracket }, .out = out };
}

void json_fact(Scribe *to, const char *key, const Fact *f)
{
    to->put(to, f->kind, key, f->number, f->text);
    if (f->kind != FACT_LIST && f->kind != FACT_OBJECT) return;
    for (const Fact *c = f->child; c; c = c->next) json_fact(to, c->key, c);
    to->close(to);
}
