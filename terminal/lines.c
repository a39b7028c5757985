/* SPDX-License-Identifier: MIT
 * lines.c - lines of text for terminals that know about directions, and for those that do not. */
#include "lines.h"

#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "../cli/lay.h"

static int columns_of_terminal(void)
{
    struct winsize size;
    return !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col >= 20 ? size.ws_col : 80;
}

/* Ordered here and moved to the right edge. The terminal must not break it, so it is broken before. */
static void put_visual(const char *line, size_t n)
{
    char piece[SENTENCE], shown[SENTENCE];
    int width = columns_of_terminal() - 1;
    do {
        snprintf(piece, sizeof piece, "%.*s", (int)n, line);
        size_t take = lay_fit(piece, width, 1);
        piece[take] = 0;
        lay_visual(piece, shown, sizeof shown);
        printf("%*s%s\n", width - lay_columns(piece, take), "", shown);
        line += take;
        n -= take;
        while (n && *line == ' ') line++, n--;
    } while (n);
}

static bool prompted;                    /* nobody has answered the prompt yet */

void line_prompt(void)
{
    fputs("> ", stdout);
    prompted = true;
}

void voice_put(const Voice *v, const char *text)
{
    bool turn = language[v->lang].rtl && isatty(STDOUT_FILENO);
    if (prompted) puts("");
    prompted = false;
    while (*text) {
        size_t n = strcspn(text, "\n"), end = n;
        while (n && text[n - 1] == ' ') n--;
        if (!n) puts("");
        else if (turn && v->bidi == BIDI_OURS) put_visual(text, n);
        else printf(turn ? "\342\201\247%.*s\342\201\251\n" : "%.*s\n", (int)n, text);
        text += end + (text[end] == '\n');
    }
}

void line_put(const Desk *d, const char *text) { voice_put(&d->voice, text); }

void line_word(const Desk *d, const char *key, const char *t, int n)
{
    char line[SENTENCE];
    Text out = text_into(line, sizeof line);
    say_line(&d->voice, &out, key, t, n);
    line_put(d, line);
}

void line_options(const Desk *d, const Options *o)
{
    char line[SENTENCE], value[32];
    const Voice *v = &d->voice;
    line_word(d, "titled", say_word(v, "menu.options"), 0);
    for (int i = 0; i < v->game->option_count; i++) {
        const char *name = v->game->options[i].name;
        options_value(v->game, o, i, value, sizeof value);
        const char *said = words_of(v->game, v->lang, "val.", value);
        snprintf(line, sizeof line, "  %s=%s  %s%s%s", name, value, words_of(v->game, v->lang, "opt.", name),
                 say_word(v, "colon"), said ? said : value);
        line_put(d, line);
    }
}

/* ---- reading ---------------------------------------------------------------------------------- */

static struct { char text[2048]; size_t n; bool ended; } typed;

static void read_more(void)
{
    struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
    if (typed.n == sizeof typed.text) typed.n = 0;               /* far longer than any answer */
    if (typed.ended || poll(&p, 1, 0) < 1) return;
    ssize_t got = read(STDIN_FILENO, typed.text + typed.n, sizeof typed.text - typed.n);
    if (got > 0) typed.n += (size_t)got;
    else typed.ended = true;
}

bool line_typed(char *out, size_t cap)
{
    char *end = memchr(typed.text, '\n', typed.n);
    if (!end) read_more(), end = memchr(typed.text, '\n', typed.n);
    if (!end) return false;
    snprintf(out, cap, "%.*s", (int)(end - typed.text), typed.text);
    out[strcspn(out, "\r")] = 0;
    prompted = false;
    typed.n -= (size_t)(end + 1 - typed.text);
    memmove(typed.text, end + 1, typed.n);
    return true;
}

bool line_ended(void) { return typed.ended && !memchr(typed.text, '\n', typed.n); }

void line_drop(void)
{
    if (!isatty(STDIN_FILENO)) return;
    tcflush(STDIN_FILENO, TCIFLUSH);
    typed.n = 0;
}
