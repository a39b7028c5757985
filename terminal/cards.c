/* SPDX-License-Identifier: MIT
 * cards.c - frames with a name and a symbol in them. */
#include "cards.h"

#include <stdio.h>

#include "../core/utf8.h"
#include "../cli/lay.h"

enum { LARGEST = 11, LARGE = 7, SMALL = 3 };     /* columns inside a card more than 7, 3 and 2 lines high */
static const char BACK[] = "\342\226\221";       /* what a card looks like from behind */

int cards_of_row(const Fact *row, Face face[MOST_FACES])
{
    int n = 0;
    for (const Fact *f = row->child; f && n < MOST_FACES; f = f->next, n++)
        face[n] = (Face){ f->kind == FACT_TEXT ? f->text : NULL, 1, n + 1 };
    return n;
}

int cards_of_hand(const Fact *hand, Face face[MOST_FACES])
{
    int n = 0;
    for (const Fact *f = hand->child; f; f = f->next) {
        if (f->kind != FACT_TEXT) continue;
        if (n && !strcmp(face[n - 1].card, f->text)) face[n - 1].count++;
        else if (n < MOST_FACES) face[n++] = (Face){ f->text, 1, 0 };
    }
    return n;
}

const ShowSign *cards_sign(const Desk *d, const char *card)
{
    if (!card) return NULL;
    const ShowSign *s = show_sign(d->voice.game, SHOW_HANDS, card, strlen(card));
    return s ? s : show_sign(d->voice.game, SHOW_ROWS, card, strlen(card));
}

static const char *name_of(const Desk *d, const Face *f) { return f->card ? say_card(&d->voice, f->card) : ""; }
static Ink ink_of(const ShowSign *s) { return s ? (Ink)s->tone : INK_PLAIN; }

/* The symbol, unless the name is the same. */
static const char *sign_of(const Desk *d, const Face *f)
{
    const ShowSign *s = cards_sign(d, f->card);
    return s && strcmp(s->sign, name_of(d, f)) ? s->sign : "";
}

static void fill_back(const Desk *d, int y, int x, int height, int width)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    for (int i = 0; i < width; i++) text_add(&t, BACK);
    for (int i = 0; i < height; i++) canvas_put(d, y + i, x, width, line, INK_DIM);
}

/* ---- how wide ----------------------------------------------------------------------------------- */

/* "✂ Defuse ×2" */
static void small_text(const Desk *d, const Face *f, Text *out)
{
    const char *sign = sign_of(d, f);
    text_add(out, sign);
    if (*sign) text_char(out, ' ');
    text_add(out, f->card ? name_of(d, f) : f->count ? "\342\226\221\342\226\221\342\226\221" : "   ");
    if (f->count > 1) text_add(out, " \303\227"), text_number(out, f->count);
}

static int longest_word(const char *name)
{
    int longest = 0;
    while (*name) {
        size_t n = strcspn(name, " ");
        uint32_t point = 0;
        int w = lay_columns(name, n);
        utf8_next(name, n, &point);
        if (point >= 0x2e80) w = w > 8 ? (w + 1) / 2 : w;        /* ideographs break anywhere */
        if (w > longest) longest = w;
        name += n + (name[n] == ' ');
    }
    return longest;
}

/* Inside a large card: no word is broken, and all lines of the name fit. */
static int inside(const Desk *d, const Face *f, int height)
{
    const char *name = name_of(d, f);
    int width = longest_word(name), most = height > 5 ? height - 4 : height - 3;
    int least = height > 7 ? LARGEST : LARGE;
    if (width < least) width = least;
    while (canvas_lines(name, width) > most) width++;
    return width;
}

static int width_of(const Desk *d, const Face *f, int height)
{
    char text[SENTENCE];
    Text t = text_into(text, sizeof text);
    if (height > 3) return inside(d, f, height) + 2;
    small_text(d, f, &t);
    int wide = lay_columns(text, strlen(text));
    return (wide < SMALL ? SMALL : wide) + 2;
}

int cards_width(const Desk *d, const Face *face, int n, int height)
{
    int widest = 0;
    for (int i = 0; i < n; i++)
        if (width_of(d, &face[i], height) > widest) widest = width_of(d, &face[i], height);
    return widest;
}

