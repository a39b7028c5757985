/* SPDX-License-Identifier: MIT
 *
 * gloss.c - what a clue means to somebody who reads another language. Every book says in
 * English what its words mean, so English lies between any two. */
#include "mind.h"

#include "../../core/fold.h"
#include "../../core/text.h"

/* The entry of a word, or of one it is bent from, among all that have letters. */
static int entry_of(const Book *b, const char *word)
{
    int8_t vector[DIMS];
    int at = duet_book_grasp(b, word, vector);
    for (int i = 0; at != NOWHERE && i < b->entries; i++)
        if (b->entry[i].word == (uint32_t)at) return i;
    return NOWHERE;
}

/* The next of the meanings of an entry; returns what follows it, or NULL. */
static const char *next_sense(const char *gloss, char *out, size_t cap)
{
    size_t n = strcspn(gloss, ",");
    Text t = text_into(out, cap);
    text_bytes(&t, gloss, n);
    return gloss[n] ? gloss + n + 1 : NULL;
}

/* Which of an entry's meanings this is, from 0; NOWHERE: none. */
static int place_among(const char *gloss, uint64_t want)
{
    char sense[MAX_WORD * 2];
    for (int i = 0; gloss && *gloss; i++) {
        gloss = next_sense(gloss, sense, sizeof sense);
        if (fold_hash(sense) == want) return i;
    }
    return NOWHERE;
}

/* The word that means this before anything else; of several the commonest. */
static int entry_meaning(const Book *b, const char *english)
{
    int best = NOWHERE, first = 0;
    uint64_t want = fold_hash(english);
    for (int i = 0; i < b->entries; i++) {
        int place = place_among(duet_book_gloss(b, i), want);
        if (place == NOWHERE || (best != NOWHERE && place > first)) continue;
        if (best != NOWHERE && place == first && b->entry[i].rank >= b->entry[best].rank) continue;
        best = i;
        first = place;
    }
    return best;
}

static bool to_english(const Library *l, Lang from, const char *word, char *out, size_t cap)
{
    int entry = duet_library_has(l, (int)from) ? entry_of(&l->book[from], word) : NOWHERE;
    if (from == EN) return text_cut(out, cap, word), true;
    if (entry == NOWHERE || !*duet_book_gloss(&l->book[from], entry)) return false;
    return text_cut(out, cap, duet_book_gloss(&l->book[from], entry)), true;
}

bool duet_gloss_word(const Lore *lore, const char *word, const char *from, const char *to, char *out, size_t cap)
{
    Library l;
    char english[MAX_WORD * 2], sense[MAX_WORD * 2];
    int a = duet_lang_named(from), b = duet_lang_named(to), entry;
    if (a == LANGS || b == LANGS || a == b || !cap) return false;
    int concept = duet_concept_said(fold_hash(word), (Lang)a);       /* its word is known in every language */
    if (concept != NO_CONCEPT) return text_cut(out, cap, duet_concept_word(concept, (Lang)b)), true;
    if (!duet_library_open(&l, lore) || !to_english(&l, (Lang)a, word, english, sizeof english)) return false;
    if (b == EN) return text_cut(out, cap, english), true;
    next_sense(english, sense, sizeof sense);
    if (!duet_library_has(&l, b) || (entry = entry_meaning(&l.book[b], sense)) == NOWHERE) return false;
    return text_cut(out, cap, duet_book_text(&l.book[b], entry)), true;
}
