/* SPDX-License-Identifier: MIT
 *
 * book.h - a volume of lore: the words of one language, where each lies among all others, and
 * what comes to mind for a board's word. tools/words writes it, tools/lore/table.py says how. */
#ifndef NINELIVES_DUET_BOOK_H
#define NINELIVES_DUET_BOOK_H

#include "../../core/fold.h"
#include "../../core/speech.h"
#include "duet.h"

enum { DIMS = 128, STEPS = 400, NOWHERE = -1 };
#define NEARNESS (1.0f / (STEPS * STEPS))        /* of a dot product: 1 is the same word */

typedef struct { uint32_t word, at, rank; } Entry;       /* a word with letters */
typedef struct { uint32_t mark, list; } Head;

typedef struct {
    Lang lang;
    int words, entries, said, heads, lists, items, kinds;
    const uint32_t *mark;        /* of each word, ascending */
    const Entry    *entry;       /* the first `said` may be said, by word */
    const Head     *head;        /* by mark */
    const uint32_t *start, *item;
    const int8_t   (*vector)[DIMS];
    const char     *text;
} Book;

typedef struct {
    Book     book[LANGS];
    unsigned there;              /* bits: languages we have a book of */
} Library;

/* Everything that the bytes say is checked here, so that no later read needs a check. */
bool duet_library_open(Library *l, const Lore *lore);
static inline bool duet_library_has(const Library *l, int lang) { return l->there >> lang & 1; }

uint32_t duet_book_mark(const char *word);
int      duet_book_find(const Book *b, const char *word);                 /* NOWHERE: not in it */
int      duet_book_find_folded(const Book *b, const char *folded);         /* the same, for a folded word */
int      duet_book_entry(const Book *b, int word);                        /* among those that may be said */
int      duet_book_list(const Book *b, uint32_t mark);                    /* what a board's word goes by */
int      duet_book_kind(const Book *b, uint32_t mark);                    /* the list of all that this word names */
bool     duet_book_same(const Book *b, uint32_t mark, int list);          /* a form of that list's word */
int      duet_book_bent(const Book *b, const char *folded);               /* the word whose other form this is */
/* Like duet_book_find(), but also finds other forms of the word, and pieces of it. `vector` is where it lies, or
 * between its pieces. */
int      duet_book_grasp(const Book *b, const char *word, int8_t vector[DIMS]);
/* The same, without pieces. */
int      duet_book_whole(const Book *b, const char *word, int8_t vector[DIMS]);
/* The place between all vectors that were added up; false: there is none, and `vector` is left as it was. */
bool     duet_book_between(const float sum[DIMS], int8_t vector[DIMS]);
static inline const char *duet_book_text(const Book *b, int entry) { return b->text + b->entry[entry].at; }
/* It stands behind the word. */
static inline const char *duet_book_gloss(const Book *b, int entry)
{
    const char *text = duet_book_text(b, entry);
    return text + strlen(text) + 1;
}

static inline int dot(const int8_t *a, const int8_t *b)
{
    int sum = 0;
    for (int i = 0; i < DIMS; i++) sum += a[i] * b[i];
    return sum;
}

#endif
