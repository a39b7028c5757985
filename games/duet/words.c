/* SPDX-License-Identifier: MIT
 * words.c - the 400 words in every language, from a table that tools/gen-words writes. */
#include "duet.h"

#define CONCEPT(...) { __VA_ARGS__ },
static const char *const concept_text[CONCEPTS][LANGS] = {
#include "words_table.inc"
};
#undef CONCEPT

/* Apart from the texts: looking for a word compares hashes only. */
#define HASHES(...) { __VA_ARGS__ },
static const uint64_t concept_hash[CONCEPTS][LANGS] = {
#include "words_table.inc"
};
#undef HASHES

/* A hash table with open addressing: 1 + the concept at the place that the first bits of its hash name, or at the
 * next free one; 0: empty. */
enum { PLACES = 1024 };
#define PLACE(lang, place, concept) [lang][place] = 1 + concept,
static const uint16_t concept_at[LANGS][PLACES] = {
#include "words_table.inc"
};
#undef PLACE

int duet_concept_said(uint64_t hash, Lang lang)
{
    for (uint64_t at = hash / (UINT64_MAX / PLACES + 1); concept_at[lang][at]; at = (at + 1) % PLACES) {
        int concept = concept_at[lang][at] - 1;
        if (concept_hash[concept][lang] == hash) return concept;
    }
    return NO_CONCEPT;
}

const char *duet_word_text(const State *s, int cell)
{
    uint16_t w = s->word[cell];
    return w == SPELLED ? s->text[cell] : concept_text[w][s->lang];
}

const char *duet_concept_word(int concept, Lang lang) { return concept_text[concept][lang]; }