/* ---- drawing ------------------------------------------------------------------------------------- */

/* The symbol in its corner, how many there are in the other, and the name in the middle. */
static void draw_large(const Desk *d, int y, int x, int height, int width, const Face *f)
{
    const ShowSign *sign = cards_sign(d, f->card);
    const char *name = name_of(d, f);
    char count[16];
    int top = y + 2, lines = canvas_lines(name, width - 2);
    if (height > 5 || !*sign_of(d, f)) top = y + (height - lines) / 2;
    for (size_t n = 0; *name; name += n) {
        char line[SENTENCE];
        while (*name == ' ') name++;
        n = lay_fit(name, width - 2, 1);
        snprintf(line, sizeof line, "%.*s", (int)n, name);
        canvas_centre(d, top++, x + 1, width - 2, line, *sign_of(d, f) ? INK_BOLD : ink_of(sign));
    }
    canvas_put(d, y + 1, x + 1, 1, sign_of(d, f), ink_of(sign));
    if (height > 5) canvas_put(d, y + height - 2, x + width - 2, 1, sign_of(d, f), ink_of(sign));
    snprintf(count, sizeof count, "\303\227%d", f->count);
    int wide = f->count > 9 ? 3 : 2;
    if (f->count > 1) canvas_put(d, y + 1, x + width - 1 - wide, wide, count, INK_BOLD);
}

static void draw_card(const Desk *d, int y, int x, int height, int width, const Face *f)
{
    char text[SENTENCE], place[16] = "";
    Text t = text_into(text, sizeof text);
    const ShowSign *sign = cards_sign(d, f->card);
    if (f->place) snprintf(place, sizeof place, "%d", f->place);
    canvas_box(d, y, x, height, width, width > 4 ? place : "", f->card ? ink_of(sign) : INK_DIM);
    if (!f->card) {
        if (f->count) fill_back(d, y + 1, x + 1, height - 2, width - 2);
    } else if (height > 3) {
        draw_large(d, y, x, height, width, f);
    } else {
        small_text(d, f, &t);
        canvas_centre(d, y + 1, x + 1, width - 2, text, *sign_of(d, f) ? INK_BOLD : ink_of(sign));
        if (*sign_of(d, f)) canvas_put(d, y + 1, x + 1, 1, sign_of(d, f), ink_of(sign));
    }
}

/* How many of the cards fit into a line, each `wide` columns and one between them. */
static int fitting(int n, int wide, int width)
{
    int across = (width + 1) / (wide + 1);
    return across < 1 ? 1 : across > n ? n : across;
}

/* All as wide as the widest, and as many in each line. */
static int draw_large_cards(const Desk *d, int y, int x, int width, const Face *face, int n, int height)
{
    int wide = cards_width(d, face, n, height), lines = (n + fitting(n, wide, width) - 1) / fitting(n, wide, width);
    int across = (n + lines - 1) / lines, left = x + (width - across * (wide + 1) + 1) / 2;
    for (int i = 0; i < n; i++)
        draw_card(d, y + i / across * height, left + i % across * (wide + 1), height, wide, &face[i]);
    return y + lines * height;
}

int cards_draw(const Desk *d, int y, int x, int width, const Face *face, int n, int height)
{
    int at = x;
    if (!n) return y;
    if (height > 3) return draw_large_cards(d, y, x, width, face, n, height);
    for (int i = 0; i < n; i++) {
        int wide = width_of(d, &face[i], height);
        if (at > x && at + wide > x + width) y += height, at = x;
        draw_card(d, y, at, height, wide, &face[i]);
        at += wide;
    }
    return y + height;
}

int cards_draw_signs(const Desk *d, int y, int x, const Face *face, int n)
{
    for (int i = 0; i < n; i++, x += 4) {
        const ShowSign *sign = cards_sign(d, face[i].card);
        canvas_box(d, y, x, 3, 3, "", sign ? ink_of(sign) : INK_DIM);
        canvas_put(d, y + 1, x + 1, 1, sign ? sign->sign : face[i].card ? "?" : BACK, sign ? ink_of(sign) : INK_DIM);
    }
    return y + 3;
}
