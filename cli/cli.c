/* SPDX-License-Identifier: MIT
 * cli.c - flags, files and progress for every command. */
#include "cli.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../core/language.h"
#include "../core/utf8.h"

int complain(const char *format, ...)
{
    enum { LONGEST = 4096 };
    char raw[LONGEST], shown[2 * LONGEST];
    va_list args;
    va_start(args, format);
    vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    utf8_harmless(raw, shown, sizeof shown);
    fprintf(stderr, "ninelives: %s\n", shown);
    return EXIT_USAGE;
}

/* ---- arguments ------------------------------------------------------------ */

static bool read_value(const Flag *f, const char *value)
{
    if (!value) return complain("%s needs a value", f->name), false;
    if (f->text) return *f->text = value, true;
    char *end;
    errno = 0;
    long long v = strtoll(value, &end, 0);
    if (errno || end == value || *end || v < f->low || v > f->high)
        return complain("%s needs a number from %lld to %lld, not \"%s\"", f->name, f->low, f->high, value), false;
    *f->number = v;
    return true;
}

static const Flag *find_flag(const Flag *flag, int flags, const char *arg, size_t n)
{
    for (int i = 0; i < flags; i++)
        if (strlen(flag[i].name) == n && !strncmp(flag[i].name, arg, n)) return &flag[i];
    return NULL;
}

/* "{languages}" in a help text stands for the codes of all languages. */
static void print_help(const char *help)
{
    const char *hole = strstr(help, "{languages}");
    if (!hole) fputs(help, stdout);
    else printf("%.*s%s%s", (int)(hole - help), help, language_list(), hole + strlen("{languages}"));
}

int flags_read(int argc, char **argv, const Flag *flag, int flags, const char *help)
{
    int left = 1;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i], *equals = strchr(arg, '=');
        if (!strcmp(arg, "--help") || !strcmp(arg, "-h")) return print_help(help), 0;
        if (strncmp(arg, "--", 2)) { argv[left++] = argv[i]; continue; }
        const Flag *f = find_flag(flag, flags, arg, equals ? (size_t)(equals - arg) : strlen(arg));
        if (!f) return complain("%s knows no %s; try \"ninelives %s --help\"", argv[0], arg, argv[0]), -1;
        if (f->on) { *f->on = true; continue; }
        if (!read_value(f, equals ? equals + 1 : i + 1 < argc ? argv[++i] : NULL)) return -1;
    }
    return left;
}

const Game *game_or_complain(const char *id)
{
    const Game *g = id ? game_find(id) : NULL;
    if (g) return g;
    char list[256] = "";
    for (int i = 0; game_at(i); i++) {
        strncat(list, i ? ", " : "", sizeof list - strlen(list) - 1);
        strncat(list, game_at(i)->id, sizeof list - strlen(list) - 1);
    }
    if (id) complain("there is no game \"%s\"; there are %s", id, list);
    else complain("which game? there are %s", list);
    return NULL;
}

static void complain_options(const Game *g, const char *word)
{
    char list[512] = "";
    size_t n = 0;
    for (int i = 0; i < g->option_count && n < sizeof list; i++) {
        const OptionRow *row = &g->options[i];
        n += (size_t)snprintf(list + n, sizeof list - n, "%s%s=", i ? ", " : "", row->name);
        if (!row->words) n += (size_t)snprintf(list + n, sizeof list - n, "%d..%d", row->low, row->high);
        for (int k = 0; row->words && row->words[k] && n < sizeof list; k++)
            n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", k ? "|" : "", row->words[k]);
    }
    complain("%s has no option \"%s\"; it has %s", g->id, word, list);
}

bool options_or_complain(const Game *g, char **words, int n, Options *o)
{
    for (int i = 0; i < n; i++) {
        char name[32], *equals = strchr(words[i], '=');
        size_t len = equals ? (size_t)(equals - words[i]) : sizeof name;
        if (len < sizeof name) snprintf(name, sizeof name, "%.*s", (int)len, words[i]);
        if (len >= sizeof name || options_set(g, o, name, equals + 1)) return complain_options(g, words[i]), false;
    }
    return true;
}

/* ---- files, hex, time -------------------------------------------------------- */

enum { FILE_MOST = 64 << 20 };

static char *slurp(FILE *in, size_t *n)
{
    size_t cap = 1 << 16;
    char *text = malloc(cap);
    for (*n = 0; text; ) {
        *n += fread(text + *n, 1, cap - *n - 1, in);
        if (*n < cap - 1) break;
        char *more = cap < FILE_MOST ? realloc(text, cap *= 2) : NULL;
        if (!more) free(text);
        text = more;
    }
    if (text) text[*n] = 0;
    return text;
}

char *file_read(const char *path, size_t *n)
{
    FILE *in = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!in) return complain("cannot read %s: %s", path, strerror(errno)), NULL;
    char *text = slurp(in, n);
    bool bad = ferror(in);
    if (in != stdin) fclose(in);
    if (text && !bad) return text;
    free(text);
    complain("cannot read %s: %s", path, bad ? "it is not a readable file" : "it is too large");
    return NULL;
}

bool hex_read(const char *hex, uint8_t *out, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    size_t len = strlen(hex);
    if (len > 2 * n) return false;
    memset(out, 0, n);
    for (size_t i = 0; i < len; i++) {
        const char *d = memchr(digits, hex[i] >= 'A' && hex[i] <= 'F' ? hex[i] + 32 : hex[i], 16);
        if (!d) return false;
        out[i / 2] |= (uint8_t)((d - digits) << (i % 2 ? 0 : 4));
    }
    return true;
}

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double cpu_seconds(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }
double wall_seconds(void) { return seconds(CLOCK_MONOTONIC); }

/* ---- progress ----------------------------------------------------------------- */

static double progress_started, progress_last;

void progress(const char *what, uint64_t done, uint64_t all)
{
    double now = wall_seconds();
    if (progress_started <= 0) progress_started = progress_last = now;
    if (now - progress_started < 1 || now - progress_last < 0.2 || !isatty(STDERR_FILENO)) return;
    progress_last = now;
    double left = done ? (now - progress_started) * (double)(all - done) / (double)done : 0;
    fprintf(stderr, "\r\033[K%s: %llu of %llu, %.0f s left", what, (unsigned long long)done, (unsigned long long)all,
            left);
}

void progress_end(void)
{
    if (progress_last > progress_started) fputs("\r\033[K", stderr);
    progress_started = progress_last = 0;
}

static volatile sig_atomic_t asked_to_stop;

static void ask_to_stop(int number)
{
    (void)number;
    asked_to_stop = 1;
}

void interrupts_catch(void)
{
    struct sigaction once = { .sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND };
    sigaction(SIGINT, &once, NULL);
}

bool interrupted(void) { return asked_to_stop; }
