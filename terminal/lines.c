/* SPDX-License-Identifier: MIT
 * lines.c - lines of text for terminals that know about directions, and for those that do not. */
#include "lines.h"

#include <stdio.h>
#include <sys/ioctl.h>
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

void voice_put(const Voice *v, const char *text)
{
    bool turn = language[v->lang].rtl && isatty(STDOUT_FILENO);
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
