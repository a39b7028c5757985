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

enum { SENSES = 4 };
typedef struct { int n; struct { uint64_t mark; bool everyday; } at[SENSES]; } Senses;

/* The meanings of an entry; a star before one says that the entry is its everyday word. */
static Senses senses_of(const char *gloss)
{
    Senses s = { 0 };
    while (*gloss && s.n < SENSES) {
        char sense[MAX_WORD * 2];
        Text t = text_into(sense, sizeof sense);
        gloss += strspn(gloss, " ");
        s.at[s.n].everyday = *gloss == '*';
        size_t n = strcspn(gloss, ",");
        text_bytes(&t, gloss + (*gloss == '*'), n - (*gloss == '*'));
        s.at[s.n++].mark = fold_hash(sense);
        gloss += n + (gloss[n] == ',');
    }
    return s;
}

/* How much two words have in common: their first meanings count most. */
static float in_common(const Senses *a, const Senses *b)
{
    float sum = 0;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < b->n; k++)
            if (a->at[i].mark == b->at[k].mark)
                sum += (b->at[k].everyday ? 1.2f : 1 / (float)(1 + k)) / (float)(1 + i);
    return sum;
}

static bool is_shorter(const Book *b, int entry, int than)
{
    return strlen(duet_book_text(b, entry)) < strlen(duet_book_text(b, than));
}

/* The word that has most in common with these meanings; of several one that may be said, then the one that means least
 * beside, then the shortest: 海 and not 海平面. */
static int entry_meaning(const Book *b, const Senses *want)
{
    int best = NOWHERE, others = 0;
    float most = 0;
    for (int i = 0; i < b->entries; i++) {
        Senses s = senses_of(duet_book_gloss(b, i));
        float common = in_common(want, &s);
        if (common <= 0 || common < most) continue;
        if (common == most && (best < b->said) != (i < b->said)) continue;
        if (common == most && s.n > others) continue;
        if (common == most && s.n == others && !is_shorter(b, i, best)) continue;
        best = i;
        most = common;
        others = s.n;
    }
    return best;
}

/* A gloss as people read it. */
static void show_gloss(char *out, size_t cap, const char *gloss)
{
    Text t = text_into(out, cap);
    for (; *gloss; gloss++)
        if (*gloss != '*') text_bytes(&t, gloss, 1);
}

static bool to_english(const Library *l, Lang from, const char *word, char *out, size_t cap)
{
    int entry = duet_library_has(l, (int)from) ? entry_of(&l->book[from], word) : NOWHERE;
    if (from == EN) return text_cut(out, cap, word), true;
    if (entry == NOWHERE || !*duet_book_gloss(&l->book[from], entry)) return false;
    return show_gloss(out, cap, duet_book_gloss(&l->book[from], entry)), true;
}

bool duet_gloss_word(const Lore *lore, const char *word, const char *from, const char *to, char *out, size_t cap)
{
    Library l;
    char english[MAX_WORD * 4];
    int a = duet_lang_named(from), b = duet_lang_named(to), entry;
    if (a == LANGS || b == LANGS || a == b || !cap) return false;
    int concept = duet_concept_said(fold_hash(word), (Lang)a);       /* its word is known in every language */
    if (concept != NO_CONCEPT) return text_cut(out, cap, duet_concept_word(concept, (Lang)b)), true;
    if (!duet_library_open(&l, lore) || !to_english(&l, (Lang)a, word, english, sizeof english)) return false;
    if (b == EN) return text_cut(out, cap, english), true;
    Senses want = senses_of(english);
    if (!duet_library_has(&l, b) || (entry = entry_meaning(&l.book[b], &want)) == NOWHERE) return false;
    return text_cut(out, cap, duet_book_text(&l.book[b], entry)), true;
}
