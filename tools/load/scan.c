/* SPDX-License-Identifier: MIT
 * scan.c - finding the ends of JSON values. */
#include "scan.h"

#include <string.h>

static bool blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ',' || c == ':'; }

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && blank(*p)) p++;
    return p;
}

static const char *string_end(const char *p, const char *end)
{
    for (p++; p < end; p++) {
        if (*p == '\\') p++;
        else if (*p == '"') return p + 1;
    }
    return end;
}

static const char *nest_end(const char *p, const char *end)
{
    for (int depth = 0; p < end; ) {
        char c = *p;
        if (c == '"') { p = string_end(p, end); continue; }
        p++;
        if (c == '{' || c == '[') depth++;
        else if ((c == '}' || c == ']') && !--depth) return p;
    }
    return end;
}

static const char *value_end(const char *p, const char *end)
{
    if (p == end) return end;
    if (*p == '"') return string_end(p, end);
    if (*p == '{' || *p == '[') return nest_end(p, end);
    while (p < end && *p != ',' && *p != '}' && *p != ']' && !blank(*p)) p++;
    return p;
}

/* One member of an object from *p on. */
static bool member(const char **p, const char *end, Slice *key, Slice *value)
{
    const char *at = skip_blanks(*p, end);
    if (at >= end || *at != '"') return false;
    const char *stop = string_end(at, end), *from = skip_blanks(stop, end);
    if (stop - at < 2) return false;
    *key = (Slice){ at + 1, (size_t)(stop - at - 2) };
    *p = value_end(from, end);
    *value = (Slice){ from, (size_t)(*p - from) };
    return true;
}

static int key_index(Slice key, const char *const *keys, int n)
{
    for (int i = 0; i < n; i++)
        if (strlen(keys[i]) == key.n && !memcmp(keys[i], key.at, key.n)) return i;
    return -1;
}

void scan_object(Slice object, const char *const *keys, Slice *out, int n)
{
    Slice key, value;
    memset(out, 0, (size_t)n * sizeof *out);
    if (object.n < 2 || *object.at != '{') return;
    const char *p = object.at + 1, *end = object.at + object.n;
    while (member(&p, end, &key, &value)) {
        int i = key_index(key, keys, n);
        if (i >= 0) out[i] = value;
    }
}

int scan_others(Slice object, const char *const *keys, int n)
{
    Slice key, value;
    int others = 0;
    const char *p = object.at + 1, *end = object.at + object.n;
    while (member(&p, end, &key, &value)) others += key_index(key, keys, n) < 0;
    return others;
}

Slice scan_get(Slice object, const char *key)
{
    Slice out;
    scan_object(object, &key, &out, 1);
    return out;
}

bool scan_next(Slice *rest, Slice *item)
{
    if (!rest->n) return false;
    const char *end = rest->at + rest->n, *p = skip_blanks(rest->at + (*rest->at == '['), end);
    if (p >= end || *p == ']') return false;
    const char *stop = value_end(p, end);
    *item = (Slice){ p, (size_t)(stop - p) };
    stop = skip_blanks(stop, end);
    *rest = (Slice){ stop, (size_t)(end - stop) };
    if (rest->n && *stop == ']') rest->n = 0;        /* a '[' behind it belongs to something else */
    return true;
}

long scan_number(Slice v, long otherwise)
{
    long n = 0;
    bool minus = v.n && *v.at == '-';
    if (v.n <= (size_t)minus || v.n > 18) return otherwise;
    for (size_t i = minus; i < v.n; i++) {
        if (v.at[i] < '0' || v.at[i] > '9') return otherwise;
        n = 10 * n + (v.at[i] - '0');
    }
    return minus ? -n : n;
}

bool scan_is(Slice v, const char *text)
{
    size_t n = strlen(text);
    return v.n == n + 2 && *v.at == '"' && !memcmp(v.at + 1, text, n);
}

bool scan_copy(Slice v, char *out, size_t cap)
{
    if (v.n < 2 || *v.at != '"' || v.n - 1 > cap) return false;
    memcpy(out, v.at + 1, v.n - 2);
    out[v.n - 2] = 0;
    return true;
}

uint64_t hash_bytes(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 0x100000001b3u;
    return h ^ h >> 29;
}

uint64_t scan_hash(Slice object)
{
    Slice key, value;
    uint64_t sum = 1;
    if (object.n < 2) return sum;
    const char *p = object.at + 1, *end = object.at + object.n;
    while (member(&p, end, &key, &value))
        sum += hash_bytes(hash_bytes(0xcbf29ce484222325u, key.at, key.n), value.at, value.n);
    return sum;
}
