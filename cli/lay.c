/* SPDX-License-Identifier: MIT
 * lay.c - how many columns a text takes, and right-to-left text for terminals that write left to right only. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700                        /* wide characters */
#endif
#include "lay.h"

#include <fribidi.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "../core/language.h"
#include "../core/utf8.h"
#include "texts.h"

static int step(const char *s, size_t n, uint32_t *point)
{
    int len = utf8_next(s, n, point);
    return len ? len : 1;
}

static int wide(uint32_t point)
{
    int w = wcwidth((wchar_t)point);
    return w < 0 ? 0 : w;
}

int lay_columns(const char *s, size_t n)
{
    int w = 0;
    uint32_t point = 0;
    for (size_t at = 0; at < n; w += wide(point)) at += (size_t)step(s + at, n - at, &point);
    return w;
}

size_t lay_fit(const char *s, int width, int whole)
{
    size_t n = strcspn(s, "\n"), at = 0, cut = 0;
    int used = 0;
    uint32_t point = 0;
    while (at < n) {
        int len = step(s + at, n - at, &point);
        if (point == ' ' || (wide(point) == 2 && !help_clings(point))) cut = at;
        if ((used += wide(point)) > width) return whole && cut ? cut : at ? at : (size_t)len;
        at += (size_t)len;
    }
    return n;
}

void lay_visual(const char *in, char *out, size_t cap)
{
    enum { MOST = 1024 };
    FriBidiChar logical[MOST], visual[MOST];
    FriBidiParType base = FRIBIDI_PAR_RTL;
    size_t n = strlen(in);
    out[0] = 0;
    if (n >= MOST || n >= cap) return;
    FriBidiStrIndex len = fribidi_charset_to_unicode(FRIBIDI_CHAR_SET_UTF8, in, (FriBidiStrIndex)n, logical);
    if (!fribidi_log2vis(logical, len, &base, visual, NULL, NULL, NULL)) return;
    len = fribidi_remove_bidi_marks(visual, len, NULL, NULL, NULL);
    /* Unicode mirrors this sign, because it may divide. Here it means "no", and few fonts have its mirror image. */
    for (FriBidiStrIndex i = 0; i < len; i++)
        if (visual[i] == 0x29b8) visual[i] = 0x2298;
    fribidi_unicode_to_charset(FRIBIDI_CHAR_SET_UTF8, visual, len, out);
}

bool lay_from_right(const char *s, size_t n)
{
    uint32_t point = 0;
    for (size_t at = 0; at < n; ) {
        at += (size_t)step(s + at, n - at, &point);
        for (int i = 0; i < LANGUAGES; i++)
            if (language[i].rtl && point >= language[i].letter && point <= language[i].last_letter) return true;
    }
    return false;
}

static bool says(const char *name, const char *begins)
{
    const char *value = getenv(name);
    return value && *value && !strncmp(value, begins, strlen(begins));
}

/* tmux and screen write fields at columns of their own, and know nothing of directions. Of the terminals that do,
 * VTE (from 0.58 on) and mintty can be told to leave the order alone; Konsole and Apple's cannot. */
Bidi bidi_of_terminal(void)
{
    const char *vte = getenv("VTE_VERSION");
    if (says("TMUX", "") || says("STY", "") || says("TERM", "screen") || says("TERM", "tmux")) return BIDI_OURS;
    if (says("TERM_PROGRAM", "mintty") || says("TERM", "mintty") || (vte && atoi(vte) >= 5800)) return BIDI_SILENCED;
    if (says("KONSOLE_VERSION", "") || says("TERM_PROGRAM", "Apple_Terminal")) return BIDI_TERMINAL;
    return BIDI_OURS;
}
