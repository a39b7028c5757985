/* SPDX-License-Identifier: MIT
 * legible.c - judges a text one code point at a time: what kind it is (a table that
 * tools/gen-legible writes) and whether it may follow what came before. */
#include "legible.h"

#include <stdint.h>
#include <string.h>

#include "utf8.h"

/* SOLID: can be seen. BLANK: takes room, shows nothing. MARK: stands above or below what came
 * before; marks pile up. TAIL: a mark that takes room of its own. PICTURE: emoji and the like. */
typedef enum { REFUSED, SOLID, BLANK, MARK, TAIL, PICTURE } Kind;

enum { KIND_BITS = 3 };

#include "legible_table.inc"

enum {
    JOINER = 0x200d, KEYCAP = 0x20e3,
    AS_TEXT = 0xfe0e, AS_EMOJI = 0xfe0f,             /* variation selectors */
    PALEST = 0x1f3fb, DARKEST = 0x1f3ff,             /* tones of skin */
    BLACK_FLAG = 0x1f3f4, FLAG_BYTES = 24, FLAG_TAGS = 6,
};

/* What stands before the next code point. */
typedef enum {
    AT_NOTHING,          /* the beginning, or a blank: no place for a mark */
    AT_SOLID,
    AT_KEY,              /* a digit, # or *: may become a keycap */
    AT_PICTURE,          /* may get a variation selector or a tone, and be joined */
    AT_DRESSED,          /* has got one: may still be joined */
    WANTS_KEYCAP,        /* a key and its variation selector: nothing else may follow */
    WANTS_PICTURE,       /* the same after a joiner */
} Place;

typedef struct {
    Place  place;
    int    marks;        /* in a row */
    bool   seen;         /* something solid was there */
    size_t points;
} Reading;

static Kind kind_of(uint32_t point)
{
    const uint32_t *base = legible_row, want = point << KIND_BITS | ((1 << KIND_BITS) - 1);
    for (size_t n = LEGIBLE_ROWS; n > 1; ) {
        size_t half = n / 2;
        if (base[half] <= want) base += half;
        n -= half;
    }
    return (Kind)(*base & ((1 << KIND_BITS) - 1));
}

static bool go(Reading *r, Place place)
{
    r->place = place;
    r->marks = 0;
    r->seen |= place != AT_NOTHING;
    return true;
}

/* Joiners, tones and variation selectors belong to pictures; after a letter they are refused. A digit, # or * may get
 * a variation selector when it becomes a keycap. */
static bool dress(Reading *r, uint32_t point)
{
    bool picture = r->place == AT_PICTURE;
    if (point == JOINER) return (picture || r->place == AT_DRESSED) && go(r, WANTS_PICTURE);
    if (point == AS_EMOJI && r->place == AT_KEY) return go(r, WANTS_KEYCAP);
    return picture && go(r, AT_DRESSED);
}

static bool add_mark(Reading *r)
{
    if (r->place == AT_NOTHING || r->marks == LEGIBLE_MARKS) return false;
    int marks = r->marks + 1;
    go(r, AT_SOLID);
    r->marks = marks;
    return true;
}

static Place solid_place(const Reading *r, uint32_t point)
{
    if ((point >= '0' && point <= '9') || point == '#' || point == '*') return AT_KEY;
    return r->place == AT_PICTURE && point >= PALEST && point <= DARKEST ? AT_DRESSED : AT_SOLID;
}

static bool add(Reading *r, uint32_t point)
{
    if (point == JOINER || point == AS_TEXT || point == AS_EMOJI) return dress(r, point);
    Kind kind = kind_of(point);
    if (r->place == WANTS_PICTURE && kind != PICTURE) return false;
    if (r->place == WANTS_KEYCAP && point != KEYCAP) return false;
    switch (kind) {
    case REFUSED: return false;
    case SOLID:   return go(r, solid_place(r, point));
    case BLANK:   return go(r, AT_NOTHING);
    case MARK:    return add_mark(r);
    case TAIL:    return r->place != AT_NOTHING && go(r, AT_SOLID);
    case PICTURE: return go(r, AT_PICTURE);
    }
    return false;
}

/* The flags of England, Scotland and Wales are a black flag, the region's name in tags and the
 * tag that ends it. Other tags could carry any text unseen. Returns the bytes of the tags. */
static size_t flag_tags(const char *s, size_t left)
{
    static const char flag[][FLAG_BYTES + 1] = {
        "\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
    };
    for (size_t i = 0; left >= FLAG_BYTES && i < sizeof flag / sizeof *flag; i++)
        if (!memcmp(s, flag[i], FLAG_BYTES)) return FLAG_BYTES;
    return 0;
}

size_t legible_points(const char *text, size_t n)
{
    Reading r = { .place = AT_NOTHING };
    for (uint32_t point; n; r.points++) {
        size_t took = (size_t)utf8_next(text, n, &point);
        if (!took || !add(&r, point)) return 0;
        size_t tags = point == BLACK_FLAG ? flag_tags(text + took, n - took) : 0;
        if (tags) r.points += FLAG_TAGS;
        text += took + tags;
        n -= took + tags;
    }
    return r.seen && r.place != WANTS_KEYCAP && r.place != WANTS_PICTURE ? r.points : 0;
}

bool legible_name(const char *name)
{
    size_t points = legible_points(name, strlen(name));
    return points && points <= LEGIBLE_NAME;
}
