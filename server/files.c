/* SPDX-License-Identifier: MIT
 * files.c - the web client's files, read once and served from memory. Beside FILE there may be FILE.br and FILE.gz: the
 * same, compressed. */
#include "files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "../core/language.h"

enum { MAX_FILES = 4096, MAX_FILE = 32 << 20, VARIANTS = 3 };
static const char *const encoding[VARIANTS] = { "br", "gzip", NULL };
static const char *const suffix[VARIANTS] = { ".br", ".gz", "" };

typedef struct {
    char  *path;                         /* "/index.html" */
    char   etag[24];                     /* weak: the same for all variants */
    char  *bytes[VARIANTS];              /* NULL: there is no such variant */
    size_t n[VARIANTS];
} Entry;

struct Files {
    int    n;
    Entry *at;                           /* sorted by path */
};

static const char *type_of(const char *path)
{
    static const char *const row[][2] = {
        { ".html", "text/html; charset=utf-8" }, { ".js", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" }, { ".json", "application/json" },
        { ".webmanifest", "application/manifest+json" }, { ".svg", "image/svg+xml" },
        { ".png", "image/png" }, { ".wasm", "application/wasm" }, { ".txt", "text/plain; charset=utf-8" },
        { ".woff2", "font/woff2" }, { ".ico", "image/x-icon" }
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof row / sizeof row[0]; i++)
        if (!strcmp(dot, row[i][0])) return row[i][1];
    return "application/octet-stream";
}

static char *slurp(const char *path, size_t *n)
{
    struct stat st;
    FILE *f = fopen(path, "rb");
    bool good = f && !fstat(fileno(f), &st) && S_ISREG(st.st_mode) && st.st_size < MAX_FILE;
    char *bytes = good ? malloc((size_t)st.st_size + 1) : NULL;
    *n = bytes ? fread(bytes, 1, (size_t)st.st_size, f) : 0;
    if (bytes) bytes[*n] = 0;            /* pages are searched with strstr() */
    if (f) fclose(f);
    return bytes;
}

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n > m && !strcmp(s + n - m, end);
}

/* The etag is a hash of the file as it is uncompressed. */
static void stamp(Entry *e)
{
    uint64_t h = 0xcbf29ce484222325;
    for (size_t i = 0; i < e->n[VARIANTS - 1]; i++) h = (h ^ (uint8_t)e->bytes[VARIANTS - 1][i]) * 0x100000001b3;
    snprintf(e->etag, sizeof e->etag, "W/\"%016llx\"", (unsigned long long)h);
}

static void add(Files *f, const char *folder, const char *path)
{
    char name[2048];
    Entry e = { .path = NULL };
    if (f->n == MAX_FILES) return;
    for (int v = 0; v < VARIANTS; v++) {
        snprintf(name, sizeof name, "%s%s%s", folder, path, suffix[v]);
        e.bytes[v] = slurp(name, &e.n[v]);
    }
    if (!e.bytes[VARIANTS - 1]) return;
    e.path = strdup(path);
    stamp(&e);
    f->at[f->n++] = e;
}

static void add_folder(Files *f, const char *folder, const char *below, int depth)
{
    char path[1024], full[2048];
    struct stat st;
    snprintf(full, sizeof full, "%s%s", folder, below);
    DIR *d = depth < 8 ? opendir(full) : NULL;
    for (struct dirent *e; d && (e = readdir(d));) {
        if (e->d_name[0] == '.' || ends_in(e->d_name, ".br") || ends_in(e->d_name, ".gz")) continue;
        if ((size_t)snprintf(path, sizeof path, "%s/%s", below, e->d_name) >= sizeof path) continue;
        snprintf(full, sizeof full, "%s%s", folder, path);
        if (!stat(full, &st) && S_ISDIR(st.st_mode)) add_folder(f, folder, path, depth + 1);
        else add(f, folder, path);
    }
    if (d) closedir(d);
}

static int by_path(const void *a, const void *b) { return strcmp(((const Entry *)a)->path, ((const Entry *)b)->path); }

Files *files_load(const char *folder)
{
    Files *f = calloc(1, sizeof *f);
    if (!f || !(f->at = calloc(MAX_FILES, sizeof *f->at))) abort();
    if (folder && *folder) add_folder(f, folder, "", 0);
    qsort(f->at, (size_t)f->n, sizeof *f->at, by_path);
    return f;
}

void files_free(Files *f)
{
    for (int i = 0; f && i < f->n; i++) {
        free(f->at[i].path);
        for (int v = 0; v < VARIANTS; v++) free(f->at[i].bytes[v]);
    }
    if (f) free(f->at);
    free(f);
}

static const Entry *entry(const Files *f, const char *path)
{
    Entry key = { .path = (char *)(uintptr_t)path };
    return bsearch(&key, f->at, (size_t)f->n, sizeof key, by_path);
}

/* Names with a hash before their ending ("app.3f9a2c1b.js", "web.icon.787c399077.svg") never change. */
static bool is_for_ever(const char *path)
{
    const char *name = strrchr(path, '/'), *end = strrchr(path, '.'), *hash = end;
    while (hash && hash > name && hash[-1] != '.') hash--;
    size_t n = hash && hash > name + 1 ? (size_t)(end - hash) : 0;
    return n >= 8 && strspn(hash, "0123456789abcdefABCDEFGHIJKLMNOPQRSTUVWXYZ") == n;
}

/* "gzip, br;q=0": gzip, but not br. */
static bool accepts_it(const char *accepts, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = accepts; (p = strstr(p, name)); p += n) {
        bool begins = p == accepts || strchr(" ,", p[-1]);
        double q = 1;
        if (!begins || (p[n] && !strchr(" ,;", p[n]))) continue;
        return sscanf(p + n, " ; q=%lf", &q) < 1 || q > 0;
    }
    return false;
}

/* "/index.zh-Hant.html" for that language's number. NULL: there is no such language or no such page. */
static const Entry *page_in(const Files *f, const char *name, int lang)
{
    char path[64];
    if (lang < 0) return NULL;
    snprintf(path, sizeof path, "/%s.%s.html", name, language[lang].code);
    return entry(f, path);
}

/* The page in the first language of "it, en;q=0.8" that there is: browsers list them best first. */
static const Entry *page_for(const Files *f, const char *name, const char *langs)
{
    for (const char *p = langs; *p; p += strcspn(p, ","), p += strspn(p, ", ")) {
        const Entry *e = page_in(f, name, language_wanted(p, strcspn(p, ";, ")));
        if (e) return e;
    }
    const Entry *e = page_in(f, name, 0);
    return e ? e : entry(f, "/index.html");
}

bool files_find(const Files *f, const char *path, const char *page, const char *accepts, const char *langs, File *out)
{
    const Entry *e = entry(f, path);
    if (!e && !strchr(path, '.')) e = page_for(f, page, langs);
    if (!e) return false;
    bool is_page = ends_in(e->path, ".html") && strstr(e->bytes[VARIANTS - 1], ORIGIN_HOLE);
    int v = VARIANTS - 1;
    for (int i = 0; i < VARIANTS - 1 && !is_page; i++)
        if (e->bytes[i] && accepts_it(accepts, encoding[i])) {
            v = i;
            break;
        }
    *out = (File){ .type = type_of(e->path), .encoding = encoding[v], .etag = e->etag, .bytes = e->bytes[v],
                   .n = e->n[v], .lasting = true, .page = is_page,
                   .cache = is_for_ever(e->path) ? "public, max-age=31536000, immutable" : "no-cache" };
    return true;
}
