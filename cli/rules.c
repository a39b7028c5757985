/* SPDX-License-Identifier: MIT
 * rules.c - the rules of a game in a few screens, wrapped to the terminal. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../core/language.h"
#include "../core/utf8.h"
#include "cli.h"
#include "lay.h"
#include "texts.h"

/* ---- languages ----------------------------------------------------------------- */

const char *lang_default(void)
{
    const char *env = getenv("LC_ALL");
    if (!env || !*env) env = getenv("LC_MESSAGES");
    if (!env || !*env) env = getenv("LANG");
    int lang = env ? language_wanted(env, strlen(env)) : -1;
    return language[lang < 0 ? 0 : lang].code;
}

const char *help_find(const char *game, const char *lang)
{
    for (const HelpText *t = help_texts; t->game; t++)
        if (!strcmp(t->game, game) && !strcmp(t->lang, lang)) return t->text;
    return NULL;
}

/* ---- wrapping ------------------------------------------------------------------- */

/* Ideographs and full-width forms take two columns, marks none. */
static int columns(uint32_t p)
{
    if (p >= 0x0591 && p <= 0x05bd) return 0;
    return (p >= 0x1100 && p <= 0x115f) || (p >= 0x2e80 && p <= 0xa4cf) || (p >= 0xac00 && p <= 0xd7a3)
        || (p >= 0xf900 && p <= 0xfaff) || (p >= 0xfe30 && p <= 0xfe6f) || (p >= 0xff00 && p <= 0xff60)
        || (p >= 0x20000 && p <= 0x3fffd) ? 2 : 1;
}

bool help_clings(uint32_t p)
{
    return p == 0x3001 || p == 0x3002 || p == 0xff0c || p == 0xff1a || p == 0xff1b || p == 0xff01 || p == 0xff1f
        || p == 0xff09 || p == 0x300b || p == 0x300d || p == 0x300f || p == 0x2026;
}

/* How many bytes of the text fit into `width` columns, broken at a space or between
 * ideographs. */
static size_t fit(const char *s, size_t n, int width)
{
    size_t at = 0, cut = 0;
    int used = 0;
    while (at < n) {
        uint32_t p = 0;
        int len = utf8_next(s + at, n - at, &p);
        if (!len) len = 1;
        if (p == ' ' || (columns(p) == 2 && !help_clings(p))) cut = at;
        if ((used += columns(p)) > width) return cut ? cut : at ? at : (size_t)len;
        at += (size_t)len;
    }
    return n;
}

/* One line. From the right it is put in order here, for terminals that do not do it, and ends at the right edge. */
static void put_line(FILE *to, const char *s, size_t n, int width, int indent, bool from_right)
{
    char line[1024], shown[1024];
    int used = 0;
    snprintf(line, sizeof line, "%.*s", (int)n, s);
    if (from_right) lay_visual(line, shown, sizeof shown);
    for (size_t at = 0; at < n; ) {
        uint32_t p = 0;
        int len = utf8_next(s + at, n - at, &p);
        at += len ? (size_t)len : 1;
        used += columns(p);
    }
    if (from_right) fprintf(to, "%*s%s\n", width - indent - used, "", shown);
    else fprintf(to, "%*s%s\n", indent, "", line);
}

static void wrap(FILE *to, const char *s, size_t n, int width, int indent)
{
    bool from_right = isatty(STDOUT_FILENO) && bidi_of_terminal() == BIDI_OURS && lay_from_right(s, n);
    for (bool first = true; n; first = false) {
        size_t take = fit(s, n, width - (first ? 0 : indent));
        put_line(to, s, take, width, first ? 0 : indent, from_right);
        s += take;
        n -= take;
        while (n && *s == ' ') s++, n--;
    }
}

void help_unmark(const char *text, Text *out)
{
    for (const char *line = text; *line; ) {
        size_t n = strcspn(line, "\n"), marks = *line == '#' ? strspn(line, "# ") : 0;
        text_bytes(out, line + marks, n - marks);
        text_char(out, '\n');
        line += n + (line[n] == '\n');
    }
}

void help_print(FILE *to, const char *text, int width)
{
    bool bold = isatty(STDOUT_FILENO);
    for (const char *line = text; *line; ) {
        size_t n = strcspn(line, "\n");
        bool heading = *line == '#';
        const char *from = line + (heading ? strspn(line, "# ") : 0);
        if (heading && bold) fputs("\033[1m", to);
        if (n) wrap(to, from, n - (size_t)(from - line), width, !strncmp(from, "- ", 2) ? 2 : 0);
        else fputc('\n', to);
        if (heading && bold) fputs("\033[0m", to);
        line += n + (line[n] == '\n');
    }
}

static int terminal_width(void)
{
    struct winsize w;
    int width = !ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) && w.ws_col ? w.ws_col : 80;
    return width < 20 ? 20 : width > 100 ? 100 : width;
}

/* On a terminal through a pager, as manual pages are: PAGER, or less if it is there. */
static void show(const char *text, int width)
{
    const char *pager = getenv("PAGER");
    if (!pager) pager = "if command -v less >/dev/null; then less; else cat; fi";
    setenv("LESS", "FRX", 0);            /* ends at once when all of it fits, keeps bold, leaves the screen as it is */
    signal(SIGPIPE, SIG_IGN);            /* whoever has read enough leaves the pager before the end */
    FILE *to = isatty(STDOUT_FILENO) && *pager ? popen(pager, "w") : NULL;
    help_print(to ? to : stdout, text, width);
    if (to) pclose(to);
}

int cmd_rules(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives rules GAME [--lang L] [--width N]\n\n"
        "The rules in a few screens. The language is that of the environment unless told: {languages}.\n"
        "On a terminal they are shown by a pager: PAGER in the environment, or less.\n";
    const char *lang = lang_default();
    long long width = terminal_width();
    const Flag flag[] = {
        { .name = "--lang", .text = &lang },
        { .name = "--width", .number = &width, .low = 20, .high = 500 },
    };
    int n = flags_read(argc, argv, flag, 2, help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    const Game *g = game_or_complain(n > 1 ? argv[1] : NULL);
    if (!g) return EXIT_USAGE;
    const char *text = help_find(g->id, lang);
    if (!text) return complain("the rules of %s are not there in \"%s\"; there are %s", g->id, lang, language_list());
    show(text, (int)width);
    return EXIT_FINE;
}
