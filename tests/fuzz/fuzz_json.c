/* SPDX-License-Identifier: MIT
 *
 * fuzz_json.c - any bytes through the JSON reader with exactly the memory it says it needs;
 * what it reads must survive being written and read again. */
#include "../../protocol/json.h"
#include "fuzz.h"

/* Memory may run out only where there was no document anyway: with plenty it fails too. */
static bool no_document(const char *text, size_t n)
{
    Why w;
    Arena plenty = { .at = malloc(n * 128 + 128), .cap = n * 128 + 128 };
    bool none = !json_read(text, n, &plenty, &w);
    free(plenty.at);
    return none;
}

static const Fact *read_all(const char *text, size_t n, Arena *a, Why *w)
{
    *a = (Arena){ .at = malloc(json_needs(n)), .cap = json_needs(n) };
    const Fact *root = json_read(text, n, a, w);
    need(root || w->text[0], "a refusal says why");
    need(root || strncmp(w->text, "too much", 8) || no_document(text, n), "json_needs is enough for a document");
    return root;
}

static bool same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static bool same(const Fact *a, const Fact *b)
{
    if (a->kind != b->kind || a->number != b->number || !same_text(a->key, b->key) || !same_text(a->text, b->text))
        return false;
    const Fact *x = a->child, *y = b->child;
    for (; x && y; x = x->next, y = y->next)
        if (!same(x, y)) return false;
    return !x && !y;
}

static size_t write_all(const Fact *f, char *out, size_t cap)
{
    Text t = text_into(out, cap);
    Json j = json_write(&t);
    json_fact(&j.to, NULL, f);
    return t.n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena one, two = { 0 };
    Why w;
    const Fact *first = read_all((const char *)data, size, &one, &w);
    if (first) {
        size_t n = write_all(first, NULL, 0);
        char *text = malloc(n + 1);
        need(write_all(first, text, n + 1) == n && strlen(text) == n, "the length counted is the length written");
        const Fact *second = read_all(text, n, &two, &w);
        need(second && same(first, second), "what was read survives being written");
        free(text);
    }
    free(one.at);
    free(two.at);
    return 0;
}
