/* SPDX-License-Identifier: MIT
 * fold.c - folding one code point at a time, by a table that tools/gen-fold writes. The
 * folded form stays decomposed: it is for comparing, never for showing. */
#include "fold.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "text.h"
#include "utf8.h"

typedef enum { GONE, SAME_FOR_ALL, STEP, EVERY_OTHER, SPELLED } FoldKind;

/* How a run of neighbouring code points folds. */
typedef struct {
    uint32_t first : 21, count : 11;
    uint32_t kind : 3, target : 21;      /* a code point, or SPELLED: a place in fold_text */
} FoldRow;

#include "fold_table.inc"

static_assert((int)FOLD_MOST <= (int)FOLD_GROWTH, "a newer Unicode has a longer decomposition: raise FOLD_GROWTH");

typedef struct {
    const char *text;
    size_t      n;
    int         took;                    /* bytes of the word that were read */
    char        own[12];
} Folded;

static const FoldRow *row_of(uint32_t point)
{
    const FoldRow *base = fold_row;
    for (size_t n = FOLD_ROWS; n > 1; ) {
        size_t half = n / 2;
        if (base[half].first <= point) base += half;
        n -= half;
    }
    return point - base->first < base->count ? base : NULL;      /* wraps below the first row */
}

static void put(Folded *f, uint32_t point) { f->n += (size_t)utf8_put(point, f->own + f->n); }

/* A Hangul syllable folds to its letters, so that it equals the same letters typed one by one. */
enum { HANGUL = 0xac00, SYLLABLES = 11172, VOWELS = 21, TAILS = 28 };
static void put_hangul(Folded *f, uint32_t i)
{
    put(f, 0x1100 + i / (VOWELS * TAILS));
    put(f, 0x1161 + i / TAILS % VOWELS);
    if (i % TAILS) put(f, 0x11a7 + i % TAILS);
}

static void fold_row_at(const FoldRow *row, uint32_t point, Folded *f)
{
    uint32_t i = point - row->first;
    switch ((FoldKind)row->kind) {
    case GONE:         break;
    case SAME_FOR_ALL: put(f, row->target); break;
    case STEP:         put(f, row->target + i); break;
    case EVERY_OTHER:  put(f, i & 1 ? point : point + 1); break;
    case SPELLED:      f->text = (const char *)fold_text + row->target;
                       f->n = strlen(f->text);
                       break;
    }
}

static void fold_point(uint32_t point, Folded *f)
{
    const FoldRow *row = row_of(point);
    if (row) fold_row_at(row, point, f);
    else if (point - HANGUL < SYLLABLES) put_hangul(f, point - HANGUL);
    else put(f, point);
}

static inline void fold_ascii(char c, Folded *f)
{
    f->own[0] = c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
    f->n = c != '-' && c != '_' && c != ' ';
    f->took = 1;
}

/* The first code point of s, which has `left` bytes and at least one. */
static inline void fold_next(const char *s, size_t left, Folded *f)
{
    uint32_t point;
    f->text = f->own;
    f->n = 0;
    if ((uint8_t)*s < 0x80) {
        fold_ascii(*s, f);
    } else if ((f->took = utf8_next(s, left, &point))) {
        fold_point(point, f);
    } else {
        f->own[0] = *s;
        f->n = 1;
        f->took = 1;
    }
}

size_t fold_word(const char *word, char *out, size_t cap)
{
    Text t = text_into(out, cap);
    Folded f;
    for (size_t left = strlen(word); left; left -= (size_t)f.took, word += f.took) {
        fold_next(word, left, &f);
        text_bytes(&t, f.text, f.n);
    }
    return t.n;
}

static inline uint64_t mark_byte(uint64_t mark, char byte) { return (mark ^ (uint8_t)byte) * 0x100000001b3; }

uint64_t fold_hash(const char *word)
{
    uint64_t mark = FOLD_NOTHING;
    Folded f;
    for (; *word >= 'a' && *word <= 'z'; word++) mark = mark_byte(mark, *word);   /* most words need no more */
    for (size_t left = strlen(word); left; left -= (size_t)f.took, word += f.took) {
        fold_next(word, left, &f);
        for (size_t i = 0; i < f.n; i++) mark = mark_byte(mark, f.text[i]);
    }
    return mark;
}

uint64_t fold_hash_folded(const char *folded)
{
    uint64_t mark = FOLD_NOTHING;
    for (; *folded; folded++) mark = mark_byte(mark, *folded);
    return mark;
}
